//! Accordion in the browser.
//!
//! | module | what it holds |
//! |---|---|
//! | [`moves`] | where a pile can go, and what moved between two views |
//! | [`words`] | every sentence |
//! | [`deals`] | what this browser remembers of single deals |
//! | [`own`], [`grip`] | the own row: what can be done with it by tap and key, and dragging |
//! | [`piles`], [`settle`] | how piles look, and how they move to their places |
//! | [`top`], [`rail`] | what is above the row, and below it |
//! | [`ended`] | the result of the match |
//! | [`tape`], [`replay`] | a finished match folded again entry by entry, and how it is shown |
//!
//! The first three know no page and are tested natively. Every screen is a function of the view.

pub mod deals;
pub mod ended;
pub mod grip;
pub mod moves;
pub mod own;
pub mod piles;
pub mod rail;
pub mod replay;
pub mod settle;
pub mod tape;
pub mod top;
pub mod words;

use std::sync::Arc;

use leptos::ev;
use leptos::prelude::*;
use shared::accordion::{Accordion, Phase, Row, Side, Step, View};

use crate::games::accordion::deals::Deals;
use crate::games::accordion::ended::{Ended, rows};
use crate::games::accordion::moves::Change;
use crate::games::accordion::own::Own;
use crate::games::accordion::piles::{OwnRow, defs};
use crate::games::accordion::rail::Rail;
use crate::games::accordion::top::Top;
use crate::state::match_::MatchState;
use crate::ui::icon::Icon;
use crate::ui::live::announce;

/// The page of a match.
#[component]
pub fn AccordionPage(
    /// The match.
    state: MatchState<Accordion>,
) -> impl IntoView {
    let view = Signal::derive(move || state.view.get().unwrap_or_else(|| Arc::new(nothing_yet())));
    let seat = view.with_untracked(|view| view.seat);
    let own = Own::new(state, view);
    let over = Memo::new(move |_| view.with(|view| view.phase == Phase::Over));
    let mine = Memo::new(move |_| view.with(|view| view.my_turn()));
    let result = RwSignal::new(true);
    // Only a deal that was chosen is known; any other follows from the seed, which is secret until the end.
    let deal = Signal::derive(move || {
        state.facts.with(|facts| facts.as_ref().and_then(|facts| facts.options.get("deal")?.as_u64()))
    });
    tell(own);
    let best = best_of_deal(view, deal);
    let waits = move || {
        (seat.is_some() && !mine.get() && !over.get()).then(|| {
            view! { <p class="ac-wait" role="status">"You have finished. The other row is shown once it is finished too."</p> }
        })
    };
    let table = if seat.is_some() {
        view! {
            <OwnRow own=own/>
            {waits}
            {move || mine.get().then(|| view! { <Rail own=own state=state/> })}
        }
        .into_any()
    } else {
        view! {
            <p class="ac-wait"><Icon name="eye"/>"You are watching. Both rows stay hidden until the end."</p>
            {move || view.with(|view| rows(view))}
        }
        .into_any()
    };
    view! {
        <main
            class="ac"
            data-game="accordion"
            data-phase=move || view.with(|view| view.phase.word())
            data-seat=seat.map(|seat| seat.to_string())
            data-seq=move || state.seq.get().to_string()
            data-piles=move || own.row.with(Row::len).to_string()
            data-dealt=move || own.row.with(Row::cards).to_string()
            aria-busy=move || if state.busy.get() { "true" } else { "false" }
        >
            {defs()}
            <Top view=view row=own.row deal=deal best=best/>
            {table}
            {move || over.get().then(|| view! {
                <button class="btn btn--main ac-again" type="button" on:click=move |_| result.set(true)>
                    <Icon name="text"/>
                    "Show the result"
                </button>
                <Ended state=state view=view best=best open=result/>
            })}
        </main>
    }
    .into_any()
}

/// Tells a screen reader what happened, and shows what moved; a press or a key ends the motion.
fn tell(own: Own) {
    let places = StoredValue::new(Vec::new());
    Effect::new(move |before: Option<Arc<View>>| {
        let now = own.view.get();
        let courses = before.as_ref().and_then(|old| Some((old.course.as_ref()?, now.course.as_ref()?)));
        let change = courses.map_or(Change::Rest, |(old, new)| moves::between(old, new));
        if let Some((old, new)) = courses
            && !own.dealing.get_untracked()
            && let Some(text) = words::happened(change, old, new)
        {
            announce(text);
        }
        if let Some(text) = before.as_ref().and_then(|old| words::other_finished(old, &now)) {
            announce(text);
        }
        // Once the page shows the new view.
        request_animation_frame(move || {
            let Some(node) = own.node.try_get_untracked().flatten() else { return };
            let _ = places.try_update_value(|places: &mut Vec<(String, i32, i32)>| {
                let from = |place: usize| places.get(place).map(|(_, x, y)| (*x, *y));
                let moved = match change {
                    Change::Moved(taken) | Change::Undone(Step::Move(taken)) => {
                        let (right, left) =
                            (usize::from(taken.from), usize::from(taken.from - taken.distance));
                        let (to, was) =
                            if matches!(change, Change::Moved(_)) { (left, right) } else { (right, left) };
                        from(was).map(|was| (to, was))
                    }
                    Change::Rest | Change::Dealt | Change::Undone(Step::Deal) => None,
                };
                if change != Change::Rest {
                    settle::settle(&node, places, moved);
                }
                *places = settle::places(&node);
            });
            own.keep_focus();
        });
        now
    });
    let skip = move || {
        if let Some(node) = own.node.try_get_untracked().flatten() {
            settle::skip(&node);
        }
    };
    let key = window_event_listener(ev::keydown, move |_| skip());
    let press = window_event_listener(ev::pointerdown, move |_| skip());
    on_cleanup(move || {
        key.remove();
        press.remove();
    });
}

/// The fewest piles of this deal in practice, before this game. A game counts when this page sees it end.
fn best_of_deal(view: Signal<Arc<View>>, deal: Signal<Option<u64>>) -> RwSignal<Option<u32>> {
    let best = RwSignal::new(None);
    let practised = Memo::new(move |_| view.with(|view| view.practice).then(|| deal.get()).flatten());
    Effect::new(move || best.set(practised.get().and_then(|deal| Deals::kept().best(deal))));
    Effect::new(move |playing: Option<bool>| {
        let now = view.get();
        if playing == Some(true)
            && let Some(piles) = ended::practised(&now)
            && let Some(deal) = practised.get_untracked()
        {
            Deals::kept().with(deal, piles).keep();
        }
        now.phase == Phase::Playing
    });
    best
}

/// Before the first snapshot nothing is known.
fn nothing_yet() -> View {
    let side = Side { dealt: 0, finished: false, row: None };
    View {
        phase: Phase::Waiting,
        seat: None,
        practice: false,
        house: false,
        names: [String::new(), String::new()],
        course: None,
        sides: [side, side],
        outcome: None,
    }
}
