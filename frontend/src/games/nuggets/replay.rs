//! The replay: a finished match wound back and forth, through anybody's eyes.

use std::sync::Arc;

use leptos::prelude::*;
use shared::game::Seat;
use shared::nuggets::{View, letter};

use crate::games::nuggets::cave::{Cave, Sight};
use crate::games::nuggets::side::{Purse, Race, Tally};
use crate::games::nuggets::stage::{Help, TextButton};
use crate::games::nuggets::tape::Tape;
use crate::games::reel::{Controls, Entries, Reel};

/// How long one entry is shown at single speed, in milliseconds.
const BEAT: u64 = 240;
/// The speeds one can choose.
const SPEEDS: [u64; 3] = [1, 4, 16];

/// The replay of a match.
#[component]
pub fn NuggetsReplay(
    /// The match, folded again.
    tape: Arc<Tape>,
    /// The hash of the seed that was shown from the start.
    seed_hash: String,
) -> impl IntoView {
    let verdict = tape.match_.verdict(&seed_hash);
    let texts = tape.texts();
    let names = tape.names().to_vec();
    let reel = Reel::new(tape.match_.last(), BEAT, SPEEDS);
    let tape = StoredValue::new(tape);
    let seen_by = move |eyes: Option<Seat>| Arc::new(tape.with_value(|tape| tape.view(reel.at.get(), eyes)));
    let all: Signal<Arc<View>> = Memo::new(move |_| seen_by(None)).into();
    let seen: Signal<Arc<View>> = Memo::new(move |_| seen_by(reel.eyes.get())).into();
    let help = RwSignal::new(false);
    let sight = Sight { view: seen, at: Signal::stored(None), walker: None, help };
    let said = move || tape.with_value(|tape| tape.text(reel.at.get()).to_owned());
    view! {
        <main class="ng ng-replay" data-game="nuggets" data-phase="replay" data-step=move || reel.at.get().to_string()>
            <section class="ng-head" aria-label="Replay">
                <h1 class="turn__who">"Replay"</h1>
                <p class="turn__last" role="status">{said}"."</p>
            </section>
            <Controls reel=reel>
                <Eyes reel=reel names=names.clone()/>
            </Controls>
            <section class="ng-stage" aria-label="Map">
                <Cave sight=sight/>
                <div class="ng-hud">
                    <span></span>
                    <div class="btns"><TextButton/></div>
                </div>
            </section>
            <aside class="ng-side" aria-label="Gold and players">
                <Purse view=all/>
                <Race view=all/>
                <Tally view=all presence=Signal::stored(Vec::new()) at=reel.eyes/>
            </aside>
            <section class="reel__list" aria-labelledby="entries">
                <h2 class="panel__title" id="entries">"Every entry"</h2>
                <Entries reel=reel texts=texts/>
            </section>
            <section class="reel__verdict" aria-labelledby="verdict">
                <h2 class="panel__title" id="verdict">"Judged again"</h2>
                <p>{verdict}</p>
            </section>
            <Help open=help/>
        </main>
    }
    .into_any()
}

/// Whose eyes.
#[component]
fn Eyes(reel: Reel, names: Vec<String>) -> impl IntoView {
    let choose = move |event| {
        reel.eyes.set(event_target_value(&event).parse().ok().map(Seat));
    };
    let chosen = move || reel.eyes.get().map_or_else(String::new, |seat| seat.to_string());
    let players = (0..).zip(names).map(|(seat, name)| {
        view! { <option value=seat.to_string()>{format!("As {name} ({}) saw it", letter(Seat(seat)))}</option> }
    });
    view! {
        <label class="ng-eyes">
            <span class="u-hidden">"Whose eyes"</span>
            <select class="field__input" prop:value=chosen on:change=choose>
                <option value="">"Everything in sight"</option>
                {players.collect_view()}
            </select>
        </label>
    }
    .into_any()
}
