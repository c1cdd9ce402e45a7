//! The people of a match: who is away, gestures, giving up, and what the server refused.

use std::sync::Arc;
use std::time::Duration;

use leptos::prelude::*;
use shared::catalogue::GameId;
use shared::game::Seat;
use shared::protocol::session::Presence;
use shared::protocol::social::EMOTES;
use shared::sea_battle::rules::SEATS;
use shared::sea_battle::{Phase, SeaBattle, View, other};

use crate::browser;
use crate::games::sea_battle::turn::running;
use crate::games::sea_battle::words;
use crate::net::session::Client as _;
use crate::state::match_::{Link, MatchState, RunningClock};
use crate::ui::clock::Clock;
use crate::ui::dialog::Dialog;
use crate::ui::icon::Icon;
use crate::ui::live::announce;

/// How long a gesture is shown.
const GESTURE: Duration = Duration::from_secs(5);

/// When whoever is away loses.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Deadline {
    /// As far as this page can tell.
    At(RunningClock),
    /// It has been running since before this page began.
    Soon,
}

/// What a page knows of somebody's absence.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Known {
    presence: Option<Presence>,
    deadline: Option<Deadline>,
}

/// Says for everybody but oneself that the connection is lost, and how long the match waits.
#[component]
pub fn Away(
    /// The match.
    state: MatchState<SeaBattle>,
    /// What is known of it.
    view: Signal<Arc<View>>,
) -> impl IntoView {
    let one = move |seat: Seat| {
        let presence =
            Memo::new(move |_| state.presence.with(|all| all.get(seat.index()).copied().flatten()));
        let own = move || view.with(|view| view.seat == Some(seat));
        let waits = Memo::new(move |_| {
            presence.get() == Some(Presence::Away) && view.with(|view| SeaBattle::awaits(view, seat))
        });
        let seconds = Memo::new(move |_| {
            state.facts.with(|facts| facts.as_ref()?.options.get("grace_seconds")?.as_u64())
        });
        // While the match waits for somebody who is away, the grace runs on the server.
        let known = Memo::new(move |before: Option<&Known>| {
            let presence = presence.get();
            let deadline = match (seconds.get().filter(|_| waits.get()), before) {
                (Some(_), Some(before)) if before.deadline.is_some() => before.deadline,
                // Whoever was away when this page began has been so for nobody knows how long.
                (Some(_), None | Some(Known { presence: None, .. })) => Some(Deadline::Soon),
                (Some(seconds), _) => {
                    let total = Duration::from_secs(seconds).as_secs_f64() * 1_000.0;
                    Some(Deadline::At(RunningClock { ends_at: browser::now() + total, total }))
                }
                (None, _) => None,
            };
            // Before it is known how long the grace is, nothing is.
            Known { presence: presence.filter(|_| seconds.get().is_some()), deadline }
        });
        // It remembers, so it has to look on while nobody is away.
        Effect::new(move || known.with(|_| ()));
        // A turn that ends sooner ends the grace with it.
        let deadline = move || {
            let turn_ends = running(state, seat).map_or(f64::INFINITY, |clock| clock.ends_at);
            known.get().deadline.filter(|deadline| match deadline {
                Deadline::Soon => turn_ends.is_infinite(),
                Deadline::At(clock) => clock.ends_at <= turn_ends,
            })
        };
        let clock = Signal::derive(move || match deadline() {
            Some(Deadline::At(clock)) => Some(clock),
            Some(Deadline::Soon) | None => None,
        });
        let warning = move || match deadline() {
            Some(Deadline::At(_)) => "They lose unless they are back in ",
            Some(Deadline::Soon) => "They lose unless they are back soon.",
            None => "",
        };
        let name = move || view.with(|view| words::name_of(view, seat));
        let over = move || view.with(|view| view.phase == Phase::Over);
        // Said once, when it changes; the clock beside it must not be read out every second.
        Effect::new(move |before: Option<Option<Presence>>| {
            let now = presence.get();
            let news = match (before.flatten(), now) {
                _ if untrack(own) || untrack(over) => None,
                (before, Some(Presence::Away)) if before != now => Some("is away"),
                (Some(Presence::Away), Some(Presence::Here)) => Some("is back"),
                (Some(_), Some(Presence::Left)) if before.flatten() != now => Some("has left"),
                _ => None,
            };
            if let Some(news) = news {
                announce(format!("{} {news}.", untrack(name)));
            }
            now
        });
        move || match presence.get() {
            _ if own() => None,
            Some(Presence::Away) if !over() => Some(
                view! {
                    <p class="sb-away">
                        <strong>{name} " is away."</strong>
                        " "
                        {warning}
                        <Clock clock=clock label="time until they give up "/>
                    </p>
                }
                .into_any(),
            ),
            Some(Presence::Left) => Some(view! { <p class="sb-away">{name} " has left."</p> }.into_any()),
            _ => None,
        }
    };
    SEATS.map(one).collect_view()
}

