mod clocks;
mod ends;
mod options;
mod starter;
mod views;

use rstest::rstest;
use serde_json::json;

use super::*;
use crate::catalogue::OptionRange;
use crate::game::Fold as _;
use crate::sea_battle::fleet::ShipPlan;

const A: Seat = Seat(0);
const B: Seat = Seat(1);

/// ```text
///   0123456789
/// 0 1.1.1.1...
/// 2 22.22.22..
/// 4 333.333...
/// 6 4444......
/// ```
fn neat() -> Plan {
    let first = [(0, 0), (2, 0), (4, 0), (6, 0), (0, 2), (3, 2), (6, 2), (0, 4), (4, 4), (0, 6)];
    Plan(first.map(|(x, y)| ShipPlan { upright: false, x, y }))
}

/// The same fleet upside down, so that the two boards differ.
fn mirrored() -> Plan {
    Plan(neat().0.map(|ship| ShipPlan { y: 9 - ship.y, ..ship }))
}

fn bad() -> Plan {
    let mut plan = neat();
    plan.0[0] = ShipPlan { upright: false, x: 1, y: 1 };
    plan
}

fn place(seat: Seat, plan: Plan) -> Entry<Action> {
    Entry::Acted { seat, action: Action::Place(plan) }
}

fn shot(seat: Seat, x: i64, y: i64) -> Entry<Action> {
    Entry::Acted { seat, action: Action::Shoot { x, y } }
}

fn sat(seat: Seat) -> Entry<Action> {
    Entry::Sat { seat, name: format!("Player {seat}") }
}

/// Where a test begins; each line has all entries of those above it.
#[derive(Debug, Clone, Copy, PartialEq, PartialOrd)]
enum At {
    Empty,
    OneSat,
    BothSat,
    Placing,
    /// A's fleet lies, B's doesn't.
    HalfPlaced,
    /// A is to shoot.
    Playing,
    /// B gave up.
    Over,
}

fn at(moment: At) -> SeaBattle {
    at_with(moment, &Options { starter: Some(A), ..Options::default() })
}

fn at_with(moment: At, options: &Options) -> SeaBattle {
    let mut game = SeaBattle::new(options, &Seed::from_number(1)).unwrap();
    let course = [
        (At::OneSat, sat(A)),
        (At::BothSat, sat(B)),
        (At::Placing, Entry::Started),
        (At::HalfPlaced, place(A, neat())),
        (At::Playing, place(B, mirrored())),
        (At::Over, Entry::Left { seat: B }),
    ];
    for (_, entry) in course.iter().filter(|(reached, _)| *reached <= moment) {
        game.step(entry).unwrap();
    }
    game
}

/// What `entry` is refused with; that nothing has changed is checked too.
fn refused(game: &SeaBattle, entry: &Entry<Action>) -> &'static str {
    let mut after = game.clone();
    let refusal = after.step(entry).expect_err("it is refused");
    assert_eq!(&after, game);
    refusal.kind.code
}

/// The whole match as spectators see it once it is over, for the fleets.
fn shown(events: &[Event]) -> Vec<Seat> {
    let seat = |event: &Event| match event {
        Event::Shown { seat, .. } => Some(*seat),
        _ => None,
    };
    events.iter().filter_map(seat).collect()
}

