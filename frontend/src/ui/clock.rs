//! Clocks. All of them on a page move by one interval, and none runs while no clock is shown.

use std::cell::RefCell;

use gloo_timers::callback::Interval;
use leptos::prelude::*;

use crate::browser;
use crate::state::match_::RunningClock;

/// How often clocks move, in milliseconds.
const TICK: u32 = 250;

/// From here on a clock warns, in milliseconds.
const SHORT: f64 = 10_000.0;

thread_local! {
    static TICKING: RefCell<Ticking> = const { RefCell::new(Ticking { users: 0, interval: None }) };
    static NOW: ArcRwSignal<f64> = ArcRwSignal::new(browser::now());
}

struct Ticking {
    users: usize,
    interval: Option<Interval>,
}

/// [`browser::now`] as a signal that moves for as long as the component that asks is there.
pub fn now() -> Signal<f64> {
    let now = NOW.with(ArcRwSignal::clone);
    TICKING.with_borrow_mut(|ticking| {
        ticking.users += 1;
        if ticking.interval.is_none() {
            let now = now.clone();
            now.set(browser::now());
            ticking.interval = Some(Interval::new(TICK, move || now.set(browser::now())));
        }
    });
    on_cleanup(|| {
        TICKING.with_borrow_mut(|ticking| {
            ticking.users = ticking.users.saturating_sub(1);
            if ticking.users == 0 {
                ticking.interval = None;
            }
        });
    });
    now.into()
}

/// What is left of a clock: the part of the whole, and minutes and seconds for people.
#[derive(Debug, Clone, PartialEq)]
struct Left {
    part: f64,
    text: String,
    short: bool,
}

fn left(clock: RunningClock, now: f64) -> Left {
    // The last tick may be older than the clock.
    let left = (clock.ends_at - now).clamp(0.0, clock.total.max(0.0));
    // Seconds as people count them: the last one is over when the clock is.
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // not negative, and below a day
    let seconds = (left / 1000.0).ceil() as u64;
    Left {
        part: if clock.total > 0.0 { (left / clock.total).clamp(0.0, 1.0) } else { 0.0 },
        text: format!("{}:{:02}", seconds / 60, seconds % 60),
        short: left <= SHORT,
    }
}

/// A clock; nothing if none runs.
#[component]
pub fn Clock(
    /// Which.
    #[prop(into)]
    clock: Signal<Option<RunningClock>>,
    /// What a screen reader says before the time.
    #[prop(default = "time left ")]
    label: &'static str,
) -> impl IntoView {
    let runs = Memo::new(move |_| clock.with(Option::is_some));
    move || {
        runs.get().then(|| {
            let now = now();
            let left = Memo::new(move |_| clock.get().map(|clock| left(clock, now.get())));
            let part = move || left.with(|left| left.as_ref().map(|left| format!("{:.3}", left.part)));
            let short = move || left.with(|left| left.as_ref().is_some_and(|left| left.short));
            let text = Memo::new(move |_| left.with(|left| left.as_ref().map(|left| left.text.clone())));
            view! {
                <span class="clock" class:clock--short=short style:--left=part role="timer">
                    <span><span class="u-hidden">{label}</span>{text}</span>
                </span>
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_counts_down_to_nothing() {
        let clock = RunningClock { ends_at: 100_000.0, total: 90_000.0 };
        let at = |now| left(clock, now);
        assert_eq!(at(9_800.0), at(10_000.0), "it does not show more than there is");
        assert_eq!(at(10_000.0), Left { part: 1.0, text: "1:30".to_owned(), short: false });
        assert_eq!(at(90_001.0), Left { part: 9_999.0 / 90_000.0, text: "0:10".to_owned(), short: true });
        assert_eq!(at(99_999.0).text, "0:01");
        assert_eq!(at(100_000.0), Left { part: 0.0, text: "0:00".to_owned(), short: true });
        assert_eq!(at(200_000.0).text, "0:00");
    }
}
