//! The match at hand: what its page shows, field by field, and what one can do in it.
//!
//! The one place where changes of the connection become reactive state. Components read the fields and call the
//! methods; none of them sees a message or a socket.

use std::rc::Rc;
use std::sync::Arc;

use leptos::prelude::*;
use shared::api::MatchFacts;
use shared::game::Seat;
use shared::protocol::session::Presence;
use shared::protocol::wire::{NOT_SAVED, Wire};

use crate::browser;
use crate::net::driver::{Driver, Refresh};
use crate::net::session::{Change, Client, Input, Session, Tokens};

pub use crate::net::session::{Link, Stop};

/// A clock that runs down.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RunningClock {
    /// When it will have run out: milliseconds of [`browser::now`].
    pub ends_at: f64,
    /// How long it runs in all, in milliseconds.
    pub total: f64,
}

/// What one message has changed.
#[derive(Clone)]
pub struct Happened<G: Wire> {
    /// Higher each time.
    pub stamp: u64,
    /// In order; the view has them all.
    pub events: Vec<G::Event>,
}

/// The server said no.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RefusalNotice {
    /// Higher each time.
    pub stamp: u64,
    /// Stable, for programs.
    pub code: String,
    /// For people.
    pub reason: String,
}

/// Whether there will be another match with the same people.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct RematchState {
    /// Who wants one.
    pub offered: Vec<Seat>,
    /// The new match, once all want one.
    pub match_id: Option<String>,
}

/// Hands what a person does to whoever judges it.
pub type Commands<A> = Rc<dyn Fn(Input<A>)>;

/// Of a match that is played in this browser alone.
#[derive(Clone, Copy)]
pub struct Here {
    /// The text of its record, once it is over.
    pub record: Signal<Option<Arc<str>>>,
    /// Asks for just this match once more, as [`MatchState::offer_rematch`] asks for another like it; `None` where no
    /// option of the game says what chance has dealt.
    pub same_again: Option<Callback<()>>,
}

/// The match at hand. A handle: cheap to copy, gone with the page that made it.
pub struct MatchState<G: Wire> {
    /// What anybody may know about the match.
    pub facts: Signal<Option<MatchFacts>>,
    /// What this page may see of it.
    pub view: Signal<Option<Arc<G::View>>>,
    /// How the connection is.
    pub link: Signal<Link>,
    /// Where the players are, by seat.
    pub presence: Signal<Vec<Option<Presence>>>,
    /// The clocks that run, by seat.
    pub clocks: Signal<Vec<Option<RunningClock>>>,
    /// True while an action is under way.
    pub busy: Signal<bool>,
    /// What the last message has changed; `None` after a snapshot.
    pub happened: Signal<Option<Happened<G>>>,
    /// The last refusal that was not dismissed.
    pub refusal: Signal<Option<RefusalNotice>>,
    /// Whether there will be another match.
    pub rematch: Signal<RematchState>,
    /// The last gesture: a stamp, who, which.
    pub emote: Signal<Option<(u64, Seat, u8)>>,
    /// The number of the last message in the view.
    pub seq: Signal<u64>,
    /// Set if no server knows of the match.
    pub here: Option<Here>,
    set_refusal: RwSignal<Option<RefusalNotice>>,
    commands: StoredValue<Commands<G::Action>, LocalStorage>,
}

#[allow(clippy::expl_impl_clone_on_copy)] // a derive would ask for a game that is `Copy`
impl<G: Wire> Clone for MatchState<G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Wire> Copy for MatchState<G> {}

/// The same fields, to write.
struct Fields<G: Wire> {
    view: RwSignal<Option<Arc<G::View>>>,
    link: RwSignal<Link>,
    presence: RwSignal<Vec<Option<Presence>>>,
    clocks: RwSignal<Vec<Option<RunningClock>>>,
    busy: RwSignal<bool>,
    happened: RwSignal<Option<Happened<G>>>,
    refusal: RwSignal<Option<RefusalNotice>>,
    rematch: RwSignal<RematchState>,
    emote: RwSignal<Option<(u64, Seat, u8)>>,
    seq: RwSignal<u64>,
    stamp: StoredValue<u64>,
}

