use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;
use proptest::test_runner::TestCaseResult;
use rstest::rstest;
use serde_json::json;

use super::*;
use crate::catalogue::GameId;
use crate::protocol::tests::samples::always;
use crate::protocol::{ClientMessage, sea_battle};
use crate::seed::Seed;

const fn ship(upright: bool, x: i64, y: i64) -> ShipPlan {
    ShipPlan { upright, x, y }
}

/// A legal fleet with room to move single ships in the tests: everything lies in the upper left.
///
/// ```text
///   0123456789
/// 0 1.1.1.1...
/// 1 ..........
/// 2 22.22.22..
/// 3 ..........
/// 4 333.333...
/// 5 ..........
/// 6 4444......
/// 7 ..........
/// ```
const NEAT: Plan = Plan([
    ship(false, 0, 0),
    ship(false, 2, 0),
    ship(false, 4, 0),
    ship(false, 6, 0),
    ship(false, 0, 2),
    ship(false, 3, 2),
    ship(false, 6, 2),
    ship(false, 0, 4),
    ship(false, 4, 4),
    ship(false, 0, 6),
]);

fn with(index: usize, plan: ShipPlan) -> Plan {
    let mut fleet = NEAT;
    fleet.0[index] = plan;
    fleet
}

fn cell(x: i64, y: i64) -> Cell {
    Cell::new(x, y).unwrap()
}

fn faults(plan: Plan) -> Vec<Fault> {
    plan.validate().err().unwrap_or_default()
}

#[test]
fn a_neat_fleet_is_legal_and_survives_its_plan() {
    let fleet = NEAT.validate().unwrap();
    assert_eq!(Plan::from(fleet), NEAT);
    assert_eq!(fleet.area().len(), FLEET_CELLS);
}

/// The ship of 4 and the last place where it still fits, on each edge, both ways; and one step further.
#[rstest]
#[case::right(ship(false, 6, 8), None)]
#[case::over_the_right(ship(false, 7, 8), Some((10, 8)))]
#[case::bottom(ship(true, 8, 6), None)]
#[case::over_the_bottom(ship(true, 8, 7), Some((8, 10)))]
#[case::left(ship(false, 0, 9), None)]
#[case::over_the_left(ship(false, -1, 9), Some((-1, 9)))]
#[case::top(ship(true, 9, 0), None)]
#[case::over_the_top(ship(true, 9, -1), Some((9, -1)))]
#[case::far_right(ship(false, 10, 8), Some((10, 8)))]
#[case::far_below(ship(true, 8, 10), Some((8, 10)))]
fn edges(#[case] plan: ShipPlan, #[case] off: Option<(i64, i64)>) {
    let expected: Vec<Fault> = off.map(|(x, y)| Fault::OffBoard { ship: 9, x, y }).into_iter().collect();
    assert_eq!(faults(with(9, plan)), expected);
}

/// Column and row must not be confused: none of these is its own mirror image.
#[rstest]
#[case::to_the_right(ship(false, 3, 1), [(3, 1), (4, 1), (5, 1), (6, 1)])]
#[case::down(ship(true, 3, 1), [(3, 1), (3, 2), (3, 3), (3, 4)])]
#[case::low(ship(false, 2, 8), [(2, 8), (3, 8), (4, 8), (5, 8)])]
fn a_ship_extends_the_way_it_says(#[case] plan: ShipPlan, #[case] cells: [(i64, i64); 4]) {
    let ship = Ship::new(cell(plan.x, plan.y), plan.upright, 4).unwrap();
    let expected: Vec<Cell> = cells.map(|(x, y)| cell(x, y)).to_vec();
    assert_eq!(ship.cells().collect::<Vec<_>>(), expected);
    assert_eq!(ship.area(), expected.into_iter().collect());
}

/// Ship 3 (of 1) is moved around ship 9 (of 4), which covers (0, 6) to (3, 6).
#[rstest]
#[case::on_it(2, 6, true)]
#[case::beside(4, 6, true)]
#[case::below(1, 7, true)]
#[case::at_its_corner(4, 7, true)]
#[case::one_cell_apart(5, 6, false)]
#[case::one_row_apart(2, 8, false)]
#[case::a_knights_move_from_its_end(4, 8, false)]
fn touching(#[case] x: i64, #[case] y: i64, #[case] touches: bool) {
    let found = faults(with(3, ship(false, x, y)));
    // The later of the two ships is the one that is named first; its conflicting cell is on itself.
    let at_fault = found.iter().any(|fault| matches!(fault, Fault::Touches { ship: 9, other: 3, .. }));
    assert_eq!(at_fault, touches, "{found:?}");
    assert_eq!(found.is_empty(), !touches);
}

