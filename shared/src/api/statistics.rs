//! What came of the matches of one person: the body of `GET /api/me/statistics`.

use serde::{Deserialize, Serialize};

use crate::catalogue::GameId;
use crate::game::{Level, Verdict};

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

impl GameStatistics {
    /// From what was counted, by opponents.
    pub fn of(
        game: GameId,
        (streak, best_streak): (u32, u32),
        met: impl IntoIterator<Item = (Opponents, Option<Level>, Sums)>,
    ) -> Self {
        let score = ScoreKind::of(game);
        let mut total = Sums::default();
        let by_opponents = met.into_iter().map(|(opponents, level, sums)| {
            total = total.and(sums);
            OpponentsTally { opponents, level, tally: sums.tally(score) }
        });
        let by_opponents = by_opponents.collect();
        Self { game, score, streak, best_streak, total: total.tally(score), by_opponents }
    }
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

/// Matches, counted in a way that more can be added to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
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
    /// One match. `verdict` is `None` where nobody else sat.
    pub fn of(verdict: Option<Verdict>, score: Option<i64>) -> Self {
        let is = |which| u32::from(verdict == Some(which));
        Self {
            finished: 1,
            won: is(Verdict::Won),
            lost: is(Verdict::Lost),
            drawn: is(Verdict::Drawn),
            scored: u32::from(score.is_some()),
            score: score.unwrap_or_default(),
            scores: score.map(|score| (score, score)),
        }
    }

    /// Both together.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        let scores = match (self.scores, other.scores) {
            (Some(one), Some(two)) => Some((one.0.min(two.0), one.1.max(two.1))),
            (one, two) => one.or(two),
        };
        Self {
            finished: self.finished.saturating_add(other.finished),
            won: self.won.saturating_add(other.won),
            lost: self.lost.saturating_add(other.lost),
            drawn: self.drawn.saturating_add(other.drawn),
            scored: self.scored.saturating_add(other.scored),
            score: self.score.saturating_add(other.score),
            scores,
        }
    }

    /// As it is told, with the best and the mean of scores of this kind.
    pub fn tally(self, kind: ScoreKind) -> Tally {
        let Self { finished, won, lost, drawn, scored, score, scores } = self;
        let best = |(least, most)| if kind.least_is_best() { least } else { most };
        // A sum of scores is far below the numbers that a float can't tell apart.
        #[allow(clippy::cast_precision_loss)]
        let mean_score = (scored > 0).then(|| score as f64 / f64::from(scored));
        Tally { finished, won, lost, drawn, best_score: scores.map(best), mean_score }
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_tell_the_best_and_the_mean() {
        let sums = [
            Sums::of(Some(Verdict::Won), Some(4)),
            Sums::of(Some(Verdict::Drawn), Some(7)),
            Sums::of(Some(Verdict::Lost), None),
        ];
        let sums = sums.into_iter().fold(Sums::default(), Sums::and);
        let tally = sums.tally(ScoreKind::Piles);
        assert_eq!((tally.finished, tally.won, tally.lost, tally.drawn), (3, 1, 1, 1));
        assert_eq!((tally.best_score, tally.mean_score), (Some(4), Some(5.5)));
        assert_eq!(sums.tally(ScoreKind::Gold).best_score, Some(7));
        assert_eq!(Sums::default().tally(ScoreKind::Gold), Tally::default());
    }
}
