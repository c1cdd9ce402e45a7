//! The plates of the players around the table.

use std::sync::Arc;

use leptos::prelude::*;
use shared::game::Seat;
use shared::onecard::{Phase, View};
use shared::protocol::session::Presence;

use crate::games::onecard::table::Shown;
use crate::games::onecard::words;
use crate::ui::card;
use crate::ui::clock::Clock;

/// The sprite has hands of up to so many cards.
const MOST_DRAWN: u16 = 7;

/// What a plate says.
#[derive(Debug, Clone, PartialEq)]
struct Plate {
    name: String,
    count: u16,
    /// Beside the count: what the player did last, or why somebody else plays.
    note: String,
    /// Cards of the last draw, while it is the last move of this player.
    drew: u16,
    turn: bool,
    away: bool,
    left: bool,
}

impl Plate {
    fn of(view: &View, presence: Option<Presence>, stand_in: bool, seat: Seat) -> Self {
        use shared::onecard::What;
        let player = words::player(view, seat);
        let last = view.recent.iter().rev().find(|one| one.seat == seat).map(|one| one.what);
        let left = player.is_some_and(|player| player.left);
        let away = stand_in || presence == Some(Presence::Away);
        let note = match (left, away) {
            (true, _) => "gave up".to_owned(),
            (false, true) if stand_in => "a bot plays".to_owned(),
            (false, true) => "away".to_owned(),
            (false, false) => last.map(words::did).unwrap_or_default(),
        };
        Self {
            name: words::name_of(view, seat),
            count: player.map_or(0, |player| player.count),
            note,
            drew: match last {
                Some(What::Drew(count)) => count,
                _ => 0,
            },
            turn: view.turn == Some(seat) && view.phase == Phase::Playing,
            away,
            left,
        }
    }

    fn class(&self) -> String {
        let mut class = "oc-seat".to_owned();
        let marks = [
            (self.turn, " oc-seat--turn"),
            (self.away, " oc-seat--away"),
            (self.left, " oc-seat--left"),
            (self.count == 1 && !self.left, " oc-seat--last"),
        ];
        marks.iter().filter(|(holds, _)| *holds).for_each(|(_, mark)| class.push_str(mark));
        class
    }

    fn fan(&self) -> Option<String> {
        (self.count > 0).then(|| format!("#oc-fan-{}", self.count.min(MOST_DRAWN)))
    }
}

/// Everybody but the viewer, in the order of their seats from the viewer on.
#[component]
pub fn Plates(
    /// What is known.
    shown: Shown,
    /// Where each seat is on the rim.
    places: Arc<[f64]>,
) -> impl IntoView {
    let own = shown.view.with_untracked(|view| view.seat);
    let count = u8::try_from(places.len()).unwrap_or(u8::MAX);
    let first = own.map_or(0, |own| own.0 + 1);
    let others =
        (0..count).map(move |seat| Seat((first + seat) % count)).filter(move |seat| Some(*seat) != own);
    let all = others.map(|seat| plate(shown, seat, places.get(seat.index()).copied().unwrap_or_default()));
    view! {
        <ol class="oc-ring oc-ring--seats" aria-label="Players, in order">{all.collect_view()}</ol>
    }
    .into_any()
}

fn plate(shown: Shown, seat: Seat, way: f64) -> AnyView {
    let plate = Memo::new(move |_| {
        let presence = shown.presence.with(|all| all.get(seat.index()).copied().flatten());
        let stand_in = shown.stand_ins.with(|seats| seats.contains(&seat));
        shown.view.with(|view| Plate::of(view, presence, stand_in, seat))
    });
    let clock = Memo::new(move |_| plate.with(|plate| plate.turn).then(|| shown.clock(seat)).flatten());
    let state = move || {
        plate.with(|plate| {
            let cards = match plate.count {
                1 if !plate.left => view! { <b>"One card"</b> }.into_any(),
                count => {
                    let unit = if count == 1 { " card" } else { " cards" };
                    view! { <b>{count}</b><i>{unit}</i> }.into_any()
                }
            };
            // While it is their turn there is a clock in its place; the last card needs the room.
            let note = (!plate.turn && plate.count != 1 && !plate.note.is_empty()).then(|| {
                view! { <i class="oc-seat__note">", "{plate.note.clone()}</i> }
            });
            view! { {cards}{note} }.into_any()
        })
    };
    let drew = move || {
        let drew = plate.with(|plate| plate.drew);
        (drew > 0).then(|| view! { <em class="oc-seat__drew" aria-hidden="true">{format!("+{drew}")}</em> })
    };
    view! {
        <li
            class=move || plate.with(Plate::class)
            style:--d=format!("{way:.1}%")
            data-seat=seat.to_string()
            data-count=move || plate.with(|plate| plate.count).to_string()
            aria-current=move || plate.with(|plate| plate.turn).then_some("true")
        >
            <svg class="oc-seat__fan" viewBox="0 0 52 44" aria-hidden="true">
                <use_ href=move || plate.with(Plate::fan)></use_>
            </svg>
            <span class="oc-seat__name">{move || plate.with(|plate| plate.name.clone())}</span>
            <span class="oc-seat__state">{state}<Clock clock=clock/></span>
            {drew}
            <i class="oc-flyer" aria-hidden="true">{card::drawing(None, "card")}</i>
        </li>
    }
    .into_any()
}
