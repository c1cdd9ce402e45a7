//! The parts of every replay: the player with its buttons, scrubber and speed, whose eyes, the list of entries, and what
//! judging again came to.

use std::sync::Arc;
use std::time::Duration;

use leptos::prelude::*;
use shared::game::Seat;

use crate::ui::segments::segments;

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
    let Reel { at, last, running, speed, speeds, .. } = reel;
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
            <fieldset class="seg" aria-label="Speed">
                {segments("speed", speeds.map(|speed| (speed, format!("{speed}×"))), speed, move |chosen| speed.set(chosen))}
            </fieldset>
            {children()}
        </div>
    }
    .into_any()
}

/// Up to so many players are offered side by side, more of them in a list.
const SIDE_BY_SIDE: usize = 2;

/// Whose eyes one looks through: the players' by seat, or nobody's.
#[component]
pub fn Eyes(
    /// Where the replay is.
    reel: Reel,
    /// What nobody's eyes see.
    all: &'static str,
    /// The players, by seat.
    names: Vec<String>,
) -> impl IntoView {
    let few = names.len() <= SIDE_BY_SIDE;
    let players = (0..).zip(names).map(|(seat, name)| (Some(Seat(seat)), format!("As {name} saw it")));
    let choices = std::iter::once((None, all.to_owned())).chain(players);
    let chosen = reel.eyes;
    if few {
        let buttons = segments("eyes", choices, chosen, move |eyes| chosen.set(eyes));
        return view! { <fieldset class="seg" aria-label="Whose eyes">{buttons}</fieldset> }.into_any();
    }
    let word = |eyes: Option<Seat>| eyes.map_or_else(String::new, |seat| seat.to_string());
    let options = choices.map(|(eyes, label)| view! { <option value=word(eyes)>{label}</option> });
    view! {
        <label class="reel__eyes">
            <span class="u-hidden">"Whose eyes"</span>
            <select
                class="field__input"
                prop:value=move || word(chosen.get())
                on:change=move |event| chosen.set(event_target_value(&event).parse().ok().map(Seat))
            >
                {options.collect_view()}
            </select>
        </label>
    }
    .into_any()
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
        <section class="reel__list" aria-labelledby="entries">
            <h2 class="panel__title" id="entries">"Every entry"</h2>
            <ol class="reel__entries" style:counter-reset=move || format!("entry {}", start.get())>{shown}</ol>
        </section>
    }
    .into_any()
}

/// What judging again came to.
#[component]
pub fn Verdict(
    /// In words.
    words: String,
    /// The figures of the match, if they fit here.
    #[prop(optional)]
    children: Option<Children>,
) -> impl IntoView {
    view! {
        <section class="reel__verdict" aria-labelledby="verdict">
            <h2 class="panel__title" id="verdict">"Judged again"</h2>
            <p>{words}</p>
            {children.map(|children| children())}
        </section>
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
