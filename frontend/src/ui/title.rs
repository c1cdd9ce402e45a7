//! The title of the document, and the focus after a change of page.

use std::cell::Cell;

use leptos::prelude::*;
use wasm_bindgen::JsCast as _;
use web_sys::HtmlElement;

use crate::browser;
use crate::ui::live::announce;

thread_local! {
    /// The first page of a visit has been drawn.
    static ARRIVED: Cell<bool> = const { Cell::new(false) };
    /// There was a second page.
    static MOVED: Cell<bool> = const { Cell::new(false) };
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
    if !ARRIVED.replace(true) {
        return;
    }
    MOVED.set(true);
    announce(if title.is_empty() { "Parlour, home" } else { title });
    // After the page is in the document.
    request_animation_frame(|| {
        focus_heading();
    });
}

/// Moves the focus to the `h1` if what had it has gone with a change of scene, so that a keyboard goes on from there.
pub fn refocus() {
    request_animation_frame(|| {
        let Some(document) = browser::document() else { return };
        let lost = document.active_element().is_none_or(|element| element.tag_name() == "BODY");
        // The first page of a visit leaves the focus alone.
        if lost && MOVED.get() {
            focus_heading();
        }
    });
}

fn focus_heading() -> Option<()> {
    let heading = browser::document()?.query_selector("main h1").ok().flatten()?;
    let heading = heading.dyn_into::<HtmlElement>().ok()?;
    heading.set_tab_index(-1);
    heading.focus().ok()
}
