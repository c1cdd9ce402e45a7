//! The characters of a map in the making, and the walls that a floor needs.

use super::plan::Plan;
use crate::nuggets::map::{PASSAGE, ROCK, ROOM};

/// A place on the map or beside it, counted from 0 at the upper left.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Spot {
    pub row: i32,
    pub column: i32,
}

/// All characters of a map.
#[derive(Clone)]
pub(super) struct Grid {
    rows: i32,
    columns: i32,
    cells: Vec<u8>,
}

impl Grid {
    /// Nothing but rock.
    pub fn rock(rows: u16, columns: u16) -> Self {
        let cells = vec![ROCK; usize::from(rows) * usize::from(columns)];
        Self { rows: rows.into(), columns: columns.into(), cells }
    }

    fn index(&self, spot: Spot) -> Option<usize> {
        let inside = (0..self.rows).contains(&spot.row) && (0..self.columns).contains(&spot.column);
        inside.then(|| usize::try_from(spot.row * self.columns + spot.column).ok()).flatten()
    }

    /// The character at a spot, rock beyond the map.
    pub fn at(&self, spot: Spot) -> u8 {
        self.index(spot).map_or(ROCK, |index| self.cells[index])
    }

    /// Writes a character; beyond the map nothing happens.
    pub fn put(&mut self, spot: Spot, character: u8) {
        if let Some(index) = self.index(spot) {
            self.cells[index] = character;
        }
    }

    /// How often a character occurs.
    pub fn count(&self, character: u8) -> usize {
        self.cells.iter().filter(|&&cell| cell == character).count()
    }

    /// Builds a room whose floor has its upper left corner at `corner`, with all its walls.
    pub fn build(&mut self, corner: Spot, plan: &Plan) {
        for row in -1..=plan.height() {
            for column in -1..=plan.width() {
                let character = match plan.at(row, column) {
                    ROCK => wall(plan, row, column),
                    character => character,
                };
                if character != ROCK {
                    self.put(Spot { row: corner.row + row, column: corner.column + column }, character);
                }
            }
        }
    }

    /// The map as text, each line with its end.
    pub fn text(&self) -> String {
        let width = usize::try_from(self.columns).unwrap_or(1);
        self.cells
            .chunks(width)
            .flat_map(|row| row.iter().copied().chain([b'\n']))
            .map(char::from)
            .collect()
    }
}

/// The character of a place without floor: a wall if there is floor beside it, rock otherwise.
fn wall(plan: &Plan, row: i32, column: i32) -> u8 {
    let floor = |down: i32, across: i32| matches!(plan.at(row + down, column + across), ROOM | PASSAGE);
    let vertical = floor(-1, 0) || floor(1, 0);
    let horizontal = floor(0, -1) || floor(0, 1);
    let diagonal = floor(-1, -1) || floor(-1, 1) || floor(1, -1) || floor(1, 1);
    match (vertical, horizontal, diagonal) {
        (true, false, _) => b'-',
        (false, true, _) => b'|',
        (false, false, false) => ROCK,
        (true, true, _) | (false, false, true) => b'+',
    }
}
