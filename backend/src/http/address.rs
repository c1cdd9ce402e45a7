//! Which address a request comes from, when proxies stand in between.

use std::net::{IpAddr, Ipv6Addr};

use axum::http::HeaderMap;

/// Where proxies write down for whom they speak.
const FORWARDED_FOR: &str = "x-forwarded-for";

/// The address of whoever sent the request. Only what a trusted proxy wrote is believed: from the right, the first
/// address that is no trusted proxy. Whatever the client itself wrote stands left of that.
pub fn client(peer: IpAddr, headers: &HeaderMap, trusted: &[IpAddr]) -> IpAddr {
    let mut client = peer.to_canonical();
    let hops: Vec<&str> = headers
        .get_all(FORWARDED_FOR)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .collect();
    for hop in hops.into_iter().rev() {
        if !trusted.contains(&client) {
            break;
        }
        // A proxy that writes something else than an address speaks for itself.
        let Ok(address) = hop.trim().parse::<IpAddr>() else { break };
        client = address.to_canonical();
    }
    client
}

/// What stands for one subscriber: an IPv4 address, or the half of an IPv6 address that a provider hands out.
pub fn subscriber(address: IpAddr) -> IpAddr {
    match address {
        IpAddr::V4(_) => address,
        IpAddr::V6(address) => {
            let [a, b, c, d, ..] = address.segments();
            IpAddr::V6(Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ip(text: &str) -> IpAddr {
        text.parse().unwrap()
    }

    fn seen(peer: &str, forwarded: &[&str]) -> IpAddr {
        let mut headers = HeaderMap::new();
        for value in forwarded {
            headers.append(FORWARDED_FOR, value.parse().unwrap());
        }
        client(ip(peer), &headers, &[ip("127.0.0.1"), ip("10.0.0.1")])
    }

    #[test]
    fn strangers_speak_for_themselves() {
        assert_eq!(seen("203.0.113.9", &["198.51.100.1"]), ip("203.0.113.9"));
    }

    #[test]
    fn trusted_proxies_speak_for_others() {
        assert_eq!(seen("127.0.0.1", &["198.51.100.1"]), ip("198.51.100.1"));
        assert_eq!(seen("::ffff:127.0.0.1", &["198.51.100.1"]), ip("198.51.100.1"));
        assert_eq!(seen("127.0.0.1", &["198.51.100.1, 10.0.0.1"]), ip("198.51.100.1"));
        assert_eq!(seen("127.0.0.1", &["198.51.100.1", "10.0.0.1"]), ip("198.51.100.1"));
    }

    #[test]
    fn what_a_client_wrote_itself_is_not_believed() {
        assert_eq!(seen("127.0.0.1", &["1.2.3.4, 198.51.100.1"]), ip("198.51.100.1"));
        assert_eq!(seen("127.0.0.1", &["198.51.100.1, rubbish"]), ip("127.0.0.1"));
        assert_eq!(seen("127.0.0.1", &[]), ip("127.0.0.1"));
    }

    #[test]
    fn a_subscriber_has_64_bits_of_addresses() {
        assert_eq!(subscriber(ip("2001:db8:1:2:3:4:5:6")), subscriber(ip("2001:db8:1:2::1")));
        assert_ne!(subscriber(ip("2001:db8:1:2::1")), subscriber(ip("2001:db8:1:3::1")));
        assert_eq!(subscriber(ip("192.0.2.1")), ip("192.0.2.1"));
    }
}
