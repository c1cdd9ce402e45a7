//! The rules, for people.

use leptos::prelude::*;
use leptos_router::components::A;
use leptos_router::hooks::use_params_map;
use shared::catalogue::{GameFacts, GameId, games};

use crate::pages::not_found::NotFoundPage;
use crate::ui::bar::Bar;
use crate::ui::emblem::Emblem;
use crate::ui::icon::Mark;
use crate::ui::title::arrive;

/// Which games there are rules of.
#[component]
pub fn RulesPage() -> impl IntoView {
    arrive("Rules");
    let entries = games().into_iter().map(|GameFacts { id, available, .. }| {
        let entry = if available {
            view! { <A href=format!("/rules/{id}") attr:class="contents__link">{id.name()}</A> }.into_any()
        } else {
            view! { <span class="contents__link">{id.name()}<span class="contents__soon">"still being built"</span></span> }
                .into_any()
        };
        view! { <li class="contents__row" data-game=id.word()><Mark game=id/>{entry}</li> }
    });
    view! {
        <Bar/>
        <main class="page">
            <h1>"Rules"</h1>
            <ul class="contents">{entries.collect_view()}</ul>
        </main>
    }
    .into_any()
}

/// The rules of one game.
#[component]
pub fn GameRulesPage() -> impl IntoView {
    let params = use_params_map();
    let game = Memo::new(move |_| params.with(|params| params.get("game")?.parse::<GameId>().ok()));
    move || match game.get() {
        Some(GameId::SeaBattle) => view! { <SeaBattleRules/> }.into_any(),
        Some(GameId::Nuggets) => view! { <NuggetsRules/> }.into_any(),
        Some(_) | None => view! { <NotFoundPage/> }.into_any(),
    }
}

#[component]
fn SeaBattleRules() -> impl IntoView {
    arrive("Rules of Sea Battle");
    view! {
        <Bar/>
        <main class="page rules" data-game=GameId::SeaBattle.word()>
            <h1>"Sea Battle"</h1>
            <Emblem game=GameId::SeaBattle class="rules__art"/>
            <p class="page__lead">
                "Two players, two seas, ten ships each. Hide yours, and find the other’s first."
            </p>
            <h2>"The fleet"</h2>
            <p>
                "Each sea has ten columns, A to J, and ten rows, 1 to 10. A fleet is one ship of four cells, two of three, "
                "three of two and four of a single cell. Ships are straight. No two of them touch, not even at a corner."
            </p>
            <p>
                "Drag your ships, or select one and tap where it shall lie; tap a placed ship to turn it. Random "
                "places all ten. Once you press Ready the fleet is final."
            </p>
            <h2>"The shots"</h2>
            <ul class="rules__list">
                <li><strong>"Miss:"</strong>" water. The turn passes."</li>
                <li><strong>"Hit:"</strong>" part of a ship. You shoot again."</li>
                <li>
                    <strong>"Sunk:"</strong>
                    " the last part of a ship. Since ships never touch, all cells around it must be water: they are marked for "
                    "both, and nobody can shoot there. You shoot again."
                </li>
            </ul>
            <p>"Whoever has sunk all ten ships wins. Then both fleets are shown."</p>
            <h2>"The clocks"</h2>
            <p>
                "Unless the table was opened with other times, you have two minutes to place the fleet; after that it is placed for "
                "you. A shot may take half a minute. If the time runs out the turn passes, and the second time in a row loses "
                "the match. Whoever loses the connection has a minute to come back."
            </p>
            <h2>"Fair play"</h2>
            <p>
                "Who begins is drawn from a secret number. Its fingerprint is public from the start and the number itself "
                "after the end, so everybody can check that it was never changed."
            </p>
        </main>
    }
    .into_any()
}

#[component]
fn NuggetsRules() -> impl IntoView {
    arrive("Rules of Nuggets");
    view! {
        <Bar/>
        <main class="page rules" data-game=GameId::Nuggets.word()>
            <h1>"Nuggets"</h1>
            <Emblem game=GameId::Nuggets class="rules__art"/>
            <p class="page__lead">
                "Up to 26 explorers in the dark, 250 nuggets of gold. Nobody waits for a turn: whoever finds most wins."
            </p>
            <h2>"What you see"</h2>
            <p>
                "You see as far as your eyes reach: across a room, to its walls and the doors in them. A passage shows only its next "
                "step. What you have seen once stays on your map, but gold and other explorers show only while they are in sight."
            </p>
            <h2>"How you move"</h2>
            <ul class="rules__list">
                <li><strong>"A step:"</strong>" arrow keys, the number pad, W A S D, or the letters h j k l and y u b n, which also go \
                    slantwise."</li>
                <li><strong>"A run:"</strong>" with Shift, as far as it goes. Gold on the way is yours."</li>
                <li><strong>"By touch:"</strong>" tap a place you know, and you walk there. Swipe to run."</li>
                <li><strong>"Text:"</strong>" the whole game can be played as plain text, by keyboard and screen reader."</li>
            </ul>
            <h2>"Gold and company"</h2>
            <p>
                "Step on a pile and all of it is yours. Step onto another explorer and the two of you change places. Whoever leaves "
                "keeps what was found. When the last nugget is found the match is over."
            </p>
            <p>
                "A match begins with its first explorer, and others can come in until it ends. Every explorer gets a letter, "
                "and no letter is given twice."
            </p>
            <h2>"At a terminal"</h2>
            <p>
                "Where the host has opened it, people with the old terminal program play in the same match as people in a browser."
            </p>
            <h2>"Fair play"</h2>
            <p>
                "The gold is laid, and a new map made, from a secret number. Its fingerprint is public from the start and the "
                "number itself after the end, so everybody can check that it was never changed."
            </p>
        </main>
    }
    .into_any()
}
