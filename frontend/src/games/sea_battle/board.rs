//! A board: its letters and numbers, and within them whatever is drawn and laid over it.

use leptos::html::Div;
use leptos::prelude::*;
use shared::sea_battle::{BOARD, Cell};

/// The frame of letters and numbers around a sea.
#[component]
pub fn Board(
    /// The sea within, whose rectangle the pointer is measured against.
    #[prop(optional)]
    sea: NodeRef<Div>,
    /// The cell whose letter and number stand out.
    #[prop(optional, into)]
    aim: Signal<Option<Cell>>,
    /// Whether nothing can be done on it now.
    #[prop(optional, into)]
    locked: Signal<bool>,
    /// Chart and cells.
    children: Children,
) -> impl IntoView {
    let at = |of: fn(Cell) -> u8| Memo::new(move |_| aim.get().map(of));
    let (column, row) = (at(Cell::x), at(Cell::y));
    let axis = |at: Memo<Option<u8>>, word: fn(u8) -> String| {
        (0..BOARD)
            .map(|i| view! { <span class:sb-axis__at=move || at.get() == Some(i)>{word(i)}</span> })
            .collect_view()
    };
    view! {
        <div class="sb-board" class:sb-board--locked=move || locked.get()>
            <span class="sb-axis sb-axis--x" aria-hidden="true">
                {axis(column, |x| char::from(b'A' + x).to_string())}
            </span>
            <span class="sb-axis sb-axis--y" aria-hidden="true">
                {axis(row, |y| (y + 1).to_string())}
            </span>
            <div class="sb-sea" node_ref=sea>
                {children()}
            </div>
        </div>
    }
}
