//! The sheet that opens a table: against the house, or with a friend.

use leptos::prelude::*;
use leptos_router::NavigateOptions;
use leptos_router::components::A;
use leptos_router::hooks::use_navigate;
use serde_json::Value;
use shared::api::NewMatch;
use shared::catalogue::{GameFacts, GameId, OptionRange};
use shared::game::Level;

use crate::net::api;
use crate::net::trouble::Trouble;
use crate::pages::home::options::{Chosen, OptionFields, object};
use crate::pages::home::practise::Practise;
use crate::pages::kit;
use crate::practice::wish::{HOUSE, most_house, seat_house, usual_house};
use crate::state::reach::use_reach;
use crate::state::seats::{self, Held};
use crate::state::session::{as_user, use_session};
use crate::state::task::Tasks;
use crate::ui::dialog::Dialog;
use crate::ui::icon::Icon;

/// The sheet, for the game somebody wants to play.
#[component]
pub fn PlayDialog(
    /// Which game, while the sheet is open.
    playing: RwSignal<Option<GameId>>,
    /// What there is.
    games: Signal<Vec<GameFacts>>,
) -> impl IntoView {
    move || {
        let game = playing.get()?;
        let facts = games.with_untracked(|games| games.iter().find(|facts| facts.id == game).cloned())?;
        kit::prefetch(game);
        let open = RwSignal::new(true);
        Effect::new(move || {
            if !open.get() {
                playing.set(None);
            }
        });
        Some(view! {
            <Dialog open title=format!("Play {}", game.name()) game>
                <Sheet facts=facts.clone()/>
            </Dialog>
        })
    }
}

/// What one may ask for with one press.
#[derive(Clone)]
enum Wish {
    /// With so many players of the house, of this strength.
    House(String, usize),
    Friend,
    Anybody,
}

#[component]
fn Sheet(facts: GameFacts) -> impl IntoView {
    let chosen: Chosen = RwSignal::new(Vec::new());
    let busy = RwSignal::new(false);
    let told = RwSignal::new(None::<String>);
    let tasks = Tasks::here();
    let session = use_session();
    let navigate = use_navigate();
    // One key for one table: pressing again after a lost answer doesn't open a second.
    let last = StoredValue::new(None::<(NewMatch, Option<String>)>);
    let game = facts.clone();
    let open = Callback::new(move |wish: Wish| {
        let options = match chosen.with_untracked(|chosen| object(&game.options, chosen)) {
            Ok(options) => options,
            Err(wrong) => return told.set(Some(wrong)),
        };
        let wanted = wanted(&game, options, wish);
        let key = last.try_update_value(|last| key_for(last, &wanted)).flatten();
        busy.set(true);
        told.set(None);
        let navigate = navigate.clone();
        tasks.run(async move {
            let made = as_user(session, |token| {
                let (wanted, key) = (wanted.clone(), key.clone());
                async move { api::create(&token, &wanted, key).await }
            });
            match made.await {
                Ok(joined) => {
                    let address = format!("/m/{}", joined.code);
                    seats::keep(Held::from(joined));
                    navigate(&address, NavigateOptions::default());
                }
                Err(trouble) => {
                    busy.set(false);
                    if !matches!(trouble, Trouble::Unreachable) {
                        last.set_value(None);
                    }
                    told.set(Some(trouble.words()));
                }
            }
        });
    });
    let id = facts.id;
    let most = most_house(&facts);
    let house = RwSignal::new(usual_house(&facts));
    let reach = use_reach();
    let off = Memo::new(move |_| busy.get() || reach.trouble().is_some());
    let how_many = (most > 1).then(|| view! { <HowMany house most/> });
    let levels = facts.bots.iter().map(|level| {
        let (level, label) = (level.clone(), level_name(level));
        view! {
            <button
                class="btn btn--main"
                type="button"
                disabled=off
                on:click=move |_| open.run(Wish::House(level.clone(), house.get_untracked()))
            >
                {label}
            </button>
        }
    });
    // Where it is played comes before all numbers.
    let (maps, others): (Vec<_>, Vec<_>) =
        facts.options.clone().into_iter().partition(|option| matches!(option.range, OptionRange::Map { .. }));
    let maps = (!maps.is_empty()).then(
        || view! { <section class="sheet__part"><OptionFields options=maps.clone() chosen/></section> },
    );
    let practised = facts.clone();
    view! {
        <p class="field__note" role="status">
            {move || reach.trouble().map(|trouble| format!("{trouble} A table needs the server; practice doesn’t."))}
        </p>
        <section class="sheet__part">
            <h3 class="sheet__name"><Icon name="bot"/>"Against the house"</h3>
            {how_many}
            <div class="btns">{levels.collect_view()}</div>
            {note(id).map(|note| view! { <p class="field__note">{note}</p> })}
        </section>
        <section class="sheet__part">
            <h3 class="sheet__name"><Icon name="seat"/>"With people"</h3>
            <div class="btns">
                <button class="btn" type="button" disabled=off on:click=move |_| open.run(Wish::Friend)>
                    <Icon name="link"/>"By invitation"
                </button>
                <button class="btn" type="button" disabled=off on:click=move |_| open.run(Wish::Anybody)>
                    <Icon name="eye"/>"Open to anybody"
                </button>
            </div>
            <p class="field__note">
                "By invitation you get a link to pass on. Open to anybody, the table is listed on this page."
            </p>
        </section>
        <Practise game=practised chosen=chosen house=house told=told/>
        {maps}
        <details class="sheet__more">
            <summary>"More options"</summary>
            <div class="sheet__options"><OptionFields options=others chosen/></div>
        </details>
        <p>
            <A href=format!("/rules/{id}") attr:class="btn btn--plain"><Icon name="book"/>{format!("Rules of {}", id.name())}</A>
        </p>
        <p class="sheet__told" role="alert">{told}</p>
    }
}

