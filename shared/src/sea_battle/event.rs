//! What a seat does, and what happens then.

use serde::{Deserialize, Serialize};

use crate::game::{Outcome, Seat};
use crate::sea_battle::cells::Cell;
use crate::sea_battle::fleet::{Fleet, Plan};

/// What a seat does. Nothing in it has been checked yet.
///
/// A plan takes 240 bytes, and there are two in a match: not worth a box.
#[allow(clippy::large_enum_variant)]
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Action {
    /// Places the whole fleet, for good.
    Place(Plan),
    /// Shoots at a cell of the other board.
    Shoot {
        /// Column.
        x: i64,
        /// Row.
        y: i64,
    },
}

/// What a shot did.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ShotResult {
    /// Water.
    Miss,
    /// A ship that still floats.
    Hit,
    /// The last cell of a ship.
    Sunk,
}

impl ShotResult {
    /// The number on the wire.
    pub const fn number(self) -> u8 {
        match self {
            Self::Miss => 0,
            Self::Hit => 1,
            Self::Sunk => 2,
        }
    }

    /// The result of a number.
    pub const fn from_number(number: u8) -> Option<Self> {
        match number {
            0 => Some(Self::Miss),
            1 => Some(Self::Hit),
            2 => Some(Self::Sunk),
            _ => None,
        }
    }
}

/// What happened. Where a fleet is an `Option`, it is there only for those who may see it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Event {
    /// Somebody took a seat.
    Seated {
        /// Which.
        seat: Seat,
        /// The name to show.
        name: String,
    },
    /// Both are there; they place their fleets.
    Placing,
    /// The clock ran out and the server placed this fleet.
    Drafted {
        /// Whose.
        seat: Seat,
        /// Told to that seat only.
        fleet: Fleet,
    },
    /// The first fleet is placed; the other is awaited.
    Placed {
        /// Whose.
        seat: Seat,
        /// For that seat.
        fleet: Option<Fleet>,
    },
    /// The second fleet is placed; the shooting begins.
    Began {
        /// Who placed last.
        seat: Seat,
        /// For that seat.
        fleet: Option<Fleet>,
        /// Who shoots first.
        turn: Seat,
    },
    /// A shot fell. A miss passes the turn, anything else keeps it.
    Fired {
        /// Who shot.
        seat: Seat,
        /// At which cell of the other board.
        cell: Cell,
        /// What it did.
        result: ShotResult,
    },
    /// Whose turn it is, after every shot that doesn't end the match and after an overrun.
    Turn {
        /// Whose.
        seat: Seat,
        /// True if it passed because the clock ran out, and not by a shot.
        overrun: bool,
    },
    /// The end: a fleet is shown to those who have not seen it.
    Shown {
        /// Whose.
        seat: Seat,
        /// All of it.
        fleet: Fleet,
    },
    /// The match is over.
    Over {
        /// How.
        outcome: Outcome,
    },
}
