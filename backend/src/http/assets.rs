//! The page and its files, carried inside the program.
//!
//! Not `ServeDir` of tower-http, though its back end could be replaced: it makes tags of modification time and length,
//! which two builds of the same file don't share; ours are of the content, one for each encoding.
//!
//! Files come ready compressed as `name.br` and `name.gz` beside `name`. All are read once, at the start: in a release
//! from the program itself, else from `dist` on disk.

use std::collections::BTreeMap;
use std::path::Path;

use axum::body::Bytes;
use axum::extract::{Request, State};
use axum::http::header::{
    ACCEPT, ACCEPT_ENCODING, ALLOW, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, ETAG, IF_NONE_MATCH, VARY,
};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode};
use axum::response::{Html, IntoResponse, Response};
use rust_embed::Embed;
use sha2::{Digest as _, Sha256};

use crate::http::Web;
use crate::http::security::content_security_policy;

mod negotiate;

use negotiate::{Encoding, matches_tag};

/// What Trunk built.
#[derive(Embed)]
#[folder = "../dist"]
#[allow_missing = true]
struct Dist;

const PAGE: &str = "index.html";
const NOT_BUILT: &str = include_str!("assets/not_built.html");

/// May be kept for a year: another content has another name.
const FOREVER: &str = "public, max-age=31536000, immutable";
/// Has to be asked for each time; unchanged, it is answered by 304.
const ASK: &str = "no-cache";

/// Every file there is.
pub struct Assets {
    files: BTreeMap<String, Asset>,
    policy: HeaderValue,
}

struct Asset {
    kind: HeaderValue,
    cache: &'static str,
    plain: Variant,
    brotli: Option<Variant>,
    gzip: Option<Variant>,
}

struct Variant {
    bytes: Bytes,
    tag: HeaderValue,
}

impl Assets {
    /// The files that were built.
    pub fn built() -> Self {
        Self::of(Dist::iter().filter_map(|name| {
            let bytes = match Dist::get(&name)?.data {
                std::borrow::Cow::Borrowed(bytes) => Bytes::from_static(bytes),
                std::borrow::Cow::Owned(bytes) => Bytes::from(bytes),
            };
            Some((name.into_owned(), bytes))
        }))
    }

    /// These files, by their path from the root without a slash in front.
    pub fn of(files: impl IntoIterator<Item = (String, Bytes)>) -> Self {
        let mut all: BTreeMap<String, Bytes> = files.into_iter().collect();
        let page = all.get(PAGE).map(|bytes| String::from_utf8_lossy(bytes).into_owned()).unwrap_or_default();
        let names: Vec<String> = all.keys().filter(|name| !is_compressed(name, &all)).cloned().collect();
        let mut files = BTreeMap::new();
        for name in names {
            let [brotli, gzip] =
                ["br", "gz"].map(|ending| all.remove(&format!("{name}.{ending}")).map(Variant::new));
            let Some(plain) = all.remove(&name).map(Variant::new) else { continue };
            let asset = Asset { kind: media_type(&name), cache: keep(&name), plain, brotli, gzip };
            files.insert(name, asset);
        }
        Self { files, policy: content_security_policy(&page) }
    }

    /// What the page may load and run.
    pub fn content_security_policy(&self) -> HeaderValue {
        self.policy.clone()
    }

    /// The answer to a request that no route of the API took.
    fn answer(&self, request: &Request) -> Response {
        let path = request.uri().path().trim_start_matches('/');
        let reads = matches!(*request.method(), Method::GET | Method::HEAD);
        let asset = match self.files.get(path) {
            Some(asset) => asset,
            None if is_place(path, request.headers()) => match self.files.get(PAGE) {
                Some(page) => page,
                None => return (StatusCode::SERVICE_UNAVAILABLE, Html(NOT_BUILT)).into_response(),
            },
            None => return StatusCode::NOT_FOUND.into_response(),
        };
        if !reads {
            return (StatusCode::METHOD_NOT_ALLOWED, [(ALLOW, "GET, HEAD")]).into_response();
        }
        asset.answer(request.headers())
    }
}

/// Answers with a file, or with the page where people may go.
pub async fn serve(State(web): State<Web>, request: Request) -> Response {
    web.assets().answer(&request)
}

