//! A room of practice at work: its timers, its place in the browser's storage, and what it shows.

use std::cell::{Cell, RefCell};
use std::rc::{Rc, Weak};

use gloo_timers::callback::Timeout;
use shared::record::ReplayError;

use crate::browser::{self, Listener};
use crate::net::session::{Change, Input, Link, Stop};
use crate::practice::paper::{Kept, Owner, Paper};
use crate::practice::room::{HUMAN, Room};
use crate::practice::{Practised, statistics};

/// What was done is kept at the latest this long after it, in milliseconds; and whenever the page is left or hidden.
const KEEP_AFTER: u32 = 500;

/// All of a match is written each time, which takes longer the longer it is: for so many characters of it the next time
/// is a millisecond later. With two million characters it is every ten seconds.
const CHARACTERS_A_MS: usize = 200;

/// Is told of the room as it is now.
pub type Ear<G> = Box<dyn Fn(&Room<G>)>;

/// What a table tells beside what changes in the view.
pub struct Ears<G: Practised> {
    /// Where changes go.
    pub show: Box<dyn Fn(Change<G>)>,
    /// Told at the start and at the end of the match.
    pub part: Ear<G>,
    /// Asked for another match like this one.
    pub again: Ear<G>,
    /// Asked for just this match once more.
    pub same_again: Ear<G>,
    /// Asked for the match that another page plays.
    pub take_over: Box<dyn Fn()>,
    /// Told, once, that the browser has no room for the match.
    pub no_room: Box<dyn Fn()>,
}

/// A room at work. It stops, and is kept, when the last clone is dropped; and it stops, and is kept by nobody any more,
/// when another page begins to play the same game.
pub struct Table<G: Practised>(Rc<Inner<G>>);

impl<G: Practised> Clone for Table<G> {
    fn clone(&self) -> Self {
        Self(Rc::clone(&self.0))
    }
}

struct Inner<G: Practised> {
    room: RefCell<Room<G>>,
    over: Cell<bool>,
    due: RefCell<Option<Timeout>>,
    owner: Owner,
    /// Set while something is not kept yet.
    keeping: RefCell<Option<Timeout>>,
    /// How long the text was that was kept last.
    length: Cell<usize>,
    told_no_room: Cell<bool>,
    /// Another page plays.
    stopped: Cell<bool>,
    listeners: RefCell<Vec<Listener>>,
    ears: Ears<G>,
}

impl<G: Practised> Table<G> {
    /// Begins a match, or goes on with one.
    ///
    /// # Errors
    /// When the rules don't accept what is on paper.
    pub fn open(paper: Paper<G>, ears: Ears<G>) -> Result<Self, ReplayError> {
        let room = Room::open(paper, browser::now())?;
        let page = browser::random_key().unwrap_or_else(|| browser::random().to_string());
        let inner = Rc::new(Inner {
            over: Cell::new(room.over()),
            room: RefCell::new(room),
            due: RefCell::new(None),
            owner: Owner::claim(G::GAME, page),
            keeping: RefCell::new(None),
            length: Cell::new(0),
            told_no_room: Cell::new(false),
            stopped: Cell::new(false),
            listeners: RefCell::new(Vec::new()),
            ears,
        });
        inner.listen();
        inner.begin();
        Ok(Self(inner))
    }

    /// Does what the person asks for.
    pub fn take(&self, input: Input<G::Action>) {
        self.0.take(input);
    }

    /// Asks for just this match once more.
    pub fn same_again(&self) {
        self.0.next(&self.0.ears.same_again);
    }
}

impl<G: Practised> Inner<G> {
    fn begin(self: &Rc<Self>) {
        let (view, seq, presence) = {
            let room = self.room.borrow();
            (room.view(), room.seq(), room.presence())
        };
        (self.ears.part)(&self.room.borrow());
        (self.ears.show)(Change::View { view, seq, events: None });
        for (seat, presence) in presence {
            (self.ears.show)(Change::Presence(seat, presence));
        }
        (self.ears.show)(Change::Link(Link::Connected));
        self.keep();
        self.wind();
    }

    /// Keeps what is not kept when the page is left or hidden, and learns when another page plays.
    fn listen(self: &Rc<Self>) {
        let Some((window, document)) = browser::window().zip(browser::document()) else { return };
        let (leaving, hiding, other) = (Rc::downgrade(self), Rc::downgrade(self), Rc::downgrade(self));
        self.listeners.replace(vec![
            Listener::new(&window, "pagehide", move |_| on(&leaving, Self::keep_rest)),
            Listener::new(&document, "visibilitychange", move |_| on(&hiding, Self::keep_rest)),
            // Of what other pages have written.
            Listener::new(&window, "storage", move |_| {
                on(&other, |inner| {
                    // A result may stay: nothing of it goes on.
                    if !inner.over.get() && !inner.owner.holds() {
                        inner.stop();
                    }
                });
            }),
        ]);
    }

    /// Another page plays: nothing goes on here, nor is anything kept.
    fn stop(&self) {
        if !self.stopped.replace(true) {
            self.due.take();
            self.keeping.take();
            self.owner.give_way();
            (self.ears.show)(Change::Link(Link::Stopped(Stop::Elsewhere)));
        }
    }

