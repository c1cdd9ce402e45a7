//! Telling: messages to one connection or to all, numbered or not.

use axum::extract::ws::Utf8Bytes;
use shared::game::{Audience, Refusal, Seat};
use shared::protocol::session::Presence;
use shared::protocol::wire::{Told as How, Wire};
use shared::protocol::{Close, ServerMessage, ViewText, close, session, social};
use tokio::time::Instant;

use crate::room::actor::Actor;
use crate::room::facts;
use crate::room::handle::Published;
use crate::room::seats::Connection;

impl<G: Wire> Actor<G> {
    /// Shows everybody how it stands.
    pub(super) fn publish(&self) {
        let published = self.published();
        self.inner.lobby.update(&published.facts);
        self.public.send_replace(published);
    }

    pub(super) fn published(&self) -> Published {
        facts::publish::<G>(
            &self.setup,
            &self.options,
            &self.game,
            &self.seats,
            self.started_at,
            self.ended_at,
        )
    }

    /// Presence, clocks and who wants another match, which are not numbered: sent anew after every JOIN.
    pub(super) fn send_surroundings(&self, connection: &Connection) {
        for seat in (0..self.seats.len()).zip(0..).map(|(_, seat)| Seat(seat)) {
            let joining = connection.seat() == Some(seat);
            if let Some(presence) = self.seats[seat.index()].presence() {
                // Whoever is just joining is here, though the seat does not know it yet.
                let absent = matches!(presence, Presence::Away | Presence::Bot);
                let presence = if joining && absent { Presence::Here } else { presence };
                send(connection, presence_message(seat, presence));
            }
            if let Some(message) = self.clock_message(seat) {
                connection.outbox.push(message.encode().into());
            }
            if self.offers.contains(&seat) {
                connection.outbox.push(wants_another(seat).encode().into());
            }
        }
    }

    pub(super) fn tell_presence(&self, seat: Seat) {
        if let Some(presence) = self.seats[seat.index()].presence() {
            self.send_to_all(&presence_message(seat, presence).into());
        }
    }

    pub(super) fn clock_message(&self, seat: Seat) -> Option<ServerMessage> {
        let ends = self.timers.turns[seat.index()]?.ends?;
        let left = ends.saturating_duration_since(Instant::now());
        let milliseconds = u64::try_from(left.as_millis()).unwrap_or(u64::MAX);
        Some(session::ServerMessage::Clock { seat, milliseconds }.into())
    }

    /// Up to where this client's actions are dealt with; a spectator has none.
    pub(super) fn send_dealt_with(&self, connection: &Connection) {
        let n = connection.seat().map_or(0, |seat| self.seats[seat.index()].highest);
        send(connection, session::ServerMessage::Ack { n });
    }

    pub(super) fn send_snapshot(&self, connection: &Connection) {
        let (seq, n) = match connection.seat() {
            Some(seat) => (self.seats[seat.index()].told.last(), self.seats[seat.index()].highest),
            None => (self.spectator_seq, 0),
        };
        match ViewText::of(&self.game.view(connection.audience)) {
            Ok(view) => send(connection, session::ServerMessage::Snapshot { seq, n, view }),
            Err(error) => {
                tracing::error!(match_id = %self.setup.id, %error, "a view can't be written as JSON");
                connection.outbox.cut(close::SERVER_FAULT);
            }
        }
    }

    /// To everybody who knows messages without a number.
    pub(super) fn send_to_all(&self, message: &ServerMessage) {
        let text = Utf8Bytes::from(message.encode());
        for connection in self.connections.values().filter(|connection| connection.is_resuming()) {
            connection.outbox.push(text.clone());
        }
    }

    pub(super) fn send_to(&self, number: u64, message: session::ServerMessage) {
        if let Some(connection) = self.connections.get(&number) {
            send(connection, message);
        }
    }

    pub(super) fn refuse_to(&self, number: u64, n: u64, refusal: &Refusal) {
        if let Some(connection) = self.connections.get(&number) {
            refuse(connection, n, refusal);
        }
    }

    pub(super) fn hang_up(&mut self, number: u64, close: Close) {
        if let Some(connection) = self.connections.get(&number) {
            connection.outbox.cut(close);
        }
        self.detach(number);
    }
}

/// The numbered messages that tell `events` to `audience`, and whether it needs a snapshot besides.
pub(super) fn told<G: Wire>(events: &[G::Event], audience: Audience, last: u64) -> (Vec<Utf8Bytes>, bool) {
    let (mut messages, mut snapshot) = (Vec::new(), false);
    for shown in events.iter().filter_map(|event| G::reveal(event, audience)) {
        match G::tell(&shown, audience, last + 1 + messages.len() as u64) {
            How::Message(message) => messages.push(Utf8Bytes::from(message.encode())),
            How::Snapshot => snapshot = true,
            How::Implied => {}
        }
    }
    (messages, snapshot)
}

/// Sends messages, unless the snapshot that follows says all of it.
pub(super) fn deliver(connection: &Connection, messages: &[Utf8Bytes], snapshot: bool) {
    if !(snapshot && connection.is_resuming()) {
        send_all(connection, messages.to_vec());
    }
}

pub(super) fn send_all(connection: &Connection, messages: Vec<Utf8Bytes>) {
    for text in messages {
        connection.outbox.push(text);
    }
}

pub(super) fn send(connection: &Connection, message: session::ServerMessage) {
    connection.outbox.push(ServerMessage::from(message).encode().into());
}

pub(super) fn refuse(connection: &Connection, n: u64, refusal: &Refusal) {
    let code = refusal.kind.code.to_owned();
    send(connection, session::ServerMessage::Refused { n, code, reason: refusal.reason.to_string() });
}

pub(super) fn wants_another(seat: Seat) -> ServerMessage {
    social::ServerMessage::Rematch { seat, match_id: None }.into()
}

pub(super) fn presence_message(seat: Seat, presence: Presence) -> session::ServerMessage {
    session::ServerMessage::Presence { seat, status: presence.word().to_owned() }
}
