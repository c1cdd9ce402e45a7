//! The time of day, injected.
//!
//! Waiting is `tokio::time`'s business, which tests pause and advance; what is written down (when a match was made,
//! when a token expires) comes from a [`Clock`].

use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// Milliseconds since 1970-01-01 UTC.
pub type Millis = u64;

/// Tells the time.
pub trait Clock: Send + Sync {
    /// Now.
    fn now(&self) -> Millis;
}

/// The clock of the operating system.
#[derive(Debug, Default)]
pub struct SystemClock;

impl Clock for SystemClock {
    fn now(&self) -> Millis {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or(Duration::ZERO);
        u64::try_from(since.as_millis()).unwrap_or(Millis::MAX)
    }
}

/// A clock that starts at a given time and moves with `tokio::time`, so that a test which advances the one
/// advances the other.
#[derive(Debug)]
pub struct TokioClock {
    at_start: Millis,
    start: tokio::time::Instant,
}

impl TokioClock {
    /// Starts at `at_start`.
    pub fn starting_at(at_start: Millis) -> Self {
        Self { at_start, start: tokio::time::Instant::now() }
    }
}

impl Clock for TokioClock {
    fn now(&self) -> Millis {
        self.at_start + u64::try_from(self.start.elapsed().as_millis()).unwrap_or(Millis::MAX)
    }
}

/// A clock that all parts share.
pub type SharedClock = Arc<dyn Clock>;
