//! The stock and the discards. Cards are never made or lost here: [`Table::audit`] would tell.

use crate::cards::{Card, CardId};
use crate::seed::Rng;

/// What lies on the table.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Table {
    /// Face down; the next one to be drawn is the last.
    stock: Vec<CardId>,
    /// Face up; the last card is the one to match.
    discards: Vec<CardId>,
    /// Hands of players who have left: face down, below the discards.
    buried: Vec<CardId>,
}

/// Cards that were drawn.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Drawn {
    /// In the order drawn; fewer than asked for if no more were there.
    pub cards: Vec<CardId>,
    /// True if the discards had to become the stock on the way.
    pub reshuffled: bool,
}

impl Table {
    /// A table with a stock, to be drawn from its first card on.
    pub fn new(mut cards: Vec<CardId>) -> Self {
        cards.reverse();
        Self { stock: cards, ..Self::default() }
    }

    /// The next card of the stock; the discards are never touched.
    pub fn take(&mut self) -> Option<CardId> {
        self.stock.pop()
    }

    /// Lays a card on the discards.
    pub fn discard(&mut self, card: CardId) {
        self.discards.push(card);
    }

    /// Lays a hand under the discards, face down.
    pub fn bury(&mut self, hand: &mut Vec<CardId>) {
        self.buried.append(hand);
    }

    /// Draws up to `count` cards, one by one. Whenever one is needed and the stock is empty, everything that was laid
    /// down but the last card is shuffled and becomes the stock.
    pub fn draw(&mut self, count: u32, rng: impl FnOnce() -> Rng) -> Drawn {
        let mut drawn = Drawn::default();
        let mut rng = Some(rng);
        while drawn.cards.len() < count as usize {
            if self.stock.is_empty() {
                // Once the stock was made anew, only the last card is left of the discards.
                let Some(rng) = rng.take().filter(|_| self.buried.len() + self.discards.len() > 1) else {
                    break;
                };
                self.restock(&mut rng());
                drawn.reshuffled = true;
            }
            drawn.cards.extend(self.stock.pop());
        }
        drawn
    }

    fn restock(&mut self, rng: &mut Rng) {
        let last = self.discards.pop();
        self.stock.append(&mut self.discards);
        self.stock.append(&mut self.buried);
        self.discards.extend(last);
        rng.shuffle(&mut self.stock);
    }

    /// The card to match.
    pub fn last(&self) -> Option<Card> {
        self.discards.last().map(|card| card.face())
    }

    /// What lies face up, the last card last.
    pub fn discards(&self) -> impl Iterator<Item = Card> + '_ {
        self.discards.iter().map(|card| card.face())
    }

    /// Cards in the stock.
    pub fn stock(&self) -> usize {
        self.stock.len()
    }

    /// Cards that lie face down under the discards.
    pub fn buried(&self) -> usize {
        self.buried.len()
    }

    /// Every card on the table.
    pub fn all(&self) -> impl Iterator<Item = CardId> + '_ {
        [&self.stock, &self.discards, &self.buried].into_iter().flatten().copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::seed::Seed;

    fn rng() -> Rng {
        Seed::from_number(1).rng("table")
    }

    fn table(stock: &[u16], discards: &[u16]) -> Table {
        let mut table = Table::new(stock.iter().copied().map(CardId).collect());
        for &card in discards {
            table.discard(CardId(card));
        }
        table
    }

    #[test]
    fn the_first_card_is_drawn_first() {
        let drawn = table(&[4, 5, 6], &[1]).draw(2, rng);
        assert_eq!(drawn, Drawn { cards: vec![CardId(4), CardId(5)], reshuffled: false });
    }

    #[test]
    fn the_last_card_stays_when_the_discards_become_the_stock() {
        let mut table = table(&[9], &[1, 2, 3]);
        let drawn = table.draw(3, rng);
        assert!(drawn.reshuffled);
        assert_eq!(drawn.cards[0], CardId(9));
        let mut rest = drawn.cards[1..].to_vec();
        rest.sort();
        assert_eq!(rest, [CardId(1), CardId(2)]);
        assert_eq!(table.last(), Some(CardId(3).face()));
        assert_eq!(table.stock(), 0);
    }

    #[test]
    fn a_stock_that_is_just_enough_is_not_made_anew() {
        let mut table = table(&[9, 8], &[1, 2]);
        assert!(!table.draw(2, rng).reshuffled);
        assert!(table.draw(1, rng).reshuffled);
    }

    #[test]
    fn one_draws_what_there_is() {
        let mut table = table(&[9], &[1, 2]);
        let drawn = table.draw(8, rng);
        assert_eq!(drawn.cards, [CardId(9), CardId(1)]);
        assert!(drawn.reshuffled);
        // Nothing to shuffle: nothing is said of it.
        assert_eq!(table.draw(1, rng), Drawn::default());
    }

    #[test]
    fn hands_of_those_who_left_come_back_with_the_discards() {
        let mut table = table(&[], &[1]);
        table.bury(&mut vec![CardId(5)]);
        let drawn = table.draw(2, rng);
        assert_eq!(drawn, Drawn { cards: vec![CardId(5)], reshuffled: true });
        assert_eq!(table.last(), Some(CardId(1).face()));
    }
}