    /// Hands over to the next match, which takes the place where this one is kept. Not if another page has that place.
    fn next(&self, ear: &Ear<G>) {
        if !self.owner.holds() {
            return self.stop();
        }
        self.keeping.take();
        ear(&self.room.borrow());
    }

    fn take(self: &Rc<Self>, input: Input<G::Action>) {
        if let Input::TakeOver = input {
            return (self.ears.take_over)();
        }
        // Heard of later than pressed: browsers tell of what other pages write when they come to it.
        if !self.over.get() && !self.owner.holds() {
            return self.stop();
        }
        let now = browser::now();
        let done = match input {
            Input::Act(action) => self.room.borrow_mut().act(action, now),
            Input::Resign => self.room.borrow_mut().leave(now),
            Input::Emote(id) => return (self.ears.show)(Change::Emote(HUMAN, id)),
            Input::Rematch => return self.next(&self.ears.again),
            // The rest is about connections.
            _ => return,
        };
        match done {
            Ok(events) => self.told(events),
            Err(refusal) => {
                let (code, reason) = (refusal.kind.code.to_owned(), refusal.reason.into_owned());
                (self.ears.show)(Change::Refused { code, reason });
            }
        }
    }

    fn come_due(self: &Rc<Self>) {
        let before = self.room.borrow().seq();
        let events = self.room.borrow_mut().come_due(&browser::now);
        if self.room.borrow().seq() == before {
            self.wind();
        } else {
            self.told(events);
        }
    }

    fn told(self: &Rc<Self>, events: Vec<G::Event>) {
        let (view, seq, over) = {
            let room = self.room.borrow();
            (room.view(), room.seq(), room.over())
        };
        let ends = over && !self.over.replace(true);
        if ends {
            // Before anybody is told: whoever shows the end may show what it comes to.
            self.keep();
            if let Some(finished) = self.room.borrow().finished().filter(|_| self.owner.holds()) {
                statistics::count(&finished);
            }
            (self.ears.part)(&self.room.borrow());
        }
        if !events.is_empty() {
            (self.ears.show)(Change::View { view, seq, events: Some(events) });
        }
        if !ends {
            self.keep_soon();
        }
        self.wind();
    }

    /// Sets the timer to when a bot wants to go on.
    fn wind(self: &Rc<Self>) {
        if self.stopped.get() {
            return;
        }
        let due = self.room.borrow().due();
        let timer = due.map(|due| {
            #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
            // far below 2^32 ms, and not negative
            let wait = (due - browser::now()).max(0.0).ceil() as u32;
            let weak = Rc::downgrade(self);
            Timeout::new(wait, move || on(&weak, Self::come_due))
        });
        self.due.replace(timer);
    }

    fn keep_soon(self: &Rc<Self>) {
        let mut keeping = self.keeping.borrow_mut();
        if keeping.is_none() && !self.stopped.get() {
            let weak = Rc::downgrade(self);
            *keeping = Some(Timeout::new(pause(self.length.get()), move || on(&weak, Self::keep_rest)));
        }
    }

    /// Keeps what is not kept yet. Whatever is happening meanwhile keeps it later: a page that has fallen in the middle
    /// of a step must not fall again while it is left.
    fn keep_rest(self: &Rc<Self>) {
        let unkept = self.keeping.try_borrow_mut().is_ok_and(|mut keeping| keeping.take().is_some());
        if unkept {
            self.keep();
        }
    }

    fn keep(&self) {
        if self.stopped.get() {
            return;
        }
        if let Ok(mut keeping) = self.keeping.try_borrow_mut() {
            keeping.take();
        }
        let Ok(room) = self.room.try_borrow() else { return };
        let kept = self.owner.keep(room.paper());
        self.length.set(kept.length());
        match kept {
            Kept::Whole(_) => {}
            Kept::NoRoom(_) => {
                if !self.told_no_room.replace(true) {
                    (self.ears.no_room)();
                }
            }
            Kept::Elsewhere => {
                if !self.over.get() {
                    self.stop();
                }
            }
        }
    }
}

/// How long to wait before a match whose text is so long is kept again, in milliseconds.
fn pause(length: usize) -> u32 {
    KEEP_AFTER.saturating_add(u32::try_from(length / CHARACTERS_A_MS).unwrap_or(u32::MAX))
}

fn on<G: Practised>(inner: &Weak<Inner<G>>, what: impl FnOnce(&Rc<Inner<G>>)) {
    if let Some(inner) = inner.upgrade() {
        what(&inner);
    }
}

impl<G: Practised> Drop for Inner<G> {
    fn drop(&mut self) {
        // What was done in the last moments. Nobody is shown anything any more.
        let unkept = self.keeping.take().is_some();
        if let Ok(room) = self.room.try_borrow()
            && unkept
            && !self.stopped.get()
        {
            self.owner.keep(room.paper());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longer_a_match_the_less_often_it_is_written() {
        assert_eq!([0, 100_000, 2_000_000].map(pause), [500, 1_000, 10_500]);
    }
}
