//! The seats this browser holds, kept in its storage so that a reload finds them again.

use serde::{Deserialize, Serialize};
use shared::api::Joined;
use shared::game::Seat;

use crate::browser::storage::{self, Keep};

const KEY: &str = "parlour.seats";

/// Older ones are forgotten; the server still knows them.
const MOST: usize = 24;

/// The way back into a match.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Held {
    /// Which match.
    pub match_id: String,
    /// The seat; spectators have none.
    pub seat: Option<Seat>,
    /// Goes into JOIN.
    pub game_token: String,
}

impl From<Joined> for Held {
    fn from(joined: Joined) -> Self {
        Self { match_id: joined.match_id, seat: joined.seat, game_token: joined.game_token }
    }
}

/// The way back into a match, if this browser was in it.
pub fn of(match_id: &str) -> Option<Held> {
    all().into_iter().find(|held| held.match_id == match_id)
}

/// Keeps the way into a match.
pub fn keep(held: Held) {
    storage::set_json(Keep::ForGood, KEY, &with(all(), held));
}

/// Forgets the way into a match: the server doesn't accept it any more.
pub fn forget(match_id: &str) {
    let mut all = all();
    all.retain(|held| held.match_id != match_id);
    storage::set_json(Keep::ForGood, KEY, &all);
}

/// Forgets all of them: they belong to a user this browser is no longer.
pub fn forget_all() {
    storage::remove(Keep::ForGood, KEY);
}

fn all() -> Vec<Held> {
    storage::get_json(Keep::ForGood, KEY).unwrap_or_default()
}

fn with(mut all: Vec<Held>, held: Held) -> Vec<Held> {
    all.retain(|other| other.match_id != held.match_id);
    all.insert(0, held);
    all.truncate(MOST);
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_newest_are_kept_once_each() {
        let held = |id: usize| Held { match_id: id.to_string(), seat: None, game_token: String::new() };
        let all = (0..100).fold(Vec::new(), |all, id| with(all, held(id % 30)));
        assert_eq!(all.len(), MOST);
        assert_eq!(all.first().map(|held| held.match_id.as_str()), Some("9"));
        let again = with(all.clone(), Held { seat: Some(Seat(1)), ..held(20) });
        assert_eq!(again.iter().filter(|held| held.match_id == "20").count(), 1);
    }
}
