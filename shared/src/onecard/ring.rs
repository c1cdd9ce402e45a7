//! Who sits around the table, and who follows whom.

use serde::{Deserialize, Serialize};

use crate::game::Seat;

/// The way the turn goes. On the wire 1 and −1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "i8", into = "i8")]
pub enum Direction {
    /// From seat i to seat i + 1: how every round starts.
    CounterClockwise,
    /// From seat i to seat i − 1.
    Clockwise,
}

impl Direction {
    /// The other way.
    #[must_use]
    pub const fn reversed(self) -> Self {
        match self {
            Self::CounterClockwise => Self::Clockwise,
            Self::Clockwise => Self::CounterClockwise,
        }
    }
}

impl From<Direction> for i8 {
    fn from(direction: Direction) -> Self {
        match direction {
            Direction::CounterClockwise => 1,
            Direction::Clockwise => -1,
        }
    }
}

impl TryFrom<i8> for Direction {
    type Error = &'static str;

    fn try_from(number: i8) -> Result<Self, Self::Error> {
        match number {
            1 => Ok(Self::CounterClockwise),
            -1 => Ok(Self::Clockwise),
            _ => Err("a direction is 1 or -1"),
        }
    }
}

/// The seat `steps` after `from` among those that are `taken`, passing over all others. `from` itself need not be taken.
/// `None` if no seat is.
pub fn after(taken: &[bool], from: Seat, direction: Direction, steps: usize) -> Option<Seat> {
    let seats = taken.len();
    let step = match direction {
        Direction::CounterClockwise => 1,
        Direction::Clockwise => seats.checked_sub(1)?,
    };
    let ring = (1..=seats).map(|turn| (from.index() + turn * step) % seats).filter(|&seat| taken[seat]);
    let taken_seats: Vec<usize> = ring.collect();
    let seat = taken_seats.get(steps.checked_sub(1)? % taken_seats.len().max(1))?;
    u8::try_from(*seat).ok().map(Seat)
}

#[cfg(test)]
mod tests {
    use super::*;
    use Direction::{Clockwise, CounterClockwise};

    #[test]
    fn seats_follow_each_other_both_ways() {
        let all = [true; 4];
        assert_eq!(after(&all, Seat(3), CounterClockwise, 1), Some(Seat(0)));
        assert_eq!(after(&all, Seat(0), Clockwise, 1), Some(Seat(3)));
        assert_eq!(after(&all, Seat(1), CounterClockwise, 2), Some(Seat(3)));
        assert_eq!(after(&all, Seat(1), Clockwise, 2), Some(Seat(3)));
    }

    #[test]
    fn empty_seats_are_passed_over() {
        let some = [true, false, true, true];
        assert_eq!(after(&some, Seat(0), CounterClockwise, 1), Some(Seat(2)));
        assert_eq!(after(&some, Seat(0), Clockwise, 2), Some(Seat(2)));
        // The seat one counts from may be empty: the one who leaves still has a successor.
        assert_eq!(after(&some, Seat(1), CounterClockwise, 1), Some(Seat(2)));
    }

    #[test]
    fn of_two_the_second_next_is_oneself() {
        let two = [true, false, true];
        assert_eq!(after(&two, Seat(0), CounterClockwise, 2), Some(Seat(0)));
        assert_eq!(after(&[false; 3], Seat(0), CounterClockwise, 1), None);
    }
}
