//! The result: both fleets, the figures, and what comes next. It can be closed to look at the boards.

use std::sync::Arc;

use leptos::prelude::*;
use shared::catalogue::GameId;
use shared::game::Seat;
use shared::sea_battle::{SeaBattle, View, other};

use crate::games::after::Aftermath;
use crate::games::result::{ResultDialog, Words};
use crate::games::sea_battle::chart::Chart;
use crate::games::sea_battle::drawing::Drawing;
use crate::games::sea_battle::stats::Tally;
use crate::games::sea_battle::turn::winner;
use crate::games::sea_battle::words;
use crate::state::match_::MatchState;
use crate::ui::words::counted;

/// The sea around the emblem.
const SEA: &str = r#"<rect class="em-sea1" x="-900" y="222" width="2200" height="300"/>"#;

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
    let outcome = move || view.with(|view| view.outcome.as_ref().map_or(0, |ending| ending.code));
    let played = Signal::derive(move || outcome() > 0);
    let after = Aftermath::of(state, view.with_untracked(|view| view.seat), played);
    let far = view.with_untracked(|view| words::facing(view));
    let near = other(far);
    let wish = move || {
        view.with(|view| {
            let name = |seat| words::name_of(view, seat);
            let agree = || after.offered().then(|| format!("{} has to agree to a rematch", name(far)));
            after.wish(name).or_else(agree)
        })
    };
    let words = Words {
        title: Signal::derive(move || words::end_title(outcome()).to_owned()),
        text: Signal::derive(move || view.with(|view| words::end_text(view, winner(state)))),
        wish: Signal::derive(wish),
        close: "Close the result and look at the boards",
    };
    view! {
        <ResultDialog game=GameId::SeaBattle after open words ground=SEA>
            <div class="result__two sb-end">
                <SmallSea view=view seat=far id="end-theirs"/>
                <SmallSea view=view seat=near id="end-own"/>
                <Figures view=view near=near/>
            </div>
        </ResultDialog>
    }
    .into_any()
}

/// One fleet and the shots at it.
#[component]
fn SmallSea(view: Signal<Arc<View>>, seat: Seat, id: &'static str) -> impl IntoView {
    let own = view.with_untracked(|view| view.seat == Some(seat));
    let caption = move || {
        view.with(|view| {
            let shots = counted(view.board(seat).shots.len(), "shot");
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
