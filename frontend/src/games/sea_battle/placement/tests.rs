use shared::sea_battle::Fault;
use shared::seed::Seed;

use super::*;

/// The ships by size: places of the first of each in the order of sizes.
const ONE: usize = 0;
const TWO: usize = 4;
const THREE: usize = 7;
const FOUR: usize = 9;

fn cell(text: &str) -> Cell {
    Cell::all().find(|cell| cell.to_string() == text).unwrap()
}

fn with(ships: &[(usize, &str, bool)]) -> Placement {
    let mut placement = Placement::default();
    for &(ship, at, upright) in ships {
        placement.put(ship, Ship::new(cell(at), upright, size(ship)).unwrap());
        assert_eq!(placement.trouble(), None, "{at}");
    }
    placement.escape();
    placement
}

/// The first cell of a ship on the board, and whether it stands upright.
fn where_is(placement: &Placement, ship: usize) -> (String, bool) {
    let ship = placement.lies(ship).unwrap();
    (ship.first().to_string(), ship.upright())
}

fn at(text: &str, upright: bool) -> (String, bool) {
    (text.to_owned(), upright)
}

#[test]
fn tap_selects_and_tap_places() {
    let mut placement = Placement::default();
    placement.tap_harbour(THREE);
    assert_eq!(placement.selected(), Some(THREE));
    placement.tap(cell("D2"), 1);
    assert_eq!(where_is(&placement, THREE), at("D2", false));
    assert!(!placement.in_harbour(THREE));
    assert_eq!(placement.placed(), 1);
}

#[test]
fn tapping_a_selected_harbour_ship_lets_go_of_it() {
    let mut placement = Placement::default();
    placement.tap_harbour(TWO);
    placement.tap_harbour(TWO);
    placement.tap(cell("A1"), 1);
    assert_eq!(placement.placed(), 0);
}

#[test]
fn a_ship_that_is_placed_over_the_edge_is_moved_onto_the_board() {
    let mut placement = Placement::default();
    placement.tap_harbour(FOUR);
    placement.tap(cell("J10"), 1);
    assert_eq!(where_is(&placement, FOUR), at("G10", false));
}

#[test]
fn a_place_beside_another_ship_is_refused_and_names_it() {
    let mut placement = with(&[(FOUR, "F8", false)]);
    placement.tap_harbour(THREE);
    placement.tap(cell("C7"), 1);
    assert_eq!(
        placement.trouble(),
        Some(Trouble {
            ship: THREE,
            attempt: Attempt::Lie,
            blocks: vec![Block { ship: FOUR, at: cell("E7") }]
        })
    );
    assert!(placement.in_harbour(THREE));
    assert_eq!(placement.blocking(), vec![placement.lies(FOUR).unwrap()]);
}

#[test]
fn double_tap_turns_once_whether_or_not_the_ship_was_selected() {
    let mut placement = with(&[(THREE, "C3", false)]);
    placement.tap(cell("D3"), 1);
    assert_eq!(where_is(&placement, THREE), at("C3", false));
    placement.tap(cell("D3"), 2);
    assert_eq!(where_is(&placement, THREE), at("C3", true));
    // Selected now: the first tap turns, the second of the same double tap does not turn it back.
    placement.tap(cell("C3"), 1);
    placement.tap(cell("C3"), 2);
    assert_eq!(where_is(&placement, THREE), at("C3", false));
}

#[test]
fn placing_with_a_double_tap_does_not_turn_the_ship() {
    let mut placement = Placement::default();
    placement.tap_harbour(THREE);
    placement.tap(cell("C3"), 1);
    placement.tap(cell("C3"), 2);
    assert_eq!(where_is(&placement, THREE), at("C3", false));
}

#[test]
fn a_ship_turns_about_its_first_cell_and_at_an_edge_the_other_way_round() {
    let turned = |at: &str, upright: bool| {
        let mut placement = with(&[(THREE, at, upright)]);
        placement.tap(cell(at), 1);
        placement.rotate();
        where_is(&placement, THREE)
    };
    assert_eq!(turned("C3", false), at("C3", true));
    assert_eq!(turned("C3", true), at("C3", false));
    assert_eq!(turned("C9", false), at("C7", true));
    assert_eq!(turned("J2", true), at("H2", false));
}

