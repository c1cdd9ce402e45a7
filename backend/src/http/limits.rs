//! How often one address or one user may ask, and how much one address may keep open.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::hash::{BuildHasher as _, Hash, RandomState};
use std::net::IpAddr;
use std::num::NonZeroU32;
use std::sync::{Arc, Mutex, PoisonError};

use governor::clock::{Clock as _, DefaultClock};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};

use crate::http::address::subscriber;
use crate::http::problem::{ApiError, ApiResult};
use crate::ids::UserId;

/// Calls of one address a second, and at once after a pause.
const CALLS: (u32, u32) = (20, 300);
/// Matches that one user makes a second, and at once after a pause.
const MATCHES: (u32, u32) = (1, 20);

/// Sockets and streams that one address may keep open: those of a school behind one router, but not all there are.
const OPEN: u32 = 250;

/// The limits of one server.
pub struct Limits {
    calls: Limit,
    matches: Limit,
    /// How many connections of each address stay open.
    open: Arc<Mutex<HashMap<IpAddr, u32>>>,
}

impl Limits {
    /// Nobody has asked yet.
    pub fn new() -> Self {
        Self { calls: Limit::new(CALLS), matches: Limit::new(MATCHES), open: Arc::default() }
    }

    /// An address asks for anything.
    ///
    /// # Errors
    /// When it has asked too often.
    pub fn call(&self, address: IpAddr) -> ApiResult<()> {
        self.calls.check(subscriber(address))
    }

    /// An address keeps a connection open, for as long as it has the place.
    ///
    /// # Errors
    /// When it keeps too many open.
    pub fn keep_open(&self, address: IpAddr) -> ApiResult<Place> {
        let address = subscriber(address);
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        let count = open.entry(address).or_default();
        if *count >= OPEN {
            return Err(ApiError::too_many(60));
        }
        *count += 1;
        Ok(Place { address, open: self.open.clone() })
    }

    /// A user makes a match.
    ///
    /// # Errors
    /// When he has made too many.
    pub fn make_match(&self, user: &UserId) -> ApiResult<()> {
        self.matches.check(user)
    }
}

/// One connection of an address; see [`Limits::keep_open`].
pub struct Place {
    address: IpAddr,
    open: Arc<Mutex<HashMap<IpAddr, u32>>>,
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        if let Entry::Occupied(mut count) = open.entry(self.address) {
            *count.get_mut() -= 1;
            if *count.get() == 0 {
                count.remove();
            }
        }
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
    fn an_address_may_keep_250_connections_open_and_others_still_may() {
        let limits = Limits::new();
        let [one, other] = ["192.0.2.1", "192.0.2.2"].map(|text| text.parse::<IpAddr>().unwrap());
        let mut places: Vec<_> = (0..250).map(|_| limits.keep_open(one).unwrap()).collect();
        assert!(limits.keep_open(one).is_err());
        assert!(limits.keep_open(other).is_ok());
        places.pop();
        places.push(limits.keep_open(one).unwrap());
        drop(places);
        assert!(limits.open.lock().unwrap().is_empty(), "who keeps nothing open is forgotten");
    }

    #[test]
    fn a_user_may_make_20_matches_at_once() {
        let limits = Limits::new();
        let user = UserId::random();
        let made = (0..30).filter(|_| limits.make_match(&user).is_ok()).count();
        assert!((20..=21).contains(&made), "{made}");
    }
}