#[test]
fn all_faults_are_reported_with_ship_and_cell() {
    let mut plan = NEAT;
    plan.0[1] = ship(false, 1, 1); // touches ship 0 by a corner, ship 4 by a side
    plan.0[5] = ship(true, 9, 9); // its second cell is below the board
    plan.0[8] = ship(false, 2, 4); // lies on ship 7
    assert_eq!(
        faults(plan),
        [
            Fault::Touches { ship: 1, other: 0, at: cell(1, 1) },
            Fault::Touches { ship: 4, other: 1, at: cell(0, 2) },
            Fault::OffBoard { ship: 5, x: 9, y: 10 },
            Fault::Touches { ship: 8, other: 7, at: cell(2, 4) },
        ]
    );
    assert_eq!(
        describe(&faults(plan)),
        "ship 2 (of 1) touches ship 1 (of 1) at B2; ship 5 (of 2) touches ship 2 (of 1) at A3; \
         ship 6 (of 2) leaves the board at (9, 10); ship 9 (of 3) touches ship 8 (of 3) at C5"
    );
}

/// A ship of 4 whose cells would overflow is off the board, where it starts or where it first leaves.
#[rstest]
#[case(ship(false, i64::MAX, 0), (i64::MAX, 0))]
#[case(ship(true, 0, i64::MAX), (0, i64::MAX))]
#[case(ship(false, i64::MIN, 0), (i64::MIN, 0))]
#[case(ship(true, i64::MIN, i64::MAX), (i64::MIN, i64::MAX))]
#[case(ship(false, i64::MAX - 2, 5), (i64::MAX - 2, 5))]
#[case(ship(false, 256, 0), (256, 0))]
#[case(ship(true, 1 << 32, 3), (1 << 32, 3))]
fn no_coordinate_overflows(#[case] plan: ShipPlan, #[case] (x, y): (i64, i64)) {
    assert_eq!(faults(with(9, plan)), [Fault::OffBoard { ship: 9, x, y }]);
}

#[test]
fn a_fleet_is_a_flat_list_of_thirty_values() {
    let text = serde_json::to_string(&NEAT.validate().unwrap()).unwrap();
    assert_eq!(
        text,
        "[false,0,0,false,2,0,false,4,0,false,6,0,false,0,2,false,3,2,false,6,2,false,0,4,false,4,4,false,0,6]"
    );
    assert_eq!(serde_json::from_str::<Plan>(&text).unwrap(), NEAT);
}

#[rstest]
#[case::too_short(29)]
#[case::too_long(31)]
#[case::empty(0)]
fn another_number_of_values_is_no_plan(#[case] values: usize) {
    let list: Vec<_> =
        (0..values).map(|index| if index % 3 == 0 { json!(false) } else { json!(0) }).collect();
    assert!(serde_json::from_value::<Plan>(json!(list)).is_err());
}

#[test]
fn a_stored_fleet_that_breaks_the_rules_is_not_read() {
    let text = serde_json::to_string(&with(3, ship(false, 0, 0))).unwrap();
    assert!(serde_json::from_str::<Plan>(&text).is_ok());
    let refused = serde_json::from_str::<Fleet>(&text).unwrap_err();
    assert!(refused.to_string().contains("ship 4 (of 1) touches ship 1 (of 1) at A1"), "{refused}");
}

#[test]
fn a_cell_is_a_letter_and_a_number_to_people() {
    assert_eq!(cell(1, 6).to_string(), "B7");
    assert_eq!(cell(9, 9).to_string(), "J10");
}

#[test]
fn random_fleets_are_legal_and_reach_every_cell() {
    let mut rng = Seed::from_number(11).rng("fleets");
    let mut seen = [0_u32; 100];
    let mut kinds = BTreeSet::new();
    for _ in 0..2_000 {
        let fleet = Fleet::random(&mut rng);
        let plan = Plan::from(fleet);
        assert_eq!(plan.validate(), Ok(fleet));
        kinds.insert(serde_json::to_string(&plan).unwrap());
        for cell in fleet.area().iter() {
            seen[cell.index()] += 1;
        }
    }
    assert_eq!(kinds.len(), 2_000);
    // 400 on average. The corners have more, the cells beside them less.
    assert!(seen.iter().all(|&count| (220..700).contains(&count)), "{seen:?}");
}

#[test]
fn weights_that_leave_no_room_still_give_a_legal_fleet() {
    let mut rng = Seed::from_number(11).rng("fleets");
    let fleet = Fleet::scattered(&mut rng, |_| 0);
    assert_eq!(Plan::from(fleet).validate(), Ok(fleet));
}

