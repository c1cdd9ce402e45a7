//! What the shots so far tell whoever shoots next.

use crate::sea_battle::cells::{Cell, Cells};
use crate::sea_battle::view::Board;

/// Sizes of ships go from 1 to this.
pub const LONGEST_SHIP: usize = 4;

/// The other board, as far as it is known.
#[derive(Debug, Clone)]
pub struct Sea {
    /// Cells that can be shot at.
    pub open: Cells,
    /// Hits on ships that still float.
    pub burning: Cells,
    /// The sunk ships.
    pub wrecks: Vec<Cells>,
    /// How many ships of each size still float, by size.
    pub afloat: [u8; LONGEST_SHIP + 1],
}

impl Sea {
    /// What the shots on a board tell.
    pub fn of(board: &Board) -> Self {
        let known = board.knowledge();
        let mut afloat = [0; LONGEST_SHIP + 1];
        for &size in &board.afloat {
            if let Some(count) = afloat.get_mut(usize::from(size)) {
                *count += 1;
            }
        }
        Self {
            open: Cells::ALL.without(known.closed()),
            burning: known.burning(),
            wrecks: known.wrecks,
            afloat,
        }
    }

    /// Cells where no ship that floats can lie.
    pub fn water(&self) -> Cells {
        Cells::ALL.without(self.open).without(self.burning)
    }

    /// A cell of a ship that was found and not sunk.
    pub fn found(&self) -> Option<Cell> {
        self.burning.iter().next()
    }

    /// The cells where a ship that was hit at `cell` may go on. Ships are straight and don't touch, so nothing lies at
    /// the corner of a hit; for a ship of two hits or more only its ends are left.
    pub fn around_ship(&self, cell: Cell) -> Cells {
        self.burning.connected(cell).with_sides().both(self.open).without(self.burning.corners())
    }
}
