//! The state machine itself.

use std::sync::Arc;

use shared::game::Fold as _;
use shared::protocol::session::{self as wire, Presence};
use shared::protocol::wire as codes;
use shared::protocol::{ClientMessage, ServerMessage, Trailing, ViewText, close, social};

use super::{
    ACK_DELAY, ANSWER_TIMEOUT, CONNECT_TIMEOUT, Change, Client, Effect, Generation, HEARD_JUST_NOW,
    HIDDEN_TOO_LONG, Input, Link, Outbox, SILENT_TOO_LONG, STEADY, Stop, Timer, Tokens, backoff,
};

/// Where the session stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    /// Not started yet.
    Idle,
    /// A socket is on its way: not open yet, or open and JOIN not answered yet.
    Attempt,
    /// JOIN was answered.
    Live,
    /// The next attempt waits for its timer.
    Waiting,
    /// Waits for fresh tokens.
    Refreshing,
    /// See [`Stop`].
    Stopped,
}

/// Timers that run.
#[derive(Default)]
struct Due {
    ack: bool,
    answer: bool,
}

/// What the server has still to say.
#[derive(Default)]
struct Owed {
    /// An action was dealt with: what it did.
    outcome: bool,
    /// A rematch was asked for: where it is. A server that was started again has forgotten who asked.
    rematch: bool,
}

/// The connection of one page to one match; see the [module](super).
pub struct Session<G: Client> {
    tokens: Tokens,
    random: Box<dyn FnMut() -> f64>,
    state: State,
    generation: Generation,
    attempt: u32,
    /// The next JOIN asks for a snapshot.
    from_scratch: bool,
    /// Tokens were renewed and not accepted since.
    refreshed: bool,
    view: Option<Arc<G::View>>,
    seq: u64,
    outbox: Outbox<G>,
    owed: Owed,
    /// The socket that the current one replaces, as long as that is not sure.
    retiring: Option<Generation>,
    /// JOIN was said on the current socket.
    join_said: bool,
    due: Due,
    /// The page's clock at the input at hand, in milliseconds.
    now: f64,
    /// When a socket last said something.
    heard: f64,
    /// When the last socket was opened.
    connecting_since: f64,
    /// When JOIN was last answered.
    live_since: f64,
    /// Resyncs since a message was last applied; the second one in a row waits.
    resyncs_in_a_row: u32,
    resyncs: u32,
    link: Link,
    effects: Vec<Effect<G>>,
}

impl<G: Client> Session<G> {
    /// A session that has not started. `random` gives numbers from 0 to below 1.
    pub fn new(tokens: Tokens, random: impl FnMut() -> f64 + 'static) -> Self {
        Self {
            tokens,
            random: Box::new(random),
            state: State::Idle,
            generation: 0,
            attempt: 0,
            from_scratch: true,
            refreshed: false,
            view: None,
            seq: 0,
            outbox: Outbox::new(),
            owed: Owed::default(),
            retiring: None,
            join_said: false,
            due: Due::default(),
            now: 0.0,
            heard: 0.0,
            connecting_since: 0.0,
            live_since: 0.0,
            resyncs_in_a_row: 0,
            resyncs: 0,
            link: Link::Connecting,
            effects: Vec::new(),
        }
    }

    /// How often a gap made the session ask for a snapshot.
    pub fn resyncs(&self) -> u32 {
        self.resyncs
    }

    /// Takes one input and says what is to be done. `now` is the page's clock in milliseconds, from any start.
    pub fn handle(&mut self, now: f64, input: Input<G::Action>) -> Vec<Effect<G>> {
        self.now = now;
        let was_busy = self.is_busy();
        match input {
            Input::Start if self.state == State::Idle => self.connect(),
            Input::Opened(generation) if self.is_current(generation) => self.join(),
            Input::Message(generation, text) if self.is_current(generation) => {
                self.heard = now;
                self.receive(&text);
            }
            Input::Message(generation, text) if self.retiring == Some(generation) => self.receive_last(&text),
            Input::Closed(generation, code) if self.is_current(generation) => self.closed(code),
            // Another page took over before this one asked to come back. Afterwards it is this page that has taken over.
            Input::Closed(generation, code)
                if self.retiring == Some(generation) && code == close::REPLACED.code && !self.join_said =>
            {
                self.stop(Stop::Elsewhere);
            }
            Input::Failed(generation) if self.is_current(generation) => self.lost(),
            Input::Timer(timer) => self.timer(timer),
            Input::Online => self.woken(now - self.heard <= HEARD_JUST_NOW),
            Input::Shown(hidden) => self.woken(hidden <= HIDDEN_TOO_LONG && !self.silent_too_long()),
            Input::Refreshed(tokens) if self.state == State::Refreshing => {
                self.tokens = tokens;
                self.refreshed = true;
                self.connect();
            }
            Input::NotRefreshed(later) if self.state == State::Refreshing => {
                if later {
                    self.wait();
                } else {
                    self.stop(Stop::NotYours);
                }
            }
            Input::Act(action) => self.act(action),
            Input::Resign => self.resign(),
            Input::Emote(id) => self.say(social::ClientMessage::Emote { id }),
            Input::Rematch => {
                self.owed.rematch = true;
                self.say(social::ClientMessage::Rematch {});
            }
            Input::TakeOver if self.state == State::Stopped => {
                self.attempt = 0;
                self.from_scratch = true;
                self.set_link(Link::Connecting);
                self.connect();
            }
            // Said by an older socket, or no longer of interest.
            Input::Start
            | Input::Opened(_)
            | Input::Message(..)
            | Input::Closed(..)
            | Input::Failed(_)
            | Input::Refreshed(_)
            | Input::NotRefreshed(_)
            | Input::TakeOver => {}
        }
        let busy = self.is_busy();
        if busy != was_busy {
            self.show(Change::Busy(busy));
        }
        self.watch_for_answer();
        std::mem::take(&mut self.effects)
    }

