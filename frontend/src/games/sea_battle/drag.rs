//! Dragging ships: thin glue between the pointer and [`Placement`].
//!
//! The element that was pressed captures the pointer, so a drag goes on wherever the pointer is. Within a few pixels a
//! press is still a tap. The ship under the pointer moves by a transform, once a frame; the state of the placement
//! changes only when the ship comes to another cell.

use leptos::ev::PointerEvent;
use leptos::html::Div;
use leptos::prelude::*;
use wasm_bindgen::JsCast as _;
use web_sys::Element;

use crate::games::sea_battle::cells::cell_of;
use crate::games::sea_battle::geometry::{BoardRect, Grip};
use crate::games::sea_battle::placement::{Placement, size};

/// A press becomes a drag beyond this many pixels.
const THRESHOLD: f64 = 5.0;

/// A ship that was pressed.
#[derive(Debug, Clone, Copy)]
struct Press {
    ship: usize,
    pointer: i32,
    from: (f64, f64),
    at: (f64, f64),
    grip: Grip,
    lifted: bool,
    /// A frame is on its way that will draw the newest place.
    drawing: bool,
}

/// The ship that floats under the pointer.
#[derive(Debug, Clone, PartialEq)]
pub struct Floating {
    /// Its size.
    pub size: u8,
    /// Length of a cell on the screen, in CSS pixels.
    pub cell: f64,
    /// Where it is and how it lies, for CSS.
    pub transform: String,
}

/// The drags of one board.
#[derive(Clone, Copy)]
pub struct Drag {
    placement: RwSignal<Placement>,
    sea: NodeRef<Div>,
    press: StoredValue<Option<Press>>,
    /// Whether the click that follows the end of a drag has still to be ignored.
    spent: StoredValue<bool>,
    /// What floats under the pointer.
    pub floating: RwSignal<Option<Floating>>,
}

impl Drag {
    /// Drags ships of `placement` over the board in `sea`.
    pub fn new(placement: RwSignal<Placement>, sea: NodeRef<Div>) -> Self {
        Self {
            placement,
            sea,
            press: StoredValue::new(None),
            spent: StoredValue::new(false),
            floating: RwSignal::new(None),
        }
    }

    /// True if a click belongs to the end of a drag and means nothing. Asked once a click. A finger that was drawn makes none,
    /// so the next one may be that of a key.
    pub fn swallows_click(self, by_key: bool) -> bool {
        self.spent.try_update_value(std::mem::take).unwrap_or(false) && !by_key
    }

    /// A pointer was pressed.
    pub fn down(self, event: &PointerEvent) {
        self.spent.set_value(false);
        if event.button() != 0 || !event.is_primary() || self.press.with_value(Option::is_some) {
            return;
        }
        let Some(element) = event.target().and_then(|target| target.dyn_into::<Element>().ok()) else {
            return;
        };
        let at = (f64::from(event.client_x()), f64::from(event.client_y()));
        let Some((ship, grip)) = self.pressed_ship(&element, at) else { return };
        // Fails only for a pointer that is gone already; then no move will follow.
        let _ = element.set_pointer_capture(event.pointer_id());
        let pointer = event.pointer_id();
        self.press.set_value(Some(Press {
            ship,
            pointer,
            from: at,
            at,
            grip,
            lifted: false,
            drawing: false,
        }));
    }

    /// The pointer has moved.
    pub fn moved(self, event: &PointerEvent) {
        let Some(mut press) = self.press.get_value().filter(|press| press.pointer == event.pointer_id())
        else {
            return;
        };
        press.at = (f64::from(event.client_x()), f64::from(event.client_y()));
        let (dx, dy) = (press.at.0 - press.from.0, press.at.1 - press.from.1);
        if !press.lifted && dx.hypot(dy) > THRESHOLD {
            press.lifted = true;
            self.placement.update(|placement| placement.lift(press.ship));
        }
        let draw = press.lifted && !press.drawing;
        press.drawing |= draw;
        self.press.set_value(Some(press));
        if draw {
            request_animation_frame(move || self.draw());
        }
    }

