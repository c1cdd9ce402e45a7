//! The replay of a match: fetches its record, or takes that of practice from the browser's storage, folds it again, and
//! shows it entry by entry.

use std::sync::Arc;

use leptos::prelude::*;
use leptos_router::components::A;
use leptos_router::hooks::use_params_map;
use shared::catalogue::GameId;

use crate::net::api;
use crate::net::trouble::Trouble;
use crate::pages::kit::{self, Played};
use crate::pages::message::Message;
use crate::practice::{paper, wish};
use crate::state::session::{Session, use_session};
use crate::state::task::Tasks;
use crate::ui::bar::{Bar, MatchBar};
use crate::ui::title::arrive;

/// What is said until there is something to show.
const FETCHING: &str = "Fetching the record…";

/// How far a record is.
#[derive(Clone)]
enum Stage {
    Fetching,
    /// There is nothing to show, and why.
    Nothing(String),
    Ready(Replay),
}

/// What is shown.
#[derive(Clone)]
struct Replay {
    game: GameId,
    /// What can be said aloud to invite somebody; nobody can be invited to a match of practice.
    code: Option<String>,
    text: String,
    seed_hash: String,
}

/// The record of the match in the address.
#[derive(Clone, Copy)]
pub struct AtAddress {
    code: Memo<String>,
    stage: RwSignal<Stage>,
}

/// The replay of the match in the address.
#[component]
pub fn ReplayPage() -> impl IntoView {
    arrive("Replay");
    // Asked for while the part that shows it is on its way.
    let record = record_at_address();
    kit::read(FETCHING, "The replay", move |reading| (reading.replay)(record))
}

/// The replay of the match of practice that is kept here, of the game in the address.
#[component]
pub fn PracticeReplayPage() -> impl IntoView {
    arrive("Replay");
    kit::read(FETCHING, "The replay", |reading| (reading.practised)())
}

fn record_at_address() -> AtAddress {
    let params = use_params_map();
    let session = use_session();
    let stage = RwSignal::new(Stage::Fetching);
    let code = Memo::new(move |_| params.with(|params| params.get("code").unwrap_or_default()));
    let tasks = Tasks::here();
    Effect::new(move || {
        let code = code.get();
        stage.set(Stage::Fetching);
        tasks.run(async move { stage.set(fetch(session, &code).await) });
    });
    AtAddress { code, stage }
}

/// What [`ReplayPage`] shows.
pub fn replay_at_address(AtAddress { code, stage }: AtAddress) -> AnyView {
    (move || shown(stage.get(), format!("/m/{}", code.get()))).into_any()
}

/// What [`PracticeReplayPage`] shows.
pub fn replay_of_practice() -> AnyView {
    let params = use_params_map();
    let word = Memo::new(move |_| params.with(|params| params.get("game").unwrap_or_default()));
    (move || {
        let game = word.get().parse::<GameId>().ok();
        let kept = game.and_then(|game| Some((game, paper::record(game)?)));
        let stage = match kept {
            Some((game, (text, seed_hash))) => Stage::Ready(Replay { game, code: None, text, seed_hash }),
            None => Stage::Nothing("No finished match of practice is kept in this browser.".to_owned()),
        };
        shown(stage, game.map_or_else(|| "/".to_owned(), wish::place))
    })
    .into_any()
}

/// `back` is where the match is.
fn shown(stage: Stage, back: String) -> AnyView {
    match stage {
        Stage::Fetching => view! { <Message title=FETCHING/> }.into_any(),
        Stage::Nothing(why) => nothing(why, back),
        Stage::Ready(Replay { game, code, text, seed_hash }) => {
            kit::with(game, FETCHING, move |kit| match (kit.replay)(&text, seed_hash.clone()) {
                Ok(replay) => view! {
                    <MatchBar game=game code=Signal::stored(code.clone())/>
                    {replay}
                }
                .into_any(),
                Err(why) => nothing(why, back.clone()),
            })
        }
    }
}

fn nothing(why: String, back: String) -> AnyView {
    view! {
        <Bar/>
        <main class="page">
            <h1>"There is no replay."</h1>
            <p class="page__lead" role="alert">{why}</p>
            <p>
                <A href=back attr:class="btn">"To the match"</A>
            </p>
        </main>
    }
    .into_any()
}

async fn fetch(session: Session, code: &str) -> Stage {
    let trouble = |trouble: Trouble| Stage::Nothing(trouble.words());
    let facts = match api::facts(code).await {
        Ok(facts) => facts,
        Err(problem) => return trouble(problem),
    };
    kit::prefetch(facts.game);
    let token = session.user_token();
    let text = match api::record(token.as_deref(), &facts.match_id).await {
        Ok(text) => text,
        Err(problem) => return trouble(problem),
    };
    Stage::Ready(Replay { game: facts.game, code: Some(facts.code), text, seed_hash: facts.seed_hash })
}

/// Judges a record again, by the rules of its game, and shows it.
///
/// # Errors
/// With a sentence when it can't be.
pub fn replay<G: Played>(text: &str, seed_hash: String) -> Result<AnyView, String> {
    let record = serde_json::from_str(text).map_err(|_| Trouble::Unreadable.words())?;
    let tape = G::play(record)
        .map_err(|error| format!("The rules don’t accept the record of this match: {error}."))?;
    Ok(G::replay(Arc::new(tape), seed_hash))
}
