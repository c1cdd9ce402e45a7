//! How often one may ask.

use axum::http::StatusCode;
use axum::http::header::{HeaderName, RETRY_AFTER};
use serde_json::json;
use shared::api::ProblemKind;

use crate::server::{Setup, TestServer};

const FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");

async fn use_up(server: &TestServer, from: &str) {
    let mut refused = false;
    for _ in 0..600 {
        let answer = server.get("/api/games").header(FORWARDED_FOR, from).send().await;
        refused = answer.status == StatusCode::TOO_MANY_REQUESTS;
        if refused {
            break;
        }
    }
    assert!(refused, "600 calls in a row were allowed");
}

#[tokio::test]
async fn an_address_that_asks_too_often_has_to_wait() {
    let server = TestServer::start().await;
    for call in 0..300 {
        assert_eq!(server.get("/api/games").send().await.status, StatusCode::OK, "call {call}");
    }
    use_up(&server, "198.51.100.1").await;
    let (_, headers) = server.get("/ws").expect_problem(ProblemKind::TooMany).await;
    let seconds: u64 = headers[RETRY_AFTER].to_str().unwrap().parse().unwrap();
    assert!((1..=15).contains(&seconds), "{seconds}");
    // What watches over the server, and the page, still get answers.
    server.get("/healthz").expect(StatusCode::OK).await;
    server.get("/nothing.js").expect(StatusCode::NOT_FOUND).await;
}

#[tokio::test]
async fn a_stranger_cannot_pretend_to_be_many() {
    let server = TestServer::start().await;
    use_up(&server, "198.51.100.1").await;
    let other = server.get("/api/games").header(FORWARDED_FOR, "198.51.100.2");
    other.expect_problem(ProblemKind::TooMany).await;
}

#[tokio::test]
async fn those_behind_a_trusted_proxy_are_told_apart() {
    let mut setup = Setup::new().await;
    setup.settings.trusted_proxies = vec!["127.0.0.1".parse().unwrap()];
    let server = setup.start().await;
    use_up(&server, "198.51.100.1").await;
    server.get("/api/games").header(FORWARDED_FOR, "198.51.100.2").expect(StatusCode::OK).await;
    let lie = server.get("/api/games").header(FORWARDED_FOR, "198.51.100.9, 198.51.100.1");
    lie.expect_problem(ProblemKind::TooMany).await;
}

#[tokio::test]
async fn a_user_makes_only_so_many_matches() {
    let server = TestServer::start().await;
    let [anna, ben] = [server.guest("Anna").await, server.guest("Ben").await];
    let wish = json!({"game": "sea-battle"});
    let mut made = 0;
    while server.post("/api/matches").bearer(&anna).json(&wish).send().await.status == StatusCode::CREATED {
        made += 1;
        assert!(made < 100, "nobody stops Anna");
    }
    assert!(made >= 20, "{made}");
    let (_, headers) =
        server.post("/api/matches").bearer(&anna).json(&wish).expect_problem(ProblemKind::TooMany).await;
    assert!(headers.contains_key(RETRY_AFTER));
    server.create(&ben, &wish).await;
}
