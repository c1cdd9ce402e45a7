//! What this browser remembers of practice: games, best, average, and the streak of wins.

use serde::{Deserialize, Serialize};
use shared::accordion::View;
use shared::game::Seat;

use crate::browser::storage::{self, Keep};
use crate::games::accordion::words::counted;

/// Where it is kept.
const KEY: &str = "accordion-practice";

/// All games of practice that were finished here.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Tally {
    games: u32,
    /// Piles of all games together.
    piles: u32,
    /// The fewest piles.
    best: u32,
    /// Wins in a row, up to the last game.
    streak: u32,
}

impl Tally {
    /// What is kept.
    pub fn kept() -> Self {
        storage::get_json(Keep::ForGood, KEY).unwrap_or_default()
    }

    /// Keeps it.
    pub fn keep(self) {
        if let Ok(text) = serde_json::to_string(&self) {
            storage::set(Keep::ForGood, KEY, &text);
        }
    }

    /// With one game more.
    #[must_use]
    pub fn with(self, piles: u32, won: bool) -> Self {
        Self {
            games: self.games.saturating_add(1),
            piles: self.piles.saturating_add(piles),
            best: if self.games == 0 { piles } else { self.best.min(piles) },
            streak: if won { self.streak.saturating_add(1) } else { 0 },
        }
    }

    /// In words; `None` before the first game.
    pub fn words(self) -> Option<String> {
        let tenths = self.piles.checked_mul(10)?.checked_div(self.games)?;
        let number = |number: u32| usize::try_from(number).unwrap_or(usize::MAX);
        Some(format!(
            "{} of practice here: best {}, average {}.{}, {} in a row.",
            counted(number(self.games), "game"),
            self.best,
            tenths / 10,
            tenths % 10,
            counted(number(self.streak), "win"),
        ))
    }
}

/// Piles left, and whether that won; `None` unless the viewer has finished a game of practice.
pub fn score(view: &View) -> Option<(u32, bool)> {
    let own = view.seat.filter(|_| view.practice)?;
    let piles = view.side(own).row?.len();
    let difference = view.difference()?;
    let won = difference < 0 || (difference == 0 && piles == 1 && view.house && own == Seat(0));
    Some((u32::try_from(piles).ok()?, won))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tally_knows_best_average_and_streak() {
        assert_eq!(Tally::default().words(), None);
        let tally = Tally::default().with(7, true).with(4, true);
        assert_eq!(tally.words().unwrap(), "2 games of practice here: best 4, average 5.5, 2 wins in a row.");
        assert_eq!(tally.with(9, false).streak, 0);
    }
}
