use shared::game::Ending;
use shared::nuggets::{Bits, Phase, Player, Screen};

use super::*;

fn view(lines: &[&str], purses: &[u32]) -> View {
    let lines: Vec<String> = lines.iter().map(|line| (*line).to_owned()).collect();
    let screen = Screen::try_from(lines).unwrap();
    let names = ["Anna", "Ben", "Cleo", "Dan", "Eve"];
    let players = (0..).zip(purses).map(|(seat, &purse)| Player {
        seat: Seat(seat),
        name: names[usize::from(seat)].to_owned(),
        purse,
    });
    View {
        phase: Phase::Playing,
        seat: Some(Seat(0)),
        trodden: Bits::none(screen.rows(), screen.columns()),
        screen,
        found: 0,
        purse: purses.first().copied().unwrap_or(0),
        unclaimed: 10,
        players: players.collect(),
        outcome: None,
    }
}

fn over(view: View, seat: Option<u8>, unclaimed: u32, code: i64) -> View {
    let outcome = Some(Ending { code, reason: "All the gold is found.".to_owned() });
    View { seat: seat.map(Seat), unclaimed, outcome, phase: Phase::Over, ..view }
}

#[test]
fn the_status_line_is_that_of_the_terminal() {
    assert_eq!(
        status(&View { purse: 39, unclaimed: 211, ..view(&["@"], &[39]) }),
        "Player A has 39 nuggets (211 nuggets unclaimed)."
    );
    assert_eq!(status(&View { seat: None, ..view(&["A"], &[39]) }), "Spectator: 10 nuggets unclaimed.");
}

#[test]
fn what_comes_into_sight_is_told_by_where_it_is() {
    let before = view(&["      ", " ...@.", "      "], &[0, 0]);
    let now = view(&["    * ", "*...@B", "      "], &[0, 0]);
    assert_eq!(sighted(&before, &now), ["Gold 1 up; gold 4 left.", "Ben (B) is 1 right."]);
    assert_eq!(sighted(&now, &now), Vec::<String>::new());
    let many = view(&["  * **", "*...@.", "   *  "], &[0, 0]);
    assert_eq!(sighted(&before, &many), ["Gold 1 up; gold 1 right, 1 up; 3 more in sight."]);
}

#[test]
fn finds_and_newcomers_are_told() {
    let before = view(&["@"], &[0, 3]);
    let now = view(&["@"], &[1, 5, 0]);
    assert_eq!(news(&before, &now), ["You found 1 nugget.", "Ben found 2 nuggets.", "Cleo (C) has come."]);
    let first = view(&["@"], &[]);
    assert_eq!(news(&first, &before), Vec::<String>::new(), "those who were there before are no news");
}

#[test]
fn equal_purses_share_a_place() {
    let table = standings(&view(&["@"], &[5, 9, 9, 0]));
    let places: Vec<_> = table.iter().map(|row| (row.place, row.name.as_str())).collect();
    assert_eq!(places, [(1, "Ben"), (1, "Cleo"), (3, "Anna"), (4, "Dan")]);
}

#[test]
fn the_end_is_told_to_everybody_in_their_own_words() {
    let table = || view(&["@"], &[96, 102, 31]);
    let second = over(table(), Some(0), 0, 2);
    assert_eq!(end_title(&second), "You came second");
    assert_eq!(end_text(&second), "All 229 nuggets are found. Ben had 6 more than you.");
    let first = over(table(), Some(1), 0, 1);
    assert_eq!(end_title(&first), "You won");
    assert_eq!(end_text(&first), "All 229 nuggets are found. You had 6 more than Anna.");
    let watching = over(table(), None, 0, 6);
    assert_eq!(end_title(&watching), "Ben wins");
    let alone = over(view(&["@"], &[7]), Some(0), 0, 1);
    assert_eq!(end_title(&alone), "All the gold is yours");
    let shared = over(view(&["@"], &[7, 7]), Some(0), 0, 1);
    assert_eq!(
        (end_title(&shared), end_text(&shared)),
        ("You share the win".to_owned(), "All 14 nuggets are found. Ben had as many.".to_owned())
    );
    let last = over(view(&["@"], &[1, 2, 3, 4, 5]), Some(0), 0, 2);
    assert_eq!(end_title(&last), "You came 5th");
    let closed = over(view(&["@"], &[1]), Some(0), 9, -3);
    assert_eq!(end_title(&closed), "The match was closed");
}
