//! The figures of people and gold, drawn alike on the map and beside it. Each is drawn in a square of 20.

use leptos::prelude::*;
use shared::game::Seat;
use shared::nuggets::letter;

/// Shapes of tokens, and where the middle of the letter's foot is.
const SHAPES: [(&str, f64); 6] = [
    ("M5.2 1.2H14.8L19.8 10 14.8 18.8H5.2L.2 10z", 14.2),
    ("M10-.5L20.5 10 10 20.5-.5 10z", 14.2),
    ("M3.5 1H16.5Q19 1 19 3.5V16.500Q19 19 16.5 19H3.5Q1 19 1 16.500V3.5Q1 1 3.5 1z", 14.2),
    ("M10-.8L21 18.5H-1z", 16.2),
    ("M1.5 2.5Q6 2.5 10 .2 14 2.5 18.5 2.5V10Q18.5 16.5 10 20 1.5 16.500 1.5 10z", 14.0),
    ("M10-1Q18.8 7.5 18.8 12A8.8 8.8 0 0 1 1.2 12Q1.2 7.5 10-1z", 15.6),
];

/// Colours of tokens: with six shapes that makes thirty that differ in one or the other.
pub const COLOURS: u8 = 5;

/// The flame around the viewer.
pub const FLAME: &str = "M10-9.500C11.500-6 15-4.500 14.500-.5 17.500-2 19.500 .5 19 3.500 22 4.500 22.500 8 21 10.500 23 \
    13.500 21.500 16.500 19 17.500 18.500 20.500 15.500 22 13 21 11 23.500 8 23 7 21 4 22 1.500 20.500 1 17.500-1.500 \
    16.500-3 13.500-1 10.500-2.500 8-2 4.500 1 3.500.5.5 2.500-2 5.500-.5 5-4.500 8.500-6 10-9.500z";

/// A heap of gold: four paths from dark to bright, the first with an outline of all.
pub const GOLD: [&str; 4] = [
    "M1 14l3-6 6-1 3 5-3 7H4z",
    "M9 18l1.500-6.500L16 9l5 4-.5 5-4 3h-6zM4.500 9L8 2.500 14 3l3 5-3 4.500-6.500.5z",
    "M4.500 9L8 2.500l2.500 5z M1 14l3-6 2.500 5z M10.500 11.500L16 9l-1.500 5z",
    "M8 2.500L14 3l-3.500 4.500z M16 9l5 4-6.500 1z M4 8l6-1-3.500 6z",
];

/// What glints on it, around its own middle.
pub const GLINT: &str = "M0-6.500Q.91-.91 6.500 0 .91 .91 0 6.500-.91 .91-6.500 0-.91-.91 0-6.500z";

/// The shape of a player's token and the foot of its letter.
pub fn shape(seat: Seat) -> (&'static str, f64) {
    SHAPES.get(usize::from(seat.0) % SHAPES.len()).copied().unwrap_or(("", 0.0))
}

/// The number of a player's colour, from 1.
pub const fn colour(seat: Seat) -> u8 {
    seat.0 % COLOURS + 1
}

/// The token of a player, for lists. `own`: it is the viewer, who is an `@` to itself.
#[component]
pub fn Token(
    /// Whose.
    seat: Seat,
    /// Whether it is the viewer's.
    own: bool,
) -> impl IntoView {
    let (d, foot) = shape(seat);
    let (drawing, foot, mark) = if own {
        (view! { <circle class="ng-me__disc" cx="10" cy="10" r="9.5"></circle> }.into_any(), 13.8, '@')
    } else {
        (view! { <path class="ng-tok__shape" d=d></path> }.into_any(), foot, letter(seat))
    };
    view! {
        <svg class=token_class("ng-tally__tok", seat, own) viewBox="-2 -2 24 24" aria-hidden="true">
            {drawing}
            <text class="ng-tok__letter" x="10" y=foot.to_string()>{mark.to_string()}</text>
        </svg>
    }
    .into_any()
}

/// The classes that colour something as a player's.
pub fn token_class(class: &str, seat: Seat, own: bool) -> String {
    if own { format!("{class} ng-tok") } else { format!("{class} ng-tok ng-tok--{}", colour(seat)) }
}

/// A heap of gold, for lists.
#[component]
pub fn Heap() -> impl IntoView {
    let paths = (0..).zip(GOLD).map(|(layer, d)| {
        let class = ["ng-g3 ng-g-line", "ng-g2 ng-g-line", "ng-g1", "ng-g0"].get(layer).copied();
        view! { <path class=class d=d></path> }
    });
    view! { <svg viewBox="-6 -7 34 36" class="ng-key" aria-hidden="true">{paths.collect_view()}</svg> }
        .into_any()
}

#[cfg(test)]
mod tests {
    use shared::nuggets::MOST_PLAYERS;

    use super::*;

    #[test]
    fn no_two_players_look_the_same() {
        let mut looks: Vec<_> =
            (0..MOST_PLAYERS).map(Seat).map(|seat| (shape(seat).0, colour(seat))).collect();
        looks.sort_unstable();
        looks.dedup();
        assert_eq!(looks.len(), usize::from(MOST_PLAYERS));
    }
}
