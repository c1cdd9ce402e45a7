//! The table: its rim with everybody around it, the ember of an attack, and the piles in the middle.

use std::sync::Arc;

use leptos::html;
use leptos::prelude::*;
use shared::game::Seat;
use shared::onecard::{Direction, Phase, View, What};
use shared::protocol::session::Presence;

use crate::games::onecard::flight::{self, come, find};
use crate::games::onecard::motion::{self, Motion};
use crate::games::onecard::ring;
use crate::games::onecard::seats::Plates;
use crate::games::onecard::size::Watch;
use crate::games::onecard::words;
use crate::state::match_::RunningClock;
use crate::ui::card;
use crate::ui::icon::Icon;
use crate::ui::sprite::{self, Sprite};
use crate::ui::words::counted;

/// The rays on the cloth. Named here: what has nothing dynamic in it is made as HTML, which knows no `use_`.
const HALO: &str = "#em-halo";
/// Discards that are drawn; the others are under them.
const DRAWN: usize = 3;
/// How discards lie, one after the other: turned by so many degrees, and moved by so many pixels.
const LIES: [(i8, i8, i8); 5] = [(-7, -4, 2), (5, 6, -3), (-2, 0, 0), (8, -5, -2), (-5, 3, 3)];

/// What a table shows.
#[derive(Clone, Copy)]
pub struct Shown {
    /// What is known of the match.
    pub view: Signal<Arc<View>>,
    /// Where the players are, by seat.
    pub presence: Signal<Vec<Option<Presence>>>,
    /// For which seats a bot plays until their players are back.
    pub stand_ins: Signal<Vec<Seat>>,
    /// The clocks that run, by seat.
    pub clocks: Signal<Vec<Option<RunningClock>>>,
}

impl Shown {
    /// The clock of a seat, if one runs.
    pub fn clock(self, seat: Seat) -> Option<RunningClock> {
        self.clocks.with(|clocks| clocks.get(seat.index()).copied().flatten())
    }
}

/// The table.
#[component]
pub fn Table(
    /// What it shows.
    shown: Shown,
    /// Draws, where the viewer may.
    #[prop(optional)]
    draw: Option<Callback<()>>,
) -> impl IntoView {
    sprite::need(Sprite::Emblems);
    let view = shown.view;
    let root = NodeRef::<html::Section>::new();
    let (count, own) = view.with_untracked(|view| (view.players.len(), view.seat));
    let places: Arc<[f64]> = ring::places(count, own).into();
    fly(view, root);
    let nudge = keep_on_the_rim(root);
    view! {
        <section class="oc-table" aria-label="Table" node_ref=root style:--nudge=nudge>
            <div class="oc-table__wood"></div>
            <div class="oc-table__felt">
                <svg class="oc-table__halo" viewBox="0 0 320 340" aria-hidden="true">
                    <use_ href=HALO></use_>
                </svg>
            </div>
            <Rim view=view places=Arc::clone(&places)/>
            <Middle view=view draw=draw/>
            <Plates shown=shown places=places/>
        </section>
    }
    .into_any()
}

/// Browsers have to be told that what lies on the rim has moved with it: they look at its size only when the way along it
/// changes. After every change of size it does, by a hair.
fn keep_on_the_rim(root: NodeRef<html::Section>) -> impl Fn() -> &'static str + Clone + Send + 'static {
    let odd = RwSignal::new(false);
    let watch = StoredValue::new_local(None::<Watch>);
    Effect::new(move || {
        if let Some(root) = root.get() {
            let changed = move |_| {
                odd.try_update(|odd| *odd = !*odd);
            };
            watch.set_value(Watch::new(root.into(), changed));
        }
    });
    move || if odd.get() { "0.001%" } else { "0%" }
}

/// The marks on the rim, and the ember that rides on it.
#[component]
fn Rim(view: Signal<Arc<View>>, places: Arc<[f64]>) -> impl IntoView {
    let place = move |seat: Option<Seat>| {
        seat.and_then(|seat| places.get(seat.index()).copied()).unwrap_or(ring::BOTTOM)
    };
    // Where the turn came from, where it is, which way it goes, and what it carries.
    let course = Memo::new(move |_| {
        view.with(|view| {
            let last = view.recent.iter().next_back().map(|last| last.seat);
            (place(last.or(view.turn)), place(view.turn), view.direction, view.attack)
        })
    });
    let trail = Memo::new(move |_| {
        let (from, to, direction, _) = course.get();
        ring::trail(from, to, direction)
    });
    let at = Memo::new(move |before: Option<&f64>| {
        let (_, to, ..) = course.get();
        before.map_or(to, |before| ring::nearest(*before, to))
    });
    let mark = move |index: usize| {
        let lit = move || trail.with(|trail| trail.get(index).copied().unwrap_or_default());
        view! {
            <i
                class="oc-mark"
                class:oc-mark--lit=move || is_lit(lit())
                style:--d=format!("{:.1}%", ring::mark(index))
                style:--o=move || format!("{:.0}%", 25.0 + 70.0 * lit())
                style:--k=move || format!("{:.0}", 12.0 * lit())
            ></i>
        }
    };
    let against = move || course.get().2 == Direction::CounterClockwise;
    let attack = move || course.get().3;
    let mine = move || view.with(|view| view.my_turn());
    view! {
        <div class="oc-ring" class:oc-ring--ccw=against aria-hidden="true">
            {(0..ring::MARKS).map(mark).collect_view()}
        </div>
        <div class="oc-ring oc-ring--ember" aria-hidden="true">
            <span
                class="oc-ember"
                class:oc-ember--out=move || attack() == 0
                class:oc-ember--mine=mine
                style:--d=move || format!("{:.1}%", at.get())
            >
                {move || format!("+{}", attack())}
            </span>
        </div>
    }
    .into_any()
}

