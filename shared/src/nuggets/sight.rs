//! What can be seen from a gridpoint, exactly.
//!
//! The rule: on every row strictly between the eye and the target, the straight line between the two must pass through
//! a room spot, or between two neighbouring gridpoints of which at least one is a room spot; and the same for every
//! column strictly between. Neither end is tested. People and gold block nothing, passages block as rock does.
//!
//! So on one row the line is let through strictly between the two blocked gridpoints that enclose a stretch of room
//! spots. Seen from the eye that is an open interval of slopes. [`sweep`] walks outward row by row and keeps the
//! intervals that every row so far lets through: a target is passed by the rows exactly when its slope lies in one of
//! them. A second sweep does the columns; what passes both is seen. Slopes are fractions of small integers, compared
//! by multiplying out, so nothing is rounded. The work is about as much as there is to see.

use std::cmp::Ordering;

use crate::nuggets::bits::{Bits, WORD};
use crate::nuggets::map::{Map, Point, ROOM};

/// All gridpoints that can be seen from one; kept in the smallest box of whole words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sight {
    top: u16,
    /// The first word of each row that is kept.
    first: u16,
    /// Words kept of each row.
    width: u16,
    words: Box<[u64]>,
}

impl Sight {
    /// What can be seen from `eye`.
    pub fn from(map: &Map, eye: Point) -> Self {
        let room = |row: u16, column: u16| map.at(Point { row, column }) == ROOM;
        let mut by_rows = Bits::none(map.rows(), map.columns());
        sweep(
            Board { lines: map.rows(), length: map.columns(), line: eye.row, at: eye.column },
            room,
            |row, columns| columns.for_each(|column| by_rows.insert(Point { row, column })),
        );
        let mut seen = Bits::none(map.rows(), map.columns());
        sweep(
            Board { lines: map.columns(), length: map.rows(), line: eye.column, at: eye.row },
            |column, row| room(row, column),
            |column, rows| {
                for row in rows {
                    let point = Point { row, column };
                    if by_rows.contains(point) {
                        seen.insert(point);
                    }
                }
            },
        );
        Self::cut(&seen, map.rows())
    }

    /// Keeps the box around what is seen.
    fn cut(seen: &Bits, rows: u16) -> Self {
        let taken = |row: &u16| seen.row(*row).iter().any(|&word| word != 0);
        let top = (0..rows).find(taken).unwrap_or(0);
        let bottom = (top..rows).rev().find(taken).unwrap_or(top);
        let used = |from: usize, to: usize| {
            (top..=bottom)
                .any(|row| seen.row(row).get(from..to).is_some_and(|part| part.iter().any(|&w| w != 0)))
        };
        let all = seen.row(top).len();
        let first = (0..all).find(|&word| used(word, word + 1)).unwrap_or(0);
        let last = (first..all).rev().find(|&word| used(word, word + 1)).unwrap_or(first);
        let words = (top..=bottom).flat_map(|row| seen.row(row)[first..=last].iter().copied()).collect();
        // A row of a map has at most eight words.
        #[allow(clippy::cast_possible_truncation)]
        let (first, width) = (first as u16, (last + 1 - first) as u16);
        Self { top, first, width, words }
    }

    /// True if `point` can be seen.
    pub fn contains(&self, point: Point) -> bool {
        let (Some(row), column) = (point.row.checked_sub(self.top), usize::from(point.column)) else {
            return false;
        };
        let Some(word) = (column / WORD).checked_sub(usize::from(self.first)) else { return false };
        let width = usize::from(self.width);
        word < width
            && self
                .words
                .get(usize::from(row) * width + word)
                .is_some_and(|bits| bits >> (column % WORD) & 1 == 1)
    }

    /// Adds all of it to what is known; shows what was not known before.
    pub fn add_to(&self, known: &mut Bits, mut new: impl FnMut(Point)) {
        for (words, row) in self.words.chunks(usize::from(self.width).max(1)).zip(self.top..) {
            known.add(row, self.first, words, &mut new);
        }
    }

