//! Beside the table: the score, the last moves, and the way out.

use std::sync::Arc;

use leptos::prelude::*;
use shared::catalogue::GameId;
use shared::game::Seat;
use shared::onecard::{OneCard, Phase, View, What};

use crate::games::onecard::words;
use crate::state::match_::MatchState;
use crate::ui::card;
use crate::ui::dialog::Dialog;
use crate::ui::icon::Icon;
use crate::ui::words::signed;

/// Moves that are listed.
const MOVES: usize = 5;
/// Rounds that have a column of their own; of more, the latest.
const ROUNDS: usize = 2;

/// The score, the last moves, and below them what only a match has.
#[component]
pub fn Side(
    /// What is known.
    view: Signal<Arc<View>>,
    /// What comes below.
    #[prop(optional)]
    children: Option<Children>,
) -> impl IntoView {
    let title = Memo::new(move |_| view.with(|view| words::round(view)));
    view! {
        <aside class="oc-side" aria-label="Score and last moves" tabindex="0">
            <div>
                <h2 class="panel__title">{title}</h2>
                {move || view.with(|view| score(view, ROUNDS, &seats(view), "oc-score"))}
            </div>
            <div>
                <h2 class="panel__title">"Last moves"</h2>
                <ol class="oc-events">{move || view.with(|view| moves(view))}</ol>
            </div>
            {children.map(|children| children())}
        </aside>
    }
    .into_any()
}

fn seats(view: &View) -> Vec<Seat> {
    (0..).zip(&view.players).map(|(seat, _)| Seat(seat)).collect()
}

/// The scores as a table: the last `most` rounds, and the totals.
pub fn score(view: &View, most: usize, seats: &[Seat], class: &'static str) -> AnyView {
    let from = view.scores.len().saturating_sub(most);
    let rounds = || view.scores.iter().enumerate().skip(from);
    let heads = rounds().map(|(round, _)| view! { <th scope="col">{format!("R{}", round + 1)}</th> });
    let row = |seat: Seat| {
        let own = view.seat == Some(seat);
        let player = words::player(view, seat);
        let cells = rounds().map(|(_, score)| {
            let points = score.points.get(seat.index()).copied().unwrap_or_default();
            let won = score.winner == Some(seat);
            let text = if won { format!("{}, won", signed(points)) } else { signed(points) };
            view! { <td class=if won { "compare__best" } else { "" }>{text}</td> }.into_any()
        });
        let left = player.is_some_and(|player| player.left);
        view! {
            <tr data-me=own.then_some("true")>
                <th scope="row">{words::who(view, seat)}{left.then_some(" (gave up)")}</th>
                {cells.collect_view()}
                <td>{signed(player.map_or(0, |player| player.total))}</td>
            </tr>
        }
        .into_any()
    };
    view! {
        <table class=class>
            <thead>
                <tr><th scope="col">"Player"</th>{heads.collect_view()}<th scope="col">"Total"</th></tr>
            </thead>
            <tbody>{seats.iter().map(|&seat| row(seat)).collect_view()}</tbody>
        </table>
    }
    .into_any()
}

fn moves(view: &View) -> AnyView {
    let line = |one: shared::onecard::Move| {
        let drawn = match one.what {
            What::Played(card) => Some(card),
            What::Drew(_) => None,
        };
        let (who, what) = words::told(view, one);
        view! {
            <li>{card::drawing(drawn, "card card--compact")}<span><b>{who}</b>" "{what}</span></li>
        }
        .into_any()
    };
    let opening = (view.recent.iter().len() < MOVES && view.round > 0).then(|| {
        let first = view.discards.get(view.order.len()).copied();
        view! { <li>{card::drawing(first, "card card--compact")}<span>{words::opening(view)}</span></li> }
            .into_any()
    });
    view! {
        {view.recent.iter().rev().take(MOVES).map(line).collect_view()}
        {opening}
    }
    .into_any()
}

/// The way out of a match that goes on, after a question.
#[component]
pub fn Leave(
    /// The match.
    state: MatchState<OneCard>,
    /// What is known of it.
    view: Signal<Arc<View>>,
) -> impl IntoView {
    let asking = RwSignal::new(false);
    let plays = Memo::new(move |_| {
        view.with(|view| {
            let left = view.seat.and_then(|own| words::player(view, own)).is_none_or(|own| own.left);
            view.phase == Phase::Playing && !left
        })
    });
    let leave = move |_| {
        asking.set(false);
        state.resign();
    };
    view! {
        {move || plays.get().then(|| view! {
            <button class="btn btn--plain oc-leave" type="button" on:click=move |_| asking.set(true)>
                <Icon name="flag"/>
                "Give up"
            </button>
        })}
        <Dialog open=asking title="Give up this match?" game=GameId::OneCard>
            <p>"You are out, your cards go under the discards, and the others play on. There is no way back."</p>
            <div class="btns">
                <button class="btn btn--bad" type="button" on:click=leave>"Give up"</button>
                <button class="btn" type="button" on:click=move |_| asking.set(false)>"Play on"</button>
            </div>
        </Dialog>
    }
    .into_any()
}