impl<G: Wire> Fields<G> {
    fn new() -> Self {
        Self {
            view: RwSignal::new(None),
            link: RwSignal::new(Link::Connecting),
            presence: RwSignal::new(Vec::new()),
            clocks: RwSignal::new(Vec::new()),
            busy: RwSignal::new(false),
            happened: RwSignal::new(None),
            refusal: RwSignal::new(None),
            rematch: RwSignal::new(RematchState::default()),
            emote: RwSignal::new(None),
            seq: RwSignal::new(0),
            stamp: StoredValue::new(0),
        }
    }

    fn state(
        &self,
        facts: Signal<Option<MatchFacts>>,
        here: Option<Here>,
        commands: Commands<G::Action>,
    ) -> MatchState<G> {
        MatchState {
            facts,
            here,
            view: self.view.into(),
            link: self.link.into(),
            presence: self.presence.into(),
            clocks: self.clocks.into(),
            busy: self.busy.into(),
            happened: self.happened.into(),
            refusal: self.refusal.into(),
            rematch: self.rematch.into(),
            emote: self.emote.into(),
            seq: self.seq.into(),
            set_refusal: self.refusal,
            commands: StoredValue::new_local(commands),
        }
    }

    fn next_stamp(&self) -> u64 {
        self.stamp
            .try_update_value(|stamp| {
                *stamp += 1;
                *stamp
            })
            .unwrap_or_default()
    }
}

impl<G: Client> Fields<G> {
    fn show(&self, change: Change<G>) {
        match change {
            Change::Link(link) => {
                if link == Link::Connected {
                    // Whoever still wants another match is told of anew.
                    self.rematch.update(|rematch| rematch.offered.clear());
                }
                self.link.set(link);
            }
            Change::View { view, seq, events } => {
                // A clock stops when nothing is asked of its seat any more; the server doesn't say so.
                let stopped = |clocks: &[Option<RunningClock>]| {
                    seats(clocks).any(|(seat, clock)| clock.is_some() && !G::awaits(&view, seat))
                };
                if self.clocks.with_untracked(|clocks| stopped(clocks)) {
                    self.clocks.update(|clocks| {
                        for (index, clock) in clocks.iter_mut().enumerate() {
                            *clock = clock.filter(|_| G::awaits(&view, seat_at(index)));
                        }
                    });
                }
                self.view.set(Some(view));
                self.seq.set(seq);
                self.happened.set(events.map(|events| Happened { stamp: self.next_stamp(), events }));
            }
            Change::Presence(seat, presence) => self.presence.update(|all| put(all, seat, presence)),
            #[allow(clippy::cast_precision_loss)] // clocks are far below 2^52 ms
            Change::Clock(seat, left) => {
                let left = left as f64;
                let ends_at = browser::now() + left;
                self.clocks.update(|all| {
                    let before = all.get(seat.index()).copied().flatten();
                    put(all, seat, RunningClock { ends_at, total: total(before, ends_at, left) });
                });
            }
            Change::Busy(busy) => self.busy.set(busy),
            Change::Refused { code, reason } => {
                if code == NOT_SAVED.code {
                    // If it was another match that could not be made, nobody's wish for one stands any more.
                    self.rematch.update(|rematch| rematch.offered.clear());
                }
                self.refusal.set(Some(RefusalNotice { stamp: self.next_stamp(), code, reason }));
            }
            Change::Emote(seat, id) => self.emote.set(Some((self.next_stamp(), seat, id))),
            Change::Rematch(seat, match_id) => self.rematch.update(|rematch| {
                if !rematch.offered.contains(&seat) {
                    rematch.offered.push(seat);
                }
                rematch.match_id = match_id.or(rematch.match_id.take());
            }),
        }
    }
}

