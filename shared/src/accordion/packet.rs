//! The messages of the TCP protocol: bytes, the same in both directions.
//!
//! Integers are unsigned and big-endian; tags and widths are given in PROTOCOL.md. A [`Decoder`] takes the stream in
//! pieces of any size. What a message may say in which order is the server's to judge; the texts for that are here too
//! ([`Fault`]), so that every error a client can be sent stands in one place.

mod tableau;

pub use tableau::{TableauError, check_tableau};

use crate::accordion::code::{BadCode, CardCode};
use crate::accordion::row::Row;
use crate::cards::{Card, PACK};

/// Pings in a row that a server answers; the next one is an error.
pub const MOST_PINGS: u32 = 10;

/// The longest text of an error, in bytes.
pub const LONGEST_TEXT: usize = u16::MAX as usize;

const PLAY: u8 = 1;
const DEAL: u8 = 2;
const PING: u8 = 3;
const TABLEAU: u8 = 4;
const RESULT: u8 = 5;
const ERROR: u8 = 6;

/// A message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Message {
    /// A client wants a game (its number says nothing); a server gives one. Number 0 from a server: there is none.
    Play {
        /// The number of the game.
        gid: u32,
    },
    /// A client wants a card (its card says nothing); a server gives it.
    Deal {
        /// The number of the game.
        gid: u32,
        /// The card, [`CardCode`] if it comes from a server.
        card: u16,
    },
    /// A client is still there; a server says the same back.
    Ping {
        /// The number of the game.
        gid: u32,
        /// Anything.
        data: [u8; 4],
    },
    /// A client has finished.
    Tableau {
        /// The number of the game.
        gid: u32,
        /// How many piles there are, 1 to 52.
        piles: u8,
        /// 51 + `piles` numbers: the cards of all piles from left to right, each from top to bottom, with 0 between piles.
        cards: Vec<u16>,
    },
    /// A server has judged.
    Result {
        /// The number of the game.
        gid: u32,
        /// The client's piles less the server's.
        difference: i8,
    },
    /// Something is wrong, or (without a text) the sender leaves.
    Error {
        /// Printable ASCII.
        text: String,
    },
}

/// Bytes that are no message.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Malformed {
    /// No message begins like this.
    #[error("unknown message tag {0}; tags are 1 play, 2 deal, 3 ping, 4 tableau, 5 result, 6 error")]
    Tag(u8),
    /// A tableau with no pile, or more than there are cards.
    #[error("a tableau of {0} piles; there are 1 to 52")]
    Piles(u8),
}

impl Message {
    /// The tableau message of a row in which all cards are dealt.
    pub fn tableau(gid: u32, row: &Row) -> Self {
        let mut cards = Vec::with_capacity(2 * PACK - 1);
        for pile in 0..row.len() {
            if pile > 0 {
                cards.push(0);
            }
            cards.extend(row.pile(pile).map(|card| u16::from(CardCode(card))));
        }
        // A row has 52 piles at most.
        Self::Tableau { gid, piles: u8::try_from(row.len()).unwrap_or(u8::MAX), cards }
    }

    /// An error with a text, cut to what fits and with `?` for what is not printable ASCII.
    pub fn error(text: &str) -> Self {
        Self::Error { text: printable(text.bytes().take(LONGEST_TEXT)) }
    }

    /// The card of a deal message from a server.
    ///
    /// # Errors
    /// When it is none.
    pub fn card_of(card: u16) -> Result<Card, BadCode> {
        CardCode::try_from(card).map(|CardCode(card)| card)
    }

    /// The bytes.
    pub fn encode(&self) -> Vec<u8> {
        match self {
            Self::Play { gid } => head(PLAY, *gid),
            Self::Deal { gid, card } => [head(DEAL, *gid), card.to_be_bytes().to_vec()].concat(),
            Self::Ping { gid, data } => [head(PING, *gid), data.to_vec()].concat(),
            Self::Tableau { gid, piles, cards } => {
                let mut bytes = head(TABLEAU, *gid);
                bytes.push(*piles);
                bytes.extend(cards.iter().flat_map(|card| card.to_be_bytes()));
                bytes
            }
            Self::Result { gid, difference } => {
                [head(RESULT, *gid), difference.to_be_bytes().to_vec()].concat()
            }
            Self::Error { text } => {
                let text = printable(text.bytes().take(LONGEST_TEXT));
                let length = u16::try_from(text.len()).unwrap_or(u16::MAX);
                [&[ERROR][..], &length.to_be_bytes(), text.as_bytes()].concat()
            }
        }
    }

