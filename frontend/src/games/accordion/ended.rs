//! The result: both rows side by side, the difference in words, and what comes next.

use std::sync::Arc;

use leptos::prelude::*;
use shared::accordion::deck::deal_number;
use shared::accordion::{Accordion, View};
use shared::catalogue::GameId;
use shared::game::Seat;
use shared::record::RecordOf;

use crate::games::accordion::piles::still_row;
use crate::games::accordion::top::share;
use crate::games::accordion::words;
use crate::games::after::Aftermath;
use crate::games::result::{ResultDialog, Words};
use crate::practice::statistics;
use crate::state::match_::MatchState;
use crate::ui::words::counted;

/// What goes on beside the emblem.
const GROUND: &str = r#"<ellipse class="em-mid" cx="160" cy="372" rx="262" ry="128"/>"#;

/// The result of a match that is over.
#[component]
pub fn Ended(
    /// The match.
    state: MatchState<Accordion>,
    /// What is known of it.
    view: Signal<Arc<View>>,
    /// The fewest piles of this deal in practice, before this game.
    best: RwSignal<Option<u32>>,
    /// Whether it is shown.
    open: RwSignal<bool>,
) -> impl IntoView {
    let played =
        Signal::derive(move || view.with(|view| view.outcome.as_ref().is_some_and(|ending| ending.code > 0)));
    let after = Aftermath::of(state, view.with_untracked(|view| view.seat), played);
    let text = move || {
        view.with(|view| {
            let reason = view.outcome.as_ref().map(|ending| ending.reason.clone()).unwrap_or_default();
            words::difference(view).map_or(reason, |difference| format!("Same deal, {difference}"))
        })
    };
    let words = Words {
        title: Signal::derive(move || view.with(|view| words::end_title(view))),
        text: Signal::derive(text),
        wish: Signal::derive(move || view.with(|view| after.wish(|seat| view.name(seat).to_owned()))),
        close: "Close the result and look at the row",
    };
    let remembered = move || {
        let piles = view.with(|view| practised(view))?;
        let best = best.get();
        let is_best = best.is_some_and(|best| piles < best);
        let before = best.map(|best| format!("Your best on this deal was {best} before. "));
        Some(view! {
            <p>
                {is_best.then(|| view! { <span class="badge">"New best"</span>" " })}
                {before}
                {words::practised(&statistics::of(GameId::Accordion))}
            </p>
        })
    };
    // What was drawn is no secret any more.
    let deal = Memo::new(move |_| after.record.with(|record| record.as_deref().and_then(deal_of)));
    view! {
        <ResultDialog game=GameId::Accordion after open words ground=GROUND>
            {move || view.with(|view| rows(view))}
            {remembered}
            {move || deal.get().map(share)}
        </ResultDialog>
    }
    .into_any()
}

/// How many piles the viewer has left in a game of practice that is over, and was finished.
pub fn practised(view: &View) -> Option<u32> {
    let row = view.side(view.seat.filter(|_| view.practice)?).row?;
    view.difference()?;
    u32::try_from(row.len()).ok()
}

/// The number of the deal of a record.
fn deal_of(record: &str) -> Option<u64> {
    let record: RecordOf<Accordion> = serde_json::from_str(record).ok()?;
    Some(deal_number(&record.options, &record.seed))
}

/// Both rows, the viewer's first.
pub fn rows(view: &View) -> AnyView {
    let own = view.seat;
    let order = if own == Some(Seat(1)) { [Seat(1), Seat(0)] } else { [Seat(0), Seat(1)] };
    let one = |seat: Seat| {
        let row = view.side(seat).row?;
        let whose =
            if own == Some(seat) { "Your row".to_owned() } else { format!("The row of {}", view.name(seat)) };
        let label = format!("{whose}: {}", counted(row.len(), "pile"));
        Some(
            view! {
                <h2>{label.clone()}</h2>
                {still_row(&row, label)}
            }
            .into_any(),
        )
    };
    view! { <div class="ac-end">{order.into_iter().filter_map(one).collect_view()}</div> }.into_any()
}
