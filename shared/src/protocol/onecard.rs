//! Messages of OneCard. Opcodes 40 to 49.

use serde::{Deserialize, Serialize};

use crate::cards::{Card, Rank, Suit};
use crate::game::Seat;
use crate::onecard::Direction;
use crate::protocol::codec::ActionNumber;
use crate::protocol::macros::messages;

messages! {
    /// What a player of OneCard says.
    pub enum ClientMessage from "C" {
        /// A card of the own hand is played.
        40 PLAY => Play { n: ActionNumber, card: Face },
        /// One card is drawn, or all cards of the attack.
        41 DRAW => Draw { n: ActionNumber },
    }
}

messages! {
    /// What the server says in OneCard.
    pub enum ServerMessage from "S" {
        /// A round begins, counted from 1. `cards` are the receiver's own in the order dealt, none for spectators; `counts`
        /// has the cards of each seat; `order` what each seat drew for the lead, nothing after the first round.
        42 DEALT => Dealt {
            seq: u64,
            round: u8,
            cards: Vec<Face>,
            counts: Vec<u16>,
            order: Vec<Face>,
            leader: Seat,
            first: Face,
        },
        /// A card was played; `left` cards are in that hand now.
        43 PLAYED => Played { seq: u64, seat: Seat, card: Face, left: u16 },
        /// `count` cards were drawn, 0 if there were none. Which ones is told to the seat itself only. `reshuffled`: the
        /// stock ran out on the way, and all discards but the last became the new one.
        44 DREW => Drew { seq: u64, seat: Seat, count: u16, cards: Option<Vec<Face>>, reshuffled: bool },
        /// Whose turn it is, which way the turn goes (1 to the next higher seat, -1 to the next lower one), and how many cards
        /// the seat has to draw if it does nothing about it (0: no attack). Players get STATE 4 or 5 next.
        45 TURN => Turn { seq: u64, seat: Seat, direction: Direction, attack: u16 },
        /// A round is over. `winner` has no card left, or is null if nobody could go on; then what each seat scores for the
        /// round, what it has in all, and the cards it was left with.
        46 ROUND => Round {
            seq: u64,
            round: u8,
            winner: Option<Seat>,
            points: Vec<i32>,
            totals: Vec<i32>,
            hands: Vec<Vec<Face>>,
        },
    }
}

impl ServerMessage {
    /// The sequence number.
    pub fn seq(&self) -> u64 {
        match self {
            Self::Dealt { seq, .. }
            | Self::Played { seq, .. }
            | Self::Drew { seq, .. }
            | Self::Turn { seq, .. }
            | Self::Round { seq, .. } => *seq,
        }
    }
}

/// A card as a number: suit · 100 + rank, where Spades are 0, Hearts 1, Diamonds 2, Clubs 3, and Jack 11, Queen 12, King
/// 13, Ace 14.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "u16", into = "u16")]
pub struct Face(pub Card);

/// The rank of a Two; the others follow.
const TWO: u16 = 2;

impl From<Face> for u16 {
    fn from(Face(card): Face) -> Self {
        card.suit as Self * 100 + card.rank as Self + TWO
    }
}

impl TryFrom<u16> for Face {
    type Error = &'static str;

    fn try_from(number: u16) -> Result<Self, Self::Error> {
        let suit = Suit::ALL.get(usize::from(number / 100)).copied();
        let rank = (number % 100).checked_sub(TWO).and_then(|rank| Rank::ALL.get(usize::from(rank))).copied();
        match (suit, rank) {
            (Some(suit), Some(rank)) => Ok(Self(Card { suit, rank })),
            _ => Err("a card is suit * 100 + rank"),
        }
    }
}
