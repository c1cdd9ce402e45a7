//! The datagrams of the old programs: one message each, plain text, no final newline except where it is said.
//!
//! This is the server's side. Text comes from anybody, so nothing in it is trusted: it is bytes until it is one of the
//! three messages, and names are cut and cleaned before they are kept.

use std::fmt::Write as _;

use crate::nuggets::event::Player;
use crate::nuggets::map::Map;
use crate::nuggets::rules::letter;
use crate::nuggets::view::Screen;

/// The largest datagram there is, in bytes.
pub const LARGEST: usize = 65_507;
/// Bytes of a name that are kept.
pub const NAME_BYTES: usize = 50;

/// What a client says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Request {
    /// Wants to play under this name, cut and cleaned.
    Play(String),
    /// Wants to play, and has given no name that shows.
    PlayNameless,
    /// Wants to watch.
    Spectate,
    /// Has pressed this key.
    Key(u8),
}

/// A datagram that is none of the messages.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Malformed {
    /// Empty, or a word that is none.
    #[error("usage: PLAY name, SPECTATE or KEY k")]
    Unknown,
    /// No character, or several.
    #[error("usage: KEY and one character")]
    Key,
    /// Something after the word.
    #[error("usage: SPECTATE and nothing else")]
    Spectate,
}

impl Request {
    /// Reads a datagram.
    ///
    /// # Errors
    /// When it is none of the three messages.
    pub fn read(datagram: &[u8]) -> Result<Self, Malformed> {
        let end = datagram.iter().position(|byte| matches!(byte, b' ' | b'\n')).unwrap_or(datagram.len());
        let (word, rest) = datagram.split_at(end);
        match word {
            b"PLAY" => {
                let name = rest.get(1..).unwrap_or_default();
                let shows = name.iter().any(|byte| !byte.is_ascii_whitespace() && *byte != b'\x0b');
                Ok(if shows { Self::Play(clean(name)) } else { Self::PlayNameless })
            }
            b"SPECTATE" if rest.is_empty() => Ok(Self::Spectate),
            b"SPECTATE" => Err(Malformed::Spectate),
            b"KEY" => match rest {
                [b' ', key] => Ok(Self::Key(*key)),
                _ => Err(Malformed::Key),
            },
            _ => Err(Malformed::Unknown),
        }
    }
}

/// A name as the old programs show it: at most 50 bytes, each of them printable ASCII, a blank or a tab, or else `_`.
pub fn clean(name: &[u8]) -> String {
    let shown = |byte: &u8| {
        if byte.is_ascii_graphic() || matches!(byte, b' ' | b'\t') { char::from(*byte) } else { '_' }
    };
    name.iter().take(NAME_BYTES).map(shown).collect()
}

/// What the server answers to a key that is none.
pub const UNKNOWN_KEY: &str = "usage: unknown keystroke";

/// Why a client is sent away.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Quit {
    /// All letters are given, or no spot is free.
    Full,
    /// A player has to say a name.
    Nameless,
    /// A player has left.
    Player,
    /// A spectator has left.
    Spectator,
    /// Another spectator has come; there is one at a time.
    Replaced,
    /// The match is over.
    Over(Vec<Player>),
    /// The match could not go on; in plain words.
    Closed(String),
}

/// What the server says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer<'a> {
    /// A player is let in, with this letter.
    Ok(char),
    /// How large the map is: rows, columns.
    Grid(u16, u16),
    /// How the gold stands: found just now, purse, unclaimed.
    Gold(u32, u32, u32),
    /// All that the receiver sees.
    Display(&'a Screen),
    /// Something was not understood; nothing has changed.
    Error(&'a str),
    /// The end, for the receiver.
    Quit(Quit),
}

impl Answer<'_> {
    /// The datagram.
    pub fn text(&self) -> String {
        match self {
            Self::Ok(letter) => format!("OK {letter}"),
            Self::Grid(rows, columns) => format!("GRID {rows} {columns}"),
            Self::Gold(found, purse, unclaimed) => format!("GOLD {found} {purse} {unclaimed}"),
            Self::Display(screen) => format!("DISPLAY\n{}", screen.text()),
            Self::Error(text) => format!("ERROR {text}"),
            Self::Quit(why) => format!("QUIT {}", why.explanation()),
        }
    }
}

impl Quit {
    fn explanation(&self) -> String {
        match self {
            Self::Full => "Game is full: no more players can join.".to_owned(),
            Self::Nameless => "Sorry - you must provide player's name.".to_owned(),
            Self::Player => "Thanks for playing!".to_owned(),
            Self::Spectator => "Thanks for watching!".to_owned(),
            Self::Replaced => "You have been replaced by a new spectator.".to_owned(),
            Self::Over(players) => format!("GAME OVER:\n{}", table(players)),
            Self::Closed(reason) => reason.clone(),
        }
    }
}

/// The final table: letter, purse and name of everybody who ever came, a line each.
pub fn table(players: &[Player]) -> String {
    players.iter().fold(String::new(), |mut table, player| {
        let name = clean(player.name.as_bytes());
        // Writing to a string can't fail.
        let _ = writeln!(table, "{} {:>6} {name}", letter(player.seat), player.purse);
        table
    })
}

