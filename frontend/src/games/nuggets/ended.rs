//! The result: who found how much, and what comes next. It can be closed to look at the map.

use std::sync::Arc;

use leptos::prelude::*;
use shared::catalogue::GameId;
use shared::nuggets::{Nuggets, View};
use shared::protocol::session::Presence;

use crate::games::after::Aftermath;
use crate::games::nuggets::figures::{Token, token_class};
use crate::games::nuggets::tape::{Tape, Work};
use crate::games::nuggets::words::{self, Standing};
use crate::games::result::{ResultDialog, Words};
use crate::state::match_::MatchState;

/// The rock around the emblem.
const ROCK: &str =
    r#"<path class="em-rock1" d="M-900-900H1300V1H-900zM-900 0H1V640H-900zM319 0H1300V640H319z"/>"#;

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
    let played =
        Signal::derive(move || view.with(|view| view.outcome.as_ref().is_some_and(|ending| ending.code > 0)));
    let after = Aftermath::of(state, view.with_untracked(|view| view.seat), played);
    // Nobody counts them during the match; the record has them.
    let work = Memo::new(move |_| {
        let record = after.record.get().and_then(|text| serde_json::from_str(&text).ok());
        record.and_then(|record| Tape::play(record).ok()).map(|tape| tape.work().to_vec()).unwrap_or_default()
    });
    let words = Words {
        title: Signal::derive(move || view.with(|view| words::end_title(view))),
        text: Signal::derive(move || view.with(|view| words::end_text(view))),
        wish: Signal::derive(move || view.with(|view| after.wish(|seat| words::name_of(view, seat)))),
        close: "Close the result and look at the map",
    };
    view! {
        <ResultDialog game=GameId::Nuggets after open words ground=ROCK>
            <FinalTable view=view presence=state.presence work=work.into()/>
        </ResultDialog>
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
    /// What they have done, by seat, as far as it is known.
    work: Signal<Vec<Work>>,
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
                let done = work.with(|work| work.get(row.seat.index()).copied());
                let figure =
                    |of: fn(Work) -> usize| done.map_or_else(|| "–".to_owned(), |done| of(done).to_string());
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
                        <td>{figure(|work| work.piles)}</td>
                        <td>{figure(|work| work.keys)}</td>
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
                        <th scope="col">"Piles"</th>
                        <th scope="col">"Keys"</th>
                        <th scope="col">"Purse"</th>
                    </tr>
                </thead>
                <tbody>{rows}</tbody>
            </table>
        </div>
    }
    .into_any()
}
