//! Which pages may open a socket.
//!
//! A browser lets any page open a WebSocket anywhere and says in the header `Origin` whose page it is. Only pages of
//! this server get one: the origin must be equal in scheme, host and port to the host of the request, or to one that
//! was configured because a proxy stands in front. Programs that are no browsers send no origin and are let in.

use std::fmt;
use std::str::FromStr;

use axum::http::header::{HOST, ORIGIN};
use axum::http::uri::Authority;
use axum::http::{HeaderMap, Uri};

/// Scheme, host and port of a page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Origin {
    scheme: Scheme,
    /// In lower case.
    host: String,
    port: u16,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Scheme {
    Http,
    Https,
}

impl Scheme {
    const fn word(self) -> &'static str {
        match self {
            Self::Http => "http",
            Self::Https => "https",
        }
    }

    const fn port(self) -> u16 {
        match self {
            Self::Http => 80,
            Self::Https => 443,
        }
    }
}

/// Text that is no origin.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "an origin is http:// or https://, a host and perhaps a port, and nothing after it: https://games.example"
)]
pub struct NoOrigin;

impl Origin {
    fn new(scheme: Scheme, authority: &str) -> Result<Self, NoOrigin> {
        let authority: Authority = authority.parse().map_err(|_| NoOrigin)?;
        // An authority may name a user in front of the host, an origin never does.
        if authority.as_str().contains('@') {
            return Err(NoOrigin);
        }
        let port = match authority.port() {
            Some(port) => port.as_u16(),
            // A port that is no number is no port for `Authority`; it stays behind the host.
            None if authority.as_str().len() == authority.host().len() => scheme.port(),
            None => return Err(NoOrigin),
        };
        Ok(Self { scheme, host: authority.host().to_ascii_lowercase(), port })
    }
}

impl FromStr for Origin {
    type Err = NoOrigin;

    fn from_str(text: &str) -> Result<Self, NoOrigin> {
        let (scheme, authority) = text.split_once("://").ok_or(NoOrigin)?;
        let scheme = [Scheme::Http, Scheme::Https]
            .into_iter()
            .find(|known| known.word().eq_ignore_ascii_case(scheme))
            .ok_or(NoOrigin)?;
        Self::new(scheme, authority)
    }
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}://{}:{}", self.scheme.word(), self.host, self.port)
    }
}

/// True if the page that sent this request may have a socket. `configured` are origins beside the server's own.
pub fn may_open_socket(uri: &Uri, headers: &HeaderMap, configured: &[Origin]) -> bool {
    let mut origins = headers.get_all(ORIGIN).iter();
    let Some(origin) = origins.next() else { return true };
    let origin = origin.to_str().ok().and_then(|text| text.parse::<Origin>().ok());
    let (Some(origin), None) = (origin, origins.next()) else { return false };
    configured.contains(&origin) || own(uri, headers).is_some_and(|own| own == origin)
}

/// The origin of this server, as the client addressed it. The server itself speaks no TLS.
fn own(uri: &Uri, headers: &HeaderMap) -> Option<Origin> {
    let host = headers.get(HOST).and_then(|host| host.to_str().ok());
    let authority = host.or_else(|| uri.authority().map(Authority::as_str))?;
    Origin::new(Scheme::Http, authority).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn open(host: &str, origin: &str) -> bool {
        let configured = ["https://games.example".parse().unwrap()];
        let headers =
            HeaderMap::from_iter([(HOST, host.parse().unwrap()), (ORIGIN, origin.parse().unwrap())]);
        may_open_socket(&Uri::from_static("/ws"), &headers, &configured)
    }

    #[test]
    fn own_pages_may() {
        assert!(open("127.0.0.1:8080", "http://127.0.0.1:8080"));
        assert!(open("Parlour.local", "http://parlour.local"));
        assert!(open("parlour.local:80", "http://parlour.local"));
        assert!(open("[::1]:8080", "http://[::1]:8080"));
    }

    #[test]
    fn configured_pages_may() {
        assert!(open("127.0.0.1:8080", "https://games.example"));
        assert!(open("127.0.0.1:8080", "https://games.example:443"));
    }

    #[test]
    fn foreign_pages_may_not() {
        let foreign = [
            "http://127.0.0.1:8081",
            "http://127.0.0.1",
            "https://127.0.0.1:8080",
            "http://evil.example",
            "https://games.example.evil.example",
            "https://evilgames.example",
            "http://games.example",
            "https://games.example:444",
            "http://127.0.0.1:8080.evil.example",
            "http://evil@127.0.0.1:8080",
            "null",
            "",
            "file://",
        ];
        for origin in foreign {
            assert!(!open("127.0.0.1:8080", origin), "{origin}");
        }
    }

    #[test]
    fn programs_without_origin_may_and_two_origins_are_none() {
        let uri = Uri::from_static("/ws");
        assert!(may_open_socket(&uri, &HeaderMap::new(), &[]));
        let mut two = HeaderMap::from_iter([(HOST, "a.example".parse().unwrap())]);
        two.append(ORIGIN, "http://a.example".parse().unwrap());
        two.append(ORIGIN, "http://b.example".parse().unwrap());
        assert!(!may_open_socket(&uri, &two, &[]));
    }
}
