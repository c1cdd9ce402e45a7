//! People: who sits down, connects, and goes.

use axum::extract::ws::Utf8Bytes;
use shared::game::{Entry, Seat};
use shared::protocol::wire::Wire;
use shared::protocol::{close, session};

use crate::ids::UserId;
use crate::room::actor::telling::{send, send_all};
use crate::room::actor::{Actor, Declined};
use crate::room::handle::{Attach, AttachError, Attached, Conversation, SitError, StartError};
use crate::room::seats::Connection;
use crate::store::{Occupant, SeatRow, StoreError, User};
use crate::telemetry;

impl<G: Wire> Actor<G> {
    pub(super) async fn sit(&mut self, user: User) -> Result<Seat, SitError> {
        let occupant = Occupant::User(user.id.clone());
        let taken = self.seats.iter().flat_map(|seat| &seat.row).find(|row| row.occupant == occupant);
        if let Some(row) = taken {
            return Ok(row.seat);
        }
        if self.game.outcome().is_some() {
            return Err(SitError::Over);
        }
        let open = self.seats.iter().zip(0..).find(|(seat, _)| seat.row.is_none());
        let Some((_, number)) = open else { return Err(SitError::Full) };
        let row = SeatRow { seat: Seat(number), occupant, name: user.name };
        let entry = Entry::Sat { seat: row.seat, name: row.name.clone() };
        match self.accept(entry, None, Some(row)).await {
            Ok(()) => {
                self.end_watching(&user.id);
                Ok(Seat(number))
            }
            Err(Declined::Refused(_)) => Err(SitError::Full),
            Err(Declined::Store(error)) => Err(error.into()),
        }
    }

    /// Whoever sits down does not go on watching besides.
    fn end_watching(&mut self, user: &UserId) {
        self.connections.retain(|_, connection| {
            let watches = connection.seat().is_none() && connection.user == *user;
            if watches {
                connection.outbox.cut(close::REPLACED);
            }
            !watches
        });
    }

    /// Starts the match now, with bots in the empty seats. Whoever has a seat and is not here yet is played for like
    /// anybody who is away.
    pub(super) async fn start(&mut self) -> Result<(), StartError> {
        let refused = |why: &str| Err(StartError::Refused(why.to_owned()));
        if self.game.outcome().is_some() {
            return refused("The match is over.");
        }
        if self.game.started() {
            return refused("The match has begun.");
        }
        let Some(level) = G::STAND_IN else {
            return refused("This game begins by itself once every seat is taken and everybody is here.");
        };
        // Should one of them not be written down, those before it stay, and the next try goes on from there.
        for seat in (0..).map(Seat).take(self.seats.len()) {
            if self.seats[seat.index()].row.is_none() {
                let name = level.bot_name(self.seats.len(), seat.0);
                let row = SeatRow { seat, occupant: Occupant::Bot(level), name: name.clone() };
                self.accept(Entry::Sat { seat, name }, None, Some(row)).await?;
                self.tell_presence(seat);
            }
        }
        self.accept(Entry::Started, None, None).await?;
        Ok(())
    }

    pub(super) async fn attach(&mut self, attach: Attach) -> Result<Attached, AttachError> {
        let Attach { audience, user, conversation, outbox } = attach;
        let mine = |row: &SeatRow| row.occupant == Occupant::User(user.clone());
        let allowed = match audience.seat() {
            Some(seat) => self.seats.get(seat.index()).and_then(|seat| seat.row.as_ref()).is_some_and(mine),
            // A spectator may be shown what a player must not know.
            None => self.game.outcome().is_some() || !self.seats.iter().flat_map(|seat| &seat.row).any(mine),
        };
        if !allowed {
            return Err(AttachError::NotYours);
        }
        if conversation == Conversation::Old {
            outbox.unbound();
        }
        let number = self.next_connection;
        self.next_connection += 1;
        let connection = Connection { audience, user, outbox, conversation };
        match audience.seat() {
            Some(seat) => self.greet_player(seat, &connection).await?,
            None => self.greet_spectator(&connection),
        }
        if connection.is_resuming() {
            self.send_surroundings(&connection);
        }
        self.connections.insert(number, connection);
        if let Some(seat) = audience.seat() {
            self.welcome(seat, number);
            self.begin_if_ready().await;
            self.set_timers();
        }
        Ok(Attached { connection: number })
    }

    /// Sends a player what it missed.
    pub(super) async fn greet_player(
        &mut self,
        seat: Seat,
        connection: &Connection,
    ) -> Result<(), AttachError> {
        let state = &mut self.seats[seat.index()];
        match connection.conversation {
            Conversation::Old => {
                let messages = match state.told.unacknowledged() {
                    Some(messages) => messages,
                    None => self.refill(seat).await?,
                };
                send_all(connection, messages);
            }
            Conversation::Resuming { last_seq } => {
                let (highest, missed) = (state.highest, state.told.since(last_seq));
                send(connection, session::ServerMessage::Ack { n: highest });
                if let Some(messages) = missed {
                    send_all(connection, messages);
                } else {
                    if last_seq > 0 {
                        telemetry::resync("join");
                    }
                    self.send_snapshot(connection);
                }
            }
        }
        Ok(())
    }

    pub(super) fn greet_spectator(&self, connection: &Connection) {
        if connection.is_resuming() {
            self.send_dealt_with(connection);
            self.send_snapshot(connection);
        }
    }

    /// Makes every message of a seat again, for an old client that comes after a newer one.
    pub(super) async fn refill(&mut self, seat: Seat) -> Result<Vec<Utf8Bytes>, AttachError> {
        let gone = || StoreError::NotFound(self.setup.id.to_string());
        let stored = self.inner.store.load_match(&self.setup.id).await?.ok_or_else(gone)?;
        let mut again = Self::restore(self.inner.clone(), stored).map_err(StoreError::Corrupt)?;
        let messages = again.seats[seat.index()].told.unacknowledged().unwrap_or_default();
        self.seats[seat.index()].told.refill(messages.clone());
        Ok(messages)
    }

    /// Gives a seat to its new connection; the one before must not come back by itself.
    pub(super) fn welcome(&mut self, seat: Seat, number: u64) {
        let state = &mut self.seats[seat.index()];
        state.joined = true;
        if std::mem::take(&mut state.stood_in) {
            self.timers.bots[seat.index()] = None;
        }
        let before = state.connection.replace(number);
        if let Some(before) = before.and_then(|before| self.connections.remove(&before)) {
            before.outbox.cut(close::REPLACED);
        } else {
            self.tell_presence(seat);
        }
    }

    pub(super) fn detach(&mut self, number: u64) {
        let Some(connection) = self.connections.remove(&number) else { return };
        let Some(seat) = connection.seat() else { return };
        let state = &mut self.seats[seat.index()];
        if state.connection == Some(number) {
            state.connection = None;
            self.tell_presence(seat);
            self.set_timers();
        }
    }

    /// Says again up to where a client's actions are dealt with, which it knows: that the line is alive is the news.
    pub(super) fn reassure(&self, number: u64) {
        if let Some(connection) = self.connections.get(&number).filter(|connection| connection.is_resuming())
        {
            self.send_dealt_with(connection);
        }
    }

    pub(super) fn resync(&mut self, number: u64) {
        let Some(connection) = self.connections.get(&number) else { return };
        telemetry::resync("slow");
        connection.outbox.resume();
        self.send_dealt_with(connection);
        self.send_snapshot(connection);
        self.send_surroundings(connection);
    }
}
