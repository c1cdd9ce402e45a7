//! From keys, taps and swipes to actions of the match: owns what is wanted and sends it at a pace.

use std::sync::Arc;
use std::time::Duration;

use leptos::prelude::*;
use shared::nuggets::{Key, Nuggets, Phase, Point, View};

use crate::browser;
use crate::games::nuggets::legs::{Legs, Next};
use crate::state::match_::MatchState;

/// The code of a key that leads nowhere.
const BLOCKED: &str = "blocked";

/// Moves the player of this page. A handle.
#[derive(Clone, Copy)]
pub struct Walker {
    act: Callback<Key>,
    /// A key is under way.
    busy: Signal<bool>,
    view: Signal<Arc<View>>,
    legs: StoredValue<Legs>,
    /// A timer is running that will go on.
    timed: StoredValue<bool>,
    goal: RwSignal<Option<Point>>,
    bumps: RwSignal<u32>,
}

impl Walker {
    /// Belongs to the component that calls it.
    pub fn new(state: MatchState<Nuggets>, view: Signal<Arc<View>>) -> Self {
        let walker = Self {
            act: Callback::new(move |key| state.act(key)),
            busy: state.busy,
            view,
            legs: StoredValue::new(Legs::default()),
            timed: StoredValue::new(false),
            goal: RwSignal::new(None),
            bumps: RwSignal::new(0),
        };
        Effect::new(move || {
            if !state.busy.get() {
                walker.go_on();
            }
        });
        Effect::new(move |before: Option<u64>| {
            let refusal = state.refusal.get();
            let Some(refusal) = refusal.filter(|refusal| Some(refusal.stamp) != before) else {
                return before.unwrap_or_default();
            };
            if refusal.code == BLOCKED {
                walker.change(Legs::blocked);
                walker.bumps.update(|bumps| *bumps = bumps.wrapping_add(1));
                state.dismiss_refusal();
            } else {
                walker.change(Legs::rest);
            }
            refusal.stamp
        });
        walker
    }

    /// True if keys move somebody now.
    pub fn can_move(self) -> bool {
        self.view.with_untracked(|view| {
            view.phase == Phase::Playing && view.seat.is_some() && view.screen.viewer().is_some()
        })
    }

    /// Where the walk leads.
    pub fn goal(self) -> Signal<Option<Point>> {
        self.goal.into()
    }

    /// Changes whenever a key has led nowhere.
    pub fn bumps(self) -> Signal<u32> {
        self.bumps.into()
    }

    /// A key was pressed.
    pub fn press(self, key: Key, repeat: bool) {
        if self.can_move() {
            self.change(|legs| legs.press(key, repeat));
            self.go_on();
        }
    }

    /// A key was let go.
    pub fn release(self) {
        self.change(Legs::release);
    }

    /// A spot was tapped.
    pub fn walk_to(self, to: Point) {
        let known =
            self.view.with_untracked(|view| view.screen.is_spot(to) && view.screen.viewer() != Some(to));
        if known && self.can_move() {
            self.change(|legs| legs.walk_to(to));
            self.go_on();
        }
    }

    fn change(self, change: impl FnOnce(&mut Legs)) {
        // The page may be gone by now.
        let goal = self.legs.try_update_value(|legs| {
            change(legs);
            legs.goal()
        });
        if let Some(goal) = goal
            && self.goal.try_get_untracked() != Some(goal)
        {
            self.goal.set(goal);
        }
    }

    fn go_on(self) {
        let Some(view) = self.view.try_get_untracked() else { return };
        if view.phase != Phase::Playing {
            self.change(Legs::rest);
            return;
        }
        let busy = self.busy.get_untracked();
        let mut next = Next::Rest;
        self.change(|legs| next = legs.next(browser::now(), busy, &view.screen));
        match next {
            Next::Send(key) => self.act.run(key),
            Next::Wait(milliseconds) => {
                if self.timed.try_update_value(|timed| !std::mem::replace(timed, true)) == Some(true) {
                    let wait = Duration::from_secs_f64(milliseconds / 1_000.0);
                    set_timeout(
                        move || {
                            if self.timed.try_update_value(|timed| *timed = false).is_some() {
                                self.go_on();
                            }
                        },
                        wait,
                    );
                }
            }
            Next::Rest => {}
        }
    }
}
