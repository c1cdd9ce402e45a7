//! How a game's actions and events become messages, and messages become actions and events: the one place where the
//! rules and the wire meet. The server uses one half of [`Wire`], the browser the other.

mod accordion;
mod nuggets;
mod onecard;
mod sea_battle;

use crate::catalogue::GameId;
use crate::game::{Audience, Bot, Cause, Entry, Outcome, Seat, refusals};
use crate::protocol::{ActionNumber, ClientMessage, ServerMessage, session};

/// What a client asks the match for.
#[derive(Debug, Clone, PartialEq)]
pub struct Request<A> {
    /// Its number; PLACE_SHIPS has none.
    pub n: Option<ActionNumber>,
    /// The entry it would be.
    pub entry: Entry<A>,
}

/// How one revealed event is told.
#[allow(clippy::large_enum_variant)] // it lives for a moment; a fleet is large, and rare
#[derive(Debug, Clone, PartialEq)]
pub enum Told {
    /// By a message with the sequence number that was handed in.
    Message(ServerMessage),
    /// It has no message of its own: clients that know snapshots get one, which takes no number.
    Snapshot,
    /// The messages around it tell it already.
    Implied,
}

/// A game with a wire.
pub trait Wire: Bot {
    /// Which game.
    const GAME: GameId;

    /// What `message` of the player in `seat` asks for; `None` if it asks the match for nothing.
    fn request(seat: Seat, message: &ClientMessage) -> Option<Request<Self::Action>>;

    /// How `event`, which was revealed to `audience`, is told it. `seq` is the next sequence number of that audience.
    fn tell(event: &Self::Event, audience: Audience, seq: u64) -> Told;

    /// What a server's message says has happened, to a client that holds `view` and has asked for the actions
    /// `pending` and not been answered yet, oldest first. `None`: the view can't follow it, and the client must ask for a snapshot.
    fn happened(
        view: &Self::View,
        pending: &[Self::Action],
        message: &ServerMessage,
    ) -> Option<Vec<Self::Event>>;

    /// The message that asks for `action`.
    fn message(n: ActionNumber, action: &Self::Action) -> ClientMessage;
}

/// The outcome behind the code of an END, as far as its receiver can know it.
fn ended(own: Option<Seat>, code: i64, reason: &str) -> Option<Outcome> {
    let decided =
        |winners: Vec<Seat>, forfeit: bool| Outcome::Decided { winners, forfeit, reason: reason.to_owned() };
    Some(match code {
        1 => decided(vec![own?], false),
        2 => decided(vec![another(own?)], false),
        3 | 6 => decided(Vec::new(), false),
        4 => decided(vec![own?], true),
        5 => decided(vec![another(own?)], true),
        -1 => Outcome::Closed { cause: Cause::NoShow },
        -2 => Outcome::Closed { cause: Cause::Aborted },
        -3 => Outcome::Closed { cause: Cause::Abandoned },
        _ => return None,
    })
}

/// Somebody else than `seat`: all that a lost match tells of who won it.
const fn another(seat: Seat) -> Seat {
    Seat(if seat.0 == 0 { 1 } else { 0 })
}

/// How an outcome is told.
fn end(outcome: &Outcome, audience: Audience, seq: u64) -> Told {
    let ending = outcome.ending(audience);
    Told::Message(session::ServerMessage::End { seq, code: ending.code, reason: ending.reason }.into())
}

refusals! {
    /// Refusals of every game, beside the game's own.
    SPECTATOR = "spectator", "a spectator sends anything but ACK";
    TOO_FAST = "too-fast", "gestures follow each other too quickly";
    NO_SUCH_EMOTE = "no-such-emote", "no gesture has that number";
    NOT_OVER = "not-over", "a rematch is asked for before the end";
    NOT_SAVED = "not-saved", "the server could not write the action down; nothing has changed, try again";
}
