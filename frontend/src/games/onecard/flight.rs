//! Shows cards on their way: an element that is already where it belongs is let come from somewhere else. The style sheet
//! moves it, and rests where less motion is asked for.

use wasm_bindgen::JsCast as _;
use web_sys::{DomRect, Element, HtmlElement};

/// The class of what is on its way.
const COMING: &str = "oc-come";
/// Cards that start together follow each other by this, in milliseconds.
const APART: usize = 45;
/// No card waits for more than so many others.
const MOST_WAITING: usize = 14;

/// Lets an element come from `from`, after `nth` others.
pub fn come(element: &HtmlElement, from: &DomRect, nth: usize) {
    let to = element.get_bounding_client_rect();
    // Not on the page, or hidden.
    if to.width() <= 0.0 || from.width() <= 0.0 {
        return;
    }
    let middle = |rect: &DomRect| (rect.left() + rect.width() / 2.0, rect.top() + rect.height() / 2.0);
    let ((x, y), (u, v)) = (middle(from), middle(&to));
    let style = element.style();
    // Setting a property fails only for names that are none.
    let _ = style.set_property("--fx", &format!("{:.1}px", x - u));
    let _ = style.set_property("--fy", &format!("{:.1}px", y - v));
    let _ = style.set_property("--late", &format!("{}ms", APART * nth.min(MOST_WAITING)));
    let classes = element.class_list();
    let _ = classes.remove_1(COMING);
    // Asking for a length lets the browser take note that nothing moves, so that it moves anew.
    let _ = element.offset_height();
    let _ = classes.add_1(COMING);
}

/// Lets everything below `root` arrive at once.
pub fn skip(root: &Element) {
    let Ok(coming) = root.query_selector_all(&format!(".{COMING}")) else { return };
    for index in 0..coming.length() {
        if let Some(element) = coming.item(index).and_then(|node| node.dyn_into::<Element>().ok()) {
            let _ = element.class_list().remove_1(COMING);
        }
    }
}

/// An element below `root`.
pub fn find(root: &Element, selector: &str) -> Option<HtmlElement> {
    root.query_selector(selector).ok().flatten()?.dyn_into().ok()
}

/// The stock, from which cards are drawn.
pub const STOCK: &str = ".oc-pile--stock";
/// The uppermost discard.
pub const TOP: &str = ".oc-laid:last-of-type";
/// The hand of the viewer.
pub const HAND: &str = ".oc-cards";

/// The plate of a seat.
pub fn plate(seat: shared::game::Seat) -> String {
    format!(".oc-seat[data-seat='{seat}']")
}
