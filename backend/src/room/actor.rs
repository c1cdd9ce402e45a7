//! The room itself: one task that owns one match.
//!
//! Everything that happens to the match happens here, one thing after the other: letters from sockets and handlers,
//! and timers. An entry is judged by the rules, written to the store, and only then told to anybody.

mod clockwork;
mod hearing;
mod people;
mod telling;

use std::collections::{BTreeSet, HashMap};
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use shared::game::{Audience, Entry, Refusal, Seat};
use shared::protocol::wire::Wire;
use shared::protocol::{close, session};
use tokio::sync::{mpsc, watch};
use tokio::time::{Instant, sleep};

use crate::clock::Millis;
use crate::room::facts;
use crate::room::handle::{Letter, Published, SitError, StartError};
use crate::room::results::results;
use crate::room::rooms::Inner;
use crate::room::seats::{Connection, SeatState, Told};
use crate::room::thoughts::Thoughts;
use crate::room::timers::{self, Due, Timers};
use crate::store::{Append, NewEntry, SeatRow, Setup, StoreError, StoredMatch};
use crate::telemetry;

/// Why an entry was not taken.
enum Declined {
    /// The rules say no.
    Refused(Refusal),
    /// It could not be written down.
    Store(StoreError),
}

impl From<Refusal> for Declined {
    fn from(refusal: Refusal) -> Self {
        Self::Refused(refusal)
    }
}

impl From<Declined> for StartError {
    fn from(declined: Declined) -> Self {
        match declined {
            Declined::Refused(refusal) => Self::Refused(refusal.reason.into_owned()),
            Declined::Store(error) => Self::Store(error),
        }
    }
}

/// What the room does after a letter or a timer.
#[derive(PartialEq, Eq)]
enum Then {
    GoOn,
    End,
}

pub(crate) struct Actor<G: Wire> {
    inner: Arc<Inner>,
    setup: Setup,
    options: G::Options,
    game: G,
    /// Entries written so far.
    index: u64,
    seats: Vec<SeatState>,
    /// The number of the last message to spectators.
    spectator_seq: u64,
    connections: HashMap<u64, Connection>,
    next_connection: u64,
    timers: Timers,
    thoughts: Thoughts<G::Action>,
    /// Seats that want another match.
    offers: BTreeSet<Seat>,
    started_at: Option<Millis>,
    ended_at: Option<Millis>,
    public: watch::Sender<Published>,
}

impl<G: Wire> Actor<G> {
    /// Brings a match to life by folding its record; `Err` says what is wrong with the record. Nobody hears of it yet.
    pub fn restore(inner: Arc<Inner>, stored: StoredMatch) -> Result<Self, String> {
        let StoredMatch { setup, seats: rows, entries, .. } = stored;
        let options: G::Options = serde_json::from_str(&setup.options).map_err(|error| error.to_string())?;
        let game = G::new(&options, &setup.seed).map_err(|error| error.to_string())?;
        let seats: Vec<SeatState> = (0..G::seats(&options).most)
            .map(|_| SeatState { told: Told::holding_all(), ..SeatState::default() })
            .collect();
        let now = Instant::now();
        let default = if setup.public { timers::JOIN_PUBLIC } else { timers::JOIN_PRIVATE };
        let patience = G::patience(&options).join_seconds.map_or(default, |s| Duration::from_secs(s.into()));
        let mut timers = Timers::new(seats.len());
        timers.join = (!inner.settings.endless).then(|| now + patience);

        let published = facts::publish::<G>(&setup, &options, &game, &seats, None, None);
        let thoughts = Thoughts::new(seats.len(), inner.thinkers.clone());
        let mut actor = Self {
            inner,
            setup,
            options,
            game,
            index: 0,
            seats,
            spectator_seq: 0,
            connections: HashMap::new(),
            next_connection: 0,
            timers,
            thoughts,
            offers: BTreeSet::new(),
            started_at: None,
            ended_at: None,
            public: watch::channel(published).0,
        };
        for row in rows {
            if let Some(seat) = actor.seats.get_mut(row.seat.index()) {
                seat.row = Some(row);
            }
        }
        for stored in entries {
            let entry: Entry<G::Action> =
                serde_json::from_str(&stored.entry).map_err(|error| error.to_string())?;
            let events = actor.game.step(&entry).map_err(|refusal| refusal.to_string())?;
            actor.written(&entry, stored.at, stored.action, &events);
        }
        actor.set_timers();
        actor.public.send_replace(actor.published());
        Ok(actor)
    }

