//! Puts a text on the clipboard and says so.

use leptos::task::spawn_local;
use wasm_bindgen_futures::JsFuture;

use crate::browser;
use crate::state::notices::Notices;

/// The address of a match, to be given to others.
pub fn invite_link(code: &str) -> String {
    let origin = browser::window().and_then(|window| window.location().origin().ok()).unwrap_or_default();
    format!("{origin}/m/{code}")
}

/// Copies the invite link of a match.
pub fn copy_invite(notices: Notices, code: &str) {
    let link = invite_link(code);
    spawn_local(async move {
        // Without TLS browsers keep the clipboard closed; then the address is there to be read.
        let clipboard = browser::window().filter(web_sys::Window::is_secure_context);
        let written = match clipboard {
            Some(window) => JsFuture::from(window.navigator().clipboard().write_text(&link)).await.is_ok(),
            None => false,
        };
        notices.say(if written {
            "Link copied. Whoever opens it can take a seat.".to_owned()
        } else {
            format!("Give this link to a friend: {link}")
        });
    });
}
