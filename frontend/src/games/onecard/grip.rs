//! Dragging cards of the own hand: upwards to play one, sideways to give it another place.
//!
//! The card that was pressed captures the pointer, so a drag goes on wherever the pointer is. Within a few pixels a press
//! is still a tap. The card follows by two custom properties, set once a frame.

use leptos::ev::PointerEvent;
use leptos::prelude::*;
use web_sys::HtmlElement;

use crate::games::onecard::fan::LIFT;
use crate::games::onecard::hand::Held;
use crate::games::onecard::own::Own;

/// A press becomes a drag beyond this many pixels.
const THRESHOLD: f64 = 6.0;
/// The class of the card that is dragged.
const DRAGGED: &str = "oc-card--dragged";

/// A card that was pressed.
#[derive(Clone, Copy)]
struct Press {
    held: Held,
    pointer: i32,
    from: (f64, f64),
    at: (f64, f64),
    lifted: bool,
    /// A frame is on its way that will draw the newest place.
    drawing: bool,
}

/// The drags of the own hand.
#[derive(Clone, Copy)]
pub struct Grip {
    own: Own,
    press: StoredValue<Option<Press>>,
    /// Whether the click that follows the end of a drag has still to be ignored.
    spent: StoredValue<bool>,
}

impl Grip {
    /// Drags cards of `own`.
    pub fn new(own: Own) -> Self {
        Self { own, press: StoredValue::new(None), spent: StoredValue::new(false) }
    }

    /// True if a click belongs to the end of a drag and means nothing. Asked once a click.
    pub fn swallows_click(self) -> bool {
        self.spent.try_update_value(std::mem::take).unwrap_or(false)
    }

    /// A pointer was pressed on a card.
    pub fn down(self, held: Held, event: &PointerEvent) {
        self.spent.set_value(false);
        if event.button() != 0 || !event.is_primary() || self.press.with_value(Option::is_some) {
            return;
        }
        if let Some(card) = self.own.element(held) {
            // Fails only for a pointer that is gone already; then no move will follow.
            let _ = card.set_pointer_capture(event.pointer_id());
        }
        let at = point(event);
        let pointer = event.pointer_id();
        self.press.set_value(Some(Press { held, pointer, from: at, at, lifted: false, drawing: false }));
    }

    /// The pointer has moved.
    pub fn moved(self, event: &PointerEvent) {
        let Some(mut press) = self.pressed(event) else { return };
        press.at = point(event);
        let (dx, dy) = (press.at.0 - press.from.0, press.at.1 - press.from.1);
        press.lifted |= dx.hypot(dy) > THRESHOLD;
        let draw = press.lifted && !press.drawing;
        press.drawing |= draw;
        self.press.set_value(Some(press));
        if draw {
            request_animation_frame(move || self.draw());
        }
    }

    /// The pointer was let go.
    pub fn up(self, event: &PointerEvent) {
        let Some(press) = self.pressed(event) else { return };
        self.press.set_value(None);
        if !press.lifted {
            return;
        }
        self.spent.set_value(true);
        let played = self.above(press.at) && self.own.play(press.held);
        // A card that is on its way waits where it was let go.
        if !played {
            if !self.above(press.at) {
                self.put(press);
            }
            self.lay_back(press.held);
        }
    }

    /// The browser took the pointer away.
    pub fn cancel(self) {
        if let Some(press) = self.press.try_update_value(Option::take).flatten() {
            self.spent.set_value(press.lifted);
            self.lay_back(press.held);
        }
    }

    /// Lays a card back where it belongs.
    fn lay_back(self, held: Held) {
        if let Some(card) = self.own.element(held) {
            let _ = card.class_list().remove_1(DRAGGED);
            let style = card.style();
            let _ = style.remove_property("--dx");
            let _ = style.remove_property("--dy");
        }
    }

    /// Lays every card back: the server has answered.
    pub fn settle(self) {
        let held = self.own.hand.with_untracked(|hand| hand.cards().to_vec());
        let pressed = self.press.with_value(|press| press.map(|press| press.held));
        held.into_iter().filter(|held| Some(*held) != pressed).for_each(|held| self.lay_back(held));
    }

    /// Gives a card the place it was let go at.
    fn put(self, press: Press) {
        let Some(rect) = self.own.node.get_untracked().map(|node| node.get_bounding_client_rect()) else {
            return;
        };
        let (x, y) = (press.at.0 - rect.left(), press.at.1 - rect.top());
        if let Some(place) = self.own.fan.with_untracked(|fan| fan.nearest(x, y)) {
            self.own.shift(press.held, place);
        }
    }

    /// True above the hand, where a card that is let go is played.
    fn above(self, (_, y): (f64, f64)) -> bool {
        let card = self.own.fan.with_untracked(|fan| fan.card);
        let top = self.own.node.get_untracked().map(|node| node.get_bounding_client_rect().top());
        top.is_some_and(|top| y < top + LIFT * card)
    }

    fn draw(self) {
        let press = self.press.try_update_value(|press| {
            let press = press.as_mut()?;
            press.drawing = false;
            press.lifted.then_some(*press)
        });
        let Some(press) = press.flatten() else { return };
        let Some(card) = self.own.element(press.held) else { return };
        let _ = card.class_list().add_1(DRAGGED);
        follow(&card, press);
    }

    fn pressed(self, event: &PointerEvent) -> Option<Press> {
        self.press.get_value().filter(|press| press.pointer == event.pointer_id())
    }
}

fn follow(card: &HtmlElement, press: Press) {
    let style = card.style();
    let _ = style.set_property("--dx", &format!("{:.1}px", press.at.0 - press.from.0));
    let _ = style.set_property("--dy", &format!("{:.1}px", press.at.1 - press.from.1));
}

fn point(event: &PointerEvent) -> (f64, f64) {
    (f64::from(event.client_x()), f64::from(event.client_y()))
}
