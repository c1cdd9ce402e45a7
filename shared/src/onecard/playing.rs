//! The rules of a turn: which card may be played on which, and what special cards do.

use std::fmt;

use crate::cards::{Card, Rank};

/// What a card adds to an attack: 2 for a Two, 3 for a Three.
pub const fn strength(card: Card) -> Option<u32> {
    match card.rank {
        Rank::Two => Some(2),
        Rank::Three => Some(3),
        _ => None,
    }
}

/// True if the card passes an attack on: a Queen backwards, a Jack over the next seat.
pub const fn redirects(card: Card) -> bool {
    matches!(card.rank, Rank::Queen | Rank::Jack)
}

/// True if the card ends an attack.
pub const fn shields(card: Card) -> bool {
    matches!(card.rank, Rank::Seven)
}

/// True if the card does something beside lying there.
pub const fn is_special(card: Card) -> bool {
    strength(card).is_some() || redirects(card) || shields(card)
}

/// Why a card can't be played.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Objection {
    /// It has neither the suit nor the rank of the last card.
    NoMatch {
        /// The last card.
        last: Card,
    },
    /// There is an attack, and the card does nothing about it.
    UnderAttack {
        /// Cards to draw otherwise.
        attack: u32,
    },
    /// There is an attack, and a Queen or Jack only passes it on if it has the suit of the last card.
    OtherSuit {
        /// The last card.
        last: Card,
    },
}

impl fmt::Display for Objection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoMatch { last } => {
                write!(f, "It has neither the suit nor the rank of the {}.", last.spoken())
            }
            Self::UnderAttack { attack } => write!(
                f,
                "You are under attack: play a matching 2, 3 or 7, a Queen or Jack of the suit, or draw {attack}."
            ),
            Self::OtherSuit { last } => write!(
                f,
                "Under attack a Queen or Jack must be of the suit of the last card, {}.",
                last.suit.name()
            ),
        }
    }
}

/// Whether `card` may be played on `last` under an attack of so many cards (0: none).
///
/// # Errors
/// When it may not, with the reason.
pub fn check(last: Card, attack: u32, card: Card) -> Result<(), Objection> {
    let matches = card.matches(last);
    if attack > 0 {
        if redirects(card) && matches && card.suit != last.suit {
            return Err(Objection::OtherSuit { last });
        }
        if !is_special(card) {
            return Err(Objection::UnderAttack { attack });
        }
    }
    if matches { Ok(()) } else { Err(Objection::NoMatch { last }) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn may(last: &str, attack: u32, card: &str) -> Result<(), Objection> {
        check(last.parse().unwrap(), attack, card.parse().unwrap())
    }

    #[test]
    fn a_card_of_the_same_rank_or_suit_may_be_played() {
        assert_eq!(may("5H", 0, "KH"), Ok(()));
        assert_eq!(may("5H", 0, "5S"), Ok(()));
        assert_eq!(may("5H", 0, "5H"), Ok(()));
        assert!(matches!(may("5H", 0, "KS"), Err(Objection::NoMatch { .. })));
    }

    #[test]
    fn specials_must_match_too_without_an_attack() {
        for card in ["2S", "3S", "7S", "JS", "QS"] {
            assert!(matches!(may("5H", 0, card), Err(Objection::NoMatch { .. })), "{card}");
        }
    }

    #[test]
    fn a_seven_without_an_attack_is_an_ordinary_card() {
        assert_eq!(may("5H", 0, "7H"), Ok(()));
        assert_eq!(may("7S", 0, "7H"), Ok(()));
    }

    #[test]
    fn a_two_three_or_seven_must_match_even_under_attack() {
        assert_eq!(may("2H", 2, "2S"), Ok(()));
        assert_eq!(may("2H", 2, "3H"), Ok(()));
        assert_eq!(may("2H", 2, "7H"), Ok(()));
        assert!(matches!(may("2H", 2, "3S"), Err(Objection::NoMatch { .. })));
        assert!(matches!(may("2H", 2, "7S"), Err(Objection::NoMatch { .. })));
    }

    #[test]
    fn only_a_queen_or_jack_of_the_suit_redirects() {
        assert_eq!(may("2H", 2, "QH"), Ok(()));
        assert_eq!(may("2H", 2, "JH"), Ok(()));
        assert!(matches!(may("2H", 2, "QS"), Err(Objection::NoMatch { .. })));
        // The rank alone is not enough, though it would be without the attack.
        assert!(matches!(may("QH", 2, "QS"), Err(Objection::OtherSuit { .. })));
        assert_eq!(may("QH", 0, "QS"), Ok(()));
        // After a Queen the next redirect has to match the Queen.
        assert_eq!(may("QH", 2, "JH"), Ok(()));
    }

    #[test]
    fn an_ordinary_card_does_not_help_under_attack() {
        assert!(matches!(may("2H", 2, "KH"), Err(Objection::UnderAttack { attack: 2 })));
        assert!(matches!(may("3H", 5, "AS"), Err(Objection::UnderAttack { attack: 5 })));
    }
}
