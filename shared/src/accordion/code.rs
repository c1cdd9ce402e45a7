//! The numbers that cards have on the wires: suit · 100 + rank, with clubs 0, diamonds 1, hearts 2, spades 3 and ranks
//! from the ace, 1, to the king, 13. The jack of hearts is 211.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::cards::{Card, Rank, Suit};

/// A card as a number on the wires.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "u16", into = "u16")]
pub struct CardCode(pub Card);

/// A number that is no card.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("{0} is no card; cards are 1 to 13, 101 to 113, 201 to 213 and 301 to 313")]
pub struct BadCode(pub u16);

/// The suits by their number.
const SUITS: [Suit; 4] = [Suit::Clubs, Suit::Diamonds, Suit::Hearts, Suit::Spades];

impl TryFrom<u16> for CardCode {
    type Error = BadCode;

    fn try_from(code: u16) -> Result<Self, BadCode> {
        let suit = SUITS.get(usize::from(code / 100)).ok_or(BadCode(code))?;
        let rank = match usize::from(code % 100) {
            1 => Rank::Ace,
            // The two is the first of the list.
            rank @ 2..=13 => Rank::ALL[rank - 2],
            _ => return Err(BadCode(code)),
        };
        Ok(Self(Card { suit: *suit, rank }))
    }
}

impl From<CardCode> for u16 {
    fn from(CardCode(card): CardCode) -> Self {
        let suit = match card.suit {
            Suit::Clubs => 0,
            Suit::Diamonds => 100,
            Suit::Hearts => 200,
            Suit::Spades => 300,
        };
        let rank = if card.rank == Rank::Ace { 1 } else { card.rank as Self + 2 };
        suit + rank
    }
}

impl fmt::Display for CardCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        u16::from(*self).fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_card_has_a_number_of_its_own_and_no_other_number_is_one() {
        let codes: Vec<u16> = (0..=u16::MAX).filter(|&code| CardCode::try_from(code).is_ok()).collect();
        let expected: Vec<u16> =
            [0, 100, 200, 300].into_iter().flat_map(|suit| (1..=13).map(move |rank| suit + rank)).collect();
        assert_eq!(codes, expected);
        for card in Card::all() {
            let code = u16::from(CardCode(card));
            assert_eq!(CardCode::try_from(code), Ok(CardCode(card)), "{card}");
        }
    }

    #[test]
    fn the_example_of_the_assignment_is_the_jack_of_hearts() {
        let jack = Card { suit: Suit::Hearts, rank: Rank::Jack };
        assert_eq!(u16::from(CardCode(jack)), 211);
        assert_eq!(serde_json::to_string(&CardCode(jack)).unwrap(), "211");
        assert!(serde_json::from_str::<CardCode>("214").is_err());
    }
}
