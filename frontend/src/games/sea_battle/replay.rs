//! The replay: a finished match wound back and forth, seen by either player or with both fleets in sight.

use std::sync::Arc;
use std::time::Duration;

use leptos::prelude::*;
use shared::game::Seat;
use shared::sea_battle::{View, other};

use crate::games::sea_battle::battle::labels;
use crate::games::sea_battle::board::Board;
use crate::games::sea_battle::cells::Cells;
use crate::games::sea_battle::chart::Chart;
use crate::games::sea_battle::drawing::Drawing;
use crate::games::sea_battle::ended::Figures;
use crate::games::sea_battle::fleet::FleetRoll;
use crate::games::sea_battle::geometry::A1;
use crate::games::sea_battle::tape::Tape;
use crate::games::sea_battle::words;
use crate::ui::sprite::{self, Sprite};

/// How long one entry is shown at single speed, in milliseconds.
const BEAT: u64 = 1_000;
/// The speeds one can choose.
const SPEEDS: [u64; 3] = [1, 2, 4];

/// The tape in its player.
#[derive(Clone, Copy)]
struct Reel {
    tape: StoredValue<Arc<Tape>>,
    last: usize,
    /// The entry that is shown.
    at: RwSignal<usize>,
    running: RwSignal<bool>,
    speed: RwSignal<u64>,
    /// Whose eyes; `None`: both fleets in sight.
    eyes: RwSignal<Option<Seat>>,
}

impl Reel {
    fn new(tape: Arc<Tape>) -> Self {
        let last = tape.last();
        Self {
            tape: StoredValue::new(tape),
            last,
            at: RwSignal::new(last),
            running: RwSignal::new(false),
            speed: RwSignal::new(1),
            eyes: RwSignal::new(None),
        }
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

    fn view(self) -> Signal<Arc<View>> {
        Memo::new(move |before: Option<&Arc<View>>| {
            let (at, eyes) = (self.at.get(), self.eyes.get());
            let seen = self.tape.with_value(|tape| tape.view(at, eyes)).map(Arc::new);
            // There is a state for every number, so the last answer is never needed.
            seen.or_else(|| before.cloned()).unwrap_or_else(|| Arc::new(super::nothing_yet()))
        })
        .into()
    }
}

/// The replay of a match.
#[component]
pub fn SeaBattleReplay(
    /// The match, folded again.
    tape: Arc<Tape>,
    /// The hash of the seed that was shown from the start.
    #[prop(into)]
    seed_hash: String,
) -> impl IntoView {
    sprite::need(Sprite::Sea);
    let verdict = verdict(&tape, &seed_hash);
    let reel = Reel::new(tape);
    Effect::new(move || {
        if reel.running.get() {
            let beat = Duration::from_millis(BEAT / reel.speed.get().max(1));
            if let Ok(handle) = set_interval_with_handle(move || reel.advance(), beat) {
                on_cleanup(move || handle.clear());
            }
        }
    });
    let view = reel.view();
    let said = move || {
        let at = reel.at.get();
        reel.tape.with_value(|tape| {
            tape.frame(at).map_or_else(|| "Before the start".to_owned(), |frame| frame.text.clone())
        })
    };
    view! {
        <main class="sb sb-replay" data-game="sea-battle" data-phase="replay" data-step=move || reel.at.get().to_string()>
            <section class="sb__turn" aria-label="Replay">
                <div class="turn">
                    <h1 class="turn__who">"Replay"</h1>
                    <p class="turn__last" role="status">{said}"."</p>
                </div>
            </section>
            <Controls reel=reel view=view/>
            <WatchedSea reel=reel view=view seat=Seat(0) class="sb__theirs" id="first"/>
            <WatchedSea reel=reel view=view seat=Seat(1) class="sb__own" id="second"/>
            <section class="sb-reel__list" aria-labelledby="entries">
                <h2 class="sb__title" id="entries">"Every entry"</h2>
                <Entries reel=reel/>
            </section>
            <section class="sb-reel__verdict" aria-labelledby="verdict">
                <h2 class="sb__title" id="verdict">"Judged again"</h2>
                <p>{verdict}</p>
                <Figures view=view near=Seat(0)/>
            </section>
        </main>
    }
}

/// What judging again came to.
fn verdict(tape: &Tape, seed_hash: &str) -> String {
    let end = if tape.agrees() {
        "come to the outcome that is on record"
    } else {
        "come to another outcome than the one on record"
    };
    let seed = if tape.fits(seed_hash) { "fits" } else { "does not fit" };
    format!(
        "This browser has folded all {} of the record by the rules: they {end}. The seed {seed} the fingerprint shown at the start.",
        counted_entries(tape.last()),
    )
}

fn counted_entries(number: usize) -> String {
    if number == 1 { "1 entry".to_owned() } else { format!("{number} entries") }
}

/// The buttons of the player, the scrubber, and whose eyes.
#[component]
fn Controls(reel: Reel, view: Signal<Arc<View>>) -> impl IntoView {
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
    };
    let play = move || if running.get() { "M8 5v14M16 5v14" } else { "M8 5l11 7-11 7z" };
    let scrub = move |event| reel.wind(event_target_value(&event).parse().unwrap_or_default());
    view! {
        <div class="sb-reel" role="group" aria-label="Player">
            <div class="sb-reel__keys">
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
            <label class="sb-reel__scrub">
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
            <Eyes reel=reel view=view/>
        </div>
    }
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
        <fieldset class="seg" aria-label="Speed">{SPEEDS.map(one).collect_view()}</fieldset>
    }
}

