//! The replay: a finished match wound back and forth, with all hands open or through one player's eyes.

use std::sync::Arc;

use leptos::prelude::*;
use shared::cards::Card;
use shared::game::Seat;
use shared::onecard::View;

use crate::games::onecard::MANY;
use crate::games::onecard::cards::open_hand;
use crate::games::onecard::log::LogButton;
use crate::games::onecard::side::Side;
use crate::games::onecard::table::{Shown, Table};
use crate::games::onecard::tape::{Tape, hand_title};
use crate::games::reel::{Controls, Entries, Eyes, Reel, Verdict};

/// How long one entry is shown at single speed, in milliseconds.
const BEAT: u64 = 1_000;
/// The speeds one can choose.
const SPEEDS: [u64; 3] = [1, 2, 4];

/// The replay of a match.
#[component]
pub fn OneCardReplay(
    /// The match, folded again.
    tape: Arc<Tape>,
    /// The hash of the seed that was shown from the start.
    seed_hash: String,
) -> impl IntoView {
    let verdict = tape.match_.verdict(&seed_hash);
    let texts = tape.texts();
    let names = tape.names().to_vec();
    let many = names.len() > MANY;
    let reel = Reel::new(tape.match_.last(), BEAT, SPEEDS);
    let tape = StoredValue::new(tape);
    let view: Signal<Arc<View>> = Memo::new(move |_| {
        let (at, eyes) = (reel.at.get(), reel.eyes.get());
        Arc::new(tape.with_value(|tape| tape.view(at, eyes)))
    })
    .into();
    let shown = Shown {
        view,
        presence: Signal::stored(Vec::new()),
        stand_ins: Signal::stored(Vec::new()),
        clocks: Signal::stored(Vec::new()),
    };
    let said = move || tape.with_value(|tape| tape.text(reel.at.get()).to_owned());
    // Another pair of eyes sits at another side of the table, which is then built anew.
    let table = move || {
        reel.eyes.track();
        view! { <Table shown=shown/> }
    };
    let text = Callback::new(move |()| tape.with_value(|tape| tape.log().ok()));
    view! {
        <main
            class="oc oc-replay"
            class:oc--many=many
            data-game="onecard"
            data-phase="replay"
            data-step=move || reel.at.get().to_string()
        >
            <section class="oc__turn" aria-label="Replay">
                <div class="turn">
                    <h1 class="turn__who">"Replay"</h1>
                    <p class="turn__last" role="status">{said}"."</p>
                </div>
            </section>
            <Controls reel=reel>
                <Eyes reel=reel all="All hands" names=names.clone()/>
            </Controls>
            {table}
            <Hands reel=reel tape=tape/>
            <Side view=view><LogButton text=text/></Side>
            <Entries reel=reel texts=texts/>
            <Verdict words=verdict/>
        </main>
    }
    .into_any()
}

/// The hands that are in sight.
#[component]
fn Hands(reel: Reel, tape: StoredValue<Arc<Tape>>) -> impl IntoView {
    let rows = move || {
        let (at, eyes) = (reel.at.get(), reel.eyes.get());
        let row = |(seat, (name, hand)): (u8, (&String, Vec<Card>))| {
            eyes.is_none_or(|eyes| eyes == Seat(seat)).then(|| {
                view! {
                    <li>
                        <h3 class="oc-hands__name">{hand_title(name, hand.len())}</h3>
                        {open_hand(&hand, "oc-open oc-open--large")}
                    </li>
                }
                .into_any()
            })
        };
        tape.with_value(|tape| {
            (0..).zip(tape.names().iter().zip(tape.hands(at))).filter_map(row).collect_view()
        })
    };
    view! {
        <section class="oc-hands" aria-label="Hands">
            <ul>{rows}</ul>
        </section>
    }
    .into_any()
}
