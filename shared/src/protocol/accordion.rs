//! Messages of Accordion. Opcodes 30 to 39.

pub use crate::accordion::code::{BadCode, CardCode};
use crate::accordion::row::{BadRow, Row};
use crate::cards::PACK;
use crate::protocol::codec::{ActionNumber, Arg, DecodeError, Reader, Writer};
use crate::protocol::macros::messages;

messages! {
    /// What a player of Accordion says.
    pub enum ClientMessage from "C" {
        /// Deal me the next card.
        30 DEAL => Deal { n: ActionNumber },
        /// Pile `from`, counted from the left from 0, goes 1 or 2 (`distance`) to the left: the `whole` of it, or its top
        /// card.
        31 MOVE => Move { n: ActionNumber, from: i64, distance: i64, whole: bool },
        /// I have finished, with the piles as they lie.
        32 TABLEAU => Tableau { n: ActionNumber },
        /// Take my latest move back.
        34 UNDO => Undo { n: ActionNumber },
    }
}

messages! {
    /// What the server says in Accordion.
    pub enum ServerMessage from "S" {
        /// The card that was dealt to the receiver.
        30 DEAL => Deal { seq: u64, card: CardCode },
        /// The receiver's move was made.
        31 MOVE => Move { seq: u64, from: u8, distance: u8, whole: bool },
        /// Both have finished: the receiver's piles less the other's, and the other's piles from left to right, each
        /// from top to bottom.
        33 RESULT => Result { seq: u64, difference: i64, piles: Piles },
        /// The receiver's latest step was taken back.
        34 UNDO => Undo { seq: u64 },
    }
}

impl ServerMessage {
    /// The sequence number.
    pub fn seq(&self) -> u64 {
        match self {
            Self::Deal { seq, .. }
            | Self::Move { seq, .. }
            | Self::Result { seq, .. }
            | Self::Undo { seq } => *seq,
        }
    }
}

impl Arg for CardCode {
    const TYPE: &'static str = "the number of a card";

    fn read(from: &mut Reader<'_, '_>) -> Result<Self, DecodeError> {
        from.one(Self::TYPE)
    }

    fn write(&self, to: &mut Writer) {
        to.one(self);
    }
}

/// All piles of a row that is finished.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(try_from = "Row", into = "Row")]
pub struct Piles(Row);

impl Piles {
    /// The row with these piles.
    pub const fn row(self) -> Row {
        self.0
    }
}

impl TryFrom<Row> for Piles {
    type Error = BadRow;

    /// # Errors
    /// When cards are missing.
    fn try_from(row: Row) -> Result<Self, BadRow> {
        if row.cards() == PACK { Ok(Self(row)) } else { Err(BadRow) }
    }
}

impl From<Piles> for Row {
    fn from(Piles(row): Piles) -> Self {
        row
    }
}

impl Arg for Piles {
    const TYPE: &'static str = "a list of piles, each a list of cards";

    fn read(from: &mut Reader<'_, '_>) -> Result<Self, DecodeError> {
        from.one(Self::TYPE)
    }

    fn write(&self, to: &mut Writer) {
        to.one(self);
    }
}
