//! One WebSocket: JOIN, bounded outbox, ACK, resume, heartbeat.
//!
//! The conversation is generic over its stream and sink, so that tests hold it without a socket.

use std::num::NonZeroU32;
use std::pin::pin;
use std::time::Duration;

use axum::body::Bytes;
use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket};
use futures_util::{Sink, SinkExt as _, Stream, StreamExt as _};
use governor::clock::Clock;
use governor::middleware::NoOpMiddleware;
use governor::state::{InMemoryState, NotKeyed};
use governor::{Quota, RateLimiter};
use shared::protocol::session::ClientMessage as SessionMessage;
use shared::protocol::{ClientMessage, Close, NotJoin, close, decode_join};
use tokio::time::{Instant, interval_at, sleep, timeout};

use crate::app::SharedApp;
use crate::room::handle::{Attach, Letter};
use crate::room::{AttachError, Attached, Conversation, Next, Outbox, Room};
use crate::telemetry;

/// How long a new connection may take to say JOIN.
const JOIN_TIME: Duration = Duration::from_secs(10);
/// How long it may take the server to let in whoever has said it.
const ENTER_TIME: Duration = Duration::from_secs(20);
/// How often the server pings. Below the 60 s after which proxies cut an idle connection.
const PING_EVERY: Duration = Duration::from_secs(20);
/// After this long without a message the peer is sent one. A page does not see pings; it tells a quiet line from a dead one
/// by this.
const QUIET: Duration = Duration::from_secs(20);
/// After this long without a sign of life the peer is gone.
const SILENCE: Duration = Duration::from_mins(1);
/// How long the peer may take to read on.
const WRITE_TIME: Duration = Duration::from_secs(20);
/// How long the peer may take to answer a close.
const CLOSE_TIME: Duration = Duration::from_secs(2);
/// Messages a second that a client may send in the long run.
const RATE: NonZeroU32 = NonZeroU32::new(20).unwrap();
/// Messages a client may send at once.
const BURST: NonZeroU32 = NonZeroU32::new(40).unwrap();

/// Holds one conversation, from the first message to the close.
pub async fn serve(socket: WebSocket, app: SharedApp) {
    let _open = telemetry::socket_opened();
    let (sink, stream) = socket.split();
    converse(stream, sink, &app).await;
}

/// Why a conversation ends.
enum End {
    /// The peer is gone; there is nobody to say anything to.
    Gone,
    /// Close, and say why.
    Close(Close),
}

impl From<Close> for End {
    fn from(close: Close) -> Self {
        Self::Close(close)
    }
}

/// Holds a conversation over any stream and sink of messages.
pub async fn converse<R, W, E>(mut stream: R, mut sink: W, app: &SharedApp)
where
    R: Stream<Item = Result<Message, E>> + Unpin,
    W: Sink<Message> + Unpin,
    E: std::error::Error,
{
    let outbox = Outbox::new();
    let joining = tokio::select! {
        biased;
        () = app.going_down.cancelled() => Err(close::GOING_AWAY.into()),
        joined = join(&mut stream, app, &outbox) => joined,
    };
    let end = match joining {
        Ok((room, attached)) => {
            let end = Joined { stream: &mut stream, sink: &mut sink, app, room: &room, outbox, attached }
                .talk()
                .await;
            room.post(Letter::Detach { connection: attached.connection }).await;
            end
        }
        Err(end) => end,
    };
    if let End::Close(close) = end {
        telemetry::close(close.code);
        say_goodbye(&mut stream, &mut sink, close).await;
    }
}

/// Sends the close frame, and reads on for a moment so that it is not lost in a reset connection.
async fn say_goodbye<R, W, E>(stream: &mut R, sink: &mut W, close: Close)
where
    R: Stream<Item = Result<Message, E>> + Unpin,
    W: Sink<Message> + Unpin,
{
    let frame = CloseFrame { code: close.code, reason: close.reason.into() };
    let goodbye = async {
        if sink.send(Message::Close(Some(frame))).await.is_ok() {
            while let Some(Ok(message)) = stream.next().await {
                if matches!(message, Message::Close(_)) {
                    break;
                }
            }
        }
    };
    // A peer that doesn't answer is cut off.
    let _ = timeout(CLOSE_TIME, goodbye).await;
}

/// What a frame is to the conversation.
enum Heard {
    Text(Utf8Bytes),
    SignOfLife,
}

