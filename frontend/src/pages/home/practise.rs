//! The part of the sheet that needs no server: practice on this device.

use leptos::prelude::*;
use leptos_router::NavigateOptions;
use leptos_router::components::A;
use leptos_router::hooks::use_navigate;
use shared::accordion::Accordion;
use shared::api::NewMatch;
use shared::catalogue::{GameFacts, GameId};
use shared::nuggets::Nuggets;
use shared::onecard::OneCard;
use shared::sea_battle::SeaBattle;

use crate::pages::home::options::{Chosen, object};
use crate::pages::home::play::level_name;
use crate::pages::practice::{fresh_seed, today};
use crate::practice::Practised;
use crate::practice::paper::{self, Owner};
use crate::practice::wish::{self, most_house, most_practised, seat_house};
use crate::state::session::use_session;
use crate::ui::icon::Icon;

/// Practice: one button a level, and the way back to a match that is not over.
#[component]
pub fn Practise(
    /// What there is to choose.
    game: GameFacts,
    /// What is chosen.
    chosen: Chosen,
    /// How many players of the house come along.
    house: RwSignal<usize>,
    /// What is wrong with it.
    told: RwSignal<Option<String>>,
) -> impl IntoView {
    let name = use_session().name();
    let navigate = use_navigate();
    let id = game.id;
    let levels = game.bots.clone();
    let most = most_practised(&game);
    let fewer = most < most_house(&game);
    // The level of the match that would take the place of one that goes on.
    let asking = RwSignal::new(None::<String>);
    let begin = Callback::new(move |level: String| {
        asking.set(None);
        let laid = chosen.with_untracked(|chosen| object(&game.options, chosen)).and_then(|mut options| {
            let number = seat_house(&game, &mut options, house.get_untracked().clamp(1, most));
            let wish = NewMatch { game: game.id, options, bots: vec![level; number], public: false };
            lay(&game, wish, name.get_untracked())
        });
        match laid {
            Ok(()) => navigate(&wish::place(game.id), NavigateOptions::default()),
            Err(wrong) => told.set(Some(wrong)),
        }
    });
    let press = move |level: String| {
        if in_progress(id) { asking.set(Some(level)) } else { begin.run(level) }
    };
    let levels = levels.into_iter().map(|level| {
        let label = level_name(&level);
        view! {
            <button
                class="btn"
                type="button"
                aria-label=format!("Practise: {label}")
                on:click=move |_| press(level.clone())
            >
                {label.clone()}
            </button>
        }
    });
    let question = move || {
        asking.get().map(|level| {
            view! {
                <p>"You are in the middle of a match of practice. A new one takes its place."</p>
                <div class="btns">
                    <button class="btn btn--main" type="button" on:click=move |_| begin.run(level.clone())>
                        "Begin the new one"
                    </button>
                    <button class="btn" type="button" on:click=move |_| asking.set(None)>"Keep it"</button>
                </div>
            }
        })
    };
    let at_most = move || {
        let over = fewer && house.get() > most;
        over.then(|| view! { <p class="field__note">{format!("Here {most} players of the house come at most.")}</p> })
    };
    let open = paper::is_open(id).then(|| {
        view! {
            <A href=wish::place(id) attr:class="btn btn--plain">
                <Icon name="again"/>
                "Go on with your practice match"
            </A>
        }
    });
    view! {
        <section class="sheet__part">
            <h3 class="sheet__name"><Icon name="hint"/>"Practise here, without the server"</h3>
            <div class="btns">{levels.collect_view()}</div>
            {at_most}
            <div role="status">{question}</div>
            {open}
        </section>
    }
    .into_any()
}

/// True if a match of practice goes on in which the person has done something.
fn in_progress(game: GameId) -> bool {
    fn of<G: Practised>() -> bool {
        paper::kept::<G>().is_some_and(|kept| kept.in_progress())
    }
    match game {
        GameId::SeaBattle => of::<SeaBattle>(),
        GameId::Nuggets => of::<Nuggets>(),
        GameId::OneCard => of::<OneCard>(),
        GameId::Accordion => of::<Accordion>(),
    }
}

/// Lays a new match out and keeps it, so that the page of practice finds it.
fn lay(game: &GameFacts, wish: NewMatch, name: String) -> Result<(), String> {
    fn of<G: Practised>(game: &GameFacts, wish: NewMatch, name: String) -> Result<(), String> {
        let paper = paper::lay::<G>(game, wish, name, fresh_seed(), today())?;
        // A page that plays this game in another tab stops.
        Owner::claim(game.id, paper.match_id()).keep(&paper);
        Ok(())
    }
    match game.id {
        GameId::SeaBattle => of::<SeaBattle>(game, wish, name),
        GameId::Nuggets => of::<Nuggets>(game, wish, name),
        GameId::OneCard => of::<OneCard>(game, wish, name),
        GameId::Accordion => of::<Accordion>(game, wish, name),
    }
}
