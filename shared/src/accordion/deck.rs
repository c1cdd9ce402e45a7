//! The order in which a deal gives its cards. A deal is a number, so that it can be told to somebody and played again.

use crate::accordion::options::Options;
use crate::cards::{Card, PACK, shuffled};
use crate::seed::Seed;

/// The cards in the order in which they are dealt.
pub type Deck = [Card; PACK];

/// The largest number of a deal: the largest integer up to which every program that reads JSON is exact, and too large
/// for anybody to try all deals that begin with the cards on the table.
pub const LARGEST_DEAL: u64 = (1 << 53) - 1;

/// The cards of a numbered deal.
pub fn deck(deal: u64) -> Deck {
    let cards = shuffled(1, &mut Seed::from_number(deal).rng("accordion deck"));
    std::array::from_fn(|at| cards[at].face())
}

/// The number of the deal of a match: the one that was chosen, or one drawn from the seed. As secret as the seed if
/// none was chosen.
pub fn deal_number(options: &Options, seed: &Seed) -> u64 {
    options.deal.unwrap_or_else(|| {
        let mut rng = seed.rng("accordion deal");
        (u64::from(rng.bits()) << 32 | u64::from(rng.bits())) & LARGEST_DEAL
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Links to deals are passed on: the cards of a number never change.
    #[test]
    fn a_numbered_deal_never_changes() {
        let text = deck(1).map(|card| card.to_string()).join(" ");
        assert_eq!(
            text,
            "9S JH 8D 8S 4S JC QS 5C 3D 2C QD AH KD 4C 9H 5H 7S 10S 4D 2S 9C KH 5D QH 7C 8H 6C KC 6D 9D 10D 4H 3S 2D \
             10C AC QC 7H 3H KS JS 2H AD 10H 6H 8C AS 6S JD 5S 7D 3C"
        );
    }

    #[test]
    fn a_deal_has_every_card_once() {
        let mut cards = deck(LARGEST_DEAL);
        cards.sort();
        assert!(Card::all().eq(cards));
    }

    #[test]
    fn a_deal_is_chosen_or_follows_from_the_seed() {
        let options = |deal| Options { deal, ..Options::default() };
        let (one, two) = (Seed::from_number(1), Seed::from_number(2));
        assert_eq!(deal_number(&options(Some(7)), &one), 7);
        assert_eq!(deal_number(&options(None), &one), deal_number(&options(None), &one));
        assert_ne!(deal_number(&options(None), &one), deal_number(&options(None), &two));
        assert!((0..64).all(|seed| deal_number(&options(None), &Seed::from_number(seed)) <= LARGEST_DEAL));
    }
}
