//! Dragging piles. The pile that was pressed captures the pointer; within a few pixels a press is still a tap. Upwards and
//! downwards a finger scrolls the page, so a drag by finger begins sideways.

use leptos::ev::{MouseEvent, PointerEvent};
use leptos::prelude::*;

use crate::games::accordion::moves;
use crate::games::accordion::own::{NOT_THERE, Own};

/// A press becomes a drag beyond this many pixels.
const THRESHOLD: f64 = 6.0;
/// The class of the pile that is dragged.
const DRAGGED: &str = "ac-pile__btn--dragged";

#[derive(Clone, Copy)]
struct Press {
    place: usize,
    pointer: i32,
    from: (f64, f64),
    lifted: bool,
}

/// The drags of a row.
#[derive(Clone, Copy)]
pub struct Grip {
    own: Own,
    press: StoredValue<Option<Press>>,
    /// Whether the click that follows the end of a drag has still to be ignored.
    spent: StoredValue<bool>,
}

impl Grip {
    /// Drags piles of `own`.
    pub fn new(own: Own) -> Self {
        Self { own, press: StoredValue::new(None), spent: StoredValue::new(false) }
    }

    /// True if a click belongs to the end of a drag and means nothing. Asked once a click.
    pub fn swallows_click(self, event: &MouseEvent) -> bool {
        // A click by a key belongs to no drag, and not every browser sends one after a drag.
        self.spent.try_update_value(std::mem::take).unwrap_or(false) && event.detail() > 0
    }

    /// A pointer was pressed on a pile.
    pub fn down(self, place: usize, event: &PointerEvent) {
        self.spent.set_value(false);
        if event.button() != 0 || !event.is_primary() || !self.own.view.with_untracked(|view| view.my_turn())
        {
            return;
        }
        if let Some(pile) = self.own.element(place) {
            // Fails only for a pointer that is gone already; then no move will follow.
            let _ = pile.set_pointer_capture(event.pointer_id());
        }
        let press = Press { place, pointer: event.pointer_id(), from: point(event), lifted: false };
        self.press.set_value(Some(press));
    }

    /// The pointer has moved.
    pub fn moved(self, event: &PointerEvent) {
        let Some(mut press) = self.pressed(event) else { return };
        let (x, y) = point(event);
        let (dx, dy) = (x - press.from.0, y - press.from.1);
        if !press.lifted && dx.hypot(dy) > THRESHOLD {
            press.lifted = true;
            self.press.set_value(Some(press));
            if self.own.picked.get_untracked() != Some(press.place) {
                self.own.pick(Some(press.place));
            }
        }
        if press.lifted
            && let Some(pile) = self.own.element(press.place)
        {
            let style = pile.style();
            // Setting a property fails only for names that are none.
            let _ = style.set_property("--dx", &format!("{dx:.1}px"));
            let _ = style.set_property("--dy", &format!("{dy:.1}px"));
            let _ = pile.class_list().add_1(DRAGGED);
        }
    }

    /// The pointer was let go.
    pub fn up(self, event: &PointerEvent) {
        let Some(press) = self.pressed(event) else { return };
        self.cancel();
        if !press.lifted {
            return;
        }
        self.spent.set_value(true);
        let (row, place, at) = (self.own.row.get_untracked(), press.place, point(event));
        match moves::targets(&row, place).into_iter().find(|to| self.over(*to, at)) {
            Some(to) if !moves::chooses(&row, place) => self.own.go(place, to, true),
            Some(to) if event.shift_key() || !self.own.whole.get_untracked() => {
                self.own.go(place, to, false);
            }
            Some(to) => self.own.open_at.set(Some(to)),
            None => {
                self.own.pick(None);
                if (0..row.len()).any(|other| other != place && self.over(other, at)) {
                    self.own.say(NOT_THERE);
                }
            }
        }
    }

    /// The browser took the pointer away.
    pub fn cancel(self) {
        let press = self.press.try_update_value(Option::take).flatten();
        if let Some(pile) = press.and_then(|press| self.own.element(press.place)) {
            let _ = pile.class_list().remove_1(DRAGGED);
            let _ = pile.style().remove_property("--dx");
            let _ = pile.style().remove_property("--dy");
        }
    }

    fn over(self, place: usize, (x, y): (f64, f64)) -> bool {
        self.own.element(place).is_some_and(|pile| {
            let rect = pile.get_bounding_client_rect();
            (rect.left()..rect.right()).contains(&x) && (rect.top()..rect.bottom()).contains(&y)
        })
    }

    fn pressed(self, event: &PointerEvent) -> Option<Press> {
        self.press.get_value().filter(|press| press.pointer == event.pointer_id())
    }
}

fn point(event: &PointerEvent) -> (f64, f64) {
    (f64::from(event.client_x()), f64::from(event.client_y()))
}
