//! What the keys of the keyboard mean, and the ways of a finger.

use shared::nuggets::{Direction, Key};

/// What a key asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Asked {
    /// Go.
    Go(Key),
    /// The other of map and text.
    Text,
    /// What the keys are.
    Help,
}

/// What a key of the keyboard asks for: `key` as the browser names what it types, `code` as it names its place.
/// Arrows, WASD, the letters of old (h j k l y u b n), the number pad and the keys around it; Shift runs.
pub fn asked(key: &str, code: &str, shift: bool) -> Option<Asked> {
    // The number pad goes by place: with Shift or without NumLock it types something else.
    if let Some(direction) = on_pad(code) {
        return Some(Asked::Go(Key { direction, run: shift }));
    }
    let named = match key {
        "ArrowLeft" => Some(Direction::Left),
        "ArrowRight" => Some(Direction::Right),
        "ArrowUp" => Some(Direction::Up),
        "ArrowDown" => Some(Direction::Down),
        "Home" => Some(Direction::UpLeft),
        "PageUp" => Some(Direction::UpRight),
        "End" => Some(Direction::DownLeft),
        "PageDown" => Some(Direction::DownRight),
        _ => None,
    };
    if let Some(direction) = named {
        return Some(Asked::Go(Key { direction, run: shift }));
    }
    let mut letters = key.chars();
    let (Some(letter), None) = (letters.next(), letters.next()) else { return None };
    let run = letter.is_ascii_uppercase();
    match letter.to_ascii_lowercase() {
        't' => Some(Asked::Text),
        '?' => Some(Asked::Help),
        'a' => Some(Asked::Go(Key { direction: Direction::Left, run })),
        'd' => Some(Asked::Go(Key { direction: Direction::Right, run })),
        'w' => Some(Asked::Go(Key { direction: Direction::Up, run })),
        's' => Some(Asked::Go(Key { direction: Direction::Down, run })),
        _ => Key::of(letter).map(Asked::Go),
    }
}

fn on_pad(code: &str) -> Option<Direction> {
    match code.strip_prefix("Numpad")? {
        "1" => Some(Direction::DownLeft),
        "2" => Some(Direction::Down),
        "3" => Some(Direction::DownRight),
        "4" => Some(Direction::Left),
        "6" => Some(Direction::Right),
        "7" => Some(Direction::UpLeft),
        "8" => Some(Direction::Up),
        "9" => Some(Direction::UpRight),
        _ => None,
    }
}

/// What a finger did, from where it went down to where it went up, in CSS pixels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Finger {
    /// It stayed in place.
    Tap,
    /// It went this way.
    Swipe(Direction),
    /// Neither clearly.
    Unclear,
}

/// A finger may tremble so far and still tap.
const TREMBLE: f64 = 14.0;
/// A swipe is at least so long.
const SWIPE: f64 = 30.0;

/// What a finger meant that moved by this much.
pub fn finger(right: f64, down: f64) -> Finger {
    let far = right.hypot(down);
    if far <= TREMBLE {
        return Finger::Tap;
    }
    if far < SWIPE {
        return Finger::Unclear;
    }
    // Eight sectors, each around its direction: beyond half of the diagonal's share a part does not count.
    let part = |length: f64| {
        let share = length / far;
        if share > 0.382_683 {
            1
        } else if share < -0.382_683 {
            -1
        } else {
            0
        }
    };
    let way = (part(down), part(right));
    let direction = Direction::ALL.into_iter().find(|direction| direction.delta() == way);
    direction.map_or(Finger::Unclear, Finger::Swipe)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn go(key: &str, code: &str, shift: bool) -> Option<char> {
        match asked(key, code, shift)? {
            Asked::Go(key) => Some(key.letter()),
            Asked::Text | Asked::Help => None,
        }
    }

    #[test]
    fn every_family_of_keys_goes_all_its_ways() {
        let arrows = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "PageUp", "End", "PageDown"];
        assert_eq!(arrows.map(|key| go(key, "", false).unwrap()), ['h', 'l', 'k', 'j', 'y', 'u', 'b', 'n']);
        assert_eq!(arrows.map(|key| go(key, "", true).unwrap()), ['H', 'L', 'K', 'J', 'Y', 'U', 'B', 'N']);
        assert_eq!(["a", "d", "w", "s"].map(|key| go(key, "", false).unwrap()), ['h', 'l', 'k', 'j']);
        assert_eq!(["A", "D", "W", "S"].map(|key| go(key, "", true).unwrap()), ['H', 'L', 'K', 'J']);
        for letter in "hjklyubnHJKLYUBN".chars() {
            assert_eq!(go(&letter.to_string(), "", letter.is_uppercase()), Some(letter));
        }
        let pad = ["Numpad4", "Numpad6", "Numpad8", "Numpad2", "Numpad7", "Numpad9", "Numpad1", "Numpad3"];
        assert_eq!(pad.map(|code| go("7", code, false).unwrap()), ['h', 'l', 'k', 'j', 'y', 'u', 'b', 'n']);
        assert_eq!(go("Home", "Numpad7", true), Some('Y'));
    }

    #[test]
    fn other_keys_mean_nothing() {
        for key in ["x", "Enter", " ", "1", "Tab", "F5", "ä", "Shift", ""] {
            assert_eq!(asked(key, "", false), None, "{key}");
        }
        assert_eq!(asked("5", "Numpad5", false), None);
        assert_eq!(asked("T", "", true), Some(Asked::Text));
        assert_eq!(asked("?", "", true), Some(Asked::Help));
    }

    #[test]
    fn a_finger_taps_or_goes_one_of_eight_ways() {
        assert_eq!(finger(5.0, -8.0), Finger::Tap);
        assert_eq!(finger(20.0, 0.0), Finger::Unclear);
        let swipe = |right, down| match finger(right, down) {
            Finger::Swipe(way) => Key::step(way).letter(),
            _ => '-',
        };
        assert_eq!(swipe(100.0, 30.0), 'l');
        assert_eq!(swipe(-100.0, -30.0), 'h');
        assert_eq!(swipe(10.0, 90.0), 'j');
        assert_eq!(swipe(0.0, -90.0), 'k');
        assert_eq!(swipe(60.0, 60.0), 'n');
        assert_eq!(swipe(-60.0, 50.0), 'b');
        assert_eq!(swipe(60.0, -70.0), 'u');
        assert_eq!(swipe(-60.0, -60.0), 'y');
    }
}