#[test]
fn weights_are_obeyed() {
    let mut rng = Seed::from_number(12).rng("fleets");
    let on_rim = |ship: Ship| u32::from(ship.area().within(Cells::RIM));
    let fleet = Fleet::scattered(&mut rng, |ship| if ship.size() == 4 { on_rim(ship) } else { 1 });
    assert!(fleet.ships()[9].area().within(Cells::RIM));
}

/// The sets of cells against the same words said slowly, one cell at a time.
mod cells {
    use super::*;

    fn any_cells() -> impl Strategy<Value = Cells> {
        proptest::collection::vec(0..100_usize, 0..40)
            .prop_map(|list| list.into_iter().filter_map(Cell::from_index).collect())
    }

    proptest! {
        #[test]
        fn ring_is_all_around(cells in any_cells()) {
            let slow: Cells = cells.iter().flat_map(Cell::around).filter(|&cell| !cells.contains(cell)).collect();
            prop_assert_eq!(cells.ring(), slow);
            prop_assert_eq!(cells.near(), slow.union(cells));
        }

        #[test]
        fn sides_are_sides(cells in any_cells()) {
            let slow: Cells = cells.iter().flat_map(Cell::sides).chain(cells.iter()).collect();
            prop_assert_eq!(cells.with_sides(), slow);
            let corners = cells.iter().flat_map(|cell| {
                cell.around().filter(move |near| near.x() != cell.x() && near.y() != cell.y())
            });
            prop_assert_eq!(cells.corners(), corners.collect());
        }

        #[test]
        fn a_set_is_its_list(cells in any_cells()) {
            let list: Vec<Cell> = cells.iter().collect();
            prop_assert!(list.is_sorted_by_key(|cell| cell.index()));
            prop_assert_eq!(list.len(), cells.len());
            prop_assert_eq!(list.iter().copied().collect::<Cells>(), cells);
            prop_assert!(Cell::all().all(|cell| cells.contains(cell) == list.contains(&cell)));
        }

        #[test]
        fn connected_is_what_a_walk_reaches(cells in any_cells(), start in 0..100_usize) {
            let start = Cell::from_index(start).unwrap();
            let mut reached = Cells::one(start);
            let mut edge = vec![start];
            while let Some(cell) = edge.pop() {
                edge.extend(cell.sides().filter(|&side| cells.contains(side) && reached.insert(side)));
            }
            prop_assert_eq!(cells.connected(start), reached);
        }
    }

    #[test]
    fn the_rim_is_what_lacks_a_neighbour() {
        let slow: Cells = Cell::all().filter(|cell| cell.sides().count() < 4).collect();
        assert_eq!(Cells::RIM, slow);
        assert_eq!(Cells::ALL, Cell::all().collect());
    }
}

/// Ships that leave the board, and the first cell where they do.
type Outside = BTreeMap<usize, (i128, i128)>;
/// Pairs of ships that overlap or touch, the later first.
type Touching = BTreeSet<(usize, usize)>;

/// A second, slow validator that shares no code with the first: a map from cell to ships, and every pair of cells.
fn oracle(plan: &Plan) -> (Outside, Touching) {
    let covered: Vec<Vec<(i128, i128)>> = plan
        .0
        .iter()
        .zip(SIZES)
        .map(|(ship, size)| {
            (0..i128::from(size))
                .map(|i| {
                    let (x, y) = (i128::from(ship.x), i128::from(ship.y));
                    if ship.upright { (x, y + i) } else { (x + i, y) }
                })
                .collect()
        })
        .collect();
    let off = |&(x, y): &(i128, i128)| !(0..10).contains(&x) || !(0..10).contains(&y);
    let outside: Outside = covered
        .iter()
        .enumerate()
        .filter_map(|(ship, cells)| Some((ship, *cells.iter().find(|cell| off(cell))?)))
        .collect();
    let mut pairs = Touching::new();
    for (ship, cells) in covered.iter().enumerate() {
        for (other, others) in covered.iter().enumerate().take(ship) {
            let inside = !outside.contains_key(&ship) && !outside.contains_key(&other);
            let near = |a: &(i128, i128), b: &(i128, i128)| (a.0 - b.0).abs().max((a.1 - b.1).abs()) <= 1;
            if inside && cells.iter().any(|a| others.iter().any(|b| near(a, b))) {
                pairs.insert((ship, other));
            }
        }
    }
    (outside, pairs)
}

