//! The head of the page: whose turn it is, what just happened, who is away; and what a screen reader is told.

use std::sync::Arc;

use leptos::prelude::*;
use shared::api::SeatKind;
use shared::game::Seat;
use shared::onecard::{Move, OneCard, Phase, View};
use shared::protocol::session::Presence;

use crate::games::onecard::motion::{self, Motion};
use crate::games::onecard::table::Shown;
use crate::games::onecard::words;
use crate::state::match_::MatchState;
use crate::ui::clock::Clock;
use crate::ui::icon::Icon;
use crate::ui::live::announce;

/// The head of the page.
#[component]
pub fn Turn(
    /// The match.
    state: MatchState<OneCard>,
    /// What is known of it.
    shown: Shown,
) -> impl IntoView {
    let view = shown.view;
    let heading = Memo::new(move |_| view.with(|view| words::heading(view)));
    let situation = Memo::new(move |_| view.with(|view| words::situation(view)));
    let clock = Memo::new(move |_| {
        view.with(|view| view.seat.filter(|_| view.my_turn())).and_then(|own| shown.clock(own))
    });
    let refused = move || {
        let notice = state.refusal.get()?;
        Some(view! {
            <p class="oc-note" role="alert">
                <Icon name="close"/>
                <span>{words::refusal(&notice.code, &notice.reason)}</span>
                <button class="btn btn--plain" type="button" on:click=move |_| state.dismiss_refusal()>"Dismiss"</button>
            </p>
        })
    };
    tell(view);
    view! {
        <section class="oc__turn" aria-label="Turn">
            <div class="turn">
                <h1 class="turn__who">{heading} " " <Clock clock=clock/></h1>
                <p class="turn__last">
                    <strong>{move || situation.with(|said| said.0.clone())}</strong>
                    " "
                    {move || situation.with(|said| said.1.clone())}
                </p>
                <Away shown=shown/>
                {refused}
            </div>
        </section>
    }
    .into_any()
}

/// Tells a screen reader what moves, in one sentence for each turn.
fn tell(view: Signal<Arc<View>>) {
    // A move and the turn after it come as two messages; they are said together.
    let waiting = StoredValue::new(Vec::<String>::new());
    Effect::new(move |before: Option<Arc<View>>| {
        let now = view.get();
        if let Some(before) = before {
            let fresh = news(&before, &now);
            // After a move there is always a message more: the turn, the next round, or the end.
            let complete = fresh.is_empty() || before.turn != now.turn;
            let said = waiting.try_update_value(|waiting| {
                waiting.extend(fresh);
                if complete { std::mem::take(waiting) } else { Vec::new() }
            });
            let mut said = said.unwrap_or_default();
            if complete && (!said.is_empty() || before.turn != now.turn) {
                said.extend(words::spoken_turn(&now));
            }
            if !said.is_empty() {
                announce(said.join(" "));
            }
        }
        now
    });
}

/// What is new, apart from whose turn it is.
fn news(before: &View, now: &View) -> Vec<String> {
    let mut news = Vec::new();
    let last = now.recent.iter().next_back();
    match (motion::between(before, now), last) {
        (Motion::Played(_) | Motion::Drew(_), Some(last)) => news.push(words::spoken_move(now, last)),
        (Motion::Dealt, _) => {
            news.push(format!("{}. {}", words::round(now), words::opening(now)));
        }
        (Motion::Rest, Some(last)) if passed(before, now) => news.push(words::spoken_move(now, last)),
        _ => {}
    }
    if now.scores.len() == before.scores.len() + 1
        && let Some(score) = now.scores.last()
    {
        news.push(format!("{}.", words::round_title(now, score)));
    }
    if now.phase == Phase::Over && before.phase != Phase::Over {
        news.push(format!("{}. {}", words::end_title(now), words::end_text(now)));
    }
    news
}

/// True if the last move, which is new, found nothing to draw.
fn passed(before: &View, now: &View) -> bool {
    let all = |view: &View| view.recent.iter().collect::<Vec<Move>>();
    before.round == now.round && all(before) != all(now)
}

/// The seats for which a bot plays until their players are back: those of people where a bot is now.
pub fn stand_ins(state: MatchState<OneCard>) -> Signal<Vec<Seat>> {
    let seats = Memo::new(move |_| {
        let people: Vec<Seat> = state.facts.with(|facts| {
            let seats = facts.iter().flat_map(|facts| &facts.seats);
            seats.filter(|seat| seat.kind == SeatKind::Human).map(|seat| seat.seat).collect()
        });
        let bot = |seat: &Seat| {
            state.presence.with(|all| all.get(seat.index()).copied().flatten()) == Some(Presence::Bot)
        };
        people.into_iter().filter(bot).collect::<Vec<_>>()
    });
    seats.into()
}

/// Who is away, and what that means.
#[component]
fn Away(shown: Shown) -> impl IntoView {
    let view = shown.view;
    let away = Memo::new(move |_| {
        let stand_ins = shown.stand_ins.get();
        view.with(|view| {
            if view.phase != Phase::Playing {
                return Vec::new();
            }
            shown.presence.with(|all| {
                let seats = (0..).map(Seat).zip(all).filter(|(seat, _)| view.seat != Some(*seat));
                let news = seats.filter_map(|(seat, presence)| {
                    let stand_in = stand_ins.contains(&seat);
                    (stand_in || *presence == Some(Presence::Away)).then(|| sentence(view, seat, stand_in))
                });
                news.collect::<Vec<_>>()
            })
        })
    });
    // Said once each, when it becomes true.
    Effect::new(move |before: Option<Vec<String>>| {
        let now = away.get();
        let before = before.unwrap_or_default();
        now.iter().filter(|said| !before.contains(said)).for_each(|said| announce(said.clone()));
        now
    });
    move || away.get().into_iter().map(|said| view! { <p class="oc-away">{said}</p> }).collect_view()
}

fn sentence(view: &View, seat: Seat, stand_in: bool) -> String {
    let name = words::name_of(view, seat);
    if stand_in {
        format!("A bot plays for {name} until they are back.")
    } else {
        format!("{name} is away. If they are not back soon, a bot plays for them.")
    }
}

#[cfg(test)]
mod tests {
    use shared::game::{Audience, Entry, Game as _};
    use shared::onecard::{Action, Options};
    use shared::seed::Seed;

    use super::*;

    #[test]
    fn a_draw_and_the_next_turn_are_told() {
        let mut game =
            OneCard::new(&Options { players: 3, ..Options::default() }, &Seed::from_number(3)).unwrap();
        for (seat, name) in (0..).zip(["Anna", "Béla", "Cora"]) {
            game.step(&Entry::Sat { seat: Seat(seat), name: name.to_owned() }).unwrap();
        }
        let view = |game: &OneCard| game.view(Audience::Seat(Seat(0)));
        let waiting = view(&game);
        game.step(&Entry::Started).unwrap();
        let dealt = view(&game);
        let told = news(&waiting, &dealt).join(" ");
        assert!(told.starts_with("Round 1 of 1. ") && told.contains("with the lowest draw"), "{told}");
        let seat = game.waiting_for().seats[0].seat;
        game.step(&Entry::Acted { seat, action: Action::Draw }).unwrap();
        let drawn = view(&game);
        assert_eq!(news(&dealt, &drawn), [format!("{} drew 1 card.", words::who(&drawn, seat))]);
        assert_eq!(news(&drawn, &drawn), Vec::<String>::new());
    }
}
