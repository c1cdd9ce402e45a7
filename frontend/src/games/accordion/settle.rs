//! Motion: after a change every pile lies where it belongs; those that lay elsewhere are let come from there. Nothing
//! waits for it, a key or a press ends it, and the style sheet rests where less motion is asked for.

use wasm_bindgen::JsCast as _;
use web_sys::{Element, HtmlElement};

/// The class of what is on its way.
const COMING: &str = "ac-come";

/// Where each pile lies: its lowest card, and its distance from the left and the top.
pub fn places(root: &Element) -> Vec<(String, i32, i32)> {
    let place = |pile: &HtmlElement| {
        (pile.get_attribute("data-pile").unwrap_or_default(), pile.offset_left(), pile.offset_top())
    };
    all(root, ".ac-pile").iter().map(place).collect()
}

/// Lets piles come from where they lay, and a pile that was moved onto from where that came from, `moved`.
pub fn settle(root: &Element, before: &[(String, i32, i32)], moved: Option<(usize, (i32, i32))>) {
    for (place, pile) in all(root, ".ac-pile").iter().enumerate() {
        let name = pile.get_attribute("data-pile").unwrap_or_default();
        let from = match moved {
            Some((to, from)) if to == place => Some(from),
            _ => before.iter().find(|(other, ..)| *other == name).map(|(_, x, y)| (*x, *y)),
        };
        let Some((x, y)) = from else { continue };
        let (dx, dy) = (x - pile.offset_left(), y - pile.offset_top());
        if dx == 0 && dy == 0 {
            continue;
        }
        let style = pile.style();
        // Setting a property fails only for names that are none.
        let _ = style.set_property("--fx", &format!("{dx}px"));
        let _ = style.set_property("--fy", &format!("{dy}px"));
        let classes = pile.class_list();
        let _ = classes.remove_1(COMING);
        // Asking for a length lets the browser take note that nothing moves, so that it moves anew.
        let _ = pile.offset_height();
        let _ = classes.add_1(COMING);
    }
}

/// Lets everything arrive at once.
pub fn skip(root: &Element) {
    for pile in all(root, ".ac-come") {
        let _ = pile.class_list().remove_1(COMING);
    }
}

fn all(root: &Element, selector: &str) -> Vec<HtmlElement> {
    let Ok(found) = root.query_selector_all(selector) else { return Vec::new() };
    (0..found.length()).filter_map(|index| found.item(index)?.dyn_into().ok()).collect()
}
