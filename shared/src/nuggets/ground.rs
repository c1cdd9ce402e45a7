//! A map together with all that can be seen on it. What can be seen from a spot is worked out when somebody stands
//! there for the first time, and kept; matches on the same map share it.

use std::fmt;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError, Weak};

use crate::nuggets::map::{Map, Point};
use crate::nuggets::sight::Sight;

/// Sights of one map may take this many bytes; on maps of wide open rooms the ones after that are worked out every
/// time. Bundled and generated maps stay far below.
const KEPT_BYTES: usize = 64 << 20;

/// Grounds that somebody holds.
static GROUNDS: Mutex<Vec<Weak<Ground>>> = Mutex::new(Vec::new());

/// A map and its sights.
pub struct Ground {
    map: Map,
    /// One a gridpoint.
    sights: Box<[OnceLock<Arc<Sight>>]>,
    kept: AtomicUsize,
    /// Bytes that sights may take.
    most: usize,
}

impl Ground {
    /// The ground of a map: the one that another match holds already, or a new one.
    pub fn of(map: Map) -> Arc<Self> {
        let mut grounds = GROUNDS.lock().unwrap_or_else(PoisonError::into_inner);
        grounds.retain(|ground| ground.strong_count() > 0);
        if let Some(ground) = grounds.iter().filter_map(Weak::upgrade).find(|ground| ground.map == map) {
            return ground;
        }
        let ground = Arc::new(Self::keeping(map, KEPT_BYTES));
        grounds.push(Arc::downgrade(&ground));
        ground
    }

    fn keeping(map: Map, most: usize) -> Self {
        let sights = (0..map.area()).map(|_| OnceLock::new()).collect();
        Self { map, sights, kept: AtomicUsize::new(0), most }
    }

    /// The map.
    pub fn map(&self) -> &Map {
        &self.map
    }

    /// What can be seen from `eye`.
    pub fn sight(&self, eye: Point) -> Arc<Sight> {
        let work = || Arc::new(Sight::from(&self.map, eye));
        let Some(place) = self.map.index(eye).and_then(|index| self.sights.get(index)) else { return work() };
        if let Some(sight) = place.get() {
            return sight.clone();
        }
        if self.kept.load(Ordering::Relaxed) >= self.most {
            return work();
        }
        let kept = || {
            let sight = work();
            self.kept.fetch_add(sight.bytes(), Ordering::Relaxed);
            sight
        };
        place.get_or_init(kept).clone()
    }
}

impl PartialEq for Ground {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self, other) || self.map == other.map
    }
}

impl fmt::Debug for Ground {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.map.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn matches_on_one_map_share_their_sights() {
        let map = Map::parse("+---+\n|...|\n+---+").unwrap();
        let (one, two) = (Ground::of(map.clone()), Ground::of(map));
        assert!(Arc::ptr_eq(&one, &two));
        let eye = Point { row: 1, column: 2 };
        assert!(Arc::ptr_eq(&one.sight(eye), &two.sight(eye)), "worked out once");
        assert!(!Arc::ptr_eq(&one, &Ground::of(Map::parse("...").unwrap())));
    }

    #[test]
    fn wide_open_maps_keep_no_more_than_they_may() {
        let map = Map::parse(&format!("{}\n", ".".repeat(100)).repeat(100)).unwrap();
        let most = 40_000;
        let ground = Ground::keeping(map, most);
        let one = ground.sight(Point { row: 0, column: 0 }).bytes();
        for column in 0..100 {
            let eye = Point { row: 50, column };
            assert!(ground.sight(eye).contains(Point { row: 99, column: 99 }), "seen all the same");
        }
        let kept = ground.kept.load(Ordering::Relaxed);
        assert!(kept >= most && kept < most + one, "{kept}");
    }
}