const fn is_lit(light: f64) -> bool {
    light > 0.0
}

/// The stock, the discards, and the direction in words.
#[component]
fn Middle(view: Signal<Arc<View>>, draw: Option<Callback<()>>) -> impl IntoView {
    let stock = Memo::new(move |_| view.with(|view| view.stock));
    let last = Memo::new(move |_| view.with(|view| view.last()));
    let way = Memo::new(move |_| view.with(|view| view.direction));
    let by = move || {
        view.with(|view| {
            let played = view.recent.iter().rev().find(|one| matches!(one.what, What::Played(_)));
            match played {
                Some(played) if view.seat == Some(played.seat) => "by you".to_owned(),
                Some(played) => format!("by {}", words::name_of(view, played.seat)),
                None if view.phase == Phase::Waiting => String::new(),
                None => "first card".to_owned(),
            }
        })
    };
    let discards = move || {
        view.with(|view| {
            let from = view.discards.len().saturating_sub(DRAWN);
            let drawn = view.discards.iter().copied().enumerate().skip(from);
            drawn.map(|(index, card)| (view.round, index, card)).collect::<Vec<_>>()
        })
    };
    let laid = |(_, index, card): (u8, usize, shared::cards::Card)| {
        let (turn, x, y) = LIES.get(index % LIES.len()).copied().unwrap_or_default();
        view! {
            <i class="oc-laid" style:--r=format!("{turn}deg") style:--tx=format!("{x}px") style:--ty=format!("{y}px")>
                {card::drawing(Some(card), "card card-shadow")}
            </i>
        }
        .into_any()
    };
    let backs = move || {
        let thickness = stock.get().min(2);
        (0..thickness).map(|_| card::drawing(None, "card card-shadow")).collect_view()
    };
    let stock_label = move || format!("Stock, {}", counted(stock.get().into(), "card"));
    let last_label =
        move || last.get().map_or_else(String::new, |card| format!("Last card: {}", card.spoken()));
    view! {
        <div class="oc-mid">
            <div class="oc-piles">
                // The button beside the hand draws too; this is for who reaches for the stock itself.
                <div
                    class="oc-pile oc-pile--stock"
                    role="img"
                    aria-label=stock_label
                    on:click=move |_| {
                        if let Some(draw) = draw {
                            draw.run(());
                        }
                    }
                >
                    <span class="oc-pile__empty"></span>
                    {backs}
                    <span class="oc-pile__count">{move || format!("{} in stock", stock.get())}</span>
                </div>
                <div class="oc-pile oc-pile--last" role="img" aria-label=last_label>
                    <span class="oc-pile__empty"></span>
                    <For each=discards key=|laid| *laid children=laid/>
                    <span class="oc-pile__count">{by}</span>
                </div>
            </div>
            <p class="oc-way" data-way=move || if way.get() == Direction::Clockwise { "cw" } else { "ccw" }>
                <Icon name="turn"/>
                {move || words::way(way.get())}
            </p>
        </div>
    }
    .into_any()
}

/// Shows what moved from one view to the next. The cards of the own hand see to themselves.
fn fly(view: Signal<Arc<View>>, root: NodeRef<html::Section>) {
    Effect::new(move |before: Option<Arc<View>>| {
        let now = view.get();
        let moved = before.map_or(Motion::Rest, |before| motion::between(&before, &now));
        let own = now.seat;
        if moved != Motion::Rest {
            // Once the page shows the new view.
            request_animation_frame(move || {
                show(root, own, moved);
            });
        }
        now
    });
}

fn show(root: NodeRef<html::Section>, own: Option<Seat>, moved: Motion) -> Option<()> {
    let root = root.try_get_untracked().flatten()?;
    let stock = find(&root, flight::STOCK)?.get_bounding_client_rect();
    let to_seat = |seat: Seat, nth: usize| {
        if let Some(flyer) = find(&root, &format!("{} .oc-flyer", flight::plate(seat))) {
            come(&flyer, &stock, nth);
        }
    };
    match moved {
        Motion::Rest => {}
        Motion::Drew(seat) => to_seat(seat, 0),
        // What the viewer played comes from where it was in the hand, which only the hand knows.
        Motion::Played(seat) if own == Some(seat) => {}
        Motion::Played(seat) => {
            come(
                &find(&root, flight::TOP)?,
                &find(&root, &flight::plate(seat))?.get_bounding_client_rect(),
                0,
            );
        }
        Motion::Dealt => {
            (0..10).for_each(|seat| to_seat(Seat(seat), seat.into()));
            come(&find(&root, flight::TOP)?, &stock, 10);
        }
    }
    Some(())
}
