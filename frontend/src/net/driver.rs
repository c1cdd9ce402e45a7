//! Carries out the effects of a [`Session`] with the sockets and timers of the browser.

use std::cell::{Cell, RefCell};
use std::future::Future;
use std::pin::Pin;
use std::rc::{Rc, Weak};

use gloo_timers::callback::Timeout;
use js_sys::Date;
use wasm_bindgen::JsCast as _;
use wasm_bindgen_futures::spawn_local;
use web_sys::{PageTransitionEvent, VisibilityState};

use crate::browser::{self, Listener};
use crate::net::session::{Change, Client, Effect, Input, Session, Timer, Tokens};
use crate::net::socket::Socket;

/// Gets fresh tokens; on failure, whether it may work later.
pub type Refresh = Rc<dyn Fn() -> Pin<Box<dyn Future<Output = Result<Tokens, bool>>>>>;

/// A running session. It ends when the last clone is dropped.
pub struct Driver<G: Client>(Rc<Inner<G>>);

struct Inner<G: Client> {
    session: RefCell<Session<G>>,
    /// Those that the session has not left; the last one is the current one.
    sockets: RefCell<Vec<Socket>>,
    timers: RefCell<Vec<(Timer, Timeout)>>,
    listeners: RefCell<Vec<Listener>>,
    show: Box<dyn Fn(Change<G>)>,
    refresh: Refresh,
}

impl<G: Client> Driver<G> {
    /// Starts a session; what it has to show goes to `show`.
    pub fn start(session: Session<G>, show: impl Fn(Change<G>) + 'static, refresh: Refresh) -> Self {
        let inner = Rc::new(Inner {
            session: RefCell::new(session),
            sockets: RefCell::new(Vec::new()),
            timers: RefCell::new(Vec::new()),
            listeners: RefCell::new(Vec::new()),
            show: Box::new(show),
            refresh,
        });
        *inner.listeners.borrow_mut() = listen(&Rc::downgrade(&inner));
        inner.take(Input::Start);
        Self(inner)
    }

    /// Hands an input to the session.
    pub fn take(&self, input: Input<G::Action>) {
        self.0.take(input);
    }
}

impl<G: Client> Inner<G> {
    fn take(self: &Rc<Self>, input: Input<G::Action>) {
        let effects = self.session.borrow_mut().handle(browser::now(), input);
        for effect in effects {
            self.carry_out(effect);
        }
    }

    fn carry_out(self: &Rc<Self>, effect: Effect<G>) {
        let weak = Rc::downgrade(self);
        match effect {
            Effect::Connect(generation) => {
                let socket = Socket::open(generation, move |input| tell(&weak, input));
                if socket.is_none() {
                    // Not at once: the session is not told of a failure before it has let go of this effect.
                    let weak = Rc::downgrade(self);
                    spawn_local(async move { tell(&weak, Input::Failed(generation)) });
                }
                self.sockets.borrow_mut().extend(socket);
            }
            Effect::Send(text) => {
                if let Some(socket) = self.sockets.borrow().last() {
                    socket.send(&text);
                }
            }
            Effect::Detach(generation) => {
                self.sockets.borrow_mut().retain(|socket| socket.generation() != generation);
            }
            Effect::SetTimer(timer, delay) => {
                let timeout = Timeout::new(delay, move || tell(&weak, Input::Timer(timer)));
                let mut timers = self.timers.borrow_mut();
                timers.retain(|(which, _)| *which != timer);
                timers.push((timer, timeout));
            }
            Effect::ClearTimer(timer) => self.timers.borrow_mut().retain(|(which, _)| *which != timer),
            Effect::Refresh => {
                let fresh = (self.refresh)();
                spawn_local(async move {
                    let input = match fresh.await {
                        Ok(tokens) => Input::Refreshed(tokens),
                        Err(later) => Input::NotRefreshed(later),
                    };
                    tell(&weak, input);
                });
            }
            Effect::Show(change) => (self.show)(change),
        }
    }
}

fn tell<G: Client>(inner: &Weak<Inner<G>>, input: Input<G::Action>) {
    if let Some(inner) = inner.upgrade() {
        inner.take(input);
    }
}

/// What wakes a session: the network is back, the page is seen again, the page comes out of the browser's cache.
fn listen<G: Client>(inner: &Weak<Inner<G>>) -> Vec<Listener> {
    let (Some(window), Some(document)) = (browser::window(), browser::document()) else { return Vec::new() };
    let (online, seen, shown) = (inner.clone(), inner.clone(), inner.clone());
    let hidden_at = Cell::new(None);
    let page = document.clone();
    vec![
        Listener::new(&window, "online", move |_| tell(&online, Input::Online)),
        Listener::new(&document, "visibilitychange", move |_| {
            if page.visibility_state() == VisibilityState::Hidden {
                hidden_at.set(Some((browser::now(), Date::now())));
            } else if let Some((since, date)) = hidden_at.take() {
                // The clock of a page may stand still while the machine sleeps; that of the wall may be set.
                tell(&seen, Input::Shown((browser::now() - since).max(Date::now() - date)));
            }
        }),
        Listener::new(&window, "pageshow", move |event| {
            // Sockets don't survive in that cache, whatever they say.
            let cached = event.dyn_ref::<PageTransitionEvent>().is_some_and(PageTransitionEvent::persisted);
            tell(&shown, Input::Shown(if cached { f64::INFINITY } else { 0.0 }));
        }),
    ]
}
