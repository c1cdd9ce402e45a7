//! What is drawn on the sea while ships move, and the handle that turns one.

use leptos::prelude::*;
use shared::sea_battle::Ship;

use crate::games::sea_battle::chart::{area_view, mark_at};
use crate::games::sea_battle::drawing::{Drawing, Hull, Water, around, region, transform};
use crate::games::sea_battle::placement::Placement;

/// One's own sea while it is placed.
pub fn drawing(placement: &Placement) -> Drawing {
    Drawing {
        water: Water::Everywhere,
        hulls: placement.lying().map(|(_, ship)| Hull { ship, wreck: false }).collect(),
        plates: Vec::new(),
        marks: Vec::new(),
        last: None,
    }
}

/// What is drawn over the sea while ships move: where one would lie, what is in the way, which is selected.
#[component]
pub fn Marks(
    /// The fleet.
    placement: RwSignal<Placement>,
    /// Whether a pointer carries the ship, which then is under it and not on the chart.
    #[prop(into)]
    carried: Signal<bool>,
) -> impl IntoView {
    let ghost = Memo::new(move |_| placement.with(Placement::ghost));
    let blocking = Memo::new(move |_| placement.with(Placement::blocking));
    let selected = Memo::new(move |_| placement.with(selected_ship));
    let ghost_view = move || {
        let (index, ship) = ghost.get()?;
        let bad = placement.with(|placement| placement.bad_cells(index, ship));
        let good = region(ship.area());
        let blocked = bad.iter().map(|cell| mark_at("#mk-block", cell, "")).collect_view();
        let snapped = (!carried.get()).then(|| {
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
pub fn Handle(
    /// The fleet.
    placement: RwSignal<Placement>,
) -> impl IntoView {
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
