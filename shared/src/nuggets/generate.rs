//! Maps made of a seed: rooms of many shapes, passages with bends between them, loops, a few dead ends.
//!
//! | module | what it holds |
//! |---|---|
//! | [`lattice`] | cuts the area into units with strips of rock between them, and joins some units into larger areas |
//! | [`plan`] | the floor plan of one room |
//! | [`passage`] | which areas are linked, and the way each passage takes |
//! | [`grid`] | the characters, and the walls that a floor needs |
//!
//! # Invariants
//!
//! * A map obeys the rules by construction, so nothing is ever tried again: walls stay inside the area of their room,
//!   bends lie in strips, and no two passages share a strip between the same two units.
//! * A map is part of every stored match that was played on it. The same stream gives the same map for good: no
//!   floats, no hash order, every draw through [`Rng`].

mod grid;
mod lattice;
mod passage;
mod plan;

#[cfg(all(test, not(target_arch = "wasm32")))]
mod check;
#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests;

use grid::{Grid, Spot};
use lattice::{Area, Lattice, Span};
use plan::Plan;

use crate::nuggets::map::ROOM;
use crate::seed::Rng;

/// A map has at least this many room spots: 26 players, 30 piles and some air.
const FEWEST_ROOM_SPOTS: usize = 60;
/// The smallest room with its walls.
const SMALLEST: Spot = Spot { row: 4, column: 6 };

/// How often things happen on one map, so that maps differ in mood and not only in detail.
struct Style {
    /// Of 16 areas, how many are a bare crossing of passages.
    crossings: u32,
    /// Of 16 rooms on the rim, how many run off it.
    cut: u32,
    /// Of 16 rooms, how many have another shape than a rectangle.
    shaped: u32,
}

impl Style {
    fn draw(rng: &mut Rng) -> Self {
        Self { crossings: rng.below(4), cut: rng.below(4), shaped: 5 + rng.below(6) }
    }

    /// Rectangles that fill their areas, which gives the most room spots.
    const PLAIN: Self = Self { crossings: 0, cut: 0, shaped: 0 };
}

/// What became of an area.
enum Place {
    /// A room stands there.
    Room,
    /// Passages cross at a spot.
    Crossing(Spot),
}

/// The text of a map: `rows` lines of `columns` characters, each ended by a line feed. From 10 rows and 20 columns on
/// it has at least 60 room spots, all spots are connected, and there is a way around at least once.
pub fn generate(rows: u16, columns: u16, rng: &mut Rng) -> String {
    let lattice = Lattice::cut(i32::from(rows), i32::from(columns), rng);
    let style = Style::draw(rng);
    let (mut grid, mut places) = furnish(rows, columns, &lattice, &style, rng);
    if grid.count(ROOM) < FEWEST_ROOM_SPOTS {
        (grid, places) = furnish(rows, columns, &lattice, &Style::PLAIN, rng);
    }
    passage::dig(&mut grid, &lattice, &places, rng);
    grid.text()
}

/// Puts a room or a crossing into each area.
fn furnish(rows: u16, columns: u16, lattice: &Lattice, style: &Style, rng: &mut Rng) -> (Grid, Vec<Place>) {
    let mut grid = Grid::rock(rows, columns);
    let places = lattice.areas().iter().map(|area| {
        if area.is_single() && rng.chance(style.crossings, 16) {
            let (down, across) = lattice.spans(area);
            return Place::Crossing(Spot {
                row: between(rng, down.from + 1, down.to - 1),
                column: between(rng, across.from + 1, across.to - 1),
            });
        }
        build(&mut grid, lattice, area, style, rng);
        Place::Room
    });
    let places = places.collect();
    (grid, places)
}

/// Builds the room of an area: of any shape as long as every neighbour can be reached from it, a rectangle otherwise.
fn build(grid: &mut Grid, lattice: &Lattice, area: &Area, style: &Style, rng: &mut Rng) {
    let (down, across) = lattice.spans(area);
    let mut cut = |outermost| outermost && rng.chance(style.cut, 16);
    let rim = lattice.rim(area);
    let (top, bottom, left, right) = (cut(rim.top), cut(rim.bottom), cut(rim.left), cut(rim.right));
    let plain = style.shaped == 0;
    let rows = walls(down, lattice.least(area).row, (top, bottom), plain, rng);
    let columns = walls(across, lattice.least(area).column, (left, right), plain, rng);
    let (height, width) = (rows.to - rows.from - 1, columns.to - columns.from - 1);
    let corner = Spot { row: rows.from + 1, column: columns.from + 1 };
    if rng.chance(style.shaped, 16) {
        let before = grid.clone();
        grid.build(corner, &Plan::shaped(height, width, rng));
        if passage::opens_everywhere(grid, lattice, area) {
            return;
        }
        *grid = before;
    }
    grid.build(corner, &Plan::rectangle(height, width));
}

/// Where the two opposite walls of a room stand in its area. A cut one stands just beyond the map.
fn walls(span: Span, least: i32, (low, high): (bool, bool), plain: bool, rng: &mut Rng) -> Span {
    let spare = span.len() - least;
    let margin = if plain { 0 } else { between(rng, 0, spare).min(between(rng, 0, spare)) };
    let before = between(rng, 0, margin);
    Span {
        from: if low { span.from - 1 } else { span.from + before },
        to: if high { span.to + 1 } else { span.to - (margin - before) },
    }
}

/// A number from `low` to `high`, both included; `low` if there is none.
fn between(rng: &mut Rng, low: i32, high: i32) -> i32 {
    u32::try_from(high - low).map_or(low, |steps| low.saturating_add_unsigned(rng.below(steps + 1)))
}
