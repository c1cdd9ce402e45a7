//! The replay: a finished match wound back and forth, through anybody's eyes.

use std::sync::Arc;

use leptos::prelude::*;
use shared::game::Seat;
use shared::nuggets::{View, letter};

use crate::games::nuggets::cave::{Cave, Sight};
use crate::games::nuggets::side::{Purse, Race, Tally};
use crate::games::nuggets::stage::{Help, TextButton};
use crate::games::nuggets::tape::Tape;
use crate::games::reel::{Controls, Entries, Eyes, Reel, Verdict};

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
    let label = |(seat, name): (u8, &String)| format!("{name} ({})", letter(Seat(seat)));
    let names: Vec<String> = (0..).zip(tape.names()).map(label).collect();
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
                <Eyes reel=reel all="Everything in sight" names=names/>
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
            <Entries reel=reel texts=texts/>
            <Verdict words=verdict/>
            <Help open=help/>
        </main>
    }
    .into_any()
}
