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
use crate::pages::home::play::capitalised;
use crate::pages::practice::{fresh_seed, today};
use crate::practice::Practised;
use crate::practice::paper;
use crate::practice::wish::{self, seat_house};
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
    let begin = Callback::new(move |level: String| {
        let laid = chosen.with_untracked(|chosen| object(&game.options, chosen)).and_then(|mut options| {
            let number = seat_house(&game, &mut options, house.get_untracked().max(1));
            let wish = NewMatch { game: game.id, options, bots: vec![level; number], public: false };
            lay(&game, wish, name.get_untracked())
        });
        match laid {
            Ok(()) => navigate(&wish::place(game.id), NavigateOptions::default()),
            Err(wrong) => told.set(Some(wrong)),
        }
    });
    let levels = levels.into_iter().map(|level| {
        let label = capitalised(&level);
        view! {
            <button
                class="btn"
                type="button"
                aria-label=format!("Practise: {label}")
                on:click=move |_| begin.run(level.clone())
            >
                {label.clone()}
            </button>
        }
    });
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
            {open}
        </section>
    }
    .into_any()
}

/// Lays a new match out and keeps it, so that the page of practice finds it.
fn lay(game: &GameFacts, wish: NewMatch, name: String) -> Result<(), String> {
    fn of<G: Practised>(game: &GameFacts, wish: NewMatch, name: String) -> Result<(), String> {
        paper::lay::<G>(game, wish, name, fresh_seed(), today()).map(|paper| paper::keep(&paper))
    }
    match game.id {
        GameId::SeaBattle => of::<SeaBattle>(game, wish, name),
        GameId::Nuggets => of::<Nuggets>(game, wish, name),
        GameId::OneCard => of::<OneCard>(game, wish, name),
        GameId::Accordion => of::<Accordion>(game, wish, name),
    }
}
