//! A bare WebSocket server on axum that sends every message back, and the exchange with it. What it reaches is what
//! this machine, this generator and that library can do at most.

use std::net::{Ipv4Addr, SocketAddr};

use anyhow::{Context as _, Result, ensure};
use axum::Router;
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::routing::any;
use tokio::net::TcpListener;
use tokio::task::JoinSet;

use crate::load::{Exchange, within};
use crate::socket::Socket;

/// Serves until it is killed, after a line that says where.
///
/// # Errors
/// If it can't listen.
pub async fn serve() -> Result<()> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await?;
    println!("{}", listener.local_addr()?);
    let upgrade = |upgrade: WebSocketUpgrade| async { upgrade.on_upgrade(echo) };
    let router = Router::new().route("/ws", any(upgrade));
    let listener = axum::serve::ListenerExt::tap_io(listener, |stream| {
        // As the server of Parlour does. A connection that is gone already fails later.
        let _ = stream.set_nodelay(true);
    });
    Ok(axum::serve(listener, router).await?)
}

async fn echo(mut socket: WebSocket) {
    while let Some(Ok(message)) = socket.recv().await {
        let sent = match message {
            Message::Text(_) | Message::Binary(_) => socket.send(message).await,
            Message::Ping(_) | Message::Pong(_) => Ok(()),
            Message::Close(_) => return,
        };
        if sent.is_err() {
            return;
        }
    }
}

/// Two sockets that send a SHOOT by turns and wait for its echo, as two players of a match would.
pub struct Pair {
    sockets: [Socket; 2],
    sent: u64,
}

impl Pair {
    async fn open(server: SocketAddr, number: usize) -> Result<Self> {
        // As with the matches, connections come from several addresses: one has only so many ports.
        let from = Ipv4Addr::new(127, 1, 0, u8::try_from(number % 32)?);
        Ok(Self { sockets: [Socket::open(server, from).await?, Socket::open(server, from).await?], sent: 0 })
    }
}

impl Exchange for Pair {
    async fn once(&mut self) -> Result<bool> {
        self.sent += 1;
        let frame = format!("[10,{},{},{}]", self.sent / 2 % 100, self.sent % 10, self.sent / 10 % 10);
        let turn = usize::from(self.sent % 2 == 1);
        let socket = &mut self.sockets[turn];
        socket.send(frame.clone()).await?;
        let echo = socket.next().await?;
        ensure!(echo.as_str() == frame, "{frame} came back as {echo}");
        Ok(true)
    }
}

/// Opens that many pairs of sockets.
///
/// # Errors
/// If one can't be opened.
pub async fn pairs(server: SocketAddr, count: usize) -> Result<Vec<Pair>> {
    let mut tasks = JoinSet::new();
    for number in 0..count {
        tasks.spawn(Pair::open(server, number));
    }
    let pairs: Result<Vec<Pair>> = within(tasks.join_all()).await?.into_iter().collect();
    pairs.context("the echo server did not take every socket")
}
