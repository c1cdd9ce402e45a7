//! A server without sockets: conversations run over channels, and time stands still until a test waits for it.
//!
//! With `#[tokio::test(start_paused = true)]` the clock jumps to the next timer whenever nothing else can happen, so a
//! test of a two-minute clock takes no time and can't be early or late.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::Message;
use backend::app::{App, SharedApp};
use backend::clock::{SharedClock, TokioClock};
use backend::ids::UserId;
use backend::lobby::Lobby;
use backend::room::{CreateMatch, Room, Rooms, Settings};
use backend::session::converse;
use backend::store::{Store, StoreError, User};
use backend::token::Tokens;
use futures_util::stream::poll_fn;
use serde_json::{Value, json};
use shared::catalogue::GameId;
use shared::game::{Audience, Level, Seat};
use tokio::sync::mpsc;
use tokio::sync::mpsc::error::TryRecvError;
use tokio_util::sync::{CancellationToken, PollSender};
use tokio_util::task::TaskTracker;

use crate::memory_store::MemoryStore;

/// A key that only tests use.
const KEY: &str = "707172737475767778797a7b7c7d7e7f808182838485868788898a8b8c8d8e8f";

/// A fleet that keeps the rules: rows 0, 2, 4, 6, with room between.
pub const FLEET: &str =
    "false,0,0,false,2,0,false,4,0,false,6,0,false,0,2,false,3,2,false,6,2,false,0,4,false,4,4,false,0,6";
/// The cells of [`FLEET`], in its order.
pub const FLEET_CELLS: [(u8, u8); 20] = [
    (0, 0),
    (2, 0),
    (4, 0),
    (6, 0),
    (0, 2),
    (1, 2),
    (3, 2),
    (4, 2),
    (6, 2),
    (7, 2),
    (0, 4),
    (1, 4),
    (2, 4),
    (4, 4),
    (5, 4),
    (6, 4),
    (0, 6),
    (1, 6),
    (2, 6),
    (3, 6),
];

/// Options without any clock of the game.
pub fn no_clocks() -> Value {
    json!({"placement_seconds": null, "shot_seconds": null})
}

/// A running server over a store.
pub struct Server {
    pub app: SharedApp,
}

impl Server {
    /// Starts one that holds nothing yet.
    pub async fn start() -> Self {
        Self::over(Arc::new(MemoryStore::default())).await
    }

    /// Starts one over what the store holds.
    pub async fn over(store: Arc<dyn Store>) -> Self {
        Self::with(store, Settings::default()).await
    }

    pub async fn with(store: Arc<dyn Store>, settings: Settings) -> Self {
        let server = Self::not_restored(store, settings).await;
        server.app.rooms.restore().await.unwrap();
        server
    }

    /// One that answers already, while its matches are still on disk.
    pub async fn not_restored(store: Arc<dyn Store>, settings: Settings) -> Self {
        let clock: SharedClock = Arc::new(TokioClock::starting_at(1_800_000_000_000));
        let (lobby, going_down) = (Lobby::new(), CancellationToken::new());
        let rooms = Rooms::new(store.clone(), clock.clone(), lobby.clone(), settings, going_down.clone());
        let tokens = Tokens::from_key_hex(KEY, clock.clone()).unwrap();
        let sessions = TaskTracker::new();
        for name in ["Anna", "Ben", "Cleo", "Dora"] {
            let user = User { id: user_id(name), name: name.to_owned(), created_at: clock.now() };
            match store.create_user(user).await {
                // A server that starts again finds them there.
                Ok(()) | Err(StoreError::Conflict(_)) => {}
                Err(error) => panic!("{error}"),
            }
        }
        Self { app: Arc::new(App { store, tokens, clock, rooms, lobby, going_down, sessions }) }
    }

    pub fn user(&self, name: &str) -> User {
        User { id: user_id(name), name: name.to_owned(), created_at: self.app.clock.now() }
    }

