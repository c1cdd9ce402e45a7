//! The result of a match that is over: a dialog that is the same for every game but for what the game puts into it. It
//! can be closed to look at the board once more.

use leptos::html;
use leptos::prelude::*;
use shared::catalogue::GameId;

use crate::games::after::{Aftermath, Next, SeedLine};
use crate::ui::dialog;
use crate::ui::icon::Icon;
use crate::ui::sprite::{self, Sprite};

/// What a game says in its result.
pub struct Words {
    /// How it ended, for the viewer.
    pub title: Signal<String>,
    /// The same in a sentence.
    pub text: Signal<String>,
    /// Who wants another match, if anybody.
    pub wish: Signal<Option<String>>,
    /// What the button that closes the dialog is called.
    pub close: &'static str,
}

/// The result of a match that is over.
#[component]
pub fn ResultDialog(
    /// Which game.
    game: GameId,
    /// What there is after the end.
    after: Aftermath,
    /// Whether it is shown.
    open: RwSignal<bool>,
    /// What it says.
    words: Words,
    /// What goes on beside the emblem where the picture is wider: shapes of SVG.
    ground: &'static str,
    /// The figures.
    children: Children,
) -> impl IntoView {
    sprite::need(Sprite::Emblems);
    let node = NodeRef::<html::Dialog>::new();
    dialog::follow(node, open);
    let Words { title, text, wish, close } = words;
    let wish = move || wish.get().map(|wish| view! { <span class="badge">{wish}</span> });
    let drawing = format!(
        r##"<rect class="em-bg" x="-900" y="-900" width="2200" height="1400"/>{ground}<use href="#em-{game}"/>"##
    );
    view! {
        <dialog
            class="result"
            data-game=game.word()
            aria-labelledby="result-title"
            node_ref=node
            on:close=move |_| open.set(false)
        >
            <div class=format!("result__art em em--{game}")>
                <svg
                    viewBox="0 0 320 340"
                    preserveAspectRatio="xMidYMax meet"
                    aria-hidden="true"
                    inner_html=drawing
                ></svg>
            </div>
            <header class="result__head">
                <h2 class="result__title" id="result-title" tabindex="-1" autofocus>{title}</h2>
                <p class="result__text">{text}</p>
                <div role="status">{wish}</div>
            </header>
            <div class="result__body">
                {children()}
                <Next game after/>
                <SeedLine after/>
            </div>
            <button
                class="btn btn--plain btn--icon result__close"
                type="button"
                aria-label=close
                on:click=move |_| open.set(false)
            >
                <Icon name="close"/>
            </button>
        </dialog>
    }
    .into_any()
}