fn heard<E: std::error::Error>(frame: Option<Result<Message, E>>) -> Result<Heard, End> {
    match frame {
        Some(Ok(Message::Text(text))) => Ok(Heard::Text(text)),
        Some(Ok(Message::Ping(_) | Message::Pong(_))) => Ok(Heard::SignOfLife),
        Some(Ok(Message::Binary(_))) => Err(close::BAD_MESSAGE.into()),
        Some(Err(error)) if says(&error, &["too long", "too large"]) => Err(close::TOO_LARGE.into()),
        Some(Err(error)) if says(&error, &["utf-8"]) => Err(close::BAD_MESSAGE.into()),
        Some(Ok(Message::Close(_)) | Err(_)) | None => Err(End::Gone),
    }
}

/// True if the error has one of these `words`. The error type of the WebSocket library is hidden behind axum's; its text
/// is all there is to tell what is wrong by, and a test would notice if it changed.
fn says(error: &dyn std::error::Error, words: &[&str]) -> bool {
    let mut cause = Some(error);
    while let Some(error) = cause {
        let text = error.to_string().to_lowercase();
        if words.iter().any(|word| text.contains(word)) {
            return true;
        }
        cause = error.source();
    }
    false
}

/// Reads the first message and lets the connection into its room.
async fn join<R, E>(stream: &mut R, app: &SharedApp, outbox: &Outbox) -> Result<(Room, Attached), End>
where
    R: Stream<Item = Result<Message, E>> + Unpin,
    E: std::error::Error,
{
    let text = timeout(JOIN_TIME, first_text(stream)).await.unwrap_or(Err(close::EXPECTED_JOIN.into()))?;
    // A store that takes too long is no fault of whoever waits: they are to try again.
    timeout(ENTER_TIME, enter(&text, app, outbox)).await.unwrap_or_else(|_| {
        tracing::error!("the store takes too long to let a connection in");
        Err(close::SERVER_FAULT.into())
    })
}

async fn first_text<R, E>(stream: &mut R) -> Result<Utf8Bytes, End>
where
    R: Stream<Item = Result<Message, E>> + Unpin,
    E: std::error::Error,
{
    loop {
        if let Heard::Text(text) = heard(stream.next().await)? {
            return Ok(text);
        }
    }
}

/// Lets whoever says `text` into a room.
async fn enter(text: &str, app: &SharedApp, outbox: &Outbox) -> Result<(Room, Attached), End> {
    let (game_token, user_token, last_seq) = match decode_join(text) {
        Ok(SessionMessage::Join { game_token, user_token, last_seq }) => (game_token, user_token, last_seq.0),
        Ok(SessionMessage::Ack { .. }) | Err(NotJoin::Other(_)) => return Err(close::EXPECTED_JOIN.into()),
        Err(NotJoin::Malformed(_)) => return Err(close::BAD_MESSAGE.into()),
    };
    let game = app.tokens.game(&game_token).map_err(|_| close::BAD_GAME_TOKEN)?;
    let mut room = find(app, &game.match_id).await?;
    let user = app.tokens.user(&user_token).map_err(|_| close::BAD_USER_TOKEN)?;
    if user.user != game.user {
        return Err(close::BAD_USER_TOKEN.into());
    }
    let conversation = last_seq.map_or(Conversation::Old, |last_seq| Conversation::Resuming { last_seq });
    // A room may end in the moment it is found; the second one has just been opened for us.
    for _ in 0..2 {
        let (user, outbox) = (user.user.clone(), outbox.clone());
        let attach = Attach { audience: game.audience, user, conversation, outbox };
        match room.attach(attach).await {
            Ok(attached) => return Ok((room, attached)),
            Err(AttachError::NotYours) => return Err(close::BAD_USER_TOKEN.into()),
            Err(AttachError::Store(_)) => return Err(close::SERVER_FAULT.into()),
            Err(AttachError::Gone) => room = find(app, &game.match_id).await?,
        }
    }
    Err(close::SERVER_FAULT.into())
}

async fn find(app: &SharedApp, id: &crate::ids::MatchId) -> Result<Room, End> {
    match app.rooms.find(id.as_str()).await {
        Ok(Some(room)) => Ok(room),
        Ok(None) => Err(close::BAD_GAME_TOKEN.into()),
        Err(error) => {
            tracing::error!(match_id = %id, %error, "a match could not be found for a connection");
            Err(close::SERVER_FAULT.into())
        }
    }
}

