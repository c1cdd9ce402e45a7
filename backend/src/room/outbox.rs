//! The bounded queue between a room and one socket.
//!
//! A room never waits for a socket. When a reader is too slow its queue is dropped as a whole, and once it has read
//! what was under way it is given a snapshot instead: no message is ever missing in silence. The queue of an old
//! client, which knows no snapshots, is not dropped; its matches are finite.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use axum::extract::ws::Utf8Bytes;
use shared::protocol::Close;
use tokio::sync::Notify;

/// Messages that may wait for one socket.
pub const MESSAGES: usize = 256;
/// Bytes that may wait for one socket.
pub const BYTES: usize = 256 * 1024;

/// One end of the queue; the room and the socket have one each.
#[derive(Clone)]
pub struct Outbox(Arc<Inner>);

struct Inner {
    state: Mutex<State>,
    changed: Notify,
}

struct State {
    queue: VecDeque<Utf8Bytes>,
    bytes: usize,
    bounded: bool,
    overflowed: bool,
    close: Option<Close>,
}

/// What a socket does next.
#[derive(Debug, Clone, PartialEq)]
pub enum Next {
    /// Send this.
    Text(Utf8Bytes),
    /// Ask the room for a snapshot: messages were dropped.
    SnapshotNeeded,
    /// Close, and say why.
    Close(Close),
}

impl Outbox {
    /// An empty queue.
    pub fn new() -> Self {
        Self(Arc::new(Inner {
            state: Mutex::new(State {
                queue: VecDeque::new(),
                bytes: 0,
                bounded: true,
                overflowed: false,
                close: None,
            }),
            changed: Notify::new(),
        }))
    }

    /// Never drops what is queued: for old clients.
    pub fn unbound(&self) {
        self.lock().bounded = false;
    }

    /// Queues a message. While a snapshot is due it is dropped, since the snapshot will hold what it says.
    pub fn push(&self, text: Utf8Bytes) {
        let mut state = self.lock();
        if state.overflowed || state.close.is_some() {
            return;
        }
        if state.bounded && (state.queue.len() >= MESSAGES || state.bytes + text.len() > BYTES) {
            state.queue.clear();
            state.bytes = 0;
            state.overflowed = true;
        } else {
            state.bytes += text.len();
            state.queue.push_back(text);
        }
        drop(state);
        self.0.changed.notify_one();
    }

    /// Takes messages again; the snapshot comes next.
    pub fn resume(&self) {
        self.lock().overflowed = false;
    }

    /// Closes the socket once everything queued is sent.
    pub fn close(&self, close: Close) {
        self.lock().close.get_or_insert(close);
        self.0.changed.notify_one();
    }

    /// Closes the socket at once.
    pub fn cut(&self, close: Close) {
        let mut state = self.lock();
        state.queue.clear();
        state.bytes = 0;
        state.overflowed = false;
        state.close.get_or_insert(close);
        drop(state);
        self.0.changed.notify_one();
    }

    /// Waits for what to do next. Dropping the future loses nothing.
    pub async fn next(&self) -> Next {
        loop {
            if let Some(next) = self.try_next() {
                return next;
            }
            self.0.changed.notified().await;
        }
    }

    /// What to do next, if there is anything.
    pub fn try_next(&self) -> Option<Next> {
        let mut state = self.lock();
        if let Some(text) = state.queue.pop_front() {
            state.bytes -= text.len();
            return Some(Next::Text(text));
        }
        if let Some(close) = state.close {
            return Some(Next::Close(close));
        }
        state.overflowed.then_some(Next::SnapshotNeeded)
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.0.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Default for Outbox {
    fn default() -> Self {
        Self::new()
    }
}
