//! Matches for tests of pages.

use shared::api::{MatchFacts, SeatFacts, SeatKind, Status};
use shared::catalogue::GameId;
use shared::game::Seat;

/// A match of Sea Battle with these people in its seats.
pub fn facts(names: &[Option<&str>], status: Status) -> MatchFacts {
    let seat = |(index, name): (u8, Option<&str>)| SeatFacts {
        seat: Seat(index),
        name: name.map(str::to_owned),
        kind: if name.is_some() { SeatKind::Human } else { SeatKind::Open },
        level: None,
    };
    MatchFacts {
        match_id: "m".to_owned(),
        code: "BEKOTA".to_owned(),
        game: GameId::SeaBattle,
        options: serde_json::Value::Null,
        public: true,
        seats: (0..).zip(names.iter().copied()).map(seat).collect(),
        status,
        created_at: 0,
        started_at: None,
        ended_at: None,
        seed_hash: String::new(),
        outcome: None,
    }
}
