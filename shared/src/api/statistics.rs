//! What came of the matches of one person: the body of `GET /api/me/statistics`.

use serde::{Deserialize, Serialize};

use crate::catalogue::GameId;
use crate::game::Level;

/// What came of all matches of whoever asks that were played out, or decided by giving up or on time.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Statistics {
    /// One a game, in the order of the home page; also of games never played.
    pub games: Vec<GameStatistics>,
}

/// What came of the matches of one game.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct GameStatistics {
    /// Which game.
    pub game: GameId,
    /// What its scores count.
    pub score: ScoreKind,
    /// Matches won in a row up to the last one. Matches in which nobody else sat don't count here.
    pub streak: u32,
    /// The most that were ever won in a row.
    pub best_streak: u32,
    /// All matches together.
    pub total: Tally,
    /// The same matches by opponents, people first; only those who were ever met.
    pub by_opponents: Vec<OpponentsTally>,
}

/// Matches, counted.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Tally {
    /// All that were finished. Those in which nobody else sat are neither won nor lost nor drawn.
    pub finished: u32,
    /// Those that were won.
    pub won: u32,
    /// Those that were lost.
    pub lost: u32,
    /// Those without a winner.
    pub drawn: u32,
    /// The best score; `null` while there is none.
    pub best_score: Option<i64>,
    /// The mean of all scores; `null` while there is none.
    pub mean_score: Option<f64>,
}

/// Matches against one kind of opponents.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct OpponentsTally {
    /// Whom it was played against.
    pub opponents: Opponents,
    /// The level of the strongest bot at the table, if the opponents were bots alone.
    pub level: Option<Level>,
    /// Those matches.
    pub tally: Tally,
}

/// Whom somebody played against.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum Opponents {
    /// At least one other person.
    People,
    /// Bots alone.
    Bots,
    /// Nobody else sat there.
    Nobody,
}

/// What the scores of a game count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum ScoreKind {
    /// Shots that it took to win: few are good.
    Shots,
    /// Nuggets in the purse.
    Gold,
    /// Points of all rounds; 0 or less.
    Points,
    /// Piles that were left: few are good.
    Piles,
}

impl ScoreKind {
    /// What the scores of a game count.
    pub const fn of(game: GameId) -> Self {
        match game {
            GameId::SeaBattle => Self::Shots,
            GameId::Nuggets => Self::Gold,
            GameId::OneCard => Self::Points,
            GameId::Accordion => Self::Piles,
        }
    }

    /// True if the smallest score is the best.
    pub const fn least_is_best(self) -> bool {
        matches!(self, Self::Shots | Self::Piles)
    }
}
