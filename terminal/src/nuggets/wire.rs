//! The datagrams: what the server says, parsed with tolerance; what the client says, written to the letter.
//!
//! One message per datagram, ASCII text that begins with a word in capitals. Servers differ in what they put at the
//! end: none, one or two newlines, or the NUL of a C string. All of that is fine. Anything else that does not fit is
//! [`Malformed`], which names what is wrong and changes nothing.

use thiserror::Error;

use super::rows::GridSize;

/// The longest name that servers keep, in bytes. They cut longer ones there; cut here, a datagram never is too long.
const MAX_NAME: usize = 50;

/// How much of an unknown word is worth showing.
const SHOWN: usize = 20;

/// What the client says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ClientMessage {
    /// To join as a player with this name.
    Play(Vec<u8>),
    /// To join as the spectator.
    Spectate,
    /// A keystroke, printable ASCII.
    Key(u8),
}

/// What the server says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ServerMessage {
    /// You are in the match and have this letter.
    Ok(char),
    /// How large the map is.
    Grid(GridSize),
    /// About gold.
    Gold {
        /// What you have just collected; may be 0.
        found: u32,
        /// What you have.
        purse: u32,
        /// What nobody has yet.
        unclaimed: u32,
    },
    /// The map as you see it: what follows the first line, see [`super::rows`].
    Display(Vec<u8>),
    /// It is over for you, and why; may have several lines.
    Quit(String),
    /// Something you sent was not understood.
    Error(String),
}

/// A datagram that is no message.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum Malformed {
    /// Its first word says nothing.
    #[error("unknown message from the server: {0}")]
    Unknown(String),
    /// Its first word does, but the rest does not fit.
    #[error("malformed {0} from the server")]
    Rest(&'static str),
}

impl ClientMessage {
    /// To join: as a player if there is a name.
    pub fn join(name: Option<&[u8]>) -> Self {
        name.map_or(Self::Spectate, |name| Self::Play(name[..name.len().min(MAX_NAME)].to_vec()))
    }

    /// The datagram.
    pub fn to_bytes(&self) -> Vec<u8> {
        match self {
            Self::Play(name) => [b"PLAY ", name.as_slice()].concat(),
            Self::Spectate => b"SPECTATE".to_vec(),
            Self::Key(key) => [b"KEY ".as_slice(), &[*key]].concat(),
        }
    }
}

impl ServerMessage {
    /// Reads a datagram.
    ///
    /// # Errors
    ///
    /// It is no message.
    pub fn parse(datagram: &[u8]) -> Result<Self, Malformed> {
        let text = datagram.split(|&byte| byte == 0).next().unwrap_or_default();
        let end = text.iter().position(|byte| matches!(byte, b' ' | b'\n' | b'\r')).unwrap_or(text.len());
        let (word, rest) = text.split_at(end);
        match word {
            b"OK" => letter(rest).map(Self::Ok).ok_or(Malformed::Rest("OK")),
            b"GRID" => grid(rest).map(Self::Grid).ok_or(Malformed::Rest("GRID")),
            b"GOLD" => gold(rest).ok_or(Malformed::Rest("GOLD")),
            b"DISPLAY" => display(rest).map(Self::Display).ok_or(Malformed::Rest("DISPLAY")),
            b"QUIT" => Ok(Self::Quit(readable(rest))),
            b"ERROR" => Ok(Self::Error(readable(rest))),
            _ => Err(Malformed::Unknown(readable(word).chars().take(SHOWN).collect())),
        }
    }
}

fn letter(rest: &[u8]) -> Option<char> {
    match rest.trim_ascii() {
        [letter @ b'A'..=b'Z'] => Some(char::from(*letter)),
        _ => None,
    }
}

fn grid(rest: &[u8]) -> Option<GridSize> {
    let [rows, columns] = numbers(rest)?;
    GridSize::new(rows, columns)
}

fn gold(rest: &[u8]) -> Option<ServerMessage> {
    let [found, purse, unclaimed] = numbers(rest)?;
    Some(ServerMessage::Gold { found, purse, unclaimed })
}

fn display(rest: &[u8]) -> Option<Vec<u8>> {
    let first_line = rest.iter().position(|&byte| byte == b'\n')?;
    let (before, rows) = (&rest[..first_line], &rest[first_line + 1..]);
    (before.trim_ascii().is_empty() && !rows.is_empty()).then(|| rows.to_vec())
}

/// Exactly `N` numbers.
fn numbers<const N: usize>(rest: &[u8]) -> Option<[u32; N]> {
    let mut words = str::from_utf8(rest).ok()?.split_ascii_whitespace();
    let mut numbers = [0; N];
    for number in &mut numbers {
        *number = words.next()?.parse().ok()?;
    }
    words.next().is_none().then_some(numbers)
}

