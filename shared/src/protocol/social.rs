//! Messages about the people of a match: giving up, gestures, another match. Opcodes 50 to 59.

use crate::game::Seat;
use crate::protocol::codec::ActionNumber;
use crate::protocol::macros::messages;

messages! {
    /// What a client says about itself.
    pub enum ClientMessage from "C" {
        /// I give up.
        50 RESIGN => Resign { n: ActionNumber },
        /// A gesture, by its place in the list of gestures.
        51 EMOTE => Emote { id: u8 },
        /// I want another match with the same people.
        52 REMATCH => Rematch {},
    }
}

messages! {
    /// What a server says about the people of a match. Changes no state and has no `seq`.
    pub enum ServerMessage from "S" {
        /// A player made a gesture.
        51 EMOTE => Emote { seat: Seat, id: u8 },
        /// A player wants another match; once all agreed, the id of that match.
        52 REMATCH => Rematch { seat: Seat, match_id: Option<String> },
    }
}

/// The gestures, by their place: what people read.
pub const EMOTES: [&str; 6] = ["Hello", "Well played", "Good luck", "Oops", "Thinking", "Thanks"];
