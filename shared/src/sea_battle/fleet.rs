//! Cells, ships, and the one validator of fleets: the server judges with it, the browser shows with it why a ship
//! can't lie where it is held, and the bots place with it.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::seed::Rng;

/// Columns and rows of the board.
pub const BOARD: u8 = 10;
/// Ships of a fleet.
pub const SHIPS: usize = 10;
/// Their sizes, in the order of the wire.
pub const SIZES: [u8; SHIPS] = [1, 1, 1, 1, 2, 2, 2, 3, 3, 4];
/// Cells that all ships of a fleet cover.
pub const FLEET_CELLS: usize = 20;

/// One cell of the board; both coordinates are below [`BOARD`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell {
    x: u8,
    y: u8,
}

impl Cell {
    /// The cell at these coordinates, if they are on the board. No coordinate, however large, overflows.
    pub fn new(x: i64, y: i64) -> Option<Self> {
        let on_board = |at: i64| u8::try_from(at).ok().filter(|&at| at < BOARD);
        Some(Self { x: on_board(x)?, y: on_board(y)? })
    }

    /// The cell number `index` in reading order, from 0 to 99.
    pub const fn from_index(index: usize) -> Option<Self> {
        if index < 100 {
            // Both are below 10.
            #[allow(clippy::cast_possible_truncation)]
            Some(Self { x: (index % 10) as u8, y: (index / 10) as u8 })
        } else {
            None
        }
    }

    /// Column, from 0.
    pub const fn x(self) -> u8 {
        self.x
    }

    /// Row, from 0.
    pub const fn y(self) -> u8 {
        self.y
    }

    /// Its number in reading order.
    pub const fn index(self) -> usize {
        self.y as usize * BOARD as usize + self.x as usize
    }

    /// All cells in reading order.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..BOARD).flat_map(|y| (0..BOARD).map(move |x| Self { x, y }))
    }

    /// The cell this many columns and rows away, if it is on the board.
    pub fn offset(self, dx: i64, dy: i64) -> Option<Self> {
        Self::new(i64::from(self.x).checked_add(dx)?, i64::from(self.y).checked_add(dy)?)
    }

    /// The up to four cells that share a side.
    pub fn sides(self) -> impl Iterator<Item = Self> {
        [(1, 0), (-1, 0), (0, 1), (0, -1)].into_iter().filter_map(move |(dx, dy)| self.offset(dx, dy))
    }

    /// The up to eight cells around it.
    pub fn around(self) -> impl Iterator<Item = Self> {
        (-1..=1)
            .flat_map(|dy| (-1..=1).map(move |dx| (dx, dy)))
            .filter(|&step| step != (0, 0))
            .filter_map(move |(dx, dy)| self.offset(dx, dy))
    }
}

/// As people say it: a letter for the column, a number from 1 for the row.
impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'A' + self.x), self.y + 1)
    }
}

/// A set of cells, one bit each.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash)]
pub struct Cells(u128);

impl Cells {
    /// No cell.
    pub const NONE: Self = Self(0);

    /// Adds a cell; false if it was there.
    pub const fn insert(&mut self, cell: Cell) -> bool {
        let before = self.0;
        self.0 |= 1 << cell.index();
        before != self.0
    }

    /// True if the cell is in it.
    pub const fn contains(self, cell: Cell) -> bool {
        self.0 >> cell.index() & 1 == 1
    }

    /// Cells of either set.
    #[must_use]
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Cells of this set that are not in the other.
    #[must_use]
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Cells that are in both sets.
    #[must_use]
    pub const fn both(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// How many.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// True if there is none.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The cells in reading order.
    pub fn iter(self) -> impl Iterator<Item = Cell> {
        let mut bits = self.0;
        std::iter::from_fn(move || {
            let cell = Cell::from_index(bits.trailing_zeros() as usize)?;
            bits &= bits - 1;
            Some(cell)
        })
    }

    /// The cells around these, without them.
    #[must_use]
    pub fn ring(self) -> Self {
        self.iter().flat_map(Cell::around).collect::<Self>().without(self)
    }
}

impl FromIterator<Cell> for Cells {
    fn from_iter<I: IntoIterator<Item = Cell>>(cells: I) -> Self {
        let mut set = Self::NONE;
        for cell in cells {
            set.insert(cell);
        }
        set
    }
}

/// One ship as a client says it: nothing is checked yet.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash)]
pub struct ShipPlan {
    /// True: extends to +y; false: to +x.
    pub upright: bool,
    /// Column of the first cell.
    pub x: i64,
    /// Row of the first cell.
    pub y: i64,
}

/// A whole fleet as a client says it: ten ships in the order of [`SIZES`], nothing is checked yet.
///
/// As JSON it is the flat list of 30 values that the wire has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Plan(pub [ShipPlan; SHIPS]);

/// One ship on the board: on it as a whole.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Ship {
    first: Cell,
    upright: bool,
    size: u8,
}