    /// The message at the beginning of `bytes` and how many it takes; `None` if there is more to come.
    fn decode(bytes: &[u8]) -> Result<Option<(Self, usize)>, Malformed> {
        let Some(&tag) = bytes.first() else { return Ok(None) };
        let gid = be_u32(bytes, 1);
        let read = match tag {
            PLAY => gid.map(|gid| (Self::Play { gid }, 5)),
            DEAL => gid.zip(be_u16(bytes, 5)).map(|(gid, card)| (Self::Deal { gid, card }, 7)),
            PING => gid.zip(array(bytes, 5)).map(|(gid, data)| (Self::Ping { gid, data }, 9)),
            TABLEAU => {
                let Some((gid, &piles)) = gid.zip(bytes.get(5)) else { return Ok(None) };
                if piles == 0 || usize::from(piles) > PACK {
                    return Err(Malformed::Piles(piles));
                }
                let end = 6 + 2 * (PACK - 1 + usize::from(piles));
                bytes.get(6..end).map(|cards| {
                    let cards = cards.as_chunks().0.iter().map(|&card| u16::from_be_bytes(card)).collect();
                    (Self::Tableau { gid, piles, cards }, end)
                })
            }
            RESULT => gid
                .zip(array(bytes, 5))
                .map(|(gid, byte)| (Self::Result { gid, difference: i8::from_be_bytes(byte) }, 6)),
            ERROR => be_u16(bytes, 1).and_then(|length| {
                let end = 3 + usize::from(length);
                let text = bytes.get(3..end)?;
                Some((Self::Error { text: printable(text.iter().copied()) }, end))
            }),
            tag => return Err(Malformed::Tag(tag)),
        };
        Ok(read)
    }
}

fn head(tag: u8, gid: u32) -> Vec<u8> {
    [&[tag][..], &gid.to_be_bytes()].concat()
}

fn array<const N: usize>(bytes: &[u8], at: usize) -> Option<[u8; N]> {
    bytes.get(at..at + N)?.try_into().ok()
}

fn be_u16(bytes: &[u8], at: usize) -> Option<u16> {
    array(bytes, at).map(u16::from_be_bytes)
}

fn be_u32(bytes: &[u8], at: usize) -> Option<u32> {
    array(bytes, at).map(u32::from_be_bytes)
}

/// Text as it is shown: what is not printable ASCII is `?`.
fn printable(bytes: impl Iterator<Item = u8>) -> String {
    bytes.map(|byte| if (b' '..=b'~').contains(&byte) { char::from(byte) } else { '?' }).collect()
}

/// Takes a stream of bytes apart, however it is cut.
///
/// It holds what was fed and not yet taken as messages. Whoever takes all messages there are after each piece keeps it
/// within one piece and the longest message, which has [`LONGEST_TEXT`] + 3 bytes.
#[derive(Debug, Clone, Default)]
pub struct Decoder {
    bytes: Vec<u8>,
    /// How many of them were taken already.
    taken: usize,
    broken: Option<Malformed>,
}

impl Decoder {
    /// Adds the next piece of the stream.
    pub fn feed(&mut self, piece: &[u8]) {
        self.bytes.drain(..self.taken);
        self.taken = 0;
        self.bytes.extend_from_slice(piece);
    }

    /// The next message; `None` if it is not all there yet.
    ///
    /// # Errors
    /// As soon as it is clear that no message begins like this. Nothing after it can be read: the error stays.
    pub fn take(&mut self) -> Result<Option<Message>, Malformed> {
        if let Some(broken) = self.broken {
            return Err(broken);
        }
        match Message::decode(&self.bytes[self.taken..]) {
            Ok(Some((message, length))) => {
                self.taken += length;
                Ok(Some(message))
            }
            Ok(None) => Ok(None),
            Err(broken) => {
                self.broken = Some(broken);
                Err(broken)
            }
        }
    }

    /// True in the middle of a message: the stream must not end here.
    pub const fn is_partial(&self) -> bool {
        self.taken < self.bytes.len()
    }
}

/// What a client has done wrong, as the server tells it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// Bytes that are no message.
    #[error(transparent)]
    Malformed(#[from] Malformed),
    /// A tableau that is not one of this deal.
    #[error(transparent)]
    Tableau(#[from] TableauError),
    /// As many connections as the server takes.
    #[error("the server is full; try again later")]
    Full,
    /// No play message in time.
    #[error("no play message within {0} seconds of connecting")]
    NoPlay(u64),
    /// No message in time.
    #[error("no message for {0} seconds")]
    Silent(u64),
    /// More pings than are answered.
    #[error("more than {MOST_PINGS} pings in a row")]
    Pings,
    /// A message before a game.
    #[error("{0} before play; a game begins with a play message")]
    BeforePlay(&'static str),
    /// A play message during a game.
    #[error("play during a game; a game ends with a tableau message")]
    PlayDuringGame,
    /// The number of another game.
    #[error("game {got} is not yours; yours is {yours}")]
    WrongGame {
        /// What the message said.
        got: u32,
        /// What it should have said.
        yours: u32,
    },
    /// A deal after the last card.
    #[error("all 52 cards are dealt; send your tableau")]
    DeckEmpty,
    /// A tableau before the last card.
    #[error("a tableau after {dealt} cards; all 52 must be dealt first")]
    CardsLeft {
        /// Cards that were dealt, 0 to 51.
        dealt: usize,
    },
    /// A result, which servers send.
    #[error("a result message from a client; results come from the server")]
    ResultFromClient,
    /// The stream ended in a message.
    #[error("the connection ended in the middle of a message")]
    CutOff,
}

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests;
