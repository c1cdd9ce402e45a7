//! Placing one's fleet, and waiting for the other one.

use std::sync::Arc;

use leptos::ev::KeyboardEvent;
use leptos::html::Div;
use leptos::prelude::*;
use shared::game::Seat;
use shared::sea_battle::fleet::Cells as CellSet;
use shared::sea_battle::{Action, Cell, SHIPS, SeaBattle, Ship, View, other};

use crate::games::sea_battle::aim::Step;
use crate::games::sea_battle::battle::labels;
use crate::games::sea_battle::board::Board;
use crate::games::sea_battle::cells::{Cells, Pressed, focus_cell};
use crate::games::sea_battle::chart::{Chart, area_view, mark_at};
use crate::games::sea_battle::drag::{Drag, FloatingShip};
use crate::games::sea_battle::drawing::{Drawing, Hull, Water, around, region, transform};
use crate::games::sea_battle::geometry::A1;
use crate::games::sea_battle::harbour::{Harbour, Orders};
use crate::games::sea_battle::people::Manners;
use crate::games::sea_battle::placement::Placement;
use crate::games::sea_battle::turn::Turn;
use crate::games::sea_battle::words;
use crate::state::match_::MatchState;
use crate::ui::live::announce;

/// Places the fleet.
#[component]
pub fn Placing(
    /// The match.
    state: MatchState<SeaBattle>,
    /// What is known of it.
    view: Signal<Arc<View>>,
    /// Who places.
    own: Seat,
) -> impl IntoView {
    let placement = RwSignal::new(Placement::default());
    let (sea, grid) = (NodeRef::<Div>::new(), NodeRef::<Div>::new());
    let drag = Drag::new(placement, sea);
    let at = RwSignal::new(A1);
    let keys = Keys { placement, at, grid };
    let cell_words = Memo::new(move |_| {
        placement.with(|placement| {
            Cell::all().map(|cell| words::placing_label(placement, cell)).collect::<Vec<_>>()
        })
    });
    let ships = Memo::new(move |_| {
        placement.with(|placement| placement.lying().flat_map(|(_, ship)| ship.cells()).collect::<CellSet>())
    });
    let press = move |pressed: Pressed| {
        if !drag.swallows_click() {
            placement.update(|placement| placement.tap(pressed.cell, pressed.count));
        }
    };
    let berth = move |(ship, by_key): (usize, bool)| {
        if drag.swallows_click() {
            return;
        }
        if by_key {
            placement.update(|placement| placement.lift_over_board(ship));
            keys.follow();
        } else {
            placement.update(|placement| placement.tap_harbour(ship));
        }
    };
    let ready = move |()| {
        if let Some(plan) = placement.with_untracked(Placement::plan) {
            state.act(Action::Place(plan));
        }
    };
    let on_key = move |event: KeyboardEvent| match event.key().as_str() {
        "r" | "R" if !event.ctrl_key() && !event.meta_key() && !event.alt_key() => {
            placement.update(Placement::rotate);
            drag.turned();
            keys.follow();
        }
        "Escape" => {
            drag.cancel();
            placement.update(Placement::escape);
        }
        _ => {}
    };
    let last = move || {
        let opponent = view.with(|view| words::name_of(view, other(own)));
        let ready = view.with(|view| view.board(other(own)).ready);
        let them =
            if ready { format!("{opponent} is ready.") } else { format!("{opponent} is placing too.") };
        (String::new(), format!("{them} No two ships may touch, not even at a corner."))
    };
    let placed =
        move || placement.with(|placement| format!("{} of {SHIPS} ships placed", placement.placed()));
    view! {
        <Turn
            state=state
            view=view
            heading="Place your fleet"
            clock_of=Signal::stored(Some(own))
            last=Signal::derive(last)
        />
        <div
            class="sb-placing"
            on:pointerdown=move |event| drag.down(&event)
            on:pointermove=move |event| drag.moved(&event)
            on:pointerup=move |event| drag.up(&event)
            on:pointercancel=move |_| drag.cancel()
            on:keydown=on_key
        >
            <section class="sb__theirs" aria-labelledby="sea">
                <h2 class="sb__title" id="sea">"Your sea " <small>{placed}</small></h2>
                <Board sea=sea>
                    <Chart
                        id="sea"
                        drawing=Memo::new(move |_| placement.with(drawing))
                        overlay=move || view! { <Marks placement=placement drag=drag/> }
                    />
                    <Cells
                        label="Your sea"
                        words=cell_words
                        at=at
                        liftable=ships
                        press=Callback::new(press)
                        key=Callback::new(move |event| keys.take(&event))
                        point=Callback::new(move |cell| placement.update(|placement| placement.point(cell)))
                        grid=grid
                    />
                    <Handle placement=placement/>
                </Board>
            </section>
            <section class="sb__own" aria-label="Harbour and orders">
                <Harbour placement=placement press=Callback::new(berth)/>
                <Orders placement=placement busy=state.busy ready=Callback::new(ready)/>
                <Manners state=state view=view/>
            </section>
            <FloatingShip floating=drag.floating/>
        </div>
    }
}

/// One's own sea while it is placed.
fn drawing(placement: &Placement) -> Drawing {
    Drawing {
        water: Water::Everywhere,
        hulls: placement.lying().map(|(_, ship)| Hull { ship, wreck: false }).collect(),
        plates: Vec::new(),
        marks: Vec::new(),
        last: None,
    }
}

/// The keys on the grid.
#[derive(Clone, Copy)]
struct Keys {
    placement: RwSignal<Placement>,
    at: RwSignal<Cell>,
    grid: NodeRef<Div>,
}

