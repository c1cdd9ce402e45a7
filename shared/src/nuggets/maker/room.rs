//! A room in its cell: a rectangle, sometimes with a wing cut off, pillars, or a court in the middle.

use crate::nuggets::maker::{Canvas, Cell};
use crate::nuggets::map::ROOM;
use crate::seed::Rng;

/// What stands in a cell, as far as passages have to know. A crossing is a single point.
#[derive(Debug, Clone)]
pub(super) struct Room {
    /// The outermost rows of its walls.
    pub top: u16,
    pub bottom: u16,
    /// The same for columns.
    pub left: u16,
    pub right: u16,
}

/// A number from `from` to `to`, both included; `from` if there is none.
pub(super) fn between(from: u16, to: u16, rng: &mut Rng) -> u16 {
    let span = u32::from(to.saturating_sub(from)) + 1;
    from + u16::try_from(rng.below(span)).unwrap_or(0)
}

impl Room {
    /// The point in the middle of a cell.
    pub fn crossing(cell: &Cell) -> Self {
        let row = u16::midpoint(cell.rows.start, cell.rows.end - 1);
        let column = u16::midpoint(cell.columns.start, cell.columns.end - 1);
        Self { top: row, bottom: row, left: column, right: column }
    }

    /// Digs a room and builds its walls. A strip at the lower and the right side of the cell stays free for passages.
    pub fn dig(cell: &Cell, canvas: &mut Canvas, rng: &mut Rng) -> Self {
        let (rows, columns) = (cell.rows.end - cell.rows.start, cell.columns.end - cell.columns.start);
        // The strip is two wide: a passage beside the wall of the next room would touch it otherwise.
        let height = between(4.max(rows * 2 / 3).min(rows - 2), (rows - 2).min(13), rng).min(rows - 2);
        let width =
            between(6.max(columns * 3 / 5).min(columns - 3), (columns - 3).min(34), rng).min(columns - 3);
        let top = cell.rows.start + between(0, rows - 2 - height, rng);
        let left = cell.columns.start + between(0, columns - 3 - width, rng);
        let mut inside = Inside::new(height - 2, width - 2);
        inside.shape(rng);
        inside.draw(canvas, top, left);
        Self { top, bottom: top + height - 1, left, right: left + width - 1 }
    }
}

/// The inside of a room, before its walls are built.
struct Inside {
    rows: u16,
    columns: u16,
    open: Vec<bool>,
}

impl Inside {
    fn new(rows: u16, columns: u16) -> Self {
        let open = vec![true; usize::from(rows) * usize::from(columns)];
        Self { rows, columns, open }
    }

    /// True of a spot; everything beyond is closed.
    fn is_open(&self, row: i32, column: i32) -> bool {
        let inside =
            row >= 0 && column >= 0 && row < i32::from(self.rows) && column < i32::from(self.columns);
        inside && self.open[usize::try_from(row * i32::from(self.columns) + column).unwrap_or(0)]
    }

    fn close(&mut self, rows: std::ops::Range<u16>, columns: std::ops::Range<u16>) {
        for row in rows {
            for column in columns.clone() {
                self.open[usize::from(row) * usize::from(self.columns) + usize::from(column)] = false;
            }
        }
    }

    /// Gives the room a shape that suits its size.
    fn shape(&mut self, rng: &mut Rng) {
        let (rows, columns) = (self.rows, self.columns);
        match rng.below(10) {
            // Corners cut off: an L, a T, a cross.
            0..=2 if rows >= 5 && columns >= 10 => {
                let (deep, wide) = (between(1, (rows - 3) / 2, rng), between(2, (columns - 4) / 2, rng));
                let corners = 1 + rng.below(15);
                for (bit, (row, column)) in
                    [(0, 0), (0, columns - wide), (rows - deep, 0), (rows - deep, columns - wide)]
                        .into_iter()
                        .enumerate()
                {
                    if corners >> bit & 1 == 1 {
                        self.close(row..row + deep, column..column + wide);
                    }
                }
            }
            // Pillars, two by two gridpoints with their corners.
            3..=4 if rows >= 5 && columns >= 11 => {
                let mut row = 1;
                while row + 3 <= rows {
                    let mut column = 2;
                    while column + 4 <= columns {
                        self.close(row..row + 2, column..column + 2);
                        column += 6;
                    }
                    row += 4;
                }
            }
            // A court: a walled block in the middle.
            5 if rows >= 7 && columns >= 12 => {
                self.close(2..rows - 2, 3..columns - 3);
            }
            _ => {}
        }
    }

    /// Digs the spots, and builds walls wherever one would look into the rock.
    fn draw(&self, canvas: &mut Canvas, top: u16, left: u16) {
        let closed = |row: i32, column: i32| !self.is_open(row, column);
        for row in -1..=i32::from(self.rows) {
            for column in -1..=i32::from(self.columns) {
                let open = |rows: i32, columns: i32| self.is_open(row + rows, column + columns);
                let beside = open(0, -1) || open(0, 1);
                let above = open(-1, 0) || open(1, 0);
                let around = open(-1, -1) || open(-1, 1) || open(1, -1) || open(1, 1);
                let character = match closed(row, column) {
                    false => ROOM,
                    true if beside && above => b'+',
                    true if beside => b'|',
                    true if above => b'-',
                    true if around => b'+',
                    true => continue,
                };
                let place =
                    |start: u16, offset: i32| u16::try_from(i32::from(start) + 1 + offset).unwrap_or(start);
                canvas.set(place(top, row), place(left, column), character);
            }
        }
    }
}
