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

mod clocks {
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
}

mod ends {
    use super::*;

    #[rstest]
    #[case::while_placing(At::Placing, 0)]
    #[case::with_one_fleet(At::HalfPlaced, 0)]
    #[case::while_shooting(At::Playing, 2)]
    fn giving_up_loses(#[case] moment: At, #[case] fleets: usize) {
        for loser in SEATS {
            let mut game = at(moment);
            let events = game.step(&Entry::Left { seat: loser }).unwrap();
            assert_eq!(shown(&events).len(), fleets, "fleets are shown only if both were placed");
            let outcome = game.outcome().unwrap();
            assert_eq!(outcome.ending(Audience::Seat(loser)).code, 5);
            assert_eq!(outcome.ending(Audience::Seat(other(loser))).code, 4);
        }
    }

    #[test]
    fn giving_up_before_the_start_is_no_defeat() {
        let mut game = at(At::OneSat);
        game.step(&Entry::Left { seat: A }).unwrap();
        assert_eq!(game.outcome(), Some(Outcome::Closed { cause: Cause::Abandoned }));
    }

    #[rstest]
    #[case(Cause::NoShow, -1)]
    #[case(Cause::Aborted, -2)]
    #[case(Cause::Abandoned, -3)]
    fn closing_from_outside(#[case] cause: Cause, #[case] code: i64) {
        for moment in [At::Empty, At::OneSat, At::Placing, At::HalfPlaced, At::Playing] {
            let mut game = at(moment);
            let events = game.step(&Entry::Closed { cause }).unwrap();
            assert_eq!(shown(&events).len(), if moment == At::Playing { 2 } else { 0 });
            for audience in [Audience::Seat(A), Audience::Seat(B), Audience::Spectator] {
                assert_eq!(game.view(audience).outcome.unwrap().code, code);
                assert_eq!(game.view(audience).phase, Phase::Over);
            }
        }
    }

    #[test]
    fn the_fleet_of_a_half_placed_match_stays_its_owners_secret() {
        let mut game = at(At::HalfPlaced);
        game.step(&Entry::Left { seat: B }).unwrap();
        assert!(game.view(Audience::Seat(A)).board(A).fleet.is_some());
        assert_eq!(game.view(Audience::Seat(B)).board(A).fleet, None);
        assert_eq!(game.view(Audience::Spectator).board(A).fleet, None);
    }
}

mod starter {
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
}

mod options {
    use super::*;

    #[rstest]
    #[case::placement_least(json!({"placement_seconds": 10}), None)]
    #[case::placement_below(json!({"placement_seconds": 9}), Some("placement_seconds"))]
    #[case::placement_most(json!({"placement_seconds": 900}), None)]
    #[case::placement_above(json!({"placement_seconds": 901}), Some("placement_seconds"))]
    #[case::placement_none(json!({"placement_seconds": null}), None)]
    #[case::shot_least(json!({"shot_seconds": 5}), None)]
    #[case::shot_below(json!({"shot_seconds": 4}), Some("shot_seconds"))]
    #[case::shot_most(json!({"shot_seconds": 600}), None)]
    #[case::shot_above(json!({"shot_seconds": 601}), Some("shot_seconds"))]
    #[case::join_below(json!({"join_seconds": 9}), Some("join_seconds"))]
    #[case::join_above(json!({"join_seconds": 3_601}), Some("join_seconds"))]
    #[case::grace_below(json!({"grace_seconds": 9}), Some("grace_seconds"))]
    #[case::grace_above(json!({"grace_seconds": 601}), Some("grace_seconds"))]
    #[case::starter(json!({"starter": 1}), None)]
    #[case::starter_above(json!({"starter": 2}), Some("starter"))]
    #[case::nothing_said(json!({}), None)]
    fn ranges(#[case] options: serde_json::Value, #[case] field: Option<&str>) {
        let options: Options = serde_json::from_value(options).unwrap();
        let made = SeaBattle::new(&options, &Seed::from_number(1));
        assert_eq!(made.err().map(|error| error.field), field);
    }

    #[rstest]
    #[case(json!({"speed": 3}))]
    #[case(json!({"shot_seconds": 30.0}))]
    #[case(json!({"shot_seconds": -30}))]
    #[case(json!({"shot_seconds": "30"}))]
    fn unknown_fields_and_types_are_refused(#[case] options: serde_json::Value) {
        assert!(serde_json::from_value::<Options>(options).is_err());
    }

    /// The form that the browser builds must make options that the rules take.
    #[test]
    fn the_facts_describe_the_options() {
        let facts = SeaBattle::facts();
        let fields: serde_json::Map<_, _> =
            facts.options.iter().map(|option| (option.field.clone(), option.default.clone())).collect();
        let default = serde_json::to_value(Options::default()).unwrap();
        assert_eq!(serde_json::Value::Object(fields), default);
        for option in &facts.options {
            let OptionRange::Integer { min, max, .. } = option.range;
            for (value, valid) in [(min, true), (max, true), (max + 1, false)] {
                let mut changed = default.clone();
                changed[&option.field] = json!(value);
                let changed: Options = serde_json::from_value(changed).unwrap();
                assert_eq!(
                    SeaBattle::new(&changed, &Seed::from_number(1)).is_ok(),
                    valid,
                    "{}",
                    option.field
                );
            }
        }
    }
}

