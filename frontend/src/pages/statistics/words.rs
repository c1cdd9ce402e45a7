//! The words of the page of statistics.

use shared::api::{GameStatistics, Opponents, OpponentsTally, ScoreKind, Tally};
use shared::game::Level;

use crate::ui::words::{signed, tenths};

/// What the best score and the mean are counted in.
pub const fn unit(kind: ScoreKind) -> &'static str {
    match kind {
        ScoreKind::Shots => "shots",
        ScoreKind::Gold => "nuggets",
        ScoreKind::Points => "points",
        ScoreKind::Piles => "piles",
    }
}

/// Whom those matches were played against.
pub fn opponents(met: &OpponentsTally) -> String {
    match (met.opponents, met.level.map(Level::word)) {
        (Opponents::People, _) => "People".to_owned(),
        (Opponents::Bots, Some(level)) => format!("The house, {level}"),
        (Opponents::Bots, None) => "The house".to_owned(),
        (Opponents::Nobody, _) => "Alone".to_owned(),
    }
}

/// The streaks of wins; `None` before the first win.
pub fn streaks(of: &GameStatistics) -> Option<String> {
    let now = match of.streak {
        0 => "The last match was not won".to_owned(),
        1 => "The last match was won".to_owned(),
        streak => format!("{streak} wins in a row now"),
    };
    (of.best_streak > 0).then(|| format!("{now}; at most {} in a row.", of.best_streak))
}

/// The cells of one row: matches, won, lost, drawn, best, mean.
pub fn cells(tally: &Tally) -> [String; 6] {
    let none = || "–".to_owned();
    [
        tally.finished.to_string(),
        tally.won.to_string(),
        tally.lost.to_string(),
        tally.drawn.to_string(),
        tally.best_score.map_or_else(none, signed),
        tally.mean_score.map_or_else(none, tenths),
    ]
}

#[cfg(test)]
mod tests {
    use shared::catalogue::GameId;

    use super::*;

    fn statistics(streak: u32, best_streak: u32) -> GameStatistics {
        let game = GameId::OneCard;
        let score = ScoreKind::of(game);
        GameStatistics { game, score, streak, best_streak, total: Tally::default(), by_opponents: Vec::new() }
    }

    #[test]
    fn a_streak_is_told_after_the_first_win() {
        assert_eq!(streaks(&statistics(0, 0)), None);
        assert_eq!(streaks(&statistics(1, 1)).unwrap(), "The last match was won; at most 1 in a row.");
        assert_eq!(streaks(&statistics(0, 2)).unwrap(), "The last match was not won; at most 2 in a row.");
        assert_eq!(streaks(&statistics(3, 4)).unwrap(), "3 wins in a row now; at most 4 in a row.");
    }

    #[test]
    fn a_score_that_is_not_there_yet_is_a_dash() {
        assert_eq!(cells(&Tally::default()), ["0", "0", "0", "0", "–", "–"]);
        let tally = Tally {
            finished: 2,
            won: 1,
            lost: 1,
            best_score: Some(-3),
            mean_score: Some(-4.25),
            ..Tally::default()
        };
        assert_eq!(cells(&tally), ["2", "1", "1", "0", "−3", "−4.3"]);
    }

    #[test]
    fn the_house_is_told_with_its_level() {
        let met = |opponents, level: Option<&str>| OpponentsTally {
            opponents,
            level: level.map(|level| level.parse().unwrap()),
            tally: Tally::default(),
        };
        assert_eq!(opponents(&met(Opponents::Bots, Some("steady"))), "The house, steady");
        assert_eq!(opponents(&met(Opponents::People, None)), "People");
    }
}
