//! What happens when time runs out.

use super::*;

fn overrun(game: &mut SeaBattle, seat: Seat) -> Vec<Event> {
    game.step(&Entry::TimedOut { seat }).unwrap()
}

#[test]
fn the_first_overrun_passes_the_turn() {
    let mut game = at(At::Playing);
    assert_eq!(overrun(&mut game, A), [Event::Turn { seat: B, overrun: true }]);
    assert_eq!(game.waiting_for().of(A), None);
    assert!(game.waiting_for().of(B).is_some());
}

#[test]
fn the_second_in_a_row_loses_whatever_the_other_did_between() {
    let mut game = at(At::Playing);
    overrun(&mut game, A);
    game.step(&shot(B, 9, 9)).unwrap();
    let events = overrun(&mut game, A);
    assert_eq!(shown(&events), [A, B]);
    let outcome = game.outcome().unwrap();
    assert_eq!([A, B].map(|seat| outcome.ending(Audience::Seat(seat)).code), [5, 4]);
}

#[test]
fn a_shot_of_ones_own_makes_it_the_first_again() {
    let mut game = at(At::Playing);
    overrun(&mut game, A);
    game.step(&shot(B, 9, 9)).unwrap();
    game.step(&shot(A, 9, 9)).unwrap();
    game.step(&shot(B, 9, 8)).unwrap();
    assert_eq!(overrun(&mut game, A), [Event::Turn { seat: B, overrun: true }]);
}

#[test]
fn a_refused_shot_does_not() {
    let mut game = at(At::Playing);
    overrun(&mut game, A);
    game.step(&shot(B, 9, 9)).unwrap();
    assert_eq!(refused(&game, &shot(A, 10, 10)), "off-board");
    overrun(&mut game, A);
    assert!(game.outcome().is_some());
}

#[test]
fn both_may_overrun_once_each() {
    let mut game = at(At::Playing);
    assert_eq!(overrun(&mut game, A), [Event::Turn { seat: B, overrun: true }]);
    assert_eq!(overrun(&mut game, B), [Event::Turn { seat: A, overrun: true }]);
    overrun(&mut game, A);
    assert_eq!(game.outcome().unwrap().ending(Audience::Seat(B)).code, 4);
}

#[test]
fn placing_and_shooting_have_clocks_of_their_own() {
    let options = Options { starter: Some(A), placement_seconds: Some(77), ..Options::default() };
    let placing = at_with(At::Placing, &options);
    assert_eq!(placing.waiting_for().of(A).unwrap().clock, Some(77_000));
    assert_eq!(placing.waiting_for().of(B).unwrap().clock, Some(77_000));
    assert_eq!(at_with(At::HalfPlaced, &options).waiting_for().of(A), None);
    assert_eq!(at_with(At::Playing, &options).waiting_for().of(A).unwrap().clock, Some(30_000));

    let none = Options { shot_seconds: None, ..options };
    assert_eq!(at_with(At::Playing, &none).waiting_for().of(A).unwrap().clock, None);
}

#[test]
fn each_shot_starts_the_clock_anew_and_a_refusal_does_not() {
    let mut game = at(At::Playing);
    let turn = |game: &SeaBattle| game.waiting_for().of(A).unwrap().turn;
    let first = turn(&game);
    game.step(&shot(A, 1, 3)).unwrap();
    let second = turn(&game);
    assert_ne!(first, second);
    assert_eq!(refused(&game, &shot(A, 1, 3)), "known-cell");
    assert_eq!(turn(&game), second);
}

#[test]
fn a_fleet_is_drafted_when_placing_takes_too_long() {
    let mut game = at(At::Placing);
    let events = overrun(&mut game, B);
    let [Event::Drafted { seat: B, fleet }, Event::Placed { seat: B, fleet: Some(placed) }] = events[..]
    else {
        panic!("{events:?}");
    };
    assert_eq!(fleet, placed);
    assert_eq!(Plan::from(fleet).validate(), Ok(fleet));
    assert_eq!(game.view(Audience::Seat(B)).board(B).fleet, Some(fleet));

    let events = overrun(&mut game, A);
    let [Event::Drafted { seat: A, fleet: other }, Event::Began { seat: A, fleet: Some(_), turn: A }] =
        events[..]
    else {
        panic!("{events:?}");
    };
    assert_ne!(fleet, other, "each seat has draws of its own");
}

#[test]
fn a_drafted_fleet_depends_on_nothing_but_seed_and_seat() {
    let first = overrun(&mut at(At::Placing), B);
    let second = overrun(&mut at(At::HalfPlaced), B);
    assert_eq!(first[0], second[0]);
}
