//! Passages between neighbouring cells. Each leaves a room through a wall, bends in the strip between the two cells, and
//! enters the other.

use crate::nuggets::maker::Canvas;
use crate::nuggets::maker::room::{Room, between};
use crate::nuggets::map::{PASSAGE, ROOM};
use crate::seed::Rng;

/// How two cells lie.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Way {
    /// Side by side.
    Across,
    /// One below the other.
    Down,
}

/// Courses that are tried before one is taken that runs alongside another passage.
const TRIES: usize = 60;
/// The longest dead end.
const DEAD_END: u16 = 6;

/// A side of a room, seen along the way: the lines it spans, where its outermost gridpoint is, and which way is in.
struct Side {
    lines: (u16, u16),
    wall: u16,
    inward: i16,
}

impl Side {
    const fn is_crossing(&self) -> bool {
        self.lines.0 == self.lines.1
    }

    /// How far away a passage may bend: not along a wall, and not right beside a crossing, where it would be in the way
    /// of others that meet there.
    const fn clearance(&self) -> u16 {
        if self.is_crossing() { 2 } else { 1 }
    }
}

impl Way {
    /// The point at this line, so far along.
    const fn point(self, line: u16, along: u16) -> (u16, u16) {
        match self {
            Self::Across => (line, along),
            Self::Down => (along, line),
        }
    }

    fn near(self, room: &Room) -> Side {
        match self {
            Self::Across => Side { lines: (room.top, room.bottom), wall: room.right, inward: -1 },
            Self::Down => Side { lines: (room.left, room.right), wall: room.bottom, inward: -1 },
        }
    }

    fn far(self, room: &Room) -> Side {
        match self {
            Self::Across => Side { lines: (room.top, room.bottom), wall: room.left, inward: 1 },
            Self::Down => Side { lines: (room.left, room.right), wall: room.top, inward: 1 },
        }
    }

    /// Lines on which a passage may meet a side: a plain stretch of wall with a spot behind it. Each side has one door, or
    /// two, so there is always such a stretch. A crossing is met where it is.
    fn doors(self, canvas: &Canvas, side: &Side) -> Vec<u16> {
        let (first, last) = side.lines;
        if side.is_crossing() {
            return vec![first];
        }
        let plain = |line: &u16| {
            let (row, column) = self.point(*line, side.wall);
            let (inner_row, inner_column) = self.point(*line, side.wall.saturating_add_signed(side.inward));
            matches!(canvas.at(row, column), b'-' | b'|') && canvas.at(inner_row, inner_column) == ROOM
        };
        (first + 1..last).filter(plain).collect()
    }
}

/// Links two neighbours, whatever else is there.
pub(super) fn link(canvas: &mut Canvas, from: &Room, to: &Room, way: Way, rng: &mut Rng) {
    let mut course = Vec::new();
    for _ in 0..TRIES {
        course = self::course(canvas, from, to, way, rng);
        if stays_narrow(canvas, &course) {
            break;
        }
    }
    dig(canvas, &course);
}

/// Links two neighbours unless it would run alongside other passages. True if it did.
pub(super) fn link_if_it_fits(canvas: &mut Canvas, from: &Room, to: &Room, way: Way, rng: &mut Rng) -> bool {
    let course =
        (0..TRIES).map(|_| course(canvas, from, to, way, rng)).find(|course| stays_narrow(canvas, course));
    dig(canvas, course.as_deref().unwrap_or_default());
    course.is_some()
}

/// A way from one to the other, by chance: out of a door, along the strip, in by a door.
fn course(canvas: &Canvas, from: &Room, to: &Room, way: Way, rng: &mut Rng) -> Vec<(u16, u16)> {
    let (near, far) = (way.near(from), way.far(to));
    let (starts, ends) = (way.doors(canvas, &near), way.doors(canvas, &far));
    let (Some(&start), Some(&end)) = (rng.pick(&starts), rng.pick(&ends)) else { return Vec::new() };
    let bend = between(near.wall + near.clearance(), far.wall - far.clearance(), rng);
    let out = (near.wall..bend).map(|along| way.point(start, along));
    let across = (start.min(end)..=start.max(end)).map(|line| way.point(line, bend));
    let back = (bend + 1..=far.wall).map(|along| way.point(end, along));
    out.chain(across).chain(back).collect()
}

/// Digs a passage that leaves the first of two neighbours and comes to nothing.
pub(super) fn dead_end(canvas: &mut Canvas, from: &Room, to: &Room, way: Way, rng: &mut Rng) {
    let (near, far) = (way.near(from), way.far(to));
    let Some(&line) = rng.pick(&way.doors(canvas, &near)) else { return };
    let last = (near.wall + DEAD_END).min(far.wall - 2);
    let course: Vec<(u16, u16)> = (near.wall..=last).map(|along| way.point(line, along)).collect();
    if stays_narrow(canvas, &course) {
        dig(canvas, &course);
    }
}

fn dig(canvas: &mut Canvas, course: &[(u16, u16)]) {
    for &(row, column) in course {
        canvas.set(row, column, PASSAGE);
    }
}

/// True if no four gridpoints in a square would be passage.
fn stays_narrow(canvas: &Canvas, course: &[(u16, u16)]) -> bool {
    let dug = |row: u16, column: u16| course.contains(&(row, column)) || canvas.at(row, column) == PASSAGE;
    course.iter().all(|&(row, column)| {
        let tops = [row.saturating_sub(1), row];
        let lefts = [column.saturating_sub(1), column];
        tops.into_iter().all(|top| {
            lefts.into_iter().all(|left| {
                let square = [(top, left), (top, left + 1), (top + 1, left), (top + 1, left + 1)];
                square.into_iter().any(|(row, column)| !dug(row, column))
            })
        })
    })
}
