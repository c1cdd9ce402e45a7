//! Cells of the board, and sets of them as bits.

use std::fmt;

/// Columns and rows of the board.
pub const BOARD: u8 = 10;

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

    /// The cell at coordinates that are known to be on the board.
    pub(super) const fn at(x: u8, y: u8) -> Self {
        assert!(x < BOARD && y < BOARD);
        Self { x, y }
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

/// A set of cells: bit number [`Cell::index`] of 128 for each, the upper 28 stay 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash)]
pub struct Cells(u128);

const ROW: u32 = BOARD as u32;
const ALL: u128 = (1 << 100) - 1;
/// One bit in each row: the leftmost column.
const LEFT: u128 = {
    let mut bits = 0;
    let mut row = 0;
    while row < BOARD {
        bits |= 1 << (row * BOARD);
        row += 1;
    }
    bits
};
const RIGHT: u128 = LEFT << (BOARD - 1);

impl Cells {
    /// No cell.
    pub const NONE: Self = Self(0);
    /// The whole board.
    pub const ALL: Self = Self(ALL);
    /// The outermost cells of the board.
    pub const RIM: Self = Self(LEFT | RIGHT | ((1 << ROW) - 1) | (((1 << ROW) - 1) << (ROW * (ROW - 1))));

    /// That cell alone.
    pub const fn one(cell: Cell) -> Self {
        Self(1 << cell.index())
    }

    /// `size` cells in a line, down (`upright`) or to the right. The caller has checked that they are on the board.
    pub(super) const fn line(first: Cell, upright: bool, size: u8) -> Self {
        let line = if upright { LEFT & ((1 << (size as u32 * ROW)) - 1) } else { (1 << size) - 1 };
        Self(line << first.index())
    }

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

    /// True if some cell is in both sets.
    pub const fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// True if every cell of this set is in the other.
    pub const fn within(self, other: Self) -> bool {
        self.0 & !other.0 == 0
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

    /// These cells and those that share a side with one.
    #[must_use]
    pub const fn with_sides(self) -> Self {
        Self((self.beside() | self.0 << ROW | self.0 >> ROW) & ALL)
    }

    /// The cells that touch one of these at a corner.
    #[must_use]
    pub const fn corners(self) -> Self {
        let beside = (self.0 & !RIGHT) << 1 | (self.0 & !LEFT) >> 1;
        Self((beside << ROW | beside >> ROW) & ALL)
    }

    /// These cells and all around them, corners too.
    #[must_use]
    pub const fn near(self) -> Self {
        let beside = self.beside();
        Self((beside | beside << ROW | beside >> ROW) & ALL)
    }

    /// The cells around these, without them.
    #[must_use]
    pub const fn ring(self) -> Self {
        self.near().without(self)
    }

    /// The cells of this set that hang together with `cell` by their sides, itself among them.
    #[must_use]
    pub fn connected(self, cell: Cell) -> Self {
        let mut found = Self::one(cell);
        loop {
            let more = found.union(found.with_sides().both(self));
            if more == found {
                return found;
            }
            found = more;
        }
    }

    /// These cells and their neighbours in the same row.
    const fn beside(self) -> u128 {
        self.0 | (self.0 & !RIGHT) << 1 | (self.0 & !LEFT) >> 1
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
