//! A native dialog, opened and closed by a signal. The browser keeps the focus inside and gives it back afterwards.

use leptos::html;
use leptos::prelude::*;
use shared::catalogue::GameId;
use wasm_bindgen::JsCast as _;
use web_sys::{Element, HtmlDialogElement};

use crate::ui::icon::Icon;

/// Opens and closes a dialog as a signal says.
pub fn follow(node: NodeRef<html::Dialog>, open: RwSignal<bool>) {
    Effect::new(move || {
        let Some(dialog) = node.get() else { return };
        if !open.get() {
            dialog.close();
        } else if !dialog.open() {
            // Fails only for a dialog that is open in another way, or not in the page.
            let _ = dialog.show_modal();
        }
    });
}

/// A dialog with a title and a button that closes it.
#[component]
pub fn Dialog(
    /// Whether it is there; the dialog writes it when a person closes it.
    open: RwSignal<bool>,
    /// Its title.
    #[prop(into)]
    title: Signal<String>,
    /// Whose accent it has.
    #[prop(optional)]
    game: Option<GameId>,
    /// What is in it; made anew each time.
    children: ChildrenFn,
) -> impl IntoView {
    let node = NodeRef::<html::Dialog>::new();
    follow(node, open);
    let on_backdrop = move |event: leptos::ev::MouseEvent| {
        // The sheet fills the dialog, so a click on the dialog itself is one beside the sheet.
        let target = event.target().and_then(|target| target.dyn_into::<Element>().ok());
        if target.is_some_and(|target| target.is_instance_of::<HtmlDialogElement>()) {
            open.set(false);
        }
    };
    view! {
        <dialog
            class="sheet"
            data-game=game.map(GameId::word)
            aria-label=move || title.get()
            node_ref=node
            on:close=move |_| open.set(false)
            on:click=on_backdrop
        >
            <div class="sheet__paper">
                <div class="sheet__head">
                    <h2 class="sheet__title">{title}</h2>
                    <button
                        class="btn btn--plain btn--icon"
                        type="button"
                        aria-label="Close"
                        on:click=move |_| open.set(false)
                    >
                        <Icon name="close"/>
                    </button>
                </div>
                {move || open.get().then(|| children())}
            </div>
        </dialog>
    }
}
