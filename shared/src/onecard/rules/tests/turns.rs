//! What can be done in a turn, and whose turn follows.

use super::*;

const PLAIN: &str = "4C 4D 5C";

#[test]
fn the_turn_goes_to_the_next_seat() {
    let mut game = four(["KH 4C", "KC 4D", "AC AC", "AD 4C"], "9H");
    game.plays(A, "KH");
    assert_eq!(game.turn, B);
    game.plays(B, "KC");
    assert_eq!(game.turn, C);
}

#[test]
fn one_may_draw_although_one_could_play() {
    let mut game =
        Setup { hands: &["KH 4C", PLAIN_2, PLAIN_2, PLAIN_2], stock: "6D", ..Setup::default() }.start();
    assert_eq!(game.draws(A), cards("6D"));
    assert_eq!(game.hand(A), cards("KH 6D 4C"));
}

const PLAIN_2: &str = "4C 4D";

#[test]
fn a_drawn_card_is_not_played_in_the_same_turn() {
    let mut game =
        Setup { hands: &[PLAIN_2, PLAIN_2, "5C 6C", "5D 6D"], stock: "KH", ..Setup::default() }.start();
    game.draws(A);
    assert_eq!(game.turn, B);
    assert_eq!(game.refuses(A, "KH"), "not-your-turn");
}

#[test]
fn a_queen_reverses_for_good() {
    let mut game = four(["QH 4C 5C", "KD 4D 5D", "KH 4H 5C", "9H 5H 6H"], "8H");
    game.plays(A, "QH");
    assert_eq!((game.turn, game.direction), (D, Direction::Clockwise));
    game.plays(D, "9H");
    assert_eq!(game.turn, C);
    game.plays(C, "KH");
    assert_eq!(game.turn, B);
}

#[test]
fn a_jack_passes_one_seat_over_in_the_direction_of_the_turn() {
    let mut game = four(["JH 4C 5C", "KD 4D 5D", "QH 4H 5C", "JC 5H 6H"], "8H");
    game.plays(A, "JH");
    assert_eq!(game.turn, C);
    game.plays(C, "QH");
    assert_eq!(game.turn, B);
    game.draws(B);
    game.draws(A);
    game.plays(D, "5H");
    assert_eq!(game.turn, C);
}

/// Seat 2 attacks with a Two, seat 3 adds a Three, seat 0 another: eight cards are due, and a Queen hands them back.
#[test]
fn attacks_add_up_and_a_queen_hands_them_back() {
    let mut game = four(["3S QS 4C", "4D 5D 6D", "2H 4H 5H", "3H 6H 8H"], "9D");
    game.draws(A);
    game.draws(B);
    assert_eq!(game.refuses(C, "2H"), "no-match");

    let hands = ["2D 4C 5C", "3D 4D 5D", "3S QS 6C", "4C 5C 6C"];
    let mut game = Setup { hands: &hands, first: "9D", ..Setup::default() }.start();
    game.plays(A, "2D");
    assert_eq!((game.turn, game.attack), (B, 2));
    game.plays(B, "3D");
    assert_eq!((game.turn, game.attack), (C, 5));
    game.plays(C, "3S");
    assert_eq!((game.turn, game.attack), (D, 8));
    // Nothing to play against it: the whole sum is drawn, the turn and the attack are over.
    assert_eq!(game.draws(D).len(), 8);
    assert_eq!((game.turn, game.attack), (A, 0));
}

#[test]
fn a_queen_of_the_suit_sends_the_attack_back_and_keeps_the_total() {
    let mut game = four(["2H 4C 5C", "QH 4D 5D", "4H 5H 6C", "4C 5C 6C"], "9H");
    game.plays(A, "2H");
    game.plays(B, "QH");
    assert_eq!((game.turn, game.attack, game.direction), (A, 2, Direction::Clockwise));
    assert_eq!(game.draws(A).len(), 2);
    // Reversed for good.
    assert_eq!((game.turn, game.attack), (D, 0));
}

#[test]
fn a_jack_of_the_suit_sends_the_attack_over_the_next_seat() {
    let mut game = four(["2H 4C 5C", "JH 4D 5D", "4H 5H 6C", "JD 5C 6C"], "9H");
    game.plays(A, "2H");
    game.plays(B, "JH");
    assert_eq!((game.turn, game.attack), (D, 2));
    // The Jack is to be matched now, by its suit for another redirect.
    assert_eq!(game.refuses(D, "JD"), "under-attack");
    assert_eq!(game.refuses(D, "5C"), "under-attack");
    assert_eq!(game.draws(D).len(), 2);
    assert_eq!(game.turn, A);
}

