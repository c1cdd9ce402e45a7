//! The state machine itself: what it knows, what happens to it, and what it says. The line and what arrives on it have files
//! of their own.

mod hearing;
mod line;

use std::sync::Arc;

use shared::protocol::{ClientMessage, close, social};

use super::{
    ANSWER_TIMEOUT, Change, Client, Effect, Generation, HEARD_JUST_NOW, HIDDEN_TOO_LONG, Input, Link, Outbox,
    Stop, Timer, Tokens,
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
