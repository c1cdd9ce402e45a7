//! The datagrams of Nuggets: people at terminals, one address each, in one match at a time.
//!
//! | module | what it holds |
//! |---|---|
//! | `gateway` | the loop: datagrams in, what the room tells out |
//! | `table` | the match that is on, and everybody at a terminal who is in it |
//! | `guest` | one connection of a terminal to the room |
//! | [`solo`] | a program that hosts one match and ends with it |
//! | `limits` | how much one address, and all strangers together, may ask |
//!
//! The match is made when the first client comes, and is an ordinary public match: browsers find it in the lobby and
//! play along. When it is over the next one to come opens another.
//!
//! The old programs expect a whole display after every move of anybody, also of somebody out of sight. A player's
//! connection says nothing of such a move, rightly; so the gateway holds one more connection, that of a spectator, and
//! takes its messages as the beat: whatever it says has happened, every terminal is brought up to date.

mod gateway;
mod guest;
mod limits;
pub mod solo;
mod table;

use std::io;
use std::net::SocketAddr;
use std::time::Duration;

use shared::nuggets::{Options, Player};
use shared::seed::Seed;

use tokio::net::UdpSocket;

pub use gateway::Gateway;

/// A client that has been silent for this long has gone, unless it is said otherwise.
pub const SILENCE: Duration = Duration::from_mins(10);

/// How a gateway behaves.
#[derive(Debug, Clone)]
pub struct Settings {
    /// What its matches are made of.
    pub options: Options,
    /// The seed of the first match; `None`: drawn, as those after it are.
    pub seed: Option<Seed>,
    /// A client that has been silent for this long has gone; `None`: none ever has.
    pub silence: Option<Duration>,
    /// Whether there is another match after the first.
    pub again: bool,
}

/// How a match at the terminals ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ended {
    /// All gold was found: everybody who ever came, and what each has found.
    Over(Vec<Player>),
    /// It was closed, or the program is to stop.
    Closed,
}

/// An address where datagrams can't be received.
#[derive(Debug, thiserror::Error)]
#[error("can't receive datagrams at {addr}: {error}")]
pub struct BindError {
    addr: SocketAddr,
    error: io::Error,
}

/// Takes an address; port 0 takes any free port.
///
/// # Errors
/// When the address can't be had.
pub async fn bind(addr: SocketAddr) -> Result<UdpSocket, BindError> {
    UdpSocket::bind(addr).await.map_err(|error| BindError { addr, error })
}
