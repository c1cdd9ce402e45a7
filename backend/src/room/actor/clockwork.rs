//! Timers: what comes due, and how they follow from what the match waits for and who is here.

use std::time::Duration;

use shared::game::{Audience, Cause, Entry, Level, Seat, Thought};
use shared::protocol::close;
use shared::protocol::wire::Wire;
use tokio::time::Instant;

use crate::room::actor::{Actor, Declined, Then};
use crate::room::seats::SeatState;
use crate::room::thoughts::Broken;
use crate::room::timers::{self, Due, TurnClock};

/// What a bot that is asked comes up with.
enum Thinks<A> {
    /// This.
    Of(A),
    /// Nothing yet: it has to think for longer.
    For(Box<dyn Thought<A>>),
    /// Nothing, which it should not.
    OfNothing,
}

impl<G: Wire> Actor<G> {
    pub(super) async fn come_due(&mut self, due: Due) -> Then {
        let entry = match due {
            Due::Turn(seat) => Entry::TimedOut { seat },
            Due::Grace(seat) if G::STAND_IN.is_some() => {
                self.stand_in(seat);
                return Then::GoOn;
            }
            Due::Grace(seat) => Entry::Left { seat },
            Due::Begin => Entry::Started,
            Due::Join => Entry::Closed { cause: Cause::NoShow },
            Due::Abandoned | Due::Idle => Entry::Closed { cause: Cause::Abandoned },
            Due::Bot(seat) => match self.think(seat) {
                Thinks::For(thought) => {
                    self.timers.bots[seat.index()] = None;
                    self.thoughts.start(seat, thought);
                    return Then::GoOn;
                }
                Thinks::Of(action) => Entry::Acted { seat, action },
                Thinks::OfNothing => Entry::Closed { cause: Cause::Aborted },
            },
            Due::Linger => {
                for connection in self.connections.values() {
                    connection.outbox.close(close::NORMAL);
                }
                return Then::End;
            }
        };
        match self.accept(entry, None, None).await {
            Ok(()) => {
                if let Due::Bot(seat) = due {
                    self.thoughts.carried_out(seat);
                }
                Then::GoOn
            }
            Err(Declined::Refused(refusal)) => {
                tracing::error!(match_id = %self.setup.id, ?due, %refusal, "the rules refuse the room's own entry");
                self.abort().await
            }
            Err(Declined::Store(error)) => {
                self.not_saved(&error);
                self.put_off(due);
                self.after(&error)
            }
        }
    }

    /// A thought is done: its bot acts now, or the match can't go on.
    pub(super) async fn has_thought(&mut self, thought: Result<Seat, Broken>) -> Then {
        match thought {
            // Whatever was to be done in the meantime, the end of the match excepted, can wait no longer.
            Ok(seat) if self.game.outcome().is_none() => {
                self.timers.bots[seat.index()] = Some(Instant::now());
                Then::GoOn
            }
            Ok(_) => Then::GoOn,
            Err(Broken) => {
                tracing::error!(match_id = %self.setup.id, "a bot broke off its thought");
                self.abort().await
            }
        }
    }

    fn think(&self, seat: Seat) -> Thinks<G::Action> {
        if let Some(planned) = self.thoughts.planned(seat) {
            return Thinks::Of(planned.clone());
        }
        let Some(level) = self.level(seat) else { return Thinks::OfNothing };
        let view = self.game.view(Audience::Seat(seat));
        let mut rng = self.setup.seed.rng(&format!("bot {seat} at {}", self.index));
        if let Some(thought) = G::think(&view, level, &mut rng) {
            return Thinks::For(thought);
        }
        let action = G::decide(&view, level, &mut rng);
        if action.is_none() {
            tracing::error!(match_id = %self.setup.id, %seat, "a bot was asked and had no answer");
        }
        action.map_or(Thinks::OfNothing, Thinks::Of)
    }

    /// The strength of the bot that plays in a seat, for itself or for somebody who is away.
    fn level(&self, seat: Seat) -> Option<Level> {
        let state = &self.seats[seat.index()];
        state.bot().or(G::STAND_IN.filter(|_| state.stood_in))
    }

    /// From now on a bot plays for whoever sits there, until they are back. No entry tells of it: what the bot does is an
    /// action like any other.
    fn stand_in(&mut self, seat: Seat) {
        self.timers.graces[seat.index()] = None;
        self.seats[seat.index()].stood_in = true;
        let asked = self.game.waiting_for().of(seat);
        self.timers.bots[seat.index()] = asked.and_then(|_| self.bot_time(seat, Instant::now()));
        self.tell_presence(seat);
    }