impl Ship {
    /// A ship with its first cell there, if all of it is on the board.
    pub fn new(first: Cell, upright: bool, size: u8) -> Option<Self> {
        let reach = if upright { first.y } else { first.x };
        (size >= 1 && reach + size <= BOARD).then_some(Self { first, upright, size })
    }

    /// Its leftmost or topmost cell.
    pub const fn first(self) -> Cell {
        self.first
    }

    /// True: extends to +y.
    pub const fn upright(self) -> bool {
        self.upright
    }

    /// Number of cells, 1 to 4.
    pub const fn size(self) -> u8 {
        self.size
    }

    /// Its cells, from the first on.
    pub fn cells(self) -> impl Iterator<Item = Cell> {
        (0..self.size).map(move |i| {
            if self.upright {
                Cell { x: self.first.x, y: self.first.y + i }
            } else {
                Cell { x: self.first.x + i, y: self.first.y }
            }
        })
    }

    /// Its cells as a set.
    pub fn area(self) -> Cells {
        self.cells().collect()
    }

    /// The first cell of this ship that overlaps or touches the other one.
    pub fn conflict(self, with: Self) -> Option<Cell> {
        let near = with.area().union(with.area().ring());
        self.cells().find(|&cell| near.contains(cell))
    }
}

/// One thing that is wrong with a fleet. Ships are named by their place in the order of the wire, from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Fault {
    /// The ship leaves the board: this is its first cell that is not on it.
    OffBoard {
        /// Which ship.
        ship: usize,
        /// Column, saturated at the ends of `i64`.
        x: i64,
        /// Row, saturated at the ends of `i64`.
        y: i64,
    },
    /// The ship overlaps another or touches it.
    Touches {
        /// Which ship.
        ship: usize,
        /// Which other, of a lower number.
        other: usize,
        /// The first cell of `ship` where it does.
        at: Cell,
    },
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = |ship: usize| format!("ship {} (of {})", ship + 1, SIZES.get(ship).copied().unwrap_or(0));
        match *self {
            Self::OffBoard { ship, x, y } => write!(f, "{} leaves the board at ({x}, {y})", name(ship)),
            Self::Touches { ship, other, at } => write!(f, "{} touches {} at {at}", name(ship), name(other)),
        }
    }
}

impl Plan {
    /// Checks every ship against the board and against every other, and reports all faults, not only the first.
    ///
    /// # Errors
    /// All faults, in the order of ships.
    pub fn validate(&self) -> Result<Fleet, Vec<Fault>> {
        let mut faults = Vec::new();
        let mut ships = [None; SHIPS];
        for (index, (plan, size)) in self.0.iter().zip(SIZES).enumerate() {
            let ship = Cell::new(plan.x, plan.y).and_then(|first| Ship::new(first, plan.upright, size));
            match ship {
                Some(ship) => {
                    for (other, at) in ships.iter().enumerate().filter_map(|(other, placed): (_, &Option<Ship>)| {
                        placed.and_then(|placed| ship.conflict(placed)).map(|at| (other, at))
                    }) {
                        faults.push(Fault::Touches { ship: index, other, at });
                    }
                    ships[index] = Some(ship);
                }
                None => faults.push(off_board(index, *plan, size)),
            }
        }
        let whole: Vec<Ship> = ships.into_iter().flatten().collect();
        match whole.try_into() {
            Ok(ships) if faults.is_empty() => Ok(Fleet { ships }),
            _ => Err(faults),
        }
    }
}

/// Names the first cell of a ship that is not on the board.
fn off_board(ship: usize, plan: ShipPlan, size: u8) -> Fault {
    let cell = |i: i64| {
        if plan.upright { (plan.x, plan.y.saturating_add(i)) } else { (plan.x.saturating_add(i), plan.y) }
    };
    let (x, y) = (0..i64::from(size))
        .map(cell)
        .find(|&(x, y)| Cell::new(x, y).is_none())
        .unwrap_or((plan.x, plan.y));
    Fault::OffBoard { ship, x, y }
}

/// A fleet that keeps the rules: ten ships on the board, none touching another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "Plan", into = "Plan")]
pub struct Fleet {
    ships: [Ship; SHIPS],
}