/// Every refusal where it alone is the reason, and every entry in each phase that has no room for it.
#[rstest]
#[case::shot_before_anybody(At::Empty, shot(A, 0, 0), "not-playing")]
#[case::shot_while_placing(At::Placing, shot(A, 0, 0), "not-playing")]
#[case::shot_when_only_own_is_placed(At::HalfPlaced, shot(A, 0, 0), "not-playing")]
#[case::shot_when_only_other_is_placed(At::HalfPlaced, shot(B, 0, 0), "not-playing")]
#[case::shot_after_the_end(At::Over, shot(A, 0, 0), "not-playing")]
#[case::shot_out_of_turn(At::Playing, shot(B, 0, 0), "not-your-turn")]
#[case::shot_left_of_board(At::Playing, shot(A, -1, 3), "off-board")]
#[case::shot_right_of_board(At::Playing, shot(A, 10, 3), "off-board")]
#[case::shot_above_board(At::Playing, shot(A, 3, -1), "off-board")]
#[case::shot_below_board(At::Playing, shot(A, 3, 10), "off-board")]
#[case::shot_at_least_integer(At::Playing, shot(A, i64::MIN, 0), "off-board")]
#[case::shot_at_greatest_integer(At::Playing, shot(A, 0, i64::MAX), "off-board")]
#[case::shot_that_wraps_to_zero(At::Playing, shot(A, 256, 0), "off-board")]
#[case::fleet_before_anybody(At::Empty, place(A, neat()), "not-placing")]
#[case::fleet_before_the_start(At::BothSat, place(A, neat()), "not-placing")]
#[case::fleet_once_shooting(At::Playing, place(A, mirrored()), "not-placing")]
#[case::fleet_after_the_end(At::Over, place(A, neat()), "not-placing")]
#[case::fleet_again(At::HalfPlaced, place(A, mirrored()), "already-placed")]
#[case::fleet_that_touches(At::Placing, place(A, bad()), "bad-fleet")]
#[case::sit_on_a_taken_seat(At::OneSat, sat(A), "not-playing")]
#[case::sit_after_the_start(At::Placing, sat(A), "not-playing")]
#[case::start_without_anybody(At::Empty, Entry::Started, "not-playing")]
#[case::start_without_opponent(At::OneSat, Entry::Started, "not-playing")]
#[case::start_twice(At::Placing, Entry::Started, "not-playing")]
#[case::overrun_before_the_start(At::BothSat, Entry::TimedOut { seat: A }, "not-playing")]
#[case::overrun_of_a_placed_fleet(At::HalfPlaced, Entry::TimedOut { seat: A }, "not-playing")]
#[case::overrun_out_of_turn(At::Playing, Entry::TimedOut { seat: B }, "not-playing")]
#[case::overrun_after_the_end(At::Over, Entry::TimedOut { seat: A }, "not-playing")]
#[case::leave_an_empty_seat(At::OneSat, Entry::Left { seat: B }, "not-playing")]
#[case::leave_after_the_end(At::Over, Entry::Left { seat: A }, "not-playing")]
#[case::close_after_the_end(At::Over, Entry::Closed { cause: Cause::Aborted }, "not-playing")]
#[case::a_third_seat(At::Playing, shot(Seat(2), 0, 0), "not-playing")]
#[case::a_seat_that_wraps(At::Empty, sat(Seat(255)), "not-playing")]
fn refusals(#[case] moment: At, #[case] entry: Entry<Action>, #[case] code: &str) {
    assert_eq!(refused(&at(moment), &entry), code);
}

/// Phase before turn, turn before content: the first that is wrong is named.
#[rstest]
#[case::phase_before_content(At::Placing, shot(A, 99, 99), "not-playing")]
#[case::turn_before_content(At::Playing, shot(B, 99, 99), "not-your-turn")]
#[case::phase_before_bad_fleet(At::BothSat, place(A, bad()), "not-placing")]
#[case::second_fleet_before_bad_fleet(At::HalfPlaced, place(A, bad()), "already-placed")]
#[case::phase_before_second_fleet(At::Playing, place(A, bad()), "not-placing")]
fn refusals_are_judged_in_order(#[case] moment: At, #[case] entry: Entry<Action>, #[case] code: &str) {
    assert_eq!(refused(&at(moment), &entry), code);
}

#[test]
fn every_refusal_is_in_the_list() {
    let codes: Vec<&str> = REFUSALS.iter().map(|kind| kind.code).collect();
    assert_eq!(
        codes,
        [
            "not-placing",
            "already-placed",
            "bad-fleet",
            "not-playing",
            "not-your-turn",
            "off-board",
            "known-cell"
        ]
    );
}

#[test]
fn a_bad_fleet_is_told_which_ships_and_where() {
    let refusal = at(At::Placing).step(&place(A, bad())).unwrap_err();
    assert_eq!(
        refusal.to_string(),
        "bad-fleet: ship 2 (of 1) touches ship 1 (of 1) at C1; ship 5 (of 2) touches ship 1 (of 1) at A3"
    );
}