    /// Ends a match that can't go on, rather than leave its players hanging.
    pub(super) async fn abort(&mut self) -> Then {
        match self.accept(Entry::Closed { cause: Cause::Aborted }, None, None).await {
            Ok(()) => Then::GoOn,
            Err(_) => self.give_up(),
        }
    }

    /// Brings the timers in line with what the match waits for and who is here, and tells of clocks that started.
    pub(super) fn set_timers(&mut self) {
        let now = Instant::now();
        if self.game.outcome().is_some() {
            self.timers.end_play();
            self.timers.linger.get_or_insert(now + timers::LINGER);
            return;
        }
        if !self.game.started() {
            return;
        }
        self.timers.join = None;
        self.timers.begin = None;
        if let Some(seconds) = G::IDLE_SECONDS.filter(|_| !self.inner.settings.endless) {
            self.timers.idle.get_or_insert(now + Duration::from_secs(seconds.into()));
        }
        let waiting = self.game.waiting_for();
        let grace =
            G::patience(&self.options).grace_seconds.map(|seconds| Duration::from_secs(seconds.into()));
        let mut started = Vec::new();
        for (at, seat) in (0..self.seats.len()).zip(0..) {
            let seat = Seat(seat);
            let asked = waiting.of(seat);
            let running = self.timers.turns[at].map(|clock| clock.turn);
            if running != asked.map(|asked| asked.turn) {
                self.timers.turns[at] = asked.map(|asked| TurnClock {
                    turn: asked.turn,
                    ends: asked.clock.map(|millis| now + Duration::from_millis(millis.into())),
                });
                self.timers.bots[at] = asked.and_then(|_| self.bot_time(seat, now));
                started.push(seat);
            }
            // Where a bot stands in, the others are not to wait out the clock of an empty chair turn after turn: there one
            // is away from the moment one is gone.
            let state = &self.seats[at];
            let matters = asked.is_some() || (G::STAND_IN.is_some() && !state.left);
            let away = matters && state.is_human() && !state.stood_in && state.connection.is_none();
            match grace.filter(|_| away) {
                Some(grace) => _ = self.timers.graces[at].get_or_insert(now + grace),
                None => self.timers.graces[at] = None,
            }
        }
        let plays = |seat: &SeatState| seat.is_human() && !seat.left;
        if self.inner.settings.endless
            || self.seats.iter().any(|seat| plays(seat) && seat.connection.is_some())
        {
            self.timers.abandoned = None;
        } else if self.seats.iter().any(plays) || self.seats.iter().all(|seat| seat.bot().is_none()) {
            self.timers.abandoned.get_or_insert(now + timers::ABANDONED);
        } else {
            // A match of bots ends with its last human. Bots that act meanwhile don't put it off.
            self.timers.abandoned = Some(self.timers.abandoned.map_or(now, |due| due.min(now)));
        }
        for seat in started {
            if let Some(message) = self.clock_message(seat) {
                self.send_to_all(&message);
            }
        }
    }

    pub(super) fn bot_time(&self, seat: Seat, now: Instant) -> Option<Instant> {
        self.level(seat)?;
        let mut rng = self.setup.seed.rng(&format!("pause {seat} at {}", self.index));
        let pause = Duration::from_millis(G::pause(&self.game.view(Audience::Seat(seat)), &mut rng).into());
        Some(now + pause.min(self.inner.settings.bot_pause))
    }

    /// The store said no: what was due is due again in a moment.
    pub(super) fn put_off(&mut self, due: Due) {
        let again = Some(Instant::now() + timers::AGAIN);
        match due {
            Due::Turn(seat) => {
                if let Some(clock) = &mut self.timers.turns[seat.index()] {
                    clock.ends = again;
                }
            }
            Due::Grace(seat) => self.timers.graces[seat.index()] = again,
            Due::Bot(seat) => self.timers.bots[seat.index()] = again,
            Due::Begin => self.timers.begin = again,
            Due::Join => self.timers.join = again,
            Due::Abandoned => self.timers.abandoned = again,
            Due::Idle => self.timers.idle = again,
            Due::Linger => self.timers.linger = again,
        }
    }
}
