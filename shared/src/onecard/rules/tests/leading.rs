//! Who leads, and what lies there then.

use super::*;

fn leader(order: &str) -> Seat {
    let hands = ["KC KD", "KC KD", "AC AD", "AC AD"];
    Setup { hands: &hands, order, ..Setup::default() }.start().turn
}

#[test]
fn the_lowest_rank_leads() {
    assert_eq!(leader("6S 5C 7S 8S"), B);
    // An Ace is high.
    assert_eq!(leader("AS KS QS JC"), D);
}

#[test]
fn of_equal_ranks_the_lower_suit_leads() {
    assert_eq!(leader("6C 5D 5H 8S"), C);
    assert_eq!(leader("5C 5D 5H 5S"), D);
}

#[test]
fn of_twins_the_lower_seat_leads() {
    assert_eq!(leader("6C 5H 8D 5H"), B);
}

#[test]
fn hands_are_dealt_one_after_the_other_before_the_draw_for_the_lead() {
    let game = four(["2S 3S", "4H 5H", "6D 7D", "8C 9C"], "KH");
    assert_eq!(game.hand(A), cards("2S 3S"));
    assert_eq!(game.hand(D), cards("8C 9C"));
    assert_eq!(game.order, cards("4S 5S 5S 5S"));
    // The cards drawn for the lead lie under the first card.
    assert_eq!(game.table.discards().count(), 5);
    assert_eq!(game.last(), card("KH"));
}

#[test]
fn the_first_card_has_no_effect() {
    for first in ["2H", "3H", "7H", "JH", "QH"] {
        let game = four(["KH 4C", "KC 4D", "AC 4H", "AD 4C"], first);
        assert_eq!((game.turn, game.attack, game.direction), (A, 0, Direction::CounterClockwise), "{first}");
    }
}
