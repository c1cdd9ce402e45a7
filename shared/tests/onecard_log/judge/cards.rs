//! Cards as a log names them.

const SUITS: [&str; 4] = ["Spades", "Hearts", "Diamonds", "Clubs"];
const RANKS: [&str; 13] = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "Jack", "Queen", "King", "Ace"];

/// Ordered as hands are shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Card {
    /// An index into the suits.
    pub suit: usize,
    /// An index into the ranks.
    rank: usize,
}

impl Card {
    /// Such as `Hearts Queen`.
    pub fn read(text: &str) -> Option<Self> {
        let (suit, rank) = text.split_once(' ')?;
        let suit = SUITS.iter().position(|known| *known == suit)?;
        let rank = RANKS.iter().position(|known| *known == rank)?;
        Some(Self { suit, rank })
    }

    /// Its rank, as a log names it.
    pub fn rank(self) -> &'static str {
        RANKS[self.rank]
    }

    /// For the decision who leads: the lowest rank, then the lowest suit.
    pub fn lead(self) -> (usize, usize) {
        (self.rank, self.suit)
    }

    pub fn matches(self, other: Self) -> bool {
        self.suit == other.suit || self.rank == other.rank
    }
}

/// Every face once, in display order.
pub fn faces() -> impl Iterator<Item = Card> {
    (0..SUITS.len()).flat_map(|suit| (0..RANKS.len()).map(move |rank| Card { suit, rank }))
}
