//! The part of the sheet that needs no server: practice on this device.

use leptos::prelude::*;
use leptos_router::NavigateOptions;
use leptos_router::components::A;
use leptos_router::hooks::use_navigate;
use shared::api::NewMatch;
use shared::catalogue::GameFacts;

use crate::pages::home::options::{Chosen, object};
use crate::pages::home::play::level_name;
use crate::pages::kit::{self, NotLoaded};
use crate::practice::paper;
use crate::practice::wish::{self, most_house, most_practised, seat_house};
use crate::state::session::use_session;
use crate::state::task::Tasks;
use crate::ui::icon::Icon;

/// What is said when the game could not be fetched.
const NOT_LOADED: &str = "The game didn’t arrive. Try again; if that doesn’t help, load the page again.";

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
    let tasks = Tasks::here();
    // The game is on its way, and the match begins once it is there.
    let waiting = RwSignal::new(false);
    // `sure` once the person has been asked.
    let begin = Callback::new(move |(level, sure): (String, bool)| {
        if waiting.get_untracked() {
            return;
        }
        asking.set(None);
        let options = chosen.with_untracked(|chosen| object(&game.options, chosen));
        let mut options = match options {
            Ok(options) => options,
            Err(wrong) => return told.set(Some(wrong)),
        };
        told.set(None);
        let number = seat_house(&game, &mut options, house.get_untracked().clamp(1, most));
        let wish = NewMatch { game: game.id, options, bots: vec![level.clone(); number], public: false };
        let (game, navigate) = (game.clone(), navigate.clone());
        waiting.set(true);
        tasks.run(async move {
            // It was asked for when the sheet was opened.
            let kit = kit::load(game.id).await;
            waiting.set(false);
            let laid = match kit {
                Ok(kit) if !sure && (kit.in_progress)() => return asking.set(Some(level)),
                Ok(kit) => (kit.lay)(&game, wish, name.get_untracked()),
                Err(NotLoaded) => Err(NOT_LOADED.to_owned()),
            };
            match laid {
                Ok(()) => navigate(&wish::place(game.id), NavigateOptions::default()),
                Err(wrong) => told.set(Some(wrong)),
            }
        });
    });
    let levels = levels.into_iter().map(|level| {
        let label = level_name(&level);
        view! {
            <button
                class="btn"
                type="button"
                aria-label=format!("Practise: {label}")
                on:click=move |_| begin.run((level.clone(), false))
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
                    <button class="btn btn--main" type="button" on:click=move |_| begin.run((level.clone(), true))>
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
            <div role="status">
                {move || waiting.get().then(|| view! { <p>"Fetching the game…"</p> })}
                {question}
            </div>
            {open}
        </section>
    }
    .into_any()
}