    /// Makes a match of Anna's.
    pub async fn create(&self, options: Value, bots: &[Level], public: bool) -> Room {
        self.create_of(GameId::SeaBattle, options, bots, public).await
    }

    /// Makes a match of Anna's, of any game.
    pub async fn create_of(&self, game: GameId, options: Value, bots: &[Level], public: bool) -> Room {
        let request = CreateMatch {
            game,
            options,
            bots: bots.to_vec(),
            public,
            creator: self.user("Anna"),
            idempotency_key: None,
        };
        self.app.rooms.create(request).await.unwrap()
    }

    /// Makes a match in which Anna and Ben sit.
    pub async fn match_of_two(&self, options: Value) -> Room {
        let room = self.create(options, &[], false).await;
        room.sit(self.user("Ben")).await.unwrap();
        room
    }

    /// Connects without saying anything.
    pub fn connect(&self) -> Peer {
        Peer::connect(self.app.clone(), usize::MAX)
    }

    /// Connects somebody who answers so many pings and then falls silent.
    pub fn connect_falling_silent(&self, pongs: usize) -> Peer {
        Peer::connect(self.app.clone(), pongs)
    }

    /// The JOIN of a user, with or without the last number it knows.
    pub fn join_text(&self, room: &Room, name: &str, audience: Audience, last_seq: Option<u64>) -> String {
        let user = self.user(name).id;
        let (game, user) =
            (self.app.tokens.issue_game(room.id(), &user, audience), self.app.tokens.issue_user(&user));
        match last_seq {
            Some(seq) => json!([1, game, user, seq]).to_string(),
            None => json!([1, game, user]).to_string(),
        }
    }

    /// Connects an old client, which knows two tokens and no snapshots.
    pub fn old(&self, room: &Room, name: &str, seat: u8) -> Peer {
        let peer = self.connect();
        peer.say(self.join_text(room, name, Audience::Seat(Seat(seat)), None));
        peer
    }

    /// Connects a client that resumes after `last_seq`.
    pub fn resume(&self, room: &Room, name: &str, seat: u8, last_seq: u64) -> Peer {
        let peer = self.connect();
        peer.say(self.join_text(room, name, Audience::Seat(Seat(seat)), Some(last_seq)));
        peer
    }

    /// Connects somebody who watches.
    pub fn watch(&self, room: &Room, name: &str) -> Peer {
        let peer = self.connect();
        peer.say(self.join_text(room, name, Audience::Spectator, Some(0)));
        peer
    }

    /// Connects two old clients and brings them to the first shot. Returns whoever is to shoot first.
    pub async fn old_players_shooting(&self, room: &Room) -> (Peer, Peer) {
        let (mut anna, mut ben) = (self.old(room, "Anna", 0), self.old(room, "Ben", 1));
        anna.expect("[3,1,1]").await;
        ben.expect("[3,1,1]").await;
        anna.say(format!("[5,{FLEET}]"));
        anna.expect("[3,2,3]").await;
        ben.expect("[3,2,2]").await;
        ben.say(format!("[5,{FLEET}]"));
        let (first, second) = (anna.next().await, ben.next().await);
        match (first.as_str(), second.as_str()) {
            ("[3,3,4]", "[3,3,5]") => (anna, ben),
            ("[3,3,5]", "[3,3,4]") => (ben, anna),
            other => panic!("nobody is to shoot first: {other:?}"),
        }
    }
}

fn user_id(name: &str) -> UserId {
    UserId(format!("user-{name}"))
}

/// The other end of a conversation.
pub struct Peer {
    to: mpsc::UnboundedSender<Result<Message, Infallible>>,
    texts: mpsc::UnboundedReceiver<Message>,
    /// Held while the peer does not read.
    reading: Arc<tokio::sync::Mutex<()>>,
}

/// A peer that does not read.
pub struct NotReading {
    peer: Peer,
    _held: tokio::sync::OwnedMutexGuard<()>,
}

