//! What happens in a match of Nuggets.

use serde::{Deserialize, Serialize};

use crate::game::{Audience, Outcome, Seat};
use crate::nuggets::rules::letter;
use crate::nuggets::scene::Patch;

/// What happened. What differs from one audience to the other is an event for each, so that nobody is ever handed
/// what is out of sight.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Event {
    /// A player has come in and is told how large the map is.
    Grid {
        /// Who is told.
        to: Seat,
        /// From top to bottom.
        rows: u16,
        /// From left to right.
        columns: u16,
    },
    /// Gold was found, or somebody has come in and is told how things stand.
    Gold {
        /// Who is told.
        to: Audience,
        /// What the receiver has found just now: 0 if it was somebody else.
        found: u32,
        /// What the receiver has found so far.
        purse: u32,
        /// What nobody has found yet.
        unclaimed: u32,
    },
    /// What the receiver sees has changed.
    Screen {
        /// Who is told.
        to: Audience,
        /// The characters that are others now.
        patches: Vec<Patch>,
    },
    /// Who has come and what each has found.
    Players {
        /// Everybody who ever came, in order.
        players: Vec<Player>,
    },
    /// From now on keys move.
    Began,
    /// The match is over.
    Over {
        /// How.
        outcome: Outcome,
    },
}

/// Somebody who has come to the map; on the wire `[letter, name, purse]`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "(char, String, u32)", into = "(char, String, u32)")]
pub struct Player {
    /// Which seat, and so which letter.
    pub seat: Seat,
    /// The name to show.
    pub name: String,
    /// Nuggets found.
    pub purse: u32,
}

impl From<Player> for (char, String, u32) {
    fn from(player: Player) -> Self {
        (letter(player.seat), player.name, player.purse)
    }
}

impl TryFrom<(char, String, u32)> for Player {
    type Error = &'static str;

    fn try_from((letter, name, purse): (char, String, u32)) -> Result<Self, Self::Error> {
        let number = u8::try_from(letter)
            .ok()
            .filter(u8::is_ascii_uppercase)
            .ok_or("a player is a letter from A to Z")?;
        Ok(Self { seat: Seat(number - b'A'), name, purse })
    }
}
