//! How likely a ship lies on each cell.
//!
//! The other fleet is imagined as [`Fleet::random`](crate::sea_battle::Fleet::random) places one: evenly among the places
//! that are left. So each place that the shots leave possible counts, and counts less the more room it has around it, since
//! another ship may lie there.
//!
//! People don't place evenly, though: many hug the rim. The bot holds both for possible, and weighs them by how well
//! they explain what the shots have shown (Bayes' rule). Without the second suspicion a fleet along the rim
//! costs it eight more shots than a random one; with it, less than two.

use std::array;
use std::sync::LazyLock;

use crate::sea_battle::bot::harbour::along_the_rim;
use crate::sea_battle::bot::sea::{LONGEST_SHIP, Sea};
use crate::sea_battle::cells::{BOARD, Cell, Cells};
use crate::sea_battle::fleet::{Ship, places};

/// One number for each cell.
type PerCell = [f64; BOARD as usize * BOARD as usize];

const NOTHING: PerCell = [0.0; BOARD as usize * BOARD as usize];

/// A place where a ship can lie on an empty board, with what is asked of it again and again.
struct Place {
    area: Cells,
    ring: Cells,
    cells: Vec<usize>,
    along_the_rim: bool,
}

impl From<Ship> for Place {
    fn from(ship: Ship) -> Self {
        Self {
            area: ship.area(),
            ring: ship.area().ring(),
            cells: ship.cells().map(Cell::index).collect(),
            along_the_rim: along_the_rim(ship),
        }
    }
}

/// All places, by the size of the ship.
static PLACES: LazyLock<[Vec<Place>; LONGEST_SHIP + 1]> = LazyLock::new(|| {
    let mut size = 0..;
    array::from_fn(|_| size.next().into_iter().flat_map(places).map(Place::from).collect())
});

/// A way in which the other fleet may have been placed.
struct Suspicion {
    /// How likely it is before the first shot.
    prior: f64,
    /// How many times likelier a place along the rim is than another.
    rim: f64,
}

const SUSPICIONS: [Suspicion; 2] =
    [Suspicion { prior: 0.98, rim: 1.0 }, Suspicion { prior: 0.02, rim: 10.0 }];

/// Of the cells of other ships, the share that counts as being in the way: ships hang together, so they block fewer
/// places than as many single cells would. Measured.
const IN_THE_WAY: f64 = 0.4;

/// What a cell more of water around a sunk ship of 1 is worth, as a share of a hit: it need not be shot at. Measured;
/// for longer ships it is nothing.
const WORTH_OF_RING: f64 = 0.03;

/// The cells where a shot is worth most: mostly one. None if no ship fits anywhere.
pub fn best(sea: &Sea) -> Cells {
    let kinds: Vec<Kind> = (1..=LONGEST_SHIP).filter_map(|size| Kind::of(sea, size)).collect();
    let worths: Vec<Worth> = match sea.found() {
        Some(cell) => kinds.iter().map(|kind| kind.found(sea, cell)).collect(),
        None => kinds.iter().map(|kind| kind.hidden(sea)).collect(),
    };
    let mut total = NOTHING;
    for suspicion in SUSPICIONS {
        let missed: f64 = kinds.iter().map(|kind| kind.missed(&suspicion)).product();
        let likely = suspicion.prior * sunk(sea, &suspicion) * missed;
        for (kind, worth) in kinds.iter().zip(&worths) {
            worth.add(likely * f64::from(kind.count), &suspicion, &mut total);
        }
    }
    // A ship that was found is followed cell by cell.
    let choice = sea.found().map_or(sea.open, |cell| sea.around_ship(cell));
    let most = choice.iter().map(|cell| total[cell.index()]).fold(0.0, f64::max);
    // Sums of the same numbers in another order differ by a little; symmetrical cells shall be equal.
    let enough = most * (1.0 - 1e-9);
    choice.iter().filter(|cell| most > 0.0 && total[cell.index()] >= enough).collect()
}

/// How likely the sunk ships lie where they do.
fn sunk(sea: &Sea, suspicion: &Suspicion) -> f64 {
    let likely = |wreck: &Cells| {
        let places = PLACES.get(wreck.len())?;
        let place = places.iter().find(|place| place.area == *wreck)?;
        Some(Split::of(1.0, place).under(suspicion) / Split::sum(places).under(suspicion))
    };
    sea.wrecks.iter().filter_map(likely).product()
}