#[test]
fn a_miss_passes_the_turn_and_a_hit_keeps_it() {
    let mut game = at(At::Playing);
    // B's fleet is mirrored: its ship of 4 lies in row 3, its ships of 1 in row 9.
    assert_eq!(
        game.step(&shot(A, 1, 3)).unwrap(),
        [
            Event::Fired { seat: A, cell: Cell::at(1, 3), result: ShotResult::Hit },
            Event::Turn { seat: A, overrun: false }
        ]
    );
    assert_eq!(
        game.step(&shot(A, 6, 9)).unwrap(),
        [
            Event::Fired { seat: A, cell: Cell::at(6, 9), result: ShotResult::Sunk },
            Event::Turn { seat: A, overrun: false }
        ]
    );
    assert_eq!(
        game.step(&shot(A, 9, 6)).unwrap(),
        [
            Event::Fired { seat: A, cell: Cell::at(9, 6), result: ShotResult::Miss },
            Event::Turn { seat: B, overrun: false }
        ]
    );
    assert_eq!(refused(&game, &shot(A, 5, 5)), "not-your-turn");
    assert!(game.step(&shot(B, 6, 9)).is_ok(), "the same cell of the other board");
}

#[test]
fn what_is_known_is_not_shot_at_again() {
    let mut game = at(At::Playing);
    game.step(&shot(A, 1, 3)).unwrap();
    assert_eq!(refused(&game, &shot(A, 1, 3)), "known-cell");
    assert!(game.clone().step(&shot(A, 1, 4)).is_ok(), "no ring yet: the ship floats");

    for x in [0, 2, 3] {
        game.step(&shot(A, x, 3)).unwrap();
    }
    let ring = [(0, 2), (1, 2), (2, 2), (3, 2), (4, 2), (4, 3), (0, 4), (1, 4), (2, 4), (3, 4), (4, 4)];
    for (x, y) in ring {
        assert_eq!(refused(&game, &shot(A, x, y)), "known-cell", "({x}, {y})");
    }
    assert!(game.clone().step(&shot(A, 5, 3)).is_ok());
    assert!(game.step(&shot(A, 5, 2)).is_ok());
}

#[test]
fn the_last_ship_ends_the_match_without_another_turn() {
    let mut game = at(At::Playing);
    let fleet = mirrored().validate().unwrap();
    let cells: Vec<Cell> = fleet.area().iter().collect();
    let (last, first) = cells.split_last().unwrap();
    for cell in first {
        let events = game.step(&shot(A, cell.x().into(), cell.y().into())).unwrap();
        assert!(matches!(events[..], [Event::Fired { .. }, Event::Turn { seat: A, .. }]));
    }
    let events = game.step(&shot(A, last.x().into(), last.y().into())).unwrap();
    let outcome = game.outcome().unwrap();
    assert_eq!(
        events,
        [
            Event::Fired { seat: A, cell: *last, result: ShotResult::Sunk },
            Event::Shown { seat: A, fleet: neat().validate().unwrap() },
            Event::Shown { seat: B, fleet },
            Event::Over { outcome: outcome.clone() },
        ]
    );
    assert!(matches!(&outcome, Outcome::Decided { winners, forfeit: false, .. } if *winners == [A]));
    assert_eq!([A, B].map(|seat| outcome.ending(Audience::Seat(seat)).code), [1, 2]);
    assert_eq!(outcome.ending(Audience::Spectator).code, 6);
    assert!(game.waiting_for().seats.is_empty());
}

#[test]
fn the_same_fleet_again_is_a_repeat_and_another_is_not() {
    for moment in [At::HalfPlaced, At::Playing, At::Over] {
        let game = at(moment);
        assert!(game.repeats(A, &Action::Place(neat())));
        assert!(!game.repeats(A, &Action::Place(mirrored())));
        assert!(!game.repeats(A, &Action::Shoot { x: 0, y: 0 }));
    }
    assert!(!at(At::Placing).repeats(A, &Action::Place(neat())));
}

#[test]
fn legal_shots_are_listed_for_whoever_is_to_shoot() {
    let mut game = at(At::Playing);
    game.step(&shot(A, 6, 9)).unwrap();
    // A ship of 1 at the lower edge: itself and five around it are known.
    assert_eq!(game.legal(A).unwrap().len(), 94);
    assert_eq!(game.legal(B), Some(Vec::new()));
    assert_eq!(game.legal(Seat(2)), Some(Vec::new()));
    assert_eq!(at(At::Placing).legal(A), None, "fleets are too many to list");
}
