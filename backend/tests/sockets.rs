//! Sessions over real sockets: what only a socket can show.

#[path = "support/server.rs"]
#[allow(dead_code)]
mod server;

use axum::http::HeaderValue;
use axum::http::StatusCode;
use axum::http::header::ORIGIN;
use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::{Value, json};
use server::TestServer;
use shared::api::{Guest, Joined};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
use tokio_tungstenite::tungstenite::protocol::frame::Frame;
use tokio_tungstenite::tungstenite::protocol::frame::coding::{Data, OpCode};
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

/// A fleet that keeps the rules.
const FLEET: &str =
    "false,0,0,false,2,0,false,4,0,false,6,0,false,0,2,false,3,2,false,6,2,false,0,4,false,4,4,false,0,6";

async fn open(server: &TestServer) -> Socket {
    connect_async(format!("ws://{}/ws", server.running.addr)).await.unwrap().0
}

async fn say(socket: &mut Socket, text: impl Into<String>) {
    // A server that has hung up is what such a test looks at next.
    let _ = socket.send(Message::text(text.into())).await;
}

async fn next(socket: &mut Socket) -> String {
    loop {
        match socket.next().await {
            Some(Ok(Message::Text(text))) => return text.to_string(),
            Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
            other => panic!("no message but {other:?}"),
        }
    }
}

async fn until(socket: &mut Socket, start: &str) -> String {
    loop {
        let text = next(socket).await;
        if text.starts_with(start) {
            return text;
        }
    }
}

async fn closed(socket: &mut Socket) -> Option<u16> {
    loop {
        match socket.next().await? {
            Ok(Message::Close(frame)) => return frame.map(|frame| frame.code.into()),
            Ok(_) => {}
            Err(error) => panic!("the connection broke instead of being closed: {error}"),
        }
    }
}

fn join_text(guest: &Guest, joined: &Joined, last_seq: Option<u64>) -> String {
    match last_seq {
        Some(seq) => json!([1, joined.game_token, guest.user_token, seq]).to_string(),
        None => json!([1, joined.game_token, guest.user_token]).to_string(),
    }
}

/// Two guests in one match, and their ways into it.
async fn two(server: &TestServer) -> [(Guest, Joined); 2] {
    let (anna, ben) = (server.guest("Anna").await, server.guest("Ben").await);
    let made = server.create(&anna, &json!({"game": "sea-battle", "public": true})).await;
    let path = format!("/api/matches/{}/join", made.code);
    let joined = server.post(&path).bearer(&ben).expect(StatusCode::OK).await.read();
    [(anna, made), (ben, joined)]
}

async fn joined(server: &TestServer, (guest, joined): &(Guest, Joined)) -> Socket {
    let mut socket = open(server).await;
    say(&mut socket, join_text(guest, joined, Some(0))).await;
    until(&mut socket, "[6,").await;
    socket
}

#[tokio::test]
async fn a_page_from_elsewhere_can_not_open_a_socket() {
    let server = TestServer::start().await;
    let own = format!("http://{}", server.running.addr);
    for (origin, allowed) in [
        (Some(own.as_str()), true),
        (None, true),
        (Some("http://evil.example"), false),
        (Some("null"), false),
        (Some("http://127.0.0.1"), false),
        (Some(&format!("https://{}", server.running.addr)), false),
        (Some(&format!("{own}.evil.example")), false),
    ] {
        let mut request = format!("ws://{}/ws", server.running.addr).into_client_request().unwrap();
        if let Some(origin) = origin {
            request.headers_mut().insert(ORIGIN, HeaderValue::from_str(origin).unwrap());
        }
        match connect_async(request).await {
            Ok(_) => assert!(allowed, "{origin:?}"),
            Err(Error::Http(answer)) => {
                assert!(!allowed, "{origin:?}");
                assert_eq!(answer.status(), StatusCode::FORBIDDEN);
            }
            Err(error) => panic!("{origin:?}: {error}"),
        }
    }
}

#[tokio::test]
async fn two_people_play_over_real_sockets() {
    let server = TestServer::start().await;
    let [anna, ben] = two(&server).await;
    let (mut anna, mut ben) = (joined(&server, &anna).await, joined(&server, &ben).await);
    for socket in [&mut anna, &mut ben] {
        until(socket, "[3,1,1]").await;
    }
    for socket in [&mut anna, &mut ben] {
        say(socket, format!("[5,{FLEET}]")).await;
    }
    let state: Value = serde_json::from_str(&until(&mut anna, "[3,3,").await).unwrap();
    let (first, second) = if state[2] == 4 { (&mut anna, &mut ben) } else { (&mut ben, &mut anna) };
    say(first, "[10,1,0,0]").await;
    until(first, "[4,1]").await;
    until(first, "[11,4,true,0,0,2]").await;
    until(second, "[11,4,false,0,0,2]").await;
    say(second, "[50,1]").await;
    until(second, "[12,6,false,").await;
    until(second, "[2,7,5,").await;
    until(first, "[2,7,4,").await;
}

