//! The public matches that one can join or watch, live.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use shared::api::{self, MatchFacts, Status};
use tokio::sync::watch;

/// The most matches a list holds, newest first; more would not be read by anybody.
const LISTED: usize = 100;

/// Keeps the list. Rooms tell it what they are, handlers read and follow it.
#[derive(Clone)]
pub struct Lobby(Arc<Inner>);

struct Inner {
    /// Every listed match by age and id, so that the newest come last.
    matches: Mutex<BTreeMap<(u64, String), Arc<MatchFacts>>>,
    list: watch::Sender<Arc<api::Lobby>>,
}

impl Lobby {
    /// An empty one.
    pub fn new() -> Self {
        Self(Arc::new(Inner { matches: Mutex::default(), list: watch::channel(Arc::default()).0 }))
    }

    /// The list now.
    pub fn list(&self) -> Arc<api::Lobby> {
        self.0.list.borrow().clone()
    }

    /// The list from now on.
    pub fn follow(&self) -> watch::Receiver<Arc<api::Lobby>> {
        self.0.list.subscribe()
    }

    /// A room is now like this.
    pub(crate) fn update(&self, facts: &Arc<MatchFacts>) {
        let key = (facts.created_at, facts.match_id.clone());
        let listed = facts.public && facts.status != Status::Over;
        let mut matches = self.lock();
        let changed = if listed {
            matches.insert(key, facts.clone()).as_ref() != Some(facts)
        } else {
            matches.remove(&key).is_some()
        };
        if changed {
            self.publish(&matches);
        }
    }

    /// A room is gone.
    pub(crate) fn remove(&self, facts: &MatchFacts) {
        let mut matches = self.lock();
        if matches.remove(&(facts.created_at, facts.match_id.clone())).is_some() {
            self.publish(&matches);
        }
    }

    fn publish(&self, matches: &BTreeMap<(u64, String), Arc<MatchFacts>>) {
        let newest = matches.values().rev().take(LISTED).map(|facts| MatchFacts::clone(facts)).collect();
        self.0.list.send_replace(Arc::new(api::Lobby { matches: newest }));
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<(u64, String), Arc<MatchFacts>>> {
        self.0.matches.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Default for Lobby {
    fn default() -> Self {
        Self::new()
    }
}
