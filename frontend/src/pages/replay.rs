//! The replay of a match: fetches its record, or takes that of practice from the browser's storage, folds it again, and
//! shows it entry by entry.

use std::sync::Arc;

use leptos::prelude::*;
use leptos_router::components::A;
use leptos_router::hooks::use_params_map;
use serde::de::DeserializeOwned;
use shared::catalogue::GameId;
use shared::record::ReplayError;

use crate::games::accordion;
use crate::games::accordion::replay::AccordionReplay;
use crate::games::nuggets;
use crate::games::nuggets::replay::NuggetsReplay;
use crate::games::onecard;
use crate::games::onecard::replay::OneCardReplay;
use crate::games::sea_battle;
use crate::games::sea_battle::replay::SeaBattleReplay;
use crate::net::api;
use crate::net::trouble::Trouble;
use crate::practice::{paper, wish};
use crate::state::session::{Session, use_session};
use crate::state::task::Tasks;
use crate::ui::bar::{Bar, MatchBar};
use crate::ui::title::arrive;

/// How far the record is.
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
    seed_hash: String,
    tape: Tape,
}

/// A record, folded again.
#[derive(Clone)]
enum Tape {
    SeaBattle(Arc<sea_battle::tape::Tape>),
    Nuggets(Arc<nuggets::tape::Tape>),
    OneCard(Arc<onecard::tape::Tape>),
    Accordion(Arc<accordion::tape::Tape>),
}

/// The replay of the match in the address.
#[component]
pub fn ReplayPage() -> impl IntoView {
    arrive("Replay");
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
    move || shown(stage.get(), format!("/m/{}", code.get()))
}

/// The replay of the match of practice that is kept here, of the game in the address.
#[component]
pub fn PracticeReplayPage() -> impl IntoView {
    arrive("Replay");
    let params = use_params_map();
    let word = Memo::new(move |_| params.with(|params| params.get("game").unwrap_or_default()));
    move || {
        let game = word.get().parse::<GameId>().ok();
        let kept = game.and_then(|game| Some((game, paper::record(game)?)));
        let stage = match kept {
            Some((game, (text, seed_hash))) => match judged(game, &text) {
                Ok(tape) => Stage::Ready(Replay { game, code: None, seed_hash, tape }),
                Err(why) => Stage::Nothing(why),
            },
            None => Stage::Nothing("No finished match of practice is kept in this browser.".to_owned()),
        };
        shown(stage, game.map_or_else(|| "/".to_owned(), wish::place))
    }
}

/// `back` is where the match is.
fn shown(stage: Stage, back: String) -> AnyView {
    match stage {
        Stage::Fetching => view! {
            <Bar/>
            <main class="page" aria-busy="true">
                <h1>"Fetching the record…"</h1>
            </main>
        }
        .into_any(),
        Stage::Nothing(why) => view! {
            <Bar/>
            <main class="page">
                <h1>"There is no replay."</h1>
                <p class="page__lead" role="alert">{why}</p>
                <p>
                    <A href=back attr:class="btn">"To the match"</A>
                </p>
            </main>
        }
        .into_any(),
        Stage::Ready(Replay { game, code, seed_hash, tape }) => {
            let replay = match tape {
                Tape::SeaBattle(tape) => {
                    view! { <SeaBattleReplay tape=tape seed_hash=seed_hash/> }.into_any()
                }
                Tape::Nuggets(tape) => view! { <NuggetsReplay tape=tape seed_hash=seed_hash/> }.into_any(),
                Tape::OneCard(tape) => view! { <OneCardReplay tape=tape seed_hash=seed_hash/> }.into_any(),
                Tape::Accordion(tape) => {
                    view! { <AccordionReplay tape=tape seed_hash=seed_hash/> }.into_any()
                }
            };
            view! {
                <MatchBar game=game code=Signal::stored(code)/>
                {replay}
            }
            .into_any()
        }
    }
}

async fn fetch(session: Session, code: &str) -> Stage {
    let trouble = |trouble: Trouble| Stage::Nothing(trouble.words());
    let facts = match api::facts(code).await {
        Ok(facts) => facts,
        Err(problem) => return trouble(problem),
    };
    let token = session.user_token();
    let text = match api::record(token.as_deref(), &facts.match_id).await {
        Ok(text) => text,
        Err(problem) => return trouble(problem),
    };
    match judged(facts.game, &text) {
        Ok(tape) => Stage::Ready(Replay {
            game: facts.game,
            code: Some(facts.code),
            seed_hash: facts.seed_hash,
            tape,
        }),
        Err(why) => Stage::Nothing(why),
    }
}

/// A record, folded by the rules of its game.
///
/// # Errors
/// With a sentence when it can't be.
fn judged(game: GameId, text: &str) -> Result<Tape, String> {
    let played = match game {
        GameId::SeaBattle => read(text, sea_battle::tape::Tape::play).map(|tape| tape.map(Tape::SeaBattle)),
        GameId::Nuggets => read(text, nuggets::tape::Tape::play).map(|tape| tape.map(Tape::Nuggets)),
        GameId::OneCard => read(text, onecard::tape::Tape::play).map(|tape| tape.map(Tape::OneCard)),
        GameId::Accordion => read(text, accordion::tape::Tape::play).map(|tape| tape.map(Tape::Accordion)),
    };
    match played {
        None => Err(Trouble::Unreadable.words()),
        Some(Ok(tape)) => Ok(tape),
        Some(Err(error)) => Err(format!("The rules don’t accept the record of this match: {error}.")),
    }
}

/// Folds the text of a record; `None` if it is no record.
fn read<R: DeserializeOwned, T>(
    text: &str,
    play: fn(R) -> Result<T, ReplayError>,
) -> Option<Result<Arc<T>, ReplayError>> {
    let record = serde_json::from_str(text).ok()?;
    Some(play(record).map(Arc::new))
}
