//! How piles look: the card on top, the edges below it, the folds it stands on; and the row that can be played with.

use leptos::prelude::*;
use leptos::{ev, html};
use shared::accordion::{Action, Row};
use shared::cards::{Card, PACK};

use crate::games::accordion::grip::Grip;
use crate::games::accordion::own::Own;
use crate::games::accordion::{moves, words};
use crate::ui::card;

/// The pleats that all folds are made of, once a page. Made as HTML: it holds nothing that changes.
pub fn defs() -> AnyView {
    const PLEAT: &str = r#"<pattern id="ac-pleat" width="2" height="10" patternUnits="userSpaceOnUse"><path class="ac-lit" d="M0 2.2L1 0V7.8L0 10z"/><path class="ac-dim" d="M1 0L2 2.2V10L1 7.8z"/></pattern>"#;
    view! { <svg class="u-sprite" aria-hidden="true" inner_html=PLEAT></svg> }.into_any()
}

/// As many folds as cards, as wide as the place for them.
pub fn folds(cards: usize, class: &'static str) -> AnyView {
    let width = 2 * cards.max(1);
    let rect = format!(r#"<rect width="{width}" height="10" fill="url(#ac-pleat)"/>"#);
    view! {
        <svg class=class viewBox=format!("0 0 {width} 10") preserveAspectRatio="none" aria-hidden="true" inner_html=rect></svg>
    }
    .into_any()
}

/// A row that is only looked at.
pub fn still_row(row: &Row, label: String) -> AnyView {
    let pile = |(place, cards): (usize, Vec<Card>)| {
        view! {
            <li>
                <span class="u-hidden">{format!("Pile {}: {}", place + 1, words::spoken(&cards))}</span>
                {card::drawing(cards.first().copied(), "card card--compact card-shadow")}
                {folds(cards.len(), "ac-folds")}
                <span aria-hidden="true">{cards.len()}</span>
            </li>
        }
        .into_any()
    };
    view! {
        <ol class="ac-endrow" aria-label=label>
            {row.tableau().into_iter().enumerate().map(pile).collect_view()}
        </ol>
    }
    .into_any()
}

/// The cards of one pile from top to bottom, to look inside.
pub fn inside(place: usize, cards: &[Card]) -> AnyView {
    let label = format!("In pile {}, top to bottom: {}", place + 1, words::spoken(cards));
    let drawn = cards.iter().map(|card| card::drawing(Some(*card), "card card--compact")).collect_view();
    view! { <span class="ac-inside__cards" role="img" aria-label=label tabindex="0">{drawn}</span> }
        .into_any()
}

/// The row one plays with.
#[component]
pub fn OwnRow(
    /// The row.
    own: Own,
) -> impl IntoView {
    let grip = Grip::new(own);
    let bottoms = Memo::new(move |_| own.row.with(moves::bottoms));
    let left = Memo::new(move |_| PACK - own.row.with(Row::cards));
    let node: NodeRef<html::Ol> = own.node;
    view! {
        <ol
            class="ac-row"
            aria-label="The row, from left to right"
            node_ref=node
            // A key that deals is not a press of what has the focus.
            on:keyup=|event| if event.key() == " " { event.prevent_default() }
            on:focusin=move |_| own.note_focus(true)
            on:focusout=move |event| if event.related_target().is_some() { own.note_focus(false) }
        >
            <For each=move || bottoms.get() key=|card| card.index() let:bottom>
                {pile(own, &grip, bottoms, bottom)}
            </For>
            {move || (left.get() > 0 && own.can(Action::Deal)).then(|| view! {
                <li class="ac-next">
                    <button class="ac-next__btn" type="button" on:click=move |_| own.do_it(Action::Deal)>
                        "Deal"
                        <span>{move || format!("{} left", left.get())}</span>
                    </button>
                </li>
            })}
        </ol>
    }
    .into_any()
}

fn pile(own: Own, grip: &Grip, bottoms: Memo<Vec<Card>>, bottom: Card) -> AnyView {
    let grip = *grip;
    let place = Memo::new(move |_| {
        bottoms.with(|all| all.iter().position(|card| *card == bottom)).unwrap_or_default()
    });
    let cards = Memo::new(move |_| own.row.with(|row| row.pile(place.get()).collect::<Vec<_>>()));
    let top = Memo::new(move |_| cards.with(|cards| cards.first().copied()));
    let depth = Memo::new(move |_| cards.with(Vec::len));
    let picked = Memo::new(move |_| own.picked.get() == Some(place.get()));
    let target = Memo::new(move |_| {
        let from = own.picked.get()?;
        let place = place.get();
        own.row.with(|row| moves::targets(row, from)).contains(&place).then(|| from - place)
    });
    let can = Memo::new(move |_| {
        own.view.with(|view| view.my_turn())
            && !own.row.with(|row| moves::targets(row, place.get())).is_empty()
    });
    let label = move || cards.with(|cards| words::pile_label(place.get(), cards, picked.get(), target.get()));
    let click = move |event: ev::MouseEvent| {
        if !grip.swallows_click(&event) && own.view.with_untracked(|view| view.my_turn()) {
            own.tap(place.get_untracked(), event.shift_key());
        }
    };
    let chooser = move || {
        (own.open_at.get() == Some(place.get())).then(|| {
            let go = move |whole| {
                if let Some(from) = own.picked.get_untracked() {
                    own.go(from, place.get_untracked(), whole);
                }
            };
            view! {
                <span class="ac-choose" role="group" aria-label="What to move">
                    <button class="btn" type="button" on:click=move |_| go(true)>"Pile"</button>
                    <button class="btn" type="button" on:click=move |_| go(false)>"Card"</button>
                </span>
            }
        })
    };
    view! {
        <li
            class="ac-pile"
            class:ac-pile--from=picked
            class:ac-pile--to=move || target.get().is_some()
            class:ac-pile--can=can
            data-pile=bottom.to_string()
            style:--n=move || depth.get().to_string()
        >
            <button
                class="ac-pile__btn"
                type="button"
                data-place=move || place.get().to_string()
                data-top=move || top.get().map(|card| card.to_string())
                data-depth=move || depth.get().to_string()
                tabindex=move || if own.at.get() == place.get() { "0" } else { "-1" }
                aria-pressed=move || if picked.get() { "true" } else { "false" }
                on:click=click
                on:focus=move |_| own.at.set(place.get_untracked())
                on:pointerdown=move |event| grip.down(place.get_untracked(), &event)
                on:pointermove=move |event| grip.moved(&event)
                on:pointerup=move |event| grip.up(&event)
                on:pointercancel=move |_| grip.cancel()
            >
                <span class="u-hidden">{label}</span>
                {move || target.get().map(|distance| view! {
                    <span class="ac-pile__tag" aria-hidden="true">{format!("{distance} left")}</span>
                })}
                <span class="ac-pile__cards">
                    {move || card::drawing(top.get(), "card card-shadow")}
                </span>
                {move || folds(depth.get(), "ac-folds")}
                {move || (depth.get() > 1).then(|| view! {
                    <span class="ac-pile__depth" aria-hidden="true">{depth.get()}</span>
                })}
                <span class="ac-pile__pos" aria-hidden="true">{move || place.get() + 1}</span>
            </button>
            {chooser}
        </li>
    }
    .into_any()
}
