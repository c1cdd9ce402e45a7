//! Whether the server can be reached, as far as this page knows: what needs it says so, and practice is offered instead.

use leptos::prelude::*;

use crate::browser::{self, Listener};

/// Whether the server can be reached. A handle.
#[derive(Clone, Copy)]
pub struct Reach {
    network: RwSignal<bool>,
    server: RwSignal<bool>,
}

/// Provides it.
pub fn provide() -> Reach {
    let reach = Reach { network: RwSignal::new(browser::has_network()), server: RwSignal::new(true) };
    let listeners = browser::window().map(|window| {
        ["online", "offline"].map(|name| {
            Listener::new(&window, name, move |_| {
                // A server that was not reached over the old network may be over the new one.
                reach.server.set(true);
                reach.network.set(browser::has_network());
            })
        })
    });
    // As long as the page.
    StoredValue::new_local(listeners);
    provide_context(reach);
    reach
}

/// The reach of this page.
pub fn use_reach() -> Reach {
    use_context().unwrap_or_else(provide)
}

impl Reach {
    /// True while there is a network, as the browser says.
    pub fn network(self) -> bool {
        self.network.get()
    }

    /// Why the server can't be reached, in a sentence; `None` if nothing speaks against it.
    pub fn trouble(self) -> Option<&'static str> {
        match (self.network.get(), self.server.get()) {
            (false, _) => Some("There is no network."),
            (true, false) => Some("The server can’t be reached at the moment."),
            (true, true) => None,
        }
    }

    /// Whether the server has just answered.
    pub fn heard(self, answered: bool) {
        if self.server.get_untracked() != answered {
            self.server.set(answered);
        }
    }
}
