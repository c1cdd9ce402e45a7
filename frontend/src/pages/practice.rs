//! Practice: a match against the house in this browser alone. The address says which, so that it can be passed on; one
//! that is kept here goes on.
//!
//! The same address is that of a reload, which shows what was there, and that of a link, which asks for a match. The
//! entry of the browser's history tells them apart: it knows the match that was shown at it. So a match that is over is
//! shown again by a reload and by going back, and begun anew by a link.

use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use leptos::prelude::*;
use leptos_router::NavigateOptions;
use leptos_router::components::A;
use leptos_router::hooks::{use_navigate, use_params_map, use_query_map};
use leptos_router::location::State;
use shared::api::{MatchFacts, NewMatch};
use shared::catalogue::{GameFacts, GameId, games};
use shared::seed::Seed;

use crate::browser;
use crate::pages::kit::{self, Played};
use crate::pages::match_::Stopped;
use crate::pages::not_found::NotFoundPage;
use crate::practice::Practised;
use crate::practice::paper::{self, Owner, Paper};
use crate::practice::room::{HUMAN, Room};
use crate::practice::table::{Ears, Table};
use crate::practice::wish;
use crate::state::match_::{Here, Link, MatchState, Stop};
use crate::state::notices::use_notices;
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
        Ok(game) => kit::with(game, "Laying the match out…", |kit| (kit.practise)()),
        Err(_) => view! { <NotFoundPage/> }.into_any(),
    }
}

/// What there is to show.
#[derive(Clone)]
enum Stage<G: Practised> {
    /// A match.
    Match(Paper<G>),
    /// One goes on already, and another was asked for: the person is asked which.
    Question(Paper<G>, NewMatch),
    /// Nothing, and why.
    Nothing(String),
}

/// A match of practice of one game: the one that the address asks for.
pub fn practise<G: Played>() -> AnyView {
    let Some(game) = games().into_iter().find(|game| game.id == G::GAME) else {
        return view! { <NotFoundPage/> }.into_any();
    };
    set_title(&format!("Practice, {}", G::GAME.name()));
    let name = use_session().name().get_untracked();
    let stage = RwSignal::new(start::<G>(&game, name.clone()));
    let navigate = use_navigate();
    Effect::new(move || {
        let shown = stage.with(|stage| match stage {
            Stage::Match(paper) => Some((wish::address(&paper.wish), paper.match_id())),
            Stage::Question(..) | Stage::Nothing(_) => None,
        });
        refocus();
        let Some((address, match_id)) = shown else { return };
        let navigate = navigate.clone();
        // Once the way here is finished: until then the entry of the history is that of the page before.
        set_timeout(
            move || {
                if stage.try_get_untracked().is_some() {
                    let entry = State::new(Some(match_id.into()));
                    let options = NavigateOptions {
                        replace: true,
                        scroll: false,
                        state: entry,
                        ..NavigateOptions::default()
                    };
                    navigate(&address, options);
                }
            },
            Duration::ZERO,
        );
    });
    let game = StoredValue::new(game);
    let next = Callback::new(move |(paper, options)| {
        let again: Option<Paper<G>> =
            game.try_with_value(|game| Paper::again(&paper, game, options, fresh_seed(), today()));
        if let Some(again) = again {
            stage.set(Stage::Match(again));
        }
    });
    let instead = Callback::new(move |wish: NewMatch| {
        let name = name.clone();
        if let Some(laid) = game.try_with_value(|game| begin(game, wish, name)) {
            stage.set(laid);
        }
    });
    let take_over = Callback::new(move |()| {
        // Whatever the other page has kept last; it may have ended, or been left for another.
        if let Some(kept) = paper::kept::<G>() {
            stage.set(Stage::Match(kept));
        } else {
            // Somebody has emptied the storage.
            browser::reload();
        }
    });
    (move || match stage.get() {
        Stage::Match(paper) => playing(paper, Asked { next, take_over }),
        Stage::Question(paper, wish) => {
            let go_on = Callback::new(move |()| stage.set(Stage::Match(paper.clone())));
            let instead = Callback::new(move |()| instead.run(wish.clone()));
            view! { <Which game=G::GAME go_on instead/> }.into_any()
        }
        Stage::Nothing(why) => view! { <CannotPlay why/> }.into_any(),
    })
    .into_any()
}

