//! What is under and over the map: the latest news, the buttons, the pad for thumbs, and what the keys are.

use std::sync::Arc;
use std::time::Duration;

use leptos::prelude::*;
use shared::catalogue::GameId;
use shared::game::Seat;
use shared::nuggets::{Direction, Key, Nuggets, View};
use shared::protocol::session::Presence;

use crate::browser;
use crate::games::nuggets::has_left;
use crate::games::nuggets::walker::Walker;
use crate::games::nuggets::words;
use crate::net::api;
use crate::state::match_::MatchState;
use crate::state::notices::use_notices;
use crate::state::seats::{self, Held};
use crate::state::session::{as_user, use_session};
use crate::state::settings::use_settings;
use crate::state::task::Tasks;
use crate::ui::dialog::Dialog;
use crate::ui::icon::Icon;

/// News are told no faster than this, in milliseconds: a screen reader has to come along.
const BREATH: f64 = 1_100.0;
/// Sentences that wait to be told; of more only the latest are of interest.
const MOST_WAITING: usize = 4;

/// What is told, one breath at a time.
#[derive(Clone, Copy)]
struct Teller {
    said: RwSignal<String>,
    waiting: StoredValue<Vec<String>>,
    /// What has come into sight; only the latest is true.
    sighted: StoredValue<Vec<String>>,
    /// When something was told last.
    at: StoredValue<Option<f64>>,
    timed: StoredValue<bool>,
}

impl Teller {
    fn tell(self, sentences: Vec<String>) {
        self.tell_with(sentences, Vec::new());
    }

    fn tell_with(self, sentences: Vec<String>, sighted: Vec<String>) {
        if sentences.is_empty() && sighted.is_empty() {
            return;
        }
        if !sighted.is_empty() {
            self.sighted.try_update_value(|old| *old = sighted);
        }
        self.waiting.try_update_value(|waiting| {
            waiting.extend(sentences);
            waiting.dedup();
            let over = waiting.len().saturating_sub(MOST_WAITING);
            waiting.drain(..over);
        });
        self.go_on();
    }

    fn go_on(self) {
        let now = browser::now();
        let early = self.at.try_get_value().flatten().map_or(0.0, |at| at + BREATH - now);
        if early > 0.0 {
            if self.timed.try_update_value(|timed| !std::mem::replace(timed, true)) == Some(true) {
                let later = move || {
                    if self.timed.try_update_value(|timed| *timed = false).is_some() {
                        self.go_on();
                    }
                };
                set_timeout(later, Duration::from_secs_f64(early / 1_000.0));
            }
            return;
        }
        let Some(mut sentences) = self.waiting.try_update_value(std::mem::take) else { return };
        sentences.extend(self.sighted.try_update_value(std::mem::take).unwrap_or_default());
        if !sentences.is_empty() {
            self.at.set_value(Some(now));
            self.said.set(sentences.join(" "));
        }
    }
}

/// The latest news, in one line that is also read out.
#[component]
pub fn News(
    /// The match.
    state: MatchState<Nuggets>,
    /// What is known of it.
    view: Signal<Arc<View>>,
    /// Who moves, if anybody does.
    walker: Option<Walker>,
) -> impl IntoView {
    let teller = Teller {
        said: RwSignal::new(String::new()),
        waiting: StoredValue::new(Vec::new()),
        sighted: StoredValue::new(Vec::new()),
        at: StoredValue::new(None),
        timed: StoredValue::new(false),
    };
    Effect::new(move |before: Option<Arc<View>>| {
        let now = view.get();
        if let Some(before) = before {
            teller.tell_with(words::news(&before, &now), words::sighted(&before, &now));
        }
        now
    });
    Effect::new(move |before: Option<Vec<Option<Presence>>>| {
        let now = state.presence.get();
        if let Some(before) = before {
            teller.tell(comings_and_goings(&view.get_untracked(), &before, &now));
        }
        now
    });
    Effect::new(move |before: Option<u32>| {
        let bumps = walker.map_or(0, |walker| walker.bumps().get());
        // On the drawing one sees it.
        if before.is_some_and(|before| before != bumps) && use_settings().text_map().get_untracked() {
            teller.tell(vec!["There is no way through.".to_owned()]);
        }
        bumps
    });
    let left = Memo::new(move |_| view.with(has_left));
    Effect::new(move || {
        if left.get() {
            teller.tell(vec!["You have left; the others go on.".to_owned()]);
        }
    });
    Effect::new(move || {
        if let Some(refusal) = state.refusal.get().filter(|refusal| refusal.code != "blocked") {
            teller.tell(vec![refusal.reason]);
        }
    });
    view! { <p class="ng-line" role="status">{teller.said}</p> }.into_any()
}

/// Who has lost the connection, is back, or has left.
fn comings_and_goings(view: &View, before: &[Option<Presence>], now: &[Option<Presence>]) -> Vec<String> {
    let mut news = Vec::new();
    for (index, seat) in (0..now.len()).zip(0..).map(|(index, seat)| (index, Seat(seat))) {
        let (earlier, later) = (before.get(index).copied().flatten(), now.get(index).copied().flatten());
        let what = match (earlier, later) {
            _ if view.seat == Some(seat) || earlier == later => continue,
            (Some(_), Some(Presence::Left)) => "has left",
            (_, Some(Presence::Away)) => "is away",
            (Some(Presence::Away), Some(Presence::Here)) => "is back",
            _ => continue,
        };
        news.push(format!("{} {what}.", words::name_of(view, seat)));
    }
    news
}