/// The clock that tests stop, for the limiter.
#[derive(Debug, Clone)]
struct TokioClock;

impl Clock for TokioClock {
    type Instant = std::time::Instant;

    fn now(&self) -> Self::Instant {
        Instant::now().into_std()
    }
}

type Limiter = RateLimiter<NotKeyed, InMemoryState, TokioClock, NoOpMiddleware<std::time::Instant>>;

/// Waits for the peer to read, but not for ever.
async fn in_time<E>(writing: impl Future<Output = Result<(), E>>) -> Result<(), End> {
    match timeout(WRITE_TIME, writing).await {
        Ok(Ok(())) => Ok(()),
        Ok(Err(_)) | Err(_) => Err(End::Gone),
    }
}

/// A conversation that has joined its room.
struct Joined<'a, R, W> {
    stream: &'a mut R,
    sink: &'a mut W,
    app: &'a SharedApp,
    room: &'a Room,
    outbox: Outbox,
    attached: Attached,
}

impl<R, W, E> Joined<'_, R, W>
where
    R: Stream<Item = Result<Message, E>> + Unpin,
    W: Sink<Message> + Unpin,
    E: std::error::Error,
{
    /// Talks until one side has had enough.
    async fn talk(&mut self) -> End {
        let limiter = RateLimiter::direct_with_clock(Quota::per_second(RATE).allow_burst(BURST), TokioClock);
        let mut ping = interval_at(Instant::now() + PING_EVERY, PING_EVERY);
        let (mut last_heard, mut last_told) = (Instant::now(), Instant::now());
        // Begun once and not in every round: to begin to wait takes a lock, of the server's end that of all sockets.
        let mut going_down = pin!(self.app.going_down.cancelled());
        let mut ended = pin!(self.room.ended());
        let mut quiet = pin!(sleep(QUIET));
        let mut silence = pin!(sleep(SILENCE));
        let connection = self.attached.connection;
        loop {
            let step = tokio::select! {
                biased;
                () = &mut going_down => Err(close::GOING_AWAY.into()),
                next = self.outbox.next() => match next {
                    Next::Text(text) => {
                        last_told = Instant::now();
                        self.write_waiting(text).await
                    }
                    Next::SnapshotNeeded => {
                        self.room.post(Letter::Resync { connection }).await;
                        Ok(())
                    }
                    Next::Close(close) => Err(close.into()),
                },
                () = &mut ended => Err(close::SERVER_FAULT.into()),
                frame = self.stream.next() => {
                    last_heard = Instant::now();
                    self.read(frame, &limiter).await
                }
                _ = ping.tick() => in_time(self.sink.send(Message::Ping(Bytes::new()))).await,
                // These two are set anew only when they run out: that is cheaper than with every frame.
                () = &mut quiet => {
                    let now = Instant::now();
                    if now >= last_told + QUIET {
                        last_told = now;
                        self.room.post(Letter::Reassure { connection }).await;
                    }
                    quiet.as_mut().reset(last_told + QUIET);
                    Ok(())
                }
                () = &mut silence => {
                    let end = last_heard + SILENCE;
                    silence.as_mut().reset(end);
                    if Instant::now() < end { Ok(()) } else { Err(End::Gone) }
                }
            };
            if let Err(end) = step {
                return end;
            }
        }
    }

    async fn read(&mut self, frame: Option<Result<Message, E>>, limiter: &Limiter) -> Result<(), End> {
        let frame = heard(frame)?;
        limiter.check().map_err(|_| close::TOO_MANY)?;
        let Heard::Text(text) = frame else { return Ok(()) };
        let message = ClientMessage::decode(&text, self.room.game()).map_err(|_| close::BAD_MESSAGE)?;
        self.room.post(Letter::Say { connection: self.attached.connection, message }).await;
        Ok(())
    }

    /// Writes a message and all that wait behind it. What tells one event goes out together: a write for each message
    /// would cost both sides more than the messages do.
    async fn write_waiting(&mut self, first: Utf8Bytes) -> Result<(), End> {
        in_time(self.sink.feed(Message::Text(first))).await?;
        while let Some(Next::Text(text)) = self.outbox.try_next() {
            in_time(self.sink.feed(Message::Text(text))).await?;
        }
        in_time(self.sink.flush()).await
    }
}