impl NotReading {
    pub fn say(&self, text: &str) {
        self.peer.say(text);
    }

    pub fn go_on(self) -> Peer {
        self.peer
    }
}

impl Peer {
    fn connect(app: SharedApp, mut pongs: usize) -> Self {
        let (to, mut frames) = mpsc::unbounded_channel();
        let (sink, mut sent) = mpsc::channel::<Message>(1);
        let (forward, texts) = mpsc::unbounded_channel();
        let stream = poll_fn(move |context| frames.poll_recv(context));
        tokio::spawn(async move { converse(stream, PollSender::new(sink), &app).await });
        let answer = to.clone();
        let reading: Arc<tokio::sync::Mutex<()>> = Arc::default();
        let may_read = reading.clone();
        tokio::spawn(async move {
            while let Some(frame) = sent.recv().await {
                drop(may_read.lock().await);
                match frame {
                    Message::Ping(data) if pongs > 0 => {
                        pongs -= 1;
                        let _ = answer.send(Ok(Message::Pong(data)));
                    }
                    Message::Ping(_) => {}
                    frame => _ = forward.send(frame),
                }
            }
        });
        Self { to, texts, reading }
    }

    /// Stops reading what the server sends until it goes on.
    pub async fn stop_reading(self) -> NotReading {
        let held = self.reading.clone().lock_owned().await;
        NotReading { peer: self, _held: held }
    }

    pub fn say(&self, text: impl Into<String>) {
        // The server may have hung up, which is what such a test looks at next.
        let _ = self.to.send(Ok(Message::Text(text.into().into())));
    }

    pub fn say_binary(&self) {
        let _ = self.to.send(Ok(Message::Binary(vec![1, 2, 3].into())));
    }

    /// The next message.
    pub async fn next(&mut self) -> String {
        match self.texts.recv().await {
            Some(Message::Text(text)) => text.to_string(),
            other => panic!("no message but {other:?}"),
        }
    }

    pub async fn next_json(&mut self) -> Value {
        serde_json::from_str(&self.next().await).unwrap()
    }

    /// The next message must be this one.
    #[track_caller]
    pub fn expect(&mut self, text: &str) -> impl Future<Output = ()> {
        let caller = std::panic::Location::caller();
        let text = text.to_owned();
        async move {
            let next = self.next().await;
            assert_eq!(next, text, "at {caller}");
        }
    }

    /// Reads until a message that starts like this.
    pub async fn until(&mut self, start: &str) -> String {
        loop {
            let next = self.next().await;
            if next.starts_with(start) {
                return next;
            }
        }
    }

    /// The code the server closes with; messages before it are passed over.
    pub async fn closed(&mut self) -> Option<u16> {
        loop {
            if let Message::Close(frame) = self.texts.recv().await? {
                return frame.map(|frame| frame.code);
            }
        }
    }

    /// The code the server closes with, before it says anything else.
    pub async fn closed_without_a_word(&mut self) -> Option<u16> {
        match self.texts.recv().await? {
            Message::Close(frame) => frame.map(|frame| frame.code),
            other => panic!("it was told {other:?}"),
        }
    }

    /// True unless the server has closed; reads all that has come.
    pub fn is_open(&mut self) -> bool {
        loop {
            match self.texts.try_recv() {
                Ok(Message::Close(_)) | Err(TryRecvError::Disconnected) => return false,
                Ok(_) => {}
                Err(TryRecvError::Empty) => return true,
            }
        }
    }

    /// Everything that has arrived by the time nothing more can happen for `during`.
    pub async fn drain(&mut self, during: Duration) -> Vec<String> {
        tokio::time::sleep(during).await;
        let mut texts = Vec::new();
        while let Ok(Message::Text(text)) = self.texts.try_recv() {
            texts.push(text.to_string());
        }
        texts
    }

    /// Hangs up.
    pub fn hang_up(self) {
        let _ = self.to.send(Ok(Message::Close(None)));
    }
}
