//! Home: a cabinet of four lids under one row of lamps, and the open tables.

mod code;
mod lids;
mod map_field;
mod options;
mod placecard;
mod play;
mod practise;
mod tables;

use leptos::prelude::*;
use leptos_router::components::A;
use leptos_router::hooks::use_query_map;
use shared::catalogue::{self, GameId};

use crate::net::api;
use crate::state::reach::use_reach;
use crate::state::task::Tasks;
use crate::ui::bar::Bar;
use crate::ui::icon::Icon;
use crate::ui::title::arrive;

use code::CodeForm;
use lids::Shelf;
pub use placecard::PlaceCard;
use play::PlayDialog;
use tables::Tables;

/// The home page.
#[component]
pub fn HomePage() -> impl IntoView {
    arrive("");
    // What this page was built with, until the server says what it can host.
    let games = RwSignal::new(catalogue::games());
    let reach = use_reach();
    let tasks = Tasks::here();
    let reached = Memo::new(move |_| reach.trouble().is_none());
    Effect::new(move || {
        // Again once it comes back: it may be another version by then.
        if reached.get() {
            tasks.run(async move {
                if let Ok(hosted) = api::games().await {
                    games.set(hosted);
                }
            });
        }
    });
    let playing = RwSignal::new(asked_for());
    view! {
        <Bar/>
        <main class="hm">
            <section class="hm__welcome">
                <div>
                    <h1 class="hm__hello">{format!("Good {}.", time_of_day(hour()))}</h1>
                    <p class="hm__lead">
                        "Four games under one lamp. Take a seat with friends, with strangers, or against the house."
                    </p>
                </div>
                <div class="hm__forms">
                    <PlaceCard/>
                    <CodeForm/>
                </div>
            </section>
            <Away/>
            <Shelf games=games.into() on_play=move |game| playing.set(Some(game))/>
            <Tables/>
            <p class="hm__more">
                <A href="/statistics" attr:class="btn btn--plain"><Icon name="check"/>"Your matches so far"</A>
            </p>
        </main>
        <PlayDialog playing games=games.into()/>
    }
    .into_any()
}

/// Says that the server can't be reached, and what can be done without it.
#[component]
fn Away() -> impl IntoView {
    let reach = use_reach();
    view! {
        <div role="status">
            {move || reach.trouble().map(|trouble| view! {
                <p class="hm__away" data-away="true">
                    <strong>{trouble}</strong>
                    " You can practise every game against the house on this device: press Play. Playing with others, and the open \
                     tables, come back with the server."
                </p>
            })}
        </div>
    }
}

/// The game whose sheet is to be open at once: `/?game=sea-battle`, as after a match.
fn asked_for() -> Option<GameId> {
    use_query_map().with_untracked(|query| query.get("game"))?.parse().ok()
}

fn hour() -> u32 {
    js_sys::Date::new_0().get_hours()
}

const fn time_of_day(hour: u32) -> &'static str {
    match hour {
        5..12 => "morning",
        12..18 => "afternoon",
        _ => "evening",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_day_has_three_parts() {
        assert_eq!(
            [3, 5, 11, 12, 17, 18, 23].map(time_of_day),
            ["evening", "morning", "morning", "afternoon", "afternoon", "evening", "evening"]
        );
    }
}
