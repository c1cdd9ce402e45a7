//! The title of the document, and the focus after a change of page.

use std::cell::Cell;

use leptos::prelude::*;
use wasm_bindgen::JsCast as _;
use web_sys::HtmlElement;

use crate::browser;
use crate::ui::live::announce;

thread_local! {
    static FIRST: Cell<bool> = const { Cell::new(true) };
}

/// Titles the document. A page calls it once with what it is; a match calls it again when it changes.
pub fn set_title(title: &str) {
    if let Some(document) = browser::document() {
        document.set_title(&if title.is_empty() {
            "Parlour".to_owned()
        } else {
            format!("{title} – Parlour")
        });
    }
}

/// Titles the document for a new page, says so, and moves the focus to the page's `h1`; the first page of a visit
/// leaves the focus alone.
pub fn arrive(title: &'static str) {
    set_title(title);
    if FIRST.replace(false) {
        return;
    }
    announce(if title.is_empty() { "Parlour, home" } else { title });
    // After the page is in the document.
    request_animation_frame(|| {
        let heading =
            browser::document().and_then(|document| document.query_selector("main h1").ok().flatten());
        if let Some(heading) = heading.and_then(|heading| heading.dyn_into::<HtmlElement>().ok()) {
            heading.set_tab_index(-1);
            let _ = heading.focus();
        }
    });
}
