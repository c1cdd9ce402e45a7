//! The wire: one JSON array a message, its first element a numeric opcode.
//!
//! Every group of messages is declared once, with the [`messages!`](macros) macro; the declaration gives the type,
//! the strict codec, the round-trip tests and the tables of PROTOCOL.md.
//!
//! | module | opcodes | what |
//! |---|---|---|
//! | [`session`] | 1–9 | joining, sequence numbers, acknowledgements, snapshots |
//! | [`sea_battle`] | 5, 10–19 | Sea Battle |
//! | [`nuggets`] | 20–29 | Nuggets |
//! | [`onecard`] | 40–49 | OneCard |
//! | [`accordion`] | 30–39 | Accordion |
//! | [`social`] | 50–59 | giving up, gestures, rematch |
//!
//! [`wire`] says how a game's actions and events become messages, for the server and for the browser.

pub mod accordion;
mod codec;
mod macros;
pub mod nuggets;
pub mod onecard;
pub mod sea_battle;
pub mod session;
pub mod social;
pub mod table;
pub mod wire;

pub use codec::{ActionNumber, DecodeError, MAX_CLIENT_MESSAGE, Trailing, ViewText};

use crate::catalogue::GameId;
use crate::protocol::codec::Args;
use crate::protocol::macros::Group as _;

/// Anything a client may say.
#[derive(Debug, Clone, PartialEq)]
pub enum ClientMessage {
    /// In every game.
    Session(session::ClientMessage),
    /// In every game, about the people and not the match.
    Social(social::ClientMessage),
    /// In Sea Battle.
    SeaBattle(sea_battle::ClientMessage),
    /// In Nuggets.
    Nuggets(nuggets::ClientMessage),
    /// In OneCard.
    OneCard(onecard::ClientMessage),
    /// In Accordion.
    Accordion(accordion::ClientMessage),
}

impl ClientMessage {
    /// Reads one message of a client that sits in a match of `game`.
    ///
    /// # Errors
    /// When the text is no message of that game; the connection is then closed with 4002.
    pub fn decode(text: &str, game: GameId) -> Result<Self, DecodeError> {
        let (op, args) = Args::split(text)?;
        if let Some(message) = session::ClientMessage::read(op, &args) {
            return message.map(Self::Session);
        }
        if let Some(message) = social::ClientMessage::read(op, &args) {
            return message.map(Self::Social);
        }
        let of_game = match game {
            GameId::SeaBattle => {
                sea_battle::ClientMessage::read(op, &args).map(|read| read.map(Self::SeaBattle))
            }
            GameId::Nuggets => nuggets::ClientMessage::read(op, &args).map(|read| read.map(Self::Nuggets)),
            GameId::OneCard => onecard::ClientMessage::read(op, &args).map(|read| read.map(Self::OneCard)),
            GameId::Accordion => {
                accordion::ClientMessage::read(op, &args).map(|read| read.map(Self::Accordion))
            }
        };
        of_game.unwrap_or(Err(DecodeError::UnknownOpcode(op)))
    }

    /// The message as text.
    pub fn encode(&self) -> String {
        match self {
            Self::Session(message) => message.write(),
            Self::Social(message) => message.write(),
            Self::SeaBattle(message) => message.write(),
            Self::Nuggets(message) => message.write(),
            Self::OneCard(message) => message.write(),
            Self::Accordion(message) => message.write(),
        }
    }
}

/// The first message of a connection, if it is not a JOIN.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NotJoin {
    /// No message at all, or a malformed JOIN: closed with 4002.
    #[error(transparent)]
    Malformed(#[from] DecodeError),
    /// A message with another opcode: closed with 4001.
    #[error("the first message must be JOIN, not opcode {0}")]
    Other(i64),
}

/// Reads the first message of a connection, before it is known which game it belongs to.
///
/// # Errors
/// When it is not a well-formed JOIN.
pub fn decode_join(text: &str) -> Result<session::ClientMessage, NotJoin> {
    let (op, args) = Args::split(text)?;
    if op != session::JOIN {
        return Err(NotJoin::Other(op));
    }
    match session::ClientMessage::read(op, &args) {
        Some(message) => Ok(message?),
        None => Err(NotJoin::Other(op)),
    }
}

/// Anything a server may say.
#[derive(Debug, Clone, PartialEq)]
pub enum ServerMessage {
    /// In every game.
    Session(session::ServerMessage),
    /// In every game, about the people and not the match.
    Social(social::ServerMessage),
    /// In Sea Battle.
    SeaBattle(sea_battle::ServerMessage),
    /// In Nuggets.
    Nuggets(nuggets::ServerMessage),
    /// In OneCard.
    OneCard(onecard::ServerMessage),
    /// In Accordion.
    Accordion(accordion::ServerMessage),
}

