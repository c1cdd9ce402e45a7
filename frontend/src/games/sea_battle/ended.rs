//! The result: both fleets, the figures, and what comes next. It can be closed to look at the boards.

use std::sync::Arc;

use leptos::html;
use leptos::prelude::*;
use leptos_router::components::A;
use leptos_router::hooks::use_navigate;
use shared::catalogue::GameId;
use shared::game::Seat;
use shared::record::RecordOf;
use shared::sea_battle::{SeaBattle, View, other};

use crate::games::sea_battle::chart::Chart;
use crate::games::sea_battle::drawing::Drawing;
use crate::games::sea_battle::stats::Tally;
use crate::games::sea_battle::turn::winner;
use crate::games::sea_battle::words;
use crate::net::api;
use crate::state::match_::{Link, MatchState};
use crate::state::session::use_session;
use crate::state::task::Tasks;
use crate::ui::icon::Icon;
use crate::ui::sprite::{self, Sprite};

/// The result of a match that is over.
#[component]
pub fn Ended(
    /// The match.
    state: MatchState<SeaBattle>,
    /// What is known of it.
    view: Signal<Arc<View>>,
    /// Whether it is shown.
    open: RwSignal<bool>,
) -> impl IntoView {
    sprite::need(Sprite::Emblems);
    if view.with_untracked(|view| view.seat.is_some()) {
        follow_rematch(state);
    }
    let dialog = NodeRef::<html::Dialog>::new();
    Effect::new(move || {
        let Some(dialog) = dialog.get() else { return };
        if open.get() && !dialog.open() {
            // Fails only for a dialog that is open in another way.
            let _ = dialog.show_modal();
        } else if !open.get() {
            dialog.close();
        }
    });
    let far = view.with_untracked(|view| words::facing(view));
    let near = other(far);
    let title =
        move || view.with(|view| words::end_title(view.outcome.as_ref().map_or(6, |ending| ending.code)));
    view! {
        <dialog
            class="result sb-result"
            data-game="sea-battle"
            aria-labelledby="result-title"
            node_ref=dialog
            on:close=move |_| open.set(false)
        >
            <div class="result__art em em--sea-battle">
                <svg viewBox="0 0 320 340" preserveAspectRatio="xMidYMax meet" aria-hidden="true">
                    <rect class="em-bg" x="-900" y="-900" width="2200" height="1400"/>
                    <rect class="em-sea1" x="-900" y="222" width="2200" height="300"/>
                    <use_ href=format!("#em-{}", GameId::SeaBattle)/>
                </svg>
            </div>
            <header class="result__head">
                <h2 class="result__title" id="result-title" tabindex="-1" autofocus>{title}</h2>
                <p class="result__text">{move || view.with(|view| words::end_text(view, winner(state)))}</p>
                <Wish state=state view=view/>
            </header>
            <div class="result__body">
                <div class="result__two sb-end">
                    <SmallSea view=view seat=far id="end-theirs"/>
                    <SmallSea view=view seat=near id="end-own"/>
                    <Figures view=view near=near/>
                </div>
                <Next state=state view=view/>
                <SeedLine state=state/>
            </div>
            <button
                class="btn btn--plain btn--icon sb-result-close"
                type="button"
                aria-label="Close the result and look at the boards"
                on:click=move |_| open.set(false)
            >
                <Icon name="close"/>
            </button>
        </dialog>
    }
}

/// Once both want another match, goes there. Who only watches stays.
fn follow_rematch(state: MatchState<SeaBattle>) {
    let navigate = use_navigate();
    let next = Memo::new(move |_| state.rematch.with(|rematch| rematch.match_id.clone()));
    Effect::new(move || {
        if let Some(id) = next.get() {
            navigate(&format!("/m/{id}"), leptos_router::NavigateOptions::default());
        }
    });
}

/// Who wants another match.
#[component]
fn Wish(state: MatchState<SeaBattle>, view: Signal<Arc<View>>) -> impl IntoView {
    let wish = Memo::new(move |_| {
        let offered = state.rematch.with(|rematch| rematch.offered.clone());
        view.with(|view| {
            let own = view.seat?;
            if offered.contains(&other(own)) {
                return Some(format!("{} wants a rematch", words::name_of(view, other(own))));
            }
            offered
                .contains(&own)
                .then(|| format!("{} has to agree to a rematch", words::name_of(view, other(own))))
        })
    });
    view! {
        <div role="status">{move || wish.get().map(|wish| view! { <span class="badge">{wish}</span> })}</div>
    }
}

/// One fleet and the shots at it.
#[component]
fn SmallSea(view: Signal<Arc<View>>, seat: Seat, id: &'static str) -> impl IntoView {
    let own = view.with_untracked(|view| view.seat == Some(seat));
    let caption = move || {
        view.with(|view| {
            let shots = words::counted(view.board(seat).shots.len(), "shot");
            let fleet = if own {
                "Your fleet".to_owned()
            } else {
                format!("{} fleet", words::whose(&words::name_of(view, seat)))
            };
            match view.seat {
                Some(_) if own => format!("{fleet}, their {shots}"),
                Some(_) => format!("{fleet}, your {shots}"),
                None => format!("{fleet}, {shots} at it"),
            }
        })
    };
    view! {
        <figure>
            <figcaption>{caption}</figcaption>
            <div class="sb-sea">
                <Chart id=id drawing=Memo::new(move |_| view.with(|view| Drawing::of(view.board(seat), own)))/>
            </div>
        </figure>
    }
}

