//! The map: painted, or as text. Keys, mouse and fingers are heard here.

use std::sync::Arc;

use leptos::ev::{self, KeyboardEvent, PointerEvent};
use leptos::html;
use leptos::prelude::*;
use shared::game::Seat;
use shared::nuggets::{Key, Point, View};
use wasm_bindgen::JsCast as _;
use wasm_bindgen::prelude::Closure;
use web_sys::{Element, HtmlElement, ResizeObserver};

use crate::browser;
use crate::games::nuggets::keys::{Asked, Finger, asked, finger};
use crate::games::nuggets::legs::way;
use crate::games::nuggets::painter::{Painter, Wishes};
use crate::games::nuggets::walker::Walker;
use crate::games::nuggets::words;
use crate::state::settings::{Settings, use_settings};

/// A gridpoint for players on a map that is larger than the screen, in CSS pixels; and on a phone.
const CELL: f64 = 30.0;
const CELL_PHONE: f64 = 23.0;

/// What a map needs that is shown, be it played, watched or replayed.
#[derive(Clone, Copy)]
pub struct Sight {
    /// What is seen.
    pub view: Signal<Arc<View>>,
    /// Who is in the middle for those who watch.
    pub at: Signal<Option<Seat>>,
    /// Who moves; `None` for those who only watch.
    pub walker: Option<Walker>,
    /// Whether the keys are explained.
    pub help: RwSignal<bool>,
}

/// The map, painted or as text.
#[component]
pub fn Cave(
    /// What is shown.
    sight: Sight,
) -> impl IntoView {
    let settings = use_settings();
    let text = settings.text_map();
    let cave = NodeRef::<html::Div>::new();
    let painter = StoredValue::new_local(None::<Painter>);
    hear_keys(sight, settings, cave, painter);
    let label = move || match (sight.walker.is_some(), text.get()) {
        (true, false) => "Map. Arrow keys move, Shift runs, T switches to text.",
        (true, true) => "Map as text. Arrow keys move, Shift runs, T switches to the drawing.",
        (false, false) => "Map. Arrow keys look around if it is larger than the picture, T switches to text.",
        (false, true) => "Map as text. T switches to the drawing.",
    };
    let shown = move || {
        if text.get() {
            view! { <Text view=sight.view/> }.into_any()
        } else {
            view! { <Picture sight=sight painter=painter/> }.into_any()
        }
    };
    view! {
        <div
            class="ng-cave"
            class:ng-text=move || text.get()
            data-variant=move || if text.get() { "text" } else { "map" }
            data-walking=move || sight.walker.and_then(|walker| walker.goal().get()).map(|_| "true")
            tabindex="0"
            role="application"
            aria-label=label
            node_ref=cave
        >
            {shown}
        </div>
    }
    .into_any()
}

/// What paints the map, while it is painted.
type Painted = StoredValue<Option<Painter>, LocalStorage>;

/// The keys mean the map unless something else wants them.
fn hear_keys(sight: Sight, settings: Settings, cave: NodeRef<html::Div>, painter: Painted) {
    let on_down = move |event: KeyboardEvent| {
        if event.ctrl_key() || event.alt_key() || event.meta_key() || event.is_composing() {
            return;
        }
        let Some(target) = event.target().and_then(|target| target.dyn_into::<Element>().ok()) else {
            return;
        };
        if !free(&target) {
            return;
        }
        let Some(asked) = asked(&event.key(), &event.code(), event.shift_key()) else { return };
        let nowhere = idle(&target);
        let here = cave.get_untracked().is_some_and(|cave| cave.contains(Some(&target)));
        match (asked, sight.walker) {
            (Asked::Go(key), Some(walker)) => {
                // Letters belong to the map only while it, or nothing, has the focus.
                if !(nowhere || here) && event.key().chars().count() == 1 {
                    return;
                }
                walker.press(key, event.repeat());
            }
            // Who only watches looks around, unless all is in the picture and the page can use the key.
            (Asked::Go(key), None) if nowhere || here => {
                let look = |painter: &Option<Painter>| {
                    painter.as_ref().is_some_and(|painter| painter.look(key.direction, key.run))
                };
                if !painter.try_with_value(look).unwrap_or_default() {
                    return;
                }
            }
            (Asked::Text, _) if nowhere || here => {
                settings.set_text_map(!settings.text_map().get_untracked());
            }
            (Asked::Help, _) if nowhere || here => sight.help.set(true),
            _ => return,
        }
        if nowhere || here {
            event.prevent_default();
        }
    };
    let on_up = move |_: KeyboardEvent| {
        if let Some(walker) = sight.walker {
            walker.release();
        }
    };
    let down = window_event_listener(ev::keydown, on_down);
    let up = window_event_listener(ev::keyup, on_up);
    on_cleanup(move || {
        down.remove();
        up.remove();
    });
}

