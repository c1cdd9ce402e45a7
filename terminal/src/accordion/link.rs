//! The connection: whole messages, each answer within its time.

use std::io::{self, Read as _, Write as _};
use std::net::{Shutdown, TcpStream, ToSocketAddrs as _};
use std::time::{Duration, Instant};

use shared::accordion::packet::{Decoder, Message};

use crate::accordion::game::{Failure, Line};

/// Read at once. An answer has nine bytes at most, an error more.
const PIECE: usize = 4 * 1024;

/// A connection to a server.
pub struct Link {
    stream: TcpStream,
    decoder: Decoder,
    timeout: Duration,
}

impl Link {
    /// Connects within `timeout`, which is from then on the time that each answer may take.
    ///
    /// # Errors
    /// When there is no such server, or it takes no connection in time.
    pub fn open(host: &str, port: u16, timeout: Duration) -> Result<Self, Failure> {
        let unreachable = |error: io::Error| Failure::Unreachable(format!("{host} port {port}: {error}"));
        let mut last = io::Error::new(io::ErrorKind::NotFound, "no such host");
        for address in (host, port).to_socket_addrs().map_err(unreachable)? {
            match TcpStream::connect_timeout(&address, timeout) {
                Ok(stream) => {
                    stream.set_nodelay(true).map_err(unreachable)?;
                    stream.set_write_timeout(Some(timeout)).map_err(unreachable)?;
                    return Ok(Self { stream, decoder: Decoder::default(), timeout });
                }
                Err(error) => last = error,
            }
        }
        Err(unreachable(last))
    }

    /// Tells the server why nothing more will come; no text: all is well. It may have gone, which is no matter now.
    pub fn say_goodbye(&mut self, text: &str) {
        let _ = self.stream.write_all(&Message::error(text).encode());
        let _ = self.stream.shutdown(Shutdown::Write);
    }
}

impl Line for Link {
    fn send(&mut self, message: &Message) -> Result<(), Failure> {
        match self.stream.write_all(&message.encode()) {
            Ok(()) => Ok(()),
            // What the server said before it hung up is still there to be read, and may say why.
            Err(error)
                if error.kind() == io::ErrorKind::BrokenPipe
                    || error.kind() == io::ErrorKind::ConnectionReset =>
            {
                Ok(())
            }
            Err(error) => Err(Failure::Broken(error.to_string())),
        }
    }

    fn receive(&mut self) -> Result<Message, Failure> {
        let deadline = Instant::now() + self.timeout;
        loop {
            if let Some(message) =
                self.decoder.take().map_err(|broken| Failure::Nonsense(broken.to_string()))?
            {
                return Ok(message);
            }
            // A server that sends a byte now and then is no better than one that sends nothing.
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Err(Failure::Silent(self.timeout));
            }
            self.stream.set_read_timeout(Some(left)).map_err(|error| Failure::Broken(error.to_string()))?;
            let mut piece = [0; PIECE];
            match self.stream.read(&mut piece) {
                Ok(0) => return Err(Failure::Broken("the server hung up".to_owned())),
                Ok(length) => self.decoder.feed(&piece[..length]),
                Err(error) if matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut) => {
                    return Err(Failure::Silent(self.timeout));
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(Failure::Broken(error.to_string())),
            }
        }
    }
}