#[component]
fn Eyes(reel: Reel, view: Signal<Arc<View>>) -> impl IntoView {
    let one = move |eyes: Option<Seat>| {
        let label = move || match eyes {
            None => "Both fleets".to_owned(),
            Some(seat) => view.with(|view| format!("As {} saw it", words::name_of(view, seat))),
        };
        view! {
            <label class="seg__item">
                <input
                    type="radio"
                    name="eyes"
                    prop:checked=move || reel.eyes.get() == eyes
                    on:change=move |_| reel.eyes.set(eyes)
                />
                <span>{label}</span>
            </label>
        }
    };
    view! {
        <fieldset class="seg" aria-label="Whose eyes">{[None, Some(Seat(0)), Some(Seat(1))].map(one).collect_view()}</fieldset>
    }
}

/// One sea as it was then.
#[component]
fn WatchedSea(
    reel: Reel,
    view: Signal<Arc<View>>,
    seat: Seat,
    class: &'static str,
    id: &'static str,
) -> impl IntoView {
    let open = move || reel.eyes.get().is_none_or(|eyes| eyes == seat);
    let drawing = Memo::new(move |_| view.with(|view| Drawing::of(view.board(seat), open())));
    let cell_words = Memo::new(move |_| view.with(|view| labels(view, seat)));
    let title = Signal::derive(move || view.with(|view| words::sea_of(view, seat)));
    let fresh = Signal::derive(move || {
        let at = reel.at.get();
        let shot = reel.tape.with_value(|tape| tape.frame(at).and_then(|frame| frame.shot));
        shot.filter(|(by, _)| *by == other(seat)).map(|(_, cell)| cell)
    });
    view! {
        <section class=class aria-labelledby=id>
            <h2 class="sb__title" id=id>
                {title}
                " "
                <small>{move || view.with(|view| words::shooting(view, seat))}</small>
            </h2>
            <Board>
                <Chart id=id drawing=drawing fresh=fresh/>
                <Cells label=title words=cell_words at=RwSignal::new(A1)/>
            </Board>
            <FleetRoll view=view seat=seat/>
        </section>
    }
}

/// All entries; each winds the tape to itself.
#[component]
fn Entries(reel: Reel) -> impl IntoView {
    let texts =
        reel.tape.with_value(|tape| tape.frames().iter().map(|frame| frame.text.clone()).collect::<Vec<_>>());
    let one = |(number, text): (usize, String)| {
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
    };
    view! { <ol class="sb-reel__entries">{(1..).zip(texts).map(one).collect_view()}</ol> }
}