#[test]
fn a_ship_that_would_touch_another_stays_and_says_which() {
    let mut placement = with(&[(THREE, "C3", false), (TWO, "D5", false)]);
    placement.tap(cell("C3"), 1);
    placement.rotate();
    assert_eq!(where_is(&placement, THREE), at("C3", false));
    let trouble = placement.trouble().unwrap();
    assert_eq!((trouble.ship, trouble.attempt), (THREE, Attempt::Turn));
    assert_eq!(trouble.blocks, [Block { ship: TWO, at: cell("C4") }]);
    // The next thing that works takes the complaint away.
    placement.tap(cell("H9"), 1);
    assert_eq!(placement.trouble(), None);
}

#[test]
fn a_ship_turns_over_its_own_cells() {
    let mut placement = with(&[(FOUR, "E5", true)]);
    placement.tap(cell("E5"), 1);
    placement.rotate();
    assert_eq!(where_is(&placement, FOUR), at("E5", false));
}

#[test]
fn a_drag_lays_a_ship_where_it_may_lie() {
    let mut placement = Placement::default();
    placement.lift(TWO);
    assert_eq!(placement.ghost(), None);
    placement.carry(Some(cell("D1")));
    assert_eq!(placement.ghost().map(|(ship, _)| ship), Some(TWO));
    placement.release();
    assert_eq!(where_is(&placement, TWO), at("D1", false));
}

#[test]
fn a_drag_to_a_bad_place_goes_back_and_keeps_the_complaint() {
    let mut placement = with(&[(FOUR, "F8", false), (THREE, "A1", false)]);
    placement.lift(THREE);
    placement.carry(Some(cell("E7")));
    assert_eq!(placement.trouble().unwrap().blocks, [Block { ship: FOUR, at: cell("E7") }]);
    let (ship, ghost) = placement.ghost().unwrap();
    assert_eq!(placement.bad_cells(ship, ghost), ghost.area());
    placement.release();
    assert_eq!(where_is(&placement, THREE), at("A1", false));
    assert!(placement.trouble().is_some());
}

#[test]
fn a_ship_dropped_off_the_board_is_in_the_harbour() {
    let mut placement = with(&[(THREE, "A1", true)]);
    placement.lift(THREE);
    placement.carry(None);
    placement.release();
    assert!(placement.in_harbour(THREE));
}

#[test]
fn a_cancelled_drag_changes_nothing() {
    let before = with(&[(THREE, "A1", true)]);
    let mut placement = before.clone();
    placement.lift(THREE);
    placement.carry(Some(cell("E5")));
    placement.rotate();
    placement.escape();
    assert_eq!(where_is(&placement, THREE), where_is(&before, THREE));
    assert!(placement.stands(THREE));
}

#[test]
fn keys_lift_move_turn_and_set() {
    let mut placement = with(&[(FOUR, "A1", false)]);
    placement.lift_over_board(TWO);
    // The first place that is free: beside the ship of 4 with a cell of water between.
    assert_eq!(placement.ghost().unwrap().1.first(), cell("F1"));
    placement.step(Step::By(-1, 0));
    assert!(placement.trouble().is_some());
    placement.set();
    assert_eq!(placement.held(), Some(TWO), "a ship that can't lie there stays in the hand");
    placement.step(Step::By(0, 1));
    placement.step(Step::By(0, 1));
    placement.rotate();
    placement.set();
    assert_eq!(where_is(&placement, TWO), at("E3", true));
    assert_eq!(placement.held(), None);
}

#[test]
fn a_held_ship_that_is_turned_at_the_edge_stays_on_the_board() {
    let mut placement = Placement::default();
    placement.lift(FOUR);
    placement.carry(Some(cell("C10")));
    placement.rotate();
    assert_eq!(placement.ghost().unwrap().1.first(), cell("C7"));
}

