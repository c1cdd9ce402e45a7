//! How the rest of the server speaks to a room.

use std::sync::Arc;

use shared::api::MatchFacts;
use shared::catalogue::GameId;
use shared::game::{Audience, Seat};
use shared::protocol::ClientMessage;
use tokio::sync::{mpsc, oneshot, watch};

use crate::ids::{MatchId, UserId};
use crate::room::outbox::Outbox;
use crate::store::{Occupant, SeatRow, StoreError, User};

/// Letters that may wait in a room's mailbox. A full one holds back whoever writes, and nobody else.
pub(crate) const MAILBOX: usize = 256;

/// A running room. Cheap to clone; the room ends by itself when nobody needs it.
#[derive(Clone)]
pub struct Room {
    pub(crate) id: MatchId,
    pub(crate) game: GameId,
    pub(crate) mailbox: mpsc::Sender<Letter>,
    pub(crate) public: watch::Receiver<Published>,
}

/// What a room shows to everybody at any time.
#[derive(Clone)]
pub(crate) struct Published {
    pub facts: Arc<MatchFacts>,
    pub seats: Arc<Vec<SeatRow>>,
    pub creator: UserId,
}

/// What can be put into a room's mailbox.
pub(crate) enum Letter {
    Sit {
        user: User,
        reply: oneshot::Sender<Result<Seat, SitError>>,
    },
    Start {
        reply: oneshot::Sender<Result<(), StartError>>,
    },
    Attach {
        attach: Attach,
        reply: oneshot::Sender<Result<Attached, AttachError>>,
    },
    Say {
        connection: u64,
        message: ClientMessage,
    },
    /// The outbox of this connection overflowed and is empty now.
    Resync {
        connection: u64,
    },
    /// This connection was told nothing for a while.
    Reassure {
        connection: u64,
    },
    Detach {
        connection: u64,
    },
}

pub(crate) struct Attach {
    pub audience: Audience,
    pub user: UserId,
    pub conversation: Conversation,
    pub outbox: Outbox,
}

/// How a client joined.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Conversation {
    /// With two tokens: it is sent every message it has not acknowledged, and no snapshots.
    Old,
    /// With the last sequence number it knows; 0: nothing.
    Resuming {
        /// That number.
        last_seq: u64,
    },
}

/// A connection that a room knows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Attached {
    /// Its number within the room.
    pub connection: u64,
}

/// Why somebody can't sit down.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SitError {
    /// Every seat is taken.
    #[error("every seat is taken")]
    Full,
    /// The match is over.
    #[error("the match is over")]
    Over,
    /// It could not be written down.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The room ended in this moment; find it again.
    #[error("the room is gone")]
    Gone,
}

/// Why a match can't be started by its creator.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum StartError {
    /// The game doesn't start with empty seats, or has started, or is over.
    #[error("{0}")]
    Refused(String),
    /// It could not be written down.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The room ended in this moment; find it again.
    #[error("the room is gone")]
    Gone,
}

/// Why a connection is not let in.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum AttachError {
    /// The match does not know this user in this seat.
    #[error("the match knows another user in that seat")]
    NotYours,
    /// The store could not tell what this client has missed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The room ended in this moment; find it again.
    #[error("the room is gone")]
    Gone,
}

impl Room {
    /// Which match.
    pub fn id(&self) -> &MatchId {
        &self.id
    }

    /// Which game.
    pub fn game(&self) -> GameId {
        self.game
    }

    /// What anybody may know of it.
    pub fn facts(&self) -> Arc<MatchFacts> {
        self.public.borrow().facts.clone()
    }

    /// Who made it.
    pub fn creator(&self) -> UserId {
        self.public.borrow().creator.clone()
    }

    /// The seat this user sits in.
    pub fn seat_of(&self, user: &UserId) -> Option<Seat> {
        let seats = self.public.borrow().seats.clone();
        seats.iter().find(|row| row.occupant == Occupant::User(user.clone())).map(|row| row.seat)
    }

    /// False once the room has ended.
    pub fn is_running(&self) -> bool {
        !self.mailbox.is_closed()
    }

    /// Waits until the room has ended, in peace or in a panic.
    pub async fn ended(&self) {
        self.mailbox.closed().await;
    }

    /// Takes the next empty seat; a user who sits there already gets the same.
    ///
    /// # Errors
    /// When there is none, or it could not be written down.
    pub async fn sit(&self, user: User) -> Result<Seat, SitError> {
        self.ask(|reply| Letter::Sit { user, reply }).await.unwrap_or(Err(SitError::Gone))
    }

    /// Starts the match with bots in the empty seats, in games that allow it. Whoever asks has checked that it is the
    /// creator who does.
    ///
    /// # Errors
    /// When the game doesn't allow it now.
    pub async fn start(&self) -> Result<(), StartError> {
        self.ask(|reply| Letter::Start { reply }).await.unwrap_or(Err(StartError::Gone))
    }

    /// Lets a connection in. What it has to be told is in its outbox when this returns.
    ///
    /// # Errors
    /// When the match knows another user in that seat.
    pub(crate) async fn attach(&self, attach: Attach) -> Result<Attached, AttachError> {
        self.ask(|reply| Letter::Attach { attach, reply }).await.unwrap_or(Err(AttachError::Gone))
    }

    /// Passes a letter on. Of a room that has ended nobody expects an answer; [`ended`](Self::ended) tells.
    pub(crate) async fn post(&self, letter: Letter) {
        let _ = self.mailbox.send(letter).await;
    }

    async fn ask<T>(&self, letter: impl FnOnce(oneshot::Sender<T>) -> Letter) -> Option<T> {
        let (reply, answer) = oneshot::channel();
        self.mailbox.send(letter(reply)).await.ok()?;
        answer.await.ok()
    }
}
