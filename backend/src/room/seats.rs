//! Who sits where, who is connected, and what each has been told.

use std::collections::VecDeque;

use axum::extract::ws::Utf8Bytes;
use shared::game::{Audience, Seat};
use shared::protocol::session::Presence;
use tokio::time::Instant;

use crate::ids::UserId;
use crate::room::handle::Conversation;
use crate::room::outbox::{self, Outbox};
use crate::store::{Occupant, SeatRow};

/// One seat of a room.
#[derive(Default)]
pub struct SeatState {
    /// Who sits there; nobody yet.
    pub row: Option<SeatRow>,
    /// The connection of its player.
    pub connection: Option<u64>,
    /// True once its player has joined for the first time.
    pub joined: bool,
    /// True once its player has given up.
    pub left: bool,
    /// True while a bot plays for its player, who is away.
    pub stood_in: bool,
    /// The highest action number dealt with, applied or refused.
    pub highest: u64,
    /// What its player has been told.
    pub told: Told,
    /// When its player made the last gesture.
    pub last_emote: Option<Instant>,
}

impl SeatState {
    /// True if a person sits there.
    pub fn is_human(&self) -> bool {
        matches!(&self.row, Some(SeatRow { occupant: Occupant::User(_), .. }))
    }

    /// The strength of the bot there.
    pub fn bot(&self) -> Option<shared::game::Level> {
        match &self.row {
            Some(SeatRow { occupant: Occupant::Bot(level), .. }) => Some(*level),
            _ => None,
        }
    }

    /// True if whoever sits there has been there: a bot always has.
    pub fn has_come(&self) -> bool {
        self.joined || self.bot().is_some()
    }

    /// Where its player is; `None` of an empty seat.
    pub fn presence(&self) -> Option<Presence> {
        self.row.as_ref()?;
        Some(if self.bot().is_some() {
            Presence::Bot
        } else if self.left {
            Presence::Left
        } else if self.connection.is_some() {
            Presence::Here
        } else if self.stood_in {
            Presence::Bot
        } else {
            Presence::Away
        })
    }
}

/// Messages that may be held for a seat whose client can do with a snapshot instead.
const HELD_MESSAGES: usize = outbox::MESSAGES;
/// Bytes that may be held for such a seat.
const HELD_BYTES: usize = outbox::BYTES;

/// The numbered messages of one seat: how many there have been, and those that are not acknowledged.
///
/// The numbers are a function of the match's record, so they are the same after a restart.
#[derive(Default)]
pub struct Told {
    last: u64,
    /// The last message when something happened that no message tells. A client that knows no later one may lack it.
    untold: u64,
    held: VecDeque<Utf8Bytes>,
    bytes: usize,
    /// True while everything is held: the client that joined last is an old one, which can't do with a snapshot.
    old: bool,
    /// True if messages were dropped that nobody has acknowledged.
    dropped: bool,
}

/// An acknowledgement of something that was never sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FromTheFuture;

impl Told {
    /// Holds everything until it is settled: while a record is read, since an old client may be waiting for all of it.
    pub fn holding_all() -> Self {
        Self { old: true, ..Self::default() }
    }

    /// The record is read. What is too much is dropped; an old client that comes is told again from the record.
    pub fn settle(&mut self) {
        self.old = false;
        self.bound();
    }

    /// The number of the last message.
    pub fn last(&self) -> u64 {
        self.last
    }

    /// Holds the next message, which carries the number after [`last`](Self::last).
    pub fn push(&mut self, text: Utf8Bytes) {
        self.last += 1;
        self.bytes += text.len();
        self.held.push_back(text);
        self.bound();
    }

    /// Something has happened that a snapshot shows, and no message tells.
    pub fn leave_untold(&mut self) {
        self.untold = self.last;
    }

    /// Everything up to `seq` has arrived.
    ///
    /// # Errors
    /// When `seq` was never sent.
    pub fn acknowledge(&mut self, seq: u64) -> Result<(), FromTheFuture> {
        if seq > self.last {
            return Err(FromTheFuture);
        }
        while self.first() <= seq {
            match self.held.pop_front() {
                Some(text) => self.bytes -= text.len(),
                None => break,
            }
        }
        Ok(())
    }

    /// What a client that joins with two tokens is sent: all that is not acknowledged. `None` if some of it was
    /// dropped and has to be made again from the record.
    pub fn unacknowledged(&mut self) -> Option<Vec<Utf8Bytes>> {
        self.old = true;
        (!self.dropped).then(|| self.held.iter().cloned().collect())
    }

