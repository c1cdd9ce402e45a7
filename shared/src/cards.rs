//! Playing cards, for every game that is played with them.
//!
//! A [`Card`] is a face: what people see. Where several packs are shuffled together, [`CardId`] tells twins apart.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::seed::Rng;

/// Cards in a pack, without jokers.
pub const PACK: usize = 52;

/// A suit, in the display order of hands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Suit {
    /// ♠
    Spades,
    /// ♥
    Hearts,
    /// ♦
    Diamonds,
    /// ♣
    Clubs,
}

impl Suit {
    /// All four, in the display order of hands.
    pub const ALL: [Self; 4] = [Self::Spades, Self::Hearts, Self::Diamonds, Self::Clubs];

    /// The word people read.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Spades => "Spades",
            Self::Hearts => "Hearts",
            Self::Diamonds => "Diamonds",
            Self::Clubs => "Clubs",
        }
    }

    /// The sign on the card.
    pub const fn symbol(self) -> char {
        match self {
            Self::Spades => '♠',
            Self::Hearts => '♥',
            Self::Diamonds => '♦',
            Self::Clubs => '♣',
        }
    }

    /// The letter in texts.
    const fn letter(self) -> char {
        match self {
            Self::Spades => 'S',
            Self::Hearts => 'H',
            Self::Diamonds => 'D',
            Self::Clubs => 'C',
        }
    }
}

/// A rank, from the Two up to the Ace.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs)] // the names say it
#[repr(u8)]
pub enum Rank {
    Two,
    Three,
    Four,
    Five,
    Six,
    Seven,
    Eight,
    Nine,
    Ten,
    Jack,
    Queen,
    King,
    Ace,
}

impl Rank {
    /// All of them, the Ace last.
    pub const ALL: [Self; 13] = [
        Self::Two,
        Self::Three,
        Self::Four,
        Self::Five,
        Self::Six,
        Self::Seven,
        Self::Eight,
        Self::Nine,
        Self::Ten,
        Self::Jack,
        Self::Queen,
        Self::King,
        Self::Ace,
    ];

    /// A number or a word, such as `10` or `Queen`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Jack => "Jack",
            Self::Queen => "Queen",
            Self::King => "King",
            Self::Ace => "Ace",
            pip => pip.short(),
        }
    }

    /// What stands in the corner of the card, such as `10` or `Q`.
    pub const fn short(self) -> &'static str {
        match self {
            Self::Two => "2",
            Self::Three => "3",
            Self::Four => "4",
            Self::Five => "5",
            Self::Six => "6",
            Self::Seven => "7",
            Self::Eight => "8",
            Self::Nine => "9",
            Self::Ten => "10",
            Self::Jack => "J",
            Self::Queen => "Q",
            Self::King => "K",
            Self::Ace => "A",
        }
    }
}

/// The face of a card. Ordered as hands are shown: by suit, then by rank. In JSON its text, such as `"10H"`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Card {
    /// Spades, Hearts, Diamonds or Clubs.
    pub suit: Suit,
    /// Two to Ace.
    pub rank: Rank,
}

impl Card {
    /// Every face once, in display order.
    pub fn all() -> impl Iterator<Item = Self> {
        Suit::ALL.into_iter().flat_map(|suit| Rank::ALL.into_iter().map(move |rank| Self { suit, rank }))
    }

    /// Its place in display order, from 0 to 51.
    pub const fn index(self) -> usize {
        self.suit as usize * Rank::ALL.len() + self.rank as usize
    }

    /// True if both have the same suit or the same rank.
    pub fn matches(self, other: Self) -> bool {
        self.suit == other.suit || self.rank == other.rank
    }

    /// What is said aloud, such as `Queen of Hearts`.
    pub fn spoken(self) -> String {
        format!("{} of {}", self.rank.name(), self.suit.name())
    }
}

/// Rank and letter of the suit, such as `10H` or `QS`.
impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.rank.short(), self.suit.letter())
    }
}

/// A text that is no card.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("a card is a rank and the letter of a suit, such as 10H or QS")]
pub struct BadCard;

impl FromStr for Card {
    type Err = BadCard;

    fn from_str(text: &str) -> Result<Self, BadCard> {
        let suit = Suit::ALL.into_iter().find(|suit| text.ends_with(suit.letter())).ok_or(BadCard)?;
        let rank = &text[..text.len() - 1];
        let rank = Rank::ALL.into_iter().find(|known| known.short() == rank).ok_or(BadCard)?;
        Ok(Self { suit, rank })
    }
}

impl TryFrom<String> for Card {
    type Error = BadCard;

    fn try_from(text: String) -> Result<Self, BadCard> {
        text.parse()
    }
}

impl From<Card> for String {
    fn from(card: Card) -> Self {
        card.to_string()
    }
}

/// In JSON a card is a text.
#[cfg(feature = "openapi")]
impl utoipa::PartialSchema for Card {
    fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::Schema> {
        String::schema()
    }
}

#[cfg(feature = "openapi")]
impl utoipa::ToSchema for Card {}

/// One card of several packs: an index, 52 a pack. It never leaves the server, since twins would give each other away.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CardId(pub u16);

impl CardId {
    /// What people see of it.
    ///
    /// # Panics
    /// Never: every index has a face.
    pub fn face(self) -> Card {
        let index = usize::from(self.0) % PACK;
        Card { suit: Suit::ALL[index / Rank::ALL.len()], rank: Rank::ALL[index % Rank::ALL.len()] }
    }
}

/// All cards of `packs` packs in a random order, each order equally likely.
pub fn shuffled(packs: u8, rng: &mut Rng) -> Vec<CardId> {
    let mut cards: Vec<CardId> = (0..u16::from(packs) * 52).map(CardId).collect();
    rng.shuffle(&mut cards);
    cards
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::seed::Seed;

    #[test]
    fn every_card_survives_its_text_and_its_index() {
        for (index, card) in Card::all().enumerate() {
            assert_eq!(card.index(), index);
            assert_eq!(card.to_string().parse(), Ok(card));
            assert_eq!(CardId(u16::try_from(index + 2 * PACK).unwrap()).face(), card);
        }
        for text in ["", "H", "1H", "11H", "QX", "qh", "10", "QHH", "Q♥", "♥"] {
            assert_eq!(text.parse::<Card>(), Err(BadCard), "{text}");
        }
    }

    #[test]
    fn hands_are_shown_by_suit_and_then_by_rank() {
        let mut cards: Vec<Card> =
            ["2C", "AS", "10H", "KH", "2S", "3D"].map(|text| text.parse().unwrap()).to_vec();
        cards.sort();
        assert_eq!(
            cards.iter().map(ToString::to_string).collect::<Vec<_>>(),
            ["2S", "AS", "10H", "KH", "3D", "2C"]
        );
    }

    #[test]
    fn a_shuffle_loses_and_makes_no_card() {
        let mut cards = shuffled(3, &mut Seed::from_number(1).rng("cards"));
        assert_ne!(cards, (0..156).map(CardId).collect::<Vec<_>>());
        cards.sort();
        assert_eq!(cards, (0..156).map(CardId).collect::<Vec<_>>());
    }

    #[test]
    fn cards_match_by_suit_or_rank() {
        let card = |text: &str| text.parse::<Card>().unwrap();
        assert!(card("QH").matches(card("2H")));
        assert!(card("QH").matches(card("QS")));
        assert!(!card("QH").matches(card("2S")));
        assert_eq!(card("QH").spoken(), "Queen of Hearts");
    }
}
