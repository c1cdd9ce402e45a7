//! The rail at the foot: what is in the picked pile, card or pile, and everything that can be done.

use leptos::prelude::*;
use shared::accordion::{Accordion, Action, Row};
use shared::catalogue::GameId;

use crate::games::accordion::moves;
use crate::games::accordion::own::Own;
use crate::games::accordion::piles::inside;
use crate::state::match_::MatchState;
use crate::ui::dialog::Dialog;
use crate::ui::icon::Icon;
use crate::ui::segments::segments;
use crate::ui::words::counted;

/// The rail, while the row can be played with.
#[component]
pub fn Rail(
    /// The row it acts on.
    own: Own,
    /// The match.
    state: MatchState<Accordion>,
) -> impl IntoView {
    let picked = Memo::new(move |_| {
        let place = own.picked.get()?;
        let cards: Vec<_> = own.row.with(|row| row.pile(place).collect());
        Some((place, cards))
    });
    let deep = Memo::new(move |_| {
        own.picked.get().is_some_and(|place| {
            own.row.with(|row| moves::chooses(row, place) && !moves::targets(row, place).is_empty())
        })
    });
    let can = move |action| Memo::new(move |_| own.can(action));
    let (deal, undo, finish) = (can(Action::Deal), can(Action::Undo), can(Action::Tableau));
    let off = |can: Memo<bool>| move || (!can.get()).then_some("true");
    let leaving = RwSignal::new(false);
    let practice = Memo::new(move |_| own.view.with(|view| view.practice));
    let open = move || counted(own.row.with(Row::open), "move");
    view! {
        <section class="ac-rail" aria-label="What to do">
            <div class="ac-inside">
                {move || picked.get().map(|(place, cards)| inside(place, &cards))}
                {move || deep.get().then(|| view! {
                    <span class="seg" role="group" aria-label="What to move">
                        {segments(
                            "ac-what",
                            [(true, "Whole pile".to_owned()), (false, "Top card".to_owned())],
                            own.whole,
                            move |whole| own.whole.set(whole),
                        )}
                    </span>
                })}
                <span class="ac-said">
                    {move || own.said.get().or_else(|| {
                        let way = if own.row.with(Row::len) == 0 {
                            "Deal the first card."
                        } else {
                            "Pick a pile: it goes one or two to the left."
                        };
                        picked.get().is_none().then(|| way.to_owned())
                    })}
                </span>
            </div>
            // A click leaves the focus where it is, so that Space goes on dealing.
            <div class="ac-rail__acts" on:mousedown=|event| event.prevent_default()>
                {move || (!practice.get()).then(|| view! {
                    <button class="btn btn--plain btn--icon-sm" type="button" on:click=move |_| leaving.set(true)>
                        <Icon name="flag"/>
                        "Give up"
                    </button>
                })}
                <button class="btn btn--plain btn--icon-sm" type="button" aria-keyshortcuts="u" aria-disabled=off(undo)
                    on:click=move |_| own.do_it(Action::Undo)>
                    <Icon name="undo"/>
                    "Undo"
                </button>
                <button class="btn btn--plain btn--icon-sm" type="button" aria-keyshortcuts="h"
                    on:click=move |_| own.hint()>
                    <Icon name="hint"/>
                    "Hint"
                </button>
                <button class="btn" type="button" aria-disabled=off(deal)
                    on:click=move |_| own.deal_all()>
                    {move || if own.dealing.get() { "Stop" } else { "Deal all" }}
                </button>
                <button class="btn btn--main" type="button" aria-keyshortcuts="Space" aria-disabled=off(deal)
                    on:click=move |_| own.do_it(Action::Deal)>
                    <Icon name="deal"/>
                    "Deal"
                    <span class="key" aria-hidden="true">"Space"</span>
                </button>
                <button class="btn btn--icon-sm" type="button" aria-disabled=off(finish) on:click=move |_| own.finish()>
                    <Icon name="check"/>
                    "Finish"
                </button>
            </div>
        </section>
        <Dialog open=own.asking title="Finish with moves left?" game=GameId::Accordion>
            <p>{move || format!("There are places for another {}.", open())}</p>
            <div class="btns">
                <button class="btn btn--main" type="button" on:click=move |_| {
                    own.asking.set(false);
                    own.do_it(Action::Tableau);
                }>"Finish"</button>
                <button class="btn" type="button" on:click=move |_| own.asking.set(false)>"Play on"</button>
            </div>
        </Dialog>
        <Dialog open=leaving title="Give up this match?" game=GameId::Accordion>
            <p>"The other side wins. There is no way back."</p>
            <div class="btns">
                <button class="btn btn--bad" type="button" on:click=move |_| {
                    leaving.set(false);
                    state.resign();
                }>"Give up"</button>
                <button class="btn" type="button" on:click=move |_| leaving.set(false)>"Play on"</button>
            </div>
        </Dialog>
    }
    .into_any()
}