fn any_coordinate() -> impl Strategy<Value = i64> {
    prop_oneof![
        20 => 0..10_i64,
        2 => -2..13_i64,
        1 => any::<i64>(),
        1 => prop_oneof![Just(i64::MIN), Just(i64::MAX), Just(i64::MAX - 1), Just(i64::MAX - 3)],
    ]
}

/// Ships at random, or a legal fleet of which some ships were moved.
fn any_plan() -> impl Strategy<Value = Plan> {
    let any_ship = || {
        (any::<bool>(), any_coordinate(), any_coordinate()).prop_map(|(upright, x, y)| ShipPlan {
            upright,
            x,
            y,
        })
    };
    let moved =
        (any::<u64>(), proptest::collection::vec((0..SHIPS, any_ship()), 0..3)).prop_map(|(seed, moves)| {
            let mut plan = Plan::from(Fleet::random(&mut Seed::from_number(seed).rng("plan")));
            for (index, ship) in moves {
                plan.0[index] = ship;
            }
            plan
        });
    prop_oneof![proptest::array::uniform10(any_ship()).prop_map(Plan), moved]
}

/// Both validators find the same ships off the board and the same pairs of ships too close.
fn judged_alike(plan: &Plan) -> TestCaseResult {
    let (outside, pairs) = oracle(plan);
    let mut off = Outside::new();
    let mut touching = Touching::new();
    for fault in faults(*plan) {
        match fault {
            Fault::OffBoard { ship, x, y } => {
                off.insert(ship, (i128::from(x), i128::from(y)));
            }
            Fault::Touches { ship, other, .. } => {
                touching.insert((ship, other));
            }
        }
    }
    prop_assert_eq!(&off, &outside);
    prop_assert_eq!(&touching, &pairs);
    prop_assert_eq!(plan.validate().is_ok(), outside.is_empty() && pairs.is_empty());
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn the_validator_agrees_with_the_slow_one(plan in any_plan()) {
        judged_alike(&plan)?;
    }
}

/// What is neither a boolean nor an integer that fits.
const MALFORMED: [&str; 9] =
    ["null", "1.0", "1e0", "-0", "[1]", "{}", r#""1""#, "9223372036854775808", "-9223372036854775809"];

/// A legal fleet as it comes off the wire, with some values replaced: it is malformed exactly if one of those is, and
/// else it is the fleet that was sent, judged as the slow validator judges it.
#[test]
fn a_fleet_off_the_wire_is_malformed_or_judged_alike() {
    let malformed =
        prop_oneof![4 => Just(None), 1 => proptest::sample::select(&MALFORMED[..]).prop_map(Some)];
    let changes = proptest::collection::btree_map(0..3 * SHIPS, (any_coordinate(), malformed), 1..4);
    // Malformed, against the rules, and legal though another fleet than at first.
    let verdicts = RefCell::new([0_u32; 3]);
    always(4_000, &(any::<u64>(), changes), |(seed, changes)| {
        let fleet = Fleet::random(&mut Seed::from_number(seed).rng("plan"));
        let mut plan = Plan::from(fleet);
        let values = plan.0.map(|ship| [json!(ship.upright), json!(ship.x), json!(ship.y)]);
        let mut texts: Vec<String> = values.iter().flatten().map(ToString::to_string).collect();
        let well_formed = changes.values().all(|(_, malformed)| malformed.is_none());
        for (index, (number, malformed)) in changes {
            let ship = &mut plan.0[index / 3];
            let text = match index % 3 {
                0 => {
                    ship.upright = number % 2 != 0;
                    ship.upright.to_string()
                }
                1 => {
                    ship.x = number;
                    number.to_string()
                }
                _ => {
                    ship.y = number;
                    number.to_string()
                }
            };
            texts[index] = malformed.map_or(text, str::to_owned);
        }
        let text = format!("[5,{}]", texts.join(","));
        let verdict = match ClientMessage::decode(&text, GameId::SeaBattle) {
            Err(error) => {
                prop_assert!(!well_formed, "{}: {}", text, error);
                0
            }
            Ok(message) => {
                prop_assert!(well_formed, "{}", text);
                let sent = sea_battle::ClientMessage::PlaceShips { plan };
                prop_assert_eq!(message, ClientMessage::SeaBattle(sent));
                judged_alike(&plan)?;
                match plan.validate() {
                    Err(_) => 1,
                    Ok(same) if same == fleet => return Ok(()),
                    Ok(_) => 2,
                }
            }
        };
        verdicts.borrow_mut()[verdict] += 1;
        Ok(())
    });
    let verdicts = verdicts.into_inner();
    assert!(verdicts.iter().all(|&count| count >= 100), "{verdicts:?}");
}