    /// Takes back what was dropped: all messages of the match so far.
    pub fn refill(&mut self, all: Vec<Utf8Bytes>) {
        self.bytes = all.iter().map(|text| text.len()).sum();
        self.held = all.into();
        self.dropped = false;
    }

    /// What a client that knows everything up to `last_seq` has missed. `None`: it needs a snapshot.
    pub fn since(&mut self, last_seq: u64) -> Option<Vec<Utf8Bytes>> {
        self.old = false;
        self.bound();
        // A number from the future counts as 0, which knows nothing.
        if last_seq <= self.untold || last_seq > self.last || last_seq + 1 < self.first() {
            return None;
        }
        let known = usize::try_from(last_seq + 1 - self.first()).ok()?;
        Some(self.held.iter().skip(known).cloned().collect())
    }

    /// The number of the first message held.
    fn first(&self) -> u64 {
        self.last + 1 - self.held.len() as u64
    }

    fn bound(&mut self) {
        if !self.old && (self.held.len() > HELD_MESSAGES || self.bytes > HELD_BYTES) {
            self.held.clear();
            self.bytes = 0;
            self.dropped = true;
        }
    }
}

/// One socket in a room.
pub struct Connection {
    /// Who looks through it.
    pub audience: Audience,
    /// Whose it is.
    pub user: UserId,
    /// Where its messages go.
    pub outbox: Outbox,
    /// Whether it knows snapshots, presence and clocks.
    pub conversation: Conversation,
}

impl Connection {
    /// True if it joined with three arguments.
    pub fn is_resuming(&self) -> bool {
        matches!(self.conversation, Conversation::Resuming { .. })
    }

    /// The seat it plays in.
    pub fn seat(&self) -> Option<Seat> {
        self.audience.seat()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(messages: u64) -> Told {
        let mut told = Told::default();
        for seq in 1..=messages {
            told.push(Utf8Bytes::from(seq.to_string()));
        }
        told
    }

    fn texts(messages: Option<Vec<Utf8Bytes>>) -> Option<Vec<String>> {
        messages.map(|messages| messages.iter().map(ToString::to_string).collect())
    }

    #[test]
    fn acknowledging_is_cumulative_and_never_goes_back() {
        let mut told = told(4);
        assert_eq!(told.acknowledge(2), Ok(()));
        assert_eq!(told.acknowledge(1), Ok(()));
        assert_eq!(texts(told.unacknowledged()), Some(vec!["3".to_owned(), "4".to_owned()]));
        assert_eq!(told.acknowledge(5), Err(FromTheFuture));
    }

    #[test]
    fn a_resuming_client_gets_what_it_missed_or_a_snapshot() {
        let mut told = told(4);
        assert_eq!(texts(told.since(0)), None);
        assert_eq!(texts(told.since(9)), None);
        assert_eq!(texts(told.since(4)), Some(vec![]));
        assert_eq!(texts(told.since(2)), Some(vec!["3".to_owned(), "4".to_owned()]));
        told.acknowledge(3).unwrap();
        assert_eq!(texts(told.since(2)), None, "3 is acknowledged and gone");
        assert_eq!(texts(told.since(3)), Some(vec!["4".to_owned()]));
    }

    /// The snapshot that showed it may have been lost with the socket.
    #[test]
    fn what_no_message_tells_is_told_by_a_snapshot() {
        let mut told = told(4);
        told.leave_untold();
        assert_eq!(texts(told.since(4)), None);
        told.push(Utf8Bytes::from_static("5"));
        assert_eq!(texts(told.since(3)), None);
        assert_eq!(texts(told.since(4)), None);
        assert_eq!(texts(told.since(5)), Some(vec![]), "a snapshot came before it, or in its place");
        assert_eq!(told.unacknowledged().map(|all| all.len()), Some(5), "an old client is not told of it");
    }

    #[test]
    fn too_much_is_dropped_as_a_whole_but_never_for_an_old_client() {
        let many = HELD_MESSAGES as u64 + 1;
        let mut old = told(1);
        assert!(old.unacknowledged().is_some());
        for seq in 2..=many {
            old.push(Utf8Bytes::from(seq.to_string()));
        }
        assert_eq!(old.unacknowledged().map(|all| all.len()), Some(HELD_MESSAGES + 1));

        // A seat that nobody has joined yet is held for no longer than any other: a match may go on for hours.
        let mut nobody = told(many);
        assert_eq!(nobody.unacknowledged(), None, "it is told again from the record");

        let mut resuming = told(many);
        assert_eq!(resuming.since(many - 1), None);
        assert_eq!(
            resuming.unacknowledged(),
            None,
            "an old client that comes later is told again from the record"
        );
        assert_eq!(resuming.last(), many);
    }
}
