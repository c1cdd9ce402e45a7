//! What a match comes to in the statistics of those who sat in it.

use shared::game::{Game, Outcome};

use crate::store::{Met, Occupant, SeatResult, SeatRow};

/// One result for each person in `rows`. A match that was closed from outside its rules counts as nothing.
pub fn results<G: Game>(game: &G, outcome: &Outcome, rows: &[&SeatRow]) -> Vec<SeatResult> {
    let of_a_person = |row: &&SeatRow| match &row.occupant {
        Occupant::User(user) => Some((row.seat, user.clone())),
        Occupant::Bot(_) => None,
    };
    rows.iter()
        .filter_map(of_a_person)
        .filter_map(|(seat, user)| {
            let verdict = outcome.verdict(seat)?;
            let opponents = met(rows.iter().filter(|row| row.seat != seat).map(|row| &row.occupant));
            let verdict = Some(verdict).filter(|_| opponents != Met::Nobody);
            Some(SeatResult { seat, user, opponents, verdict, score: game.score(seat) })
        })
        .collect()
}

fn met<'a>(others: impl Iterator<Item = &'a Occupant>) -> Met {
    others.fold(Met::Nobody, |met, other| match (met, other) {
        (Met::People, _) | (_, Occupant::User(_)) => Met::People,
        (Met::Bots(level), Occupant::Bot(other)) => Met::Bots(level.max(*other)),
        (Met::Nobody, Occupant::Bot(level)) => Met::Bots(*level),
    })
}