impl Keys {
    /// Takes a key; false leaves it to the grid.
    fn take(self, event: &KeyboardEvent) -> bool {
        let held = self.placement.with_untracked(Placement::held);
        let at = self.at.get_untracked();
        match (event.key().as_str(), held) {
            ("Enter", Some(ship)) => {
                self.placement.update(Placement::set);
                if self.placement.with_untracked(|placement| placement.lies(ship).is_some()) {
                    announce(format!("The {} lies.", words::ship_of(ship)));
                }
            }
            ("Enter", None) => self.placement.update(|placement| match placement.ship_at(at) {
                Some(ship) => placement.lift_over_board(ship),
                None => placement.tap(at, 1),
            }),
            (" ", held) => {
                self.placement.update(|placement| {
                    if let Some(ship) = placement.ship_at(at).filter(|_| held.is_none()) {
                        placement.select(ship);
                    }
                    placement.rotate();
                });
            }
            (key, Some(_)) => {
                let Some(step) = Step::of_key(key) else { return false };
                self.placement.update(|placement| placement.step(step));
            }
            _ => return false,
        }
        self.follow();
        true
    }

    /// The focus goes with the held ship, whose cells say what is held and whether it can lie there.
    fn follow(self) {
        let held = self.placement.with_untracked(|placement| placement.held().and(placement.ghost()));
        if let Some((_, ghost)) = held {
            focus_cell(self.grid, ghost.first());
            if let Some(sentence) = self.placement.with_untracked(words::held_sentence) {
                announce(sentence);
            }
        }
    }
}

/// What is drawn over the sea while ships move: where one would lie, what is in the way, which is selected.
#[component]
fn Marks(placement: RwSignal<Placement>, drag: Drag) -> impl IntoView {
    let ghost = Memo::new(move |_| placement.with(Placement::ghost));
    let blocking = Memo::new(move |_| placement.with(Placement::blocking));
    let selected = Memo::new(move |_| placement.with(selected_ship));
    let carried = move || drag.floating.with(Option::is_some);
    let ghost_view = move || {
        let (index, ship) = ghost.get()?;
        let bad = placement.with(|placement| placement.bad_cells(index, ship));
        let good = region(ship.area());
        let blocked = bad.iter().map(|cell| mark_at("#mk-block", cell, "")).collect_view();
        // The ship itself is under the pointer while it is dragged.
        let snapped = (!carried()).then(|| {
            let href = format!("#ship-{}", ship.size());
            let width = i32::from(ship.size()) * 100;
            view! {
                <g class="sb-drag">
                    <use_ href=href transform=transform(ship) width=width height="100"/>
                </g>
            }
        });
        Some(view! {
            <path class="sb-legal" d=good/>
            <path class="sb-ghost" d=region(bad)/>
            {snapped}
            {blocked}
        })
    };
    let halo = |ship: Ship| area_view("sb-halo", around(ship, 4), 26);
    view! {
        {move || blocking.get().into_iter().map(halo).collect_view()}
        {ghost_view}
        {move || selected.get().map(|ship| area_view("sb-selected", around(ship, 2), 26))}
    }
}

/// The selected ship, if it lies on the board.
fn selected_ship(placement: &Placement) -> Option<Ship> {
    placement.selected().and_then(|ship| placement.lies(ship))
}

/// The handle at the corner of the selected ship, which turns it.
#[component]
fn Handle(placement: RwSignal<Placement>) -> impl IntoView {
    let selected = Memo::new(move |_| placement.with(selected_ship).filter(|ship| ship.size() > 1));
    move || {
        selected.get().map(|ship| {
            let area = around(ship, 4);
            let x = (area.x + area.width).clamp(0, 1_000);
            let y = area.y.clamp(0, 1_000);
            view! {
                <button
                    class="sb-turner"
                    type="button"
                    aria-label=format!("Turn the ship of {}", ship.size())
                    style:--x=x.to_string()
                    style:--y=y.to_string()
                    on:click=move |_| placement.update(Placement::rotate)
                >
                    <svg class="sb-handle" viewBox="-45 -45 90 90" aria-hidden="true">
                        <circle r="38"/>
                        <path d="M17 0a17 17 0 1 1-6-13M14-22v11H3"/>
                    </svg>
                </button>
            }
        })
    }
}

/// One's fleet lies; the other is awaited.
#[component]
pub fn Placed(
    /// The match.
    state: MatchState<SeaBattle>,
    /// What is known of it.
    view: Signal<Arc<View>>,
    /// Who has placed.
    own: Seat,
) -> impl IntoView {
    let opponent = move || view.with(|view| words::name_of(view, other(own)));
    let cell_words = Memo::new(move |_| view.with(|view| labels(view, own)));
    view! {
        <Turn
            state=state
            view=view
            heading="Ready, waiting"
            clock_of=Signal::stored(Some(other(own)))
            last=Signal::derive(move || (String::new(), format!("{} is still placing a fleet.", opponent())))
        />
        <section class="sb__theirs" aria-labelledby="sea">
            <h2 class="sb__title" id="sea">"Your sea " <small>"All ships placed"</small></h2>
            <Board locked=true>
                <Chart id="sea" drawing=Memo::new(move |_| view.with(|view| Drawing::of(view.board(own), true)))/>
                <Cells label="Your sea" words=cell_words at=RwSignal::new(A1)/>
            </Board>
        </section>
        <section class="sb__own" aria-labelledby="placed">
            <div class="panel">
                <h2 class="panel__title" id="placed">"Your fleet is at sea"</h2>
                <p>
                    "It can’t be moved any more. The shooting begins as soon as " {opponent} " is ready."
                </p>
            </div>
            <Manners state=state view=view/>
        </section>
    }
}
