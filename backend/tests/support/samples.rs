//! Users, matches and entries to put into a store.

use backend::ids::{Code, MatchId, UserId};
use backend::store::{Append, NewEntry, NewMatch, Occupant, SeatRow, Setup, Store, User};
use shared::catalogue::GameId;
use shared::game::Seat;
use shared::seed::Seed;

/// The user who makes all sample matches.
pub fn ada() -> User {
    User { id: UserId("ada".to_owned()), name: "Ada".to_owned(), created_at: 1_700_000_000_000 }
}

/// A match of Ada's without entries; one number, one match.
pub fn new_match(number: u64) -> NewMatch {
    NewMatch {
        setup: Setup {
            id: match_id(number),
            code: Code(format!("CODE{number}")),
            game: GameId::SeaBattle,
            options: r#"{"shot_seconds":60}"#.to_owned(),
            seed: Seed::from_number(number),
            public: number.is_multiple_of(2),
            creator: ada().id,
            created_at: 1_700_000_000_000 + number,
        },
        seats: vec![SeatRow { seat: Seat(0), occupant: Occupant::User(ada().id), name: "Ada".to_owned() }],
        entries: Vec::new(),
        idempotency_key: None,
    }
}

/// The id of the match of this number.
pub fn match_id(number: u64) -> MatchId {
    MatchId(format!("match-{number}"))
}

/// The entry of this index: a numbered action.
pub fn entry(index: u64) -> NewEntry {
    NewEntry {
        at: index,
        entry: format!(r#"{{"acted":{{"seat":0,"action":{index}}}}}"#),
        action: Some((Seat(0), index.saturating_add(1))),
    }
}

/// An action appended to the match of this number.
pub fn append(number: u64, index: u64) -> Append {
    Append {
        match_id: match_id(number),
        index,
        entry: entry(index),
        seat: None,
        outcome: None,
        results: Vec::new(),
    }
}

/// Makes Ada and the match of this number.
pub async fn make_match(store: &dyn Store, number: u64) {
    if store.user(&ada().id).await.unwrap().is_none() {
        store.create_user(ada()).await.unwrap();
    }
    store.create_match(new_match(number)).await.unwrap();
}
