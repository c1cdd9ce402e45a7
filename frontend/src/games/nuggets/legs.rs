//! From what a person asks for to the keys that are sent: one under way, the next one waiting, and the walk to a spot
//! that was tapped. A key held down, or a long walk, never asks more of the server than it allows.

use std::collections::VecDeque;

use shared::nuggets::view::Screen;
use shared::nuggets::{Direction, Key, Point};

/// Between two keys, in milliseconds: with acknowledgements beside them this stays below what the server takes.
pub const PACE: f64 = 70.0;
/// A walk that was blocked so often is given up.
const PATIENCE: u8 = 2;

/// What is to be sent next.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Next {
    /// This key, now.
    Send(Key),
    /// Ask again in so many milliseconds.
    Wait(f64),
    /// Nothing is wanted.
    Rest,
}

/// What a person wants and has not got yet.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Legs {
    /// The latest key that was pressed, and whether the keyboard repeated it by itself.
    waiting: Option<(Key, bool)>,
    walk: Option<Walk>,
    /// When the last key was sent, and that there was one.
    sent: Option<f64>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct Walk {
    to: Point,
    /// Steps refused since the last one that was taken.
    blocked: u8,
}

impl Legs {
    /// A key was pressed; it takes the place of one that waits, and ends a walk.
    pub fn press(&mut self, key: Key, repeat: bool) {
        self.walk = None;
        self.waiting = Some((key, repeat));
    }

    /// The key was let go: what the keyboard has added by itself is not wanted any more.
    pub fn release(&mut self) {
        self.waiting = self.waiting.filter(|(_, repeat)| !repeat);
    }

    /// Walks to a spot, one step after the other.
    pub fn walk_to(&mut self, to: Point) {
        self.waiting = None;
        self.walk = Some(Walk { to, blocked: 0 });
    }

    /// Forgets everything that was wanted.
    pub fn rest(&mut self) {
        self.waiting = None;
        self.walk = None;
    }

    /// Where the walk leads.
    pub fn goal(&self) -> Option<Point> {
        self.walk.as_ref().map(|walk| walk.to)
    }

    /// A step was refused.
    pub fn blocked(&mut self) {
        if let Some(walk) = &mut self.walk {
            walk.blocked += 1;
            if walk.blocked >= PATIENCE {
                self.walk = None;
            }
        }
    }

    /// What to send, now that it is `now`. `busy`: the last key has not been dealt with; ask again once it has.
    pub fn next(&mut self, now: f64, busy: bool, screen: &Screen) -> Next {
        if busy || (self.waiting.is_none() && self.walk.is_none()) {
            return Next::Rest;
        }
        let early = self.sent.map_or(0.0, |sent| sent + PACE - now);
        if early > 0.0 {
            return Next::Wait(early);
        }
        let key = match self.waiting.take() {
            Some((key, _)) => Some(key),
            None => self.step(screen),
        };
        if let Some(key) = key {
            self.sent = Some(now);
            return Next::Send(key);
        }
        self.walk = None;
        Next::Rest
    }

    fn step(&mut self, screen: &Screen) -> Option<Key> {
        let to = self.walk.as_ref()?.to;
        let way = way(screen, to);
        let &[from, next, ..] = way.as_slice() else { return None };
        Direction::ALL.into_iter().find(|&direction| from.towards(direction) == Some(next)).map(Key::step)
    }
}

/// The shortest known way from the viewer to a spot, with both ends; empty if there is none.
pub fn way(screen: &Screen, to: Point) -> Vec<Point> {
    let Some(start) = screen.viewer() else { return Vec::new() };
    if !screen.is_spot(to) {
        return Vec::new();
    }
    let columns = usize::from(screen.columns());
    let index = |point: Point| usize::from(point.row) * columns + usize::from(point.column);
    // Backwards from the aim, so that following it leads there.
    let mut after: Vec<Option<Point>> = vec![None; usize::from(screen.rows()) * columns];
    let mut queue = VecDeque::from([to]);
    if let Some(cell) = after.get_mut(index(to)) {
        *cell = Some(to);
    }
    while let Some(at) = queue.pop_front() {
        if at == start {
            break;
        }
        for from in Direction::ALL.into_iter().filter_map(|way| at.towards(way)) {
            if !screen.is_spot(from) {
                continue;
            }
            if let Some(cell) = after.get_mut(index(from)).filter(|cell| cell.is_none()) {
                *cell = Some(at);
                queue.push_back(from);
            }
        }
    }
    let mut steps = vec![start];
    let mut at = start;
    while at != to {
        match after.get(index(at)).copied().flatten() {
            Some(next) => at = next,
            None => return Vec::new(),
        }
        steps.push(at);
    }
    steps
}

