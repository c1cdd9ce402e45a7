//! Whether the server can be reached, as far as this page knows: what needs it says so, and practice is offered instead.
//!
//! Any answer of the API means that it can. Anything that fails, such as a call or the stream of the lobby, is only a
//! reason to ask: a stream may be cut or refused by something in between while all else works. What decides is a
//! question made for that, asked again in ever longer intervals while there is no answer.

use gloo_timers::callback::Timeout;
use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::browser::{self, Listener};
use crate::net::api;
use crate::net::session::backoff;

/// Whether the server can be reached. A handle.
#[derive(Clone, Copy)]
pub struct Reach {
    network: RwSignal<bool>,
    server: RwSignal<bool>,
    asking: StoredValue<Asking>,
    timer: StoredValue<Option<Timeout>, LocalStorage>,
}

/// Provides it.
pub fn provide() -> Reach {
    let reach = Reach {
        network: RwSignal::new(browser::has_network()),
        server: RwSignal::new(true),
        asking: StoredValue::new(Asking::default()),
        timer: StoredValue::new_local(None),
    };
    let listeners = browser::window().map(|window| {
        ["online", "offline"].map(|name| {
            Listener::new(&window, name, move |_| {
                // A server that was not reached over the old network may be over the new one.
                reach.answered();
                reach.network.set(browser::has_network());
            })
        })
    });
    // As long as the page.
    StoredValue::new_local(listeners);
    api::on_heard(move |answered| if answered { reach.answered() } else { reach.doubt() });
    provide_context(reach);
    reach
}

/// The reach of this page.
pub fn use_reach() -> Reach {
    use_context().unwrap_or_else(provide)
}

impl Reach {
    /// Why the server can't be reached, in a sentence; `None` if nothing speaks against it.
    pub fn trouble(self) -> Option<&'static str> {
        match (self.network.get(), self.server.get()) {
            (false, _) => Some("There is no network."),
            (true, false) => Some("The server can’t be reached at the moment."),
            (true, true) => None,
        }
    }

    /// The server has just answered.
    pub fn answered(self) {
        self.asking.set_value(Asking::default());
        self.timer.set_value(None);
        self.set(true);
    }

    /// Something that needs the server has failed: finds out whether it can be reached.
    pub fn doubt(self) {
        let begins = self.asking.try_update_value(Asking::begin).unwrap_or_default();
        if begins {
            self.ask();
        }
    }

    /// Asks, now and later until there is an answer. Without a network there is no use in asking; once there is one
    /// again, the page takes the server for reached until something fails.
    fn ask(self) {
        if !self.network.get_untracked() {
            return self.asking.set_value(Asking::default());
        }
        spawn_local(async move {
            if api::probe().await {
                return self.answered();
            }
            let attempt = self.asking.try_update_value(Asking::fail).flatten();
            if let Some(attempt) = attempt {
                self.set(false);
                let wait = backoff(attempt, browser::random());
                self.timer.set_value(Some(Timeout::new(wait, move || self.ask())));
            }
        });
    }

    fn set(self, reached: bool) {
        if self.server.get_untracked() != reached {
            self.server.set(reached);
        }
    }
}

/// Whether it is being asked, and how often there was no answer since the last.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
struct Asking(Option<u32>);

impl Asking {
    /// Something has failed. True if a first question is to be asked; else one is under way, or will be.
    const fn begin(&mut self) -> bool {
        let begins = self.0.is_none();
        if begins {
            self.0 = Some(0);
        }
        begins
    }

    /// There was no answer. The number of the next attempt, from 1; `None` if something else was answered meanwhile.
    fn fail(&mut self) -> Option<u32> {
        let attempt = self.0?.saturating_add(1);
        self.0 = Some(attempt);
        Some(attempt)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_failures_are_one_question_at_a_time() {
        let mut asking = Asking::default();
        assert!(asking.begin());
        assert!(!asking.begin(), "it is being asked already");
        assert_eq!((asking.fail(), asking.fail()), (Some(1), Some(2)));
        assert!(!asking.begin(), "it will be asked again by itself");
    }

    #[test]
    fn an_answer_to_anything_ends_the_questions() {
        let mut asking = Asking::default();
        assert!(asking.begin());
        asking = Asking::default();
        assert_eq!(asking.fail(), None, "what failed was asked before the answer");
        assert!(asking.begin());
    }
}
