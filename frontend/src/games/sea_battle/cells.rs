//! The grid of cells over a chart: it has no looks of its own but hover and focus, and says in words what the chart
//! draws. One stop of the Tab key; the arrow keys move within it.

use leptos::ev::{FocusEvent, KeyboardEvent, MouseEvent, PointerEvent};
use leptos::html::Div;
use leptos::prelude::*;
use shared::sea_battle::Cells as CellSet;
use shared::sea_battle::{BOARD, Cell};
use wasm_bindgen::JsCast as _;
use web_sys::{Element, HtmlElement};

use crate::browser;
use crate::games::sea_battle::aim::{Press, Step};

/// A press on a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pressed {
    /// Which cell.
    pub cell: Cell,
    /// By what.
    pub by: Press,
    /// How many presses in quick succession this was, from 1.
    pub count: u32,
}

/// A board as a grid of 100 cells.
#[component]
pub fn Cells(
    /// What the grid is called.
    #[prop(into)]
    label: Signal<String>,
    /// The words for all cells, in reading order.
    #[prop(into)]
    words: Signal<Vec<String>>,
    /// The cell that Tab leads to.
    at: RwSignal<Cell>,
    /// Cells that can't be pressed to any use.
    #[prop(optional, into)]
    closed: Signal<CellSet>,
    /// Cells that a pointer can lift something from, so that a finger there doesn't scroll the page.
    #[prop(optional, into)]
    liftable: Signal<CellSet>,
    /// Takes presses; without it the grid is only to be read.
    #[prop(optional, into)]
    press: Option<Callback<Pressed>>,
    /// Takes a key before the grid does; true if it is done with it.
    #[prop(optional, into)]
    key: Option<Callback<KeyboardEvent, bool>>,
    /// Mouse or focus came to a cell, or the mouse left the grid.
    #[prop(optional, into)]
    point: Option<Callback<Option<Cell>>>,
    /// The element of the grid.
    #[prop(optional)]
    grid: NodeRef<Div>,
) -> impl IntoView {
    let touched = StoredValue::new(false);
    let on_key = move |event: KeyboardEvent| {
        if event.ctrl_key() || event.alt_key() || event.meta_key() {
            return;
        }
        if key.is_some_and(|key| key.run(event.clone())) {
            event.prevent_default();
            return;
        }
        let Some(step) = Step::of_key(&event.key()) else { return };
        event.prevent_default();
        let cell = step.from(at.get_untracked());
        at.set(cell);
        focus_cell(grid, cell);
    };
    let on_focus = move |event: FocusEvent| {
        let Some(cell) = cell_of(event.target()) else { return };
        at.set(cell);
        if let Some(point) = point {
            point.run(Some(cell));
        }
    };
    let on_over = move |event: PointerEvent| {
        let Some(point) = point.filter(|_| event.pointer_type() == "mouse") else { return };
        let Some(cell) = cell_of(event.target()) else { return };
        point.run(Some(cell));
        // Keys and mouse mean the same cell: where the focus is in the grid, it goes along.
        if has_focus(grid) {
            focus_cell(grid, cell);
        }
    };
    let on_leave = move |_: PointerEvent| {
        if let Some(point) = point {
            point.run(None);
        }
    };
    let on_click = move |event: MouseEvent| {
        let (Some(press), Some(cell)) = (press, cell_of(event.target())) else { return };
        // A click without a pointer comes from Enter, space or a screen reader.
        let by = match event.detail() {
            0 => Press::Key,
            _ if touched.get_value() => Press::Touch,
            _ => Press::Fine,
        };
        press.run(Pressed { cell, by, count: u32::try_from(event.detail()).unwrap_or(0).max(1) });
    };
    let row = move |y: u8| {
        let cells = (0..BOARD).filter_map(|x| Cell::new(x.into(), y.into()));
        let cells = cells
            .map(|cell| {
                let label = move || words.with(|words| words.get(cell.index()).cloned().unwrap_or_default());
                let tab = move || if at.get() == cell { "0" } else { "-1" };
                if press.is_none() {
                    return view! {
                        <span
                            class="sb-cell"
                            role="gridcell"
                            data-cell=cell.to_string()
                            tabindex=tab
                            aria-label=label
                        ></span>
                    }
                    .into_any();
                }
                view! {
                    <button
                        class="sb-cell"
                        class:sb-cell--lift=move || liftable.with(|cells| cells.contains(cell))
                        role="gridcell"
                        type="button"
                        data-cell=cell.to_string()
                        tabindex=tab
                        aria-label=label
                        aria-disabled=move || closed.with(|cells| cells.contains(cell)).then_some("true")
                    ></button>
                }
                .into_any()
            })
            .collect_view();
        view! {
            <div class="sb-cells__row" role="row">
                {cells}
            </div>
        }
    };
    view! {
        <div
            class="sb-cells"
            role="grid"
            aria-label=label
            aria-readonly=press.is_none().then_some("true")
            node_ref=grid
            on:keydown=on_key
            on:focusin=on_focus
            on:pointerdown=move |event| touched.set_value(event.pointer_type() == "touch")
            on:pointerover=on_over
            on:pointerleave=on_leave
            on:click=on_click
        >
            {(0..BOARD).map(row).collect_view()}
        </div>
    }
}

/// The cell an event happened on.
pub fn cell_of(target: Option<web_sys::EventTarget>) -> Option<Cell> {
    let word = target?.dyn_into::<Element>().ok()?.get_attribute("data-cell")?;
    Cell::all().find(|cell| cell.to_string() == word)
}

/// Moves the focus to a cell of a grid.
pub fn focus_cell(grid: NodeRef<Div>, cell: Cell) {
    let found = grid
        .get_untracked()
        .and_then(|grid| grid.query_selector(&format!("[data-cell='{cell}']")).ok().flatten());
    if let Some(button) = found.and_then(|found| found.dyn_into::<HtmlElement>().ok()) {
        // Fails only for elements that can't have the focus.
        let _ = button.focus();
    }
}

fn has_focus(grid: NodeRef<Div>) -> bool {
    let active = browser::document().and_then(|document| document.active_element());
    grid.get_untracked().is_some_and(|grid| active.is_some_and(|active| grid.contains(Some(&active))))
}
