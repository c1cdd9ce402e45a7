//! What came of the matches of practice in this browser: the same figures as the server has of its own, from the same
//! verdicts and scores.

use serde::{Deserialize, Serialize};
use shared::api::{GameStatistics, Opponents, Statistics, Sums};
use shared::catalogue::GameId;
use shared::game::{Level, Verdict};

use crate::browser::storage::{self, Keep};

/// Where they are kept.
const KEY: &str = "parlour.practice-statistics";

/// The last matches of a game whose end was counted are remembered by name, so many of them: one whose end was not kept
/// may be taken up before it, and end a second time.
const REMEMBERED: usize = 8;

/// What came of one match for the person in it.
#[derive(Debug, Clone, PartialEq)]
pub struct Finished {
    /// Which game.
    pub game: GameId,
    /// Which match.
    pub match_id: String,
    /// The strongest player of the house.
    pub level: Level,
    /// How it went.
    pub verdict: Verdict,
    /// What was achieved, if that can be compared.
    pub score: Option<i64>,
}

/// Everything that was counted.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
struct Counted {
    games: Vec<OfGame>,
}

/// The same of one game.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct OfGame {
    game: GameId,
    streak: u32,
    best_streak: u32,
    met: Vec<(Level, Sums)>,
    /// The newest last.
    last: Vec<String>,
}

impl OfGame {
    const fn none(game: GameId) -> Self {
        Self { game, streak: 0, best_streak: 0, met: Vec::new(), last: Vec::new() }
    }

    fn count(&mut self, finished: &Finished) {
        self.last.push(finished.match_id.clone());
        if self.last.len() > REMEMBERED {
            self.last.remove(0);
        }
        let won = finished.verdict == Verdict::Won;
        self.streak = if won { self.streak.saturating_add(1) } else { 0 };
        self.best_streak = self.best_streak.max(self.streak);
        let sums = Sums::of(Some(finished.verdict), finished.score);
        match self.met.iter_mut().find(|(level, _)| *level == finished.level) {
            Some((_, before)) => *before = before.and(sums),
            None => self.met.push((finished.level, sums)),
        }
        self.met.sort_by_key(|(level, _)| *level);
    }

    fn told(&self) -> GameStatistics {
        let met = self.met.iter().map(|(level, sums)| (Opponents::Bots, Some(*level), *sums));
        GameStatistics::of(self.game, (self.streak, self.best_streak), met)
    }
}

impl Counted {
    /// Counts a match; false if that was done before.
    fn count(&mut self, finished: &Finished) -> bool {
        let at = self.games.iter().position(|of| of.game == finished.game).unwrap_or_else(|| {
            self.games.push(OfGame::none(finished.game));
            self.games.len() - 1
        });
        let Some(of) = self.games.get_mut(at).filter(|of| !of.last.contains(&finished.match_id)) else {
            return false;
        };
        of.count(finished);
        true
    }

    fn told(&self) -> Statistics {
        let of = |game| {
            let found = self.games.iter().find(|of| of.game == game);
            found.map_or_else(|| OfGame::none(game).told(), OfGame::told)
        };
        Statistics { games: GameId::ALL.into_iter().map(of).collect() }
    }
}

/// Counts a match that has ended, once, however often it is told.
pub fn count(finished: &Finished) {
    let mut counted: Counted = storage::get_json(Keep::ForGood, KEY).unwrap_or_default();
    if counted.count(finished) {
        storage::set_json(Keep::ForGood, KEY, &counted);
    }
}

/// What came of all matches of practice that have ended in this browser, in the shape in which the server tells of its
/// own. Of every game, also of one never practised; a match that has just ended is in it before the page shows the end.
pub fn kept() -> Statistics {
    storage::get_json::<Counted>(Keep::ForGood, KEY).unwrap_or_default().told()
}

/// The same of one game.
pub fn of(game: GameId) -> GameStatistics {
    let found = kept().games.into_iter().find(|of| of.game == game);
    found.unwrap_or_else(|| OfGame::none(game).told())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn finished(number: u32, level: Level, verdict: Verdict, score: Option<i64>) -> Finished {
        Finished { game: GameId::Accordion, match_id: format!("practice-{number}"), level, verdict, score }
    }

    #[test]
    fn matches_are_counted_by_level_with_best_mean_and_streak() {
        let mut counted = Counted::default();
        for (number, level, verdict, score) in [
            (1, Level::Strong, Verdict::Won, Some(4)),
            (2, Level::Casual, Verdict::Won, Some(9)),
            (3, Level::Strong, Verdict::Lost, Some(8)),
            (4, Level::Strong, Verdict::Drawn, None),
            (5, Level::Strong, Verdict::Won, Some(1)),
        ] {
            assert!(counted.count(&finished(number, level, verdict, score)));
        }
        let text = serde_json::to_string(&counted).unwrap();
        assert_eq!(serde_json::from_str::<Counted>(&text).unwrap(), counted);
        let told = counted.told();
        assert_eq!(told.games.iter().map(|of| of.game).collect::<Vec<_>>(), GameId::ALL);
        let of = told.games.iter().find(|of| of.game == GameId::Accordion).unwrap();
        assert_eq!((of.streak, of.best_streak), (1, 2));
        assert_eq!((of.total.finished, of.total.won, of.total.lost, of.total.drawn), (5, 3, 1, 1));
        assert_eq!((of.total.best_score, of.total.mean_score), (Some(1), Some(5.5)));
        let levels: Vec<_> = of.by_opponents.iter().map(|met| (met.level, met.tally.finished)).collect();
        assert_eq!(levels, [(Some(Level::Casual), 1), (Some(Level::Strong), 4)]);
        assert!(told.games.iter().filter(|of| of.game != GameId::Accordion).all(|of| of.total.finished == 0));
    }

    #[test]
    fn a_match_is_counted_once() {
        let mut counted = Counted::default();
        let first = finished(0, Level::Steady, Verdict::Won, Some(3));
        assert!(counted.count(&first));
        assert!(!counted.count(&first));
        let next = u32::try_from(REMEMBERED).unwrap();
        for number in 1..next {
            assert!(counted.count(&finished(number, Level::Steady, Verdict::Lost, None)));
        }
        assert!(!counted.count(&first), "as long as it is remembered");
        assert!(counted.count(&finished(next, Level::Steady, Verdict::Lost, None)));
        assert_eq!(counted.games.iter().map(|of| of.last.len()).collect::<Vec<_>>(), [REMEMBERED]);
    }
}
