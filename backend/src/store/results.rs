//! What came of matches, for statistics: written with the entry that ends a match, read as sums.

use std::fmt;
use std::str::FromStr;

use shared::catalogue::GameId;
use shared::game::{Level, Seat};

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

/// How a match went for one side.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// Won, alone or with others.
    Won,
    /// Others won.
    Lost,
    /// Nobody won.
    Drawn,
}

impl Verdict {
    /// The word in the store.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Won => "won",
            Self::Lost => "lost",
            Self::Drawn => "drawn",
        }
    }
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

/// Matches, counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Sums {
    /// All of them.
    pub finished: u32,
    /// Those that were won.
    pub won: u32,
    /// Those that were lost.
    pub lost: u32,
    /// Those without a winner.
    pub drawn: u32,
    /// Those with a score.
    pub scored: u32,
    /// All scores together.
    pub score: i64,
    /// The smallest and the largest score, if there is any.
    pub scores: Option<(i64, i64)>,
}

impl Sums {
    /// Both together.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        let scores = match (self.scores, other.scores) {
            (Some(one), Some(two)) => Some((one.0.min(two.0), one.1.max(two.1))),
            (one, two) => one.or(two),
        };
        Self {
            finished: self.finished + other.finished,
            won: self.won + other.won,
            lost: self.lost + other.lost,
            drawn: self.drawn + other.drawn,
            scored: self.scored + other.scored,
            score: self.score.saturating_add(other.score),
            scores,
        }
    }
}
