//! The own hand as it lies in front of a player: in which order, and which of two equal cards is which.
//!
//! The server knows hands as cards in the order they came. Here each card keeps its place while others come and go, so
//! that a drawing of it can move instead of being made anew.

use shared::cards::Card;

/// One card of the hand. Twins of two packs are told apart by `copy`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Held {
    /// What is on it.
    pub card: Card,
    /// Counted from 0 among equal cards.
    pub copy: u16,
}

/// A hand in its order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hand {
    cards: Vec<Held>,
    sorted: bool,
}

impl Default for Hand {
    fn default() -> Self {
        Self { cards: Vec::new(), sorted: true }
    }
}

impl Hand {
    /// The cards from left to right.
    pub fn cards(&self) -> &[Held] {
        &self.cards
    }

    /// True while the hand keeps itself in display order.
    pub fn is_sorted(&self) -> bool {
        self.sorted
    }

    /// Brings the hand up to date. Cards that are still there keep their places, new ones come last; of equal cards
    /// `played` is the one that goes.
    pub fn follow(&mut self, now: &[Card], played: Option<Held>) {
        let count = |card: Card| now.iter().filter(|&&other| other == card).count();
        let mut index = 0;
        while let Some(&held) = self.cards.get(index) {
            let twins = self.cards.iter().filter(|other| other.card == held.card).count();
            // With one too many, the one that was played goes; if that is none of them, the first does.
            let spared = played != Some(held)
                && self.cards.iter().any(|other| Some(*other) == played && other.card == held.card);
            if twins > count(held.card) && !spared {
                self.cards.remove(index);
                index = 0;
            } else {
                index += 1;
            }
        }
        for &card in now {
            let twins = |copy: u16| self.cards.contains(&Held { card, copy });
            if self.cards.iter().filter(|held| held.card == card).count() < count(card) {
                // There are at most 20 packs, so one of the first 21 numbers is free.
                let copy = (0..=u16::MAX).find(|&copy| !twins(copy)).unwrap_or_default();
                self.cards.push(Held { card, copy });
            }
        }
        self.tidy();
    }

    /// Lets the hand keep itself sorted, or leaves it to the player.
    pub fn set_sorted(&mut self, sorted: bool) {
        self.sorted = sorted;
        self.tidy();
    }

    /// Moves the card at `from` to the place `to`. From then on the order is the player's.
    pub fn shift(&mut self, from: usize, to: usize) {
        let to = to.min(self.cards.len().saturating_sub(1));
        if from < self.cards.len() && from != to {
            self.sorted = false;
            let card = self.cards.remove(from);
            self.cards.insert(to, card);
        }
    }

    /// Where a card lies.
    pub fn place(&self, held: Held) -> Option<usize> {
        self.cards.iter().position(|other| *other == held)
    }

    fn tidy(&mut self) {
        if self.sorted {
            self.cards.sort_unstable();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cards(text: &str) -> Vec<Card> {
        text.split_whitespace().map(|card| card.parse().unwrap()).collect()
    }

    fn shown(hand: &Hand) -> String {
        let words: Vec<String> =
            hand.cards.iter().map(|held| format!("{}{}", held.card, held.copy)).collect();
        words.join(" ")
    }

    fn held(text: &str, copy: u16) -> Held {
        Held { card: text.parse().unwrap(), copy }
    }

    #[test]
    fn a_hand_keeps_itself_sorted() {
        let mut hand = Hand::default();
        hand.follow(&cards("5C 2S KH 2S"), None);
        assert_eq!(shown(&hand), "2S0 2S1 KH0 5C0");
        hand.follow(&cards("5C 2S KH 2S 3H"), None);
        assert_eq!(shown(&hand), "2S0 2S1 3H0 KH0 5C0");
    }

    #[test]
    fn the_twin_that_was_played_goes() {
        let mut hand = Hand::default();
        hand.follow(&cards("2S KH 2S"), None);
        let mut other = hand.clone();
        hand.follow(&cards("2S KH"), Some(held("2S", 0)));
        assert_eq!(shown(&hand), "2S1 KH0");
        other.follow(&cards("2S KH"), Some(held("2S", 1)));
        assert_eq!(shown(&other), "2S0 KH0");
        // A new twin takes the number that is free.
        hand.follow(&cards("2S KH 2S"), None);
        assert_eq!(shown(&hand), "2S0 2S1 KH0");
    }

    #[test]
    fn cards_keep_their_places_in_an_order_made_by_hand() {
        let mut hand = Hand::default();
        hand.follow(&cards("2S 9H 5C"), None);
        hand.shift(2, 0);
        assert_eq!((shown(&hand).as_str(), hand.is_sorted()), ("5C0 2S0 9H0", false));
        hand.follow(&cards("2S 5C 3S 3D"), Some(held("9H", 0)));
        assert_eq!(shown(&hand), "5C0 2S0 3S0 3D0");
        hand.set_sorted(true);
        assert_eq!(shown(&hand), "2S0 3S0 3D0 5C0");
    }

    #[test]
    fn a_new_deal_leaves_nothing_of_the_old_one() {
        let mut hand = Hand::default();
        hand.follow(&cards("2S 9H 5C"), None);
        hand.follow(&cards("AD AD"), None);
        assert_eq!(shown(&hand), "AD0 AD1");
        hand.follow(&[], None);
        assert_eq!(shown(&hand), "");
        hand.shift(0, 3);
    }
}