    pub fn follow(&self) -> watch::Receiver<Published> {
        self.public.subscribe()
    }

    /// Runs until the match has been over for long enough, or the server goes down.
    pub async fn run(mut self, mut mailbox: mpsc::Receiver<Letter>) {
        // Begun once and set anew, not begun in every round: that takes locks which all rooms share.
        let going_down = self.inner.going_down.clone();
        let mut going_down = pin!(going_down.cancelled());
        let mut alarm = pin!(sleep(Duration::ZERO));
        for seat in &mut self.seats {
            seat.told.settle();
        }
        loop {
            let first = self.timers.first();
            if let Some((time, _)) = first {
                alarm.as_mut().reset(time);
            }
            let due = async {
                match first {
                    Some((_, due)) => {
                        alarm.as_mut().await;
                        due
                    }
                    None => std::future::pending().await,
                }
            };
            let then = tokio::select! {
                biased;
                () = &mut going_down => break,
                letter = mailbox.recv() => match letter {
                    Some(letter) => self.open(letter).await,
                    None => Then::End,
                },
                thought = self.thoughts.done() => self.has_thought(thought).await,
                due = due => self.come_due(due).await,
            };
            if then == Then::End {
                break;
            }
        }
    }

    async fn open(&mut self, letter: Letter) -> Then {
        match letter {
            // Whoever asked may have hung up; then nobody needs the answer.
            Letter::Sit { user, reply } => {
                let answer = self.sit(user).await;
                let then = match &answer {
                    Err(SitError::Store(error)) => self.after(error),
                    _ => Then::GoOn,
                };
                let _ = reply.send(answer);
                return then;
            }
            Letter::Start { reply } => {
                let answer = self.start().await;
                let then = match &answer {
                    Err(StartError::Store(error)) => self.after(error),
                    _ => Then::GoOn,
                };
                let _ = reply.send(answer);
                return then;
            }
            Letter::Attach { attach, reply } => match self.attach(attach).await {
                Ok(attached) => {
                    if reply.send(Ok(attached)).is_err() {
                        self.detach(attached.connection);
                    }
                }
                Err(error) => {
                    let _ = reply.send(Err(error));
                }
            },
            Letter::Say { connection, message } => return self.hear(connection, message).await,
            Letter::Resync { connection } => self.resync(connection),
            Letter::Reassure { connection } => self.reassure(connection),
            Letter::Detach { connection } => self.detach(connection),
        }
        Then::GoOn
    }

    async fn accept(
        &mut self,
        entry: Entry<G::Action>,
        action: Option<(Seat, u64)>,
        seat: Option<SeatRow>,
    ) -> Result<(), Declined> {
        let mut next = self.game.clone();
        let events = next.step(&entry)?;

        let at = self.inner.clock.now();
        let outcome = next.outcome();
        let unwritable = |error: serde_json::Error| Declined::Store(StoreError::Corrupt(error.to_string()));
        let append = Append {
            match_id: self.setup.id.clone(),
            index: self.index,
            entry: NewEntry { at, entry: serde_json::to_string(&entry).map_err(unwritable)?, action },
            seat: seat.clone(),
            outcome: outcome.as_ref().map(serde_json::to_string).transpose().map_err(unwritable)?,
            results: outcome.as_ref().map_or_else(Vec::new, |outcome| {
                let rows: Vec<&SeatRow> =
                    self.seats.iter().filter_map(|state| state.row.as_ref()).chain(&seat).collect();
                results(&next, outcome, &rows)
            }),
        };
        let began = Instant::now();
        self.inner.store.append(append).await.map_err(Declined::Store)?;
        telemetry::append_time(began.elapsed());

        self.game = next;
        if let Some(row) = seat
            && let Some(state) = self.seats.get_mut(row.seat.index())
        {
            state.row = Some(row);
        }
        if let Some((seat, n)) = action {
            telemetry::action(G::GAME, "applied");
            if let Some(number) = self.seats[seat.index()].connection {
                self.send_to(number, session::ServerMessage::Ack { n });
            }
        }
        self.written(&entry, at, action, &events);
        self.timers.idle = None;
        self.set_timers();
        // What anybody may know of a match does not change with every action.
        if !matches!(entry, Entry::Acted { .. }) || outcome.is_some() {
            self.publish();
        }
        Ok(())
    }

