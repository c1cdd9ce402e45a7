//! What only one game needs, as it comes over the wire: the pages that are made of its rules, its board and its bots.
//!
//! The code of each game is a file of its own, fetched once somebody is about to play. In between is nothing but a
//! [`Kit`]: one function of a game returns it, and that function is where the program is cut (see ARCHITECTURE.md).
//! Whatever of a game is reached in another way is part of what every visit loads. What there is to [read](Reading) is
//! cut off in the same way.

use std::cell::Cell;
use std::sync::Arc;

use gloo_timers::callback::Timeout;
use leptos::prelude::*;
use leptos::task::spawn_local;
use shared::accordion::Accordion;
use shared::api::{MatchFacts, NewMatch};
use shared::catalogue::{GameFacts, GameId};
use shared::game::Seat;
use shared::nuggets::Nuggets;
use shared::onecard::OneCard;
use shared::record::{RecordOf, ReplayError};
use shared::sea_battle::SeaBattle;

use crate::games::{accordion, nuggets, onecard, sea_battle};
use crate::net::session::Tokens;
use crate::pages::match_::room::room;
use crate::pages::message::{Message, Retry};
use crate::pages::practice::{in_progress, lay, practise};
use crate::pages::replay::{AtAddress, replay, replay_at_address, replay_of_practice};
use crate::pages::rules::rules_of;
use crate::pages::statistics::statistics_of_all;
use crate::practice::Practised;
use crate::state::match_::MatchState;
use crate::state::reach::use_reach;
use crate::state::task::Tasks;
use crate::state::update::renew;
use crate::ui::sheet;
use crate::ui::title::refocus;

/// A game as its pages show it.
pub trait Played: Practised {
    /// A finished match, folded again.
    type Tape: Send + Sync + 'static;

    /// What is played on.
    fn board(state: MatchState<Self>) -> AnyView;

    /// Folds a record.
    ///
    /// # Errors
    /// Where the rules don't accept it.
    fn play(record: RecordOf<Self>) -> Result<Self::Tape, ReplayError>;

    /// Shows a match that was folded, whose seed had this hash.
    fn replay(tape: Arc<Self::Tape>, seed_hash: String) -> AnyView;
}

macro_rules! played {
    ($game:ident in $module:ident: $page:ident, $replay:ident) => {
        impl Played for $game {
            type Tape = $module::tape::Tape;

            fn board(state: MatchState<Self>) -> AnyView {
                view! { <$module::$page state/> }.into_any()
            }

            fn play(record: RecordOf<Self>) -> Result<Self::Tape, ReplayError> {
                Self::Tape::play(record)
            }

            fn replay(tape: Arc<Self::Tape>, seed_hash: String) -> AnyView {
                view! { <$module::replay::$replay tape seed_hash/> }.into_any()
            }
        }
    };
}

played!(SeaBattle in sea_battle: SeaBattlePage, SeaBattleReplay);
played!(Nuggets in nuggets: NuggetsPage, NuggetsReplay);
played!(OneCard in onecard: OneCardPage, OneCardReplay);
played!(Accordion in accordion: AccordionPage, AccordionReplay);

/// All that the other pages call of a game.
#[derive(Clone, Copy)]
pub struct Kit {
    /// The room of a match at a server.
    pub room: fn(MatchFacts, Tokens, Option<Seat>) -> AnyView,
    /// A match of practice: the one that the address asks for.
    pub practise: fn() -> AnyView,
    /// Lays a match of practice out and keeps it, so that the page of practice finds it.
    pub lay: fn(&GameFacts, NewMatch, String) -> Result<(), String>,
    /// True if a match of practice goes on in which the person has done something.
    pub in_progress: fn() -> bool,
    /// The replay of a match, from the text of its record and the hash of its seed; or why there is none, in a sentence.
    pub replay: fn(&str, String) -> Result<AnyView, String>,
}

impl Kit {
    fn of<G: Played>() -> Self {
        Self {
            room: room::<G>,
            practise: practise::<G>,
            lay: lay::<G>,
            in_progress: in_progress::<G>,
            replay: replay::<G>,
        }
    }
}

/// All that there is to read and not to play.
#[derive(Clone, Copy)]
pub struct Reading {
    /// The rules of a game.
    pub rules: fn(GameId) -> AnyView,
    /// The replay of the match at the address, whose record is coming.
    pub replay: fn(AtAddress) -> AnyView,
    /// The replay of the match of practice that is kept of the game at the address.
    pub practised: fn() -> AnyView,
    /// What came of the matches so far.
    pub statistics: fn() -> AnyView,
}

