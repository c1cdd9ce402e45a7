//! How often one address or one user may ask.

use std::hash::{BuildHasher as _, Hash, RandomState};
use std::net::IpAddr;
use std::num::NonZeroU32;

use governor::clock::{Clock as _, DefaultClock};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};

use crate::http::address::subscriber;
use crate::http::problem::{ApiError, ApiResult};
use crate::ids::UserId;

/// Calls of one address a second, and at once after a pause.
const CALLS: (u32, u32) = (20, 300);
/// Matches that one user makes a second, and at once after a pause.
const MATCHES: (u32, u32) = (1, 20);

/// The limits of one server.
pub struct Limits {
    calls: Limit,
    matches: Limit,
}

impl Limits {
    /// Nobody has asked yet.
    pub fn new() -> Self {
        Self { calls: Limit::new(CALLS), matches: Limit::new(MATCHES) }
    }

    /// An address asks for anything.
    ///
    /// # Errors
    /// When it has asked too often.
    pub fn call(&self, address: IpAddr) -> ApiResult<()> {
        self.calls.check(subscriber(address))
    }

    /// A user makes a match.
    ///
    /// # Errors
    /// When he has made too many.
    pub fn make_match(&self, user: &UserId) -> ApiResult<()> {
        self.matches.check(user)
    }
}

impl Default for Limits {
    fn default() -> Self {
        Self::new()
    }
}

/// A limit for each of many. They are told apart by 16 bits of a hash that differs from start to start, so memory is
/// bounded whoever asks, and nobody can choose with whom he shares.
struct Limit {
    buckets: DefaultKeyedRateLimiter<u16>,
    hasher: RandomState,
    clock: DefaultClock,
}

impl Limit {
    fn new((a_second, at_once): (u32, u32)) -> Self {
        let [a_second, at_once] =
            [a_second, at_once].map(|n| NonZeroU32::new(n).expect("limits are not zero"));
        Self {
            buckets: RateLimiter::keyed(Quota::per_second(a_second).allow_burst(at_once)),
            hasher: RandomState::new(),
            clock: DefaultClock::default(),
        }
    }

    fn check(&self, who: impl Hash) -> ApiResult<()> {
        let [.., high, low] = self.hasher.hash_one(who).to_be_bytes();
        self.buckets.check_key(&u16::from_be_bytes([high, low])).map_err(|not_until| {
            let wait = not_until.wait_time_from(self.clock.now());
            ApiError::too_many(wait.as_secs() + 1)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_may_ask_300_times_at_once_and_others_still_may() {
        let limits = Limits::new();
        let [one, other] = ["192.0.2.1", "192.0.2.2"].map(|text| text.parse::<IpAddr>().unwrap());
        let refused = (0..400).filter(|_| limits.call(one).is_err()).count();
        // The loop itself takes some milliseconds, in which a few more are allowed.
        assert!((60..=100).contains(&refused), "{refused}");
        assert!(limits.call(other).is_ok());
    }

    #[test]
    fn a_user_may_make_20_matches_at_once() {
        let limits = Limits::new();
        let user = UserId::random();
        let made = (0..30).filter(|_| limits.make_match(&user).is_ok()).count();
        assert!((20..=21).contains(&made), "{made}");
    }
}