/// False for what has a use for keys itself.
fn free(target: &Element) -> bool {
    const OWN: &str = "input, textarea, select, dialog, [contenteditable], .ng-tally-box";
    target.closest(OWN).ok().flatten().is_none()
}

/// True if nothing one can press or choose has the focus: only the page, or a heading it was moved to.
fn idle(target: &Element) -> bool {
    const USABLE: &str = "a, button, summary, [tabindex='0']";
    target.closest(USABLE).ok().flatten().is_none()
}

/// The map as text, as in a terminal.
#[component]
fn Text(view: Signal<Arc<View>>) -> impl IntoView {
    let lines = NodeRef::<html::Pre>::new();
    let screen = Memo::new(move |_| view.with(|view| view.screen.text()));
    Effect::new(move || {
        screen.track();
        let Some(lines) = lines.get() else { return };
        view.with_untracked(|view| keep_in_sight(&lines, view));
    });
    view! {
        <p class="ng-status">{move || view.with(|view| words::status(view))}</p>
        <pre class="ng-screen" node_ref=lines>{screen}</pre>
    }
}

/// Scrolls the cave so that the viewer stays away from its edges.
fn keep_in_sight(lines: &HtmlElement, view: &View) {
    let Some(at) = view.screen.viewer() else { return };
    let Some(cave) = lines.parent_element() else { return };
    let scroll = |at: u16, of: u16, start: i32, length: i32, window: i32, before: i32| {
        let place = start + length * i32::from(at) / i32::from(of.max(1));
        let edge = window / 4;
        if place < before + edge || place > before + window - edge { place - window / 2 } else { before }
    };
    let (width, height) = (cave.client_width(), cave.client_height());
    let (left, top) = (lines.offset_left(), lines.offset_top());
    let columns = view.screen.columns();
    let rows = view.screen.rows();
    cave.set_scroll_left(scroll(at.column, columns, left, lines.scroll_width(), width, cave.scroll_left()));
    cave.set_scroll_top(scroll(at.row, rows, top, lines.scroll_height(), height, cave.scroll_top()));
}

/// The map painted.
#[component]
fn Picture(sight: Sight, painter: Painted) -> impl IntoView {
    let canvas = NodeRef::<html::Canvas>::new();
    let settings = use_settings();
    let wishes = move || Wishes {
        still: settings.rests(),
        base_cell: if browser::matches("(max-width: 60rem)") { CELL_PHONE } else { CELL },
        at: sight.at.get(),
    };
    let with = move |act: &dyn Fn(&Painter)| {
        painter.try_with_value(|painter| {
            if let Some(painter) = painter {
                act(painter);
            }
        });
    };
    let watch = StoredValue::new_local(None::<Watch>);
    Effect::new(move || {
        let Some(canvas) = canvas.get() else { return };
        let parent = canvas.parent_element();
        let Some(new) = Painter::new(canvas, untrack(wishes)) else { return };
        if let Some(parent) = parent {
            watch.set_value(Watch::new(parent, new.clone()));
        }
        sight.view.with_untracked(|view| new.show(view));
        painter.set_value(Some(new));
    });
    Effect::new(move || {
        let wishes = wishes();
        with(&|painter| painter.wish(wishes));
    });
    Effect::new(move || {
        let view = sight.view.get();
        let goal = sight.walker.and_then(|walker| walker.goal().get());
        let way = goal.map(|goal| way(&view.screen, goal)).unwrap_or_default();
        with(&|painter| {
            painter.walk(way.clone());
            painter.show(&view);
        });
    });
    on_cleanup(move || {
        with(&|painter| painter.leave());
        painter.try_set_value(None);
    });
    let hand = Hand { sight, painter, down: StoredValue::new(None) };
    view! {
        <canvas
            class="ng-canvas"
            aria-hidden="true"
            node_ref=canvas
            on:pointerdown=move |event| hand.down(&event)
            on:pointermove=move |event| hand.moved(&event)
            on:pointerup=move |event| hand.up(&event)
            on:pointercancel=move |_| hand.down.set_value(None)
        ></canvas>
    }
}

