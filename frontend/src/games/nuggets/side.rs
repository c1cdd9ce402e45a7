//! Beside the map: the purse, how the gold is shared out, and who is there.

use std::collections::HashMap;
use std::sync::Arc;

use leptos::html;
use leptos::prelude::*;
use shared::game::Seat;
use shared::nuggets::{View, letter};
use shared::protocol::session::Presence;
use wasm_bindgen::JsCast as _;
use web_sys::HtmlElement;

use crate::games::nuggets::figures::{Token, token_class};
use crate::games::nuggets::words::{self, Standing};
use crate::state::settings::use_settings;

/// Your purse, or what is left for those who watch.
#[component]
pub fn Purse(
    /// What is known.
    view: Signal<Arc<View>>,
) -> impl IntoView {
    let label =
        move || view.with(|view| if view.seat.is_some() { "Your purse" } else { "Still in the dark" });
    let number = move || view.with(|view| if view.seat.is_some() { view.purse } else { view.unclaimed });
    let found = move || {
        let found = view.with(|view| view.found);
        (found > 0).then(|| view! { <span class="badge">{format!("+{found} just now")}</span> })
    };
    view! {
        <div class="ng-purse">
            <div>
                <p class="ng-purse__label">{label}</p>
                <p class="ng-purse__num">{number}</p>
            </div>
            <p class="ng-purse__found">{found}</p>
        </div>
    }
    .into_any()
}

/// The gold as one bar, shared out.
#[component]
pub fn Race(
    /// What is known.
    view: Signal<Arc<View>>,
) -> impl IntoView {
    let label = move || {
        view.with(|view| {
            let table = words::standings(view);
            let total = view.unclaimed + table.iter().map(|row| row.purse).sum::<u32>();
            let mut parts: Vec<String> =
                table.iter().map(|row| format!("{} {}", row.name, row.purse)).collect();
            parts.push(format!("unclaimed {}", view.unclaimed));
            format!("Of {}: {}", words::nuggets(total), parts.join(", "))
        })
    };
    let parts = move || {
        view.with(|view| {
            let part = |row: Standing| {
                let own = view.seat == Some(row.seat);
                let class = if own {
                    "ng-race__part ng-race__part--me".to_owned()
                } else {
                    token_class("ng-race__part", row.seat, false)
                };
                let mark = if own { '@' } else { letter(row.seat) };
                view! { <span class=class style:--n=row.purse.to_string()>{mark.to_string()}</span> }
            };
            words::standings(view).into_iter().filter(|row| row.purse > 0).map(part).collect_view()
        })
    };
    let left = move || view.with(|view| view.unclaimed);
    view! {
        <div class="ng-race" role="img" aria-label=label>
            {parts}
            <span class="ng-race__part ng-race__part--rest" hidden=move || left() == 0 style:--n=move || left().to_string()>
                <span>{move || format!("{} left", left())}</span>
            </span>
        </div>
    }
    .into_any()
}

