//! What the browser is told to forbid, on every answer.

use axum::body::Bytes;
use axum::http::StatusCode;
use axum::http::header::{
    ACCEPT, CONTENT_SECURITY_POLICY, HeaderName, REFERRER_POLICY, SERVER, X_CONTENT_TYPE_OPTIONS,
};
use backend::http::assets::Assets;

use crate::server::Setup;

const PAGE: &str = "<!doctype html><script type=\"module\">start()</script>";
/// `printf 'start()' | openssl dgst -sha256 -binary | base64`
const HASH: &str = "DIm7WJS6ZKDYe5qFLPy+h4JFI9Bol5QmYC57mt3Fb00=";

#[tokio::test]
async fn every_answer_forbids_what_the_page_does_not_need() {
    let mut setup = Setup::new().await;
    setup.assets = Assets::of([("index.html".to_owned(), Bytes::from_static(PAGE.as_bytes()))]);
    let server = setup.start().await;
    for (path, status) in [
        ("/", StatusCode::OK),
        ("/m/BEKOTA", StatusCode::OK),
        ("/api/games", StatusCode::OK),
        ("/api/me", StatusCode::UNAUTHORIZED),
        ("/nothing.js", StatusCode::NOT_FOUND),
        ("/ws", StatusCode::BAD_REQUEST),
        ("/healthz", StatusCode::OK),
    ] {
        let answer = server.get(path).header(ACCEPT, "text/html").expect(status).await;
        assert_eq!(answer.header(X_CONTENT_TYPE_OPTIONS), "nosniff", "{path}");
        assert_eq!(answer.header(REFERRER_POLICY), "no-referrer", "{path}");
        assert_eq!(
            answer.header(HeaderName::from_static("cross-origin-opener-policy")),
            "same-origin",
            "{path}"
        );
        assert!(answer.header(HeaderName::from_static("permissions-policy")).contains("camera=()"), "{path}");
        assert!(!answer.headers.contains_key(SERVER), "{path}");
        let policy = answer.header(CONTENT_SECURITY_POLICY);
        for part in [
            "default-src 'self'",
            &format!("script-src 'self' 'wasm-unsafe-eval' 'sha256-{HASH}'"),
            "style-src 'self'",
            "connect-src 'self'",
            "object-src 'none'",
            "base-uri 'none'",
            "frame-ancestors 'none'",
        ] {
            assert!(policy.split("; ").any(|found| found == part), "{path}: {part} is missing in {policy}");
        }
    }
}
