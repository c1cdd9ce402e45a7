//! Where things are on the rim of the table. A place is the way round from the top, clockwise, in percent of the whole
//! rim. Nothing here knows a browser.
//!
//! The own seat is at the bottom, before the hand; it has no plate. The next seat counter-clockwise sits to the right.

use shared::game::Seat;
use shared::onecard::Direction;

/// The place before one's hand.
pub const BOTTOM: f64 = 50.0;
/// Marks on the rim that show the direction.
pub const MARKS: usize = 60;

/// The places of all seats. Without a seat of one's own they are spread evenly.
pub fn places(seats: usize, own: Option<Seat>) -> Vec<f64> {
    let step = 100.0 / real(seats.max(1));
    let Some(own) = own else {
        return (0..seats).map(|seat| wrapped(BOTTOM - step * real(seat))).collect();
    };
    let others = seats.saturating_sub(1);
    // From side to side; the more there are, the further down they sit.
    let first = if others < 2 { 0.0 } else { 25.0 + 1.5 * (real(others) - 3.0) };
    let step = if others < 2 { 0.0 } else { 2.0 * first / real(others - 1) };
    let place = |seat: usize| match (seat + seats - own.index()) % seats {
        0 => BOTTOM,
        after => wrapped(first - step * real(after - 1)),
    };
    (0..seats).map(place).collect()
}

/// How bright each mark of the rim is, 0 to 1: those on the way of the turn `from` one place `to` another, brightest at
/// its end.
pub fn trail(from: f64, to: f64, direction: Direction) -> Vec<f64> {
    let ahead = |place: f64| match direction {
        Direction::CounterClockwise => wrapped(from - place),
        Direction::Clockwise => wrapped(place - from),
    };
    let way = ahead(to);
    let mark = |index: usize| {
        let at = ahead(mark(index));
        // Nothing under the plates at both ends.
        if at > 1.0 && at < way - 1.0 { at / way } else { 0.0 }
    };
    (0..MARKS).map(mark).collect()
}

/// The place of a mark.
pub fn mark(index: usize) -> f64 {
    100.0 * real(index) / real(MARKS)
}

/// The place `now`, plus or minus whole rounds, so that it is nearest to `before`: what moves along the rim goes the
/// short way.
pub fn nearest(before: f64, now: f64) -> f64 {
    now + 100.0 * ((before - now) / 100.0).round()
}

fn wrapped(place: f64) -> f64 {
    place.rem_euclid(100.0)
}

#[allow(clippy::cast_precision_loss)] // seats and marks are few
const fn real(count: usize) -> f64 {
    count as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A table and the plates on its rim, in CSS pixels: what `onecard.css` makes of a screen.
    struct Table {
        width: f64,
        height: f64,
        plate: (f64, f64),
    }

    /// For so many seats: phones of 320 and 360 pixels, desktops of 1,280 and 1,440 by 720.
    fn tables(seats: usize) -> [Table; 4] {
        let many = seats > 6;
        let tall = if many { 392.0 } else { 296.0 };
        let phone = |width| Table { width, height: tall, plate: (if many { 66.0 } else { 80.0 }, 62.0) };
        let desk = |width, plate| Table { width, height: 344.0, plate };
        let wide = if many { (148.0, 58.0) } else { (168.0, 58.0) };
        [phone(216.0), phone(256.0), desk(718.0, (84.0, 66.0)), desk(860.0, wide)]
    }

    /// Where a place is on the rim, from its middle.
    fn point(table: &Table, place: f64) -> (f64, f64) {
        const STEPS: u32 = 20_000;
        let at = |step: u32| {
            let angle = f64::from(step) / f64::from(STEPS) * std::f64::consts::TAU;
            (table.width / 2.0 * angle.sin(), -table.height / 2.0 * angle.cos())
        };
        let length = |step: u32| {
            let ((x, y), (u, v)) = (at(step), at(step + 1));
            (x - u).hypot(y - v)
        };
        let whole: f64 = (0..STEPS).map(length).sum();
        let mut left = whole * place / 100.0;
        let step = (0..STEPS).find(|&step| {
            left -= length(step);
            left < 0.0
        });
        at(step.unwrap_or(0))
    }

    #[test]
    fn nobody_sits_on_anybody() {
        for seats in 3..=10 {
            for own in [None, Some(Seat(1))] {
                let places = places(seats, own);
                let others: Vec<f64> = (0..)
                    .zip(&places)
                    .filter(|(seat, _)| Some(Seat(*seat)) != own)
                    .map(|(_, place)| *place)
                    .collect();
                for table in tables(seats) {
                    let points: Vec<(f64, f64)> = others.iter().map(|&place| point(&table, place)).collect();
                    for (index, one) in points.iter().enumerate() {
                        for other in &points[..index] {
                            let clear = (one.0 - other.0).abs() >= table.plate.0
                                || (one.1 - other.1).abs() >= table.plate.1;
                            assert!(
                                clear,
                                "{seats} seats, own {own:?}, {} wide: {one:?} {other:?}",
                                table.width
                            );
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn the_next_seat_counter_clockwise_sits_to_the_right() {
        assert_eq!(places(4, Some(Seat(2))), [0.0, 75.0, 50.0, 25.0]);
        let ten = places(10, Some(Seat(0)));
        assert!((ten[1] - 34.0).abs() < 1e-9 && (ten[9] - 66.0).abs() < 1e-9, "{ten:?}");
        assert_eq!(places(4, None), [50.0, 25.0, 0.0, 75.0]);
        assert_eq!(places(0, None), Vec::<f64>::new());
    }

    #[test]
    fn the_trail_follows_the_direction() {
        let lit = |from, to, direction| -> Vec<usize> {
            trail(from, to, direction)
                .iter()
                .enumerate()
                .filter(|(_, lit)| **lit > 0.0)
                .map(|(mark, _)| mark)
                .collect()
        };
        let against = lit(75.0, 50.0, Direction::CounterClockwise);
        assert_eq!((against.first(), against.last()), (Some(&31), Some(&44)));
        let around = lit(75.0, 50.0, Direction::Clockwise);
        assert_eq!((around.len(), around.contains(&0), around.contains(&35)), (44, true, false));
        let bright = trail(75.0, 50.0, Direction::CounterClockwise);
        assert!(bright[31] > bright[44], "brightest where it leads");
    }

    #[test]
    fn what_moves_along_the_rim_goes_the_short_way() {
        let is = |before, now, expected: f64| assert!((nearest(before, now) - expected).abs() < 1e-9);
        is(0.0, 91.5, -8.5);
        is(-8.5, 0.0, 0.0);
        is(91.5, 8.5, 108.5);
        is(50.0, 25.0, 25.0);
    }
}
