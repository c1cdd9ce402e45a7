//! The open public matches, listed and live.

use std::time::Duration;

use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use http_body_util::BodyExt as _;
use hyper::body::Incoming;
use serde_json::json;
use shared::api::{Lobby, SeatKind, Status};
use tokio::time::{Instant, timeout};

use crate::server::TestServer;

/// Reads lists until one is as wanted. News comes in moments; a test that waits longer has failed.
async fn until(body: &mut Incoming, wanted: impl Fn(&Lobby) -> bool) -> Lobby {
    let reading = async {
        let mut text = String::new();
        loop {
            while let Some((event, rest)) = text.split_once("\n\n") {
                let data = event.strip_prefix("data: ").unwrap_or_else(|| panic!("not just data: {event}"));
                let lobby: Lobby = serde_json::from_str(data).unwrap();
                if wanted(&lobby) {
                    return lobby;
                }
                text = rest.to_owned();
            }
            let frame = body.frame().await.expect("the stream goes on").unwrap();
            text.push_str(std::str::from_utf8(&frame.into_data().unwrap()).unwrap());
        }
    };
    timeout(Duration::from_secs(20), reading).await.expect("a list as wanted")
}

#[tokio::test]
async fn the_lobby_is_told_at_once_and_whenever_it_changes() {
    let server = TestServer::start().await;
    let [anna, ben] = [server.guest("Anna").await, server.guest("Ben").await];
    let (head, mut body) = server.get("/api/lobby").open().await.into_parts();
    assert_eq!(head.status, StatusCode::OK);
    assert_eq!(head.headers[CONTENT_TYPE], "text/event-stream");
    until(&mut body, |lobby| lobby.matches.is_empty()).await;

    let joined = server.create(&anna, &json!({"game": "sea-battle", "public": true})).await;
    let lobby = until(&mut body, |lobby| lobby.matches.len() == 1).await;
    assert_eq!(lobby.matches[0].match_id, joined.match_id);
    assert_eq!(lobby.matches[0].status, Status::Waiting);
    assert!(lobby.matches[0].has_open_seat());

    server.post(&format!("/api/matches/{}/join", joined.match_id)).bearer(&ben).expect(StatusCode::OK).await;
    let lobby = until(&mut body, |lobby| lobby.matches.iter().any(|facts| !facts.has_open_seat())).await;
    assert_eq!(lobby.matches[0].seats[1].kind, SeatKind::Human);
    assert_eq!(lobby.matches[0].seats[1].name.as_deref(), Some("Ben"));
}

#[tokio::test]
async fn private_matches_are_not_listed() {
    let server = TestServer::start().await;
    let anna = server.guest("Anna").await;
    server.create(&anna, &json!({"game": "sea-battle"})).await;
    let public = server.create(&anna, &json!({"game": "sea-battle", "public": true})).await;
    let lobby: Lobby = server.get("/api/matches").expect(StatusCode::OK).await.read();
    let listed: Vec<_> = lobby.matches.iter().map(|facts| &facts.match_id).collect();
    assert_eq!(listed, [&public.match_id]);
}

#[tokio::test]
async fn a_silent_lobby_says_that_it_is_alive() {
    let server = TestServer::start().await;
    let mut body = server.get("/api/lobby").open().await.into_body();
    until(&mut body, |lobby| lobby.matches.is_empty()).await;
    // From here on, time runs to the next timer whenever everybody waits.
    tokio::time::pause();
    let since = Instant::now();
    let frame = body.frame().await.unwrap().unwrap();
    // Named, since browsers keep comments to themselves.
    assert_eq!(frame.into_data().unwrap(), "event: alive\ndata: yes\n\n");
    assert!(since.elapsed() <= Duration::from_secs(20), "{:?}", since.elapsed());
}
