//! What a client understands and what it has already.

use axum::http::HeaderValue;
use axum::http::header::GetAll;

/// How a file is compressed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Encoding {
    Brotli,
    Gzip,
}

impl Encoding {
    /// The word in headers.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Brotli => "br",
            Self::Gzip => "gzip",
        }
    }
}

/// True if the header `Accept-Encoding` lets the server choose this encoding.
pub fn accepts(header: &GetAll<'_, HeaderValue>, encoding: Encoding) -> bool {
    let mut any = false;
    for entry in entries(header) {
        let (word, weight) = entry.split_once(';').unwrap_or((entry, ""));
        let wanted = !refuses(weight);
        let word = word.trim();
        if word.eq_ignore_ascii_case(encoding.word()) {
            return wanted;
        }
        any |= word == "*" && wanted;
    }
    any
}

/// True of `q=0`, `q=0.0` and so on.
fn refuses(weight: &str) -> bool {
    let value = weight.trim().strip_prefix("q=");
    value.and_then(|q| q.trim().parse::<f32>().ok()).is_some_and(|q| q <= 0.0)
}

/// True if the header `If-None-Match` names this tag.
pub fn matches_tag(header: &GetAll<'_, HeaderValue>, tag: &HeaderValue) -> bool {
    entries(header).any(|known| known == "*" || known.strip_prefix("W/").unwrap_or(known) == tag)
}

/// What stands between the commas.
fn entries<'a>(header: &GetAll<'a, HeaderValue>) -> impl Iterator<Item = &'a str> + use<'a> {
    header.iter().filter_map(|value| value.to_str().ok()).flat_map(|value| value.split(',')).map(str::trim)
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderMap;
    use axum::http::header::{ACCEPT_ENCODING, IF_NONE_MATCH};

    use super::*;

    fn accepted(header: &str) -> [bool; 2] {
        let headers = HeaderMap::from_iter([(ACCEPT_ENCODING, header.parse().unwrap())]);
        [Encoding::Brotli, Encoding::Gzip]
            .map(|encoding| accepts(&headers.get_all(ACCEPT_ENCODING), encoding))
    }

    #[test]
    fn an_encoding_is_used_if_it_is_named_and_not_refused() {
        assert_eq!(accepted("gzip, deflate, br"), [true, true]);
        assert_eq!(accepted("gzip"), [false, true]);
        assert_eq!(accepted("br;q=0, gzip;q=0.5"), [false, true]);
        assert_eq!(accepted("*"), [true, true]);
        assert_eq!(accepted("br;q=0, *"), [false, true]);
        assert_eq!(accepted("identity"), [false, false]);
        assert_eq!(accepted(""), [false, false]);
    }

    #[test]
    fn a_tag_is_found_in_the_list() {
        let tag = HeaderValue::from_static("\"a\"");
        for (header, found) in [
            ("\"a\"", true),
            ("\"b\", \"a\"", true),
            ("W/\"a\"", true),
            ("*", true),
            ("\"b\"", false),
            ("a", false),
        ] {
            let headers = HeaderMap::from_iter([(IF_NONE_MATCH, header.parse().unwrap())]);
            assert_eq!(matches_tag(&headers.get_all(IF_NONE_MATCH), &tag), found, "{header}");
        }
    }
}
