//! Nuggets in the browser.
//!
//! | module | what it holds |
//! |---|---|
//! | [`light`] | what is known of the map and which of it is in sight, from the display |
//! | [`keys`] | what keys and fingers ask for |
//! | [`legs`] | one key under way, the next one waiting, and the walk to a spot |
//! | [`camera`] | which part of the map is on the screen |
//! | [`words`] | every sentence, and the final table |
//! | [`figures`] | the figures of people and gold |
//! | [`walker`] | sends what is wanted at a pace |
//! | [`palette`], [`terrain`], [`actors`], [`overview`], [`painter`] | the painted map: colours, ground, what is on it, the small map, and when to draw |
//! | [`cave`] | the map on the page, painted or as text; hears keys, mouse and fingers |
//! | [`stage`], [`side`] | what is around it: news, buttons, pad; purse, bar and list |
//! | [`ended`] | the result |
//! | [`tape`], [`replay`] | a finished match folded again entry by entry, and how it is shown |
//!
//! The first six need no browser and are tested natively. Every screen is a function of the view: a reload at any moment
//! shows the same one. Nothing moves before the server says so.

pub mod actors;
pub mod camera;
pub mod cave;
pub mod ended;
pub mod figures;
pub mod keys;
pub mod legs;
pub mod light;
pub mod overview;
pub mod painter;
pub mod palette;
pub mod replay;
pub mod side;
pub mod stage;
pub mod tape;
pub mod terrain;
pub mod walker;
pub mod words;

use std::sync::Arc;

use leptos::prelude::*;
use leptos_router::components::A;
use shared::nuggets::view::Screen;
use shared::nuggets::{Bits, Nuggets, Phase, View, letter};

use crate::games::nuggets::cave::{Cave, Sight};
use crate::games::nuggets::ended::Ended;
use crate::games::nuggets::figures::Heap;
use crate::games::nuggets::side::{Purse, Race, Tally};
use crate::games::nuggets::stage::{ComeIn, Help, Leave, News, Pad, TextButton};
use crate::games::nuggets::walker::Walker;
use crate::state::match_::MatchState;
use crate::ui::icon::Icon;

/// The page of a match.
#[component]
pub fn NuggetsPage(
    /// The match.
    state: MatchState<Nuggets>,
) -> impl IntoView {
    let view = Signal::derive(move || state.view.get().unwrap_or_else(|| Arc::new(nothing_yet())));
    let seat = view.with_untracked(|view| view.seat);
    let walker = seat.map(|_| Walker::new(state, view));
    let watched = RwSignal::new(None);
    let help = RwSignal::new(false);
    let sight = Sight { view, at: watched.into(), walker, help };
    let phase = Memo::new(move |_| view.with(|view| view.phase));
    let result = RwSignal::new(true);
    // One who has left sees the map as it was, and moves no more.
    let away = Memo::new(move |_| view.with(has_left));
    let acts = move || match phase.get() {
        Phase::Over => view! { <ResultButton open=result/> }.into_any(),
        _ if away.get() => view! { <A href="/" attr:class="btn btn--main">"To the games"</A> }.into_any(),
        Phase::Playing if seat.is_none() => view! { <ComeIn state=state/> }.into_any(),
        _ => ().into_any(),
    };
    let tally = match seat {
        Some(_) => view! { <Tally view=view presence=state.presence/> }.into_any(),
        None => view! { <Tally view=view presence=state.presence at=watched/> }.into_any(),
    };
    let playing = Memo::new(move |_| walker.is_some() && phase.get() == Phase::Playing && !away.get());
    view! {
        <main
            class="ng"
            data-game="nuggets"
            data-phase=move || phase_word(phase.get())
            data-seq=move || state.seq.get().to_string()
            data-letter=seat.map(|seat| letter(seat).to_string())
            data-purse=move || view.with(|view| view.purse).to_string()
            data-unclaimed=move || view.with(|view| view.unclaimed).to_string()
            aria-busy=move || if state.busy.get() { "true" } else { "false" }
        >
            <h1 class="u-hidden">"Nuggets"</h1>
            <section class="ng-stage" aria-label="Map">
                <Cave sight=sight/>
                <div class="ng-hud">
                    <News state=state view=view walker=walker/>
                    <div class="btns">
                        {acts}
                        <TextButton/>
                    </div>
                </div>
            </section>
            <aside class="ng-side" aria-label="Gold and players">
                <Purse view=view/>
                <Race view=view/>
                {tally}
                {walker.map(|walker| view! { <Pad walker=walker/> })}
                <Legend/>
                <div class="ng-keys">
                    <button class="btn btn--plain" type="button" on:click=move |_| help.set(true)>
                        <Icon name="dots"/>
                        "Keys"
                    </button>
                    {move || playing.get().then(|| view! { <Leave state=state/> })}
                </div>
            </aside>
            <Help open=help/>
            {move || (phase.get() == Phase::Over).then(|| view! { <Ended state=state view=view open=result/> })}
        </main>
    }
    .into_any()
}

/// Opens the result again.
#[component]
fn ResultButton(open: RwSignal<bool>) -> impl IntoView {
    view! {
        <button class="btn btn--main" type="button" on:click=move |_| open.set(true)>
            <Icon name="text"/>
            "Show the result"
        </button>
    }
}

/// What the legend explains, as shapes of SVG in a square of 36.
const KEYS: [(&str, &str); 3] = [
    (
        r#"<rect class="ng-key-lit" width="36" height="36" rx="6"/><path class="ng-joints" d="M0 18h36M12 0v18M26 18v18"/>"#,
        "Lit: in sight",
    ),
    (
        r#"<path class="ng-mem-floor" d="M0 0h25v36H0z"/><path class="ng-mem-line" d="M25 0q1 9 0 18t0 18"/><path class="ng-mem-hatch" d="M28 5l6-2M28 8l6-2M29 11l6-2M28 19l6 2M28 22l6 2M28 25l6 2M28 33l5-3"/><path class="ng-mem-dots" d="M8 9h.1M18 10h.1M8 20h.1M17 19h.1M8 30h.1M18 29h.1"/>"#,
        "Drawn: memory",
    ),
    (
        r#"<path class="ng-mem-way" d="M0 18h36"/><path class="ng-mem-way ng-mem-way--in" d="M0 18h36"/>"#,
        "Passage",
    ),
];

/// How to read the drawing.
#[component]
pub fn Legend() -> impl IntoView {
    let key = |(drawing, words)| {
        view! {
            <div>
                <svg class="ng-key" viewBox="0 0 36 36" aria-hidden="true" inner_html=drawing></svg>
                {words}
            </div>
        }
    };
    view! {
        <div class="ng-legend">
            {KEYS.map(key).collect_view()}
            <div><Heap/>"Gold in sight"</div>
        </div>
    }
    .into_any()
}

/// The word of a phase in attributes, for styles and tests.
pub const fn phase_word(phase: Phase) -> &'static str {
    match phase {
        Phase::Waiting => "waiting",
        Phase::Playing => "playing",
        Phase::Over => "over",
    }
}

/// True for a player who is not on the map any more while the match goes on.
pub fn has_left(view: &Arc<View>) -> bool {
    view.seat.is_some() && view.phase == Phase::Playing && view.screen.viewer().is_none()
}

/// Before the first snapshot nothing is known.
fn nothing_yet() -> View {
    View {
        phase: Phase::Waiting,
        seat: None,
        screen: Screen::blank(1, 1),
        trodden: Bits::none(1, 1),
        found: 0,
        purse: 0,
        unclaimed: 0,
        players: Vec::new(),
        outcome: None,
    }
}
