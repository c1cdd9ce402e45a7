//! A store that keeps whoever asks for the live matches waiting, and whose disk can fill up.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use async_trait::async_trait;
use backend::ids::{Code, MatchId, UserId};
use backend::store::{Append, Created, NewMatch, Store, StoreError, StoredMatch, User};
use tokio::sync::Notify;

/// Passes everything on, once its gate is open.
pub struct GatedStore {
    inner: Arc<dyn Store>,
    gate: Notify,
    full: AtomicBool,
}

impl GatedStore {
    /// The gate is closed, the disk has room.
    pub fn new(inner: Arc<dyn Store>) -> Self {
        Self { inner, gate: Notify::new(), full: AtomicBool::new(false) }
    }

    /// Lets one caller have the live matches.
    pub fn open(&self) {
        self.gate.notify_one();
    }

    /// From now on a probe fails, and so does making a user.
    pub fn fill(&self) {
        self.full.store(true, Ordering::SeqCst);
    }

    fn writable(&self) -> Result<(), StoreError> {
        if self.full.load(Ordering::SeqCst) {
            return Err(StoreError::Unavailable("disk-full-on-purpose".to_owned()));
        }
        Ok(())
    }
}

#[async_trait]
impl Store for GatedStore {
    async fn create_user(&self, user: User) -> Result<(), StoreError> {
        self.writable()?;
        self.inner.create_user(user).await
    }

    async fn user(&self, id: &UserId) -> Result<Option<User>, StoreError> {
        self.inner.user(id).await
    }

    async fn rename_user(&self, id: &UserId, name: &str) -> Result<(), StoreError> {
        self.inner.rename_user(id, name).await
    }

    async fn create_match(&self, new: NewMatch) -> Result<Created, StoreError> {
        self.inner.create_match(new).await
    }

    async fn append(&self, append: Append) -> Result<(), StoreError> {
        self.inner.append(append).await
    }

    async fn match_by_code(&self, code: &Code) -> Result<Option<MatchId>, StoreError> {
        self.inner.match_by_code(code).await
    }

    async fn load_match(&self, id: &MatchId) -> Result<Option<StoredMatch>, StoreError> {
        self.inner.load_match(id).await
    }

    async fn live_matches(&self) -> Result<Vec<StoredMatch>, StoreError> {
        self.gate.notified().await;
        self.inner.live_matches().await
    }

    async fn probe(&self) -> Result<(), StoreError> {
        self.writable()?;
        self.inner.probe().await
    }
}
