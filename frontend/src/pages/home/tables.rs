//! The open tables, live.

use leptos::prelude::*;
use leptos_router::components::A;
use shared::api::{MatchFacts, SeatKind, Status};
use shared::catalogue::GameId;

use crate::browser;
use crate::state::lobby::{self, Freshness};
use crate::state::match_::RunningClock;
use crate::ui::clock::Clock;
use crate::ui::icon::{Icon, Mark};
use crate::ui::seats::Seats;
use crate::ui::segments::segments;

/// The list and what of it is shown.
#[component]
pub fn Tables() -> impl IntoView {
    let open = lobby::follow();
    let shown = RwSignal::new(None::<GameId>);
    let tables = Memo::new(move |_| {
        open.matches.with(|matches| {
            let matches = matches.as_ref()?;
            let chosen = shown.get();
            let fits = |table: &&MatchFacts| chosen.is_none_or(|game| table.game == game);
            Some(matches.iter().filter(fits).cloned().collect::<Vec<_>>())
        })
    });
    // Rows that come while one looks are marked; those of the first list are not.
    let known = StoredValue::new(None::<Vec<String>>);
    Effect::new(move || {
        let ids = open.matches.with(|matches| {
            matches.as_ref().map(|matches| matches.iter().map(|table| table.match_id.clone()).collect())
        });
        known.set_value(ids);
    });
    let is_new = move |table: &MatchFacts| {
        known.with_value(|known| known.as_ref().is_some_and(|known| !known.contains(&table.match_id)))
    };
    let empty = move || {
        tables.with(|tables| tables.as_ref().is_some_and(Vec::is_empty)).then(|| {
            view! { <p class="hm__empty">"No table is open at the moment."</p> }
        })
    };
    view! {
        <section class="hm__tables" aria-labelledby="tables">
            <div class="hm__head rule">
                <h2 id="tables">"Open tables"</h2>
                <Truth freshness=open.freshness.into()/>
                <Filter shown/>
            </div>
            <ul>
                <For each=move || tables.get().unwrap_or_default() key=fingerprint let(table)>
                    <Table new=is_new(&table) table/>
                </For>
            </ul>
            {empty}
            <p class="hm__foot">
                "Nothing that suits? Press Play on a game to open a table of your own."
            </p>
        </section>
    }
}

/// How far the list can be trusted.
#[component]
fn Truth(freshness: Signal<Freshness>) -> impl IntoView {
    move || match freshness.get() {
        Freshness::Loading => {
            view! { <span class="wire" data-state="connecting">"Asking for the tables"</span> }.into_any()
        }
        Freshness::Live => view! { <span class="live">"Live"</span> }.into_any(),
        Freshness::Stale => {
            view! { <span class="wire" data-state="lost">"Server not reached, trying again"</span> }
                .into_any()
        }
    }
}

#[component]
fn Filter(shown: RwSignal<Option<GameId>>) -> impl IntoView {
    let games = GameId::ALL.into_iter().map(|game| (Some(game), game.name().to_owned()));
    let choices = std::iter::once((None, "All".to_owned())).chain(games);
    view! {
        <div class="seg seg--scroll" role="group" aria-label="Show">
            {segments("show", choices, shown, move |game| shown.set(game))}
        </div>
    }
}

/// Rows are made anew when what they show changes.
fn fingerprint(table: &MatchFacts) -> String {
    let seats: Vec<&str> = table.seats.iter().map(|seat| seat.name.as_deref().unwrap_or_default()).collect();
    format!("{} {:?} {}", table.match_id, table.status, seats.join("|"))
}

#[component]
fn Table(table: MatchFacts, new: bool) -> impl IntoView {
    let game = table.game;
    let host = host(&table);
    let closes = closing(&table, js_sys::Date::now(), browser::now());
    let address = format!("/m/{}", table.code);
    let act = if table.has_open_seat() {
        view! {
            <A
                href=address
                attr:class="btn"
                attr:aria-label=format!("Join the {} table of {host}", game.name())
            >
                "Join"
            </A>
        }
        .into_any()
    } else {
        view! {
            <A
                href=address
                attr:class="btn btn--plain"
                attr:aria-label=format!("Watch the {} table of {host}", game.name())
            >
                <Icon name="eye"/>
                "Watch"
            </A>
        }
        .into_any()
    };
    view! {
        <li class="tbl" class:tbl--new=new data-game=game.word()>
            <span class="tbl__mark"><Mark game/></span>
            <p><span class="tbl__game">{game.name()}</span><span class="tbl__host">{host}</span></p>
            <p class="tbl__rules">{rules(&table)}</p>
            <p class="tbl__seats"><Seats seats=table.seats/></p>
            <span><Clock clock=Signal::stored(closes) label="closes in "/></span>
            <span class="tbl__act">{act}</span>
        </li>
    }
}

