//! The page and its files.

use axum::body::Bytes;
use axum::http::header::{
    ACCEPT, ACCEPT_ENCODING, ALLOW, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_TYPE, ETAG,
    IF_NONE_MATCH, VARY,
};
use axum::http::{Method, StatusCode};
use backend::http::assets::Assets;
use shared::api::ProblemKind;

use crate::server::{Setup, TestServer};

const HTML: &str = "text/html,application/xhtml+xml,*/*;q=0.8";
const WASM: &str = "/app-0123456789abcdef_bg.wasm";
const SCRIPT: &str = "/app-0123456789abcdef.js";

async fn server() -> TestServer {
    let mut setup = Setup::new().await;
    let files = [
        ("index.html", "<!doctype html><title>Parlour</title>"),
        ("app-0123456789abcdef_bg.wasm", "plain wasm"),
        ("app-0123456789abcdef_bg.wasm.br", "brotli wasm"),
        ("app-0123456789abcdef_bg.wasm.gz", "gzip wasm"),
        ("app-0123456789abcdef.js", "export {}"),
        ("fonts/nunito.woff2", "a font"),
        ("notes.gz", "no other file's"),
    ];
    setup.assets =
        Assets::of(files.map(|(name, text)| (name.to_owned(), Bytes::from_static(text.as_bytes()))));
    setup.start().await
}

#[tokio::test]
async fn the_page_answers_wherever_people_may_go() {
    let server = server().await;
    for path in ["/", "/m/BEKOTA", "/replay/abc", "/settings", "/index.html"] {
        let answer = server.get(path).header(ACCEPT, HTML).expect(StatusCode::OK).await;
        assert_eq!(answer.header(CONTENT_TYPE), "text/html; charset=utf-8", "{path}");
        assert_eq!(answer.header(CACHE_CONTROL), "no-cache", "{path}");
        assert!(answer.text().contains("Parlour"), "{path}");
    }
    // The root is the page for whoever asks.
    server.get("/").expect(StatusCode::OK).await;
}

#[tokio::test]
async fn the_page_never_stands_in_for_a_file_or_the_api() {
    let server = server().await;
    for path in
        ["/old-0123456789abcdef.js", "/a/b.wasm", "/style.css", "/api/nothing", "/api", "/ws/x", "/.env"]
    {
        server.get(path).header(ACCEPT, HTML).expect_problem(ProblemKind::NotFound).await;
    }
    // Programs that don't ask for HTML get none.
    server.get("/m/BEKOTA").header(ACCEPT, "*/*").expect_problem(ProblemKind::NotFound).await;
    server.post("/m/BEKOTA").header(ACCEPT, HTML).expect_problem(ProblemKind::Method).await;
}

#[tokio::test]
async fn files_have_their_media_type_and_are_kept_if_their_name_changes() {
    let server = server().await;
    for (path, kind, cache) in [
        (WASM, "application/wasm", "public, max-age=31536000, immutable"),
        (SCRIPT, "text/javascript; charset=utf-8", "no-cache"),
        ("/fonts/nunito.woff2", "font/woff2", "no-cache"),
        ("/notes.gz", "application/gzip", "no-cache"),
    ] {
        let answer = server.get(path).expect(StatusCode::OK).await;
        assert_eq!((answer.header(CONTENT_TYPE), answer.header(CACHE_CONTROL)), (kind, cache), "{path}");
    }
}

#[tokio::test]
async fn files_are_sent_as_small_as_the_client_understands() {
    let server = server().await;
    let mut tags = Vec::new();
    for (accepted, encoding, text) in [
        ("gzip, deflate, br, zstd", "br", "brotli wasm"),
        ("gzip, br;q=0", "gzip", "gzip wasm"),
        ("identity", "", "plain wasm"),
    ] {
        let answer = server.get(WASM).header(ACCEPT_ENCODING, accepted).expect(StatusCode::OK).await;
        assert_eq!((answer.header(CONTENT_ENCODING), answer.text()), (encoding, text), "{accepted}");
        assert_eq!(answer.header(CONTENT_TYPE), "application/wasm");
        assert_eq!(answer.header(VARY), "accept-encoding");
        tags.push(answer.header(ETAG).to_owned());
    }
    tags.sort();
    tags.dedup();
    assert_eq!(tags.len(), 3, "each form has a tag of its own");
    let answer = server.get(SCRIPT).header(ACCEPT_ENCODING, "br").expect(StatusCode::OK).await;
    assert_eq!(answer.header(CONTENT_ENCODING), "");
}

#[tokio::test]
async fn a_client_that_has_the_file_gets_only_the_news_that_it_has() {
    let server = server().await;
    let first = server.get(SCRIPT).expect(StatusCode::OK).await;
    let tag = first.header(ETAG);
    let again = server.get(SCRIPT).header(IF_NONE_MATCH, tag).expect(StatusCode::NOT_MODIFIED).await;
    assert!(again.body.is_empty());
    assert_eq!((again.header(ETAG), again.header(CACHE_CONTROL)), (tag, "no-cache"));
    server.get(SCRIPT).header(IF_NONE_MATCH, "\"old\"").expect(StatusCode::OK).await;
}

#[tokio::test]
async fn head_tells_what_get_would() {
    let server = server().await;
    let answer = server.request(Method::HEAD, SCRIPT).expect(StatusCode::OK).await;
    assert!(answer.body.is_empty());
    assert_eq!(answer.header(CONTENT_LENGTH), "export {}".len().to_string());
    let (_, headers) = server.post(SCRIPT).expect_problem(ProblemKind::Method).await;
    assert_eq!(headers[ALLOW], "GET, HEAD");
}

#[tokio::test]
async fn paths_lead_nowhere_else() {
    let server = server().await;
    for path in ["/../Cargo.toml", "/%2e%2e/Cargo.toml", "/fonts/../index.html", "//etc/passwd.txt"] {
        server.get(path).expect_problem(ProblemKind::NotFound).await;
    }
}

#[tokio::test]
async fn a_server_without_the_page_says_how_to_build_it() {
    let server = TestServer::start().await;
    let answer = server.get("/").header(ACCEPT, HTML).expect(StatusCode::SERVICE_UNAVAILABLE).await;
    assert!(answer.text().contains("cargo xtask serve"), "{}", answer.text());
}
