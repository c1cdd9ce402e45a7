//! What a seat does in a match of OneCard, and what happens.

use serde::{Deserialize, Serialize};

use crate::cards::Card;
use crate::game::{Audience, Outcome, Seat};
use crate::onecard::ring::Direction;

/// What a seat does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum Action {
    /// Plays a card of its hand.
    Play(Card),
    /// Draws one card, or all cards of the attack.
    Draw,
}

/// What happened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Event {
    /// Somebody took a seat.
    Seated {
        /// Which.
        seat: Seat,
        /// The name to show.
        name: String,
    },
    /// A round was dealt. Everybody is told with the own hand only.
    Dealt {
        /// Who is told.
        to: Audience,
        /// Counted from 1.
        round: u8,
        /// The receiver's cards in the order dealt; empty for spectators.
        hand: Vec<Card>,
        /// Cards of each seat.
        counts: Vec<u16>,
        /// What each seat drew for the lead; empty after the first round.
        order: Vec<Card>,
        /// Who leads.
        leader: Seat,
        /// The card to match.
        first: Card,
    },
    /// A card was played.
    Played {
        /// By whom.
        seat: Seat,
        /// Which.
        card: Card,
        /// Cards left in the hand.
        left: u16,
    },
    /// Cards were drawn, or none if there were none.
    Drew {
        /// By whom.
        seat: Seat,
        /// How many.
        count: u16,
        /// Which, in the order drawn; `None` for everybody else.
        cards: Option<Vec<Card>>,
        /// True if the discards became the stock on the way.
        reshuffled: bool,
    },
    /// Whose turn it is now.
    Turn {
        /// Who is to act.
        seat: Seat,
        /// The way the turn goes.
        direction: Direction,
        /// Cards the seat has to draw if it does nothing about it; 0: no attack.
        attack: u16,
    },
    /// Those who sit are told whether something is asked of them: the sequel of [`Event::Turn`].
    Awaited {
        /// Who is to act.
        seat: Seat,
    },
    /// A round is over.
    Round {
        /// Which, counted from 1.
        round: u8,
        /// Who has no card left; `None` if nobody could go on.
        winner: Option<Seat>,
        /// What each seat scores for it: 0 or less.
        points: Vec<i32>,
        /// What each seat has so far.
        totals: Vec<i32>,
        /// What each seat was left with, in display order.
        hands: Vec<Vec<Card>>,
    },
    /// Somebody gave up: the seat is passed over from now on, its cards lie face down under the discards.
    Left {
        /// Who.
        seat: Seat,
    },
    /// The match is over.
    Over {
        /// How.
        outcome: Outcome,
    },
}