/// Lays a new match out and keeps it, so that the page finds it.
///
/// # Errors
/// With a sentence about what can't be.
pub fn lay<G: Practised>(game: &GameFacts, wish: NewMatch, name: String) -> Result<(), String> {
    let paper = paper::lay::<G>(game, wish, name, fresh_seed(), today())?;
    // A page that plays this game in another tab stops.
    Owner::claim(game.id, paper.match_id()).keep(&paper);
    Ok(())
}

/// True if a match of practice goes on in which the person has done something.
pub fn in_progress<G: Practised>() -> bool {
    paper::kept::<G>().is_some_and(|kept| kept.in_progress())
}

/// The match the address asks for: the one that is kept, if it is like that, or a new one.
fn start<G: Practised>(game: &GameFacts, name: String) -> Stage<G> {
    let query = use_query_map().get_untracked();
    let asked = match wish::from_query(game, |name| query.get(name)) {
        Ok(asked) => asked,
        Err(why) => return Stage::Nothing(why),
    };
    let fields = game.options.iter().map(|option| option.field.as_str());
    let anything = fields.chain(["level", "house"]).all(|field| query.get(field).is_none());
    let Some(kept) = paper::kept::<G>() else { return begin(game, asked, name) };
    let fits = anything || kept.wish == asked;
    match choose(shown_before().as_deref() == Some(&kept.match_id()), fits, &kept) {
        Choice::Kept => Stage::Match(kept),
        Choice::New => begin(game, asked, name),
        Choice::Question => Stage::Question(kept, asked),
    }
}

fn begin<G: Practised>(game: &GameFacts, wish: NewMatch, name: String) -> Stage<G> {
    paper::lay(game, wish, name, fresh_seed(), today()).map_or_else(Stage::Nothing, Stage::Match)
}

/// Which match is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Choice {
    Kept,
    New,
    /// The person has to say.
    Question,
}

/// `shown` is true if the match that is kept was shown at this entry of the history, `fits` if it is what is asked for.
fn choose<G: Practised>(shown: bool, fits: bool, kept: &Paper<G>) -> Choice {
    match kept.outcome {
        _ if shown => Choice::Kept,
        None if fits => Choice::Kept,
        None if kept.in_progress() => Choice::Question,
        _ => Choice::New,
    }
}

/// The match that was shown at this entry of the browser's history.
fn shown_before() -> Option<String> {
    browser::window()?.history().ok()?.state().ok()?.as_string()
}

/// The seed of a match nobody is to foresee.
fn fresh_seed() -> Seed {
    let key = || browser::random_key().unwrap_or_else(|| format!("{:032x}", browser::random().to_bits()));
    let drawn = format!("{}{}", key(), key());
    drawn.parse().unwrap_or_else(|_| Seed::from_number(browser::random().to_bits()))
}

/// Milliseconds since 1970.
fn today() -> u64 {
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // positive, and far below 2^53
    let today = js_sys::Date::now() as u64;
    today
}

/// What a match asks its page for.
#[derive(Clone, Copy)]
struct Asked<G: Practised> {
    /// Another match, of the one before and what it is to be set up with.
    next: Callback<(Paper<G>, <G as shared::game::Game>::Options)>,
    /// The match that another page plays.
    take_over: Callback<()>,
}

