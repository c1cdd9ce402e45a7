//! The score of a round that has just ended, laid over the page for as long as one likes: the next round is already
//! being played, and nothing waits.

use std::sync::Arc;

use leptos::prelude::*;
use shared::game::Seat;
use shared::onecard::{Phase, View};

use crate::browser;
use crate::games::onecard::cards::open_hand;
use crate::games::onecard::words;
use crate::ui::icon::Icon;
use crate::ui::words::signed;

/// The sheet; there after each round but the last.
#[component]
pub fn RoundSheet(
    /// What is known.
    view: Signal<Arc<View>>,
) -> impl IntoView {
    let rounds = Memo::new(move |_| view.with(|view| view.scores.len()));
    // The round that is shown; 0 for none. One that was over before the page was opened is not news.
    let open = RwSignal::new(0_usize);
    Effect::new(move |before: Option<usize>| {
        let now = rounds.get();
        if before.is_some_and(|before| before < now) {
            open.set(now);
        }
        now
    });
    // Whoever acts has seen it.
    let acted = Memo::new(move |_| {
        view.with(|view| view.recent.iter().filter(|one| Some(one.seat) == view.seat).count())
    });
    Effect::new(move || {
        if acted.get() > 0 {
            open.set(0);
        }
    });
    let going_on = Memo::new(move |_| view.with(|view| view.phase == Phase::Playing));
    move || {
        let round = Some(open.get()).filter(|&round| round > 0 && going_on.get())?;
        let score = view.with_untracked(|view| view.scores.get(round - 1).cloned())?;
        // Where there is little room, one line says who has won, and the table stays in sight.
        let small = browser::matches("(max-width: 60rem)");
        let (title, rows) = view.with_untracked(|view| {
            let seats = (0..).zip(&view.players).map(|(seat, _)| Seat(seat));
            let row = |seat: Seat| {
                let points = score.points.get(seat.index()).copied().unwrap_or_default();
                let hand = view.shown.get(seat.index()).map(Vec::as_slice).unwrap_or_default();
                view! {
                    <tr data-me=(view.seat == Some(seat)).then_some("true")>
                        <th scope="row">{words::who(view, seat)}</th>
                        <td class="oc-sheet__hand">{open_hand(hand, "oc-open")}</td>
                        <td>{signed(points)}</td>
                        <td>{signed(words::player(view, seat).map_or(0, |player| player.total))}</td>
                    </tr>
                }
                .into_any()
            };
            (words::round_title(view, &score), seats.map(row).collect_view())
        });
        Some(
            view! {
                <section class="oc-sheet" aria-label=format!("Result of round {round}")>
                    <details open=!small>
                    <summary class="oc-sheet__title">{title}</summary>
                    <div class="oc-sheet__table" tabindex="0" role="group" aria-label="Scores">
                        <table class="oc-score">
                            <thead>
                                <tr>
                                    <th scope="col">"Player"</th>
                                    <th scope="col">"Left with"</th>
                                    <th scope="col">{format!("R{round}")}</th>
                                    <th scope="col">"Total"</th>
                                </tr>
                            </thead>
                            <tbody>{rows}</tbody>
                        </table>
                    </div>
                    <p class="field__note">"The next round is on already; this goes when you act."</p>
                    </details>
                    <button
                        class="btn btn--plain btn--icon oc-sheet__close"
                        type="button"
                        aria-label="Close the result of the round"
                        on:click=move |_| open.set(0)
                    >
                        <Icon name="close"/>
                    </button>
                </section>
            }
            .into_any(),
        )
    }
}