/// The whole time of a clock of which only what is left is told: after a reconnect it is still the same clock.
fn total(before: Option<RunningClock>, ends_at: f64, left: f64) -> f64 {
    const SAME: f64 = 1_500.0;
    before
        .filter(|clock| (clock.ends_at - ends_at).abs() < SAME && clock.total > left)
        .map_or(left, |clock| clock.total)
}

fn seat_at(index: usize) -> Seat {
    Seat(u8::try_from(index).unwrap_or(u8::MAX))
}

fn seats<T>(all: &[T]) -> impl Iterator<Item = (Seat, &T)> {
    all.iter().enumerate().map(|(index, value)| (seat_at(index), value))
}

fn put<T: Copy>(all: &mut Vec<Option<T>>, seat: Seat, value: T) {
    if all.len() <= seat.index() {
        all.resize(seat.index() + 1, None);
    }
    if let Some(place) = all.get_mut(seat.index()) {
        *place = Some(value);
    }
}

impl<G: Client> MatchState<G> {
    /// Connects to a match. Belongs to the component that calls it and ends with it.
    pub fn connect(facts: Signal<Option<MatchFacts>>, tokens: Tokens, refresh: Refresh) -> Self {
        let fields = Rc::new(Fields::<G>::new());
        let driver = Rc::new(std::cell::OnceCell::<Driver<G>>::new());
        let commands: Commands<G::Action> = {
            let driver = Rc::clone(&driver);
            Rc::new(move |input| {
                if let Some(driver) = driver.get() {
                    driver.take(input);
                }
            })
        };
        let state = fields.state(facts, None, commands);
        let session = Session::new(tokens, browser::random);
        // The signals live as long as the driver: both are owned by the component.
        let _ = driver.set(Driver::start(session, move |change| fields.show(change), refresh));
        state
    }

    /// A match in this browser alone: `open` is handed where changes go, and returns what takes commands. Ends with the
    /// component that calls it.
    ///
    /// # Errors
    /// Those of `open`.
    pub fn here<E>(
        facts: Signal<Option<MatchFacts>>,
        here: Here,
        open: impl FnOnce(Box<dyn Fn(Change<G>)>) -> Result<Commands<G::Action>, E>,
    ) -> Result<Self, E> {
        let fields = Rc::new(Fields::<G>::new());
        let shown = Rc::clone(&fields);
        let commands = open(Box::new(move |change| shown.show(change)))?;
        Ok(fields.state(facts, Some(here), commands))
    }
}

impl<G: Wire> MatchState<G> {
    /// Acts. Nothing changes before the server says so; ignored while another action is under way.
    pub fn act(&self, action: G::Action) {
        self.tell(Input::Act(action));
    }

    /// Gives up.
    pub fn resign(&self) {
        self.tell(Input::Resign);
    }

    /// Makes a gesture, by its place in [`EMOTES`](shared::protocol::social::EMOTES).
    pub fn emote_send(&self, id: u8) {
        self.tell(Input::Emote(id));
    }

    /// Says that one wants another match with the same people.
    pub fn offer_rematch(&self) {
        self.tell(Input::Rematch);
    }

    /// Takes the match from the page that took it from this one.
    pub fn take_over(&self) {
        self.tell(Input::TakeOver);
    }

    /// The person has read the refusal.
    pub fn dismiss_refusal(&self) {
        self.set_refusal.set(None);
    }

    fn tell(&self, input: Input<G::Action>) {
        if let Some(commands) = self.commands.try_get_value() {
            commands(input);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_keeps_its_whole_time_over_a_reconnect() {
        let clock = RunningClock { ends_at: 30_000.0, total: 30_000.0 };
        let is = |total: f64, expected: f64| (total - expected).abs() < 1.0;
        assert!(is(total(Some(clock), 30_200.0, 12_000.0), 30_000.0));
        assert!(is(total(Some(clock), 47_000.0, 30_000.0), 30_000.0), "started anew");
        assert!(is(total(Some(clock), 90_000.0, 60_000.0), 60_000.0), "another clock");
        assert!(is(total(None, 12_000.0, 12_000.0), 12_000.0));
    }
}
