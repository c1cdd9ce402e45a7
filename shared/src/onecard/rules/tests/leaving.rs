//! What becomes of a seat whose player gives up.

use super::*;

fn leaves(game: &mut OneCard, seat: Seat) -> Vec<Event> {
    let events = game.step(&Entry::Left { seat }).unwrap();
    assert_eq!(game.audit(), Ok(()));
    events
}

#[test]
fn the_successor_of_who_leaves_is_next() {
    let mut game = four(["QH 4C 5C", "KD 4D 5D", "KH 4H 5C", "9H 5H 6H"], "8H");
    leaves(&mut game, A);
    assert_eq!(game.turn, B);

    // Against the clock it is the seat before.
    let mut game = four(["QH 4C 5C", "KD 4D 5D", "KH 4H 5C", "9H 5H 6H"], "8H");
    game.plays(A, "QH");
    leaves(&mut game, D);
    assert_eq!(game.turn, C);
}

#[test]
fn the_seat_is_passed_over_and_its_cards_lie_under_the_discards() {
    let mut game = four(["KH 4C 5C", "KD 4D 5D", "9H 4H 5C", "9H 5H 6H"], "8H");
    leaves(&mut game, B);
    assert_eq!(game.turn, A, "it was not their turn");
    game.plays(A, "KH");
    assert_eq!(game.turn, C);
    assert_eq!((game.table.buried(), game.last()), (3, card("KH")));
    assert_eq!(
        game.view(Audience::Spectator).players[1],
        Player { name: "Player 1".into(), left: true, ..Player::default() }
    );
    assert!(game.step(&Entry::Left { seat: B }).is_err());
}

#[test]
fn an_attack_on_who_leaves_is_over_and_one_on_somebody_else_is_not() {
    let mut game = four(["2H 4C 5C", "KD 4D 5D", "9H 4H 5C", "9H 5H 6H"], "8H");
    game.plays(A, "2H");
    leaves(&mut game, D);
    assert_eq!((game.turn, game.attack), (B, 2));
    leaves(&mut game, B);
    assert_eq!((game.turn, game.attack), (C, 0));
}

#[test]
fn the_last_one_wins() {
    let mut game = four(["2H 4C 5C", "KD 4D 5D", "9H 4H 5C", "9H 5H 6H"], "8H");
    leaves(&mut game, D);
    leaves(&mut game, A);
    assert_eq!(game.outcome(), None);
    leaves(&mut game, B);
    let Some(outcome) = game.outcome() else { panic!() };
    assert_eq!(outcome.ending(Audience::Seat(C)).code, 4);
    assert_eq!(outcome.ending(Audience::Seat(A)).code, 5);
}

#[test]
fn who_left_is_dealt_nothing_and_does_not_win() {
    let mut game =
        Setup { hands: &["KH 9H", "4C 4D", "5C 5D", "6C 6D"], rounds: 2, ..Setup::default() }.start();
    leaves(&mut game, D);
    game.plays(A, "KH");
    game.draws(B);
    game.draws(C);
    game.plays(A, "9H");
    assert_eq!(game.round, 2);
    assert_eq!(game.hand(D), []);
    assert_eq!(game.hand(B).len(), 2);
    game.places[0].total = -9;
    game.decide();
    let Some(Outcome::Decided { winners, .. }) = game.outcome() else { panic!() };
    assert_eq!(winners, [B, C], "seat 3 has lost no point, and gave up");
}

#[test]
fn of_two_a_jack_gives_the_turn_back_but_never_an_attack() {
    let mut game =
        Setup { hands: &["JH 2H JD 4D", "4C 6C 5D JH", "5C 5D 5C 6C"], ..Setup::default() }.start();
    leaves(&mut game, C);
    game.plays(A, "JH");
    assert_eq!(game.turn, A);
    game.plays(A, "2H");
    assert_eq!((game.turn, game.attack), (B, 2));
    game.plays(B, "JH");
    assert_eq!((game.turn, game.attack), (A, 2));
}

#[test]
fn of_two_a_queen_gives_the_turn_to_the_other() {
    let mut game =
        Setup { hands: &["QH 2H JD 4D", "4C 6C 5D JH", "5C 5D 5C 6C"], ..Setup::default() }.start();
    leaves(&mut game, C);
    game.plays(A, "QH");
    assert_eq!(game.turn, B);
}

#[test]
fn before_the_start_only_the_host_closes_the_table() {
    let mut game = OneCard::new(&Options::default(), &Seed::from_number(1)).unwrap();
    for seat in [A, B] {
        game.step(&Entry::Sat { seat, name: "Ann".to_owned() }).unwrap();
    }
    assert!(game.step(&Entry::Left { seat: B }).is_err());
    game.step(&Entry::Left { seat: A }).unwrap();
    assert_eq!(game.outcome(), Some(Outcome::Closed { cause: Cause::Abandoned }));
}

#[test]
fn who_led_a_blocked_round_and_left_is_followed_by_the_next_seat() {
    let mut game = Setup { hands: &["KH 9H", "4C 4D", "5C 5D"], rounds: 2, ..Setup::default() }.start();
    leaves(&mut game, A);
    game.end_round(None);
    assert_eq!((game.round, game.leader, game.turn), (2, B, B));
}
