//! The connection of one page to one match, as a pure state machine.
//!
//! A [`Session`] owns no socket, no timer and no clock. It takes an [`Input`] and returns [`Effect`]s for whoever owns
//! those; every rule of reconnecting is therefore tested natively, with scripted sockets and a clock that is a number.
//!
//! * Every socket has a [`Generation`]; what an older one still says is not heard.
//! * At most one attempt is pending: a socket that is not joined yet, or a timer for the next.
//! * A message is applied if its number is the next one, passed over if it is an older one; anything else opens a new
//!   socket that asks for a snapshot.
//! * An action stays in the [`Outbox`] until the server has dealt with it. Nothing is applied before the server says so.
//! * A browser doesn't tell of a line that is dead but not closed: a socket on which an action goes unanswered is given up,
//!   and so is one that says nothing for longer than a server is ever silent.
//! * Some close codes end the session until a person does something: see [`Stop`].

mod backoff;
mod machine;
mod outbox;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use shared::game::Seat;
use shared::protocol::session::Presence;
use shared::protocol::wire::Wire;

pub use backoff::{BACKOFF_BASE, BACKOFF_CAP, backoff};
pub use machine::Session;
pub use outbox::Outbox;

/// How long a socket may take to open and to answer JOIN.
pub const CONNECT_TIMEOUT: u32 = 10_000;
/// How long an action may go without an answer before the socket that took it is no longer believed.
pub const ANSWER_TIMEOUT: u32 = 10_000;
/// Applied messages are acknowledged together, this long after the first of them.
pub const ACK_DELAY: u32 = 250;
/// A page hidden for longer than this, in milliseconds, may hold a socket that only looks open.
pub const HIDDEN_TOO_LONG: f64 = 10_000.0;
/// A socket that has said nothing for this long, in milliseconds, is not believed to be alive: the server says something
/// every 20 s.
pub const SILENT_TOO_LONG: u32 = 30_000;
/// When the network comes back, a socket is only believed that was opened or has said something within this time, in
/// milliseconds.
pub const HEARD_JUST_NOW: f64 = 2_000.0;
/// Only a connection that lasted this long makes the next wait short again: a server may accept and fail at once.
pub const STEADY: f64 = 10_000.0;

/// Tells the sockets of a session apart.
pub type Generation = u32;

/// What a session has to know about a game beside its wire.
pub trait Client: Wire {
    /// True once nobody needs to ask for `action` any more. Only asked for actions that travel without a number.
    fn settled(view: &Self::View, action: &Self::Action) -> bool;
    /// True while the match waits for this seat: its clock may run.
    fn awaits(view: &Self::View, seat: Seat) -> bool;
    /// True while this seat is in the middle of something, and not to be disturbed.
    fn engages(view: &Self::View, seat: Seat) -> bool {
        Self::awaits(view, seat)
    }
    /// True until everybody is there.
    fn gathering(view: &Self::View) -> bool;
    /// True once the match has an outcome.
    fn over(view: &Self::View) -> bool;
}

/// Both tokens of JOIN.
#[derive(Clone, PartialEq, Eq)]
pub struct Tokens {
    /// Which match, as whom.
    pub game: String,
    /// Who.
    pub user: String,
}

/// What can happen to a session.
#[derive(Clone)]
pub enum Input<A> {
    /// Connect for the first time.
    Start,
    /// A socket is open.
    Opened(Generation),
    /// A socket received a text.
    Message(Generation, String),
    /// A socket was closed, with this code.
    Closed(Generation, u16),
    /// A socket failed.
    Failed(Generation),
    /// A timer ran out.
    Timer(Timer),
    /// The browser has a network again.
    Online,
    /// The page is seen again after being hidden for so many milliseconds.
    Shown(f64),
    /// Fresh tokens.
    Refreshed(Tokens),
    /// There will be no fresh tokens; `true` if it may work later.
    NotRefreshed(bool),
    /// The player acts.
    Act(A),
    /// The player gives up.
    Resign,
    /// The player makes a gesture.
    Emote(u8),
    /// The player wants another match.
    Rematch,
    /// The player wants the match on this page, not on the other one.
    TakeOver,
}

/// The timers of a session; there is at most one of each.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Timer {
    /// Ends an attempt that takes too long.
    Connect,
    /// Starts the next attempt.
    Retry,
    /// Sends the acknowledgement.
    Ack,
    /// Gives up a socket on which an action is not answered.
    Answer,
    /// Replaces a socket that says nothing any more.
    Silence,
}

/// What whoever owns the sockets has to do.
pub enum Effect<G: Client> {
    /// Open a socket.
    Connect(Generation),
    /// Send a text on the newest socket.
    Send(String),
    /// Take the handlers off a socket and close it.
    Detach(Generation),
    /// Start a timer anew; in milliseconds.
    SetTimer(Timer, u32),
    /// Stop a timer.
    ClearTimer(Timer),
    /// Get a fresh game token, then say [`Input::Refreshed`] or [`Input::NotRefreshed`].
    Refresh,
    /// Show this.
    Show(Change<G>),
}

/// What a page has to show.
pub enum Change<G: Client> {
    /// The connection.
    Link(Link),
    /// A new view.
    View {
        /// All of it.
        view: Arc<G::View>,
        /// The number of the last message in it.
        seq: u64,
        /// What led to it; `None` if it is a snapshot.
        events: Option<Vec<G::Event>>,
    },
    /// Where a player is.
    Presence(Seat, Presence),
    /// A clock; in milliseconds.
    Clock(Seat, u64),
    /// Whether an action is under way.
    Busy(bool),
    /// The server said no.
    Refused {
        /// Stable, for programs.
        code: String,
        /// For people.
        reason: String,
    },
    /// A player made a gesture.
    Emote(Seat, u8),
    /// A player wants another match, or here it is.
    Rematch(Seat, Option<String>),
}

/// How the connection is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Link {
    /// For the first time.
    Connecting,
    /// The view is up to date.
    Connected,
    /// Lost; tried again by itself.
    Lost {
        /// How many attempts have failed since.
        attempt: u32,
    },
    /// Not tried again by itself.
    Stopped(Stop),
}

/// Why a session has stopped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stop {
    /// The match is over and the server has said good-bye.
    Ended,
    /// The match was opened on another page.
    Elsewhere,
    /// The server doesn't accept this page's tokens, not even fresh ones.
    NotYours,
    /// This page said too much.
    TooMany,
    /// Page and server don't understand each other, most likely because one of them is newer.
    Fault,
}
