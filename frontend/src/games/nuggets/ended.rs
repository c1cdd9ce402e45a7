//! The result: who found how much, and what comes next. It can be closed to look at the map.

use std::sync::Arc;

use leptos::html;
use leptos::prelude::*;
use shared::catalogue::GameId;
use shared::nuggets::{Nuggets, View};
use shared::protocol::session::Presence;

use crate::games::after::{Next, SeedLine, follow_rematch};
use crate::games::nuggets::figures::{Token, token_class};
use crate::games::nuggets::words::{self, Standing};
use crate::state::match_::MatchState;
use crate::ui::icon::Icon;
use crate::ui::sprite::{self, Sprite};

/// The result of a match that is over.
#[component]
pub fn Ended(
    /// The match.
    state: MatchState<Nuggets>,
    /// What is known of it.
    view: Signal<Arc<View>>,
    /// Whether it is shown.
    open: RwSignal<bool>,
) -> impl IntoView {
    sprite::need(Sprite::Emblems);
    let seat = view.with_untracked(|view| view.seat);
    if seat.is_some() {
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
    let wish = move || {
        let offered = state.rematch.with(|rematch| rematch.offered.clone());
        let names: Vec<String> = view.with(|view| {
            offered
                .iter()
                .filter(|&&other| Some(other) != seat)
                .map(|&other| words::name_of(view, other))
                .collect()
        });
        (!names.is_empty()).then(|| {
            let verb = if names.len() == 1 { "wants" } else { "want" };
            view! { <span class="badge">{format!("{} {verb} a rematch", names.join(", "))}</span> }
        })
    };
    let played =
        Signal::derive(move || view.with(|view| view.outcome.as_ref().is_some_and(|ending| ending.code > 0)));
    view! {
        <dialog
            class="result"
            data-game="nuggets"
            aria-labelledby="result-title"
            node_ref=dialog
            on:close=move |_| open.set(false)
        >
            <div class="result__art em em--nuggets">
                <svg viewBox="0 0 320 340" preserveAspectRatio="xMidYMax meet" aria-hidden="true">
                    <rect class="em-bg" x="-900" y="-900" width="2200" height="1400"/>
                    <path class="em-rock1" d="M-900-900H1300V1H-900zM-900 0H1V640H-900zM319 0H1300V640H319z"></path>
                    <use_ href=format!("#em-{}", GameId::Nuggets)/>
                </svg>
            </div>
            <header class="result__head">
                <h2 class="result__title" id="result-title" tabindex="-1" autofocus>
                    {move || view.with(|view| words::end_title(view))}
                </h2>
                <p class="result__text">{move || view.with(|view| words::end_text(view))}</p>
                <div role="status">{wish}</div>
            </header>
            <div class="result__body">
                <FinalTable view=view presence=state.presence/>
                <Next state=state game=GameId::Nuggets seat=seat played=played/>
                <SeedLine state=state/>
            </div>
            <button
                class="btn btn--plain btn--icon result__close"
                type="button"
                aria-label="Close the result and look at the map"
                on:click=move |_| open.set(false)
            >
                <Icon name="close"/>
            </button>
        </dialog>
    }
    .into_any()
}

/// Everybody who ever came, by purse.
#[component]
pub fn FinalTable(
    /// What is known.
    view: Signal<Arc<View>>,
    /// Where the players are, by seat.
    presence: Signal<Vec<Option<Presence>>>,
) -> impl IntoView {
    let rows = move || {
        view.with(|view| {
            let table = words::standings(view);
            let most = table.first().map_or(1, |row| row.purse).max(1);
            let row = |row: Standing| {
                let own = view.seat == Some(row.seat);
                let left =
                    presence.with(|all| all.get(row.seat.index()).copied().flatten()) == Some(Presence::Left);
                let bar = if own { String::new() } else { token_class("", row.seat, false) };
                let part = f64::from(row.purse) / f64::from(most);
                let name = if own { "You".to_owned() } else { row.name };
                view! {
                    <tr data-me=own.then_some("true") data-winner=(row.place == 1).then_some("true")>
                        <td class="ng-place">{row.place}</td>
                        <th scope="row">
                            <span class="ng-end">
                                <Token seat=row.seat own=own/>
                                <span>{name}</span>
                                {left.then(|| view! { <small>"left early"</small> })}
                            </span>
                        </th>
                        <td class="compare__bar"><i class=bar style:--part=format!("{part:.3}")></i></td>
                        <td>{row.purse}</td>
                    </tr>
                }
                .into_any()
            };
            table.into_iter().map(row).collect_view()
        })
    };
    view! {
        <div class="ng-table" tabindex="0" role="group" aria-label="Final table">
            <table class="compare">
                <thead>
                    <tr>
                        <th scope="col"><span class="u-hidden">"Place"</span></th>
                        <th scope="col" class="ng-col-name">"Player"</th>
                        <td class="compare__bar"></td>
                        <th scope="col">"Purse"</th>
                    </tr>
                </thead>
                <tbody>{rows}</tbody>
            </table>
        </div>
    }
    .into_any()
}
