//! A new version of the app: that there is one, and when that may be said. `frontend/sw/update.js` looks after the service
//! worker; it and the app know each other by two events.
//!
//! Nothing is loaded anew before a person says so, and nobody is told in the middle of a turn.

use leptos::prelude::*;
use web_sys::Event;

use crate::browser::{self, Listener};

/// Says that there is a new version.
const FOUND: &str = "parlour-update";
/// Asks for the newest version, which loads the page anew.
const RENEW: &str = "parlour-renew";

/// A new version of the app. A handle.
#[derive(Clone, Copy)]
pub struct Update {
    found: RwSignal<bool>,
    engaged: RwSignal<bool>,
}

/// Provides it.
pub fn provide() -> Update {
    // It may have been found before the app was there to hear of it.
    let root = browser::document().and_then(|document| document.document_element());
    let found = RwSignal::new(root.is_some_and(|root| root.has_attribute("data-update")));
    let listener = browser::window().map(|window| Listener::new(&window, FOUND, move |_| found.set(true)));
    // As long as the page.
    StoredValue::new_local(listener);
    let update = Update { found, engaged: RwSignal::new(false) };
    provide_context(update);
    update
}

/// That of this page.
pub fn use_update() -> Update {
    use_context().unwrap_or_else(provide)
}

impl Update {
    /// True while it may be said that there is a new version.
    pub fn to_be_said(self) -> bool {
        self.found.get() && !self.engaged.get()
    }

    /// The person doesn't want to hear of it; the next start of the app has it anyway.
    pub fn dismiss(self) {
        self.found.set(false);
    }

    /// Says nothing while `engaged` is true; for as long as the component that calls it is there.
    pub fn wait_while(self, engaged: impl Fn() -> bool + Send + Sync + 'static) {
        let engaged = Memo::new(move |_| engaged());
        Effect::new(move || self.engaged.set(engaged.get()));
        on_cleanup(move || self.engaged.set(false));
    }
}

/// Loads the newest version there is.
pub fn renew() {
    if let (Some(window), Ok(event)) = (browser::window(), Event::new(RENEW)) {
        // Fails only for an event that is on its way already.
        let _ = window.dispatch_event(&event);
    }
}
