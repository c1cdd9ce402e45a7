//! The replay: a finished match wound back and forth, seen by either player or with both fleets in sight.

use std::sync::Arc;

use leptos::prelude::*;
use shared::game::Seat;
use shared::sea_battle::rules::SEATS;
use shared::sea_battle::{View, other};

use crate::games::reel::{Controls, Entries, Eyes, Reel, Verdict};
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

/// The match in its player.
type Kept = StoredValue<Arc<Tape>>;

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
    let verdict = tape.match_.verdict(&seed_hash);
    let texts = tape.texts();
    let end = tape.view(tape.last(), None);
    let names = SEATS.map(|seat| words::name_of(&end, seat)).to_vec();
    let reel = Reel::new(tape.last(), BEAT, SPEEDS);
    let tape: Kept = StoredValue::new(tape);
    let view: Signal<Arc<View>> = Memo::new(move |_| {
        let (at, eyes) = (reel.at.get(), reel.eyes.get());
        Arc::new(tape.with_value(|tape| tape.view(at, eyes)))
    })
    .into();
    let said = move || {
        let at = reel.at.get();
        tape.with_value(|tape| {
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
            <Controls reel=reel>
                <Eyes reel=reel all="Both fleets" names=names/>
            </Controls>
            <WatchedSea reel=reel tape=tape view=view seat=Seat(0) class="sb__theirs" id="first"/>
            <WatchedSea reel=reel tape=tape view=view seat=Seat(1) class="sb__own" id="second"/>
            <Entries reel=reel texts=texts/>
            <Verdict words=verdict>
                <Figures view=view near=Seat(0)/>
            </Verdict>
        </main>
    }
}

/// One sea as it was then.
#[component]
fn WatchedSea(
    reel: Reel,
    tape: Kept,
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
        let shot = tape.with_value(|tape| tape.frame(at).and_then(|frame| frame.shot));
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