/// A sum over places, kept apart for those along the rim and the others, so that it is made once for all suspicions.
#[derive(Clone, Copy)]
struct Split<T> {
    rim: T,
    inner: T,
}

impl<T> Split<T> {
    fn part(&mut self, place: &Place) -> &mut T {
        if place.along_the_rim { &mut self.rim } else { &mut self.inner }
    }
}

impl Split<f64> {
    const ZERO: Self = Self { rim: 0.0, inner: 0.0 };

    fn of(weight: f64, place: &Place) -> Self {
        let mut split = Self::ZERO;
        *split.part(place) = weight;
        split
    }

    fn sum<'a>(places: impl IntoIterator<Item = &'a Place>) -> Self {
        let mut sum = Self::ZERO;
        for place in places {
            *sum.part(place) += 1.0;
        }
        sum
    }

    fn under(self, suspicion: &Suspicion) -> f64 {
        self.rim * suspicion.rim + self.inner
    }
}

/// What ships of one size are worth on each cell: the sums of the places that cover it, and what they are a share of.
struct Worth {
    sums: Split<PerCell>,
    whole: Split<f64>,
}

impl Worth {
    const NONE: Self = Self { sums: Split { rim: NOTHING, inner: NOTHING }, whole: Split::ZERO };

    fn cover(&mut self, place: &Place, worth: f64) {
        let sums = self.sums.part(place);
        for &cell in &place.cells {
            sums[cell] += worth;
        }
    }

    fn add(&self, factor: f64, suspicion: &Suspicion, total: &mut PerCell) {
        let whole = self.whole.under(suspicion);
        if whole <= 0.0 {
            return;
        }
        for ((total, rim), inner) in total.iter_mut().zip(&self.sums.rim).zip(&self.sums.inner) {
            *total += factor / whole * (rim * suspicion.rim + inner);
        }
    }
}

/// The ships of one size that float.
struct Kind {
    size: usize,
    count: u8,
    /// Where they can lie: no shot has shown water there.
    possible: Vec<&'static Place>,
}

impl Kind {
    /// `None` if no ship of this size floats.
    fn of(sea: &Sea, size: usize) -> Option<Self> {
        let count = sea.afloat[size];
        let water = sea.water();
        let possible = PLACES[size].iter().filter(|place| !place.area.meets(water)).collect();
        (count > 0).then_some(Self { size, count, possible })
    }

    /// How likely every shot so far has missed these ships.
    fn missed(&self, suspicion: &Suspicion) -> f64 {
        let possible = Split::sum(self.possible.iter().copied()).under(suspicion);
        (possible / Split::sum(&PLACES[self.size]).under(suspicion)).powi(self.count.into())
    }

    /// If the ship that was hit at `cell` is one of these: all of what was hit, something that was not, and no hit beside.
    fn found(&self, sea: &Sea, cell: Cell) -> Worth {
        let ship = sea.burning.connected(cell);
        let mut worth = Worth { whole: Split::sum(&PLACES[self.size]), ..Worth::NONE };
        for place in &self.possible {
            if ship.within(place.area) && place.area.meets(sea.open) && !place.ring.meets(sea.burning) {
                worth.cover(place, 1.0);
            }
        }
        worth
    }

    /// As long as no ship is found: each possible place, by how likely no other ship is in its way.
    fn hidden(&self, sea: &Sea) -> Worth {
        let water = sea.water();
        let free = self.free_cells(sea);
        let mut worth = Worth::NONE;
        for place in &self.possible {
            let room = small(place.ring.without(water).len());
            let weight = free.powi(room.into());
            let saved = if self.size == 1 { WORTH_OF_RING * f64::from(room) } else { 0.0 };
            *worth.whole.part(place) += weight;
            worth.cover(place, weight * (1.0 + saved));
        }
        worth
    }

    /// The share of open cells that is not in the way of these ships: others of their size and longer ones are.
    fn free_cells(&self, sea: &Sea) -> f64 {
        let longer: usize = (self.size..=LONGEST_SHIP).map(|size| size * usize::from(sea.afloat[size])).sum();
        let others = f64::from(small(longer.saturating_sub(self.size)));
        (1.0 - IN_THE_WAY * others / f64::from(small(sea.open.len()).max(1))).max(0.0)
    }
}

/// A number of cells of the board, which is 100 at most.
fn small(cells: usize) -> u8 {
    u8::try_from(cells).unwrap_or(u8::MAX)
}
