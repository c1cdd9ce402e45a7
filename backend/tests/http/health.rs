//! What whoever runs the server asks it.

use axum::http::StatusCode;
use axum::http::header::{CONTENT_TYPE, RETRY_AFTER};
use serde_json::json;
use shared::api::ProblemKind;

use crate::faulty_store::{FaultyStore, Mood};
use crate::server::{Setup, TestServer};

#[tokio::test]
async fn a_server_is_alive_at_once_and_ready_when_matches_are_restored() {
    let mut setup = Setup::new().await;
    let store = FaultyStore::gated(setup.store);
    setup.store = store.clone();
    let mut server = setup.start().await;
    server.get("/healthz").expect(StatusCode::OK).await;
    let (_, headers) = server.get("/readyz").expect_problem(ProblemKind::Unavailable).await;
    assert!(headers.contains_key(RETRY_AFTER));
    store.open();
    assert_eq!(server.running.restored().await, Ok(0));
    server.get("/readyz").expect(StatusCode::OK).await;
}

#[tokio::test]
async fn a_server_that_cannot_write_is_alive_but_not_ready_and_keeps_the_cause_to_itself() {
    let mut setup = Setup::new().await;
    let store = FaultyStore::gated(setup.store);
    setup.store = store.clone();
    store.open();
    let mut server = setup.start().await;
    server.running.restored().await.unwrap();
    store.set(Mood::DiskFull);
    server.get("/healthz").expect(StatusCode::OK).await;
    let (problem, _) = server.get("/readyz").expect_problem(ProblemKind::Unavailable).await;
    assert!(!problem.detail.contains("on-purpose"), "{problem:?}");
    let guest = server.post("/api/guests").json(&json!({"name": "Anna"}));
    guest.expect_problem(ProblemKind::Unavailable).await;
}

#[tokio::test]
async fn what_was_measured_can_be_read() {
    let server = TestServer::start().await;
    server.get("/api/games").expect(StatusCode::OK).await;
    server.get("/api/matches/none").expect(StatusCode::NOT_FOUND).await;
    let metrics = server.get("/metrics").expect(StatusCode::OK).await;
    assert!(metrics.header(CONTENT_TYPE).starts_with("text/plain"));
    let count = |route: &str, status: u16| {
        let labels = format!("{{method=\"GET\",route=\"{route}\",status=\"{status}\"}}");
        metrics.text().contains(&format!("parlour_http_request_seconds_count{labels}"))
    };
    assert!(count("/api/games", 200), "{}", metrics.text());
    assert!(count("/api/matches/{match}", 404), "{}", metrics.text());
    assert!(metrics.text().contains("parlour_rooms "), "{}", metrics.text());
}

#[tokio::test]
async fn a_server_that_goes_down_takes_no_calls_and_ends_in_time() {
    let server = TestServer::start().await;
    let addr = server.running.addr;
    // A lobby that is followed must not keep the server up.
    let lobby = server.get("/api/lobby").open().await;
    assert_eq!(lobby.status(), StatusCode::OK);
    assert!(server.running.stop().await, "something did not end");
    assert!(tokio::net::TcpStream::connect(addr).await.is_err());
}