/// An attack is sent over a seat, back, and over a seat again: the seats follow the direction that the Queen left.
#[test]
fn an_attack_is_redirected_by_queen_and_jack_in_turn() {
    let mut game = four(["3H JH 5C", "QH 4D 5D", "4H 5H 6C", "JH 2H 6C"], "9H");
    game.plays(A, "3H");
    game.plays(B, "QH");
    assert_eq!((game.turn, game.attack), (A, 3));
    game.plays(A, "JH");
    // Clockwise from seat 0 over seat 3.
    assert_eq!((game.turn, game.attack), (C, 3));
    assert_eq!(game.draws(C).len(), 3);
    assert_eq!(game.turn, B);
}

#[test]
fn after_a_redirect_the_queen_is_to_be_matched() {
    let mut game = four(["2H 3S 5C", "QH 4D 5D", "4H 5H 6C", "3H 5C 6C"], "9H");
    game.plays(A, "2H");
    game.plays(B, "QH");
    // A Three of Spades would have matched nothing; a Two of another suit matched the Two, and no longer does.
    assert_eq!(game.refuses(A, "3S"), "no-match");
}

#[test]
fn a_seven_ends_the_attack() {
    let mut game = four(["2H 4C 5C", "7H 4D 5D", "4H 5H 6C", "4C 5C 6C"], "9H");
    game.plays(A, "2H");
    game.plays(B, "7H");
    assert_eq!((game.turn, game.attack), (C, 0));
    game.plays(C, "4H");
}

#[test]
fn after_the_attack_is_drawn_its_card_is_an_ordinary_one() {
    let mut game = four(["2S 4C 5C", "7S 4D 5D", "2H 5H 6C", "4C 5C 6C"], "9S");
    game.plays(A, "2S");
    // One holds a Seven that would do, and draws all the same.
    assert_eq!(game.draws(B).len(), 2);
    // A fresh attack of two, not of four.
    game.plays(C, "2H");
    assert_eq!((game.turn, game.attack), (D, 2));
}

#[test]
fn under_attack_one_does_not_draw_a_single_card() {
    let mut game = four(["3S 4C 5C", "4D 5D 6D", "2H 5H 6C", "4C 5C 6C"], "9S");
    game.plays(A, "3S");
    assert_eq!(game.legal(B), Some(vec![Action::Draw]));
    assert_eq!(game.draws(B).len(), 3);
}

#[test]
fn refusals_come_in_the_order_turn_hand_card() {
    let mut game = four([PLAIN, "KH 4D 5D", "KD KD 6C", "AC AC AD"], "9H");
    assert_eq!(game.refuses(B, "KH"), "not-your-turn");
    assert_eq!(game.refuses(A, "KH"), "not-in-hand");
    assert_eq!(game.refuses(A, "4C"), "no-match");
    let outside = Entry::Acted { seat: Seat(4), action: Action::Draw };
    assert_eq!(game.step(&outside).unwrap_err().kind, NOT_PLAYING);
}

#[test]
fn twins_are_two_cards() {
    let mut game = four(["KH KH", "4C 4D", "5C 5D", "6C 6D"], "9H");
    assert_eq!(game.legal(A), Some(vec![Action::Play(card("KH")), Action::Draw]));
    game.plays(A, "KH");
    assert_eq!(game.hand(A), cards("KH"));
}

#[test]
fn whoever_runs_out_of_time_draws() {
    let mut game = four(["3S 4C 5C", "4D 5D 6D", "2H 5H 6C", "4C 5C 6C"], "9S");
    game.plays(A, "3S");
    assert!(game.step(&Entry::TimedOut { seat: A }).is_err());
    game.step(&Entry::TimedOut { seat: B }).unwrap();
    assert_eq!((game.hand(B).len(), game.turn, game.attack), (6, C, 0));
}

#[test]
fn the_clock_starts_anew_with_every_turn_also_if_a_jack_gives_it_back() {
    let mut game = four(["JH 4C 5C", "KD 4D 5D", "QH 4H 5C", "JC 5H 6H"], "8H");
    let before = game.waiting_for().seats[0];
    assert_eq!((before.seat, before.clock), (A, Some(30_000)));
    game.plays(A, "JH");
    assert_ne!(game.waiting_for().seats[0].turn, before.turn);
}
