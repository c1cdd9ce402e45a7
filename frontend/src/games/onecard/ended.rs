//! The result: the score of all rounds, and what comes next. It can be closed to look at the table.

use std::sync::Arc;

use leptos::prelude::*;
use shared::catalogue::GameId;
use shared::onecard::{OneCard, View, log};
use shared::record::RecordOf;

use crate::games::after::Aftermath;
use crate::games::onecard::log::LogButton;
use crate::games::onecard::side::score;
use crate::games::onecard::words;
use crate::games::result::{ResultDialog, Words};
use crate::state::match_::MatchState;

/// The disc behind the card, and the table beyond the emblem.
const GROUND: &str = r#"<ellipse class="em-mid" cx="160" cy="372" rx="262" ry="128"/>"#;
/// Rounds that have a column of their own; of more, the latest.
const ROUNDS: usize = 5;

/// The result of a match that is over.
#[component]
pub fn Ended(
    /// The match.
    state: MatchState<OneCard>,
    /// What is known of it.
    view: Signal<Arc<View>>,
    /// Whether it is shown.
    open: RwSignal<bool>,
) -> impl IntoView {
    let played =
        Signal::derive(move || view.with(|view| view.outcome.as_ref().is_some_and(|ending| ending.code > 0)));
    let after = Aftermath::of(state, view.with_untracked(|view| view.seat), played);
    let words = Words {
        title: Signal::derive(move || view.with(|view| words::end_title(view))),
        text: Signal::derive(move || view.with(|view| words::end_text(view))),
        wish: Signal::derive(move || view.with(|view| after.wish(|seat| words::name_of(view, seat)))),
        close: "Close the result and look at the table",
    };
    let text = Callback::new(move |()| {
        let record = after.record.get_untracked()?;
        let record: RecordOf<OneCard> = serde_json::from_str(&record).ok()?;
        log::of_record(&record).ok()
    });
    view! {
        <ResultDialog game=GameId::OneCard after open words ground=GROUND>
            <div class="oc-final" tabindex="0" role="group" aria-label="Final table">
                {move || view.with(|view| score(view, ROUNDS, &words::standings(view), "compare"))}
            </div>
            {move || after.record.with(Option::is_some).then(|| view! { <p><LogButton text=text/></p> })}
        </ResultDialog>
    }
    .into_any()
}
