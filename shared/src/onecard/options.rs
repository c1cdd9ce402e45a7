//! What can be chosen before a match is made.

use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::cards::PACK;
use crate::catalogue::{OptionFacts, OptionRange};
use crate::game::OptionsError;

/// What can be chosen before a match is made.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Options {
    /// Seats, 3 to 10.
    pub players: u8,
    /// Cards each at the start of a round: at least 2, and so many that the packs are enough.
    pub cards: u16,
    /// Packs of 52, 2 to 20.
    pub packs: u8,
    /// Rounds, 1 to 100.
    pub rounds: u8,
    /// Seconds for a turn, 5 to 600; `None`: as long as it takes.
    pub turn_seconds: Option<u32>,
    /// Seconds a player may be away while the match waits for him, 10 to 600, until a bot plays for him; `None`: as
    /// long as it takes.
    pub grace_seconds: Option<u32>,
    /// Seconds until all seats must be taken, 10 to 3,600; `None`: 120 for a public match, 1,800 for a private one.
    pub join_seconds: Option<u32>,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            players: 4,
            cards: 5,
            packs: 2,
            rounds: 1,
            turn_seconds: Some(30),
            grace_seconds: Some(60),
            join_seconds: None,
        }
    }
}

impl Options {
    /// Fewest and most players.
    pub const PLAYERS: (u8, u8) = (3, 10);
    /// Fewest cards each; the most that any table can have follows from the most packs and the fewest players.
    pub const CARDS: (u16, u16) = (2, 345);
    /// Fewest and most packs.
    pub const PACKS: (u8, u8) = (2, 20);
    /// Fewest and most rounds.
    pub const ROUNDS: (u8, u8) = (1, 100);
    const TURN: (u32, u32) = (5, 600);
    const GRACE: (u32, u32) = (10, 600);
    const JOIN: (u32, u32) = (10, 3_600);

    /// What the home page shows, and the forms of the browser are made of.
    pub fn facts() -> Vec<OptionFacts> {
        let default = Self::default();
        let number = |(min, max), unit: &str| OptionRange::Integer { min, max, unit: unit.to_owned() };
        let small = |(min, max): (u8, u8), unit: &str| number((min.into(), max.into()), unit);
        let option = |field: &str, label: &str, range, none: Option<&str>, default| OptionFacts {
            field: field.to_owned(),
            label: label.to_owned(),
            range,
            none: none.map(str::to_owned),
            default,
        };
        let cards = number((Self::CARDS.0.into(), Self::CARDS.1.into()), "cards");
        let seconds = |range| number(range, "seconds");
        vec![
            option("players", "Players", small(Self::PLAYERS, "players"), None, json!(default.players)),
            option("cards", "Cards each", cards, None, json!(default.cards)),
            option("packs", "Packs of cards", small(Self::PACKS, "packs"), None, json!(default.packs)),
            option("rounds", "Rounds", small(Self::ROUNDS, "rounds"), None, json!(default.rounds)),
            option(
                "turn_seconds",
                "Time for a turn",
                seconds(Self::TURN),
                Some("no limit"),
                json!(default.turn_seconds),
            ),
            option(
                "grace_seconds",
                "Time until a bot plays for somebody who is away",
                seconds(Self::GRACE),
                Some("no limit"),
                json!(default.grace_seconds),
            ),
            option(
                "join_seconds",
                "Time to wait for players",
                seconds(Self::JOIN),
                Some("2 minutes, or 30 by invitation"),
                json!(default.join_seconds),
            ),
        ]
    }

    /// Finds the first option that is out of its range.
    ///
    /// # Errors
    /// With the option and what would be right.
    pub fn check(&self) -> Result<(), OptionsError> {
        within("players", self.players.into(), wide(Self::PLAYERS))?;
        within("packs", self.packs.into(), wide(Self::PACKS))?;
        within("rounds", self.rounds.into(), wide(Self::ROUNDS))?;
        within("cards", self.cards.into(), (Self::CARDS.0.into(), u32::MAX))?;
        if self.cards > self.most_cards() {
            let reason = format!(
                "{} players with {} cards each, a card each for the lead and one to start with need {} cards, and {} \
                 packs have {}; at most {} cards each are possible",
                self.players,
                self.cards,
                usize::from(self.players) * (usize::from(self.cards) + 1) + 1,
                self.packs,
                usize::from(self.packs) * PACK,
                self.most_cards(),
            );
            return Err(OptionsError { field: "cards", reason });
        }
        for (field, seconds, range) in [
            ("turn_seconds", self.turn_seconds, Self::TURN),
            ("grace_seconds", self.grace_seconds, Self::GRACE),
            ("join_seconds", self.join_seconds, Self::JOIN),
        ] {
            seconds.map_or(Ok(()), |seconds| within(field, seconds, range))?;
        }
        Ok(())
    }

    /// The most cards each that these packs allow: hands, one card each for the lead, and the first card.
    pub fn most_cards(&self) -> u16 {
        let all = u16::from(self.packs) * 52;
        (all.saturating_sub(1) / u16::from(self.players.max(1))).saturating_sub(1)
    }
}

fn wide((min, max): (u8, u8)) -> (u32, u32) {
    (min.into(), max.into())
}

fn within(field: &'static str, number: u32, (min, max): (u32, u32)) -> Result<(), OptionsError> {
    if number >= min && number <= max {
        return Ok(());
    }
    let reason =
        if max == u32::MAX { format!("is at least {min}") } else { format!("is from {min} to {max}") };
    Err(OptionsError { field, reason })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_packs_must_be_enough() {
        let options = |players, cards, packs| Options { players, cards, packs, ..Options::default() };
        // 4 · 25 + 4 + 1 = 105 > 104.
        assert_eq!(options(4, 24, 2).check(), Ok(()));
        assert_eq!(options(4, 25, 2).check().unwrap_err().field, "cards");
        assert_eq!(options(3, 345, 20).check(), Ok(()));
        assert_eq!(options(3, 346, 20).check().unwrap_err().field, "cards");
        assert_eq!(options(10, 9, 2).check(), Ok(()));
        assert_eq!(options(10, 10, 2).check().unwrap_err().field, "cards");
    }

    #[test]
    fn ranges_are_checked() {
        let wrong = |change: fn(&mut Options)| {
            let mut options = Options::default();
            change(&mut options);
            options.check().unwrap_err().field
        };
        assert_eq!(wrong(|options| options.players = 2), "players");
        assert_eq!(wrong(|options| options.players = 11), "players");
        assert_eq!(wrong(|options| options.cards = 1), "cards");
        assert_eq!(wrong(|options| options.packs = 1), "packs");
        assert_eq!(wrong(|options| options.packs = 21), "packs");
        assert_eq!(wrong(|options| options.rounds = 0), "rounds");
        assert_eq!(wrong(|options| options.rounds = 101), "rounds");
        assert_eq!(wrong(|options| options.turn_seconds = Some(4)), "turn_seconds");
        assert_eq!(wrong(|options| options.grace_seconds = Some(9)), "grace_seconds");
        assert_eq!(wrong(|options| options.join_seconds = Some(3_601)), "join_seconds");
    }
}
