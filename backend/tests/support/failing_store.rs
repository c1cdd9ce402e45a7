//! A store whose writes fail while a switch says so.

use std::sync::atomic::{AtomicBool, Ordering};

use async_trait::async_trait;
use backend::ids::{Code, MatchId, UserId};
use backend::store::{Append, Created, NewMatch, Store, StoreError, StoredMatch, User};

/// Passes everything on to `S`, except writes while the disk is said to be full.
#[derive(Debug, Default)]
pub struct FailingStore<S> {
    inner: S,
    full: AtomicBool,
}

impl<S: Store> FailingStore<S> {
    /// Works until [`Self::fill`].
    pub fn new(inner: S) -> Self {
        Self { inner, full: AtomicBool::new(false) }
    }

    /// From now on every write is [`StoreError::Unavailable`] and leaves nothing behind.
    pub fn fill(&self) {
        self.full.store(true, Ordering::SeqCst);
    }

    /// From now on writes work again.
    pub fn make_room(&self) {
        self.full.store(false, Ordering::SeqCst);
    }

    fn writable(&self) -> Result<(), StoreError> {
        if self.full.load(Ordering::SeqCst) {
            return Err(StoreError::Unavailable("the disk is full".to_owned()));
        }
        Ok(())
    }
}

#[async_trait]
impl<S: Store> Store for FailingStore<S> {
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
        self.inner.create_match(new).await
    }

    async fn append(&self, append: Append) -> Result<(), StoreError> {
        self.writable()?;
        self.inner.append(append).await
    }

    async fn match_by_code(&self, code: &Code) -> Result<Option<MatchId>, StoreError> {
        self.inner.match_by_code(code).await
    }

    async fn load_match(&self, id: &MatchId) -> Result<Option<StoredMatch>, StoreError> {
        self.inner.load_match(id).await
    }

    async fn live_matches(&self) -> Result<Vec<StoredMatch>, StoreError> {
        self.inner.live_matches().await
    }

    async fn probe(&self) -> Result<(), StoreError> {
        self.writable()?;
        self.inner.probe().await
    }
}
