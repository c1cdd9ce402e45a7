//! One connection of a terminal to the room.

use shared::game::{Audience, Fold as _};
use shared::nuggets::{Key, Nuggets, View};
use shared::protocol::nuggets::ServerMessage as NuggetsMessage;
use shared::protocol::wire::Wire;
use shared::protocol::{ActionNumber, ClientMessage, ServerMessage, session, social};

use crate::ids::UserId;
use crate::room::handle::{Attach, Letter};
use crate::room::{AttachError, Conversation, Next, Outbox, Room};

/// What a room has told.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum News {
    /// Gold was found: found by the receiver, its purse, unclaimed.
    Gold(u32, u32, u32),
    /// What the receiver sees has changed, or may have.
    Display,
    /// The match is over: the code of END and its reason.
    Over(i64, String),
    /// The room is gone, or has sent this connection away.
    Gone,
}

/// A connection and what it has been told.
pub(super) struct Guest {
    room: Room,
    outbox: Outbox,
    connection: u64,
    /// The number of the last action.
    n: u64,
    /// Messages were dropped, and a snapshot is to make up for them.
    behind: bool,
    /// Everything it may know.
    pub view: View,
}

impl Guest {
    /// Joins a room, and is told everything.
    pub async fn join(room: &Room, audience: Audience, user: UserId) -> Result<Self, AttachError> {
        let outbox = Outbox::new();
        let conversation = Conversation::Resuming { last_seq: 0 };
        let attach = Attach { audience, user, conversation, outbox: outbox.clone() };
        let connection = room.attach(attach).await?.connection;
        // The answer to JOIN and the snapshot are in the outbox by now.
        let view = loop {
            match outbox.try_next() {
                Some(Next::Text(text)) => {
                    if let Some(view) = snapshot(&text) {
                        break view;
                    }
                }
                Some(Next::SnapshotNeeded | Next::Close(_)) | None => return Err(AttachError::Gone),
            }
        };
        Ok(Self { room: room.clone(), outbox, connection, n: 0, behind: false, view })
    }

    /// Waits for the next thing to be told.
    pub async fn hear(&mut self) -> Option<News> {
        let next = self.outbox.next().await;
        self.take(next).await
    }

    /// All that has been told so far.
    pub async fn heard(&mut self) -> Vec<News> {
        let mut news = Vec::new();
        while let Some(next) = self.outbox.try_next() {
            let gone = matches!(next, Next::Close(_));
            news.extend(self.take(next).await);
            if gone {
                break;
            }
        }
        news
    }

    async fn take(&mut self, next: Next) -> Option<News> {
        let text = match next {
            Next::Text(text) => text,
            Next::SnapshotNeeded => {
                self.behind = true;
                self.room.post(Letter::Resync { connection: self.connection }).await;
                return None;
            }
            Next::Close(_) => return Some(News::Gone),
        };
        let message = ServerMessage::decode(&text).ok()?;
        if let ServerMessage::Session(session::ServerMessage::Snapshot { view, .. }) = &message {
            self.view = view.read().ok()?;
            // The one that says that the match has begun shows nothing new.
            return std::mem::take(&mut self.behind).then_some(News::Display);
        }
        for event in Nuggets::happened(&self.view, &[], &message)? {
            self.view.apply(&event);
        }
        match message {
            ServerMessage::Nuggets(NuggetsMessage::Gold { just_found, purse, unclaimed, .. }) => {
                Some(News::Gold(just_found, purse, unclaimed))
            }
            ServerMessage::Nuggets(NuggetsMessage::Display { .. }) => Some(News::Display),
            ServerMessage::Session(session::ServerMessage::End { code, reason, .. }) => {
                Some(News::Over(code, reason))
            }
            _ => None,
        }
    }

    /// Presses a key.
    pub async fn press(&mut self, key: Key) {
        let n = self.next_number();
        self.say(Nuggets::message(n, &key)).await;
    }

    /// Leaves the match for good.
    pub async fn resign(mut self) {
        let n = self.next_number();
        self.say(ClientMessage::Social(social::ClientMessage::Resign { n })).await;
        self.hang_up().await;
    }

    /// Closes the connection; a player stays where it is.
    pub async fn hang_up(self) {
        self.room.post(Letter::Detach { connection: self.connection }).await;
    }

    async fn say(&self, message: ClientMessage) {
        self.room.post(Letter::Say { connection: self.connection, message }).await;
    }

    fn next_number(&mut self) -> ActionNumber {
        self.n += 1;
        ActionNumber::new(self.n).unwrap_or(ActionNumber::MAX)
    }
}

fn snapshot(text: &str) -> Option<View> {
    match ServerMessage::decode(text) {
        Ok(ServerMessage::Session(session::ServerMessage::Snapshot { view, .. })) => view.read().ok(),
        _ => None,
    }
}
