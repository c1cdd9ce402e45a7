//! The player of a replay: buttons, scrubber, speed, and the list of entries.

use std::sync::Arc;
use std::time::Duration;

use leptos::prelude::*;
use shared::game::Seat;

/// Entries in the list at once; of a longer record it shows those around the one that is shown.
const LISTED: usize = 300;
/// The list moves by so many.
const SHIFT: usize = 100;

/// Where the replay is.
#[derive(Clone, Copy)]
pub struct Reel {
    /// The number of the last entry.
    pub last: usize,
    /// The entry that is shown; 0 is before the first.
    pub at: RwSignal<usize>,
    /// Whose eyes; `None`: everything in sight.
    pub eyes: RwSignal<Option<Seat>>,
    running: RwSignal<bool>,
    speed: RwSignal<u64>,
    speeds: [u64; 3],
}

impl Reel {
    /// A reel at its end. Each entry is shown for `beat` milliseconds at single speed.
    pub fn new(last: usize, beat: u64, speeds: [u64; 3]) -> Self {
        let reel = Self {
            last,
            at: RwSignal::new(last),
            eyes: RwSignal::new(None),
            running: RwSignal::new(false),
            speed: RwSignal::new(1),
            speeds,
        };
        Effect::new(move || {
            if reel.running.get() {
                let beat = Duration::from_millis(beat / reel.speed.get().max(1));
                if let Ok(handle) = set_interval_with_handle(move || reel.advance(), beat) {
                    on_cleanup(move || handle.clear());
                }
            }
        });
        reel
    }

    /// Winds to an entry and stops there.
    fn wind(self, at: usize) {
        self.running.set(false);
        self.at.set(at.min(self.last));
    }

    /// Plays from here, from the start if this is the end; or stops.
    fn toggle(self) {
        if !self.running.get_untracked() && self.at.get_untracked() >= self.last {
            self.at.set(0);
        }
        self.running.update(|running| *running = !*running);
    }

    /// One entry on; at the end it stops.
    fn advance(self) {
        let next = self.at.get_untracked() + 1;
        self.at.set(next.min(self.last));
        if next >= self.last {
            self.running.set(false);
        }
    }
}

/// The buttons of the player, the scrubber, the speed, and what a game adds.
#[component]
pub fn Controls(
    /// Where the replay is.
    reel: Reel,
    /// Whose eyes, for example.
    children: Children,
) -> impl IntoView {
    let Reel { at, last, running, .. } = reel;
    let button = move |label: &'static str, drawing: &'static str, to: fn(usize, usize) -> usize| {
        view! {
            <button
                class="btn btn--icon"
                type="button"
                aria-label=label
                on:click=move |_| reel.wind(to(at.get_untracked(), last))
            >
                <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
                    <path d=drawing/>
                </svg>
            </button>
        }
        .into_any()
    };
    let play = move || if running.get() { "M8 5v14M16 5v14" } else { "M8 5l11 7-11 7z" };
    let scrub = move |event| reel.wind(event_target_value(&event).parse().unwrap_or_default());
    view! {
        <div class="reel" role="group" aria-label="Player">
            <div class="reel__keys">
                {button("To the start", "M6 5v14M19 5l-10 7 10 7z", |_, _| 0)}
                {button("One back", "M17 5l-10 7 10 7z", |at, _| at.saturating_sub(1))}
                <button
                    class="btn btn--main btn--icon"
                    type="button"
                    aria-label=move || if running.get() { "Pause" } else { "Play" }
                    on:click=move |_| reel.toggle()
                >
                    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
                        <path d=play/>
                    </svg>
                </button>
                {button("One forward", "M7 5l10 7-10 7z", |at, _| at + 1)}
                {button("To the end", "M18 5v14M5 5l10 7-10 7z", |_, last| last)}
            </div>
            <label class="reel__scrub">
                <span class="u-hidden">"Entry"</span>
                <input
                    type="range"
                    min="0"
                    max=last.to_string()
                    prop:value=move || at.get().to_string()
                    aria-valuetext=move || format!("{} of {last}", at.get())
                    on:input=scrub
                />
                <output>{move || format!("{} / {last}", at.get())}</output>
            </label>
            <Speeds reel=reel/>
            {children()}
        </div>
    }
    .into_any()
}

#[component]
fn Speeds(reel: Reel) -> impl IntoView {
    let one = move |speed: u64| {
        view! {
            <label class="seg__item">
                <input
                    type="radio"
                    name="speed"
                    prop:checked=move || reel.speed.get() == speed
                    on:change=move |_| reel.speed.set(speed)
                />
                <span>{speed} "×"</span>
            </label>
        }
    };
    view! {
        <fieldset class="seg" aria-label="Speed">{reel.speeds.map(one).collect_view()}</fieldset>
    }
}

/// The entries in words; each winds the reel to itself.
#[component]
pub fn Entries(
    /// Where the replay is.
    reel: Reel,
    /// The words, from entry 1 on.
    texts: Arc<[String]>,
) -> impl IntoView {
    let start = Memo::new(move |_| first_listed(reel.at.get(), reel.last));
    let one = move |(number, text): (usize, String)| {
        view! {
            <li>
                <button
                    type="button"
                    aria-current=move || (reel.at.get() == number).then_some("step")
                    on:click=move |_| reel.wind(number)
                >
                    {text}
                </button>
            </li>
        }
        .into_any()
    };
    let shown = move || {
        let start = start.get();
        let texts = texts.get(start..).unwrap_or_default();
        (start + 1..).zip(texts.iter().take(LISTED).cloned()).map(one).collect_view()
    };
    view! {
        <ol class="reel__entries" style:counter-reset=move || format!("entry {}", start.get())>{shown}</ol>
    }
    .into_any()
}

/// How many entries come before the first that is listed.
const fn first_listed(at: usize, last: usize) -> usize {
    if last <= LISTED {
        return 0;
    }
    let wanted = at.saturating_sub(LISTED / 2) / SHIFT * SHIFT;
    let most = last.saturating_sub(LISTED).div_ceil(SHIFT) * SHIFT;
    if wanted < most { wanted } else { most }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_entry_that_is_shown_is_always_listed() {
        for last in [1, 299, 300, 301, 999, 5_000] {
            for at in (1..=last).step_by(7).chain([last]) {
                let start = first_listed(at, last);
                assert!(start < at && at <= start + LISTED, "{at} of {last}: from {start}");
            }
        }
    }
}
