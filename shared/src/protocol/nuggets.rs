//! Messages of Nuggets. Opcodes 20 to 29.

use crate::nuggets::{Key, Patch, Player};
use crate::protocol::codec::ActionNumber;
use crate::protocol::macros::messages;

messages! {
    /// What a player of Nuggets says.
    pub enum ClientMessage from "C" {
        /// A key: one of `h l k j y u b n` for a step left, right, up, down, up-left, up-right, down-left, down-right; in
        /// capitals for a run, the same step until it is impossible.
        20 KEY => Press { n: ActionNumber, key: Key },
    }
}

messages! {
    /// What the server says in Nuggets.
    pub enum ServerMessage from "S" {
        /// How large the map is; once, to a player who has just come in.
        21 GRID => Grid { seq: u64, rows: u16, columns: u16 },
        /// Gold was found, or the receiver has just come in. `just_found` is 0 when somebody else found it.
        22 GOLD => Gold { seq: u64, just_found: u32, purse: u32, unclaimed: u32 },
        /// What the receiver sees has changed: each patch is `[row, column, "characters"]`, counted from 0.
        23 DISPLAY => Display { seq: u64, patches: Vec<Patch> },
        /// Everybody who ever came: `[letter, name, purse]`. Sent when somebody comes, leaves or finds gold.
        24 PLAYERS => Players { seq: u64, players: Vec<Player> },
    }
}

impl ServerMessage {
    /// The sequence number.
    pub fn seq(&self) -> u64 {
        match self {
            Self::Grid { seq, .. }
            | Self::Gold { seq, .. }
            | Self::Display { seq, .. }
            | Self::Players { seq, .. } => *seq,
        }
    }
}
