//! Whose turn it is: one sentence, one clock, and under it what just happened.

use std::sync::Arc;

use leptos::prelude::*;
use shared::game::{Outcome, Seat};
use shared::sea_battle::{Phase, SeaBattle, View};

use crate::games::sea_battle::people::{Away, Gesture, Refused};
use crate::games::sea_battle::stats::in_order;
use crate::games::sea_battle::words;
use crate::state::match_::{MatchState, RunningClock};
use crate::ui::clock::Clock;

/// The head of the page.
#[component]
pub fn Turn(
    /// The match.
    state: MatchState<SeaBattle>,
    /// What is known of it.
    view: Signal<Arc<View>>,
    /// The sentence.
    #[prop(into)]
    heading: Signal<String>,
    /// The seat whose clock is shown.
    #[prop(into)]
    clock_of: Signal<Option<Seat>>,
    /// What just happened: a stressed part and the rest.
    #[prop(into)]
    last: Signal<(String, String)>,
) -> impl IntoView {
    let clock = Memo::new(move |_| clock_of.get().and_then(|seat| running(state, seat)));
    view! {
        <section class="sb__turn" aria-label="Turn">
            <div class="turn">
                <h1 class="turn__who">{heading} " " <Clock clock=clock/></h1>
                <p class="turn__last" role="status">
                    <strong>{move || last.with(|last| last.0.clone())}</strong>
                    " "
                    {move || last.with(|last| last.1.clone())}
                </p>
                <Away state=state view=view/>
                <Gesture state=state view=view/>
                <Refused state=state/>
            </div>
        </section>
    }
}

/// Who won, once anybody may know.
pub fn winner(state: MatchState<SeaBattle>) -> Option<Seat> {
    state.facts.with(|facts| match facts.as_ref()?.outcome.as_ref()? {
        Outcome::Decided { winners, .. } => winners.first().copied(),
        Outcome::Closed { .. } => None,
    })
}

/// The clock of a seat, if one runs.
pub fn running(state: MatchState<SeaBattle>, seat: Seat) -> Option<RunningClock> {
    state.clocks.with(|clocks| clocks.get(seat.index()).copied().flatten())
}

/// What has to be remembered to notice that a turn passed without a shot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Passing {
    turn: Option<Seat>,
    shots: usize,
    overrun: Option<Seat>,
}

/// The last event of a match that is being shot out, as [`words::last_event`] says it.
pub fn last_event(state: MatchState<SeaBattle>, view: Signal<Arc<View>>) -> Memo<(String, String)> {
    let passing = Memo::new(move |before: Option<&Passing>| {
        let (turn, shots) =
            view.with(|view| (view.turn, view.boards.iter().map(|board| board.shots.len()).sum::<usize>()));
        let overrun = match before {
            Some(before) if before.shots != shots || turn.is_none() => None,
            Some(before) if before.turn != turn => before.turn,
            Some(before) => before.overrun,
            None => None,
        };
        Passing { turn, shots, overrun }
    });
    Memo::new(move |_| {
        view.with(|view| match view.phase {
            Phase::Playing => words::last_event(
                view,
                in_order(view).last().copied(),
                passing.with(|passing| passing.overrun),
            ),
            Phase::Placing => (String::new(), "Both fleets are being placed.".to_owned()),
            Phase::Waiting => (String::new(), "The seats are not taken yet.".to_owned()),
            Phase::Over => (String::new(), words::end_text(view, winner(state))),
        })
    })
}