/// The last gesture somebody made, for a few seconds.
#[component]
pub fn Gesture(
    /// The match.
    state: MatchState<SeaBattle>,
    /// What is known of it.
    view: Signal<Arc<View>>,
) -> impl IntoView {
    let over = RwSignal::new(0_u64);
    Effect::new(move || {
        let Some((stamp, seat, id)) = state.emote.get() else { return };
        if let Some(text) = EMOTES.get(usize::from(id)) {
            announce(view.with_untracked(|view| format!("{}: {text}", who(view, seat))));
        }
        set_timeout(
            move || {
                // The page may be gone by now.
                over.try_update(|over| *over = (*over).max(stamp));
            },
            GESTURE,
        );
    });
    move || {
        let (stamp, seat, id) = state.emote.get()?;
        let text = EMOTES.get(usize::from(id)).filter(|_| over.get() < stamp)?;
        Some(view! {
            <p class="sb-gesture" aria-hidden="true">
                <strong>{view.with(|view| who(view, seat))}</strong>
                " "
                {*text}
            </p>
        })
    }
}

fn who(view: &View, seat: Seat) -> String {
    if view.seat == Some(seat) { "You".to_owned() } else { words::name_of(view, seat) }
}

/// What the server refused last.
#[component]
pub fn Refused(
    /// The match.
    state: MatchState<SeaBattle>,
) -> impl IntoView {
    move || {
        let notice = state.refusal.get()?;
        Some(view! {
            <p class="sb-note sb-note--wide" role="alert">
                <Icon name="close"/>
                <span>{words::refusal(&notice.code, &notice.reason)}</span>
                <button class="btn btn--plain" type="button" on:click=move |_| state.dismiss_refusal()>"Dismiss"</button>
            </p>
        })
    }
}

/// What one can do about the other person: make a gesture, give up.
#[component]
pub fn Manners(
    /// The match.
    state: MatchState<SeaBattle>,
    /// What is known of it.
    view: Signal<Arc<View>>,
) -> impl IntoView {
    let open = RwSignal::new(false);
    let resigning = RwSignal::new(false);
    let bot = Memo::new(move |_| {
        let opponent = view.with(|view| view.seat.map(other));
        let presence = |seat: Seat| state.presence.with(|all| all.get(seat.index()).copied().flatten());
        opponent.and_then(presence) == Some(Presence::Bot)
    });
    let playing = Memo::new(move |_| view.with(|view| matches!(view.phase, Phase::Placing | Phase::Playing)));
    let gesture = move |id: u8, text: &'static str| {
        let make = move |_| {
            state.emote_send(id);
            open.set(false);
        };
        // It is only worth making now.
        let silent = move || state.link.get() != Link::Connected;
        view! { <button class="btn" type="button" disabled=silent on:click=make>{text}</button> }
    };
    let gestures = move || {
        open.get().then(|| {
            let buttons = (0_u8..).zip(EMOTES).map(|(id, text)| gesture(id, text)).collect_view();
            view! { <div class="btns sb-manners__list" role="group" aria-label="Gestures">{buttons}</div> }
        })
    };
    let give_up = move |_| {
        resigning.set(false);
        state.resign();
    };
    view! {
        <div class="sb-manners">
            <Show when=move || !bot.get()>
                <button
                    class="btn btn--plain"
                    type="button"
                    aria-expanded=move || if open.get() { "true" } else { "false" }
                    on:click=move |_| open.update(|open| *open = !*open)
                >
                    <Icon name="smile"/>
                    "Gesture"
                </button>
            </Show>
            <Show when=move || playing.get()>
                <button class="btn btn--plain" type="button" on:click=move |_| resigning.set(true)>
                    <Icon name="flag"/>
                    "Give up"
                </button>
            </Show>
            {gestures}
            <Dialog open=resigning title="Give up this match?" game=GameId::SeaBattle>
                <p>"Your opponent wins at once. There is no way back."</p>
                <div class="btns sb-manners__confirm">
                    <button class="btn btn--bad" type="button" on:click=give_up>"Give up"</button>
                    <button class="btn" type="button" on:click=move |_| resigning.set(false)>"Play on"</button>
                </div>
            </Dialog>
        </div>
    }
}
