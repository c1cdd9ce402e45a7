//! The harbour: the ships that are still to be placed, and what one can do with the fleet as a whole.

use leptos::ev::MouseEvent;
use leptos::prelude::*;
use shared::sea_battle::{Fleet, SHIPS};
use shared::seed::Seed;

use crate::browser;
use crate::games::sea_battle::placement::{Placement, size};
use crate::games::sea_battle::words;
use crate::ui::icon::Icon;

/// The quay wall, in courses of stone.
const WALL: &str = "M0 9h800M0 17.2h800M6 0v9M22 9v9M40 0v9M56 9v9M74 0v9M90 9v9M108 0v9M124 9v9M142 0v9M158 9v9M176 0v9\
M192 9v9M210 0v9M226 9v9M244 0v9M260 9v9M278 0v9M294 9v9M312 0v9M328 9v9M346 0v9M362 9v9M380 0v9M396 9v9M414 0v9M430 9v9\
M448 0v9M464 9v9M482 0v9M498 9v9M516 0v9M532 9v9M550 0v9M566 9v9M584 0v9M600 9v9M618 0v9M634 9v9M652 0v9M668 9v9M686 0v9\
M702 9v9M720 0v9M736 9v9M754 0v9M770 9v9M788 0v9M804 9v9";

/// Where bollards stand on it.
const BOLLARDS: [u32; 8] = [38, 140, 242, 344, 446, 548, 650, 752];

/// The ships at the quay. Every ship has its berth for good, so that a ship being dragged keeps its element.
#[component]
pub fn Harbour(
    /// The fleet.
    placement: RwSignal<Placement>,
    /// A berth was pressed: which ship, and whether by key.
    press: Callback<(usize, bool)>,
) -> impl IntoView {
    let berths = (0..SHIPS).rev().map(|ship| view! { <Berth placement=placement ship=ship press=press/> });
    view! {
        <div class="panel sb-harbour">
            <div class="sb-harbour__head">
                <h2>"Harbour"</h2>
                <p>"Drag out, or tap and place"</p>
            </div>
            <div class="sb-quay">
                <svg class="sb-quay__water" aria-hidden="true">
                    <rect class="sb-swell" width="200%" height="200%" transform="scale(.5)"/>
                </svg>
                <svg
                    class="sb-quay__wall"
                    viewBox="0 0 400 18"
                    preserveAspectRatio="xMinYMin slice"
                    aria-hidden="true"
                >
                    <rect class="sb-stone" width="800" height="18"/>
                    <path class="sb-stone-l" d=WALL/>
                    {BOLLARDS
                        .map(|x| view! { <circle class="sb-bollard" cx=x cy="13" r="3.5"/> })
                        .collect_view()}
                </svg>
                <div class="sb-berths">{berths.collect_view()}</div>
            </div>
        </div>
    }
}

#[component]
fn Berth(placement: RwSignal<Placement>, ship: usize, press: Callback<(usize, bool)>) -> impl IntoView {
    let size = size(ship);
    let here = Memo::new(move |_| placement.with(|placement| placement.in_harbour(ship)));
    let chosen = Memo::new(move |_| placement.with(|placement| placement.selected() == Some(ship)));
    let upright = Memo::new(move |_| placement.with(|placement| placement.stands(ship)));
    let lies_upright = move || size > 1 && here.get() && upright.get();
    let label = move || match (here.get(), upright.get()) {
        (true, true) => format!("Ship of {size}, in harbour, upright"),
        (true, false) => format!("Ship of {size}, in harbour"),
        (false, _) => format!("Ship of {size}, placed"),
    };
    let picture = move || format!("#{}-{size}", if here.get() { "ship" } else { "hull" });
    let on_click = move |event: MouseEvent| {
        if here.get_untracked() {
            press.run((ship, event.detail() == 0));
        }
    };
    view! {
        <button
            class="sb-berth"
            class:sb-berth--out=move || !here.get()
            class:sb-berth--upright=lies_upright
            type="button"
            data-ship=ship.to_string()
            style:--n=size.to_string()
            tabindex=move || if here.get() { "0" } else { "-1" }
            aria-label=label
            aria-pressed=move || if here.get() && chosen.get() { "true" } else { "false" }
            aria-disabled=move || (!here.get()).then_some("true")
            on:click=on_click
        >
            <svg viewBox=format!("0 0 {size}00 100") aria-hidden="true">
                <use_ class:sb-berth--empty=move || !here.get() href=picture/>
            </svg>
        </button>
    }
}

/// What is wrong, what can be done with all ships, and which keys there are.
#[component]
pub fn Orders(
    /// The fleet.
    placement: RwSignal<Placement>,
    /// Whether the fleet is on its way to the server.
    busy: Signal<bool>,
    /// The fleet is ready.
    ready: Callback<()>,
) -> impl IntoView {
    let trouble = Memo::new(move |_| placement.with(Placement::trouble));
    let complete = Memo::new(move |_| placement.with(|placement| placement.plan().is_some()));
    let note = move || {
        let (what, why) = words::trouble_sentences(&trouble.get()?);
        Some(view! {
            <p class="sb-note" role="alert">
                <Icon name="close"/>
                <span>
                    <strong>{what}</strong>
                    " "
                    <span>{why}</span>
                </span>
            </p>
        })
    };
    let label = move || {
        if busy.get() { "Sending your fleet".to_owned() } else { placement.with(words::ready_button) }
    };
    let blocked = move || busy.get() || !complete.get();
    let on_ready = move |_| {
        if !untrack(blocked) {
            ready.run(());
        }
    };
    let key = |word: &'static str| view! { <span class="key">{word}</span> };
    view! {
        {note}
        <div class="sb-acts">
            <button class="btn" type="button" on:click=move |_| placement.update(|fleet| fleet.adopt(&random_fleet()))>
                <Icon name="shuffle"/>
                "Random"
            </button>
            <button class="btn" type="button" on:click=move |_| placement.update(Placement::clear)>
                <Icon name="clear"/>
                "Clear"
            </button>
            <button
                class="btn btn--main btn--large"
                type="button"
                aria-disabled=move || blocked().then_some("true")
                on:click=on_ready
            >
                {label}
            </button>
        </div>
        <p class="sb-keys">
            <span>{["←", "↑", "↓", "→"].map(key).collect_view()} " move"</span>
            <span>{key("R")} " turn"</span>
            <span>{key("Enter")} " lift and set"</span>
        </p>
    }
}

/// A fleet that nobody can foresee.
fn random_fleet() -> Fleet {
    let half = || browser::random_key().unwrap_or_default();
    // Two keys of 16 bytes are the 32 of a seed. Without a source of keys it is only not predictable at a glance.
    let seed = format!("{}{}", half(), half()).parse();
    let seed = seed.unwrap_or_else(|_| Seed::from_number(browser::random().to_bits()));
    Fleet::random(&mut seed.rng("sea-battle browser fleet"))
}