/// Between drawing and text.
#[component]
pub fn TextButton() -> impl IntoView {
    let settings = use_settings();
    let text = settings.text_map();
    view! {
        <button
            class="btn"
            type="button"
            aria-pressed=move || if text.get() { "true" } else { "false" }
            on:click=move |_| settings.set_text_map(!text.get_untracked())
        >
            <Icon name="text"/>
            "Text"
        </button>
    }
    .into_any()
}

/// Eight ways for thumbs; the middle one makes runs of steps.
#[component]
pub fn Pad(
    /// Who moves.
    walker: Walker,
) -> impl IntoView {
    let run = RwSignal::new(false);
    let way = move |direction: Direction| {
        let (label, turn, class) = pad_words(direction);
        view! {
            <button
                class=class
                type="button"
                style:--turn=format!("{turn}deg")
                aria-label=label
                on:click=move |_| walker.press(Key { direction, run: run.get_untracked() }, false)
            >
                <Icon name="next"/>
            </button>
        }
        .into_any()
    };
    view! {
        <div class="ng-pad" role="group" aria-label="Step">
            {way(Direction::UpLeft)}
            {way(Direction::Up)}
            {way(Direction::UpRight)}
            {way(Direction::Left)}
            <button
                class="btn"
                type="button"
                aria-label="Run"
                aria-pressed=move || if run.get() { "true" } else { "false" }
                on:click=move |_| run.update(|run| *run = !*run)
            >
                <Icon name="run"/>
            </button>
            {way(Direction::Right)}
            {way(Direction::DownLeft)}
            {way(Direction::Down)}
            {way(Direction::DownRight)}
        </div>
    }
    .into_any()
}

const fn pad_words(direction: Direction) -> (&'static str, i16, &'static str) {
    const STRAIGHT: &str = "btn";
    const SLANTED: &str = "btn btn--small";
    match direction {
        Direction::Left => ("left", 180, STRAIGHT),
        Direction::Right => ("right", 0, STRAIGHT),
        Direction::Up => ("up", -90, STRAIGHT),
        Direction::Down => ("down", 90, STRAIGHT),
        Direction::UpLeft => ("up left", -135, SLANTED),
        Direction::UpRight => ("up right", -45, SLANTED),
        Direction::DownLeft => ("down left", 135, SLANTED),
        Direction::DownRight => ("down right", 45, SLANTED),
    }
}

/// What the keys and fingers do.
#[component]
pub fn Help(
    /// Whether it is shown.
    open: RwSignal<bool>,
) -> impl IntoView {
    const ROWS: [(&[&str], &str); 8] = [
        (&["↑", "↓", "←", "→"], "a step; also W A S D or h j k l"),
        (&["Home", "PgUp", "End", "PgDn"], "a slanted step; also y u b n"),
        (&["Num 1", "Num 9"], "the number pad goes all eight ways"),
        (&["Shift"], "with any of them: run until something is in the way"),
        (&["Tap"], "or click on a spot you know: walk there by the shortest way"),
        (&["Swipe"], "run that way"),
        (&["↑", "↓", "←", "→"], "for those who watch: look around a large map; Shift looks further"),
        (&["T"], "between drawing and text"),
    ];
    let rows = move || {
        ROWS.map(|(keys, what)| {
            let keys = keys.iter().map(|key| view! { <span class="key">{*key}</span> }).collect_view();
            view! { <dt>{keys}</dt><dd>{what}</dd> }.into_any()
        })
        .collect_view()
    };
    view! {
        <Dialog open title="Keys" game=GameId::Nuggets>
            <dl class="ng-help">{rows()}</dl>
        </Dialog>
    }
    .into_any()
}

/// Lets somebody who watches come in while there is a seat.
#[component]
pub fn ComeIn(
    /// The match.
    state: MatchState<Nuggets>,
) -> impl IntoView {
    let session = use_session();
    let notices = use_notices();
    let tasks = Tasks::here();
    let busy = RwSignal::new(false);
    let open = Memo::new(move |_| {
        state.facts.with(|facts| {
            facts.as_ref().filter(|facts| facts.has_open_seat()).map(|facts| facts.match_id.clone())
        })
    });
    let sit = Callback::new(move |()| {
        let Some(id) = open.get_untracked() else { return };
        busy.set(true);
        tasks.run(async move {
            let joined = as_user(session, |token| {
                let id = id.clone();
                async move { api::join(&token, &id).await }
            });
            match joined.await {
                Ok(joined) => {
                    seats::keep(Held::from(joined));
                    // The page of the match finds the new seat.
                    browser::reload();
                }
                Err(trouble) => {
                    busy.set(false);
                    notices.say(trouble.words());
                }
            }
        });
    });
    move || {
        open.with(Option::is_some).then(|| {
            view! {
                <button class="btn btn--main" type="button" disabled=busy on:click=move |_| sit.run(())>
                    <Icon name="seat"/>
                    "Come in"
                </button>
            }
            .into_any()
        })
    }
}

/// Leaves the match, after a question.
#[component]
pub fn Leave(
    /// The match.
    state: MatchState<Nuggets>,
) -> impl IntoView {
    let asking = RwSignal::new(false);
    let leave = move |_| {
        asking.set(false);
        state.resign();
    };
    view! {
        <button class="btn btn--plain ng-leave" type="button" on:click=move |_| asking.set(true)>
            <Icon name="flag"/>
            "Leave"
        </button>
        <Dialog open=asking title="Leave this match?" game=GameId::Nuggets>
            <p>"You keep what is in your purse, and the others go on. You cannot come back as the same explorer."</p>
            <div class="btns">
                <button class="btn btn--bad" type="button" on:click=leave>"Leave"</button>
                <button class="btn" type="button" on:click=move |_| asking.set(false)>"Play on"</button>
            </div>
        </Dialog>
    }
    .into_any()
}