impl Asset {
    fn answer(&self, asked: &HeaderMap) -> Response {
        let (variant, encoding) = self.variant(asked);
        let mut headers = HeaderMap::from_iter([
            (ETAG, variant.tag.clone()),
            (CACHE_CONTROL, HeaderValue::from_static(self.cache)),
            (VARY, HeaderValue::from_static("accept-encoding")),
        ]);
        if matches_tag(&asked.get_all(IF_NONE_MATCH), &variant.tag) {
            return (StatusCode::NOT_MODIFIED, headers).into_response();
        }
        headers.insert(CONTENT_TYPE, self.kind.clone());
        if let Some(encoding) = encoding {
            headers.insert(CONTENT_ENCODING, HeaderValue::from_static(encoding.word()));
        }
        (headers, variant.bytes.clone()).into_response()
    }

    /// The smallest form that the client understands.
    fn variant(&self, asked: &HeaderMap) -> (&Variant, Option<Encoding>) {
        let accepts = |encoding| negotiate::accepts(&asked.get_all(ACCEPT_ENCODING), encoding);
        let forms = [(&self.brotli, Encoding::Brotli), (&self.gzip, Encoding::Gzip)];
        forms
            .into_iter()
            .filter_map(|(form, encoding)| form.as_ref().map(|form| (form, encoding)))
            .find(|(_, encoding)| accepts(*encoding))
            .map_or((&self.plain, None), |(form, encoding)| (form, Some(encoding)))
    }
}

impl Variant {
    fn new(bytes: Bytes) -> Self {
        // Half of the hash is plenty to tell the versions of one file apart.
        let tag = format!("\"{}\"", hex::encode(&Sha256::digest(&bytes)[..16]));
        Self { tag: HeaderValue::from_str(&tag).expect("hex is visible ASCII"), bytes }
    }
}

/// True of the compressed form of another file.
fn is_compressed(name: &str, all: &BTreeMap<String, Bytes>) -> bool {
    [".br", ".gz"].iter().any(|ending| name.strip_suffix(ending).is_some_and(|plain| all.contains_key(plain)))
}

/// True if `path` is a place of the page, which finds its way itself: a person's browser asks for HTML, and what it
/// asks for looks neither like a file nor like the API.
fn is_place(path: &str, asked: &HeaderMap) -> bool {
    let first = path.split('/').next().unwrap_or_default();
    let last = path.rsplit('/').next().unwrap_or_default();
    let html =
        || asked.get_all(ACCEPT).iter().any(|accept| accept.as_bytes().windows(9).any(|w| w == b"text/html"));
    path.is_empty() || (!matches!(first, "api" | "ws") && !last.contains('.') && html())
}

fn media_type(name: &str) -> HeaderValue {
    let guess = mime_guess::from_path(name).first_or_octet_stream();
    let text = guess.type_() == mime_guess::mime::TEXT;
    let kind = if text { format!("{guess}; charset=utf-8") } else { guess.to_string() };
    HeaderValue::from_str(&kind).expect("media types are visible ASCII")
}

/// How long a browser may keep a file. Trunk puts a hash into names, but that of the JavaScript is made of the
/// WebAssembly and can stay while the script changes.
fn keep(name: &str) -> &'static str {
    let script = Path::new(name).extension().is_some_and(|extension| extension == "js");
    // Trunk writes 64 bits in hex without zeros in front.
    let is_hash = |part: &str| {
        (13..=16).contains(&part.len()) && part.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
    };
    let hashed = name.rsplit('/').next().is_some_and(|file| file.split(['-', '_', '.']).any(is_hash));
    if hashed && !script { FOREVER } else { ASK }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_names_that_change_with_the_content_are_kept() {
        assert_eq!(keep("frontend-0c2b1f0a9d3e4f56_bg.wasm"), FOREVER);
        assert_eq!(keep("tokens-c2b1f0a9d3e4f56.css"), FOREVER);
        for asked in [
            "frontend-0c2b1f0a9d3e4f56.js",
            PAGE,
            "sw.js",
            "update.js",
            "manifest.webmanifest",
            "favicon.svg",
            "fonts/nunito-latin-wght-normal.woff2",
        ] {
            assert_eq!(keep(asked), ASK, "{asked}");
        }
    }

    #[test]
    fn media_types_are_what_browsers_insist_on() {
        for (name, kind) in [
            ("a.wasm", "application/wasm"),
            ("a.js", "text/javascript; charset=utf-8"),
            ("a.css", "text/css; charset=utf-8"),
            ("index.html", "text/html; charset=utf-8"),
            ("a.svg", "image/svg+xml"),
            ("a.woff2", "font/woff2"),
            ("a.webmanifest", "application/manifest+json"),
            ("a.png", "image/png"),
        ] {
            assert_eq!(media_type(name), kind, "{name}");
        }
    }
}