/// How long an open table is open, in seconds, unless it was opened for another time.
const OPEN: u32 = 120;

/// When a table closes if nobody comes. `date` is in milliseconds since 1970, `now` by the clock of the page. A browser
/// whose date is wrong by more than that shows no clock.
fn closing(table: &MatchFacts, date: f64, now: f64) -> Option<RunningClock> {
    if table.status != Status::Waiting {
        return None;
    }
    let chosen = table.options.get("join_seconds").and_then(serde_json::Value::as_u64);
    let seconds = chosen.and_then(|seconds| u32::try_from(seconds).ok()).unwrap_or(OPEN);
    let total = f64::from(seconds) * 1000.0;
    #[allow(clippy::cast_precision_loss)] // dates are far below 2^52 ms
    let left = table.created_at as f64 + total - date;
    (left > 0.0 && left <= total).then_some(RunningClock { ends_at: now + left, total })
}

fn host(table: &MatchFacts) -> String {
    let first =
        table.seats.iter().find(|seat| seat.kind == SeatKind::Human).and_then(|seat| seat.name.clone());
    first.unwrap_or_else(|| "The house".to_owned())
}

/// What sets this table apart, in a few words.
fn rules(table: &MatchFacts) -> String {
    let clock = match table.options.get("shot_seconds") {
        Some(seconds) if seconds.is_null() => "No clock".to_owned(),
        Some(seconds) => {
            seconds.as_u64().map_or_else(String::new, |seconds| format!("{seconds} seconds a shot"))
        }
        None => String::new(),
    };
    if table.has_open_seat() && table.status == Status::Playing {
        return "Under way; come in at any time".to_owned();
    }
    if let (GameId::OneCard, Status::Waiting) = (table.game, table.status) {
        return dealt(&table.options);
    }
    let others: Vec<&str> = table.seats.iter().skip(1).filter_map(|seat| seat.name.as_deref()).collect();
    if table.status == Status::Playing && !others.is_empty() {
        return format!("Against {}, under way", others.join(", "));
    }
    clock
}

/// What is dealt at a table of OneCard, as far as it was chosen.
fn dealt(options: &serde_json::Value) -> String {
    let number = |field: &str| options.get(field).and_then(serde_json::Value::as_u64);
    let rounds = number("rounds").map(|rounds| match rounds {
        1 => "1 round".to_owned(),
        rounds => format!("{rounds} rounds"),
    });
    let cards = number("cards").map(|cards| format!("{cards} cards each"));
    rounds.into_iter().chain(cards).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::pages::samples::facts;

    fn table(options: serde_json::Value, names: [Option<&str>; 2], status: Status) -> MatchFacts {
        MatchFacts { options, ..facts(&names, status) }
    }

    #[test]
    fn a_table_says_what_sets_it_apart() {
        let waiting = |options| rules(&table(options, [Some("Anna"), None], Status::Waiting));
        assert_eq!(waiting(json!({"shot_seconds": 30})), "30 seconds a shot");
        assert_eq!(waiting(json!({"shot_seconds": null})), "No clock");
        assert_eq!(waiting(json!({})), "");
        let onecard = MatchFacts {
            game: GameId::OneCard,
            ..table(json!({"rounds": 3, "cards": 5}), [Some("Anna"), None], Status::Waiting)
        };
        assert_eq!(rules(&onecard), "3 rounds, 5 cards each");
        let playing = table(json!({"shot_seconds": 30}), [Some("Anna"), Some("Bela")], Status::Playing);
        assert_eq!(rules(&playing), "Against Bela, under way");
    }

    #[test]
    fn an_open_table_shows_when_it_closes() {
        let mut waiting = table(json!({"join_seconds": null}), [Some("Anna"), None], Status::Waiting);
        waiting.created_at = 1_000_000;
        let ends_at =
            |table: &MatchFacts, date| closing(table, date, 500.0).map(|clock| clock.ends_at.round());
        assert_eq!(ends_at(&waiting, 1_030_000.0), Some(90_500.0));
        assert_eq!(ends_at(&waiting, 1_121_000.0), None, "late");
        assert_eq!(ends_at(&waiting, 900_000.0), None, "a wrong date");
        waiting.options = json!({"join_seconds": 600});
        assert_eq!(ends_at(&waiting, 1_121_000.0), Some(479_500.0));
        waiting.status = Status::Playing;
        assert_eq!(ends_at(&waiting, 1_030_000.0), None);
    }

    #[test]
    fn a_row_is_renewed_when_somebody_sits_down() {
        let before = table(json!({}), [Some("Anna"), None], Status::Waiting);
        let after = table(json!({}), [Some("Anna"), Some("Bela")], Status::Waiting);
        assert_ne!(fingerprint(&before), fingerprint(&after));
        assert_eq!(host(&before), "Anna");
    }
}
