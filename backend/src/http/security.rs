//! What the browser is told to forbid.

use axum::extract::{Request, State};
use axum::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, HeaderName, REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS,
};
use axum::http::{HeaderMap, HeaderValue};
use axum::middleware::Next;
use axum::response::Response;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest as _, Sha256};

use crate::http::Web;

/// Headers that are the same on every answer. Addresses of matches are invitations, so no other site is told from
/// where somebody came.
const ALWAYS: [(HeaderName, &str); 5] = [
    (X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (REFERRER_POLICY, "no-referrer"),
    (
        HeaderName::from_static("permissions-policy"),
        "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    ),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
];

/// Puts the headers on an answer. Answers of the API hold tokens and moving facts, so nothing keeps a copy.
pub async fn protect(State(web): State<Web>, request: Request, next: Next) -> Response {
    let api = request.uri().path().starts_with("/api/");
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    for (name, value) in ALWAYS {
        headers.insert(name, HeaderValue::from_static(value));
    }
    headers.insert(CONTENT_SECURITY_POLICY, web.assets().content_security_policy());
    if api {
        keep_no_copy(headers);
    }
    response
}

fn keep_no_copy(headers: &mut HeaderMap) {
    headers.entry(CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
}

/// The policy for a page: it may load what this server has, run WebAssembly and exactly the inline scripts it was
/// built with. `'self'` covers sockets to the same host in every browser that can run the page.
pub fn content_security_policy(page: &str) -> HeaderValue {
    let scripts = hashes(page, "script");
    let styles = hashes(page, "style");
    let policy = format!(
        "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'{scripts}; style-src 'self'{styles}; \
         img-src 'self' data:; font-src 'self'; connect-src 'self'; object-src 'none'; base-uri 'none'; \
         form-action 'self'; frame-ancestors 'none'"
    );
    HeaderValue::from_str(&policy).expect("base64 and the words above are visible ASCII")
}

/// The sources that allow each inline element of this name, each with a blank in front.
fn hashes(page: &str, element: &str) -> String {
    let sources =
        inline(page, element).map(|text| format!(" 'sha256-{}'", STANDARD.encode(Sha256::digest(text))));
    sources.collect::<Vec<_>>().concat()
}

/// The text of each element of this name that has some. The page is our own, so a simple search finds them.
fn inline<'a>(page: &'a str, element: &str) -> impl Iterator<Item = &'a str> {
    let (open, close) = (format!("<{element}"), format!("</{element}>"));
    let mut rest = page;
    std::iter::from_fn(move || {
        let (_, after) = rest.split_once(&open)?;
        let (_, after) = after.split_once('>')?;
        let (text, after) = after.split_once(&close)?;
        rest = after;
        Some(text)
    })
    .filter(|text| !text.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_policy_allows_the_inline_scripts_of_the_page_and_no_others() {
        let page =
            "<head><script src=\"/a.js\"></script><script type=\"module\">\nalert(1)\n</script></head>";
        let policy = content_security_policy(page);
        let policy = policy.to_str().unwrap();
        // printf '\nalert(1)\n' | openssl dgst -sha256 -binary | base64
        let allowed = "'wasm-unsafe-eval' 'sha256-J8+4/wmqNoqVGih0Xof49bzVEIwR8aHhR5HvZK1wlzY=';";
        assert!(policy.contains(allowed), "{policy}");
        assert_eq!(policy.matches("sha256-").count(), 1, "{policy}");
        assert!(!policy.contains("unsafe-inline"), "{policy}");
    }

    #[test]
    fn a_page_without_inline_elements_allows_none() {
        let policy = content_security_policy("<p>Nothing</p>");
        assert!(policy.to_str().unwrap().contains("script-src 'self' 'wasm-unsafe-eval'; style-src 'self';"));
    }
}
