//! The games of the parlour and their options, as data: the server publishes it, the browser builds its forms of it.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::accordion::Accordion;
use crate::nuggets::Nuggets;
use crate::onecard::OneCard;
use crate::sea_battle::SeaBattle;

/// Which game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum GameId {
    /// Hide a fleet, find the other fleet.
    #[serde(rename = "sea-battle")]
    SeaBattle,
    /// Explore a dark map, grab gold.
    Nuggets,
    /// Shed your hand.
    OneCard,
    /// Patience on one row of piles.
    Accordion,
}

impl GameId {
    /// All four, in the order of the home page.
    pub const ALL: [Self; 4] = [Self::SeaBattle, Self::Nuggets, Self::OneCard, Self::Accordion];

    /// The word in addresses and on the wire.
    pub const fn word(self) -> &'static str {
        match self {
            Self::SeaBattle => "sea-battle",
            Self::Nuggets => "nuggets",
            Self::OneCard => "onecard",
            Self::Accordion => "accordion",
        }
    }

    /// The name people read.
    pub const fn name(self) -> &'static str {
        match self {
            Self::SeaBattle => "Sea Battle",
            Self::Nuggets => "Nuggets",
            Self::OneCard => "OneCard",
            Self::Accordion => "Accordion",
        }
    }
}

impl fmt::Display for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// A word that names no game.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("there is no such game")]
pub struct NoSuchGame;

impl FromStr for GameId {
    type Err = NoSuchGame;

    fn from_str(word: &str) -> Result<Self, NoSuchGame> {
        Self::ALL.into_iter().find(|game| game.word() == word).ok_or(NoSuchGame)
    }
}

/// One game, as the home page shows it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct GameFacts {
    /// Which.
    pub id: GameId,
    /// The name people read.
    pub name: String,
    /// Fewest seats of a match.
    pub least_seats: u8,
    /// Most seats of a match.
    pub most_seats: u8,
    /// Levels of its bots, weakest first.
    pub bots: Vec<String>,
    /// What can be chosen before a match is made.
    pub options: Vec<OptionFacts>,
}

/// One option of a game.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct OptionFacts {
    /// Its field in the options object.
    pub field: String,
    /// What people read.
    pub label: String,
    /// What may be chosen.
    pub range: OptionRange,
    /// True if `null` may be chosen, and what that means to people.
    pub none: Option<String>,
    /// What is chosen if nothing is said.
    pub default: Value,
}

/// What may be chosen for an option.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum OptionRange {
    /// A whole number.
    Integer {
        /// Smallest.
        min: u32,
        /// Largest.
        max: u32,
        /// What it counts.
        unit: String,
    },
    /// A map: one that comes with the program, one made of the seed, or one's own.
    Map {
        /// Those that come with the program.
        bundled: Vec<MapFacts>,
        /// Fewest and most rows of a map that is made.
        rows: (u16, u16),
        /// Fewest and most columns of a map that is made.
        columns: (u16, u16),
    },
}

/// A map that comes with the program.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct MapFacts {
    /// The word in options.
    pub name: String,
    /// What people read.
    pub title: String,
    /// What it is like, in half a sentence.
    pub about: String,
}

/// The four games.
pub fn games() -> Vec<GameFacts> {
    GameId::ALL.into_iter().map(facts).collect()
}

fn facts(id: GameId) -> GameFacts {
    match id {
        GameId::SeaBattle => SeaBattle::facts(),
        GameId::Nuggets => Nuggets::facts(),
        GameId::OneCard => OneCard::facts(),
        GameId::Accordion => Accordion::facts(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_survives_its_word() {
        for game in GameId::ALL {
            assert_eq!(game.word().parse(), Ok(game));
            assert_eq!(serde_json::to_value(game).unwrap(), game.word());
        }
        assert_eq!("chess".parse::<GameId>(), Err(NoSuchGame));
    }
}