    /// True from an action until what it did is on the page.
    fn is_busy(&self) -> bool {
        self.owed.outcome || self.outbox.is_busy()
    }

    fn watch_for_answer(&mut self) {
        let due = self.state == State::Live && (self.is_busy() || self.outbox.is_resigning());
        if due != self.due.answer {
            self.due.answer = due;
            self.effects.push(if due {
                Effect::SetTimer(Timer::Answer, ANSWER_TIMEOUT)
            } else {
                Effect::ClearTimer(Timer::Answer)
            });
        }
    }

    fn is_current(&self, generation: Generation) -> bool {
        generation == self.generation && matches!(self.state, State::Attempt | State::Live)
    }

    // ---- opening and losing ------------------------------------------------------------------------------------

    fn connect(&mut self) {
        self.generation = self.generation.wrapping_add(1);
        self.state = State::Attempt;
        self.connecting_since = self.now;
        self.join_said = false;
        self.effects.push(Effect::Connect(self.generation));
        self.effects.push(Effect::SetTimer(Timer::Connect, CONNECT_TIMEOUT));
    }

    fn join(&mut self) {
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

    fn drop_retiring(&mut self) {
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

    fn lost(&mut self) {
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
    fn wait(&mut self) {
        self.state = State::Waiting;
        let delay = backoff(self.attempt, (self.random)());
        self.attempt = self.attempt.saturating_add(1);
        self.effects.push(Effect::SetTimer(Timer::Retry, delay));
        self.set_link(Link::Lost { attempt: self.attempt });
    }

    fn stop(&mut self, why: Stop) {
        self.drop_socket();
        self.effects.push(Effect::ClearTimer(Timer::Retry));
        self.state = State::Stopped;
        // Whatever was under way, another page may have gone on since.
        self.outbox.clear();
        self.owed = Owed::default();
        self.set_link(Link::Stopped(why));
    }

    fn closed(&mut self, code: u16) {
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

    fn timer(&mut self, timer: Timer) {
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
    fn woken(&mut self, alive: bool) {
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

    fn silent_too_long(&self) -> bool {
        self.now - self.heard >= f64::from(SILENT_TOO_LONG)
    }

    /// Looks again when the socket would have been silent for too long. A timer anew with every message would cost more; and a
    /// timer that a browser holds back, as in a hidden page, tells nothing about the socket.
    fn watch_for_silence(&mut self) {
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // between 0 and the limit
        let left = (f64::from(SILENT_TOO_LONG) - (self.now - self.heard)).ceil() as u32;
        self.effects.push(Effect::SetTimer(Timer::Silence, left));
    }

    /// A new socket in place of one that is not believed. That one is left once the new one has joined: then the server sees
    /// one take the place of the other, and tells nobody that a player went and came back.
    fn replace_socket(&mut self) {
        self.reward_steadiness();
        if self.state == State::Live {
            self.clear_timers();
            self.retiring = Some(self.generation);
        } else {
            self.effects.push(Effect::Detach(self.generation));
            self.clear_timers();
        }
        self.connect();
    }

    /// What has arrived can't be built upon: a new socket, and all from the start.
    fn resync(&mut self) {
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

    // ---- hearing -----------------------------------------------------------------------------------------------

    fn receive(&mut self, text: &str) {
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
                if match_id.is_some() {
                    self.owed.rematch = false;
                }
                self.show(Change::Rematch(*seat, match_id.clone()));
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
    fn receive_last(&mut self, text: &str) {
        if let Ok(ServerMessage::Social(social::ServerMessage::Rematch { seat, match_id: Some(id) })) =
            ServerMessage::decode(text)
        {
            self.owed.rematch = false;
            self.show(Change::Rematch(seat, Some(id)));
        }
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
    fn awaits_snapshot(&self) -> bool {
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
        } else {
            self.set_link(Link::Connected);
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

    // ---- speaking ----------------------------------------------------------------------------------------------

    fn act(&mut self, action: G::Action) {
        if self.state == State::Stopped || self.view.is_none() || self.is_busy() {
            return;
        }
        let message = self.outbox.act(action);
        self.send_if_live(message);
    }

    fn resign(&mut self) {
        if self.state == State::Stopped || self.view.is_none() || self.outbox.is_resigning() {
            return;
        }
        let message = self.outbox.resign();
        self.send_if_live(message);
    }

    /// What is not live is sent by [`Self::joined`].
    fn send_if_live(&mut self, message: Option<ClientMessage>) {
        if let Some(message) = message.filter(|_| self.state == State::Live) {
            self.send(&message);
        }
    }

    /// Something that changes nothing in the match.
    fn say(&mut self, message: social::ClientMessage) {
        if self.state == State::Live {
            self.send(&ClientMessage::Social(message));
        }
    }

    fn send(&mut self, message: &ClientMessage) {
        self.effects.push(Effect::Send(message.encode()));
    }

    // ---- showing -----------------------------------------------------------------------------------------------

    fn show(&mut self, change: Change<G>) {
        self.effects.push(Effect::Show(change));
    }

    fn show_view(&mut self, events: Option<Vec<G::Event>>) {
        if let Some(view) = self.view.clone() {
            let seq = self.seq;
            self.show(Change::View { view, seq, events });
        }
    }

    fn set_link(&mut self, link: Link) {
        if self.link != link {
            self.link = link;
            self.show(Change::Link(link));
        }
    }
}
