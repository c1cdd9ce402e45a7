//! A server on a free port, and a client that says whatever a test wants.

use std::net::SocketAddr;
use std::time::Duration;

use backend::gateway::accordion_tcp::{CONNECTIONS, Office, bind, server, session};
use shared::accordion::deck::Deck;
use shared::accordion::packet::{Decoder, Message};
use shared::accordion::{House, Row, house};
use shared::seed::Seed;
use tokio::io::{AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _, DuplexStream};
use tokio::net::TcpStream;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

/// How long a test waits for what has to come at once.
const PATIENCE: Duration = Duration::from_secs(50);

pub struct Server {
    pub addr: SocketAddr,
    going_down: CancellationToken,
    serving: JoinHandle<()>,
}

impl Server {
    pub async fn start() -> Self {
        Self::with(House::Casual, CONNECTIONS).await
    }

    pub async fn with(house: House, connections: usize) -> Self {
        let listener = bind("127.0.0.1:0".parse().unwrap()).await.unwrap();
        let addr = listener.local_addr().unwrap();
        let going_down = CancellationToken::new();
        let office = Office::new(house, going_down.clone());
        let serving = tokio::spawn(server::serve(listener, office, connections));
        Self { addr, going_down, serving }
    }

    pub async fn client(&self) -> Client<TcpStream> {
        Client::new(TcpStream::connect(self.addr).await.unwrap())
    }

    /// A client in a game with all cards dealt.
    pub async fn dealt_out(&self) -> (Client<TcpStream>, u32, Deck) {
        let mut client = self.client().await;
        let gid = client.play().await;
        let deck = client.deal_all(gid).await;
        (client, gid, deck)
    }

    /// Whoever comes now can play.
    pub async fn lives_on(&self) {
        let mut client = self.client().await;
        client.whole_game(House::Casual).await;
    }

    pub fn stop(&self) {
        self.going_down.cancel();
    }

    pub async fn stopped(self) {
        tokio::time::timeout(PATIENCE, self.serving).await.unwrap().unwrap();
    }
}

/// A connection to a server without sockets: what is sent is taken at once, what is not read waits.
pub fn piped(house: House, capacity: usize) -> (Client<DuplexStream>, JoinHandle<session::Ended>) {
    let (ours, theirs) = tokio::io::duplex(capacity);
    let (reader, writer) = tokio::io::split(theirs);
    let office = Office::new(house, CancellationToken::new());
    let session = tokio::spawn(session::serve(reader, writer, office));
    (Client::new(ours), session)
}

pub struct Client<S> {
    pub stream: S,
    decoder: Decoder,
}

impl<S: AsyncRead + AsyncWrite + Unpin> Client<S> {
    fn new(stream: S) -> Self {
        Self { stream, decoder: Decoder::default() }
    }

    pub async fn say(&mut self, message: Message) {
        self.send(&message.encode()).await;
    }

    pub async fn send(&mut self, bytes: &[u8]) {
        self.stream.write_all(bytes).await.unwrap();
    }

    /// The next message; `None` once the server has closed its side.
    pub async fn next(&mut self) -> Option<Message> {
        let mut piece = [0; 1024];
        loop {
            if let Some(message) = self.decoder.take().unwrap() {
                return Some(message);
            }
            let length = self.stream.read(&mut piece).await.unwrap();
            if length == 0 {
                assert!(!self.decoder.is_partial(), "the server stopped in the middle of a message");
                return None;
            }
            self.decoder.feed(&piece[..length]);
        }
    }

    /// The text of the error that has to come now, as the last message.
    pub async fn error(&mut self) -> String {
        let message = self.next().await;
        let Some(Message::Error { text }) = message else { panic!("no error but {message:?}") };
        assert_eq!(self.next().await, None, "something comes after {text}");
        text
    }

    /// Begins a game.
    pub async fn play(&mut self) -> u32 {
        self.say(Message::Play { gid: 77 }).await;
        let message = self.next().await;
        let Some(Message::Play { gid }) = message else { panic!("no game but {message:?}") };
        assert_ne!(gid, 0);
        gid
    }

    pub async fn deal(&mut self, gid: u32) -> u16 {
        self.say(Message::Deal { gid, card: 999 }).await;
        let message = self.next().await;
        let Some(Message::Deal { gid: of, card }) = message else { panic!("no card but {message:?}") };
        assert_eq!(of, gid);
        card
    }

    pub async fn deal_all(&mut self, gid: u32) -> Deck {
        let mut cards = Vec::new();
        for _ in 0..52 {
            cards.push(Message::card_of(self.deal(gid).await).unwrap());
        }
        cards.try_into().unwrap()
    }

    /// Plays a whole game as well as `player` does: the difference and the deal.
    pub async fn whole_game(&mut self, player: House) -> (i8, Deck) {
        let gid = self.play().await;
        let deck = self.deal_all(gid).await;
        self.say(Message::tableau(gid, &row(&deck, player))).await;
        let message = self.next().await;
        let Some(Message::Result { gid: of, difference }) = message else {
            panic!("no result but {message:?}")
        };
        assert_eq!(of, gid);
        (difference, deck)
    }
}

/// What a player is left with.
pub fn row(deck: &Deck, player: House) -> Row {
    house::play(deck, player, Seed::from_number(1).rng("test"))
}

/// Every card as a pile of its own.
pub fn untouched(deck: &Deck) -> Row {
    let mut row = Row::default();
    for &card in deck {
        row.deal(card);
    }
    row
}