    /// What it takes in memory, in bytes.
    pub fn bytes(&self) -> usize {
        size_of::<Self>() + self.words.len() * size_of::<u64>()
    }
}

/// A map seen line by line, and where the eye is: the lines are its rows, or its columns.
#[derive(Clone, Copy)]
struct Board {
    lines: u16,
    length: u16,
    /// The line of the eye.
    line: u16,
    /// How far along that line the eye is.
    at: u16,
}

/// Finds what the lines let through: calls `pass` with stretches of gridpoints of one line.
fn sweep(
    board: Board,
    room: impl Fn(u16, u16) -> bool,
    mut pass: impl FnMut(u16, std::ops::RangeInclusive<u16>),
) {
    let Board { lines, length, line, at } = board;
    pass(line, 0..=length - 1);
    let up = (0..line).rev().zip(1..);
    let down = (line + 1..lines).zip(1..);
    walk(up, (at, length), &room, &mut pass);
    walk(down, (at, length), &room, &mut pass);
}

/// Walks away from the eye, line by line. Each comes with its distance.
fn walk(
    lines: impl Iterator<Item = (u16, i32)>,
    (at, length): (u16, u16),
    room: impl Fn(u16, u16) -> bool,
    mut pass: impl FnMut(u16, std::ops::RangeInclusive<u16>),
) {
    let (at, length) = (i32::from(at), i32::from(length));
    // Between the gridpoints just beyond both ends of the first line, and so of every line after it.
    let mut open = vec![(Slope::of(-at - 1, 1), Slope::of(length - at, 1))];
    let mut next = Vec::new();
    for (line, distance) in lines {
        for &(low, high) in &open {
            // Gridpoints strictly inside the interval have passed all lines before this one.
            let (from, to) = (low.above(distance) + at, high.below(distance) + at);
            if let (Some(from), Some(to)) =
                (on_line(from.max(0), length), on_line(to.min(length - 1), length))
                && from <= to
            {
                pass(line, from..=to);
            }
            // Stretches of room spots, also those that begin or end at the very edge of the interval.
            let (from, to) =
                ((low.above(distance) - 1 + at).max(0), (high.below(distance) + 1 + at).min(length - 1));
            let mut start = None;
            for along in from..=to + 1 {
                let inside = along <= to && on_line(along, length).is_some_and(|along| room(line, along));
                match (start, inside) {
                    (None, true) => start = Some(along),
                    (Some(first), false) => {
                        start = None;
                        let low = low.max(Slope::of(first - 1 - at, distance));
                        let high = high.min(Slope::of(along - at, distance));
                        if low < high {
                            next.push((low, high));
                        }
                    }
                    _ => {}
                }
            }
        }
        std::mem::swap(&mut open, &mut next);
        next.clear();
        if open.is_empty() {
            return;
        }
    }
}

fn on_line(along: i32, length: i32) -> Option<u16> {
    u16::try_from(along).ok().filter(|&along| i32::from(along) < length)
}

/// So many gridpoints to the side over so many lines. No product of two parts leaves 32 bits: both are below 2^10.
#[derive(Debug, Clone, Copy)]
struct Slope {
    side: i32,
    lines: i32,
}

impl Slope {
    const fn of(side: i32, lines: i32) -> Self {
        Self { side, lines }
    }

    /// The first whole number strictly above the line at this distance: true floor, also below zero.
    const fn above(self, distance: i32) -> i32 {
        (self.side * distance).div_euclid(self.lines) + 1
    }

    /// The last whole number strictly below it.
    const fn below(self, distance: i32) -> i32 {
        -(-self.side * distance).div_euclid(self.lines) - 1
    }
}

impl PartialEq for Slope {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Slope {}

impl PartialOrd for Slope {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Slope {
    fn cmp(&self, other: &Self) -> Ordering {
        (self.side * other.lines).cmp(&(other.side * self.lines))
    }
}

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests;
