//! The replay: a finished match wound back and forth, with both rows open.

use std::sync::Arc;

use leptos::prelude::*;
use shared::game::Seat;

use crate::games::accordion::piles::{defs, still_row};
use crate::games::accordion::tape::Tape;
use crate::games::accordion::words;
use crate::games::reel::{Controls, Entries, Eyes, Reel, Verdict};

/// How long one entry is shown at single speed, in milliseconds.
const BEAT: u64 = 600;
/// The speeds one can choose.
const SPEEDS: [u64; 3] = [1, 4, 16];

/// The replay of a match.
#[component]
pub fn AccordionReplay(
    /// The match, folded again.
    tape: Arc<Tape>,
    /// The hash of the seed that was shown from the start.
    seed_hash: String,
) -> impl IntoView {
    let verdict = tape.match_.verdict(&seed_hash);
    let texts = tape.texts();
    let names = tape.names.to_vec();
    let reel = Reel::new(tape.match_.last(), BEAT, SPEEDS);
    let tape = StoredValue::new(tape);
    let said = move || tape.with_value(|tape| tape.text(reel.at.get()).to_owned());
    let one = move |seat: Seat| {
        let seen = move || reel.eyes.get().is_none_or(|eyes| eyes == seat);
        let row = Memo::new(move |_| tape.with_value(|tape| tape.row(reel.at.get(), seat)));
        let name = tape.with_value(|tape| tape.names.get(seat.index()).cloned().unwrap_or_default());
        let shown = move || {
            let row = row.get();
            let label = format!("{name}: {}", words::standing(&row));
            view! {
                <h2>{label.clone()}</h2>
                {still_row(&row, label)}
            }
            .into_any()
        };
        move || {
            seen().then(|| {
                view! { <div class="ac-end" data-seat=seat.to_string()>{shown.clone()}</div> }.into_any()
            })
        }
    };
    view! {
        <main class="ac ac-replay" data-game="accordion" data-phase="replay" data-step=move || reel.at.get().to_string()>
            {defs()}
            <section class="turn" aria-label="Replay">
                <h1 class="turn__who">"Replay"</h1>
                <p class="turn__last" role="status">{said}"."</p>
            </section>
            <Controls reel=reel>
                <Eyes reel=reel all="Both rows" names=names.clone()/>
            </Controls>
            <div class="ac-rows">{one(Seat(0))}{one(Seat(1))}</div>
            <Entries reel=reel texts=texts/>
            <Verdict words=verdict/>
        </main>
    }
    .into_any()
}
