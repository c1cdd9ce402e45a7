//! Who shoots first.

use super::*;

fn first(options: &Options, seed: u64) -> Seat {
    let mut game = SeaBattle::new(options, &Seed::from_number(seed)).unwrap();
    for entry in [sat(A), sat(B), Entry::Started, place(B, neat()), place(A, neat())] {
        game.step(&entry).unwrap();
    }
    game.waiting_for().seats[0].seat
}

#[test]
fn is_drawn_evenly() {
    let drawn = (0..200).filter(|&seed| first(&Options::default(), seed) == A).count();
    assert!((70..130).contains(&drawn), "{drawn} of 200");
}

#[test]
fn is_the_one_that_was_chosen() {
    for seat in SEATS {
        let options = Options { starter: Some(seat), ..Options::default() };
        assert!((0..20).all(|seed| first(&options, seed) == seat));
    }
}

#[test]
fn alternates_on_a_rematch() {
    let chosen = at(At::Over);
    assert_eq!(chosen.rematch_options(), Options { starter: Some(B), ..Options::default() });

    let drawn = at_with(At::Playing, &Options::default());
    let turn = drawn.waiting_for().seats[0].seat;
    assert_eq!(drawn.rematch_options().starter, Some(other(turn)));

    let never_begun = at_with(At::HalfPlaced, &Options::default());
    assert_eq!(never_begun.rematch_options(), Options::default());
}
