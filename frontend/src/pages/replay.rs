//! The replay of a match: fetches its record, folds it again, and shows it entry by entry.

use std::sync::Arc;

use leptos::prelude::*;
use leptos_router::components::A;
use leptos_router::hooks::use_params_map;
use shared::api::MatchFacts;
use shared::catalogue::GameId;
use shared::record::RecordOf;
use shared::sea_battle::SeaBattle;

use crate::games::sea_battle::replay::SeaBattleReplay;
use crate::games::sea_battle::tape::Tape;
use crate::net::api;
use crate::net::trouble::Trouble;
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
    Ready(Box<MatchFacts>, Arc<Tape>),
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
    move || match stage.get() {
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
                    <A href=format!("/m/{}", code.get()) attr:class="btn">"To the match"</A>
                </p>
            </main>
        }
        .into_any(),
        Stage::Ready(facts, tape) => view! {
            <MatchBar game=facts.game code=Signal::stored(Some(facts.code))/>
            <SeaBattleReplay tape=tape seed_hash=facts.seed_hash/>
        }
        .into_any(),
    }
}

async fn fetch(session: Session, code: &str) -> Stage {
    let trouble = |trouble: Trouble| Stage::Nothing(trouble.words());
    let facts = match api::facts(code).await {
        Ok(facts) => facts,
        Err(problem) => return trouble(problem),
    };
    if facts.game != GameId::SeaBattle {
        return Stage::Nothing("This page can’t show that game yet.".to_owned());
    }
    let token = session.user_token();
    let text = match api::record(token.as_deref(), &facts.match_id).await {
        Ok(text) => text,
        Err(problem) => return trouble(problem),
    };
    let Ok(record) = serde_json::from_str::<RecordOf<SeaBattle>>(&text) else {
        return trouble(Trouble::Unreadable);
    };
    match Tape::play(&record) {
        Ok(tape) => Stage::Ready(Box::new(facts), Arc::new(tape)),
        Err(error) => Stage::Nothing(format!("The rules don’t accept the record of this match: {error}.")),
    }
}
