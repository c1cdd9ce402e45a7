//! Accordion before the laws.

use shared::accordion::{Accordion, Action, Options};
use shared::cards::Card;
use shared::game::{Audience, Bot as _, Cause, Entry, Game as _, Seat};
use shared::seed::{Rng, Seed};

use crate::support::{Paper, Sample};

impl Sample for Accordion {
    const TRIES: usize = 500;

    fn sample_options(rng: &mut Rng) -> Options {
        Options {
            deal: rng.chance(1, 3).then(|| rng.bits().into()),
            practice: rng.chance(1, 3),
            house: rng.chance(1, 2),
            join_seconds: rng.chance(1, 2).then(|| 10 + rng.below(3_591)),
            grace_seconds: rng.chance(1, 2).then(|| 10 + rng.below(1_791)),
        }
    }

    fn sample_entry(&self, rng: &mut Rng) -> Entry<Action> {
        let seat =
            Seat(if rng.chance(1, 20) { rng.bits().to_le_bytes()[0] } else { u8::from(rng.chance(1, 2)) });
        let action = match rng.below(400) {
            0 => return Entry::Left { seat },
            1 => return Entry::TimedOut { seat },
            2 => {
                let causes = [Cause::NoShow, Cause::Aborted, Cause::Abandoned];
                return Entry::Closed { cause: *rng.pick(&causes).unwrap() };
            }
            3..20 => return Entry::Sat { seat, name: "Somebody else".to_owned() },
            20..40 => return Entry::Started,
            40..100 => Action::Deal,
            100..180 => Action::Undo,
            180..220 => Action::Tableau,
            220..320 => rng.pick(&self.legal(seat).unwrap_or_default()).copied().unwrap_or(Action::Deal),
            _ => Action::Move {
                from: near_row(rng),
                distance: if rng.chance(1, 10) { near_row(rng) } else { 1 + i64::from(rng.below(2)) },
                whole: rng.chance(1, 2),
            },
        };
        Entry::Acted { seat, action }
    }

    /// Both take back now and then, and finish before nothing is left to do.
    fn useful_entry(&self, options: &Options, rng: &mut Rng) -> Option<Entry<Action>> {
        if !self.started() {
            let seats = (0..Self::seats(options).most).map(Seat);
            let sat = seats.map(|seat| Entry::Sat { seat, name: format!("Player {seat}") });
            return sat.chain([Entry::Started]).find(|entry| self.clone().step(entry).is_ok());
        }
        let waiting = self.waiting_for().seats;
        let seat = rng.pick(&waiting)?.seat;
        let level = *rng.pick(Self::LEVELS)?;
        let action = Self::decide(&self.view(Audience::Seat(seat)), level, rng)?;
        Some(Entry::Acted { seat, action })
    }

    /// The other makes other moves; and as long as this audience was dealt nothing, or only the first card, all other cards are
    /// others.
    fn vary(paper: &Paper<Self>, audience: Audience, rng: &mut Rng) -> Option<Paper<Self>> {
        let state = paper.fold();
        // Once both have finished, everybody sees all.
        if state.view(Audience::Spectator).sides[0].row.is_some() {
            return None;
        }
        let hidden = |seat: Seat| audience != Audience::Seat(seat);
        let seen = audience.seat().map_or(0, |seat| state.view(Audience::Spectator).side(seat).dealt);
        let new_deal = paper.options.deal.is_none() && seen <= 1;
        // Other moves may lead to where the rest of the entries don't fit: then others are tried.
        (0..200).find_map(|_| {
            let mut varied = Paper { entries: Vec::new(), ..paper.clone() };
            if new_deal {
                varied.seed = Seed::from_number(rng.bits().into());
            }
            let mut game: Self = varied.fold();
            for entry in &paper.entries {
                let entry = match entry {
                    Entry::Acted { seat, action: Action::Move { .. } } if hidden(*seat) => {
                        let moves = game.legal(*seat)?;
                        let moves: Vec<_> = moves
                            .into_iter()
                            .filter(|action| matches!(action, Action::Move { .. }))
                            .collect();
                        Entry::Acted { seat: *seat, action: *rng.pick(&moves)? }
                    }
                    entry => entry.clone(),
                };
                game.step(&entry).ok()?;
                varied.entries.push(entry);
            }
            (own_rows(&varied, audience) == own_rows(paper, audience)).then_some(varied)
        })
    }
}

/// The audience's own row after each entry: also a card that was taken back has been seen.
fn own_rows(paper: &Paper<Accordion>, audience: Audience) -> Vec<Option<Vec<Vec<Card>>>> {
    let mut game = Accordion::new(&paper.options, &paper.seed).unwrap();
    let row = |game: &Accordion| game.view(audience).course.map(|course| course.row().tableau());
    let after = paper.entries.iter().map(|entry| {
        game.step(entry).unwrap();
        row(&game)
    });
    after.collect()
}

/// A pile of the row, one just beside it, or absurd.
fn near_row(rng: &mut Rng) -> i64 {
    match rng.below(30) {
        0 => *rng.pick(&[i64::MIN, i64::MAX, -1, 256, 257, 1 << 32]).unwrap(),
        1 => 52,
        _ => rng.below(12).into(),
    }
}

#[test]
fn a_varied_match_is_another_match() {
    let mut rng = Seed::from_number(5).rng("vary");
    let mut paper: Paper<Accordion> =
        Paper { options: Options::default(), seed: Seed::from_number(1), entries: Vec::new(), start: None };
    for seat in [Seat(0), Seat(1)] {
        paper.entries.push(Entry::Sat { seat, name: format!("Player {seat}") });
    }
    paper.entries.push(Entry::Started);
    let mut game: Accordion = paper.fold();
    for _ in 0..60 {
        let entry = game.useful_entry(&paper.options, &mut rng).unwrap();
        game.step(&entry).unwrap();
        paper.entries.push(entry);
    }
    for audience in [Audience::Seat(Seat(0)), Audience::Seat(Seat(1)), Audience::Spectator] {
        let varied = Accordion::vary(&paper, audience, &mut rng).unwrap();
        assert_ne!(varied.fold(), game, "{audience:?}");
        assert_eq!(varied.fold().view(audience), game.view(audience));
    }
}

laws!(Accordion);
