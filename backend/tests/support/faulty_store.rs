//! A store that fails when it is told to.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use async_trait::async_trait;
use backend::ids::{Code, MatchId, UserId};
use backend::store::{Append, Created, GameSums, NewMatch, Store, StoreError, StoredMatch, User};
use tokio::sync::Notify;
use tokio::time::sleep;

/// What becomes of what the store is asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mood {
    /// All is done.
    Works,
    /// Writes are refused, and so is a probe.
    DiskFull,
    /// Somebody else has written in the meantime.
    Conflict,
    /// Writes panic.
    Panics,
    /// Nothing about a match can be read.
    Unreadable,
    /// Whoever wants to read of a match waits, without end.
    Stalls,
    /// A match is made at once, but whoever made it hears of it a second later.
    MakerHearsLate,
}

/// Passes everything on, as far as its mood and its gate allow.
pub struct FaultyStore {
    inner: Arc<dyn Store>,
    mood: Mutex<Mood>,
    /// Whoever asks for the live matches waits here, with the list in hand.
    gate: Option<Notify>,
}

impl FaultyStore {
    /// One that works until it is told otherwise.
    pub fn new(inner: Arc<dyn Store>) -> Arc<Self> {
        Arc::new(Self { inner, mood: Mutex::new(Mood::Works), gate: None })
    }

    /// The same, but it keeps the live matches to itself until it is [opened](Self::open).
    pub fn gated(inner: Arc<dyn Store>) -> Arc<Self> {
        Arc::new(Self { inner, mood: Mutex::new(Mood::Works), gate: Some(Notify::new()) })
    }

    /// Lets one caller have the live matches.
    pub fn open(&self) {
        self.gate.as_ref().expect("only a gated store is opened").notify_one();
    }

    /// From now on writes go like this.
    pub fn set(&self, mood: Mood) {
        *self.mood.lock().unwrap() = mood;
    }

    fn writable(&self) -> Result<(), StoreError> {
        let mood = *self.mood.lock().unwrap();
        match mood {
            Mood::DiskFull => Err(StoreError::Unavailable("disk-full-on-purpose".to_owned())),
            Mood::Conflict => Err(StoreError::Conflict("taken on purpose".to_owned())),
            Mood::Panics => panic!("a fault of the store"),
            Mood::Works | Mood::Unreadable | Mood::Stalls | Mood::MakerHearsLate => Ok(()),
        }
    }

    async fn readable(&self) -> Result<(), StoreError> {
        let mood = *self.mood.lock().unwrap();
        match mood {
            Mood::Unreadable => Err(StoreError::Unavailable("unreadable on purpose".to_owned())),
            Mood::Stalls => std::future::pending().await,
            _ => Ok(()),
        }
    }
}

#[async_trait]
impl Store for FaultyStore {
    async fn create_user(&self, user: User) -> Result<(), StoreError> {
        self.writable()?;
        self.inner.create_user(user).await
    }

    async fn user(&self, id: &UserId) -> Result<Option<User>, StoreError> {
        self.inner.user(id).await
    }

    async fn rename_user(&self, id: &UserId, name: &str) -> Result<(), StoreError> {
        self.writable()?;
        self.inner.rename_user(id, name).await
    }

    async fn create_match(&self, new: NewMatch) -> Result<Created, StoreError> {
        self.writable()?;
        let created = self.inner.create_match(new).await?;
        let late = *self.mood.lock().unwrap() == Mood::MakerHearsLate;
        if late && created == Created::New {
            sleep(Duration::from_secs(1)).await;
        }
        Ok(created)
    }

    async fn append(&self, append: Append) -> Result<(), StoreError> {
        self.writable()?;
        self.inner.append(append).await
    }

    async fn match_by_code(&self, code: &Code) -> Result<Option<MatchId>, StoreError> {
        self.readable().await?;
        self.inner.match_by_code(code).await
    }

    async fn load_match(&self, id: &MatchId) -> Result<Option<StoredMatch>, StoreError> {
        self.readable().await?;
        self.inner.load_match(id).await
    }

    async fn live_matches(&self) -> Result<Vec<StoredMatch>, StoreError> {
        let matches = self.inner.live_matches().await;
        if let Some(gate) = &self.gate {
            gate.notified().await;
        }
        matches
    }

    async fn sums(&self, user: &UserId) -> Result<Vec<GameSums>, StoreError> {
        self.inner.sums(user).await
    }

    async fn probe(&self) -> Result<(), StoreError> {
        self.writable()?;
        self.inner.probe().await
    }
}
