//! From keys to keystrokes of the game.

use crate::keys::{Key, Named};

/// The keystroke that leaves the match.
pub const LEAVE: u8 = b'Q';

/// The keystroke to send for a key, if any. Keys with a direction become the letter of that step, or of that run with
/// Shift; other printable ones go as they are, so that the server can say what it thinks of them.
pub const fn keystroke(key: Key) -> Option<u8> {
    match key {
        Key::Named { key, shift } => {
            let step = step(key);
            Some(if shift { step.to_ascii_uppercase() } else { step })
        }
        Key::Printable(digit @ b'1'..=b'9') => Some(of_number_pad(digit)),
        Key::Printable(character) => Some(character),
        Key::Control(b'C' | b'D') => Some(LEAVE),
        Key::Control(_) => None,
    }
}

const fn step(key: Named) -> u8 {
    match key {
        Named::Left => b'h',
        Named::Right => b'l',
        Named::Up => b'k',
        Named::Down => b'j',
        Named::Home => b'y',
        Named::PageUp => b'u',
        Named::End => b'b',
        Named::PageDown => b'n',
    }
}

/// The digits around the 5 lie as the directions do.
const fn of_number_pad(digit: u8) -> u8 {
    match digit {
        b'1' => b'b',
        b'2' => b'j',
        b'3' => b'n',
        b'4' => b'h',
        b'6' => b'l',
        b'7' => b'y',
        b'8' => b'k',
        b'9' => b'u',
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use rstest::rstest;

    use super::*;
    use crate::keys::Decoder;

    #[rstest]
    #[case::letters_as_they_are(b"hlkjyubnHLKJYUBNQ", b"hlkjyubnHLKJYUBNQ")]
    #[case::arrows(b"\x1b[D\x1b[C\x1b[A\x1b[B", b"hlkj")]
    #[case::arrows_with_shift(b"\x1b[1;2D\x1b[1;2C\x1b[1;2A\x1b[1;2B", b"HLKJ")]
    #[case::number_pad_with_digits(b"46827913", b"hlkjyubn")]
    #[case::number_pad_without(b"\x1b[H\x1b[5~\x1b[F\x1b[6~", b"yubn")]
    #[case::ctrl_c(b"\x03", b"Q")]
    #[case::ctrl_d(b"\x04", b"Q")]
    #[case::others_for_the_server_to_judge(b"q x?50~", b"q x?50~")]
    #[case::no_return_no_tab(b"\r\n\t", b"")]
    #[case::no_function_key(b"\x1bOP\x1b[15~", b"")]
    #[case::nothing_beyond_ascii("äß→".as_bytes(), b"")]
    fn keystrokes(#[case] typed: &[u8], #[case] sent: &[u8]) {
        let keys = Decoder::default().feed(typed, Instant::now());
        assert_eq!(keys.into_iter().filter_map(keystroke).collect::<Vec<_>>(), sent);
    }
}