/// What a client can know that was written after the original protocol alone: two tokens, opcodes 1 to 5.
#[tokio::test]
async fn a_client_of_the_original_protocol_joins_places_acknowledges_and_comes_back() {
    let server = TestServer::start().await;
    let [anna, ben] = two(&server).await;
    let mut old = open(&server).await;
    say(&mut old, join_text(&anna.0, &anna.1, None)).await;
    let mut other = joined(&server, &ben).await;
    assert_eq!(next(&mut old).await, "[3,1,1]");
    say(&mut old, "[4,1]").await;
    say(&mut old, format!("[5,{FLEET}]")).await;
    assert_eq!(next(&mut old).await, "[3,2,3]");
    until(&mut other, "[3,2,2]").await;
    // The connection is lost before 2 is acknowledged.
    drop(old);
    let mut old = open(&server).await;
    say(&mut old, join_text(&anna.0, &anna.1, None)).await;
    assert_eq!(next(&mut old).await, "[3,2,3]");
    say(&mut other, format!("[5,{FLEET}]")).await;
    let state = next(&mut old).await;
    assert!(["[3,3,4]", "[3,3,5]"].contains(&&*state), "{state}");
    say(&mut other, "[50,1]").await;
    assert!(next(&mut old).await.starts_with("[12,4,false,"));
    let end: Value = serde_json::from_str(&next(&mut old).await).unwrap();
    assert_eq!((&end[0], &end[1], &end[2]), (&json!(2), &json!(5), &json!(4)));
    say(&mut old, "[4,5]").await;
}

#[tokio::test]
async fn frames_that_are_too_large_or_no_text_close_the_connection() {
    let server = TestServer::start().await;
    let [anna, _] = two(&server).await;
    let limit = 64 * 1024;
    for (message, code) in [
        (Message::text("x".repeat(limit)), 4002),
        (Message::text("x".repeat(limit + 1)), 1009),
        (Message::text(format!("[4,{}]", "1".repeat(limit))), 1009),
        (Message::binary(vec![0; 10]), 4002),
        (Message::binary(vec![0; limit + 1]), 1009),
        (Message::Frame(Frame::message(vec![b'[', 0xff], OpCode::Data(Data::Text), true)), 4002),
    ] {
        let mut socket = joined(&server, &anna).await;
        let text = message.len();
        socket.send(message).await.unwrap();
        assert_eq!(closed(&mut socket).await, Some(code), "{text} bytes");
    }
    let mut before_join = open(&server).await;
    before_join.send(Message::text("x".repeat(limit + 1))).await.unwrap();
    assert_eq!(closed(&mut before_join).await, Some(1009));
}

#[tokio::test]
async fn three_hundred_messages_in_a_second_close_the_connection() {
    let server = TestServer::start().await;
    let [anna, ben] = two(&server).await;
    let mut calm = joined(&server, &ben).await;
    let mut socket = joined(&server, &anna).await;
    for _ in 0..300 {
        say(&mut socket, "[4,0]").await;
    }
    assert_eq!(closed(&mut socket).await, Some(1008));
    until(&mut calm, r#"[8,0,"away"]"#).await;
}

#[tokio::test]
async fn garbage_closes_one_connection_and_nothing_else() {
    let server = TestServer::start().await;
    let [anna, ben] = two(&server).await;
    let mut calm = joined(&server, &ben).await;
    let mut rng = shared::seed::Seed::from_number(1).rng("garbage");
    for _ in 0..50 {
        let mut socket = open(&server).await;
        if rng.chance(1, 2) {
            say(&mut socket, join_text(&anna.0, &anna.1, Some(0))).await;
        }
        let letters: String =
            (0..rng.below(200)).filter_map(|_| char::from_u32(0x20 + rng.below(95))).collect();
        say(&mut socket, letters).await;
        assert_eq!(closed(&mut socket).await, Some(4002));
    }
    assert_eq!(server.get("/healthz").expect(StatusCode::OK).await.status, StatusCode::OK);
    say(&mut calm, "[51,0]").await;
    until(&mut calm, "[51,1,0]").await;
}

#[tokio::test]
async fn a_spectator_sees_both_boards_and_no_ship() {
    let server = TestServer::start().await;
    let [anna, ben] = two(&server).await;
    let (mut first, mut second) = (joined(&server, &anna).await, joined(&server, &ben).await);
    for socket in [&mut first, &mut second] {
        until(socket, "[3,1,1]").await;
        say(socket, format!("[5,{FLEET}]")).await;
    }
    until(&mut first, "[3,3,").await;
    let cleo = server.guest("Cleo").await;
    let path = format!("/api/matches/{}/watch", anna.1.match_id);
    let watching: Joined = server.post(&path).bearer(&cleo).expect(StatusCode::OK).await.read();
    assert_eq!(watching.seat, None);
    let mut watcher = open(&server).await;
    say(&mut watcher, join_text(&cleo, &watching, Some(0))).await;
    let snapshot: Value = serde_json::from_str(&until(&mut watcher, "[6,").await).unwrap();
    assert_eq!(snapshot[3]["phase"], "playing");
    assert_eq!(snapshot[3]["seat"], Value::Null);
    for board in snapshot[3]["boards"].as_array().unwrap() {
        assert_eq!((&board["ready"], &board["fleet"]), (&json!(true), &Value::Null));
    }
}