impl ServerMessage {
    /// Reads one message of a server.
    ///
    /// # Errors
    /// When the text is no message this version knows.
    pub fn decode(text: &str) -> Result<Self, DecodeError> {
        let (op, args) = Args::split(text)?;
        if let Some(message) = session::ServerMessage::read(op, &args) {
            return message.map(Self::Session);
        }
        if let Some(message) = social::ServerMessage::read(op, &args) {
            return message.map(Self::Social);
        }
        if let Some(message) = sea_battle::ServerMessage::read(op, &args) {
            return message.map(Self::SeaBattle);
        }
        if let Some(message) = nuggets::ServerMessage::read(op, &args) {
            return message.map(Self::Nuggets);
        }
        if let Some(message) = onecard::ServerMessage::read(op, &args) {
            return message.map(Self::OneCard);
        }
        if let Some(message) = accordion::ServerMessage::read(op, &args) {
            return message.map(Self::Accordion);
        }
        Err(DecodeError::UnknownOpcode(op))
    }

    /// The message as text.
    pub fn encode(&self) -> String {
        match self {
            Self::Session(message) => message.write(),
            Self::Social(message) => message.write(),
            Self::SeaBattle(message) => message.write(),
            Self::Nuggets(message) => message.write(),
            Self::OneCard(message) => message.write(),
            Self::Accordion(message) => message.write(),
        }
    }

    /// The sequence number, for the messages that change the state of the match.
    pub fn seq(&self) -> Option<u64> {
        match self {
            Self::Session(message) => message.seq(),
            Self::Social(_) => None,
            Self::SeaBattle(message) => Some(message.seq()),
            Self::Nuggets(message) => Some(message.seq()),
            Self::OneCard(message) => Some(message.seq()),
            Self::Accordion(message) => Some(message.seq()),
        }
    }
}

impl From<session::ServerMessage> for ServerMessage {
    fn from(message: session::ServerMessage) -> Self {
        Self::Session(message)
    }
}

impl From<social::ServerMessage> for ServerMessage {
    fn from(message: social::ServerMessage) -> Self {
        Self::Social(message)
    }
}

impl From<sea_battle::ServerMessage> for ServerMessage {
    fn from(message: sea_battle::ServerMessage) -> Self {
        Self::SeaBattle(message)
    }
}

impl From<nuggets::ServerMessage> for ServerMessage {
    fn from(message: nuggets::ServerMessage) -> Self {
        Self::Nuggets(message)
    }
}

impl From<onecard::ServerMessage> for ServerMessage {
    fn from(message: onecard::ServerMessage) -> Self {
        Self::OneCard(message)
    }
}

impl From<accordion::ServerMessage> for ServerMessage {
    fn from(message: accordion::ServerMessage) -> Self {
        Self::Accordion(message)
    }
}

/// Why a server closes a WebSocket.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Close {
    /// The close code.
    pub code: u16,
    /// When it is used, for PROTOCOL.md and as the reason on the wire.
    pub reason: &'static str,
    /// True if a client should come back by itself.
    pub come_back: bool,
}

/// Every close code of the protocol.
pub mod close {
    use super::Close;

    macro_rules! closes {
        ($($name:ident = $code:literal, $come_back:literal, $reason:literal;)*) => {
            $(#[doc = $reason] pub const $name: Close = Close { code: $code, reason: $reason, come_back: $come_back };)*
            /// All of them, for PROTOCOL.md and its test.
            pub const ALL: &[Close] = &[$($name),*];
        };
    }

    closes! {
        NORMAL = 1000, false, "the match is over";
        GOING_AWAY = 1001, true, "the server is going down; come back in a moment";
        TOO_MANY = 1008, false, "too many messages";
        TOO_LARGE = 1009, false, "message too large";
        SERVER_FAULT = 1011, true, "the server failed; come back in a moment";
        REPLACED = 4000, false, "opened elsewhere";
        EXPECTED_JOIN = 4001, false, "the first message must be JOIN, within 10 seconds";
        BAD_MESSAGE = 4002, false, "malformed message";
        BAD_GAME_TOKEN = 4003, false, "bad game token";
        BAD_USER_TOKEN = 4004, false, "bad user token";
    }
}

#[cfg(all(test, not(target_arch = "wasm32")))]
pub(crate) mod tests;