/// Everybody who ever came, by purse. Rows glide to their new places.
#[component]
pub fn Tally(
    /// What is known.
    view: Signal<Arc<View>>,
    /// Where the players are, by seat.
    presence: Signal<Vec<Option<Presence>>>,
    /// Whom a spectator looks at; chosen by pressing a row.
    #[prop(optional)]
    at: Option<RwSignal<Option<Seat>>>,
) -> impl IntoView {
    let table = Memo::new(move |_| view.with(|view| words::standings(view)));
    let order = move || table.with(|table| table.iter().map(|row| row.seat).collect::<Vec<_>>());
    let list = NodeRef::<html::Ol>::new();
    glide(table, list);
    let row = move |seat: Seat| {
        let own = view.with_untracked(|view| view.seat == Some(seat));
        let purse =
            move || table.with(|table| table.iter().find(|row| row.seat == seat).map_or(0, |row| row.purse));
        let name = move || if own { "You".to_owned() } else { view.with(|view| words::name_of(view, seat)) };
        let note = move || note(view, presence, seat);
        let words = view! {
            <Token seat own/>
            <span>
                <span class="ng-tally__name">{name}</span>
                <small>{note}</small>
            </span>
            <span class="tally__num">{purse}</span>
        };
        let content = match at {
            Some(at) => {
                let pressed = move || if at.get() == Some(seat) { "true" } else { "false" };
                let choose = move |_| at.update(|at| *at = (*at != Some(seat)).then_some(seat));
                view! {
                    <button class="tally__row ng-tally__look" type="button" aria-pressed=pressed on:click=choose>
                        {words}
                    </button>
                }
                .into_any()
            }
            None => view! { <div class="tally__row" class:tally__row--me=own>{words}</div> }.into_any(),
        };
        view! {
            <li
                class="ng-tally__item"
                data-letter=letter(seat).to_string()
                data-purse=move || purse().to_string()
                data-presence=move || presence_of(presence, seat).map(Presence::word)
            >
                {content}
            </li>
        }
    };
    view! {
        <div class="ng-tally-box" tabindex="0" role="group" aria-label="Players">
            <ol class="tally ng-tally" aria-label="Players by purse" node_ref=list>
                <For each=order key=|seat| *seat children=row/>
            </ol>
        </div>
    }
    .into_any()
}

fn presence_of(presence: Signal<Vec<Option<Presence>>>, seat: Seat) -> Option<Presence> {
    presence.with(|all| all.get(seat.index()).copied().flatten())
}

/// What there is to say about somebody.
fn note(view: Signal<Arc<View>>, presence: Signal<Vec<Option<Presence>>>, seat: Seat) -> String {
    view.with(|view| {
        let letter = letter(seat);
        if view.seat == Some(seat) {
            return format!("{}, letter {letter} to the others", words::name_of(view, seat));
        }
        match presence_of(presence, seat) {
            Some(Presence::Left) => return "Has left".to_owned(),
            Some(Presence::Away) => return "Is away".to_owned(),
            _ => {}
        }
        let in_sight =
            view.seat.is_some() && u8::try_from(letter).is_ok_and(|c| view.screen.cells().contains(&c));
        match (in_sight, presence_of(presence, seat)) {
            (true, _) => "In sight".to_owned(),
            (false, Some(Presence::Bot)) => format!("Bot, letter {letter}"),
            (false, _) => format!("Letter {letter}"),
        }
    })
}

/// After a change of order, lets each row come from where it was.
fn glide(table: Memo<Vec<Standing>>, list: NodeRef<html::Ol>) {
    let settings = use_settings();
    let places = StoredValue::new_local(HashMap::<String, (i32, i32)>::new());
    Effect::new(move || {
        table.track();
        let still = settings.rests();
        // After the rows have been put in order, before they are painted.
        request_animation_frame(move || {
            let Some(list) = list.try_get_untracked().flatten() else { return };
            let mut now = HashMap::new();
            let rows = list.children();
            for index in 0..rows.length() {
                let Some(row) = rows.item(index).and_then(|row| row.dyn_into::<HtmlElement>().ok()) else {
                    continue;
                };
                let Some(letter) = row.get_attribute("data-letter") else { continue };
                let place = (row.offset_left(), row.offset_top());
                let before = places.try_with_value(|places| places.get(&letter).copied()).flatten();
                if let Some(before) = before.filter(|before| *before != place && !still) {
                    come_from(&row, before.0 - place.0, before.1 - place.1);
                }
                now.insert(letter, place);
            }
            places.try_update_value(|places| *places = now);
        });
    });
}

fn come_from(row: &HtmlElement, right: i32, down: i32) {
    let style = row.style();
    // Setting a property fails only for names that are none.
    let _ = style.set_property("transition", "none");
    let _ = style.set_property("transform", &format!("translate({right}px, {down}px)"));
    // Asking for a length makes the browser take note of where the row starts from.
    let _ = row.offset_height();
    let _ = style.set_property("transition", "transform var(--calm) var(--settle)");
    let _ = style.remove_property("transform");
}