/// True if the display of this map fits into one datagram.
pub fn fits(map: &Map) -> bool {
    "DISPLAY\n".len() + usize::from(map.rows()) * (usize::from(map.columns()) + 1) <= LARGEST
}

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests {
    use proptest::prelude::*;
    use rstest::rstest;

    use super::*;
    use crate::game::Seat;

    #[rstest]
    #[case::play(b"PLAY Ann", Ok(Request::Play("Ann".to_owned())))]
    #[case::blanks_are_kept(b"PLAY  Ann of  Hill ", Ok(Request::Play(" Ann of  Hill ".to_owned())))]
    #[case::a_newline_in_a_name(b"PLAY Ann\nBob", Ok(Request::Play("Ann_Bob".to_owned())))]
    #[case::a_tab_in_a_name(b"PLAY Ann\tBob", Ok(Request::Play("Ann\tBob".to_owned())))]
    #[case::not_ascii("PLAY Zoë".as_bytes(), Ok(Request::Play("Zo__".to_owned())))]
    #[case::no_name(b"PLAY ", Ok(Request::PlayNameless))]
    #[case::no_blank(b"PLAY", Ok(Request::PlayNameless))]
    #[case::blank_name(b"PLAY   ", Ok(Request::PlayNameless))]
    #[case::tab_name(b"PLAY \t\t", Ok(Request::PlayNameless))]
    #[case::lower_case(b"play Ann", Err(Malformed::Unknown))]
    #[case::longer_word(b"PLAYER Ann", Err(Malformed::Unknown))]
    #[case::empty(b"", Err(Malformed::Unknown))]
    #[case::newline(b"\n", Err(Malformed::Unknown))]
    #[case::garbage(b"\xff\0\x80", Err(Malformed::Unknown))]
    #[case::spectate(b"SPECTATE", Ok(Request::Spectate))]
    #[case::spectate_something(b"SPECTATE me", Err(Malformed::Spectate))]
    #[case::key(b"KEY h", Ok(Request::Key(b'h')))]
    #[case::blank_key(b"KEY  ", Ok(Request::Key(b' ')))]
    #[case::resize_key(b"KEY \x9a", Ok(Request::Key(0x9a)))]
    #[case::no_key(b"KEY ", Err(Malformed::Key))]
    #[case::only_the_word(b"KEY", Err(Malformed::Key))]
    #[case::two_keys(b"KEY hj", Err(Malformed::Key))]
    #[case::key_and_newline(b"KEY h\n", Err(Malformed::Key))]
    #[case::newline_for_a_blank(b"KEY\nh", Err(Malformed::Key))]
    fn datagrams_are_read(#[case] datagram: &[u8], #[case] expected: Result<Request, Malformed>) {
        assert_eq!(Request::read(datagram), expected);
    }

    #[rstest]
    #[case::fifty(50, 50)]
    #[case::fifty_one(51, 50)]
    #[case::many(65_000, 50)]
    fn names_are_cut_at_fifty_bytes(#[case] length: usize, #[case] kept: usize) {
        let datagram = format!("PLAY {}", "x".repeat(length));
        assert_eq!(Request::read(datagram.as_bytes()), Ok(Request::Play("x".repeat(kept))));
    }

    #[test]
    fn the_cut_may_fall_inside_a_character() {
        let name = format!("{}é", "x".repeat(49));
        assert_eq!(clean(name.as_bytes()), format!("{}_", "x".repeat(49)));
    }

    #[test]
    fn answers_are_exact() {
        let screen: Screen = serde_json::from_str(r#"["+-+","|@|"]"#).unwrap();
        let players = vec![
            Player { seat: Seat(0), name: "Ann".to_owned(), purse: 39 },
            Player { seat: Seat(25), name: "Zoë".to_owned(), purse: 123_456 },
        ];
        let texts = [
            (Answer::Ok('A'), "OK A"),
            (Answer::Grid(21, 79), "GRID 21 79"),
            (Answer::Gold(5, 39, 211), "GOLD 5 39 211"),
            (Answer::Display(&screen), "DISPLAY\n+-+\n|@|\n"),
            (Answer::Error(UNKNOWN_KEY), "ERROR usage: unknown keystroke"),
            (Answer::Quit(Quit::Full), "QUIT Game is full: no more players can join."),
            (Answer::Quit(Quit::Nameless), "QUIT Sorry - you must provide player's name."),
            (Answer::Quit(Quit::Player), "QUIT Thanks for playing!"),
            (Answer::Quit(Quit::Spectator), "QUIT Thanks for watching!"),
            (Answer::Quit(Quit::Replaced), "QUIT You have been replaced by a new spectator."),
            (Answer::Quit(Quit::Over(players)), "QUIT GAME OVER:\nA     39 Ann\nZ 123456 Zo__\n"),
        ];
        for (answer, text) in texts {
            assert_eq!(answer.text(), text);
        }
    }

    #[test]
    fn a_map_fits_up_to_the_last_byte() {
        let map = |rows: usize, columns: usize| {
            Map::parse(&format!("{}\n", ".".repeat(columns)).repeat(rows)).unwrap()
        };
        // 8 + rows × (columns + 1)
        assert!(fits(&map(250, 260)));
        assert!(!fits(&map(250, 261)));
    }

    proptest! {
        #[test]
        fn any_bytes_are_read_or_refused(datagram in proptest::collection::vec(any::<u8>(), 0..200)) {
            if let Ok(Request::Play(name)) = Request::read(&datagram) {
                prop_assert!(name.len() <= NAME_BYTES);
                prop_assert!(name.bytes().all(|byte| byte == b'\t' || (b' '..=b'~').contains(&byte)));
            }
        }
    }
}
