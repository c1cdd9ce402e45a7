//! What the server says, from the answer to JOIN on.

use std::sync::Arc;

use shared::game::{Fold as _, Seat};
use shared::protocol::session::{self as wire, Presence};
use shared::protocol::wire as codes;
use shared::protocol::{ServerMessage, ViewText, social};

use super::{Session, State};
use crate::net::session::{ACK_DELAY, Change, Client, Effect, Link, SILENT_TOO_LONG, Stop, Timer};

impl<G: Client> Session<G> {
    pub(super) fn receive(&mut self, text: &str) {
        // What this page can't read is passed over; if it had a number, the gap shows with the next message.
        let Ok(message) = ServerMessage::decode(text) else { return };
        match &message {
            ServerMessage::Session(wire::ServerMessage::Ack { n }) => self.dealt_with(*n),
            ServerMessage::Session(wire::ServerMessage::Snapshot { seq, n, view }) => {
                self.snapshot(*seq, *n, view);
            }
            ServerMessage::Session(wire::ServerMessage::Refused { n, code, reason }) => {
                self.refused(*n, code, reason);
            }
            ServerMessage::Session(wire::ServerMessage::Presence { seat, status }) => {
                // After JOIN it is said when everything that was missed has been.
                self.owed.outcome = false;
                if let Some(presence) = Presence::from_word(status) {
                    self.show(Change::Presence(*seat, presence));
                }
            }
            ServerMessage::Session(wire::ServerMessage::Clock { seat, milliseconds }) => {
                self.show(Change::Clock(*seat, *milliseconds));
            }
            ServerMessage::Social(social::ServerMessage::Emote { seat, id }) => {
                self.show(Change::Emote(*seat, *id));
            }
            ServerMessage::Social(social::ServerMessage::Rematch { seat, match_id }) => {
                self.rematch(*seat, match_id.clone());
            }
            // All that is left changes the match, and has a number.
            message => {
                if let Some(seq) = message.seq() {
                    self.numbered(seq, message);
                }
            }
        }
    }

    /// A socket that is being replaced may still have said where the match goes on, which is never said again.
    pub(super) fn receive_last(&mut self, text: &str) {
        if let Ok(ServerMessage::Social(social::ServerMessage::Rematch { seat, match_id: Some(id) })) =
            ServerMessage::decode(text)
        {
            self.rematch(seat, Some(id));
        }
    }

    fn rematch(&mut self, seat: Seat, match_id: Option<String>) {
        self.owed.rematch &= match_id.is_none();
        self.show(Change::Rematch(seat, match_id));
    }

    /// The server has dealt with all actions up to `n`. The first such message on a socket answers JOIN.
    fn dealt_with(&mut self, n: u64) {
        let was_busy = self.outbox.is_busy();
        self.outbox.dealt_with(n);
        self.owed.outcome |= was_busy && !self.outbox.is_busy();
        if self.state == State::Attempt {
            self.joined();
        }
    }

    fn joined(&mut self) {
        self.state = State::Live;
        self.live_since = self.now;
        self.refreshed = false;
        self.drop_retiring();
        if self.awaits_snapshot() {
            // On a slow line a large one takes its time.
            self.effects.push(Effect::SetTimer(Timer::Connect, SILENT_TOO_LONG));
        } else {
            self.effects.push(Effect::ClearTimer(Timer::Connect));
        }
        self.watch_for_silence();
        for message in self.outbox.again() {
            self.send(&message);
        }
        if self.owed.rematch {
            self.say(social::ClientMessage::Rematch {});
        }
        if !self.awaits_snapshot() {
            self.show_joined();
        }
    }

    /// Said anew after every JOIN: what has no number is told again from here on.
    fn show_joined(&mut self) {
        self.link = Link::Connected;
        self.show(Change::Link(Link::Connected));
    }

    /// JOIN was answered, and there is nothing to show before the snapshot that has to follow.
    pub(super) fn awaits_snapshot(&self) -> bool {
        self.state == State::Live && (self.view.is_none() || self.from_scratch)
    }

    fn snapshot(&mut self, seq: u64, n: u64, text: &ViewText) {
        let Ok(view) = text.read::<G::View>() else { return self.stop(Stop::Fault) };
        let awaited = self.awaits_snapshot();
        if awaited {
            self.effects.push(Effect::ClearTimer(Timer::Connect));
        }
        self.from_scratch = false;
        self.owed.outcome = false;
        self.seq = seq;
        self.outbox.dealt_with(n);
        self.outbox.settle(&view);
        self.view = Some(Arc::new(view));
        if self.state == State::Attempt {
            self.joined();
        }
        self.acknowledge();
        self.show_view(None);
        if awaited {
            self.show_joined();
        }
    }

    fn numbered(&mut self, seq: u64, message: &ServerMessage) {
        if self.from_scratch || seq > self.seq.saturating_add(1) {
            return self.resync();
        }
        if seq <= self.seq {
            return;
        }
        let Some(view) = self.view.clone() else { return self.resync() };
        let Some(events) = G::happened(&view, &self.outbox.actions(), message) else { return self.resync() };
        let mut view = Arc::unwrap_or_clone(view);
        for event in &events {
            view.apply(event);
        }
        self.outbox.settle(&view);
        self.owed.outcome = false;
        self.view = Some(Arc::new(view));
        self.seq = seq;
        self.resyncs_in_a_row = 0;
        self.acknowledge();
        self.show_view(Some(events));
    }

    fn refused(&mut self, n: u64, code: &str, reason: &str) {
        if n > 0 {
            self.outbox.refused(n);
        } else if ![codes::TOO_FAST, codes::NO_SUCH_EMOTE, codes::NOT_OVER]
            .iter()
            .any(|kind| kind.code == code)
        {
            // Of the messages without a number, only these three are no action.
            self.outbox.refused_unnumbered();
        } else if code == codes::NOT_OVER.code {
            self.owed.rematch = false;
        }
        self.show(Change::Refused { code: code.to_owned(), reason: reason.to_owned() });
    }

    fn acknowledge(&mut self) {
        if !self.due.ack && self.seq > 0 {
            self.due.ack = true;
            self.effects.push(Effect::SetTimer(Timer::Ack, ACK_DELAY));
        }
    }
}
