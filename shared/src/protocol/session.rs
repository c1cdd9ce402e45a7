//! Messages of every game: joining, numbering, acknowledging, snapshots. Opcodes 1 to 9.

use crate::game::Seat;
use crate::protocol::codec::{ActionNumber, Trailing, ViewText};
use crate::protocol::macros::messages;

/// The opcode of JOIN, which must come first.
pub const JOIN: i64 = 1;

messages! {
    /// What a client says in every game.
    pub enum ClientMessage from "C" {
        /// The first message of a connection. With two tokens alone: an old client, which is sent every message it has
        /// not acknowledged. With the last `seq` it knows (0: nothing): a resuming client.
        1 JOIN => Join { game_token: String, user_token: String, last_seq: Trailing<u64> },
        /// Everything up to `seq` has arrived.
        4 ACK => Ack { seq: u64 },
    }
}

messages! {
    /// What a server says in every game.
    pub enum ServerMessage from "S" {
        /// The match is over for the receiver.
        2 END => End { seq: u64, code: i64, reason: String },
        /// Where the match stands, from the receiver's side: 1 placing, 2 the opponent is ready, 3 wait for the opponent,
        /// 4 your turn, 5 wait for your turn.
        3 STATE => State { seq: u64, state: u8 },
        /// The client's actions up to `n` are on disk.
        4 ACK => Ack { n: u64 },
        /// Everything this receiver may know, as of `seq`; `n` is the highest action of its seat that was dealt with.
        6 SNAPSHOT => Snapshot { seq: u64, n: u64, view: ViewText },
        /// Action `n` was not applied (0: a message without a number). Nothing has changed.
        7 REFUSED => Refused { n: u64, code: String, reason: String },
        /// Where the player of a seat is: `here`, `away`, `left` or `bot`.
        8 PRESENCE => Presence { seat: Seat, status: String },
        /// The time this seat has left for what is asked of it.
        9 CLOCK => Clock { seat: Seat, milliseconds: u64 },
    }
}

impl ServerMessage {
    /// The sequence number, for the messages that change the state of the match. A snapshot's is a baseline.
    pub fn seq(&self) -> Option<u64> {
        match self {
            Self::End { seq, .. } | Self::State { seq, .. } => Some(*seq),
            Self::Ack { .. }
            | Self::Snapshot { .. }
            | Self::Refused { .. }
            | Self::Presence { .. }
            | Self::Clock { .. } => None,
        }
    }
}

/// The states of STATE.
pub mod state {
    /// Both players are placing their ships.
    pub const PLACING: u8 = 1;
    /// The opponent has placed his.
    pub const OPPONENT_READY: u8 = 2;
    /// You have placed yours, wait for the opponent.
    pub const WAIT_OPPONENT_READY: u8 = 3;
    /// Make your move.
    pub const YOUR_TURN: u8 = 4;
    /// Wait for the opponent's move.
    pub const WAIT_OPPONENT_TURN: u8 = 5;
}

/// Where the player of a seat is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Presence {
    /// Connected.
    Here,
    /// The connection is lost; the grace is running.
    Away,
    /// Gave up, or was away too long.
    Left,
    /// A bot sits there.
    Bot,
}

impl Presence {
    /// The word on the wire.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Here => "here",
            Self::Away => "away",
            Self::Left => "left",
            Self::Bot => "bot",
        }
    }

    /// The status of a word, if it is one.
    pub fn from_word(word: &str) -> Option<Self> {
        [Self::Here, Self::Away, Self::Left, Self::Bot].into_iter().find(|status| status.word() == word)
    }
}

/// `n` of a message that may have none.
pub fn number(n: Option<ActionNumber>) -> u64 {
    n.map_or(0, ActionNumber::get)
}
