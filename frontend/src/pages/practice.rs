//! Practice: a match against the house in this browser alone. The address says which, so that it can be passed on; one
//! that is kept here goes on.

use std::rc::Rc;
use std::sync::Arc;

use leptos::prelude::*;
use leptos_router::NavigateOptions;
use leptos_router::components::A;
use leptos_router::hooks::{use_navigate, use_params_map, use_query_map};
use shared::accordion::Accordion;
use shared::api::MatchFacts;
use shared::catalogue::{GameFacts, GameId, games};
use shared::nuggets::Nuggets;
use shared::onecard::OneCard;
use shared::sea_battle::SeaBattle;
use shared::seed::Seed;

use crate::browser;
use crate::games::accordion::AccordionPage;
use crate::games::nuggets::NuggetsPage;
use crate::games::onecard::OneCardPage;
use crate::games::sea_battle::SeaBattlePage;
use crate::pages::not_found::NotFoundPage;
use crate::practice::Practised;
use crate::practice::paper::{self, Paper};
use crate::practice::room::{HUMAN, Room};
use crate::practice::table::{Ears, Table};
use crate::practice::wish;
use crate::state::match_::{Here, MatchState};
use crate::state::session::use_session;
use crate::state::update::use_update;
use crate::ui::bar::{Bar, MatchBar};
use crate::ui::title::{arrive, refocus, set_title};

/// The page of practice of the game in the address.
#[component]
pub fn PracticePage() -> impl IntoView {
    arrive("Practice");
    let params = use_params_map();
    let word = Memo::new(move |_| params.with(|params| params.get("game").unwrap_or_default()));
    move || match word.get().parse() {
        Ok(GameId::SeaBattle) => practise::<SeaBattle>(|state| view! { <SeaBattlePage state/> }.into_any()),
        Ok(GameId::Nuggets) => practise::<Nuggets>(|state| view! { <NuggetsPage state/> }.into_any()),
        Ok(GameId::OneCard) => practise::<OneCard>(|state| view! { <OneCardPage state/> }.into_any()),
        Ok(GameId::Accordion) => practise::<Accordion>(|state| view! { <AccordionPage state/> }.into_any()),
        Err(_) => view! { <NotFoundPage/> }.into_any(),
    }
}

fn practise<G: Practised>(board: fn(MatchState<G>) -> AnyView) -> AnyView {
    let Some(game) = games().into_iter().find(|game| game.id == G::GAME) else {
        return view! { <NotFoundPage/> }.into_any();
    };
    set_title(&format!("Practice, {}", G::GAME.name()));
    let name = use_session().name().get_untracked();
    let table = RwSignal::new(start::<G>(&game, name));
    let navigate = use_navigate();
    Effect::new(move || {
        let address = table.with(|paper| paper.as_ref().ok().map(|paper| wish::address(&paper.wish)));
        if let Some(address) = address {
            navigate(
                &address,
                NavigateOptions { replace: true, scroll: false, ..NavigateOptions::default() },
            );
        }
        refocus();
    });
    let game = StoredValue::new(game);
    let next = Callback::new(move |(paper, options)| {
        let again: Option<Paper<G>> =
            game.try_with_value(|game| Paper::again(&paper, game, options, fresh_seed(), today()));
        if let Some(again) = again {
            table.set(Ok(again));
        }
    });
    (move || match table.get() {
        Ok(paper) => playing(paper, board, next),
        Err(why) => view! { <CannotPlay why/> }.into_any(),
    })
    .into_any()
}

/// The match the address asks for: the one that is kept, if it is like that, or a new one.
fn start<G: Practised>(game: &GameFacts, name: String) -> Result<Paper<G>, String> {
    let query = use_query_map().get_untracked();
    let kept = paper::kept::<G>();
    let asked = wish::from_query(game, |name| query.get(name))?;
    let fields = game.options.iter().map(|option| option.field.as_str());
    let anything = fields.chain(["level", "house"]).all(|field| query.get(field).is_none());
    match kept {
        Some(kept) if anything || kept.wish == asked => Ok(kept),
        _ => paper::lay(game, asked, name, fresh_seed(), today()),
    }
}

/// The seed of a match nobody is to foresee.
pub fn fresh_seed() -> Seed {
    let key = || browser::random_key().unwrap_or_else(|| format!("{:032x}", browser::random().to_bits()));
    let drawn = format!("{}{}", key(), key());
    drawn.parse().unwrap_or_else(|_| Seed::from_number(browser::random().to_bits()))
}

/// Milliseconds since 1970.
pub fn today() -> u64 {
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // positive, and far below 2^53
    let today = js_sys::Date::now() as u64;
    today
}

/// Another match, of the one before and what it is to be set up with.
type Next<G> = Callback<(Paper<G>, <G as shared::game::Game>::Options)>;

fn playing<G: Practised>(paper: Paper<G>, board: fn(MatchState<G>) -> AnyView, next: Next<G>) -> AnyView {
    let facts = RwSignal::new(None::<MatchFacts>);
    let record = RwSignal::new(None::<Arc<str>>);
    let again = move |room: &Room<G>| next.run((room.paper().clone(), room.next_options()));
    let part = move |room: &Room<G>| {
        facts.set(Some(room.facts()));
        let text = room.record().and_then(|record| serde_json::to_string(&record).ok());
        record.set(text.map(Arc::from));
    };
    let state = MatchState::<G>::here(facts.into(), Here { record: record.into() }, |show| {
        let table = Table::open(paper, Ears { show, part: Box::new(part), again: Box::new(again) })?;
        Ok::<_, shared::record::ReplayError>(Rc::new(move |input| table.take(input)) as Rc<dyn Fn(_)>)
    });
    match state {
        Ok(state) => {
            use_update().wait_while(move || {
                state.view.with(|view| view.as_ref().is_some_and(|view| G::engages(view, HUMAN)))
            });
            view! {
                <MatchBar
                    game=G::GAME
                    code=Signal::stored(None::<String>)
                    on_again=Callback::new(move |()| state.offer_rematch())
                />
                {board(state)}
            }
            .into_any()
        }
        Err(error) => {
            // Most likely another version of the rules has left it here.
            paper::forget(G::GAME);
            let why = format!(
                "The match that was kept here can’t go on: {error}. Load the page again for a new one."
            );
            view! { <CannotPlay why/> }.into_any()
        }
    }
}

/// Why there is no match, and what one can do.
#[component]
fn CannotPlay(why: String) -> impl IntoView {
    view! {
        <Bar/>
        <main class="page">
            <h1>"That can’t be practised."</h1>
            <p class="page__lead" role="alert">{why}</p>
            <p><A href="/" attr:class="btn">"To the games"</A></p>
        </main>
    }
}
