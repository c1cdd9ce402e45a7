//! How often one may ask.
//!
//! An address gets 20 calls a second back while a test runs, so the tests look for a first refusal among more calls
//! than that, and for none where the limit is somebody else's.

use axum::http::StatusCode;
use axum::http::header::{HeaderName, RETRY_AFTER};
use serde_json::json;
use shared::api::ProblemKind;

use crate::server::{Answer, Setup, TestServer};

const FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");
/// Calls of one address at once.
const BURST: usize = 300;

/// The first refusal among so many calls.
async fn refused(server: &TestServer, from: &str, calls: usize) -> Option<Answer> {
    for _ in 0..calls {
        let answer = server.get("/api/games").header(FORWARDED_FOR, from).send().await;
        if answer.status == StatusCode::TOO_MANY_REQUESTS {
            return Some(answer);
        }
        assert_eq!(answer.status, StatusCode::OK);
    }
    None
}

#[tokio::test]
async fn an_address_that_asks_too_often_has_to_wait() {
    let server = TestServer::start().await;
    assert!(refused(&server, "198.51.100.1", BURST).await.is_none(), "the burst is allowed");
    let answer = refused(&server, "198.51.100.1", BURST).await.expect("twice the burst is not");
    assert_eq!(answer.problem(), ProblemKind::TooMany);
    let seconds: u64 = answer.header(RETRY_AFTER).parse().unwrap();
    assert!((1..=15).contains(&seconds), "{seconds}");
    // What watches over the server, and the page, still get answers.
    server.get("/healthz").expect(StatusCode::OK).await;
    server.get("/nothing.js").expect(StatusCode::NOT_FOUND).await;
}

#[tokio::test]
async fn sockets_count_as_calls() {
    let server = TestServer::start().await;
    for _ in 0..2 * BURST {
        if server.get("/ws").send().await.status == StatusCode::TOO_MANY_REQUESTS {
            return;
        }
    }
    panic!("sockets are not limited");
}

#[tokio::test]
async fn a_stranger_cannot_pretend_to_be_many() {
    let server = TestServer::start().await;
    refused(&server, "198.51.100.1", 2 * BURST).await.expect("the limit is reached");
    refused(&server, "198.51.100.2", BURST / 2).await.expect("the other address is no other");
}

#[tokio::test]
async fn those_behind_a_trusted_proxy_are_told_apart() {
    let mut setup = Setup::new().await;
    setup.settings.trusted_proxies = vec!["127.0.0.1".parse().unwrap()];
    let server = setup.start().await;
    refused(&server, "198.51.100.1", 2 * BURST).await.expect("the limit is reached");
    assert!(refused(&server, "198.51.100.2", BURST / 2).await.is_none(), "another has his own limit");
    let lie = "198.51.100.9, 198.51.100.1";
    refused(&server, lie, BURST / 2).await.expect("what the client wrote itself is not believed");
}

#[tokio::test]
async fn a_user_makes_only_so_many_matches() {
    let server = TestServer::start().await;
    let [anna, ben] = [server.guest("Anna").await, server.guest("Ben").await];
    let wish = json!({"game": "sea-battle"});
    let mut made = 0;
    let refusal = loop {
        let answer = server.post("/api/matches").bearer(&anna).json(&wish).send().await;
        if answer.status != StatusCode::CREATED {
            break answer;
        }
        made += 1;
        assert!(made < 200, "nobody stops Anna");
    };
    assert!(made >= 20, "{made}");
    assert_eq!(refusal.problem(), ProblemKind::TooMany);
    assert!(refusal.headers.contains_key(RETRY_AFTER));
    server.create(&ben, &wish).await;
}
