//! What a room shows to everybody: the public facts of its match.

use std::sync::Arc;

use shared::api::{MatchFacts, SeatFacts, SeatKind, Status};
use shared::game::Seat;
use shared::protocol::wire::Wire;

use crate::clock::Millis;
use crate::room::handle::Published;
use crate::room::seats::SeatState;
use crate::store::Setup;

pub(crate) fn publish<G: Wire>(
    setup: &Setup,
    options: &G::Options,
    game: &G,
    seats: &[SeatState],
    started_at: Option<Millis>,
    ended_at: Option<Millis>,
) -> Published {
    let outcome = game.outcome();
    let status = match (&outcome, game.started()) {
        (Some(_), _) => Status::Over,
        (None, true) => Status::Playing,
        (None, false) => Status::Waiting,
    };
    let facts = MatchFacts {
        match_id: setup.id.to_string(),
        code: setup.code.to_string(),
        game: G::GAME,
        // Options are a plain structure: there is nothing in them that JSON can't hold.
        options: serde_json::to_value(G::public_options(options)).unwrap_or_default(),
        public: setup.public,
        seats: seats.iter().zip(0..).map(|(state, seat)| seat_facts(Seat(seat), state)).collect(),
        status,
        created_at: setup.created_at,
        started_at,
        ended_at,
        seed_hash: setup.seed.public_hash(),
        outcome,
    };
    Published {
        facts: Arc::new(facts),
        seats: Arc::new(seats.iter().filter_map(|seat| seat.row.clone()).collect()),
        creator: setup.creator.clone(),
    }
}

fn seat_facts(seat: Seat, state: &SeatState) -> SeatFacts {
    let level = state.bot();
    SeatFacts {
        seat,
        name: state.row.as_ref().map(|row| row.name.clone()),
        kind: match (&state.row, level) {
            (None, _) => SeatKind::Open,
            (Some(_), Some(_)) => SeatKind::Bot,
            (Some(_), None) => SeatKind::Human,
        },
        level,
    }
}
