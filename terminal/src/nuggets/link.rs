//! The socket.
//!
//! It is not connected: a server with several addresses may answer from another one than it was asked at. Only the
//! port tells its datagrams from those of strangers.

use std::io;
use std::net::{Ipv4Addr, Ipv6Addr, SocketAddr, ToSocketAddrs as _, UdpSocket};
use std::ops::ControlFlow;

use thiserror::Error;

use super::wire::{ClientMessage, Malformed, ServerMessage};

/// Room for the largest datagram.
const RECEIVE_BYTES: usize = 65_536;

/// A socket, and the server at its other end.
#[derive(Debug)]
pub struct Link {
    socket: UdpSocket,
    server: SocketAddr,
}

/// Why there is no link.
#[derive(Debug, Error)]
pub enum LinkError {
    /// The name means nothing.
    #[error("can't find {host}: {source}")]
    Unresolvable {
        /// The name.
        host: String,
        /// Why.
        source: io::Error,
    },
    /// The name has no address.
    #[error("{0} has no address")]
    NoAddress(String),
    /// The system gives no socket.
    #[error("can't open a UDP socket: {0}")]
    NoSocket(io::Error),
}

impl Link {
    /// A link to the server. Sends nothing yet.
    ///
    /// # Errors
    ///
    /// The host has no address, or the system no socket.
    pub fn open(host: &str, port: u16) -> Result<Self, LinkError> {
        let unresolvable = |source| LinkError::Unresolvable { host: host.to_owned(), source };
        let addresses: Vec<_> = (host, port).to_socket_addrs().map_err(unresolvable)?.collect();
        // The protocol comes from IPv4.
        let server = addresses.iter().find(|address| address.is_ipv4()).or(addresses.first());
        let server = *server.ok_or_else(|| LinkError::NoAddress(host.to_owned()))?;
        let any = if server.is_ipv4() {
            SocketAddr::from((Ipv4Addr::UNSPECIFIED, 0))
        } else {
            SocketAddr::from((Ipv6Addr::UNSPECIFIED, 0))
        };
        let socket = UdpSocket::bind(any).map_err(LinkError::NoSocket)?;
        Ok(Self { socket, server })
    }

    /// Sends a message.
    ///
    /// # Errors
    ///
    /// The network does not take it.
    pub fn send(&self, message: &ClientMessage) -> io::Result<()> {
        self.socket.send_to(&message.to_bytes(), self.server).map(drop)
    }

    /// Reads datagrams of the server, and gives each to `hear` until that breaks off.
    ///
    /// # Errors
    ///
    /// The socket can't be read.
    pub fn listen(
        &self,
        mut hear: impl FnMut(Result<ServerMessage, Malformed>) -> ControlFlow<()>,
    ) -> io::Result<()> {
        let mut buffer = vec![0; RECEIVE_BYTES];
        loop {
            let (length, sender) = match self.socket.recv_from(&mut buffer) {
                Ok(received) => received,
                Err(error) if is_passing(&error) => continue,
                Err(error) => return Err(error),
            };
            if sender.port() == self.server.port() && hear(ServerMessage::parse(&buffer[..length])).is_break()
            {
                return Ok(());
            }
        }
    }
}

/// Whether the next datagram may come all the same: one that we sent did not arrive, or a signal came.
fn is_passing(error: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionRefused, ConnectionReset, Interrupted};
    matches!(error.kind(), ConnectionRefused | ConnectionReset | Interrupted)
}
