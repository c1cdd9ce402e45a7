//! Seats as little chairs: taken ones are filled, those of bots striped.

use leptos::prelude::*;
use shared::api::{SeatFacts, SeatKind};

/// More seats than this are not drawn one by one; the words say how many there are.
const DRAWN: usize = 10;

/// The seats of a match, and how many of them are taken.
#[component]
pub fn Seats(
    /// All of them.
    seats: Vec<SeatFacts>,
) -> impl IntoView {
    let text = counted(&seats);
    let chairs = seats
        .into_iter()
        .take(DRAWN)
        .map(|seat| {
            let class = match seat.kind {
                SeatKind::Human => "seats__seat seats__seat--taken",
                SeatKind::Bot => "seats__seat seats__seat--bot",
                SeatKind::Open => "seats__seat",
            };
            view! { <span class=class></span> }
        })
        .collect_view();
    view! { <span class="seats" aria-hidden="true">{chairs}</span><span>{text}</span> }
}

fn counted(seats: &[SeatFacts]) -> String {
    let taken = seats.iter().filter(|seat| seat.kind != SeatKind::Open).count();
    let bots = seats.iter().filter(|seat| seat.kind == SeatKind::Bot).count();
    let of_seats = format!("{taken} of {} {}", seats.len(), if seats.len() == 1 { "seat" } else { "seats" });
    match bots {
        0 => of_seats,
        1 => format!("{of_seats}, 1 bot"),
        bots => format!("{of_seats}, {bots} bots"),
    }
}

#[cfg(test)]
mod tests {
    use shared::game::Seat;

    use super::*;

    #[test]
    fn seats_are_counted_in_words() {
        let seat = |index, kind| SeatFacts { seat: Seat(index), name: None, kind, level: None };
        let seats = [seat(0, SeatKind::Human), seat(1, SeatKind::Bot), seat(2, SeatKind::Open)];
        assert_eq!(counted(&seats), "2 of 3 seats, 1 bot");
        assert_eq!(counted(&seats[2..]), "0 of 1 seat");
    }
}
