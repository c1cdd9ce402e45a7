//! The HTTP API as a client: one connection that is kept, from an address of one's choice.

use std::net::{Ipv4Addr, SocketAddr};

use anyhow::{Context as _, Result, ensure};
use http_body_util::{BodyExt as _, Full};
use hyper::body::Bytes;
use hyper::client::conn::http1::{SendRequest, handshake};
use hyper::header::{AUTHORIZATION, CONTENT_TYPE, HOST};
use hyper::{Method, Request, StatusCode};
use hyper_util::rt::TokioIo;
use serde::Serialize;
use serde::de::DeserializeOwned;
use tokio::net::{TcpSocket, TcpStream};

/// Opens a connection from an address of the loopback network, so that one generator counts as many people.
///
/// # Errors
/// If nobody listens.
pub async fn connect(server: SocketAddr, from: Ipv4Addr) -> Result<TcpStream> {
    let socket = TcpSocket::new_v4()?;
    socket.bind((from, 0).into())?;
    let stream = socket.connect(server).await?;
    stream.set_nodelay(true)?;
    Ok(stream)
}

/// One connection to the HTTP API.
pub struct Caller {
    sender: SendRequest<Full<Bytes>>,
    host: String,
}

impl Caller {
    /// Connects from an address.
    ///
    /// # Errors
    /// If nobody listens.
    pub async fn connect(server: SocketAddr, from: Ipv4Addr) -> Result<Self> {
        let stream = TokioIo::new(connect(server, from).await?);
        let (sender, connection) = handshake(stream).await?;
        // What goes wrong with the connection reaches the caller through the sender.
        tokio::spawn(connection);
        Ok(Self { sender, host: server.to_string() })
    }

    /// The status of a GET.
    ///
    /// # Errors
    /// If there is no answer.
    pub async fn get(&mut self, path: &str) -> Result<StatusCode> {
        Ok(self.call(Method::GET, path, None, Bytes::new()).await?.0)
    }

    /// POSTs a body and reads the answer.
    ///
    /// # Errors
    /// If the answer is a problem, or none.
    pub async fn post<T: DeserializeOwned>(
        &mut self,
        path: &str,
        user_token: Option<&str>,
        body: Option<&impl Serialize>,
    ) -> Result<T> {
        let body = body.map(serde_json::to_vec).transpose()?.unwrap_or_default();
        let (status, answer) = self.call(Method::POST, path, user_token, body.into()).await?;
        ensure!(status.is_success(), "POST {path}: {status} {}", String::from_utf8_lossy(&answer));
        serde_json::from_slice(&answer)
            .with_context(|| format!("POST {path}: not the answer that was expected"))
    }

    async fn call(
        &mut self,
        method: Method,
        path: &str,
        user_token: Option<&str>,
        body: Bytes,
    ) -> Result<(StatusCode, Bytes)> {
        let mut request = Request::builder().method(method).uri(path).header(HOST, &self.host);
        if !body.is_empty() {
            request = request.header(CONTENT_TYPE, "application/json");
        }
        if let Some(token) = user_token {
            request = request.header(AUTHORIZATION, format!("Bearer {token}"));
        }
        self.sender.ready().await?;
        let answer = self.sender.send_request(request.body(Full::new(body))?).await?;
        Ok((answer.status(), answer.into_body().collect().await?.to_bytes()))
    }
}
