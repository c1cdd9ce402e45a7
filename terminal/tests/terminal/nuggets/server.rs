//! A server of Nuggets that says and hears what the test wants.

use std::io::ErrorKind;
use std::net::{SocketAddr, UdpSocket};
use std::time::Duration;

/// How long a test waits for a datagram before it fails.
const DEADLINE: Duration = Duration::from_secs(20);

pub struct Server {
    socket: UdpSocket,
    client: Option<SocketAddr>,
}

impl Server {
    pub fn start() -> Self {
        let socket = UdpSocket::bind("127.0.0.1:0").unwrap();
        socket.set_read_timeout(Some(DEADLINE)).unwrap();
        Self { socket, client: None }
    }

    pub fn port(&self) -> String {
        self.socket.local_addr().unwrap().port().to_string()
    }

    /// The next datagram; later ones go to whoever sent it.
    pub fn hear(&mut self) -> Vec<u8> {
        let mut buffer = [0; 1024];
        loop {
            match self.socket.recv_from(&mut buffer) {
                Ok((length, client)) => {
                    self.client = Some(client);
                    return buffer[..length].to_vec();
                }
                // A program of another test has ended in this moment, which is a signal to all of this process.
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => panic!("no datagram in time: {error}"),
            }
        }
    }

    pub fn say(&self, datagram: impl AsRef<[u8]>) {
        self.say_from(&self.socket, datagram);
    }

    /// Lets another socket talk to the client.
    pub fn say_from(&self, socket: &UdpSocket, datagram: impl AsRef<[u8]>) {
        let client = self.client.expect("a client");
        assert_eq!(socket.send_to(datagram.as_ref(), client).unwrap(), datagram.as_ref().len());
    }

    /// Whether nothing has arrived.
    pub fn is_idle(&self) -> bool {
        self.socket.set_nonblocking(true).unwrap();
        self.socket.recv_from(&mut [0]).is_err()
    }
}
