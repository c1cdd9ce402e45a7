//! The cabinet: one lid a game.

use leptos::prelude::*;
use leptos_router::components::A;
use shared::catalogue::{GameFacts, GameId};

use crate::practice::wish;
use crate::ui::emblem::Emblem;
use crate::ui::icon::Icon;

/// All lids.
#[component]
pub fn Shelf(
    /// What there is.
    games: Signal<Vec<GameFacts>>,
    /// Somebody wants to play.
    on_play: impl Fn(GameId) + Copy + Send + 'static,
) -> impl IntoView {
    let lids = GameId::ALL.into_iter().map(|game| {
        let facts =
            Memo::new(move |_| games.with(|games| games.iter().find(|facts| facts.id == game).cloned()));
        view! { <Lid game facts on_play/> }
    });
    view! { <section class="hm__shelf" aria-label="Games">{lids.collect_view()}</section> }
}

#[component]
fn Lid(
    game: GameId,
    facts: Memo<Option<GameFacts>>,
    on_play: impl Fn(GameId) + Copy + Send + 'static,
) -> impl IntoView {
    let name = game.name();
    view! {
        <article class="lid" data-game=game.word()>
            <Emblem game class="lid__art"/>
            <div class=format!("lid__label em--{game}")>
                <h2 class="lid__name">{name}</h2>
                <p class="lid__text">{about(game)}</p>
                <div>
                    <p class="lid__facts">
                        <span><Icon name="seat"/>{move || facts.with(|facts| facts.as_ref().map(seats))}</span>
                        <span><Icon name="clock"/>{minutes(game)}</span>
                    </p>
                    <div class="lid__acts">
                        <button
                            class="btn btn--main"
                            type="button"
                            aria-label=format!("Play {name}")
                            on:click=move |_| on_play(game)
                        >
                            "Play"
                        </button>
                        <A
                            href=wish::place(game)
                            attr:class="btn btn--plain"
                            attr:aria-label=format!("Practise {name} without a server")
                        >
                            "Practise"
                        </A>
                    </div>
                </div>
            </div>
        </article>
    }
}

const fn about(game: GameId) -> &'static str {
    match game {
        GameId::SeaBattle => {
            "Hide a fleet, then find the other one. Every shot charts a little more of an unknown sea."
        }
        GameId::Nuggets => "Explore a dark map by torchlight and reach the gold before the others do.",
        GameId::OneCard => "Shed your hand. Attack, defend, reverse, skip, and watch for the last card.",
        GameId::Accordion => {
            "Patience on one long row of piles. Squeeze it shut, on the same deal as the house."
        }
    }
}

const fn minutes(game: GameId) -> &'static str {
    match game {
        GameId::SeaBattle | GameId::OneCard => "10 min",
        GameId::Nuggets => "15 min",
        GameId::Accordion => "8 min",
    }
}

fn seats(facts: &GameFacts) -> String {
    match (facts.least_seats, facts.most_seats) {
        (1, 1) => "1 seat".to_owned(),
        (least, most) if least == most => format!("{most} seats"),
        (least, most) => format!("{least}–{most} seats"),
    }
}
