//! The fleet at the foot of a chart: which ships still float.

use std::sync::Arc;

use leptos::prelude::*;
use shared::game::Seat;
use shared::sea_battle::{SIZES, View};

use crate::games::sea_battle::words;

/// For each ship, longest first, whether it floats. Of ships of one size the lost ones come first.
pub fn roll(afloat: &[u8]) -> Vec<(u8, bool)> {
    let mut ships = Vec::with_capacity(SIZES.len());
    for size in (1..=4).rev() {
        let of_size = |sizes: &[u8]| sizes.iter().fold(0, |sum, &other| sum + usize::from(other == size));
        let all = of_size(&SIZES);
        let floating = of_size(afloat).min(all);
        ships.extend((0..all).map(|i| (size, i >= all - floating)));
    }
    ships
}

/// The fleet of one seat.
#[component]
pub fn FleetRoll(
    /// What is known.
    #[prop(into)]
    view: Signal<Arc<View>>,
    /// Whose.
    #[prop(into)]
    seat: Signal<Seat>,
) -> impl IntoView {
    let ships = Memo::new(move |_| view.with(|view| roll(&view.board(seat.get()).afloat)));
    let ships_view = move || {
        let one = |(size, floats): (u8, bool)| {
            let drawing = format!("#{}-{size}", if floats { "ship" } else { "lost" });
            view! {
                <svg class="sb-fleet__ship" style:--n=size.to_string() viewBox=format!("0 0 {size}00 100")>
                    <use_ href=drawing/>
                </svg>
            }
        };
        ships.get().into_iter().map(one).collect_view()
    };
    let afloat = move || ships.with(|ships| ships.iter().filter(|(_, floats)| *floats).count());
    view! {
        <div class="sb-fleet" role="img" aria-label=move || view.with(|view| words::afloat(view, seat.get()))>
            <div class="sb-fleet__ships">
                {ships_view}
                <span class="sb-fleet__sum" aria-hidden="true">{afloat} " afloat"</span>
            </div>
        </div>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_roll_has_every_ship_and_marks_the_lost_ones() {
        let all = roll(&SIZES);
        assert_eq!(all.iter().map(|ship| ship.0).collect::<Vec<_>>(), [4, 3, 3, 2, 2, 2, 1, 1, 1, 1]);
        assert!(all.iter().all(|ship| ship.1));
        let some = roll(&[1, 2, 2, 4]);
        assert_eq!(some.iter().filter(|ship| ship.1).count(), 4);
        assert_eq!(&some[..3], [(4, true), (3, false), (3, false)]);
    }
}
