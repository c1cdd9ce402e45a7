//! From a point on the screen to a cell, and from cells to the drawing. Nothing here knows a browser.
//!
//! A board is drawn in units of 100 a cell with a frame of 30 around it. Points are mapped through the rectangle the
//! board has at that very moment, so that scrolling, zoom and a turned phone never shift a shot.

use shared::sea_battle::{BOARD, Cell, Ship};

/// Units of the drawing along one cell.
pub const UNIT: i32 = 100;
/// The frame around the ten cells, in the same units.
pub const FRAME: f64 = 30.0;

/// The first cell.
pub const A1: Cell = match Cell::from_index(0) {
    Some(cell) => cell,
    None => unreachable!(),
};

const CELLS: f64 = BOARD as f64;
/// The frame as a part of the whole side: 30 of 1,060, the 2.83 % of the style sheet.
const FRAME_PART: f64 = FRAME / (CELLS * UNIT as f64 + 2.0 * FRAME);

/// Where a board is on the screen, frame included, in CSS pixels.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct BoardRect {
    /// Left edge.
    pub left: f64,
    /// Top edge.
    pub top: f64,
    /// Width.
    pub width: f64,
    /// Height.
    pub height: f64,
}

/// A place on the board in cells and parts of cells; (0, 0) is the corner of A1.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Spot {
    /// Columns from the left.
    pub x: f64,
    /// Rows from the top.
    pub y: f64,
}

impl BoardRect {
    /// The place on the board under a point of the screen; it may lie outside the cells. `None` while the board has
    /// no size.
    pub fn spot(self, x: f64, y: f64) -> Option<Spot> {
        let along = |at: f64, start: f64, length: f64| {
            let part = (at - start) / length;
            let spot = (part - FRAME_PART) / (1.0 - 2.0 * FRAME_PART) * CELLS;
            spot.is_finite().then_some(spot)
        };
        Some(Spot { x: along(x, self.left, self.width)?, y: along(y, self.top, self.height)? })
    }

    /// The cell under a point of the screen.
    pub fn cell(self, x: f64, y: f64) -> Option<Cell> {
        let spot = self.spot(x, y)?;
        Cell::new(whole(spot.x), whole(spot.y))
    }

    /// Length of one cell on the screen, in CSS pixels.
    pub fn cell_length(self) -> f64 {
        self.width * (1.0 - 2.0 * FRAME_PART) / CELLS
    }
}

/// Where a ship is held by the pointer: cells from its first corner to the pointer.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Grip {
    /// Along the columns.
    pub x: f64,
    /// Along the rows.
    pub y: f64,
}

impl Grip {
    /// In the middle of a ship.
    pub fn middle(size: u8, upright: bool) -> Self {
        let along = f64::from(size) / 2.0;
        if upright { Self { x: 0.5, y: along } } else { Self { x: along, y: 0.5 } }
    }

    /// At the place where a ship on the board was touched.
    pub fn on(ship: Ship, at: Spot) -> Self {
        Self { x: at.x - f64::from(ship.first().x()), y: at.y - f64::from(ship.first().y()) }
    }

    /// The same place of the ship after it was turned about its first cell.
    #[must_use]
    pub fn turned(self) -> Self {
        Self { x: self.y, y: self.x }
    }

    /// The ship's first cell with the pointer at that place, moved just so far that the whole ship is on the board.
    /// `None` if the pointer is not over the board.
    pub fn first_cell(self, at: Spot, size: u8, upright: bool) -> Option<Cell> {
        Cell::new(whole(at.x), whole(at.y))?;
        let near = |at: f64, grip: f64, length: u8| {
            let most = i64::from(BOARD) - i64::from(length);
            whole(at - grip + 0.5).clamp(0, most)
        };
        let (width, height) = if upright { (1, size) } else { (size, 1) };
        Cell::new(near(at.x, self.x, width), near(at.y, self.y, height))
    }
}

/// The whole number at or below `value`; far values end at the limits of the type.
fn whole(value: f64) -> i64 {
    // `as` saturates, which is what is wanted of a pointer far outside.
    #[allow(clippy::cast_possible_truncation)]
    let whole = value.floor() as i64;
    whole
}

/// The left and top edge of a cell in the drawing.
pub fn corner(cell: Cell) -> (i32, i32) {
    (i32::from(cell.x()) * UNIT, i32::from(cell.y()) * UNIT)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As wide as the frame and ten cells of 40 pixels, and off the corner of the window.
    const RECT: BoardRect = BoardRect { left: 100.0, top: 50.0, width: 424.0, height: 424.0 };

    fn cell(x: i64, y: i64) -> Cell {
        Cell::new(x, y).unwrap()
    }

    #[test]
    fn a_point_finds_its_cell_and_axes_are_not_swapped() {
        // 100 + 12 of frame + 3 cells of 40 + 1; 50 + 12 + 1 cell + 1.
        assert_eq!(RECT.cell(233.0, 103.0), Some(cell(3, 1)));
        assert_eq!(RECT.cell(112.5, 62.5), Some(cell(0, 0)));
        assert_eq!(RECT.cell(511.5, 461.5), Some(cell(9, 9)));
    }

    #[test]
    fn the_frame_and_everything_outside_is_no_cell() {
        for (x, y) in
            [(111.0, 200.0), (200.0, 61.0), (513.0, 200.0), (200.0, 463.0), (-1e300, 0.0), (0.0, 1e300)]
        {
            assert_eq!(RECT.cell(x, y), None, "{x}, {y}");
        }
    }

    #[test]
    fn a_board_without_size_has_no_cell() {
        let empty = BoardRect { width: 0.0, height: 0.0, ..RECT };
        assert_eq!(empty.cell(100.0, 50.0), None);
    }

    #[test]
    fn scrolling_and_zoom_move_the_cells_along() {
        let scrolled = BoardRect { top: RECT.top - 300.0, ..RECT };
        assert_eq!(scrolled.cell(233.0, -197.0), Some(cell(3, 1)));
        let larger = BoardRect { left: 0.0, top: 0.0, width: 848.0, height: 848.0 };
        assert_eq!(larger.cell(24.0 + 3.0 * 80.0 + 1.0, 24.0 + 80.0 + 1.0), Some(cell(3, 1)));
        assert!((larger.cell_length() - 80.0).abs() < 1e-9);
    }

    #[test]
    fn a_held_ship_lies_under_the_pointer_and_stays_on_the_board() {
        let grip = Grip::middle(3, false);
        assert_eq!(grip.first_cell(Spot { x: 4.5, y: 6.5 }, 3, false), Some(cell(3, 6)));
        assert_eq!(grip.first_cell(Spot { x: 9.9, y: 6.5 }, 3, false), Some(cell(7, 6)));
        assert_eq!(grip.first_cell(Spot { x: 0.1, y: 0.1 }, 3, false), Some(cell(0, 0)));
        assert_eq!(grip.first_cell(Spot { x: 10.1, y: 6.5 }, 3, false), None);
        let upright = grip.turned();
        assert_eq!(upright.first_cell(Spot { x: 4.5, y: 6.5 }, 3, true), Some(cell(4, 5)));
    }

    #[test]
    fn a_ship_is_lifted_where_it_was_touched() {
        let ship = Ship::new(cell(2, 5), false, 4).unwrap();
        let grip = Grip::on(ship, Spot { x: 5.5, y: 5.5 });
        assert_eq!(grip.first_cell(Spot { x: 5.5, y: 5.5 }, 4, false), Some(cell(2, 5)));
        assert_eq!(grip.first_cell(Spot { x: 6.5, y: 2.5 }, 4, false), Some(cell(3, 2)));
    }
}
