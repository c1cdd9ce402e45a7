//! What clients say: actions, acknowledgements, gestures, the wish for another match.

use std::time::Duration;

use shared::game::{Entry, Refusal, Seat};
use shared::protocol::wire::{self, Wire};
use shared::protocol::{ClientMessage, close, session, social};
use tokio::time::Instant;

use crate::room::Rooms;
use crate::room::actor::telling::{refuse, wants_another};
use crate::room::actor::{Actor, Declined, Then};
use crate::store::{Occupant, SeatRow};
use crate::telemetry;

/// The shortest time between two gestures of one player.
const EMOTE_PAUSE: Duration = Duration::from_secs(1);

impl<G: Wire> Actor<G> {
    pub(super) async fn hear(&mut self, number: u64, message: ClientMessage) -> Then {
        let Some(connection) = self.connections.get(&number) else { return Then::GoOn };
        let request = G::request(connection.seat().unwrap_or(Seat(0)), &message);
        let n = session::number(request.as_ref().and_then(|request| request.n));

        if let ClientMessage::Session(session::ClientMessage::Ack { seq }) = message {
            let known = match connection.seat() {
                Some(seat) => self.seats[seat.index()].told.acknowledge(seq).is_ok(),
                None => seq <= self.spectator_seq,
            };
            if !known {
                self.hang_up(number, close::BAD_MESSAGE);
            }
            return Then::GoOn;
        }
        if let ClientMessage::Session(session::ClientMessage::Join { .. }) = message {
            self.hang_up(number, close::BAD_MESSAGE);
            return Then::GoOn;
        }
        let Some(seat) = connection.seat() else {
            refuse(
                connection,
                n,
                &Refusal::new(wire::SPECTATOR, "You are watching; only players can do that."),
            );
            return Then::GoOn;
        };
        match (message, request) {
            (_, Some(request)) => self.act(number, seat, request).await,
            (ClientMessage::Social(social::ClientMessage::Emote { id }), None) => {
                self.emote(number, seat, id)
            }
            (ClientMessage::Social(social::ClientMessage::Rematch {}), None) => {
                self.rematch(number, seat).await
            }
            // Every other message is a request.
            (_, None) => {
                self.hang_up(number, close::BAD_MESSAGE);
                Then::GoOn
            }
        }
    }

    pub(super) async fn act(&mut self, number: u64, seat: Seat, request: wire::Request<G::Action>) -> Then {
        let state = &mut self.seats[seat.index()];
        if let Some(n) = request.n {
            if n.get() <= state.highest {
                let highest = state.highest;
                self.send_to(number, session::ServerMessage::Ack { n: highest });
                return Then::GoOn;
            }
        } else if let Entry::Acted { action, .. } = &request.entry
            && self.game.repeats(seat, action)
        {
            return Then::GoOn;
        }
        let action = request.n.map(|n| (seat, n.get()));
        match self.accept(request.entry, action, None).await {
            Ok(()) => Then::GoOn,
            Err(Declined::Refused(refusal)) => {
                telemetry::action(G::GAME, refusal.kind.code);
                // A refused action is dealt with; only the record remembers across a restart, and needs not.
                if let Some((_, n)) = action {
                    self.seats[seat.index()].highest = n;
                }
                self.refuse_to(number, session::number(request.n), &refusal);
                Then::GoOn
            }
            Err(Declined::Store(error)) => {
                telemetry::action(G::GAME, wire::NOT_SAVED.code);
                self.not_saved(&error);
                let refusal =
                    Refusal::new(wire::NOT_SAVED, "The server could not write that down. Try again.");
                self.refuse_to(number, session::number(request.n), &refusal);
                self.after(&error)
            }
        }
    }

    pub(super) fn emote(&mut self, number: u64, seat: Seat, id: u8) -> Then {
        let now = Instant::now();
        let state = &mut self.seats[seat.index()];
        if usize::from(id) >= social::EMOTES.len() {
            self.refuse_to(number, 0, &Refusal::new(wire::NO_SUCH_EMOTE, "There is no such gesture."));
        } else if state.last_emote.is_some_and(|last| now < last + EMOTE_PAUSE) {
            self.refuse_to(
                number,
                0,
                &Refusal::new(wire::TOO_FAST, "Wait a moment before the next gesture."),
            );
        } else {
            state.last_emote = Some(now);
            self.send_to_all(&social::ServerMessage::Emote { seat, id }.into());
        }
        Then::GoOn
    }

    pub(super) async fn rematch(&mut self, number: u64, seat: Seat) -> Then {
        if self.game.outcome().is_none() {
            self.refuse_to(number, 0, &Refusal::new(wire::NOT_OVER, "The match is not over yet."));
            return Then::GoOn;
        }
        if self.offers.insert(seat) {
            self.send_to_all(&wants_another(seat));
        }
        let Some(rows) = self.rematch_rows() else { return Then::GoOn };
        let rooms = Rooms(self.inner.clone());
        match rooms.rematch::<G>(&self.setup, &self.game.rematch_options(), rows).await {
            Ok(next) => {
                let match_id = Some(next.id().to_string());
                self.send_to_all(&social::ServerMessage::Rematch { seat, match_id }.into());
                for connection in self.connections.values() {
                    connection.outbox.close(close::NORMAL);
                }
                Then::End
            }
            Err(error) => {
                tracing::error!(match_id = %self.setup.id, %error, "a rematch could not be made");
                let refusal =
                    Refusal::new(wire::NOT_SAVED, "The server could not make the match. Try again.");
                // Nobody's wish stands any more, and everybody who had one hears it.
                for seat in std::mem::take(&mut self.offers) {
                    if let Some(number) = self.seats[seat.index()].connection {
                        self.refuse_to(number, 0, &refusal);
                    }
                }
                Then::GoOn
            }
        }
    }
    /// Who sits where in another match; `None` until it is agreed on. Of two players both must want it. Of more, those
    /// who have gone are not waited for: a bot takes their place where the game has one, else those behind move up.
    fn rematch_rows(&self) -> Option<Vec<SeatRow>> {
        let wants = |seat: &SeatRow| self.offers.contains(&seat.seat);
        let gone = |seat: &SeatRow| self.seats[seat.seat.index()].connection.is_none();
        let rows: Vec<SeatRow> = self.seats.iter().filter_map(|seat| seat.row.clone()).collect();
        let human = |row: &SeatRow| matches!(row.occupant, Occupant::User(_));
        let few = G::seats(&self.options).most <= 2;
        if rows.iter().any(|row| human(row) && !wants(row) && (few || !gone(row))) {
            return None;
        }
        let mut next: Vec<SeatRow> = Vec::with_capacity(rows.len());
        for mut row in rows {
            if human(&row) && !wants(&row) {
                let Some(level) = G::STAND_IN else { continue };
                row.occupant = Occupant::Bot(level);
                row.name = level.bot_name(self.seats.len(), row.seat.0);
            }
            if G::STAND_IN.is_none() {
                row.seat = Seat(u8::try_from(next.len()).ok()?);
            }
            next.push(row);
        }
        Some(next)
    }
}
