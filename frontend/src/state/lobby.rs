//! The open matches, live: one stream of server-sent events while a page shows them. A browser doesn't tell of a stream that
//! is dead but not closed, so one that says nothing for longer than a server is ever silent is given up.

use gloo_timers::callback::Timeout;
use leptos::prelude::*;
use shared::api::{Lobby, MatchFacts};
use wasm_bindgen::JsCast as _;
use web_sys::{EventSource, MessageEvent};

use crate::browser::{self, Listener};
use crate::net::session::backoff;
use crate::state::reach::use_reach;

/// A stream that says nothing for this long, in milliseconds, is dead: the server says something every 15 s.
const SILENT_TOO_LONG: u32 = 25_000;

/// How far the list can be trusted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Freshness {
    /// Not there yet.
    Loading,
    /// As it is now.
    Live,
    /// As it was when the stream broke; tried again by itself.
    Stale,
}

/// The open matches.
#[derive(Clone, Copy)]
pub struct OpenMatches {
    /// `None` until the first list arrives.
    pub matches: RwSignal<Option<Vec<MatchFacts>>>,
    /// How far it can be trusted.
    pub freshness: RwSignal<Freshness>,
    attempt: StoredValue<u32>,
    stream: StoredValue<Option<Stream>, LocalStorage>,
    /// Runs out when the stream has been silent for too long.
    silence: StoredValue<Option<Timeout>, LocalStorage>,
}

/// One stream, or the timer for the next.
enum Stream {
    Open { source: EventSource, _handlers: [Listener; 3] },
    Waiting { _timer: Timeout },
}

impl Drop for Stream {
    fn drop(&mut self) {
        if let Self::Open { source, .. } = self {
            source.close();
        }
    }
}

/// Follows the lobby for as long as the component that calls it is there.
pub fn follow() -> OpenMatches {
    let open = OpenMatches {
        matches: RwSignal::new(None),
        freshness: RwSignal::new(Freshness::Loading),
        attempt: StoredValue::new(0),
        stream: StoredValue::new_local(None),
        silence: StoredValue::new_local(None),
    };
    let reach = use_reach();
    // Without a server there is no use in trying; with one again, there is no use in waiting.
    let reached = Memo::new(move |_| reach.trouble().is_none());
    Effect::new(move || {
        if reached.get() {
            open.attempt.set_value(0);
            open.connect();
        } else {
            open.stream.set_value(None);
            open.silence.set_value(None);
            open.freshness.set(Freshness::Stale);
        }
    });
    Effect::new(move || match open.freshness.get() {
        Freshness::Live => reach.answered(),
        // Of the server this says nothing yet: it may just have no room for one more who follows.
        Freshness::Stale => reach.doubt(),
        Freshness::Loading => {}
    });
    open
}

impl OpenMatches {
    fn connect(self) {
        let Ok(source) = EventSource::new("/api/lobby") else { return self.broken() };
        let handlers = [
            Listener::new(&source, "alive", move |_| self.heard()),
            Listener::new(&source, "message", move |event| {
                self.heard();
                let text = event.dyn_ref::<MessageEvent>().and_then(|event| event.data().as_string());
                if let Some(lobby) = text.and_then(|text| serde_json::from_str::<Lobby>(&text).ok()) {
                    self.attempt.set_value(0);
                    self.freshness.set(Freshness::Live);
                    self.matches.set(Some(lobby.matches));
                }
            }),
            // Browsers try again by themselves, but not after an answer that is no stream, and never with jitter.
            Listener::new(&source, "error", move |_| self.broken()),
        ];
        self.stream.set_value(Some(Stream::Open { source, _handlers: handlers }));
        self.heard();
    }

    fn heard(self) {
        self.silence.set_value(Some(Timeout::new(SILENT_TOO_LONG, move || self.broken())));
    }

    fn broken(self) {
        self.silence.set_value(None);
        self.freshness.set(Freshness::Stale);
        let attempt = self.attempt.get_value();
        self.attempt.set_value(attempt.saturating_add(1));
        let timer = Timeout::new(backoff(attempt, browser::random()), move || self.connect());
        self.stream.set_value(Some(Stream::Waiting { _timer: timer }));
    }
}
