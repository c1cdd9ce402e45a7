//! A connection that plays game after game and does nothing but deal: the 52 piles of one card are a tableau like any
//! other, and leave the time to the server.

use std::net::{Ipv4Addr, SocketAddr};

use anyhow::{Result, bail, ensure};
use shared::accordion::Row;
use shared::accordion::packet::{Decoder, Message};
use shared::cards::PACK;
use tokio::io::{AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _};
use tokio::net::TcpStream;

use crate::http;
use crate::load::Exchange;

/// Bytes read at once; an answer has seven at most, an error more.
const PIECE: usize = 256;

/// What 52 piles can be worth beside the house's 1 to 52.
const DIFFERENCES: std::ops::RangeInclusive<i8> = 0..=51;

/// A player that only deals.
pub struct Client<S = TcpStream> {
    stream: S,
    decoder: Decoder,
    piece: [u8; PIECE],
}

impl Client {
    /// Connects.
    ///
    /// # Errors
    /// If nobody listens.
    pub async fn open(server: SocketAddr) -> Result<Self> {
        Ok(Self::over(http::connect(server, Ipv4Addr::LOCALHOST).await?))
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin> Client<S> {
    fn over(stream: S) -> Self {
        Self { stream, decoder: Decoder::default(), piece: [0; PIECE] }
    }

    /// Says something and waits for the answer.
    async fn ask(&mut self, message: &Message) -> Result<Message> {
        self.stream.write_all(&message.encode()).await?;
        loop {
            if let Some(answer) = self.decoder.take()? {
                return Ok(answer);
            }
            let length = self.stream.read(&mut self.piece).await?;
            ensure!(length > 0, "the server hung up");
            self.decoder.feed(&self.piece[..length]);
        }
    }

    async fn deal(&mut self, gid: u32, row: &mut Row) -> Result<()> {
        match self.ask(&Message::Deal { gid, card: 0 }).await? {
            Message::Deal { gid: of, card } if of == gid => {
                let card = Message::card_of(card)?;
                ensure!(row.deal(card), "{card} was dealt twice");
                Ok(())
            }
            other => bail!("a deal was answered by {other:?}"),
        }
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin + Send + 'static> Exchange for Client<S> {
    /// A whole game: play, 52 deals, tableau, result.
    async fn once(&mut self) -> Result<bool> {
        let gid = match self.ask(&Message::Play { gid: 0 }).await? {
            Message::Play { gid } if gid != 0 => gid,
            other => bail!("play was answered by {other:?}"),
        };
        let mut row = Row::default();
        for _ in 0..PACK {
            self.deal(gid, &mut row).await?;
        }
        match self.ask(&Message::tableau(gid, &row)).await? {
            Message::Result { gid: of, difference } if of == gid && DIFFERENCES.contains(&difference) => {
                Ok(true)
            }
            other => bail!("a tableau was answered by {other:?}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use shared::accordion::code::CardCode;
    use shared::accordion::deck::deck;
    use shared::accordion::packet::check_tableau;
    use tokio::io::{DuplexStream, duplex};

    use super::*;
    use crate::accordion::echo::{ROUND_TRIPS, Trip};

    /// Plays the server until the client leaves, and answers what it is told to; the bytes of each round trip.
    async fn serve(mut stream: DuplexStream, difference: i8) -> Vec<Trip> {
        let deck = deck(1);
        let mut cards = deck.iter();
        let (mut decoder, mut piece, mut trips) = (Decoder::default(), [0; 1024], Vec::new());
        loop {
            let asks = stream.read(&mut piece).await.unwrap();
            if asks == 0 {
                return trips;
            }
            decoder.feed(&piece[..asks]);
            let answer = match decoder.take().unwrap().expect("whole messages") {
                Message::Play { gid: 0 } => {
                    cards = deck.iter();
                    Message::Play { gid: 7 }
                }
                Message::Deal { gid: 7, .. } => {
                    Message::Deal { gid: 7, card: CardCode(*cards.next().unwrap()).into() }
                }
                Message::Tableau { gid: 7, piles, cards } => {
                    check_tableau(&deck, piles, &cards).unwrap();
                    Message::Result { gid: 7, difference }
                }
                other => panic!("{other:?}"),
            };
            let answer = answer.encode();
            stream.write_all(&answer).await.unwrap();
            trips.push(Trip { asks, answers: answer.len() });
        }
    }

    #[tokio::test]
    async fn games_are_legal_and_make_the_round_trips_of_the_bare_server() {
        let (ours, theirs) = duplex(1024);
        let server = tokio::spawn(serve(theirs, 40));
        let mut client = Client::over(ours);
        assert!(client.once().await.unwrap());
        assert!(client.once().await.unwrap(), "the connection plays on");
        drop(client);
        assert_eq!(server.await.unwrap(), [ROUND_TRIPS, ROUND_TRIPS].concat());
    }

    #[tokio::test]
    async fn a_result_that_cannot_be_is_no_game() {
        for impossible in [-1, 52] {
            let (ours, theirs) = duplex(1024);
            tokio::spawn(serve(theirs, impossible));
            let error = Client::over(ours).once().await.unwrap_err().to_string();
            assert!(error.starts_with("a tableau was answered by Result"), "{error}");
        }
    }
}
