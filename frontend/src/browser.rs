//! The few things asked of the browser itself, each of them possibly not there.

pub mod storage;

use wasm_bindgen::JsCast as _;
use wasm_bindgen::prelude::Closure;
use web_sys::{Document, Event, EventTarget, Window};

/// The window.
pub fn window() -> Option<Window> {
    web_sys::window()
}

/// The document.
pub fn document() -> Option<Document> {
    window().and_then(|window| window.document())
}

/// Milliseconds since the page began; never goes back.
pub fn now() -> f64 {
    window().and_then(|window| window.performance()).map_or(0.0, |clock| clock.now())
}

/// From 0 to below 1; good enough for jitter, not for secrets.
pub fn random() -> f64 {
    js_sys::Math::random()
}

/// 128 random bits as hex, made for keys.
pub fn random_key() -> Option<String> {
    use std::fmt::Write as _;
    let mut bytes = [0u8; 16];
    window()?.crypto().ok()?.get_random_values_with_u8_array(&mut bytes).ok()?;
    Some(bytes.iter().fold(String::with_capacity(32), |mut key, byte| {
        // Writing to a string can't fail.
        let _ = write!(key, "{byte:02x}");
        key
    }))
}

/// False if the browser knows that there is no network.
pub fn has_network() -> bool {
    window().is_none_or(|window| window.navigator().on_line())
}

/// Whether a media query holds now.
pub fn matches(query: &str) -> bool {
    let query = window().and_then(|window| window.match_media(query).ok().flatten());
    query.is_some_and(|query| query.matches())
}

/// Loads the page again.
pub fn reload() {
    if let Some(window) = window() {
        // Fails only in documents that can't be loaded at all.
        let _ = window.location().reload();
    }
}

/// Listens until it is dropped.
pub struct Listener {
    target: EventTarget,
    name: &'static str,
    handler: Closure<dyn FnMut(Event)>,
}

impl Listener {
    /// Calls `handler` for each event of that name.
    pub fn new(target: &EventTarget, name: &'static str, handler: impl FnMut(Event) + 'static) -> Self {
        let handler = Closure::<dyn FnMut(Event)>::new(handler);
        let listener = Self { target: target.clone(), name, handler };
        // Fails for no name and no handler; there are both.
        let _ = target.add_event_listener_with_callback(name, listener.handler.as_ref().unchecked_ref());
        listener
    }
}

impl Drop for Listener {
    fn drop(&mut self) {
        let _ =
            self.target.remove_event_listener_with_callback(self.name, self.handler.as_ref().unchecked_ref());
    }
}
