//! Placing one's fleet, and waiting for the other one.

use std::sync::Arc;

use leptos::ev::KeyboardEvent;
use leptos::html::Div;
use leptos::prelude::*;
use shared::game::Seat;
use shared::sea_battle::Cells as CellSet;
use shared::sea_battle::{Action, Cell, SHIPS, SeaBattle, View, other};

use crate::browser::storage::{self, Keep};
use crate::games::sea_battle::aim::{Press, Step};
use crate::games::sea_battle::battle::labels;
use crate::games::sea_battle::board::Board;
use crate::games::sea_battle::cells::{Cells, Pressed, focus_cell};
use crate::games::sea_battle::chart::Chart;
use crate::games::sea_battle::drag::{Drag, FloatingShip};
use crate::games::sea_battle::drawing::Drawing;
use crate::games::sea_battle::geometry::A1;
use crate::games::sea_battle::harbour::{Harbour, Orders};
use crate::games::sea_battle::marks::{Handle, Marks, drawing};
use crate::games::sea_battle::people::Manners;
use crate::games::sea_battle::placement::{Draft, Placement};
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
    let placement = RwSignal::new(kept(state));
    keep(state, placement);
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
        if !drag.swallows_click(pressed.by == Press::Key) {
            placement.update(|placement| placement.tap(pressed.cell, pressed.count));
        }
    };
    let point = move |cell: Option<Cell>| {
        if placement.with_untracked(|placement| placement.follows(cell)) {
            placement.update(|placement| placement.point(cell));
        }
    };
    let berth = move |(ship, by_key): (usize, bool)| {
        if drag.swallows_click(by_key) {
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
    let carried = Signal::derive(move || drag.floating.with(Option::is_some));
    let last = move || (String::new(), view.with(|view| words::placing_news(view, own)));
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
            on:keydown=move |event| keys.take_anywhere(&event, drag)
        >
            <section class="sb__theirs" aria-labelledby="sea">
                <h2 class="sb__title" id="sea">"Your sea " <small>{placed}</small></h2>
                <Board sea=sea>
                    <Chart
                        id="sea"
                        drawing=Memo::new(move |_| placement.with(drawing))
                        overlay=move || view! { <Marks placement=placement carried=carried/> }
                    />
                    <Cells
                        label="Your sea"
                        words=cell_words
                        at=at
                        liftable=ships
                        press=Callback::new(press)
                        key=Callback::new(move |event| keys.take(&event))
                        point=Callback::new(point)
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

/// Under which name this tab keeps a fleet that is being placed.
fn drawer(state: MatchState<SeaBattle>) -> Option<String> {
    state
        .facts
        .with_untracked(|facts| facts.as_ref().map(|facts| format!("parlour.fleet.{}", facts.match_id)))
}

/// The fleet as it was before the page was loaded again.
fn kept(state: MatchState<SeaBattle>) -> Placement {
    let draft = drawer(state).and_then(|drawer| storage::get_json::<Draft>(Keep::InTab, &drawer));
    draft.map(|draft| Placement::from_draft(&draft)).unwrap_or_default()
}

/// Keeps the fleet while it is being placed, so that a reload does not send it back to the harbour.
fn keep(state: MatchState<SeaBattle>, placement: RwSignal<Placement>) {
    let Some(drawer) = drawer(state) else { return };
    let draft = Memo::new(move |_| placement.with(Placement::draft));
    Effect::new(move || draft.with(|draft| storage::set_json(Keep::InTab, &drawer, draft)));
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

    /// Takes a key wherever the focus is among boards and harbour.
    fn take_anywhere(self, event: &KeyboardEvent, drag: Drag) {
        match event.key().as_str() {
            "r" | "R" if !event.ctrl_key() && !event.meta_key() && !event.alt_key() => {
                self.placement.update(Placement::rotate);
                drag.turned();
                self.follow();
            }
            "Escape" => {
                drag.cancel();
                self.placement.update(Placement::escape);
            }
            _ => {}
        }
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
    if let Some(drawer) = drawer(state) {
        storage::remove(Keep::InTab, &drawer);
    }
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