#[cfg(test)]
mod tests {
    use super::*;

    fn screen(lines: &[&str]) -> Screen {
        Screen::try_from(lines.iter().map(|line| (*line).to_owned()).collect::<Vec<_>>()).unwrap()
    }

    fn at(row: u16, column: u16) -> Point {
        Point { row, column }
    }

    fn key(letter: char) -> Key {
        Key::of(letter).unwrap()
    }

    #[test]
    fn one_key_is_under_way_and_the_latest_waits() {
        let shown = screen(&["@...."]);
        let mut legs = Legs::default();
        legs.press(key('l'), false);
        assert_eq!(legs.next(0.0, false, &shown), Next::Send(key('l')));
        legs.press(key('h'), false);
        legs.press(key('j'), false);
        assert_eq!(legs.next(10.0, true, &shown), Next::Rest, "the first is under way");
        assert_eq!(legs.next(20.0, false, &shown), Next::Wait(50.0));
        assert_eq!(legs.next(PACE, false, &shown), Next::Send(key('j')), "the latest wins");
        assert_eq!(legs.next(999.0, false, &shown), Next::Rest);
    }

    #[test]
    fn a_key_held_down_for_ten_seconds_stays_below_the_limit() {
        let shown = screen(&["@...."]);
        let mut legs = Legs::default();
        let mut sent = 0;
        for tick in 0..2_000 {
            let now = f64::from(tick) * 5.0;
            if tick % 6 == 0 {
                legs.press(key('l'), tick > 0);
            }
            sent += u32::from(matches!(legs.next(now, false, &shown), Next::Send(_)));
        }
        assert!((100..=150).contains(&sent), "{sent} keys in ten seconds");
    }

    #[test]
    fn letting_go_stops_what_the_keyboard_added() {
        let shown = screen(&["@...."]);
        let mut legs = Legs::default();
        legs.press(key('l'), true);
        legs.release();
        assert_eq!(legs.next(0.0, false, &shown), Next::Rest);
        legs.press(key('l'), false);
        legs.release();
        assert_eq!(legs.next(0.0, false, &shown), Next::Send(key('l')), "pressed once is wanted once");
    }

    #[test]
    fn a_walk_takes_the_shortest_known_way() {
        let shown = screen(&["+-----+", "|@.+..|", "|..+..|", "|.....|", "+-----+"]);
        assert_eq!(way(&shown, at(1, 5)).len(), 5, "slantwise past both corners");
        assert_eq!(way(&shown, at(0, 3)), [], "no spot");
        assert_eq!(way(&screen(&["@ ."]), at(0, 2)), [], "no known way");
        let mut legs = Legs::default();
        legs.walk_to(at(1, 5));
        assert_eq!(legs.goal(), Some(at(1, 5)));
        let Next::Send(first) = legs.next(0.0, false, &shown) else { panic!("no step") };
        assert!(!first.run);
        let arrived = screen(&["+-----+", "|..+.@|", "|..+..|", "|.....|", "+-----+"]);
        assert_eq!(legs.next(500.0, false, &arrived), Next::Rest);
        assert_eq!(legs.goal(), None);
    }

    #[test]
    fn a_key_or_two_refusals_end_a_walk() {
        let shown = screen(&["@...."]);
        let mut legs = Legs::default();
        legs.walk_to(at(0, 4));
        legs.press(key('h'), false);
        assert_eq!(legs.goal(), None);
        legs.walk_to(at(0, 4));
        assert_eq!(legs.next(0.0, false, &shown), Next::Send(key('l')));
        legs.blocked();
        assert!(legs.goal().is_some());
        legs.blocked();
        assert_eq!(legs.next(500.0, false, &shown), Next::Rest);
    }
}