/// Both sides' shooting, side by side.
#[component]
pub fn Figures(
    /// What is known.
    view: Signal<Arc<View>>,
    /// The side in the first column.
    near: Seat,
) -> impl IntoView {
    let tallies = move || view.with(|view| [other(near), near].map(|target| Tally::of(view.board(target))));
    let name = move |seat: Seat| {
        view.with(|view| if view.seat == Some(seat) { "You".to_owned() } else { words::name_of(view, seat) })
    };
    let row = |label: &'static str, figures: [Option<usize>; 2], unit: &'static str, more_is_better: bool| {
        let cell = |figure: Option<usize>, against: Option<usize>| {
            let text = figure.map_or_else(|| "–".to_owned(), |figure| format!("{figure}{unit}"));
            let best = more_is_better && against.is_some() && figure > against;
            view! { <td class=if best { "compare__best" } else { "" }>{text}</td> }
        };
        let [mine, theirs] = figures;
        view! {
            <tr>
                <th scope="row">{label}</th>
                {cell(mine, theirs)}
                {cell(theirs, mine)}
            </tr>
        }
    };
    let rows = move || {
        let [mine, theirs] = tallies();
        let both = |figure: fn(Tally) -> usize| [Some(figure(mine)), Some(figure(theirs))];
        view! {
            {row("Shots", both(|tally| tally.shots), "", false)}
            {row("Accuracy", [mine.accuracy(), theirs.accuracy()], "%", true)}
            {row("Longest run of hits", both(|tally| tally.longest_run), "", true)}
            {row("Ships sunk", both(|tally| tally.sunk), "", true)}
        }
    };
    view! {
        <table class="compare">
            <thead>
                <tr>
                    <td></td>
                    <th scope="col">{move || name(near)}</th>
                    <th scope="col">{move || name(other(near))}</th>
                </tr>
            </thead>
            <tbody>{rows}</tbody>
        </table>
    }
}

/// What one can do next.
#[component]
fn Next(state: MatchState<SeaBattle>, view: Signal<Arc<View>>) -> impl IntoView {
    let offered = Memo::new(move |_| {
        view.with(|view| view.seat)
            .is_some_and(|own| state.rematch.with(|rematch| rematch.offered.contains(&own)))
    });
    // Not after a match that never was, and not once the server has closed the room.
    let possible = Memo::new(move |_| {
        let played =
            view.with(|view| view.seat.is_some() && view.outcome.as_ref().is_some_and(|end| end.code > 0));
        played && !matches!(state.link.get(), Link::Stopped(_))
    });
    let replay =
        move || state.facts.with(|facts| facts.as_ref().map(|facts| format!("/m/{}/replay", facts.code)));
    let ask = move |_| {
        if !offered.get_untracked() {
            state.offer_rematch();
        }
    };
    view! {
        <div class="result__acts">
            <Show when=move || possible.get()>
                <button
                    class="btn btn--main btn--large"
                    type="button"
                    aria-disabled=move || offered.get().then_some("true")
                    on:click=ask
                >
                    <Icon name="again"/>
                    {move || if offered.get() { "Rematch offered" } else { "Rematch" }}
                </button>
            </Show>
            <A href="/?game=sea-battle" attr:class="btn">
                "New match"
            </A>
            {move || replay().map(|replay| view! {
                <A href=replay attr:class="btn">
                    <Icon name="replay"/>
                    "Watch replay"
                </A>
            })}
            <A href="/" attr:class="btn btn--plain">
                "Back to the parlour"
            </A>
        </div>
    }
}

/// The seed that was secret until now, and whether it is the one that was promised at the start.
#[component]
fn SeedLine(state: MatchState<SeaBattle>) -> impl IntoView {
    let record = RwSignal::new(None::<Arc<RecordOf<SeaBattle>>>);
    let session = use_session();
    let tasks = Tasks::here();
    let match_id =
        Memo::new(move |_| state.facts.with(|facts| facts.as_ref().map(|facts| facts.match_id.clone())));
    Effect::new(move || {
        let Some(id) = match_id.get() else { return };
        let token = session.user_token();
        tasks.run(async move {
            if let Ok(text) = api::record(token.as_deref(), &id).await {
                record.set(serde_json::from_str(&text).ok().map(Arc::new));
            }
        });
    });
    move || {
        let record = record.get()?;
        let (code, promised) = state
            .facts
            .with(|facts| facts.as_ref().map(|facts| (facts.code.clone(), facts.seed_hash.clone())))?;
        let fits = record.seed.public_hash() == promised;
        Some(view! {
            <p class="result__seed">
                <span>"Seed " <code title=record.seed.to_string()>{words::seed_start(&record.seed.to_string())}</code></span>
                <span>
                    {if fits { "It fits the fingerprint shown at the start." } else { "It does not fit the fingerprint shown at the start!" }}
                </span>
                <A href=format!("/m/{code}/replay")>"Judge this match again"</A>
            </p>
        })
    }
}
