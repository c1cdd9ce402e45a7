//! From the bytes that a terminal sends to keys.
//!
//! Keys beyond the printable ones arrive as escape sequences (ECMA-48 and the habits of xterm, rxvt and the Linux
//! console). A sequence is always taken as a whole: one that means nothing here gives no key, and never its last letter.

use std::time::{Duration, Instant};

/// After this long, what follows an escape character is a key of its own: somebody pressed Esc.
const SEQUENCE_TIME: Duration = Duration::from_millis(200);

/// No sequence of interest has more parameter bytes; what exceeds it is taken in, but not kept.
const MAX_PARAMETERS: usize = 16;

const ESCAPE: u8 = 0x1b;

/// What somebody pressed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Key {
    /// A printable ASCII character, the blank included.
    Printable(u8),
    /// A letter with Ctrl, as the upper-case letter.
    Control(u8),
    /// A key that has a name instead of a character.
    Named {
        /// Which.
        key: Named,
        /// With Shift, where the terminal tells.
        shift: bool,
    },
}

/// The keys that have a name instead of a character.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Named {
    /// Arrow up.
    Up,
    /// Arrow down.
    Down,
    /// Arrow left.
    Left,
    /// Arrow right.
    Right,
    /// Home, also 7 of the number pad.
    Home,
    /// End, also 1 of the number pad.
    End,
    /// Page up, also 9 of the number pad.
    PageUp,
    /// Page down, also 3 of the number pad.
    PageDown,
}

/// Takes in bytes as they come and gives out keys; keeps what is unfinished.
#[derive(Debug, Default)]
pub struct Decoder {
    state: State,
    /// When the last bytes came.
    fed_at: Option<Instant>,
}

#[derive(Debug, Default)]
enum State {
    #[default]
    Ground,
    /// After an escape character.
    Escape,
    /// In a sequence that ends with a letter or a tilde; its parameters so far.
    Sequence(Vec<u8>),
    /// Before the last letter of a function key on the Linux console, which has two opening brackets.
    Console,
}

impl Decoder {
    /// The keys that `bytes` complete, at most one per byte.
    pub fn feed(&mut self, bytes: &[u8], now: Instant) -> Vec<Key> {
        if self.fed_at.is_some_and(|before| now.duration_since(before) > SEQUENCE_TIME) {
            self.state = State::Ground;
        }
        self.fed_at = Some(now);
        bytes.iter().filter_map(|&byte| self.take(byte)).collect()
    }

    fn take(&mut self, byte: u8) -> Option<Key> {
        if byte == ESCAPE {
            self.state = State::Escape;
            return None;
        }
        match std::mem::take(&mut self.state) {
            State::Ground => plain(byte),
            State::Escape => {
                if matches!(byte, b'[' | b'O') {
                    self.state = State::Sequence(Vec::new());
                }
                // Any other character was typed together with Alt.
                None
            }
            State::Sequence(parameters) if byte == b'[' && parameters.is_empty() => {
                self.state = State::Console;
                None
            }
            State::Sequence(mut parameters) => match byte {
                b'@'..=b'~' => named(&parameters, byte),
                b' '..=b'?' => {
                    if parameters.len() < MAX_PARAMETERS {
                        parameters.push(byte);
                    }
                    self.state = State::Sequence(parameters);
                    None
                }
                _ => plain(byte),
            },
            State::Console => None,
        }
    }
}

/// A byte outside any sequence. Bytes beyond ASCII are parts of characters that no client here has a use for.
fn plain(byte: u8) -> Option<Key> {
    match byte {
        b' '..=b'~' => Some(Key::Printable(byte)),
        1..=26 => Some(Key::Control(byte | 0x40)),
        _ => None,
    }
}

