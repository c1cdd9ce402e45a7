//! Every live match by id: making, finding, restoring.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use shared::catalogue::GameId;
use shared::game::Level;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::clock::SharedClock;
use crate::ids::MatchId;
use crate::lobby::Lobby;
use crate::room::handle::Room;
use crate::store::{Store, StoreError, User};

/// How the rooms of this server behave.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Settings {
    /// The longest a bot pretends to think.
    pub bot_pause: Duration,
}

impl Default for Settings {
    fn default() -> Self {
        Self { bot_pause: Duration::from_secs(5) }
    }
}

/// A match that somebody wants.
#[derive(Debug, Clone, PartialEq)]
pub struct CreateMatch {
    /// Which game.
    pub game: GameId,
    /// Its options; fields left out are as by default.
    pub options: serde_json::Value,
    /// Bots in the seats after the creator's.
    pub bots: Vec<Level>,
    /// Whether the lobby shows it.
    pub public: bool,
    /// Who makes it and sits in seat 0.
    pub creator: User,
    /// The creator's key of this request.
    pub idempotency_key: Option<String>,
}

/// Why a match can't be made.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CreateError {
    /// This server can't host that game.
    #[error("this server does not host {0} yet")]
    NotHosted(GameId),
    /// A field of the request is wrong.
    #[error("{field}: {reason}")]
    Invalid {
        /// Which, with dots between names: `options.shot_seconds`.
        field: String,
        /// What is wrong, and what would be right.
        reason: String,
    },
    /// It could not be written down.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Every live match. Cheap to clone.
#[derive(Clone)]
pub struct Rooms(pub(crate) Arc<Inner>);

pub(crate) struct Inner {
    pub store: Arc<dyn Store>,
    pub clock: SharedClock,
    pub lobby: Lobby,
    pub settings: Settings,
    pub going_down: CancellationToken,
    pub tasks: TaskTracker,
    live: Mutex<HashMap<MatchId, Room>>,
    /// Held while a match is loaded, so that no match gets two rooms.
    loading: tokio::sync::Mutex<()>,
}

impl Rooms {
    /// No rooms yet.
    pub fn new(
        store: Arc<dyn Store>,
        clock: SharedClock,
        lobby: Lobby,
        settings: Settings,
        going_down: CancellationToken,
    ) -> Self {
        Self(Arc::new(Inner {
            store,
            clock,
            lobby,
            settings,
            going_down,
            tasks: TaskTracker::new(),
            live: Mutex::default(),
            loading: tokio::sync::Mutex::default(),
        }))
    }

    /// Makes a match, or finds the one that the same request made before.
    ///
    /// # Errors
    /// When the request is wrong or could not be written down.
    pub async fn create(&self, request: CreateMatch) -> Result<Room, CreateError> {
        let _ = request;
        Err(CreateError::NotHosted(GameId::SeaBattle))
    }

    /// The room of a match, by id or code; a match that has ended is loaded again.
    ///
    /// # Errors
    /// When the store can't be read.
    pub async fn find(&self, id_or_code: &str) -> Result<Option<Room>, StoreError> {
        let _ = id_or_code;
        Ok(None)
    }

    /// Brings every match that has not ended back to life; returns how many.
    ///
    /// # Errors
    /// When the store can't be read.
    pub async fn restore(&self) -> Result<usize, StoreError> {
        Ok(0)
    }

    /// How many rooms are running.
    pub fn len(&self) -> usize {
        self.live().len()
    }

    /// True if no room is running.
    pub fn is_empty(&self) -> bool {
        self.live().is_empty()
    }

    /// Waits until every room has ended, once the server is going down.
    pub async fn ended(&self) {
        self.0.tasks.close();
        self.0.tasks.wait().await;
    }

    fn live(&self) -> MutexGuard<'_, HashMap<MatchId, Room>> {
        self.0.live.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
