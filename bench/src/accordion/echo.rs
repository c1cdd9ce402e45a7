//! A bare TCP server that makes the round trips of a game, byte for byte as long, and knows nothing of cards: each
//! message comes back, cut to the length of the answer. What it reaches is what this machine and this generator can do
//! at most.

use std::io;
use std::net::{Ipv4Addr, SocketAddr};

use anyhow::{Result, ensure};
use shared::cards::PACK;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};

use crate::http;
use crate::load::Exchange;

/// Bytes of a message and of its answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Trip {
    pub asks: usize,
    pub answers: usize,
}

/// The longest message: a tableau of 52 piles.
const TABLEAU: usize = 6 + 2 * (PACK + PACK - 1);

/// Those of a game in which nothing is done but deal: play, deals, tableau.
pub const ROUND_TRIPS: [Trip; PACK + 2] = {
    let mut trips = [Trip { asks: 7, answers: 7 }; PACK + 2];
    trips[0] = Trip { asks: 5, answers: 5 };
    trips[PACK + 1] = Trip { asks: TABLEAU, answers: 6 };
    trips
};

/// Serves until it is killed, after a line that says where.
///
/// # Errors
/// If it can't listen.
pub async fn serve() -> Result<()> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await?;
    println!("{}", listener.local_addr()?);
    loop {
        let (stream, _) = listener.accept().await?;
        stream.set_nodelay(true)?;
        // It ends when the generator hangs up.
        tokio::spawn(echo(stream));
    }
}

async fn echo(mut stream: TcpStream) -> io::Result<()> {
    let mut bytes = [0; TABLEAU];
    loop {
        for Trip { asks, answers } in ROUND_TRIPS {
            stream.read_exact(&mut bytes[..asks]).await?;
            stream.write_all(&bytes[..answers]).await?;
        }
    }
}

/// A connection to the bare server.
pub struct Client {
    stream: TcpStream,
    games: u8,
}

impl Client {
    /// Connects.
    ///
    /// # Errors
    /// If nobody listens.
    pub async fn open(server: SocketAddr) -> Result<Self> {
        Ok(Self { stream: http::connect(server, Ipv4Addr::LOCALHOST).await?, games: 0 })
    }
}

impl Exchange for Client {
    /// The round trips of a whole game.
    async fn once(&mut self) -> Result<bool> {
        self.games = self.games.wrapping_add(1);
        let said = [self.games; TABLEAU];
        let mut heard = [0; TABLEAU];
        for Trip { asks, answers } in ROUND_TRIPS {
            self.stream.write_all(&said[..asks]).await?;
            self.stream.read_exact(&mut heard[..answers]).await?;
            ensure!(heard[..answers] == said[..answers], "something else came back");
        }
        Ok(true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn games_follow_each_other_over_one_connection() {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap();
        let mut client = Client::open(listener.local_addr().unwrap()).await.unwrap();
        tokio::spawn(echo(listener.accept().await.unwrap().0));
        for _ in 0..2 {
            assert!(client.once().await.unwrap());
        }
    }
}
