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
    let way = |(place, pile): (usize, HtmlElement)| {
        let name = pile.get_attribute("data-pile").unwrap_or_default();
        let (x, y) = match moved {
            Some((to, from)) if to == place => from,
            _ => before.iter().find(|(other, ..)| *other == name).map(|(_, x, y)| (*x, *y))?,
        };
        let way = (x - pile.offset_left(), y - pile.offset_top());
        (way != (0, 0)).then_some((pile, way))
    };
    // First everything is read and then everything written, so that the browser lays the page out once and not once a pile.
    let ways: Vec<_> = all(root, ".ac-pile").into_iter().enumerate().filter_map(way).collect();
    for (pile, (dx, dy)) in &ways {
        let style = pile.style();
        // Setting a property fails only for names that are none.
        let _ = style.set_property("--fx", &format!("{dx}px"));
        let _ = style.set_property("--fy", &format!("{dy}px"));
        let _ = pile.class_list().remove_1(COMING);
    }
    // Asking for a length lets the browser take note that nothing moves, so that it moves anew.
    if let Some((pile, _)) = ways.first() {
        let _ = pile.offset_height();
    }
    for (pile, _) in &ways {
        let _ = pile.class_list().add_1(COMING);
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
