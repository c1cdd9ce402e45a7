//! What every handler and session shares.

use std::sync::Arc;

use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::clock::SharedClock;
use crate::lobby::Lobby;
use crate::room::Rooms;
use crate::store::Store;
use crate::token::Tokens;

/// The parts of a running server.
pub struct App {
    /// Users and matches on disk.
    pub store: Arc<dyn Store>,
    /// Makes and checks tokens.
    pub tokens: Tokens,
    /// The time of day.
    pub clock: SharedClock,
    /// Every live match.
    pub rooms: Rooms,
    /// What the home page lists.
    pub lobby: Lobby,
    /// Cancelled when the server goes down: sessions close with 1001, rooms stop.
    pub going_down: CancellationToken,
    /// Every session, so that the server can wait for the last to say goodbye. An upgraded socket is not waited for
    /// by the HTTP server.
    pub sessions: TaskTracker,
}

/// The parts, as handlers hold them.
pub type SharedApp = Arc<App>;
