//! The rules, for people.

use leptos::prelude::*;
use leptos_router::components::A;
use leptos_router::hooks::use_params_map;
use shared::catalogue::GameId;

use crate::pages::kit;
use crate::pages::not_found::NotFoundPage;
use crate::ui::bar::Bar;
use crate::ui::emblem::Emblem;
use crate::ui::icon::Mark;
use crate::ui::title::arrive;

/// Which games there are rules of.
#[component]
pub fn RulesPage() -> impl IntoView {
    arrive("Rules");
    let entries = GameId::ALL.into_iter().map(|game| {
        view! {
            <li class="contents__row" data-game=game.word()>
                <Mark game/>
                <A href=format!("/rules/{game}") attr:class="contents__link">{game.name()}</A>
            </li>
        }
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
        Some(game) => kit::read("Fetching the rules…", "The rules", move |reading| (reading.rules)(game)),
        None => view! { <NotFoundPage/> }.into_any(),
    }
}

/// The rules of a game.
pub fn rules_of(game: GameId) -> AnyView {
    match game {
        GameId::SeaBattle => view! { <SeaBattleRules/> }.into_any(),
        GameId::Nuggets => view! { <NuggetsRules/> }.into_any(),
        GameId::OneCard => view! { <OneCardRules/> }.into_any(),
        GameId::Accordion => view! { <AccordionRules/> }.into_any(),
    }
}

#[component]
fn SeaBattleRules() -> impl IntoView {
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

#[component]
fn OneCardRules() -> impl IntoView {
    view! {
        <Bar/>
        <main class="page rules" data-game=GameId::OneCard.word()>
            <h1>"OneCard"</h1>
            <Emblem game=GameId::OneCard class="rules__art"/>
            <p class="page__lead">
                "Three to ten players, two packs of cards, five in each hand. Be the first without a card."
            </p>
            <h2>"Your turn"</h2>
            <p>
                "Play one card of the same suit or the same rank as the last one, or draw one. You may draw even if you could play. "
                "Drawing ends your turn: the card you have drawn waits for the next one. The very first card on the table does nothing "
                "but lie there."
            </p>
            <h2>"Five ranks do something"</h2>
            <ul class="rules__list">
                <li><strong>"2 and 3:"</strong>" an attack. The next player has to draw two or three cards, unless they answer it."</li>
                <li><strong>"7:"</strong>" cancels an attack. Without one it is an ordinary card."</li>
                <li><strong>"Jack:"</strong>" skips the next player."</li>
                <li><strong>"Queen:"</strong>" turns the direction. Each round starts counter-clockwise."</li>
            </ul>
            <h2>"Under attack"</h2>
            <p>
                "The glowing number on the rim of the table says how many cards are coming to you. You may answer with a card that also "
                "fits the last one:"
            </p>
            <ul class="rules__list">
                <li><strong>"A 2 or a 3"</strong>" adds to the attack, and it moves on."</li>
                <li><strong>"A 7"</strong>" ends it."</li>
                <li>
                    <strong>"A Queen of the suit of the last card"</strong>
                    " sends it back the way it came; a " <strong>"Jack of that suit"</strong>
                    " sends it over the next player to the one after. The number stays, and the next answer has to fit the Queen or Jack."
                </li>
            </ul>
            <p>"Or you draw them all. Then the attack is over, and so is your turn."</p>
            <h2>"The end of a round"</h2>
            <p>
                "Whoever plays the last card of a hand wins the round at once, and an attack that was still under way comes to nothing. "
                "Everybody else loses a point for each card left. The winner leads the next round; the first round is led by whoever "
                "draws the lowest card. After the last round the highest total wins. Equal totals share the win."
            </p>
            <p>
                "When the stock runs out, all discards but the last are shuffled and become the stock. If nobody can play or draw any more, "
                "the round is blocked and every hand counts."
            </p>
            <h2>"If you know One Card from Korea"</h2>
            <p>"This is a close relative with other house rules. What this game does not have:"</p>
            <ul class="rules__list">
                <li><strong>"No jokers."</strong>" The only attacks are 2 and 3, and they are worth what is written on them; an Ace is an ordinary card."</li>
                <li><strong>"No 7 that names a suit."</strong>" Here the 7 is the shield, and the 3 is not."</li>
                <li><strong>"No King that plays again."</strong>" A King is an ordinary card."</li>
                <li><strong>"No calling."</strong>" Nobody has to say “one card”: the table shows it to everybody by itself."</li>
                <li><strong>"No bankruptcy."</strong>" However many cards you hold, you stay in the round."</li>
                <li><strong>"No stronger answer needed."</strong>" A 2 may answer a 3: the two simply add up."</li>
            </ul>
            <h2>"The clocks"</h2>
            <p>
                "Unless the table was opened with other times, a turn may take half a minute; after that a card is drawn for you, or the "
                "whole attack. If you lose the connection, a bot plays for you after a minute and you get your hand back when you return. "
                "Whoever gives up is out, and the others play on."
            </p>
            <h2>"By keyboard"</h2>
            <p>"Arrow keys choose a card and Enter plays it. D draws, S sorts. With Shift the arrow keys move the card in your hand."</p>
            <h2>"Fair play"</h2>
            <p>
                "Every shuffle is made from a secret number. Its fingerprint is public from the start and the number itself after the "
                "end, so everybody can check that it was never changed. After the end you can also download the log of the match."
            </p>
        </main>
    }
    .into_any()
}

#[component]
fn AccordionRules() -> impl IntoView {
    view! {
        <Bar/>
        <main class="page rules" data-game=GameId::Accordion.word()>
            <h1>"Accordion"</h1>
            <Emblem game=GameId::Accordion class="rules__art"/>
            <p class="page__lead">"One pack, one row of piles. Squeeze it to as few piles as you can, and to fewer than the other."</p>
            <h2>"The row"</h2>
            <p>
                "Deal the next card as a new pile at the right end, or move: a pile goes one or two places to the left if its top card "
                "and the one it lands on have the same suit or the same rank. You may move the whole pile or only its top card. "
                "An emptied place closes up."
            </p>
            <p>
                "Nobody has to move, and moves stay possible after the 52nd card. Once all cards are dealt you may finish, and the piles "
                "are counted."
            </p>
            <h2>"Who wins"</h2>
            <ul class="rules__list">
                <li><strong>"Fewer piles win,"</strong>" and as many are a draw."</li>
                <li><strong>"One pile each"</strong>" is a win against the house, and a draw in a duel: nobody can do better."</li>
            </ul>
            <p>
                "Both play the same deal, each out of sight of the other. Until both have finished you see only how many cards the other "
                "has dealt and whether they have finished. Then both rows lie open, and the replay shows every move."
            </p>
            <h2>"Take your time"</h2>
            <p>
                "Cards to the right never hinder a move on the left: a later deal takes no move away, so dealing everything first loses "
                "nothing. Then nothing is hidden from who wants to think. The levels of the house therefore differ in effort only: "
                "casual merges as cards come, steady keeps its chances, strong deals everything and looks one move ahead, and master "
                "searches far."
            </p>
            <p>
                "The latest move can be taken back, but not past a card that was dealt, except in practice. A hint is what the strong "
                "house would do."
            </p>
            <h2>"By keyboard"</h2>
            <p>
                "Space deals. Arrow keys walk along the piles; Enter takes one up and puts it down on a place that is lit, 1 and 2 move it "
                "that far. C moves only the card, P the whole pile; Shift with a click means the card as well. U or Ctrl and Z take back, "
                "H gives a hint, Escape lets go."
            </p>
        </main>
    }
    .into_any()
}
