//! Cells, ships, and the one validator of fleets: the server judges with it, the browser shows with it why a ship
//! can't lie where it is held, and the bots place with it.

use std::fmt;

use serde::{Deserialize, Serialize};

pub use crate::sea_battle::cells::{BOARD, Cell, Cells};
use crate::seed::Rng;

/// Ships of a fleet.
pub const SHIPS: usize = 10;
/// Their sizes, in the order of the wire.
pub const SIZES: [u8; SHIPS] = [1, 1, 1, 1, 2, 2, 2, 3, 3, 4];
/// Cells that all ships of a fleet cover.
pub const FLEET_CELLS: usize = 20;

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
        let reach = if upright { first.y() } else { first.x() };
        (size >= 1 && size <= BOARD - reach).then_some(Self { first, upright, size })
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
        self.area().iter()
    }

    /// Its cells as a set.
    pub const fn area(self) -> Cells {
        Cells::line(self.first, self.upright, self.size)
    }

    /// The first cell of this ship that overlaps or touches the other one.
    pub fn conflict(self, with: Self) -> Option<Cell> {
        self.area().both(with.area().near()).iter().next()
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
        for (index, (plan, size)) in self.0.into_iter().zip(SIZES).enumerate() {
            let Some(ship) = Cell::new(plan.x, plan.y).and_then(|first| Ship::new(first, plan.upright, size))
            else {
                faults.push(off_board(index, plan, size));
                continue;
            };
            for (other, placed) in ships.iter().enumerate() {
                if let Some(at) = placed.and_then(|placed| ship.conflict(placed)) {
                    faults.push(Fault::Touches { ship: index, other, at });
                }
            }
            ships[index] = Some(ship);
        }
        if faults.is_empty() {
            Ok(Fleet { ships: ships.map(|ship| ship.unwrap_or(UNPLACED)) })
        } else {
            Err(faults)
        }
    }
}

/// Names the first cell of a ship that is not on the board.
fn off_board(ship: usize, plan: ShipPlan, size: u8) -> Fault {
    let cell = |i: i64| {
        if plan.upright { (plan.x, plan.y.saturating_add(i)) } else { (plan.x.saturating_add(i), plan.y) }
    };
    let (x, y) =
        (0..i64::from(size)).map(cell).find(|&(x, y)| Cell::new(x, y).is_none()).unwrap_or((plan.x, plan.y));
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
        self.ships.iter().fold(Cells::NONE, |all, ship| all.union(ship.area()))
    }

    /// A random legal fleet: the longest ships first, each at one of the places that are left for it, evenly.
    pub fn random(rng: &mut Rng) -> Self {
        Self::scattered(rng, |_| 1)
    }

    /// A random legal fleet: the longest ships first, each place as likely as its weight says.
    pub fn scattered(rng: &mut Rng, weight: impl Fn(Ship) -> u32) -> Self {
        // With even weights about one board in a thousand is a dead end, so the plain fleet at the end is for weights
        // that leave no room.
        (0..BOARDS_TRIED).find_map(|_| Self::try_scattered(rng, &weight)).unwrap_or_else(Self::plain)
    }

    /// Places a whole fleet without a step back; `None` in a dead end.
    fn try_scattered(rng: &mut Rng, weight: impl Fn(Ship) -> u32) -> Option<Self> {
        let mut ships = [UNPLACED; SHIPS];
        let mut taken = Cells::NONE;
        for (slot, size) in ships.iter_mut().zip(SIZES).rev() {
            let fitting = || places(size).filter(|ship| !ship.area().meets(taken));
            let total = fitting().fold(0, |sum: u32, ship| sum.saturating_add(weight(ship)));
            let mut left = (total > 0).then(|| rng.below(total))?;
            *slot = fitting().find(|&ship| {
                let weight = weight(ship);
                let found = left < weight;
                left = left.saturating_sub(weight);
                found
            })?;
            taken = taken.union(slot.area().near());
        }
        Some(Self { ships })
    }

    /// One legal fleet, always the same: two columns of ships, upright.
    fn plain() -> Self {
        const FIRST: [(u8, u8); SHIPS] =
            [(0, 0), (2, 0), (4, 0), (6, 0), (0, 2), (2, 2), (4, 2), (0, 5), (2, 5), (4, 5)];
        let mut ships = [UNPLACED; SHIPS];
        for ((slot, size), (x, y)) in ships.iter_mut().zip(SIZES).zip(FIRST) {
            *slot = Ship { first: Cell::at(x, y), upright: true, size };
        }
        Self { ships }
    }
}

/// Whole boards that are tried before a fleet is placed as it always fits.
const BOARDS_TRIED: u32 = 100;

/// What stands in a list of ships until its own is found.
const UNPLACED: Ship = Ship { first: Cell::at(0, 0), upright: false, size: 1 };

/// Every place on an empty board for a ship of this size. A ship of 1 lies one way only.
pub fn places(size: u8) -> impl Iterator<Item = Ship> {
    let ways: &[bool] = if size == 1 { &[false] } else { &[false, true] };
    ways.iter().flat_map(move |&upright| Cell::all().filter_map(move |first| Ship::new(first, upright, size)))
}

impl From<Fleet> for Plan {
    fn from(fleet: Fleet) -> Self {
        Self(fleet.ships.map(|ship| ShipPlan {
            upright: ship.upright,
            x: i64::from(ship.first.x()),
            y: i64::from(ship.first.y()),
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

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests;
