//! Accordion over TCP: programs that play by themselves against the house.
//!
//! | module | what it holds |
//! |---|---|
//! | [`server`] | accepts connections, as many as there are places |
//! | [`session`] | one connection: bytes in, answers out, and its timers |
//! | `game` | what a client may say when, and what is answered |
//! | `house` | the house's play, beside the reactor |
//! | `gids` | numbers of games |
//! | [`solo`] | a program that serves nothing else |
//!
//! A client deals and moves on its own; the server never sees a move, so these games are no matches of rooms: nothing of
//! them is written down, and nobody watches. What it gets is a tableau, which it judges by what every row that play can
//! reach has in common, and compares with the row of the house for the same deal.

mod game;
mod gids;
mod house;
pub mod server;
pub mod session;
pub mod solo;

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;

use shared::accordion::House;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;
use tokio_util::sync::CancellationToken;

use gids::Gids;

/// Connections at a time, unless it is said otherwise.
pub const CONNECTIONS: usize = 1_000;

/// What all connections share.
#[derive(Debug, Clone)]
pub struct Office(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    /// How well the house plays.
    house: House,
    gids: Gids,
    /// Places for the house to think: half of the machine stays free for answering.
    thinkers: Arc<Semaphore>,
    /// Cancelled when the program is to stop.
    going_down: CancellationToken,
}

impl Office {
    /// An office where nobody has come yet.
    pub fn new(house: House, going_down: CancellationToken) -> Self {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let thinkers = Arc::new(Semaphore::new(cores.div_ceil(2)));
        Self(Arc::new(Inner { house, gids: Gids::default(), thinkers, going_down }))
    }
}

/// An address where connections can't be accepted.
#[derive(Debug, thiserror::Error)]
#[error("can't accept programs that play Accordion at {addr}: {error}")]
pub struct BindError {
    addr: SocketAddr,
    error: io::Error,
}

/// Takes an address; port 0 takes any free port.
///
/// # Errors
/// When the address can't be had.
pub async fn bind(addr: SocketAddr) -> Result<TcpListener, BindError> {
    TcpListener::bind(addr).await.map_err(|error| BindError { addr, error })
}
