//! What a seat does, and what happens then.

use serde::{Deserialize, Serialize};

use crate::accordion::row::{Move, MoveError, Row};
use crate::cards::Card;
use crate::game::{Outcome, Seat};

/// What a seat does. Nothing in it has been checked yet.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Action {
    /// Deals the next card.
    Deal,
    /// Moves the top card or the whole of a pile to the left.
    Move {
        /// Which pile, counted from the left, from 0.
        from: i64,
        /// How far: 1 or 2.
        distance: i64,
        /// The whole pile, or its top card.
        whole: bool,
    },
    /// Takes the latest move back.
    Undo,
    /// Finishes, with the row as it lies.
    Tableau,
}

impl From<Move> for Action {
    fn from(Move { from, distance, whole }: Move) -> Self {
        Self::Move { from: from.into(), distance: distance.into(), whole }
    }
}

/// The move of two numbers that may be any.
///
/// # Errors
/// When no row has such a pile, or no move goes that far.
pub(crate) fn to_move(from: i64, distance: i64, whole: bool) -> Result<Move, MoveError> {
    let small = |number: i64| u8::try_from(number).map_err(|_| MoveError::NoPile);
    Ok(Move { from: small(from)?, distance: small(distance)?, whole })
}

/// What happened. What lies in a row is told to its owner only, before the end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Event {
    /// Somebody took a seat.
    Seated {
        /// Which.
        seat: Seat,
        /// The name to show.
        name: String,
    },
    /// Both are there; they play.
    Began,
    /// A card was dealt.
    Dealt {
        /// To whom.
        seat: Seat,
        /// For that seat.
        card: Option<Card>,
    },
    /// A move was made. Told to that seat only.
    Moved {
        /// By whom.
        seat: Seat,
        /// Which.
        step: Move,
    },
    /// The latest step was taken back. Others are told only of a deal.
    Undone {
        /// By whom.
        seat: Seat,
        /// True if it was a deal.
        deal: bool,
    },
    /// The first of the two has finished; the other is awaited.
    Finished {
        /// Who.
        seat: Seat,
    },
    /// The second has finished too: everybody sees both rows.
    Shown {
        /// The rows of seat 0 and seat 1.
        rows: Box<[Row; 2]>,
    },
    /// The match is over.
    Over {
        /// How.
        outcome: Outcome,
    },
}
