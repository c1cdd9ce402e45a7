//! Maps made of a seed: rooms of many shapes, passages that bend, loops, a few dead ends.
//!
//! The map is divided into a lattice of cells, a room or a crossing of passages in each ([`room`]). Neighbours are linked by
//! passages that keep to the strip between the two cells ([`passage`]), so that no two ever meet by accident: first
//! along a random spanning tree, so that all spots hang together, then some more, so that there are ways round. Every
//! step has a bounded number of tries and takes the last if none was good, so no size can fail.

mod passage;
mod room;

use std::ops::Range;

use crate::nuggets::map::ROCK;
use crate::seed::Rng;

use passage::Way;
use room::Room;

/// Rows and columns of a cell, on average.
const CELL: (u16, u16) = (9, 20);
/// Cells are never smaller: a room of 2 × 4 spots, its walls, and a strip for passages.
const SMALLEST: (u16, u16) = (6, 9);
/// Links beside those of the tree: this share of the others.
const LOOPS: (u32, u32) = (2, 5);
/// Cells that are only a crossing of passages.
const CROSSINGS: (u32, u32) = (1, 9);

/// A canvas of rock that is dug into.
pub(super) struct Canvas {
    rows: u16,
    columns: u16,
    cells: Vec<u8>,
}

impl Canvas {
    /// The character at a place; rock beyond the map.
    fn at(&self, row: u16, column: u16) -> u8 {
        let inside = row < self.rows && column < self.columns;
        if inside {
            self.cells[usize::from(row) * usize::from(self.columns) + usize::from(column)]
        } else {
            ROCK
        }
    }

    fn set(&mut self, row: u16, column: u16, character: u8) {
        self.cells[usize::from(row) * usize::from(self.columns) + usize::from(column)] = character;
    }

    fn text(&self) -> String {
        let lines = self.cells.chunks(usize::from(self.columns));
        lines.flat_map(|line| line.iter().copied().chain([b'\n'])).map(char::from).collect()
    }
}

/// A rectangle of the lattice.
#[derive(Debug, Clone)]
pub(super) struct Cell {
    rows: Range<u16>,
    columns: Range<u16>,
}

/// The text of a map with this many rows (10 to 200) and columns (20 to 400), each line with its end. The same draws
/// give the same map for ever: records depend on it.
pub fn make(rows: u16, columns: u16, rng: &mut Rng) -> String {
    let down = cuts(rows, CELL.0, SMALLEST.0, rng);
    // Two cells at least fit side by side into the smallest map.
    let across = cuts(columns, CELL.1.min(columns / 2), SMALLEST.1, rng);
    let width = across.len();
    let mut canvas = Canvas { rows, columns, cells: vec![ROCK; usize::from(rows) * usize::from(columns)] };
    let mut rooms: Vec<Room> = Vec::new();
    for rows in &down {
        for columns in &across {
            let cell = Cell { rows: rows.clone(), columns: columns.clone() };
            // Not the first: somebody has to start somewhere. Nor in a single row, where it would be no more than a bend.
            let may_cross = !rooms.is_empty() && down.len() > 1 && width > 1;
            let crossing = may_cross && rng.chance(CROSSINGS.0, CROSSINGS.1);
            rooms.push(if crossing { Room::crossing(&cell) } else { Room::dig(&cell, &mut canvas, rng) });
        }
    }
    let mut links: Vec<(usize, usize, Way)> = Vec::new();
    for at in 0..rooms.len() {
        if (at + 1) % width != 0 {
            links.push((at, at + 1, Way::Across));
        }
        if at + width < rooms.len() {
            links.push((at, at + width, Way::Down));
        }
    }
    rng.shuffle(&mut links);
    let mut trees: Vec<usize> = (0..rooms.len()).collect();
    let (mut tree, mut others) = (Vec::new(), Vec::new());
    for (from, to, way) in links {
        if trees[from] == trees[to] {
            others.push((from, to, way));
            continue;
        }
        let (old, new) = (trees[to], trees[from]);
        trees.iter_mut().filter(|tree| **tree == old).for_each(|tree| *tree = new);
        passage::link(&mut canvas, &rooms[from], &rooms[to], way, rng);
        tree.push((from, to, way));
    }
    let mut loops = 0;
    for (from, to, way) in others {
        let (from, to) = (&rooms[from], &rooms[to]);
        // The first chance of a way round is taken, so that there is one.
        if loops == 0 || rng.chance(LOOPS.0, LOOPS.1) {
            loops += usize::from(passage::link_if_it_fits(&mut canvas, from, to, way, rng));
        } else if rng.chance(1, 4) {
            passage::dead_end(&mut canvas, from, to, way, rng);
        }
    }
    // In a single row of cells the way round is a second passage between two rooms.
    for (from, to, way) in tree {
        if loops == 0 {
            loops += usize::from(passage::link_if_it_fits(&mut canvas, &rooms[from], &rooms[to], way, rng));
        }
    }
    canvas.text()
}

/// Divides a length into cells of about `average`, none below `smallest`.
fn cuts(length: u16, average: u16, smallest: u16, rng: &mut Rng) -> Vec<Range<u16>> {
    let cells = (length / average).max(1);
    // A little more or fewer, as long as each has room.
    let most = (length / smallest).max(1);
    let cells = (cells + u16::try_from(rng.below(2)).unwrap_or(0)).clamp(1, most);
    let slack = length - cells * smallest;
    let mut marks: Vec<u16> =
        (1..cells).map(|_| u16::try_from(rng.below(u32::from(slack) + 1)).unwrap_or(0)).collect();
    // Half even, half by chance: no cell is starved and no two maps have the same lattice.
    let even = |at: u16| u32::from(slack) * u32::from(at) / u32::from(cells);
    marks.sort_unstable();
    let marks = marks.into_iter().zip(1..).map(|(mark, at)| {
        let middle = (u32::from(mark) + 2 * even(at)) / 3;
        u16::try_from(middle).unwrap_or(slack) + at * smallest
    });
    let ends: Vec<u16> = marks.chain([length]).collect();
    let starts = std::iter::once(0).chain(ends.iter().copied());
    starts.zip(ends.iter().copied()).map(|(start, end)| start..end).collect()
}

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests;