fn playing<G: Played>(paper: Paper<G>, asked: Asked<G>) -> AnyView {
    let facts = RwSignal::new(None::<MatchFacts>);
    let record = RwSignal::new(None::<Arc<str>>);
    let again = move |room: &Room<G>| asked.next.run((room.paper().clone(), room.next_options()));
    let same = move |room: &Room<G>| {
        if let Some(options) = G::same_again(&room.paper().options) {
            asked.next.run((room.paper().clone(), options));
        }
    };
    let part = move |room: &Room<G>| {
        facts.set(Some(room.facts()));
        let text = room.record().and_then(|record| serde_json::to_string(&record).ok());
        record.set(text.map(Arc::from));
    };
    let notices = use_notices();
    let no_room = move || {
        notices.say(
            "This browser has no room to keep more of this match. It goes on, but after a reload the last part is missing.",
        );
    };
    let has_same = G::same_again(&paper.options).is_some();
    let table = StoredValue::new_local(None::<Table<G>>);
    let same_again = has_same.then(|| {
        Callback::new(move |()| {
            if let Some(table) = table.try_get_value().flatten() {
                table.same_again();
            }
        })
    });
    let state = MatchState::<G>::here(facts.into(), Here { record: record.into(), same_again }, |show| {
        let ears = Ears {
            show,
            part: Box::new(part),
            again: Box::new(again),
            same_again: Box::new(same),
            take_over: Box::new(move || asked.take_over.run(())),
            no_room: Box::new(no_room),
        };
        let opened = Table::open(paper, ears)?;
        table.set_value(Some(opened.clone()));
        Ok::<_, shared::record::ReplayError>(Rc::new(move |input| opened.take(input)) as Rc<dyn Fn(_)>)
    });
    match state {
        Ok(state) => {
            use_update().wait_while(move || {
                state.view.with(|view| view.as_ref().is_some_and(|view| G::engages(view, HUMAN)))
            });
            let stopped = Memo::new(move |_| matches!(state.link.get(), Link::Stopped(_)));
            view! {
                <MatchBar
                    game=G::GAME
                    code=Signal::stored(None::<String>)
                    on_again=Callback::new(move |()| state.offer_rematch())
                    on_same=same_again
                />
                {move || if stopped.get() {
                    view! { <Elsewhere game=G::GAME on_take_over=move || state.take_over()/> }.into_any()
                } else {
                    G::board(state)
                }}
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

/// A match goes on already, and another was asked for.
#[component]
fn Which(game: GameId, go_on: Callback<()>, instead: Callback<()>) -> impl IntoView {
    view! {
        <MatchBar game code=Signal::stored(None::<String>)/>
        <main class="page" data-question="which">
            <h1>"You are in the middle of another match."</h1>
            <p class="page__lead">
                {format!("A match of practice at {} is not over. One is kept of each game: a new one takes its place.", game.name())}
            </p>
            <div class="btns">
                <button class="btn btn--main" type="button" on:click=move |_| go_on.run(())>"Go on with it"</button>
                <button class="btn" type="button" on:click=move |_| instead.run(())>"Begin the new one"</button>
            </div>
        </main>
    }
}

/// The match goes on in another page of this browser.
#[component]
fn Elsewhere(game: GameId, on_take_over: impl Fn() + 'static) -> impl IntoView {
    refocus();
    let words = format!("You have opened practice of {} in another tab; it goes on there.", game.name());
    view! { <Stopped stop=Stop::Elsewhere words on_take_over/> }
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

#[cfg(test)]
mod tests {
    use shared::accordion::Accordion;
    use shared::game::{Cause, Outcome};

    use super::*;

    fn kept(deals: usize, outcome: Option<Outcome>) -> Paper<Accordion> {
        let game = Accordion::facts();
        let wish = wish::from_query(&game, |_| None).unwrap();
        let mut room =
            Room::open(paper::lay(&game, wish, "Anna".to_owned(), Seed::from_number(1), 0).unwrap(), 0.0)
                .unwrap();
        for _ in 0..deals {
            room.act(shared::accordion::Action::Deal, 0.0).unwrap();
        }
        Paper { outcome, ..room.paper().clone() }
    }

    #[test]
    fn a_link_begins_anew_what_is_over_and_a_reload_shows_it() {
        let over = kept(1, Some(Outcome::Closed { cause: Cause::Aborted }));
        assert_eq!(choose(false, true, &over), Choice::New);
        assert_eq!(choose(false, false, &over), Choice::New);
        assert_eq!(choose(true, true, &over), Choice::Kept);
        // The address of a map of one's own doesn't say so.
        assert_eq!(choose(true, false, &over), Choice::Kept);
    }

    #[test]
    fn a_match_in_which_one_has_acted_is_not_replaced_without_a_question() {
        assert_eq!(choose(false, true, &kept(1, None)), Choice::Kept);
        assert_eq!(choose(false, false, &kept(1, None)), Choice::Question);
        assert_eq!(choose(false, false, &kept(0, None)), Choice::New);
        assert_eq!(choose(true, false, &kept(1, None)), Choice::Kept);
    }
}
