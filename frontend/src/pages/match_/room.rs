//! Inside a match: connects, and shows the board, the waiting room, or why there is neither.

use std::rc::Rc;

use leptos::prelude::*;
use shared::api::{MatchFacts, Status};
use shared::catalogue::GameId;
use shared::game::Seat;

use crate::net::api;
use crate::net::driver::Refresh;
use crate::net::session::{Client, Tokens};
use crate::pages::kit::{self, Played};
use crate::pages::match_::stopped::Stopped;
use crate::pages::match_::waiting::WaitingRoom;
use crate::state::match_::{Link, MatchState, Stop};
use crate::state::seats::{self, Held};
use crate::state::session::{Session, use_session};
use crate::state::task::Tasks;
use crate::state::update::use_update;
use crate::ui::bar::MatchBar;
use crate::ui::sprite::{self, Sprite};
use crate::ui::title::{refocus, set_title};

/// What is said until there is something to show.
const OPENING: &str = "Opening the match…";

/// The room of a match.
#[component]
pub fn Room(
    /// The match as it was found.
    facts: MatchFacts,
    /// The way in.
    held: Held,
) -> impl IntoView {
    let Some(user) = use_session().user_token() else {
        // Without a user the way in is of no use; whoever reloads is asked to sit down.
        return view! { <Stopped stop=Stop::NotYours on_take_over=|| {}/> }.into_any();
    };
    set_title(facts.game.name());
    if facts.game == GameId::SeaBattle {
        sprite::need(Sprite::Sea);
    }
    let tokens = Tokens { game: held.game_token, user };
    kit::with(facts.game, OPENING, move |kit| (kit.room)(facts.clone(), tokens.clone(), held.seat))
}

/// Asks for a fresh game token. A guest is not made anew for it: the seat belongs to the old one.
fn refresh(session: Session, match_id: String, seated: bool) -> Refresh {
    Rc::new(move || {
        let match_id = match_id.clone();
        Box::pin(async move {
            let user = session.user_token().ok_or(false)?;
            let joined =
                if seated { api::token(&user, &match_id).await } else { api::watch(&user, &match_id).await };
            let joined = joined.map_err(|trouble| trouble.may_pass())?;
            let held = Held::from(joined);
            let game = held.game_token.clone();
            seats::keep(held);
            Ok(Tokens { game, user })
        })
    })
}

/// The room of a match of one game, as whoever sits in `seat` sees it, or a spectator.
pub fn room<G: Played>(facts: MatchFacts, tokens: Tokens, seat: Option<Seat>) -> AnyView {
    let game = facts.game;
    let code = facts.code.clone();
    let match_id = facts.match_id.clone();
    let facts = RwSignal::new(Some(facts));
    let refresh = refresh(use_session(), match_id.clone(), seat.is_some());
    let state = MatchState::<G>::connect(facts.into(), tokens, refresh);
    {
        let match_id = match_id.clone();
        Effect::new(move || {
            if state.link.get() == Link::Stopped(Stop::NotYours) {
                seats::forget(&match_id);
            }
        });
    }
    follow_facts(state, facts, match_id);
    if let Some(seat) = seat {
        use_update().wait_while(move || {
            state.view.with(|view| view.as_ref().is_some_and(|view| G::engages(view, seat)))
        });
    }
    let spectator = seat.is_none();
    // What is shown changes only between these, so that the board is built once.
    let scene = Memo::new(move |_| {
        if let Link::Stopped(stop) = state.link.get()
            && stop != Stop::Ended
        {
            return Scene::Stopped(stop);
        }
        state.view.with(|view| match view {
            None => Scene::Empty,
            Some(view) if G::gathering(view) && !spectator => Scene::Gathering,
            Some(_) => Scene::Board,
        })
    });
    Effect::new(move || {
        scene.track();
        refocus();
    });
    let shown = move || match scene.get() {
        Scene::Empty => view! { <main class="page" aria-busy="true"><h1>{OPENING}</h1></main> }.into_any(),
        Scene::Gathering => (move || facts.get().map(|facts| view! { <WaitingRoom facts seat/> })).into_any(),
        Scene::Board => G::board(state),
        Scene::Stopped(stop) => view! { <Stopped stop on_take_over=move || state.take_over()/> }.into_any(),
    };
    view! {
        <MatchBar game code=Signal::stored(Some(code)) link=state.link/>
        {shown}
    }
    .into_any()
}

/// Names and times are not part of the view: they are asked for again whenever people come or play begins or ends.
fn follow_facts<G: Client>(state: MatchState<G>, facts: RwSignal<Option<MatchFacts>>, match_id: String) {
    let part = Memo::new(move |_| {
        state.view.with(|view| view.as_ref().map(|view| (G::gathering(view), G::over(view))))
    });
    let tasks = Tasks::here();
    Effect::new(move || {
        let Some((gathering, over)) = part.get() else { return };
        if gathering {
            // Every newcomer is a new snapshot.
            state.view.track();
            state.presence.track();
        }
        let known = facts.with_untracked(|facts| facts.as_ref().map(|facts| facts.status));
        let settled = match known {
            Some(Status::Over) => true,
            Some(Status::Playing) => !over,
            Some(Status::Waiting) | None => false,
        };
        if settled {
            return;
        }
        let match_id = match_id.clone();
        tasks.run(async move {
            if let Ok(fresh) = api::facts(&match_id).await {
                facts.set(Some(fresh));
            }
        });
    });
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Scene {
    Empty,
    Gathering,
    Board,
    Stopped(Stop),
}
