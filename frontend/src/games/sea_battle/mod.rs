//! Sea Battle in the browser.
//!
//! | module | what it holds |
//! |---|---|
//! | [`geometry`] | from a point on the screen to a cell, and from cells to the drawing |
//! | [`placement`] | placing a fleet, as a pure state machine |
//! | [`aim`] | where the next shot would go |
//! | [`stats`] | figures about the shooting, and the shots of both sides in order |
//! | [`words`] | every sentence |
//! | [`drawing`] | what is on a chart, as data |
//! | [`chart`], [`cells`], [`board`], [`fleet`] | a chart, the grid over it, the letters around it, the fleet under it |
//! | [`placing`], [`marks`], [`harbour`], [`drag`] | the screen on which a fleet is placed |
//! | [`battle`], [`turn`], [`people`] | the screen on which it is shot at |
//! | [`ended`] | the result |
//! | [`tape`], [`replay`] | a finished match folded again entry by entry, and the player it is wound in |
//!
//! The first six know no browser and are tested natively. Every screen is a function of the view: a reload at any moment
//! shows the same one.

pub mod aim;
pub mod battle;
pub mod board;
pub mod cells;
pub mod chart;
pub mod drag;
pub mod drawing;
pub mod ended;
pub mod fleet;
pub mod geometry;
pub mod harbour;
pub mod marks;
pub mod people;
pub mod placement;
pub mod placing;
pub mod replay;
pub mod stats;
pub mod tape;
pub mod turn;
pub mod words;

use std::sync::Arc;

use leptos::prelude::*;
use shared::game::Seat;
use shared::sea_battle::{Board, Phase, SIZES, SeaBattle, View};

use crate::games::sea_battle::battle::Battle;
use crate::games::sea_battle::placing::{Placed, Placing};
use crate::state::match_::MatchState;
use crate::ui::sprite::{self, Sprite};

/// Which screen is shown; the screen is built anew only when this changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Screen {
    Placing(Seat),
    Placed(Seat),
    Boards,
}

impl Screen {
    fn of(view: &View) -> Self {
        match view.seat {
            Some(own) if view.phase == Phase::Placing && view.board(own).ready => Self::Placed(own),
            Some(own) if view.phase == Phase::Placing => Self::Placing(own),
            _ => Self::Boards,
        }
    }
}

/// The page of a match.
#[component]
pub fn SeaBattlePage(
    /// The match.
    state: MatchState<SeaBattle>,
) -> impl IntoView {
    sprite::need(Sprite::Sea);
    let view = Signal::derive(move || state.view.get().unwrap_or_else(|| Arc::new(nothing_yet())));
    let screen = Memo::new(move |_| view.with(|view| Screen::of(view)));
    let turn = move || {
        view.with(|view| match view.turn {
            _ if view.phase != Phase::Playing => "none",
            Some(_) if view.my_turn() => "mine",
            Some(_) => "theirs",
            None => "none",
        })
    };
    let shown = move || match screen.get() {
        Screen::Placing(own) => view! { <Placing state=state view=view own=own/> }.into_any(),
        Screen::Placed(own) => view! { <Placed state=state view=view own=own/> }.into_any(),
        Screen::Boards => view! { <Battle state=state view=view/> }.into_any(),
    };
    view! {
        <main
            class="sb"
            data-game="sea-battle"
            data-phase=move || view.with(|view| view.phase.word())
            data-turn=turn
            data-ready=move || matches!(screen.get(), Screen::Placed(_)).then_some("true")
            data-seq=move || state.seq.get().to_string()
            aria-busy=move || if state.busy.get() { "true" } else { "false" }
        >
            {shown}
        </main>
    }
}

/// Before the first snapshot nothing is known.
fn nothing_yet() -> View {
    let board = || Board { ready: false, fleet: None, shots: Vec::new(), afloat: SIZES.to_vec() };
    View {
        phase: Phase::Waiting,
        seat: None,
        turn: None,
        names: Default::default(),
        boards: [board(), board()],
        outcome: None,
    }
}