impl Reading {
    const ALL: Self = Self {
        rules: rules_of,
        replay: replay_at_address,
        practised: replay_of_practice,
        statistics: statistics_of_all,
    };
}

/// The code of a game could not be fetched, or doesn't fit the program: most likely the server has a newer one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NotLoaded;

/// Where the program is cut: all that is reached from here alone comes in a file of its own.
#[cfg(feature = "split")]
#[allow(clippy::unnecessary_wraps)] // a part that can be missing has to return a `Result`
mod cut {
    use leptos::wasm_split::{SplitLoaderError, wasm_split};

    use super::{Accordion, Kit, NotLoaded, Nuggets, OneCard, Reading, SeaBattle};

    impl From<SplitLoaderError> for NotLoaded {
        fn from(_: SplitLoaderError) -> Self {
            // The reason is on the console.
            Self
        }
    }

    #[wasm_split(sea_battle, wasm_split_path = ::leptos::wasm_split, fallible)]
    pub fn sea_battle() -> Result<Kit, NotLoaded> {
        Ok(Kit::of::<SeaBattle>())
    }

    #[wasm_split(nuggets, wasm_split_path = ::leptos::wasm_split, fallible)]
    pub fn nuggets() -> Result<Kit, NotLoaded> {
        Ok(Kit::of::<Nuggets>())
    }

    #[wasm_split(onecard, wasm_split_path = ::leptos::wasm_split, fallible)]
    pub fn onecard() -> Result<Kit, NotLoaded> {
        Ok(Kit::of::<OneCard>())
    }

    #[wasm_split(accordion, wasm_split_path = ::leptos::wasm_split, fallible)]
    pub fn accordion() -> Result<Kit, NotLoaded> {
        Ok(Kit::of::<Accordion>())
    }

    #[wasm_split(reading, wasm_split_path = ::leptos::wasm_split, fallible)]
    pub fn reading() -> Result<Reading, NotLoaded> {
        Ok(Reading::ALL)
    }
}

/// In one piece: everything is there.
#[cfg(not(feature = "split"))]
mod cut {
    use std::future::{Ready, ready};

    use super::{Accordion, Kit, NotLoaded, Nuggets, OneCard, Reading, SeaBattle};

    pub fn sea_battle() -> Ready<Result<Kit, NotLoaded>> {
        ready(Ok(Kit::of::<SeaBattle>()))
    }

    pub fn nuggets() -> Ready<Result<Kit, NotLoaded>> {
        ready(Ok(Kit::of::<Nuggets>()))
    }

    pub fn onecard() -> Ready<Result<Kit, NotLoaded>> {
        ready(Ok(Kit::of::<OneCard>()))
    }

    pub fn accordion() -> Ready<Result<Kit, NotLoaded>> {
        ready(Ok(Kit::of::<Accordion>()))
    }

    pub fn reading() -> Ready<Result<Reading, NotLoaded>> {
        ready(Ok(Reading::ALL))
    }
}

thread_local! {
    /// What has come, in the order of [`GameId::ALL`].
    static KITS: Cell<[Option<Kit>; GameId::ALL.len()]> = const { Cell::new([None; GameId::ALL.len()]) };
    static READING: Cell<Option<Reading>> = const { Cell::new(None) };
}

/// Fetches what a game needs, once.
///
/// # Errors
/// When it can't be had; the next call tries again.
pub async fn load(game: GameId) -> Result<Kit, NotLoaded> {
    if let Some(kit) = loaded(game) {
        return Ok(kit);
    }
    // Both at once; a board is not shown without its looks.
    let sheet = sheet::need(game);
    let kit = match game {
        GameId::SeaBattle => cut::sea_battle().await,
        GameId::Nuggets => cut::nuggets().await,
        GameId::OneCard => cut::onecard().await,
        GameId::Accordion => cut::accordion().await,
    }?;
    if !sheet.await {
        return Err(NotLoaded);
    }
    keep(game, kit);
    Ok(kit)
}

fn keep(game: GameId, kit: Kit) {
    let mut kits = KITS.get();
    if let Some(place) = place(game).and_then(|place| kits.get_mut(place)) {
        *place = Some(kit);
    }
    KITS.set(kits);
}

/// What a game needs, if it has come.
fn loaded(game: GameId) -> Option<Kit> {
    KITS.get().get(place(game)?).copied().flatten()
}

fn place(game: GameId) -> Option<usize> {
    GameId::ALL.iter().position(|other| *other == game)
}