impl Fleet {
    /// Its ships in the order of [`SIZES`].
    pub const fn ships(&self) -> &[Ship; SHIPS] {
        &self.ships
    }

    /// The ship on a cell.
    pub fn ship_at(&self, cell: Cell) -> Option<Ship> {
        self.ships.into_iter().find(|ship| ship.area().contains(cell))
    }

    /// Every cell with a ship on it.
    pub fn area(&self) -> Cells {
        self.ships.iter().flat_map(|ship| ship.cells()).collect()
    }

    /// A random legal fleet: the longest ships first, each at one of the places that are left for it, evenly.
    pub fn random(rng: &mut Rng) -> Self {
        // Dead ends are rare (the last ship of 1 nearly always finds a place), and a whole new board is one shuffle.
        loop {
            if let Some(fleet) = Self::weighted(rng, |_| 1) {
                return fleet;
            }
        }
    }

    /// Tries to place a fleet, the longest ships first, each place as likely as its weight says; `None` in a dead end.
    pub fn weighted(rng: &mut Rng, weight: impl Fn(Ship) -> u32) -> Option<Self> {
        let mut ships = [None; SHIPS];
        let mut taken = Cells::NONE;
        for (index, size) in SIZES.into_iter().enumerate().rev() {
            let places: Vec<(Ship, u32)> = places(size)
                .filter(|ship| ship.area().both(taken).is_empty())
                .map(|ship| (ship, weight(ship)))
                .filter(|&(_, weight)| weight > 0)
                .collect();
            let total = places.iter().map(|&(_, weight)| weight).sum();
            if total == 0 {
                return None;
            }
            let mut left = rng.below(total);
            let chosen = places.into_iter().find(|&(_, weight)| {
                let found = left < weight;
                left = left.saturating_sub(weight);
                found
            });
            let (ship, _) = chosen?;
            taken = taken.union(ship.area()).union(ship.area().ring());
            ships[index] = Some(ship);
        }
        let whole: Vec<Ship> = ships.into_iter().flatten().collect();
        whole.try_into().ok().map(|ships| Self { ships })
    }
}

/// Every place on an empty board for a ship of this size. A ship of 1 lies one way only.
pub fn places(size: u8) -> impl Iterator<Item = Ship> {
    let ways: &[bool] = if size == 1 { &[false] } else { &[false, true] };
    ways.iter().flat_map(move |&upright| Cell::all().filter_map(move |first| Ship::new(first, upright, size)))
}

impl From<Fleet> for Plan {
    fn from(fleet: Fleet) -> Self {
        Self(fleet.ships.map(|ship| ShipPlan {
            upright: ship.upright,
            x: i64::from(ship.first.x),
            y: i64::from(ship.first.y),
        }))
    }
}

impl TryFrom<Plan> for Fleet {
    type Error = String;

    fn try_from(plan: Plan) -> Result<Self, String> {
        plan.validate().map_err(|faults| describe(&faults))
    }
}

/// All faults in one sentence each.
pub fn describe(faults: &[Fault]) -> String {
    let texts: Vec<String> = faults.iter().map(ToString::to_string).collect();
    texts.join("; ")
}

/// The flat list of 30 values, as on the wire.
mod flat {
    use serde::de::{Error, SeqAccess, Visitor};
    use serde::ser::SerializeSeq as _;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    use super::{Plan, SHIPS, ShipPlan};

    impl Serialize for Plan {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            let mut list = serializer.serialize_seq(Some(3 * SHIPS))?;
            for ship in &self.0 {
                list.serialize_element(&ship.upright)?;
                list.serialize_element(&ship.x)?;
                list.serialize_element(&ship.y)?;
            }
            list.end()
        }
    }

    impl<'de> Deserialize<'de> for Plan {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            struct List;
            impl<'de> Visitor<'de> for List {
                type Value = Plan;

                fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                    f.write_str("ten times a boolean and two integers")
                }

                fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Plan, A::Error> {
                    let mut ships = [ShipPlan::default(); SHIPS];
                    for (index, ship) in ships.iter_mut().enumerate() {
                        let missing = || A::Error::invalid_length(3 * index, &"30 values");
                        ship.upright = list.next_element()?.ok_or_else(missing)?;
                        ship.x = list.next_element()?.ok_or_else(missing)?;
                        ship.y = list.next_element()?.ok_or_else(missing)?;
                    }
                    Ok(Plan(ships))
                }
            }
            deserializer.deserialize_seq(List)
        }
    }
}

#[cfg(test)]
mod tests;
