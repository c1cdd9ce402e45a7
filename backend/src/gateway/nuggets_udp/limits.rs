//! How much one address, and all strangers together, may ask. What is beyond is dropped without a word: an answer to a
//! forged address would hit somebody else.

use std::net::{IpAddr, SocketAddr};
use std::num::NonZeroU32;

use governor::clock::DefaultClock;
use governor::state::keyed::DashMapStateStore;
use governor::{DefaultDirectRateLimiter, Quota, RateLimiter};

/// Keys a second of one client, and at once.
const KEYS: (NonZeroU32, NonZeroU32) = (NonZeroU32::new(40).unwrap(), NonZeroU32::new(80).unwrap());
/// Datagrams a second of an address that no client has, and at once: a class behind one router may come together.
const STRANGER: (NonZeroU32, NonZeroU32) = (NonZeroU32::new(5).unwrap(), NonZeroU32::new(64).unwrap());
/// Datagrams a second of all strangers together that are answered.
const STRANGERS: (NonZeroU32, NonZeroU32) = (NonZeroU32::new(100).unwrap(), NonZeroU32::new(200).unwrap());
/// Addresses that are remembered. While there are more, strangers are not heard.
const REMEMBERED: usize = 10_000;

type ByAddress<K> = RateLimiter<K, DashMapStateStore<K>, DefaultClock>;

pub(super) struct Limits {
    clients: ByAddress<SocketAddr>,
    strangers: ByAddress<IpAddr>,
    all_strangers: DefaultDirectRateLimiter,
}

impl Limits {
    pub fn new() -> Self {
        let quota = |(rate, burst)| Quota::per_second(rate).allow_burst(burst);
        Self {
            clients: RateLimiter::dashmap(quota(KEYS)),
            strangers: RateLimiter::dashmap(quota(STRANGER)),
            all_strangers: RateLimiter::direct(quota(STRANGERS)),
        }
    }

    /// True if a client may be heard now.
    pub fn client(&self, address: SocketAddr) -> bool {
        self.clients.check_key(&address).is_ok()
    }

    /// True if somebody who is no client may be heard now.
    pub fn stranger(&self, address: SocketAddr) -> bool {
        self.strangers.len() < REMEMBERED
            && self.strangers.check_key(&address.ip()).is_ok()
            && self.all_strangers.check().is_ok()
    }

    /// Forgets everybody who has been quiet.
    pub fn forget(&self) {
        self.clients.retain_recent();
        self.strangers.retain_recent();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(number: u32, port: u16) -> SocketAddr {
        SocketAddr::new(std::net::Ipv4Addr::from(number).into(), port)
    }

    #[test]
    fn one_address_cannot_ask_without_end() {
        let limits = Limits::new();
        let heard = (0..1_000).filter(|&port| limits.stranger(address(1, port))).count();
        assert!((64..100).contains(&heard), "{heard} from one address, whatever its ports");
        assert!(limits.stranger(address(2, 1)), "others are heard");
        let keys = (0..1_000).filter(|_| limits.client(address(3, 1))).count();
        assert!((80..200).contains(&keys), "{keys}");
    }

    #[test]
    fn many_addresses_together_cannot_either_and_are_not_all_remembered() {
        let limits = Limits::new();
        let heard = (0..50_000).filter(|&number| limits.stranger(address(number, 1))).count();
        assert!(heard < 1_000, "{heard}");
        assert!(limits.strangers.len() <= REMEMBERED);
    }
}
