//! A room of practice at work: its timers, its place in the browser's storage, and what it shows.

use std::cell::{Cell, RefCell};
use std::rc::{Rc, Weak};

use gloo_timers::callback::Timeout;
use shared::record::ReplayError;

use crate::browser::{self, Listener};
use crate::net::session::{Change, Input, Link};
use crate::practice::Practised;
use crate::practice::paper::{Paper, keep};
use crate::practice::room::{HUMAN, Room};

/// What was done is kept at the latest this long after it, in milliseconds; and whenever the page is left.
const KEEP_AFTER: u32 = 500;

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
}

/// A room at work. It stops, and is kept, when the last clone is dropped.
pub struct Table<G: Practised>(Rc<Inner<G>>);

struct Inner<G: Practised> {
    room: RefCell<Room<G>>,
    over: Cell<bool>,
    due: RefCell<Option<Timeout>>,
    keeping: RefCell<Option<Timeout>>,
    listener: RefCell<Option<Listener>>,
    ears: Ears<G>,
}

impl<G: Practised> Table<G> {
    /// Begins a match, or goes on with one.
    ///
    /// # Errors
    /// When the rules don't accept what is on paper.
    pub fn open(paper: Paper<G>, ears: Ears<G>) -> Result<Self, ReplayError> {
        let room = Room::open(paper, browser::now())?;
        let inner = Rc::new(Inner {
            over: Cell::new(room.over()),
            room: RefCell::new(room),
            due: RefCell::new(None),
            keeping: RefCell::new(None),
            listener: RefCell::new(None),
            ears,
        });
        let weak = Rc::downgrade(&inner);
        let leaving = browser::window().map(|window| {
            Listener::new(&window, "pagehide", move |_| {
                if let Some(inner) = weak.upgrade() {
                    keep(inner.room.borrow().paper());
                }
            })
        });
        inner.listener.replace(leaving);
        inner.begin();
        Ok(Self(inner))
    }

    /// Does what the person asks for.
    pub fn take(&self, input: Input<G::Action>) {
        self.0.take(input);
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
        keep(self.room.borrow().paper());
        self.wind();
    }

    fn take(self: &Rc<Self>, input: Input<G::Action>) {
        let now = browser::now();
        let done = match input {
            Input::Act(action) => self.room.borrow_mut().act(action, now),
            Input::Resign => self.room.borrow_mut().leave(now),
            Input::Emote(id) => return (self.ears.show)(Change::Emote(HUMAN, id)),
            Input::Rematch => {
                // The next match takes the place where this one is kept.
                self.keeping.take();
                return (self.ears.again)(&self.room.borrow());
            }
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
        let events = self.room.borrow_mut().come_due(browser::now());
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
        if over && !self.over.replace(true) {
            keep(self.room.borrow().paper());
            (self.ears.part)(&self.room.borrow());
        }
        if !events.is_empty() {
            (self.ears.show)(Change::View { view, seq, events: Some(events) });
        }
        self.keep_soon();
        self.wind();
    }

    /// Sets the timer to when a bot wants to go on.
    fn wind(self: &Rc<Self>) {
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
        if keeping.is_none() {
            let weak = Rc::downgrade(self);
            *keeping = Some(Timeout::new(KEEP_AFTER, move || {
                on(&weak, |inner| {
                    inner.keeping.take();
                    keep(inner.room.borrow().paper());
                });
            }));
        }
    }
}

fn on<G: Practised>(inner: &Weak<Inner<G>>, what: impl FnOnce(&Rc<Inner<G>>)) {
    if let Some(inner) = inner.upgrade() {
        what(&inner);
    }
}

impl<G: Practised> Drop for Inner<G> {
    fn drop(&mut self) {
        // What was done in the last moments, unless another match has taken the place by now.
        if self.keeping.take().is_some() {
            keep(self.room.borrow().paper());
        }
    }
}
