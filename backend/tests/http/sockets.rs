//! Who may open a socket.

use std::time::Duration;

use axum::http::StatusCode;
use axum::http::header::{HOST, ORIGIN};
use serde_json::Value;
use shared::api::{Problem, ProblemKind};
use tokio::time::timeout;
use tokio_tungstenite::connect_async;
use tokio_tungstenite::tungstenite::Error;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;

use crate::server::{Setup, TestServer};

/// Tries to open a socket as a page of this origin would; the problem if it is refused.
async fn open(
    server: &TestServer,
    host: Option<&str>,
    origin: Option<&str>,
) -> Result<(), (StatusCode, Problem)> {
    let mut request = format!("ws://{}/ws", server.running.addr).into_client_request().unwrap();
    for (name, value) in [(HOST, host), (ORIGIN, origin)] {
        if let Some(value) = value {
            request.headers_mut().insert(name, value.parse().unwrap());
        }
    }
    match connect_async(request).await {
        Ok(_) => Ok(()),
        Err(Error::Http(answer)) => {
            let body: Value = serde_json::from_slice(answer.body().as_deref().unwrap_or_default()).unwrap();
            Err((answer.status(), serde_json::from_value(body).unwrap()))
        }
        Err(error) => panic!("{error}"),
    }
}

#[tokio::test]
async fn the_own_page_and_programs_may_open_a_socket() {
    let server = TestServer::start().await;
    let own = format!("http://{}", server.running.addr);
    open(&server, None, Some(&own)).await.unwrap();
    open(&server, None, None).await.unwrap();
}

#[tokio::test]
async fn an_address_keeps_only_so_many_connections_open() {
    let server = TestServer::start().await;
    let url = format!("ws://{}/ws", server.running.addr);
    let mut sockets = Vec::new();
    let (status, problem) = loop {
        match connect_async(&url).await {
            Ok((socket, _)) => sockets.push(socket),
            Err(Error::Http(answer)) => {
                let problem: Problem = serde_json::from_slice(answer.body().as_deref().unwrap()).unwrap();
                break (answer.status(), problem);
            }
            Err(error) => panic!("{error}"),
        }
    };
    assert_eq!(sockets.len(), 250);
    assert_eq!((status, problem.known()), (StatusCode::TOO_MANY_REQUESTS, Some(ProblemKind::TooMany)));
    // The list of the lobby is such a connection too.
    server.get("/api/lobby").expect(StatusCode::TOO_MANY_REQUESTS).await;
    server.get("/api/games").expect(StatusCode::OK).await;
    sockets.pop().unwrap().close(None).await.unwrap();
    // The server takes notice in its own time.
    let again = async { while connect_async(&url).await.is_err() {} };
    timeout(Duration::from_secs(20), again).await.expect("a place that is free again is given again");
}

#[tokio::test]
async fn pages_from_elsewhere_may_not() {
    let server = TestServer::start().await;
    let port = server.running.addr.port();
    for origin in [
        "http://evil.example".to_owned(),
        format!("http://127.0.0.1:{port}.evil.example"),
        format!("https://127.0.0.1:{port}"),
        "http://127.0.0.1".to_owned(),
        "null".to_owned(),
    ] {
        let (status, problem) = open(&server, None, Some(&origin)).await.expect_err(&origin);
        assert_eq!(
            (status, problem.known()),
            (StatusCode::FORBIDDEN, Some(ProblemKind::Forbidden)),
            "{origin}"
        );
    }
}

#[tokio::test]
async fn behind_a_proxy_the_configured_origin_may() {
    let mut setup = Setup::new().await;
    setup.settings.origins = vec!["https://games.example".parse().unwrap()];
    let server = setup.start().await;
    open(&server, None, Some("https://games.example")).await.unwrap();
    let refused = open(&server, None, Some("https://games.example.evil.example")).await;
    assert!(refused.is_err());
    // A proxy that passes the host on without TLS in between.
    open(&server, Some("games.local"), Some("http://games.local")).await.unwrap();
}

#[tokio::test]
async fn a_plain_request_is_no_socket() {
    let server = TestServer::start().await;
    server.get("/ws").expect_problem(ProblemKind::Malformed).await;
    server.post("/ws").expect_problem(ProblemKind::Malformed).await;
}
