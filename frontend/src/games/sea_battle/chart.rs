//! The chart: one SVG whose parts are references into the sprite of the game. It is décor; what it says in colours and
//! shapes, the grid of [`cells`](super::cells) over it says in words.

use leptos::prelude::*;
use shared::sea_battle::Cell;

use crate::games::sea_battle::drawing::{Area, Drawing, Hull, Mark, Water, around, plot, transform};
use crate::games::sea_battle::geometry::corner;

/// A chart.
///
/// Marks are keyed by what they are, so a shot adds nodes and moves none; what is `fresh` when it is added gets the
/// class that sets it in motion.
#[component]
pub fn Chart(
    /// A name for references within this drawing; unique on the page.
    id: &'static str,
    /// What is on it.
    #[prop(into)]
    drawing: Signal<Drawing>,
    /// Where the next shot would go.
    #[prop(optional, into)]
    aim: Signal<Option<Cell>>,
    /// Where the shot fell that is just being told.
    #[prop(optional, into)]
    fresh: Signal<Option<Cell>>,
    /// Drawn over the sea.
    #[prop(optional, into)]
    overlay: ViewFn,
    /// Drawn over the frame.
    #[prop(optional, into)]
    above: ViewFn,
) -> impl IntoView {
    let hulls = move || drawing.with(|drawing| drawing.hulls.clone());
    let plates = move || drawing.with(|drawing| drawing.plates.clone());
    let marks = move || drawing.with(|drawing| drawing.marks.clone());
    let last = Memo::new(move |_| drawing.with(|drawing| drawing.last));
    view! {
        <svg class="sb-chart" viewBox="-30 -30 1060 1060" aria-hidden="true">
            <svg width="1000" height="1000">
                <Ground id=id drawing=drawing/>
                {move || aim.get().map(|cell| view! { <path class="sb-plot" d=plot(cell)/> })}
                <For each=hulls key=|hull| *hull children=move |hull| hull_view(hull, fresh)/>
                <For each=plates key=|plate| *plate children=|plate| area_view("mk-plate", plate, 14)/>
                <For each=marks key=|mark| *mark children=move |mark| mark_view(mark, fresh)/>
                {move || last.get().map(|cell| mark_at("#mk-last", cell, ""))}
                {move || aim.get().map(|cell| mark_at("#mk-aim", cell, ""))}
                {overlay.run()}
            </svg>
            <use_ href="#sb-frame" x="-30" y="-30" width="1060" height="1060"/>
            {above.run()}
        </svg>
    }
}

/// Water, or the paper that is not surveyed yet.
#[component]
fn Ground(id: &'static str, drawing: Signal<Drawing>) -> impl IntoView {
    let water = Memo::new(move |_| drawing.with(|drawing| drawing.water.clone()));
    let everywhere = Memo::new(move |_| water.with(|water| *water == Water::Everywhere));
    let region = move || match water.get() {
        Water::Surveyed { region, .. } => region,
        Water::Everywhere => String::new(),
    };
    let shore = move || match water.get() {
        Water::Surveyed { shore, .. } => shore,
        Water::Everywhere => String::new(),
    };
    move || {
        if everywhere.get() {
            return view! {
                <rect class="sb-water" width="1000" height="1000"/>
                <rect class="sb-swell" width="1000" height="1000"/>
            }
            .into_any();
        }
        let clip = format!("{id}-known");
        let inside = format!("url(#{clip})");
        view! {
            <rect class="sb-paper" width="1000" height="1000"/>
            <use_ href="#sb-rose" width="1000" height="1000"/>
            <clipPath id=clip>
                <path d=region/>
            </clipPath>
            <g clip-path=inside>
                <rect class="sb-water" width="1000" height="1000"/>
                <path class="sb-shallow" d=shore/>
                <rect class="sb-swell" width="1000" height="1000"/>
            </g>
            <path class="sb-shore" d=shore/>
        }
        .into_any()
    }
}

fn hull_view(hull: Hull, fresh: Signal<Option<Cell>>) -> impl IntoView {
    let Hull { ship, wreck } = hull;
    let sinking = wreck && fresh.get_untracked().is_some_and(|cell| ship.area().contains(cell));
    let danger = wreck.then(|| area_view("sb-danger", around(ship, 24), 62));
    let kind = if wreck { "wreck" } else { "ship" };
    view! {
        <g class=if sinking { "sb-new--sunk" } else { "" }>
            {danger}
            <use_
                href=format!("#{kind}-{}", ship.size())
                transform=transform(ship)
                width=i32::from(ship.size()) * 100
                height="100"
            />
        </g>
    }
}

fn mark_view(mark: Mark, fresh: Signal<Option<Cell>>) -> impl IntoView {
    let is_fresh = fresh.get_untracked() == Some(mark.cell);
    match (mark.hit, is_fresh) {
        (true, fresh) => mark_at("#mk-hit", mark.cell, if fresh { "sb-new--hit" } else { "" }),
        (false, fresh) => mark_at("#mk-miss", mark.cell, if fresh { "sb-new--miss" } else { "" }),
    }
}

/// One sign of the sprite on one cell.
pub fn mark_at(href: &'static str, cell: Cell, class: &'static str) -> impl IntoView {
    let (x, y) = corner(cell);
    view! { <use_ href=href class=class x=x y=y width="100" height="100"/> }
}

/// A rounded rectangle.
pub fn area_view(class: &'static str, area: Area, radius: i32) -> impl IntoView {
    view! { <rect class=class x=area.x y=area.y width=area.width height=area.height rx=radius/> }
}
