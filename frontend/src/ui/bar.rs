//! The bar at the top of every page.

use leptos::prelude::*;
use leptos_router::components::A;
use shared::catalogue::GameId;
use wasm_bindgen::JsCast as _;
use web_sys::HtmlElement;

use crate::browser;
use crate::state::match_::Link;
use crate::state::notices::use_notices;
use crate::state::settings::use_settings;
use crate::ui::copy::copy_invite;
use crate::ui::dialog::Dialog;
use crate::ui::icon::{Icon, Mark};
use crate::ui::link::LinkBadge;
use crate::ui::settings::SettingsForm;
use crate::ui::title::refocus;

/// The bar of pages outside a match.
#[component]
pub fn Bar() -> impl IntoView {
    view! {
        <header class="bar">
            <Wordmark/>
            <nav class="bar__tools" aria-label="Parlour">
                <A href="/rules" attr:class="btn btn--plain"><Icon name="book"/>"Rules"</A>
                <A href="/settings" attr:class="btn btn--plain btn--icon" attr:aria-label="Settings"><Icon name="gear"/></A>
                <ThemeButton/>
            </nav>
        </header>
    }
}

/// The bar of a match: which game, how the connection is, and the way to invite somebody, or to start practice anew.
#[component]
pub fn MatchBar(
    /// Which game.
    game: GameId,
    /// What can be said aloud to invite somebody.
    #[prop(into)]
    code: Signal<Option<String>>,
    /// How the connection is; `None` where there is none.
    #[prop(optional)]
    link: Option<Signal<Link>>,
    /// Called for another match of practice.
    #[prop(optional)]
    on_again: Option<Callback<()>>,
    /// Called for the same match of practice once more, where chance can be the same.
    #[prop(optional_no_strip)]
    on_same: Option<Callback<()>>,
) -> impl IntoView {
    let notices = use_notices();
    // In a dialog: whoever plays must not have to leave the match for it.
    let settings_open = RwSignal::new(false);
    let invite = move || {
        code.get().map(|code| {
            let label = format!("Copy the invite link of match {code}");
            let shown = code.clone();
            view! {
                <button
                    class="btn btn--plain bar__code"
                    type="button"
                    aria-label=label
                    on:click=move |_| copy_invite(notices, &code)
                >
                    <Icon name="link"/>
                    <span>{shown}</span>
                </button>
            }
        })
    };
    view! {
        <header class="bar" data-game=game.word()>
            <Wordmark/>
            <p class="bar__game"><Mark game/>{game.name()}</p>
            <div class="bar__tools">
                {link.map(|link| view! { <LinkBadge link/> })}
                {invite}
                {on_again.map(|on_again| view! { <StartAnew game on_again on_same/> })}
                <A
                    href=format!("/rules/{game}")
                    attr:class="btn btn--plain btn--icon bar__extra"
                    attr:aria-label="Rules"
                    attr:target="_blank"
                    attr:rel="noopener"
                >
                    <Icon name="book"/>
                </A>
                <button
                    class="btn btn--plain btn--icon"
                    type="button"
                    aria-label="Settings"
                    on:click=move |_| settings_open.set(true)
                >
                    <Icon name="gear"/>
                </button>
                <ThemeButton/>
            </div>
        </header>
        <Dialog open=settings_open title="Settings"><SettingsForm/></Dialog>
    }
}

/// Says that this is practice, and starts it anew after a question.
#[component]
fn StartAnew(game: GameId, on_again: Callback<()>, on_same: Option<Callback<()>>) -> impl IntoView {
    let asking = RwSignal::new(false);
    let begin = move |how: Callback<()>| {
        asking.set(false);
        how.run(());
        // The dialog gives the focus back to the button that opened it; the next key is meant for the new match.
        request_animation_frame(|| {
            let focused = browser::document().and_then(|document| document.active_element());
            if let Some(focused) = focused.and_then(|element| element.dyn_into::<HtmlElement>().ok()) {
                // Fails for nothing that can have the focus.
                let _ = focused.blur();
            }
            refocus();
        });
    };
    let words = if on_same.is_some() {
        "Practice begins anew, with the same options: with this deal once more, or with another. What is on the table now is \
         not kept."
    } else {
        "Another match of practice begins, with the same options. What is on the table now is not kept."
    };
    let acts = move || {
        match on_same {
        Some(on_same) => view! {
            <button class="btn btn--main" type="button" on:click=move |_| begin(on_same)>"This deal again"</button>
            <button class="btn" type="button" on:click=move |_| begin(on_again)>"Another deal"</button>
        }
        .into_any(),
        None => view! {
            <button class="btn btn--main" type="button" on:click=move |_| begin(on_again)>"Start anew"</button>
        }
        .into_any(),
    }
    };
    view! {
        <button class="btn btn--plain" type="button" aria-label="Practice: start anew" on:click=move |_| asking.set(true)>
            <Icon name="again"/>
            <span class="bar__extra">"Practice"</span>
        </button>
        <Dialog open=asking title="Start anew?" game>
            <p>{words}</p>
            <div class="btns">
                {acts()}
                <button class="btn" type="button" on:click=move |_| asking.set(false)>"Play on"</button>
            </div>
        </Dialog>
    }
}

/// The way home: the o of the name is the lamp.
#[component]
fn Wordmark() -> impl IntoView {
    view! {
        <A href="/" attr:class="wordmark" attr:aria-label="Parlour, home">
            <span>"Parl"</span><span class="wordmark__lamp">"o"</span><span>"ur"</span>
        </A>
    }
}

#[component]
fn ThemeButton() -> impl IntoView {
    let settings = use_settings();
    view! {
        <button
            class="btn btn--plain btn--icon bar__extra"
            type="button"
            aria-label="Light or dark"
            on:click=move |_| settings.toggle_theme()
        >
            <Icon name="moon"/>
        </button>
    }
}
