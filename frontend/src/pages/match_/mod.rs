//! The page of a match, which is also its invite link: looks the match up, sees whether this browser has a seat in it,
//! and if not, asks.

mod entrance;
pub mod room;
mod stopped;
mod waiting;

use leptos::prelude::*;
use leptos_router::hooks::use_params_map;
use shared::api::{Joined, MatchFacts, MatchLookup, ProblemKind, Status};

use crate::net::api;
use crate::net::trouble::Trouble;
use crate::pages::kit;
use crate::pages::message::{Message, Retry};
use crate::state::seats::{self, Held};
use crate::state::session::{Session, use_session};
use crate::state::task::Tasks;
use crate::ui::title::{arrive, refocus};

use entrance::Entrance;
use room::Room;
pub use stopped::Stopped;

/// Where one stands with this match.
#[derive(Clone)]
enum Stage {
    /// Being looked up.
    Looking,
    /// It can't be shown.
    Trouble(Trouble),
    /// One may sit down or watch.
    Outside(MatchFacts),
    /// One has a seat, or watches.
    Inside(MatchFacts, Held),
}

/// The page of the match in the address.
#[component]
pub fn MatchPage() -> impl IntoView {
    arrive("Match");
    let params = use_params_map();
    let code = Memo::new(move |_| params.with(|params| params.get("code").unwrap_or_default()));
    // Everything belongs to one match: another code, as after a rematch, starts from the beginning.
    move || view! { <OneMatch code=code.get()/> }
}

#[component]
fn OneMatch(code: String) -> impl IntoView {
    let session = use_session();
    let stage = RwSignal::new(Stage::Looking);
    let tasks = Tasks::here();
    let look = {
        let code = code.clone();
        Callback::new(move |()| {
            let code = code.clone();
            stage.set(Stage::Looking);
            tasks.run(async move { stage.set(look_up(session, &code).await) });
        })
    };
    look.run(());
    Effect::new(move || {
        stage.track();
        refocus();
    });
    let enter = Callback::new(move |(facts, joined): (MatchFacts, Joined)| {
        let held = Held::from(joined);
        seats::keep(held.clone());
        stage.set(Stage::Inside(facts, held));
    });
    move || match stage.get() {
        Stage::Looking => view! { <Message title="Looking for the match…"/> }.into_any(),
        Stage::Trouble(trouble) if trouble.kind() == Some(ProblemKind::NotFound) => {
            let words = format!("Check the code “{code}”, or open a table of your own.");
            view! {
                <Message title="There is no such match.">
                    <p class="page__lead">{words}</p>
                </Message>
            }
            .into_any()
        }
        Stage::Trouble(trouble) => view! {
            <Message title="The match can’t be shown.">
                <p class="page__lead" role="alert">{trouble.words()}</p>
                <Retry on_retry=move || look.run(())/>
            </Message>
        }
        .into_any(),
        Stage::Outside(facts) => {
            // Whoever sits down needs it at once.
            kit::prefetch(facts.game);
            view! { <Entrance facts enter/> }.into_any()
        }
        Stage::Inside(facts, held) => view! { <Room facts held/> }.into_any(),
    }
}

async fn look_up(session: Session, code: &str) -> Stage {
    let Some(user_token) = session.user_token() else { return outside(code).await };
    let MatchLookup { facts, my_seat } = match api::look_up(&user_token, code).await {
        Ok(found) => found,
        Err(trouble) if trouble.kind() == Some(ProblemKind::Unauthorized) => {
            session.forget_user();
            return outside(code).await;
        }
        Err(trouble) => return Stage::Trouble(trouble),
    };
    // Whoever only watches is asked again while the match waits for people; later it goes on watching.
    let asks = my_seat.is_none() && facts.status == Status::Waiting && facts.has_open_seat();
    let held = seats::of(&facts.match_id).filter(|held| held.seat == my_seat && !asks);
    if let Some(held) = held {
        return Stage::Inside(facts, held);
    }
    if my_seat.is_none() {
        return Stage::Outside(facts);
    }
    // The seat was taken on another page, or this browser has forgotten it.
    match api::token(&user_token, &facts.match_id).await {
        Ok(joined) => {
            let held = Held::from(joined);
            seats::keep(held.clone());
            Stage::Inside(facts, held)
        }
        Err(trouble) => Stage::Trouble(trouble),
    }
}

/// The match as somebody sees it whom the server doesn't know.
async fn outside(code: &str) -> Stage {
    match api::facts(code).await {
        Ok(facts) => Stage::Outside(facts),
        Err(trouble) => Stage::Trouble(trouble),
    }
}