/// Text for people: without blanks and newlines at the end, and without anything that would steer a terminal.
fn readable(rest: &[u8]) -> String {
    let text = String::from_utf8_lossy(rest);
    let text = text.strip_prefix(' ').unwrap_or(&text).trim_end();
    text.replace("\r\n", "\n").replace(|character: char| character.is_control() && character != '\n', "?")
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rstest::rstest;

    use super::*;

    fn size(rows: u32, columns: u32) -> GridSize {
        GridSize::new(rows, columns).unwrap()
    }

    #[rstest]
    #[case("OK A", ServerMessage::Ok('A'))]
    #[case("OK Z\n", ServerMessage::Ok('Z'))]
    #[case("OK Z\0", ServerMessage::Ok('Z'))]
    #[case("GRID 21 79", ServerMessage::Grid(size(21, 79)))]
    #[case("GRID 21 79\r\n", ServerMessage::Grid(size(21, 79)))]
    #[case("GOLD 39 39 211", ServerMessage::Gold { found: 39, purse: 39, unclaimed: 211 })]
    #[case("GOLD 0 0 250\n", ServerMessage::Gold { found: 0, purse: 0, unclaimed: 250 })]
    #[case("DISPLAY\n+-+\n", ServerMessage::Display(b"+-+\n".to_vec()))]
    #[case("DISPLAY\n+-+\0junk", ServerMessage::Display(b"+-+".to_vec()))]
    #[case("QUIT Thanks for playing!", ServerMessage::Quit("Thanks for playing!".into()))]
    #[case("QUIT GAME OVER:\nA    250 Ada\n\n", ServerMessage::Quit("GAME OVER:\nA    250 Ada".into()))]
    #[case("QUIT", ServerMessage::Quit(String::new()))]
    #[case("ERROR usage: unknown keystroke\n", ServerMessage::Error("usage: unknown keystroke".into()))]
    #[case("ERROR \x1b[2J", ServerMessage::Error("?[2J".into()))]
    fn a_message_is_read(#[case] datagram: &str, #[case] message: ServerMessage) {
        assert_eq!(ServerMessage::parse(datagram.as_bytes()), Ok(message));
    }

    #[rstest]
    #[case("", Malformed::Unknown(String::new()))]
    #[case("\0OK A", Malformed::Unknown(String::new()))]
    #[case("ok A", Malformed::Unknown("ok".into()))]
    #[case("GAMEOVERGAMEOVERGAMEOVER", Malformed::Unknown("GAMEOVERGAMEOVERGAME".into()))]
    #[case("OK", Malformed::Rest("OK"))]
    #[case("OK a", Malformed::Rest("OK"))]
    #[case("OK AB", Malformed::Rest("OK"))]
    #[case("GRID 21", Malformed::Rest("GRID"))]
    #[case("GRID 0 79", Malformed::Rest("GRID"))]
    #[case("GRID -1 79", Malformed::Rest("GRID"))]
    #[case("GRID 99999 99999", Malformed::Rest("GRID"))]
    #[case("GRID 21 79 1", Malformed::Rest("GRID"))]
    #[case("GOLD 1 2", Malformed::Rest("GOLD"))]
    #[case("GOLD 1 2 4294967296", Malformed::Rest("GOLD"))]
    #[case("GOLD 1 2 x", Malformed::Rest("GOLD"))]
    #[case("DISPLAY", Malformed::Rest("DISPLAY"))]
    #[case("DISPLAY\n", Malformed::Rest("DISPLAY"))]
    #[case("DISPLAY no\n...\n", Malformed::Rest("DISPLAY"))]
    fn what_is_no_message_is_named(#[case] datagram: &str, #[case] malformed: Malformed) {
        assert_eq!(ServerMessage::parse(datagram.as_bytes()), Err(malformed));
    }

    #[test]
    fn the_client_writes_to_the_letter() {
        assert_eq!(ClientMessage::join(Some(b"Ada L")).to_bytes(), b"PLAY Ada L");
        assert_eq!(ClientMessage::join(None).to_bytes(), b"SPECTATE");
        assert_eq!(ClientMessage::Key(b'Q').to_bytes(), b"KEY Q");
    }

    #[test]
    fn a_name_is_cut_where_servers_cut_it() {
        let play = ClientMessage::join(Some("x".repeat(100_000).as_bytes())).to_bytes();
        assert_eq!(play.len(), "PLAY ".len() + 50);
    }

    proptest! {
        #[test]
        fn any_bytes_are_read_or_refused(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
            let _ = ServerMessage::parse(&bytes);
        }

        #[test]
        fn no_text_steers_the_terminal(bytes in proptest::collection::vec(any::<u8>(), 0..100)) {
            let Ok(ServerMessage::Quit(text)) = ServerMessage::parse(&[b"QUIT ", bytes.as_slice()].concat()) else {
                return Err(TestCaseError::fail("a QUIT is a QUIT"));
            };
            prop_assert!(text.chars().all(|character| character == '\n' || !character.is_control()));
        }
    }
}