#[test]
fn the_mouse_shows_where_a_selected_ship_would_lie() {
    let mut placement = with(&[(FOUR, "F8", false)]);
    placement.tap_harbour(THREE);
    placement.point(Some(cell("E7")));
    let (ship, ghost) = placement.ghost().unwrap();
    assert_eq!((ship, ghost.first()), (THREE, cell("E7")));
    assert_eq!(placement.blocking().len(), 1);
    assert_eq!(placement.trouble(), None, "pointing is not trying");
    placement.tap_harbour(TWO);
    assert_eq!(placement.ghost(), None, "another ship is not where the mouse was before");
    assert!(placement.follows(Some(cell("A1"))) && !placement.follows(None));
    placement.point(Some(cell("A1")));
    placement.point(None);
    assert_eq!(placement.ghost(), None);
    placement.escape();
    assert!(!placement.follows(Some(cell("A1"))), "nothing is selected");
}

#[test]
fn a_harbour_ship_can_be_turned_before_it_is_placed() {
    let mut placement = Placement::default();
    placement.tap_harbour(THREE);
    placement.rotate();
    placement.tap(cell("B2"), 1);
    assert_eq!(where_is(&placement, THREE), at("B2", true));
}

#[test]
fn a_random_fleet_is_ready_and_clear_empties_the_board() {
    let fleet = Fleet::random(&mut Seed::from_number(7).rng("test"));
    let mut placement = Placement::of(&fleet);
    assert_eq!(placement.plan(), Some(fleet.into()));
    placement.lift(ONE);
    assert_eq!(placement.plan(), None, "not while a ship is in the hand");
    placement.clear();
    assert_eq!(placement, Placement::default());
}

#[test]
fn a_draft_survives_a_reload_and_nonsense_does_not() {
    let placement = with(&[(FOUR, "F8", false), (TWO, "A1", true)]);
    let restored = Placement::from_draft(&placement.draft());
    assert_eq!(restored.draft(), placement.draft());
    assert_eq!(restored.selected(), None);

    let mut draft = placement.draft();
    draft[FOUR] = Some((false, 250, 7));
    draft[ONE] = Some((false, 1, 1));
    draft.extend([Some((false, 5, 5)); 3]);
    // The ship of 1 comes first; the ship of 2 would touch it, and the ship of 4 is off the board.
    let restored = Placement::from_draft(&draft);
    assert_eq!(restored.placed(), 1);
    assert_eq!(where_is(&restored, ONE), at("B2", false));
    assert_eq!(restored.trouble(), None);
}

/// What is shown while a ship moves is what the server would say: for ships at random places, the state machine
/// finds trouble exactly where the validator of fleets does.
#[test]
fn trouble_is_what_the_validator_says() {
    let mut rng = Seed::from_number(11).rng("trouble");
    let mut seen = [0; 2];
    for _ in 0..2_000 {
        let fleet = Fleet::random(&mut rng);
        let mut placement = Placement::of(&fleet);
        let ship = rng.index(SHIPS).unwrap();
        let upright = rng.chance(1, 2);
        let first = Cell::from_index(rng.index(100).unwrap()).unwrap();
        let Some(moved) = Ship::new(first, upright, size(ship)) else { continue };
        placement.lift(ship);
        let blocks: Vec<usize> = placement
            .judge(ship, moved, Attempt::Lie)
            .err()
            .map(|trouble| trouble.blocks.iter().map(|block| block.ship).collect())
            .unwrap_or_default();

        let mut plan = Plan::from(fleet);
        plan.0[ship] = ShipPlan { upright, x: first.x().into(), y: first.y().into() };
        let faults = plan.validate().err().unwrap_or_default();
        let mut named: Vec<usize> = faults
            .iter()
            .map(|fault| match *fault {
                Fault::Touches { ship: a, other: b, .. } => a + b - ship,
                Fault::OffBoard { .. } => panic!("the ship is on the board"),
            })
            .collect();
        named.sort_unstable();
        assert_eq!(blocks, named);
        assert_eq!(placement.bad_cells(ship, moved).is_empty(), faults.is_empty());
        seen[usize::from(faults.is_empty())] += 1;
    }
    assert!(seen.iter().all(|&n| n > 100), "{seen:?}");
}