/// The key of a sequence, if it is one of ours.
fn named(parameters: &[u8], last: u8) -> Option<Key> {
    let parameters = str::from_utf8(parameters).ok()?;
    let (number, modifier) = match parameters.split_once(';') {
        Some((number, modifier)) => (number, modifier),
        None => (parameters, "1"),
    };
    let shift = match modifier {
        "1" => false,
        "2" => true,
        // With Alt or Ctrl it is another key.
        _ => return None,
    };
    let key = match (number, last) {
        ("" | "1", b'A') => Named::Up,
        ("" | "1", b'B') => Named::Down,
        ("" | "1", b'C') => Named::Right,
        ("" | "1", b'D') => Named::Left,
        ("" | "1", b'H') | ("1" | "7", b'~') => Named::Home,
        ("" | "1", b'F') | ("4" | "8", b'~') => Named::End,
        ("5", b'~') => Named::PageUp,
        ("6", b'~') => Named::PageDown,
        // rxvt has small letters for arrows with Shift.
        ("", b'a'..=b'd') => return named(b"1;2", last.to_ascii_uppercase()),
        _ => return None,
    };
    Some(Key::Named { key, shift })
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    fn decode(bytes: &[u8]) -> Vec<Key> {
        Decoder::default().feed(bytes, Instant::now())
    }

    const fn named(key: Named) -> Key {
        Key::Named { key, shift: false }
    }

    const fn shifted(key: Named) -> Key {
        Key::Named { key, shift: true }
    }

    #[rstest]
    #[case::letter(b"h", Key::Printable(b'h'))]
    #[case::capital(b"H", Key::Printable(b'H'))]
    #[case::blank(b" ", Key::Printable(b' '))]
    #[case::ctrl_c(b"\x03", Key::Control(b'C'))]
    #[case::ctrl_d(b"\x04", Key::Control(b'D'))]
    #[case::up(b"\x1b[A", named(Named::Up))]
    #[case::down_of_application_mode(b"\x1bOB", named(Named::Down))]
    #[case::right(b"\x1b[C", named(Named::Right))]
    #[case::left(b"\x1b[D", named(Named::Left))]
    #[case::shift_left(b"\x1b[1;2D", shifted(Named::Left))]
    #[case::shift_up_of_rxvt(b"\x1b[a", shifted(Named::Up))]
    #[case::home(b"\x1b[H", named(Named::Home))]
    #[case::home_of_the_console(b"\x1b[1~", named(Named::Home))]
    #[case::home_of_rxvt(b"\x1b[7~", named(Named::Home))]
    #[case::end(b"\x1b[F", named(Named::End))]
    #[case::end_of_the_console(b"\x1b[4~", named(Named::End))]
    #[case::shift_end(b"\x1b[1;2F", shifted(Named::End))]
    #[case::page_up(b"\x1b[5~", named(Named::PageUp))]
    #[case::page_down(b"\x1b[6~", named(Named::PageDown))]
    #[case::shift_page_down(b"\x1b[6;2~", shifted(Named::PageDown))]
    fn a_key_is_known(#[case] bytes: &[u8], #[case] key: Key) {
        assert_eq!(decode(bytes), [key]);
    }

    #[rstest]
    #[case::f1(b"\x1bOP")]
    #[case::f5(b"\x1b[15~")]
    #[case::f1_of_the_console(b"\x1b[[A")]
    #[case::delete(b"\x1b[3~")]
    #[case::ctrl_down(b"\x1b[1;5B")]
    #[case::alt_letter(b"\x1bh")]
    #[case::back_tab(b"\x1b[Z")]
    #[case::mouse(b"\x1b[<0;10;20M")]
    #[case::cursor_report(b"\x1b[12;40R")]
    #[case::endless_parameters(b"\x1b[1;1;1;1;1;1;1;1;1;1;1;1;1;1;1;1;1;1;1;1B")]
    #[case::umlaut("ü".as_bytes())]
    #[case::part_of_a_resize_key_of_curses(b"\x9a")]
    #[case::nul(b"\0")]
    #[case::delete_character(b"\x7f")]
    fn what_means_nothing_gives_no_key(#[case] bytes: &[u8]) {
        assert_eq!(decode(bytes), []);
        // And leaves nothing behind.
        assert_eq!(decode(&[bytes, b"h"].concat()), [Key::Printable(b'h')]);
    }

    #[test]
    fn a_sequence_may_come_in_parts() {
        let mut decoder = Decoder::default();
        let now = Instant::now();
        assert_eq!(decoder.feed(b"l\x1b", now), [Key::Printable(b'l')]);
        assert_eq!(decoder.feed(b"[", now + SEQUENCE_TIME / 2), []);
        assert_eq!(decoder.feed(b"B", now + SEQUENCE_TIME), [named(Named::Down)]);
    }

    #[test]
    fn esc_does_not_swallow_a_key_pressed_later() {
        let mut decoder = Decoder::default();
        let now = Instant::now();
        assert_eq!(decoder.feed(b"\x1b", now), []);
        assert_eq!(decoder.feed(b"h", now + SEQUENCE_TIME * 2), [Key::Printable(b'h')]);
    }

    #[test]
    fn an_escape_character_starts_over() {
        assert_eq!(decode(b"\x1b[1\x1b\x1b[A"), [named(Named::Up)]);
    }
}