/// What there is to know about the levels of a game before one is chosen.
const fn note(game: GameId) -> Option<&'static str> {
    match game {
        GameId::Accordion => Some(
            "Every level plays the same cards as you, and sees no more of them. They differ in effort only.",
        ),
        GameId::SeaBattle | GameId::Nuggets | GameId::OneCard => None,
    }
}

/// How many players of the house come along.
#[component]
fn HowMany(house: RwSignal<usize>, most: usize) -> impl IntoView {
    view! {
        <label class="field field--row">
            <span class="field__label">"Players of the house"</span>
            <input
                class="field__input"
                type="number"
                inputmode="numeric"
                min="0"
                max=most.to_string()
                prop:value=move || house.get().to_string()
                on:change=move |event| {
                    let typed: usize = event_target_value(&event).trim().parse().unwrap_or(HOUSE);
                    house.set(typed.min(most));
                }
            />
        </label>
    }
}

fn wanted(game: &GameFacts, mut options: Value, wish: Wish) -> NewMatch {
    let (bots, public) = match wish {
        Wish::House(level, number) => (vec![level; seat_house(game, &mut options, number)], false),
        Wish::Friend => (Vec::new(), false),
        Wish::Anybody => (Vec::new(), true),
    };
    NewMatch { game: game.id, options, bots, public }
}

/// The key of the last try if it asked for the same, else a new one.
fn key_for(last: &mut Option<(NewMatch, Option<String>)>, wanted: &NewMatch) -> Option<String> {
    match last {
        Some((before, key)) if before == wanted => key.clone(),
        _ => {
            let key = api::idempotency_key();
            *last = Some((wanted.clone(), key.clone()));
            key
        }
    }
}

/// What the button of a level says.
pub(super) fn level_name(word: &str) -> String {
    word.parse().map_or_else(|_| word.to_owned(), |level: Level| level.name().to_owned())
}

#[cfg(test)]
mod tests {
    use serde_json::json;
    use shared::nuggets::Nuggets;
    use shared::onecard::OneCard;

    use super::*;

    #[test]
    fn the_house_brings_seats_where_their_number_can_be_chosen() {
        let house = |game: &GameFacts, options: Value, number| {
            let wanted = wanted(game, options, Wish::House("easy".to_owned(), number));
            (wanted.options, wanted.bots.len())
        };
        let onecard = OneCard::facts();
        assert_eq!(house(&onecard, json!({}), 3), (json!({"players": 4}), 3));
        assert_eq!(house(&onecard, json!({}), 1), (json!({"players": 3}), 1));
        assert_eq!(house(&onecard, json!({}), 40), (json!({"players": 10}), 9));
        assert_eq!(house(&onecard, json!({"players": 5}), 3), (json!({"players": 5}), 3));
        assert_eq!(house(&onecard, json!({"players": 3}), 7), (json!({"players": 3}), 2));
        assert_eq!(house(&Nuggets::facts(), json!({}), 3), (json!({}), 3));
    }
}