/// Fetches what a game needs ahead of time. Whether that works is found out by whoever needs it.
pub fn prefetch(game: GameId) {
    if loaded(game).is_none() {
        // Not for a component: it goes on whichever page comes next.
        spawn_local(async move {
            let _ = load(game).await;
        });
    }
}

/// After so long somebody who waits is told what can be done, in milliseconds. A part takes a second or two on a slow link.
const LATE: u32 = 10_000;

/// How far it is.
#[derive(Clone, Copy)]
enum Stage<T> {
    Coming,
    /// Still coming, but it should be here.
    Late,
    Here(T),
    Missing,
}

/// Shows what is made of a game's kit, once it has come; `title` says until then what is being done.
pub fn with(game: GameId, title: &'static str, show: impl Fn(Kit) -> AnyView + Send + 'static) -> AnyView {
    fetched(loaded(game), move || load(game), title, game.name(), show)
}

/// Shows what is made of what there is to read, called `name`, once it has come.
pub fn read(
    title: &'static str,
    name: &'static str,
    show: impl Fn(Reading) -> AnyView + Send + 'static,
) -> AnyView {
    let load = || async {
        let reading = cut::reading().await?;
        READING.set(Some(reading));
        Ok(reading)
    };
    fetched(READING.get(), load, title, name, show)
}

/// Shows what is made of a part of the program, called `name`, that may have come already.
fn fetched<T: Copy + Send + Sync + 'static, L: Future<Output = Result<T, NotLoaded>> + 'static>(
    ready: Option<T>,
    load: impl Fn() -> L + Copy + Send + Sync + 'static,
    title: &'static str,
    name: &'static str,
    show: impl Fn(T) -> AnyView + Send + 'static,
) -> AnyView {
    let stage = RwSignal::new(ready.map_or(Stage::Coming, Stage::Here));
    let tasks = Tasks::here();
    let timer = StoredValue::new_local(None::<Timeout>);
    let fetch = Callback::new(move |()| {
        stage.set(Stage::Coming);
        let late = move || {
            // The page may be gone.
            stage.try_maybe_update(|stage| {
                let waits = matches!(stage, Stage::Coming);
                if waits {
                    *stage = Stage::Late;
                }
                (waits, ())
            });
        };
        timer.set_value(Some(Timeout::new(LATE, late)));
        tasks.run(async move { stage.set(load().await.map_or(Stage::Missing, Stage::Here)) });
    });
    if let Stage::Coming = stage.get_untracked() {
        fetch.run(());
    }
    Effect::new(move || {
        stage.track();
        refocus();
    });
    (move || match stage.get() {
        // A page is made once, whatever it reads on the way.
        Stage::Here(part) => untrack(|| show(part)),
        Stage::Coming => view! { <Message title/> }.into_any(),
        Stage::Late => view! { <Late title/> }.into_any(),
        Stage::Missing => view! { <Missing name fetch/> }.into_any(),
    })
    .into_any()
}

/// Says that a part takes long, and what one can do; it is shown all the same once it comes.
#[component]
fn Late(title: &'static str) -> impl IntoView {
    view! {
        <Message title>
            <p class="page__lead" role="status">
                {format!("This takes longer than it should. Either the connection is slow, or something is stuck: \
                    loading the page again asks anew. {SAFE}")}
            </p>
            <LoadAgain/>
        </Message>
    }
}

#[component]
fn LoadAgain() -> impl IntoView {
    view! { <p><button class="btn" type="button" on:click=|_| renew()>"Load the page again"</button></p> }
}

/// What nobody has to fear.
const SAFE: &str = "Your matches are safe.";

/// Says that a part can't be loaded, and what one can do.
#[component]
fn Missing(name: &'static str, fetch: Callback<()>) -> impl IntoView {
    let reach = use_reach();
    reach.doubt();
    let why = move || match reach.trouble() {
        Some(trouble) => format!("{trouble} This browser has not kept that part of Parlour yet. {SAFE}"),
        None => format!(
            "It didn’t arrive, or Parlour has a newer version: loading the page again gets it. {SAFE}"
        ),
    };
    view! {
        <Message title=format!("{name} can’t be loaded.")>
            <p class="page__lead" role="alert">{why}</p>
            <Retry on_retry=move || fetch.run(())/>
            {move || reach.trouble().is_none().then(|| view! { <LoadAgain/> })}
        </Message>
    }
    .into_any()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_has_come_is_there_at_once_from_then_on() {
        assert!(loaded(GameId::OneCard).is_none());
        keep(GameId::OneCard, Kit::of::<OneCard>());
        assert!(loaded(GameId::OneCard).is_some());
        assert!(loaded(GameId::Nuggets).is_none());
    }
}
