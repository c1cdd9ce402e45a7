//! Terminals and browsers in one match.

#[path = "../support/server.rs"]
#[allow(dead_code)]
mod server;

use axum::http::StatusCode;
use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::{Value, json};
use server::TestServer;
use shared::api::{Joined, Lobby};
use tokio::net::UdpSocket;
use tokio_tungstenite::connect_async;
use tokio_tungstenite::tungstenite::Message;

use crate::support::Client;

/// A server with a gateway, and where that listens.
async fn start() -> (TestServer, std::net::SocketAddr) {
    let server = TestServer::start().await;
    let socket = UdpSocket::bind("127.0.0.1:0").await.unwrap();
    let address = socket.local_addr().unwrap();
    server.running.open_to_terminals(socket);
    (server, address)
}

/// What a client at a terminal does, which waits without letting others run.
async fn terminal<T: Send + 'static>(what: impl FnOnce() -> T + Send + 'static) -> T {
    tokio::task::spawn_blocking(what).await.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_browser_finds_the_match_of_a_terminal_and_they_see_each_other() {
    let (server, address) = start().await;
    let mut ann = terminal(move || {
        let mut ann = Client::of(address);
        ann.say("PLAY Ann \u{1F600}");
        assert_eq!(ann.joined(), 'A');
        ann
    })
    .await;

    let lobby: Lobby = server.get("/api/matches").expect(StatusCode::OK).await.read();
    let [facts] = lobby.matches.as_slice() else { panic!("{lobby:?}") };
    assert_eq!(facts.seats[0].name.as_deref(), Some("Ann ____"));
    let zoe = server.guest("Zoë").await;
    let path = format!("/api/matches/{}/join", facts.code);
    let joined: Joined = server.post(&path).bearer(&zoe).expect(StatusCode::OK).await.read();
    let (mut socket, _) = connect_async(format!("ws://{}/ws", server.running.addr)).await.unwrap();
    let join = json!([1, joined.game_token, zoe.user_token, 0]).to_string();
    socket.send(Message::text(join)).await.unwrap();

    let mut ann = terminal(move || {
        ann.expect_display();
        ann
    })
    .await;
    let view = snapshot(&mut socket).await;
    assert_eq!(view["players"], json!([["A", "Ann ____", 0], ["B", "Zoë", 0]]));
    assert!(view["screen"].as_array().unwrap().iter().any(|row| row.as_str().unwrap().contains('@')));

    // The browser moves, the terminal is shown; if there was gold on the way, that is told first.
    for (key, n) in "hlkjyubn".chars().zip(1..) {
        socket.send(Message::text(json!([20, n, key.to_string()]).to_string())).await.unwrap();
    }
    terminal(move || while !ann.hear().starts_with("DISPLAY\n") {}).await;

    // The terminal sees everybody leave when the server goes.
    assert!(server.running.stop().await);
}

async fn snapshot(
    socket: &mut (
             impl futures_util::Stream<Item = Result<Message, tokio_tungstenite::tungstenite::Error>> + Unpin
         ),
) -> Value {
    loop {
        if let Some(Ok(Message::Text(text))) = socket.next().await {
            let message: Value = serde_json::from_str(&text).unwrap();
            if message[0] == 6 {
                return message[3].clone();
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn going_down_tells_the_terminals() {
    let (server, address) = start().await;
    let mut ann = terminal(move || {
        let mut ann = Client::of(address);
        ann.say("PLAY Ann");
        ann.joined();
        ann
    })
    .await;
    assert!(server.running.stop().await);
    terminal(move || assert!(ann.hear().starts_with("QUIT "))).await;
}

/// Time is the test's: ten minutes of silence take none.
#[tokio::test]
async fn who_is_silent_for_ten_minutes_has_left() {
    let (server, address) = start().await;
    let socket = UdpSocket::bind("127.0.0.1:0").await.unwrap();
    let mut buffer = vec![0; 65_535];
    socket.send_to(b"PLAY Ann", address).await.unwrap();
    for start in ["OK A", "GRID", "GOLD", "DISPLAY"] {
        let (length, _) = socket.recv_from(&mut buffer).await.unwrap();
        assert!(buffer[..length].starts_with(start.as_bytes()));
    }
    tokio::time::pause();
    tokio::time::advance(backend::gateway::nuggets_udp::SILENCE).await;
    tokio::time::resume();
    let (length, _) = socket.recv_from(&mut buffer).await.unwrap();
    assert_eq!(&buffer[..length], b"QUIT Thanks for playing!");
    drop(server);
}
