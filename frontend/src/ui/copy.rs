//! Puts a link on the clipboard and says so.

use leptos::task::spawn_local;
use wasm_bindgen_futures::JsFuture;

use crate::browser;
use crate::state::notices::Notices;

/// The whole address of a place of this app.
pub fn link(place: &str) -> String {
    let origin = browser::window().and_then(|window| window.location().origin().ok()).unwrap_or_default();
    format!("{origin}{place}")
}

/// The address of a match, to be given to others.
pub fn invite_link(code: &str) -> String {
    link(&format!("/m/{code}"))
}

/// Copies the invite link of a match.
pub fn copy_invite(notices: Notices, code: &str) {
    copy(notices, invite_link(code), "Whoever opens it can take a seat.");
}

/// Copies a link. `opened` says what happens to who opens it.
pub fn copy(notices: Notices, link: String, opened: &'static str) {
    spawn_local(async move {
        // Without TLS browsers keep the clipboard closed; then the address is there to be read.
        let clipboard = browser::window().filter(web_sys::Window::is_secure_context);
        let written = match clipboard {
            Some(window) => JsFuture::from(window.navigator().clipboard().write_text(&link)).await.is_ok(),
            None => false,
        };
        notices.say(if written {
            format!("Link copied. {opened}")
        } else {
            format!("Give this link to a friend: {link}")
        });
    });
}
