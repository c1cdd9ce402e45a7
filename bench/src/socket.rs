//! A WebSocket as a client.

use std::net::{Ipv4Addr, SocketAddr};

use anyhow::{Context as _, Result, bail};
use futures_util::{SinkExt as _, StreamExt as _};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{Message, Utf8Bytes};
use tokio_tungstenite::{WebSocketStream, client_async_with_config};

use crate::http;

/// What a socket reads at once. Messages here are short, and there are thousands of sockets.
const READ_BUFFER: usize = 4 * 1024;

/// One open WebSocket.
pub struct Socket(WebSocketStream<TcpStream>);

impl Socket {
    /// Opens one at `/ws`, from an address of the loopback network.
    ///
    /// # Errors
    /// If the server doesn't take it.
    pub async fn open(server: SocketAddr, from: Ipv4Addr) -> Result<Self> {
        let stream = http::connect(server, from).await?;
        let config = WebSocketConfig::default().read_buffer_size(READ_BUFFER);
        let (socket, _) = client_async_with_config(format!("ws://{server}/ws"), stream, Some(config)).await?;
        Ok(Self(socket))
    }

    /// Sends one message.
    ///
    /// # Errors
    /// If the connection is gone.
    pub async fn send(&mut self, text: impl Into<Utf8Bytes>) -> Result<()> {
        Ok(self.0.send(Message::Text(text.into())).await?)
    }

    /// The next message. Pings are answered on the way.
    ///
    /// # Errors
    /// If the server closes the connection.
    pub async fn next(&mut self) -> Result<Utf8Bytes> {
        loop {
            match self.0.next().await.context("the server hung up")?? {
                Message::Text(text) => return Ok(text),
                Message::Ping(_) | Message::Pong(_) => {}
                Message::Close(frame) => bail!("the server closed the socket: {frame:?}"),
                other => bail!("the server sent something else than text: {other}"),
            }
        }
    }
}
