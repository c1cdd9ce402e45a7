//! The own hand on the page: a fan of cards, the button that sorts it, and the button that draws.

use leptos::prelude::*;

use crate::browser;
use crate::games::onecard::fan::{Fan, Place};
use crate::games::onecard::grip::Grip;
use crate::games::onecard::hand::{Hand, Held};
use crate::games::onecard::own::{self, Own};
use crate::games::onecard::size::Watch;
use crate::games::onecard::words::{self, Does};
use crate::ui::card;
use crate::ui::icon::Icon;
use crate::ui::words::counted;

/// Width of a card with room around it, in CSS pixels: on a phone, on a low screen, and elsewhere.
const WIDTHS: (f64, f64, f64) = (72.0, 84.0, 104.0);

/// The own hand.
#[component]
pub fn Cards(
    /// The hand.
    own: Own,
) -> impl IntoView {
    let grip = Grip::new(own);
    watch(own);
    Effect::new(move || {
        if !own.busy.get() {
            grip.settle();
        }
    });
    let view = own.view;
    let my_turn = Memo::new(move |_| view.with(|view| view.my_turn()));
    let count = Memo::new(move |_| own.hand.with(|hand| hand.cards().len()));
    let label = move || format!("Your hand, {}", counted(count.get(), "card"));
    let sorted = Memo::new(move |_| own.hand.with(Hand::is_sorted));
    let held = move || own.hand.with(|hand| hand.cards().to_vec());
    let hint = move || {
        view.with(|view| match words::wait_hint(view) {
            Some(hint) => hint,
            None if view.my_turn() => "Arrow keys choose, Enter plays".to_owned(),
            None if view.seat.and_then(|own| words::player(view, own)).is_some_and(|own| own.left) => {
                "You have given up".to_owned()
            }
            None => String::new(),
        })
    };
    let attacked = move || my_turn.get() && view.with(|view| view.attack > 0);
    view! {
        <section class="oc-hand" class:oc-hand--attacked=attacked aria-label=label>
            <p class="oc-hand__why" role="alert">{own.why}</p>
            <div class="oc-hand__row">
                <div class="oc-hand__left">
                    {move || (count.get() == 1).then(|| view! { <span class="oc-hand__last">"One card left!"</span> })}
                    <button
                        class="btn"
                        type="button"
                        aria-pressed=move || if sorted.get() { "true" } else { "false" }
                        aria-keyshortcuts="s"
                        on:click=move |_| own.toggle_sorted()
                    >
                        <Icon name="sort"/>
                        "Sorted"
                    </button>
                </div>
                <div
                    class="oc-cards"
                    role="group"
                    aria-label="Cards"
                    node_ref=own.node
                    style:--w=move || format!("{:.1}px", own.fan.with(|fan| fan.card))
                    style:height=move || format!("{:.0}px", own.fan.with(|fan| fan.height))
                >
                    <For each=held key=|held| *held children=move |held| held_card(own, grip, held)/>
                </div>
                <div class="oc-hand__right">
                    <p class="oc-hand__hint">{hint}</p>
                    <button
                        class="btn btn--main btn--large"
                        type="button"
                        aria-disabled=move || (!my_turn.get()).then_some("true")
                        aria-keyshortcuts="d"
                        on:click=move |_| own.draw()
                    >
                        {move || view.with(|view| words::draw_label(view))}
                        <span class="key" aria-hidden="true">"D"</span>
                    </button>
                </div>
            </div>
        </section>
    }
    .into_any()
}

fn held_card(own: Own, grip: Grip, held: Held) -> AnyView {
    let place = Memo::new(move |_| own.hand.with(|hand| hand.place(held)));
    let lies = Memo::new(move |_| {
        let place = place.get()?;
        own.fan.with(|fan: &Fan| fan.places.get(place).copied())
    });
    let at = move |part: fn(Place) -> f64, unit: &'static str| {
        move || lies.get().map(|lies| format!("{:.1}{unit}", part(lies)))
    };
    let verdict = Memo::new(move |_| own.view.with(|view| view.my_turn().then(|| view.check(held.card))));
    let on_click = move |event: leptos::ev::MouseEvent| {
        if grip.swallows_click() {
            return;
        }
        if let Some(place) = place.get_untracked() {
            own.at.set(place);
        }
        // Enter and the space bar make a click without a count.
        if own.play(held) && event.detail() == 0 {
            own.keep_focus();
        }
    };
    let does = Does::of(held.card).map(|does| {
        let sign = match does {
            Does::Attacks(more) => format!("+{more}").into_any(),
            Does::Shields => view! { <Icon name="shield"/> }.into_any(),
            Does::Turns => view! { <Icon name="reverse"/> }.into_any(),
            Does::Skips => view! { <Icon name="skip"/> }.into_any(),
        };
        view! { <span class="oc-card__does" aria-hidden="true">{sign}</span> }
    });
    view! {
        <button
            class="oc-card"
            class:oc-card--can=move || verdict.get() == Some(Ok(()))
            type="button"
            data-held=own::word(held)
            style:--x=at(|place| place.x, "px")
            style:--y=at(|place| place.y, "px")
            style:--turn=at(|place| place.turn, "deg")
            tabindex=move || if place.get() == Some(own.at.get()) { "0" } else { "-1" }
            aria-label=move || words::card_label(held.card, verdict.get())
            aria-disabled=move || (verdict.get() != Some(Ok(()))).then_some("true")
            on:click=on_click
            on:focus=move |_| {
                if let Some(place) = place.get_untracked() {
                    own.at.set(place);
                }
            }
            on:pointerdown=move |event| grip.down(held, &event)
            on:pointermove=move |event| grip.moved(&event)
            on:pointerup=move |event| grip.up(&event)
            on:pointercancel=move |_| grip.cancel()
        >
            {card::drawing(Some(held.card), "card")}
            {does}
        </button>
    }
    .into_any()
}

/// Measures the room for the hand now and whenever it changes.
fn watch(own: Own) {
    let watch = StoredValue::new_local(None::<Watch>);
    Effect::new(move || {
        if let Some(node) = own.node.get() {
            // At once: an observer speaks with the next frame, and until then no card would lie where it is tapped.
            measure(own.room, f64::from(node.client_width()));
            watch.set_value(Watch::new(node.into(), move |width| measure(own.room, width)));
        }
    });
}

fn measure(room: RwSignal<(f64, f64)>, width: f64) {
    let (phone, low, desk) = WIDTHS;
    let card = if browser::matches("(max-width: 60rem)") {
        phone
    } else if browser::matches("(max-height: 50rem)") {
        low
    } else {
        desk
    };
    if room.try_get_untracked().is_some_and(|before| before != (width, card)) {
        room.set((width, card));
    }
}

/// A hand that is only looked at: on the table of a replay, and after the end of a round.
pub fn open_hand(cards: &[shared::cards::Card], class: &'static str) -> AnyView {
    let words: Vec<String> = cards.iter().map(|card| card.spoken()).collect();
    let label = if words.is_empty() { "no card".to_owned() } else { words.join(", ") };
    let drawn = cards.iter().map(|card| card::drawing(Some(*card), "card card--compact")).collect_view();
    view! { <span class=class role="img" aria-label=label>{drawn}</span> }.into_any()
}
