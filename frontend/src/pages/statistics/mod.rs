//! What came of one's matches on this server, by game and by opponents; and of practice on this device.

mod words;

use leptos::prelude::*;
use leptos_router::components::A;
use shared::api::{GameStatistics, Statistics};

use crate::net::api;
use crate::net::trouble::Trouble;
use crate::pages::kit;
use crate::practice;
use crate::state::session::{Session, as_user, use_session};
use crate::state::task::Tasks;
use crate::ui::bar::Bar;
use crate::ui::icon::Mark;
use crate::ui::title::arrive;

/// How far the call is.
#[derive(Clone)]
enum Stage {
    Fetching,
    Failed(String),
    /// `None` for somebody the server has never met.
    Here(Option<Statistics>),
}

/// The page.
#[component]
pub fn StatisticsPage() -> impl IntoView {
    arrive("Your matches");
    kit::read("Fetching the page…", "This page", |reading| (reading.statistics)())
}

/// What is on it.
pub fn statistics_of_all() -> AnyView {
    let session = use_session();
    let stage = RwSignal::new(Stage::Fetching);
    let tasks = Tasks::here();
    let load = move || {
        stage.set(Stage::Fetching);
        tasks.run(async move {
            stage.set(match fetch(session).await {
                Ok(statistics) => Stage::Here(statistics),
                Err(trouble) => Stage::Failed(trouble.words()),
            });
        });
    };
    load();
    let practised = played(&practice::statistics::kept().games);
    let again = Callback::new(move |()| load());
    let shown = move || match stage.get() {
        Stage::Fetching => view! { <p role="status">"Asking the server…"</p> }.into_any(),
        Stage::Failed(why) => view! {
            <p role="alert">{why}</p>
            <button class="btn" type="button" on:click=move |_| again.run(())>"Try again"</button>
        }
        .into_any(),
        Stage::Here(statistics) => matches(&statistics.map(|all| all.games).unwrap_or_default()),
    };
    view! {
        <Bar/>
        <main class="page" aria-busy=move || if matches!(stage.get(), Stage::Fetching) { "true" } else { "false" }>
            <h1>"Your matches"</h1>
            <p class="page__lead">
                "All that were played out, or decided by giving up or on time."
            </p>
            <h2>"On this server"</h2>
            {shown}
            {practised.map(|games| view! {
                <h2>"Practice on this device"</h2>
                {games}
            })}
        </main>
    }
    .into_any()
}

async fn fetch(session: Session) -> Result<Option<Statistics>, Trouble> {
    // Whoever has never sat down is not made a guest for a look at nothing.
    if session.user_token().is_none() {
        return Ok(None);
    }
    as_user(session, |token| async move { api::statistics(&token).await }).await.map(Some)
}

fn matches(games: &[GameStatistics]) -> AnyView {
    played(games).unwrap_or_else(|| {
        view! {
            <p>"None yet. The first one counts as soon as it is over."</p>
            <p><A href="/" attr:class="btn">"To the games"</A></p>
        }
        .into_any()
    })
}

/// The games that were played; `None` if none was.
fn played(games: &[GameStatistics]) -> Option<AnyView> {
    let mut played = games.iter().filter(|game| game.total.finished > 0).peekable();
    played.peek()?;
    Some(played.map(game).collect_view().into_any())
}

fn game(of: &GameStatistics) -> AnyView {
    let unit = words::unit(of.score);
    let row = |name: String, tally, me: Option<&'static str>| {
        let cells = words::cells(tally).into_iter().map(|cell| view! { <td>{cell}</td> }).collect_view();
        view! { <tr data-me=me><th scope="row">{name}</th>{cells}</tr> }.into_any()
    };
    let one = of.by_opponents.iter().map(|met| row(words::opponents(met), &met.tally, None));
    view! {
        <section class="tally" data-game=of.game.word() aria-label=of.game.name()>
            <h3 class="tally__name"><Mark game=of.game/>{of.game.name()}</h3>
            <div class="tally__scroll" tabindex="0" role="group" aria-label=format!("{}: figures", of.game.name())>
                <table class="compare">
                    <thead>
                        <tr>
                            <th scope="col">"Against"</th>
                            <th scope="col">"Played"</th>
                            <th scope="col">"Won"</th>
                            <th scope="col">"Lost"</th>
                            <th scope="col">"Drawn"</th>
                            <th scope="col">"Best"</th>
                            <th scope="col">"Mean"</th>
                        </tr>
                    </thead>
                    <tbody>
                        {one.collect_view()}
                        {row("All".to_owned(), &of.total, Some("true"))}
                    </tbody>
                </table>
            </div>
            <p class="tally__note">{format!("Best and mean are counted in {unit}. ")}{words::streaks(of)}</p>
        </section>
    }
    .into_any()
}
