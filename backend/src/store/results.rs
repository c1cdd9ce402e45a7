//! What came of matches, for statistics: written with the entry that ends a match, read as sums.

use std::fmt;
use std::str::FromStr;

use shared::api::Sums;
use shared::catalogue::GameId;
use shared::game::{Level, Seat, Verdict};

use crate::ids::UserId;

/// What came of a match for a person who sat in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeatResult {
    /// In which seat.
    pub seat: Seat,
    /// Who sat there.
    pub user: UserId,
    /// Whom that was against.
    pub opponents: Met,
    /// How it went; `None` where nobody else played.
    pub verdict: Option<Verdict>,
    /// What was achieved, in the unit of the game, if that can be compared with other matches.
    pub score: Option<i64>,
}

/// Whom a person has met in a match.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Met {
    /// At least one other person.
    People,
    /// Bots alone, the strongest of this level.
    Bots(Level),
    /// Nobody else sat there.
    Nobody,
}

impl fmt::Display for Met {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::People => "people",
            Self::Bots(level) => level.word(),
            Self::Nobody => "nobody",
        })
    }
}

impl FromStr for Met {
    type Err = shared::game::NoSuchLevel;

    fn from_str(word: &str) -> Result<Self, Self::Err> {
        match word {
            "people" => Ok(Self::People),
            "nobody" => Ok(Self::Nobody),
            level => level.parse().map(Self::Bots),
        }
    }
}

/// Everything that came of one person's matches of one game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GameSums {
    /// Which game.
    pub game: GameId,
    /// Matches won in a row up to the last one.
    pub streak: u32,
    /// The most that were ever won in a row.
    pub best_streak: u32,
    /// All matches, by opponents, in the order of [`Met`].
    pub met: Vec<(Met, Sums)>,
}