/// Tells a painter how large the picture is, until it is dropped.
struct Watch {
    observer: ResizeObserver,
    _heard: Closure<dyn FnMut()>,
}

impl Watch {
    fn new(parent: Element, painter: Painter) -> Option<Self> {
        let measured = parent.clone();
        let heard = Closure::<dyn FnMut()>::new(move || {
            let ratio = browser::window().map_or(1.0, |window| window.device_pixel_ratio());
            let (width, height) = (f64::from(measured.client_width()), f64::from(measured.client_height()));
            painter.resize(width, height, ratio.clamp(1.0, 3.0));
        });
        let observer = ResizeObserver::new(heard.as_ref().unchecked_ref()).ok()?;
        observer.observe(&parent);
        Some(Self { observer, _heard: heard })
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        self.observer.disconnect();
    }
}

/// A finger or a mouse on the map.
#[derive(Clone, Copy)]
struct Hand {
    sight: Sight,
    painter: Painted,
    /// Where it went down, and where it was last.
    down: StoredValue<Option<Down>>,
}

#[derive(Clone, Copy)]
struct Down {
    pointer: i32,
    from: (f64, f64),
    last: (f64, f64),
}

impl Hand {
    fn down(self, event: &PointerEvent) {
        if event.button() != 0 {
            return;
        }
        let at = place(event);
        self.down.set_value(Some(Down { pointer: event.pointer_id(), from: at, last: at }));
        if let Some(target) = event.target().and_then(|target| target.dyn_into::<Element>().ok()) {
            // Fails if the pointer has gone already.
            let _ = target.set_pointer_capture(event.pointer_id());
        }
    }

    fn moved(self, event: &PointerEvent) {
        let Some(down) = self.down.get_value().filter(|down| down.pointer == event.pointer_id()) else {
            return;
        };
        let at = place(event);
        self.down.set_value(Some(Down { last: at, ..down }));
        if self.sight.walker.is_none() {
            let (right, below) = (at.0 - down.last.0, at.1 - down.last.1);
            self.painter.with_value(|painter| {
                if let Some(painter) = painter {
                    painter.drag(right, below);
                }
            });
        }
    }

    fn up(self, event: &PointerEvent) {
        let Some(down) = self.down.get_value().filter(|down| down.pointer == event.pointer_id()) else {
            return;
        };
        self.down.set_value(None);
        let Some(walker) = self.sight.walker else { return };
        let at = place(event);
        match finger(at.0 - down.from.0, at.1 - down.from.1) {
            Finger::Tap => {
                if let Some(point) = self.point(down.from) {
                    walker.walk_to(point);
                }
            }
            Finger::Swipe(direction) if event.pointer_type() != "mouse" => {
                walker.press(Key::run(direction), false);
            }
            Finger::Swipe(_) | Finger::Unclear => {}
        }
    }

    fn point(self, (x, y): (f64, f64)) -> Option<Point> {
        self.painter.with_value(|painter| painter.as_ref()?.point_at(x, y))
    }
}

/// On the picture, in CSS pixels.
fn place(event: &PointerEvent) -> (f64, f64) {
    (f64::from(event.offset_x()), f64::from(event.offset_y()))
}