mod views {
    use super::*;

    #[test]
    fn json_of_a_match_that_waits() {
        assert_eq!(
            serde_json::to_value(at(At::OneSat).view(Audience::Seat(A))).unwrap(),
            json!({
                "phase": "waiting",
                "seat": 0,
                "turn": null,
                "names": ["Player 0", ""],
                "boards": [
                    {"ready": false, "fleet": null, "shots": [], "afloat": [1, 1, 1, 1, 2, 2, 2, 3, 3, 4]},
                    {"ready": false, "fleet": null, "shots": [], "afloat": [1, 1, 1, 1, 2, 2, 2, 3, 3, 4]},
                ],
                "outcome": null,
            })
        );
    }

    #[test]
    fn json_while_shooting_shows_ones_own_fleet_only() {
        let mut game = at(At::Playing);
        for entry in [shot(A, 6, 9), shot(A, 1, 3), shot(A, 9, 6), shot(B, 8, 1)] {
            game.step(&entry).unwrap();
        }
        let boards = |fleets: [serde_json::Value; 2]| {
            let [own, other] = fleets;
            json!([
                {"ready": true, "fleet": own, "shots": [[8, 1, 0]], "afloat": [1, 1, 1, 1, 2, 2, 2, 3, 3, 4]},
                {"ready": true, "fleet": other, "shots": [[6, 9, 2], [1, 3, 1], [9, 6, 0]],
                 "afloat": [1, 1, 1, 2, 2, 2, 3, 3, 4]},
            ])
        };
        let view = |audience| serde_json::to_value(game.view(audience)).unwrap();
        assert_eq!(
            view(Audience::Seat(A)),
            json!({
                "phase": "playing", "seat": 0, "turn": 0, "names": ["Player 0", "Player 1"],
                "boards": boards([json!(neat()), json!(null)]), "outcome": null,
            })
        );
        assert_eq!(view(Audience::Seat(B))["boards"], boards([json!(null), json!(mirrored())]));
        assert_eq!(view(Audience::Spectator)["boards"], boards([json!(null), json!(null)]));
        assert_eq!(view(Audience::Spectator)["seat"], json!(null));
    }

    #[test]
    fn json_of_the_end_shows_both_fleets_to_everybody() {
        let game = at(At::Over);
        for (audience, code) in [(Audience::Seat(A), 4), (Audience::Seat(B), 5), (Audience::Spectator, 6)] {
            let view = serde_json::to_value(game.view(audience)).unwrap();
            assert_eq!(view["phase"], "over");
            assert_eq!(view["turn"], json!(null));
            assert_eq!(view["boards"][0]["fleet"], json!(neat()));
            assert_eq!(view["boards"][1]["fleet"], json!(mirrored()));
            assert_eq!(view["outcome"], json!({"code": code, "reason": "The other side gave up."}));
        }
    }

    #[test]
    fn the_ring_follows_from_the_shots() {
        let mut game = at(At::Playing);
        for x in 0..4 {
            game.step(&shot(A, x, 3)).unwrap();
        }
        let known = game.view(Audience::Spectator).board(B).knowledge();
        assert_eq!(known.wrecks.len(), 1);
        assert_eq!(known.ring.len(), 11);
        assert_eq!(known.closed().len(), 15);
        assert!(known.burning().is_empty());
    }

    #[test]
    fn nobody_but_the_owner_is_told_a_fleet_before_the_end() {
        let fleet = neat().validate().unwrap();
        let hidden = [
            Event::Drafted { seat: A, fleet },
            Event::Placed { seat: A, fleet: Some(fleet) },
            Event::Began { seat: A, fleet: Some(fleet), turn: B },
        ];
        for event in &hidden {
            assert_eq!(SeaBattle::reveal(event, Audience::Seat(A)).as_ref(), Some(event));
            for audience in [Audience::Seat(B), Audience::Spectator] {
                assert!(
                    !matches!(
                        SeaBattle::reveal(event, audience),
                        Some(
                            Event::Drafted { .. }
                                | Event::Placed { fleet: Some(_), .. }
                                | Event::Began { fleet: Some(_), .. }
                        )
                    ),
                    "{event:?}"
                );
            }
        }
    }

    #[test]
    fn the_end_shows_a_fleet_to_those_who_have_not_seen_it() {
        let event = Event::Shown { seat: A, fleet: neat().validate().unwrap() };
        assert_eq!(SeaBattle::reveal(&event, Audience::Seat(A)), None);
        assert!(SeaBattle::reveal(&event, Audience::Seat(B)).is_some());
        assert!(SeaBattle::reveal(&event, Audience::Spectator).is_some());
    }

    #[test]
    fn a_view_survives_its_json_and_goes_on() {
        let mut game = at(At::Playing);
        let text = serde_json::to_string(&game.view(Audience::Seat(B))).unwrap();
        let mut view: View = serde_json::from_str(&text).unwrap();
        for event in game.step(&shot(A, 6, 9)).unwrap() {
            view.apply(&event);
        }
        assert_eq!(view, game.view(Audience::Seat(B)));
    }
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
