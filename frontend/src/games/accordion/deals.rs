//! What this browser remembers of single deals of practice: the fewest piles of each.

use serde::{Deserialize, Serialize};

use crate::browser::storage::{self, Keep};

/// Where it is kept.
const KEY: &str = "parlour.accordion.deals";
/// Deals that are remembered; those played longest ago go first.
const MOST: usize = 300;

/// The best results, by deal.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Deals(Vec<(u64, u32)>);

impl Deals {
    /// What is kept.
    pub fn kept() -> Self {
        storage::get_json(Keep::ForGood, KEY).unwrap_or_default()
    }

    /// Keeps it.
    pub fn keep(&self) {
        storage::set_json(Keep::ForGood, KEY, self);
    }

    /// The fewest piles of a deal.
    pub fn best(&self, deal: u64) -> Option<u32> {
        self.0.iter().find(|(other, _)| *other == deal).map(|(_, piles)| *piles)
    }

    /// With one game more.
    #[must_use]
    pub fn with(mut self, deal: u64, piles: u32) -> Self {
        let best = self.best(deal).map_or(piles, |best| best.min(piles));
        self.0.retain(|(other, _)| *other != deal);
        self.0.push((deal, best));
        let over = self.0.len().saturating_sub(MOST);
        self.0.drain(..over);
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_of_a_deal_stays() {
        let deals = Deals::default().with(7, 5).with(8, 3).with(7, 9);
        assert_eq!((deals.best(7), deals.best(8), deals.best(9)), (Some(5), Some(3), None));
        assert_eq!(deals.with(7, 2).best(7), Some(2));
    }

    #[test]
    fn the_deal_played_longest_ago_is_forgotten_first() {
        let mut deals = Deals::default();
        for deal in 0..=MOST as u64 {
            deals = deals.with(deal.max(1), 4).with(1, 4);
        }
        assert_eq!(deals.0.len(), MOST);
        assert_eq!((deals.best(1), deals.best(2), deals.best(MOST as u64)), (Some(4), Some(4), Some(4)));
        let deals = deals.with(1_000, 4);
        assert_eq!((deals.best(2), deals.best(1)), (None, Some(4)));
    }
}