    /// An entry is on disk: remember what follows from it, and tell.
    fn written(
        &mut self,
        entry: &Entry<G::Action>,
        at: Millis,
        action: Option<(Seat, u64)>,
        events: &[G::Event],
    ) {
        self.index += 1;
        match entry {
            Entry::Started => self.started_at = Some(at),
            Entry::Left { seat } => self.seats[seat.index()].left = true,
            _ => {}
        }
        if self.game.outcome().is_some() {
            self.ended_at.get_or_insert(at);
        }
        if let Some((seat, n)) = action {
            let state = &mut self.seats[seat.index()];
            state.highest = state.highest.max(n);
        }
        for seat in 0..self.seats.len() {
            if !self.seats[seat].is_human() {
                continue;
            }
            // At most 256 seats fit a match.
            #[allow(clippy::cast_possible_truncation)]
            let audience = Audience::Seat(Seat(seat as u8));
            let (messages, snapshot) = telling::told::<G>(events, audience, self.seats[seat].told.last());
            let connection = self.seats[seat].connection.and_then(|number| self.connections.get(&number));
            if let Some(connection) = connection {
                telling::deliver(connection, &messages, snapshot);
            }
            for text in messages {
                self.seats[seat].told.push(text);
            }
            if snapshot {
                self.seats[seat].told.leave_untold();
                if let Some(connection) = connection.filter(|connection| connection.is_resuming()) {
                    self.send_snapshot(connection);
                }
            }
        }
        let (messages, snapshot) = telling::told::<G>(events, Audience::Spectator, self.spectator_seq);
        self.spectator_seq += messages.len() as u64;
        for connection in self.connections.values().filter(|connection| connection.seat().is_none()) {
            telling::deliver(connection, &messages, snapshot);
            if snapshot && connection.is_resuming() {
                self.send_snapshot(connection);
            }
        }
        if let Entry::Left { seat } = entry {
            self.tell_presence(*seat);
        }
    }

    async fn begin_if_ready(&mut self) {
        let come = self.seats.iter().filter(|seat| seat.has_come()).count();
        let somebody = self.seats.iter().any(|seat| seat.is_human() && seat.has_come());
        let ready = somebody && come >= usize::from(G::seats(&self.options).least);
        if !ready || self.game.started() || self.game.outcome().is_some() {
            return;
        }
        match self.accept(Entry::Started, None, None).await {
            Ok(()) => {}
            Err(Declined::Store(error)) => {
                self.not_saved(&error);
                self.put_off(Due::Begin);
            }
            Err(Declined::Refused(refusal)) => {
                tracing::error!(match_id = %self.setup.id, %refusal, "the rules refuse to begin");
            }
        }
    }

    fn not_saved(&self, error: &StoreError) {
        tracing::error!(match_id = %self.setup.id, index = self.index, %error, "an entry could not be written");
    }

    /// A number that is taken means that the disk knows more than this room: it ends, and is loaded again.
    fn after(&mut self, error: &StoreError) -> Then {
        match error {
            StoreError::Unavailable(_) => Then::GoOn,
            StoreError::Conflict(_) | StoreError::NotFound(_) | StoreError::Corrupt(_) => self.give_up(),
        }
    }

    fn give_up(&mut self) -> Then {
        for connection in self.connections.values() {
            connection.outbox.close(close::SERVER_FAULT);
        }
        Then::End
    }
}