    /// The pointer was let go.
    pub fn up(self, event: &PointerEvent) {
        let Some(press) = self.press.get_value().filter(|press| press.pointer == event.pointer_id()) else {
            return;
        };
        if press.lifted {
            self.carry(&press);
            self.placement.update(Placement::release);
            self.spent.set_value(true);
        }
        self.end();
    }

    /// The browser took the pointer away, or the player thought better of it.
    pub fn cancel(self) {
        if self.press.get_value().is_some_and(|press| press.lifted) {
            self.placement.update(Placement::escape);
            self.spent.set_value(true);
        }
        self.end();
    }

    /// The held ship was turned: it stays in the same place of the hand.
    pub fn turned(self) {
        self.press.update_value(|press| {
            if let Some(press) = press {
                press.grip = press.grip.turned();
            }
        });
        self.draw();
    }

    fn end(self) {
        self.press.set_value(None);
        self.floating.set(None);
    }

    fn pressed_ship(self, element: &Element, at: (f64, f64)) -> Option<(usize, Grip)> {
        self.placement.with_untracked(|placement| {
            if let Some(cell) = cell_of(Some(element.clone().into())) {
                let ship = placement.ship_at(cell)?;
                return Some((ship, Grip::on(placement.lies(ship)?, self.rect()?.spot(at.0, at.1)?)));
            }
            let berth = element.closest("[data-ship]").ok()??;
            let ship: usize = berth.get_attribute("data-ship")?.parse().ok()?;
            let grip = Grip::middle(size(ship), placement.stands(ship));
            placement.in_harbour(ship).then_some((ship, grip))
        })
    }

    /// Draws the newest place; also called for a frame that comes after the end of the drag.
    fn draw(self) {
        let press = self.press.try_update_value(|press| {
            let press = press.as_mut()?;
            press.drawing = false;
            press.lifted.then_some(*press)
        });
        let Some(press) = press.flatten() else { return };
        self.carry(&press);
        let Some(rect) = self.rect() else { return };
        let (size, cell) = (size(press.ship), rect.cell_length());
        let (x, y) = (press.at.0 - press.grip.x * cell, press.at.1 - press.grip.y * cell);
        let upright = self.placement.with_untracked(|placement| placement.stands(press.ship));
        let transform = if upright {
            format!("translate({:.1}px, {y:.1}px) rotate(90deg)", x + cell)
        } else {
            format!("translate({x:.1}px, {y:.1}px)")
        };
        self.floating.set(Some(Floating { size, cell, transform }));
    }

    /// Tells the placement where the ship is, if that is another cell than before.
    fn carry(self, press: &Press) {
        let upright = self.placement.with_untracked(|placement| placement.stands(press.ship));
        let spot = self.rect().and_then(|rect| rect.spot(press.at.0, press.at.1));
        let first = spot.and_then(|spot| press.grip.first_cell(spot, size(press.ship), upright));
        let before =
            self.placement.with_untracked(|placement| placement.ghost().map(|(_, ship)| ship.first()));
        if first != before {
            self.placement.update(|placement| placement.carry(first));
        }
    }

    fn rect(self) -> Option<BoardRect> {
        let rect = self.sea.get_untracked()?.get_bounding_client_rect();
        Some(BoardRect { left: rect.left(), top: rect.top(), width: rect.width(), height: rect.height() })
    }
}

/// The ship under the pointer.
#[component]
pub fn FloatingShip(
    /// What floats.
    floating: RwSignal<Option<Floating>>,
) -> impl IntoView {
    let size = Memo::new(move |_| floating.with(|floating| floating.as_ref().map(|floating| floating.size)));
    let transform =
        move || floating.with(|floating| floating.as_ref().map(|floating| floating.transform.clone()));
    let cell =
        move || floating.with(|floating| floating.as_ref().map(|floating| format!("{:.2}px", floating.cell)));
    move || {
        size.get().map(|size| {
            view! {
                <svg
                    class="sb-float"
                    viewBox=format!("0 0 {size}00 100")
                    aria-hidden="true"
                    style:--n=size.to_string()
                    style:--cell=cell
                    style:transform=transform
                >
                    <use_ href=format!("#ship-{size}")/>
                </svg>
            }
        })
    }
}
