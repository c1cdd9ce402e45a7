use shared::game::Ending;
use shared::sea_battle::{Fleet, SIZES, Ship};
use shared::seed::Seed;

use super::*;

fn cell(text: &str) -> Cell {
    Cell::all().find(|cell| cell.to_string() == text).unwrap()
}

fn board(shots: &[(&str, ShotResult)]) -> Board {
    Board {
        ready: true,
        fleet: None,
        shots: shots.iter().map(|&(at, result)| Shot { cell: cell(at), result }).collect(),
        afloat: SIZES.to_vec(),
    }
}

fn view(own: Option<Seat>, turn: Seat, boards: [Board; 2]) -> View {
    View {
        phase: Phase::Playing,
        seat: own,
        turn: Some(turn),
        names: ["Anna".to_owned(), "Ben".to_owned()],
        boards,
        outcome: None,
    }
}

fn said(view: &View, last: impl Into<Option<Salvo>>, overrun: Option<Seat>) -> String {
    let (stressed, rest) = last_event(view, last.into(), overrun);
    format!("{stressed} {rest}").trim().to_owned()
}

const ME: Seat = Seat(0);
const THEM: Seat = Seat(1);

fn salvo(by: Seat, at: &str, result: ShotResult) -> Salvo {
    Salvo { by, shot: Shot { cell: cell(at), result } }
}

#[test]
fn a_live_region_says_what_a_shot_did_and_whose_turn_follows() {
    let empty = || [board(&[]), board(&[])];
    let mine = view(Some(ME), ME, empty());
    assert_eq!(said(&mine, salvo(ME, "B7", ShotResult::Hit), None), "B7: hit. Your turn.");
    assert_eq!(said(&mine, salvo(THEM, "C3", ShotResult::Miss), None), "Ben at C3: miss. Your turn.");
    let theirs = view(Some(ME), THEM, empty());
    assert_eq!(said(&theirs, salvo(ME, "B7", ShotResult::Miss), None), "B7: miss. Ben’s turn.");
    assert_eq!(said(&theirs, salvo(ME, "B7", ShotResult::Hit), Some(ME)), "You ran out of time. Ben’s turn.");
    assert_eq!(said(&mine, None, None), "You shoot first.");
    assert_eq!(said(&theirs, None, None), "Ben shoots first.");
    let watched = view(None, THEM, empty());
    assert_eq!(said(&watched, salvo(ME, "B7", ShotResult::Miss), None), "Anna at B7: miss. Ben’s turn.");
}

#[test]
fn a_sunk_ship_has_its_size() {
    let boards = [board(&[]), board(&[("D4", ShotResult::Hit), ("D5", ShotResult::Sunk)])];
    let view = view(Some(ME), ME, boards);
    assert_eq!(said(&view, salvo(ME, "D5", ShotResult::Sunk), None), "D5: sunk, a ship of 2. Your turn.");
}

#[test]
fn cells_of_the_other_sea() {
    let board = board(&[("B7", ShotResult::Miss), ("D4", ShotResult::Hit), ("A1", ShotResult::Sunk)]);
    let known = board.knowledge();
    let label = |at: &str| cell_label(&board, &known, cell(at), "ship", false);
    assert_eq!(label("B7"), "B7, miss");
    assert_eq!(label("D4"), "D4, hit");
    assert_eq!(label("A1"), "A1, sunk");
    assert_eq!(label("B2"), "B2, water, around a wreck");
    assert_eq!(label("J10"), "J10, unknown");
}

#[test]
fn cells_of_ones_own_sea() {
    let fleet = Fleet::random(&mut Seed::from_number(1).rng("words"));
    let four: Ship = fleet.ships()[9];
    let at: Vec<Cell> = four.cells().collect();
    let water = Cell::all().find(|&cell| fleet.ship_at(cell).is_none()).unwrap();
    let mut board = board(&[]);
    board.fleet = Some(fleet);
    board.shots =
        vec![Shot { cell: at[1], result: ShotResult::Hit }, Shot { cell: water, result: ShotResult::Miss }];
    let known = board.knowledge();
    let label = |cell: Cell| cell_label(&board, &known, cell, "your ship", true);
    assert_eq!(label(at[0]), format!("{}, your ship", at[0]));
    assert_eq!(label(at[1]), format!("{}, your ship, hit", at[1]));
    assert_eq!(label(water), format!("{water}, they missed"));
}

#[test]
fn trouble_names_the_cell_and_the_ship() {
    let mut placement = Placement::default();
    placement.tap_harbour(9);
    placement.tap(cell("F8"), 1);
    placement.tap_harbour(7);
    placement.tap(cell("C7"), 1);
    let (what, why) = trouble_sentences(&placement.trouble().unwrap());
    assert_eq!(what, "The ship of 3 can’t lie there.");
    assert_eq!(why, "E7 touches your ship of 4 (outlined).");
    assert_eq!(ready_button(&placement), "Ready when 9 more are placed");
}

#[test]
fn a_held_ship_is_described() {
    let mut placement = Placement::default();
    assert_eq!(held_sentence(&placement), None);
    placement.lift(7);
    placement.carry(Some(cell("C7")));
    assert_eq!(held_sentence(&placement).as_deref(), Some("Ship of 3, across, C7 to E7."));
    assert_eq!(placing_label(&placement, cell("D7")), "D7, ship of 3 held");
    assert_eq!(placing_label(&placement, cell("D8")), "D8, water");
}

#[test]
fn the_end_says_how() {
    let mut view = view(Some(ME), ME, [board(&[]), board(&[("J9", ShotResult::Sunk)])]);
    let mut end = |code: i64, reason: &str| {
        view.outcome = Some(Ending { code, reason: reason.to_owned() });
        end_text(&view, None)
    };
    assert_eq!(end(1, ""), "Ben’s last ship went down at J9, with 10 of yours afloat.");
    assert_eq!(end(4, "The other side gave up."), "Ben gave up.");
    assert_eq!(end(4, "Out of time twice in a row."), "Ben ran out of time twice in a row.");
    assert_eq!(end(5, "The other side gave up."), "You gave up.");
    assert_eq!(end(-2, "The server had to end this match."), "The server had to end this match.");
    assert_eq!(end_title(4), "You won");
    assert_eq!(end_title(-1), "No result");
}

#[test]
fn spectators_are_told_who_won() {
    let mut view = view(None, ME, [board(&[]), board(&[])]);
    view.outcome = Some(Ending { code: 6, reason: "The other side gave up.".to_owned() });
    assert_eq!(end_text(&view, Some(THEM)), "Ben won. Anna gave up.");
    assert_eq!(end_text(&view, None), "The other side gave up.");
    view.outcome = Some(Ending { code: 6, reason: "The last ship went down at J9.".to_owned() });
    view.boards[0].afloat.clear();
    assert_eq!(end_text(&view, Some(THEM)), "Ben won. The last ship went down at J9.");
}

#[test]
fn refusals_are_plain() {
    assert!(!refusal("bad-fleet", "ship 5 (of 2) touches ship 10 (of 4) at E7").contains('5'));
    assert_eq!(refusal("not-your-turn", "It is your opponent's turn."), "It is your opponent's turn.");
}
