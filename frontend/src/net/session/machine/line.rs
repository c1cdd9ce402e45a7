//! The line: opening sockets, losing them, and putting one in the place of another.

use shared::protocol::session as wire;
use shared::protocol::{ClientMessage, Trailing, close};

use super::{Owed, Session, State};
use crate::net::session::{
    CONNECT_TIMEOUT, Client, Effect, HEARD_JUST_NOW, Link, SILENT_TOO_LONG, STEADY, Stop, Timer, backoff,
};

impl<G: Client> Session<G> {
    pub(super) fn connect(&mut self) {
        self.generation = self.generation.wrapping_add(1);
        self.state = State::Attempt;
        self.connecting_since = self.now;
        self.join_said = false;
        self.effects.push(Effect::Connect(self.generation));
        self.effects.push(Effect::SetTimer(Timer::Connect, CONNECT_TIMEOUT));
    }

    pub(super) fn join(&mut self) {
        self.heard = self.now;
        self.join_said = true;
        let last_seq = if self.from_scratch { 0 } else { self.seq };
        let join = wire::ClientMessage::Join {
            game_token: self.tokens.game.clone(),
            user_token: self.tokens.user.clone(),
            last_seq: Trailing(Some(last_seq)),
        };
        self.send(&ClientMessage::Session(join));
    }

    /// Leaves the socket without a word; nothing it says afterwards is heard.
    fn drop_socket(&mut self) {
        if matches!(self.state, State::Attempt | State::Live) {
            self.effects.push(Effect::Detach(self.generation));
        }
        self.drop_retiring();
        self.clear_timers();
    }

    pub(super) fn drop_retiring(&mut self) {
        if let Some(generation) = self.retiring.take() {
            self.effects.push(Effect::Detach(generation));
        }
    }

    /// The timers of the socket.
    fn clear_timers(&mut self) {
        self.effects.push(Effect::ClearTimer(Timer::Connect));
        if self.state == State::Live {
            self.effects.push(Effect::ClearTimer(Timer::Silence));
        }
        if std::mem::take(&mut self.due.ack) {
            self.effects.push(Effect::ClearTimer(Timer::Ack));
        }
    }

    pub(super) fn lost(&mut self) {
        self.reward_steadiness();
        self.drop_socket();
        self.wait();
    }

    fn reward_steadiness(&mut self) {
        if self.state == State::Live && self.now - self.live_since >= STEADY {
            self.attempt = 0;
        }
    }

    /// Waits for the next attempt, longer each time.
    pub(super) fn wait(&mut self) {
        self.state = State::Waiting;
        let delay = backoff(self.attempt, (self.random)());
        self.attempt = self.attempt.saturating_add(1);
        self.effects.push(Effect::SetTimer(Timer::Retry, delay));
        self.set_link(Link::Lost { attempt: self.attempt });
    }

    pub(super) fn stop(&mut self, why: Stop) {
        self.drop_socket();
        self.effects.push(Effect::ClearTimer(Timer::Retry));
        self.state = State::Stopped;
        // Whatever was under way, another page may have gone on since.
        self.outbox.clear();
        self.owed = Owed::default();
        self.set_link(Link::Stopped(why));
    }

    pub(super) fn closed(&mut self, code: u16) {
        let over = self.view.as_deref().is_some_and(G::over);
        if code == close::NORMAL.code && over {
            self.stop(Stop::Ended);
        } else if code == close::REPLACED.code {
            self.stop(Stop::Elsewhere);
        } else if code == close::TOO_MANY.code {
            self.stop(Stop::TooMany);
        } else if [close::TOO_LARGE, close::EXPECTED_JOIN, close::BAD_MESSAGE]
            .iter()
            .any(|it| it.code == code)
        {
            self.stop(Stop::Fault);
        } else if code == close::BAD_GAME_TOKEN.code || code == close::BAD_USER_TOKEN.code {
            if self.refreshed {
                self.stop(Stop::NotYours);
            } else {
                self.drop_socket();
                self.state = State::Refreshing;
                self.effects.push(Effect::Refresh);
            }
        } else {
            self.lost();
        }
    }

    pub(super) fn timer(&mut self, timer: Timer) {
        match timer {
            Timer::Connect if self.state == State::Attempt || self.awaits_snapshot() => self.lost(),
            Timer::Retry if self.state == State::Waiting => self.connect(),
            Timer::Ack if self.due.ack => {
                self.due.ack = false;
                self.send(&ClientMessage::Session(wire::ClientMessage::Ack { seq: self.seq }));
            }
            Timer::Answer if self.due.answer => {
                self.due.answer = false;
                self.lost();
            }
            Timer::Silence if self.state == State::Live => {
                if self.silent_too_long() {
                    self.replace_socket();
                    self.set_link(Link::Lost { attempt: self.attempt });
                } else {
                    self.watch_for_silence();
                }
            }
            Timer::Connect | Timer::Retry | Timer::Ack | Timer::Answer | Timer::Silence => {}
        }
    }

    /// The page or the network is back: what waits need not wait, and what only looks open is opened anew. The page goes on
    /// showing the old link, which in most cases is right again in a moment.
    pub(super) fn woken(&mut self, alive: bool) {
        match self.state {
            State::Waiting => {
                self.attempt = 0;
                self.effects.push(Effect::ClearTimer(Timer::Retry));
                self.connect();
            }
            State::Live if !alive => self.replace_socket(),
            // Begun on the network there was before, it may wait for nobody.
            State::Attempt if self.now - self.connecting_since > HEARD_JUST_NOW => self.replace_socket(),
            State::Idle | State::Attempt | State::Live | State::Refreshing | State::Stopped => {}
        }
    }

    pub(super) fn silent_too_long(&self) -> bool {
        self.now - self.heard >= f64::from(SILENT_TOO_LONG)
    }

    /// Looks again when the socket would have been silent for too long. A timer anew with every message would cost more; and a
    /// timer that a browser holds back, as in a hidden page, tells nothing about the socket.
    pub(super) fn watch_for_silence(&mut self) {
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // between 0 and the limit
        let left = (f64::from(SILENT_TOO_LONG) - (self.now - self.heard)).ceil() as u32;
        self.effects.push(Effect::SetTimer(Timer::Silence, left));
    }

    /// A new socket in place of one that is not believed. That one is left once the new one has joined: then the server sees
    /// one take the place of the other, and tells nobody that a player went and came back.
    fn replace_socket(&mut self) {
        self.reward_steadiness();
        if self.state == State::Live {
            self.retiring = Some(self.generation);
        } else {
            self.effects.push(Effect::Detach(self.generation));
        }
        self.clear_timers();
        self.connect();
    }

    /// What has arrived can't be built upon: a new socket, and all from the start.
    pub(super) fn resync(&mut self) {
        self.resyncs = self.resyncs.saturating_add(1);
        self.from_scratch = true;
        self.drop_socket();
        self.resyncs_in_a_row = self.resyncs_in_a_row.saturating_add(1);
        if self.resyncs_in_a_row == 1 {
            self.connect();
        } else {
            self.attempt = self.attempt.max(self.resyncs_in_a_row);
            self.wait();
        }
    }
}
