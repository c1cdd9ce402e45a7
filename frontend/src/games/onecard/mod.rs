//! OneCard in the browser.
//!
//! | module | what it holds |
//! |---|---|
//! | [`hand`] | the own hand in its order, twins told apart |
//! | [`fan`] | where the cards of a hand lie |
//! | [`ring`] | where everybody is on the rim of the table |
//! | [`motion`] | what moved between two views |
//! | [`words`] | every sentence |
//! | [`table`], [`seats`] | the table, and the plates of the players around it |
//! | [`own`], [`grip`], [`cards`] | the own hand: what can be done with it, dragging, and how it looks |
//! | [`flight`], [`size`] | cards on their way; how large something is |
//! | [`turn`], [`side`], [`sheet`] | what is around the table: whose turn it is, score and last moves, the result of a round |
//! | [`ended`], [`log`] | the result of the match, and its log as a file |
//! | [`tape`], [`replay`] | a finished match folded again entry by entry, and how it is shown |
//!
//! The first five know no browser and are tested natively. Every screen is a function of the view: a reload at any moment
//! shows the same one. Nothing moves before the server says so, and nothing waits for what is shown to move.

pub mod cards;
pub mod ended;
pub mod fan;
pub mod flight;
pub mod grip;
pub mod hand;
pub mod log;
pub mod motion;
pub mod own;
pub mod replay;
pub mod ring;
pub mod seats;
pub mod sheet;
pub mod side;
pub mod size;
pub mod table;
pub mod tape;
pub mod turn;
pub mod words;

use std::sync::Arc;

use leptos::ev;
use leptos::prelude::*;
use shared::game::Seat;
use shared::onecard::view::Recent;
use shared::onecard::{Direction, OneCard, Phase, View};

use crate::browser;
use crate::games::onecard::cards::Cards;
use crate::games::onecard::ended::Ended;
use crate::games::onecard::own::Own;
use crate::games::onecard::sheet::RoundSheet;
use crate::games::onecard::side::{Leave, Side};
use crate::games::onecard::table::{Shown, Table};
use crate::games::onecard::turn::{Turn, stand_ins};
use crate::state::match_::MatchState;
use crate::ui::icon::Icon;

/// A table with more players than this has smaller plates.
pub const MANY: usize = 6;

/// The page of a match.
#[component]
pub fn OneCardPage(
    /// The match.
    state: MatchState<OneCard>,
) -> impl IntoView {
    let view = Signal::derive(move || state.view.get().unwrap_or_else(|| Arc::new(nothing_yet())));
    let stand_ins = stand_ins(state);
    let shown = Shown { view, presence: state.presence, stand_ins, clocks: state.clocks };
    let (seat, many) = view.with_untracked(|view| (view.seat, view.players.len() > MANY));
    let own = seat.map(|_| Own::new(state, view));
    let over = Memo::new(move |_| view.with(|view| view.phase == Phase::Over));
    let result = RwSignal::new(true);
    let turn = move || {
        view.with(|view| match view.turn {
            Some(_) if view.my_turn() => "mine",
            Some(_) => "theirs",
            None => "none",
        })
    };
    hurry();
    let table = match own {
        Some(own) => view! { <Table shown=shown draw=Callback::new(move |()| own.draw())/> }.into_any(),
        None => view! { <Table shown=shown/> }.into_any(),
    };
    let hand = match own {
        Some(own) => view! { <Cards own=own/> }.into_any(),
        None => view! { <p class="oc-watch"><Icon name="eye"/>"You are watching. Hands stay hidden."</p> }
            .into_any(),
    };
    view! {
        <main
            class="oc"
            class:oc--many=many
            class:oc--watched=seat.is_none()
            data-game="onecard"
            data-phase=move || view.with(|view| phase_word(view.phase))
            data-turn=turn
            data-seat=seat.map(|seat| seat.to_string())
            data-seq=move || state.seq.get().to_string()
            data-round=move || view.with(|view| view.round).to_string()
            data-attack=move || view.with(|view| view.attack).to_string()
            aria-busy=move || if state.busy.get() { "true" } else { "false" }
        >
            <Turn state=state shown=shown/>
            {table}
            {move || if over.get() { view! { <ResultButton open=result/> }.into_any() } else { ().into_any() }}
            {hand}
            <Side view=view><Leave state=state view=view/></Side>
            <RoundSheet view=view/>
            {move || over.get().then(|| view! { <Ended state=state view=view open=result/> })}
        </main>
    }
    .into_any()
}

/// Opens the result again.
#[component]
fn ResultButton(open: RwSignal<bool>) -> impl IntoView {
    view! {
        <button class="btn btn--main oc-again" type="button" on:click=move |_| open.set(true)>
            <Icon name="text"/>
            "Show the result"
        </button>
    }
}

/// Whoever does something doesn't wait for cards on their way.
fn hurry() {
    let skip = || {
        if let Some(body) = browser::document().and_then(|document| document.body()) {
            flight::skip(&body);
        }
    };
    let key = window_event_listener(ev::keydown, move |_| skip());
    let press = window_event_listener(ev::pointerdown, move |_| skip());
    on_cleanup(move || {
        key.remove();
        press.remove();
    });
}

/// The word of a phase in attributes, for styles and tests.
pub const fn phase_word(phase: Phase) -> &'static str {
    match phase {
        Phase::Waiting => "waiting",
        Phase::Playing => "playing",
        Phase::Over => "over",
    }
}

/// Before the first snapshot nothing is known.
fn nothing_yet() -> View {
    View {
        phase: Phase::Waiting,
        seat: None,
        rounds: 0,
        packs: 0,
        round: 0,
        players: Vec::new(),
        hand: Vec::new(),
        discards: Vec::new(),
        stock: 0,
        buried: 0,
        order: Vec::new(),
        leader: Seat(0),
        turn: None,
        direction: Direction::CounterClockwise,
        attack: 0,
        recent: Recent::default(),
        scores: Vec::new(),
        shown: Vec::new(),
        outcome: None,
    }
}
