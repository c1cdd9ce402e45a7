use proptest::prelude::*;
use rstest::rstest;

use super::*;
use crate::accordion::deck::deck;
use crate::seed::{Rng, Seed};

fn rng(number: u64) -> Rng {
    Seed::from_number(number).rng("row tests")
}

/// The row with these piles, from left to right; each from top to bottom, cards with blanks between.
fn row(piles: &[&str]) -> Row {
    let pile = |pile: &&str| pile.split(' ').map(|card| card.parse().unwrap()).collect::<Vec<Card>>();
    Row::from_piles(piles.iter().map(pile)).unwrap()
}

fn make_any(row: &mut Row, rng: &mut Rng) {
    let moves: Vec<Move> = row.moves().collect();
    if let Some(&step) = rng.pick(&moves) {
        row.apply(step).unwrap();
    }
}

/// A row in which `dealt` cards were dealt, with moves in between as chance has it.
fn played(number: u64, dealt: usize) -> Row {
    let mut rng = rng(number);
    let mut row = Row::default();
    for card in &deck(number)[..dealt] {
        row.deal(*card);
        if rng.chance(1, 2) {
            make_any(&mut row, &mut rng);
        }
    }
    row
}

/// How far to the right the cards lie, all together.
fn measure(row: &Row) -> usize {
    (0..row.len()).map(|pile| pile * row.pile(pile).count()).sum()
}

#[test]
fn cards_match_as_faces_do() {
    for (one, bits) in Card::all().zip(MATCHES) {
        for two in Card::all() {
            assert_eq!(bits >> two.index() & 1 == 1, one != two && one.matches(two), "{one} {two}");
        }
    }
}

/// Only the top cards have to match; what lies under them comes along.
#[rstest]
#[case::top_by_one((1, 1, false), &["2S 9D", "2H 7C"], &["2H 2S 9D", "7C"])]
#[case::whole_by_one((1, 1, true), &["2S 9D", "2H 7C", "AD"], &["2H 7C 2S 9D", "AD"])]
#[case::top_by_two((2, 2, false), &["4H", "KS QS", "4C 9C"], &["4C 4H", "KS QS", "9C"])]
#[case::whole_by_two((2, 2, true), &["4H", "KS QS", "4C 9C", "AD"], &["4C 9C 4H", "KS QS", "AD"])]
#[case::the_only_card_as_a_pile((1, 1, true), &["4H", "KH", "3S"], &["KH 4H", "3S"])]
#[case::the_only_card_as_a_top((1, 1, false), &["4H", "KH", "3S"], &["KH 4H", "3S"])]
fn a_move_does(#[case] step: (u8, u8, bool), #[case] before: &[&str], #[case] after: &[&str]) {
    let (from, distance, whole) = step;
    let mut moved = row(before);
    moved.apply(Move { from, distance, whole }).unwrap();
    assert_eq!(moved, row(after));
}

#[rstest]
#[case::beyond_the_end(3, 1, MoveError::NoPile)]
#[case::far_beyond(255, 2, MoveError::NoPile)]
#[case::the_leftmost(0, 1, MoveError::NoPile)]
#[case::two_from_the_second(1, 2, MoveError::NoPile)]
#[case::nowhere(2, 0, MoveError::NoPile)]
#[case::by_three(3, 3, MoveError::NoPile)]
#[case::neither_suit_nor_rank(1, 1, MoveError::NoMatch)]
#[case::only_a_card_below_matches(2, 2, MoveError::NoMatch)]
fn a_move_is_refused(#[case] from: u8, #[case] distance: u8, #[case] error: MoveError) {
    let before = row(&["2S 9D", "3H", "4D 9C"]);
    for whole in [true, false] {
        let mut after = before;
        assert_eq!(after.apply(Move { from, distance, whole }), Err(error));
        assert_eq!(after, before);
    }
}

#[test]
fn a_card_is_dealt_once() {
    let mut row = row(&["2S", "3H"]);
    assert!(!row.deal("3H".parse().unwrap()));
    assert_eq!((row.len(), row.cards()), (2, 2));
    assert!(row.deal("4H".parse().unwrap()));
    assert_eq!(row, self::row(&["2S", "3H", "4H"]));
}

#[test]
fn a_row_in_json_is_its_piles_from_top_to_bottom() {
    let row = row(&["2S AC", "10H"]);
    assert_eq!(serde_json::to_string(&row).unwrap(), "[[302,1],[210]]");
    assert_eq!(format!("{row:?}"), r#"["2S AC", "10H"]"#);
    for bad in ["[[]]", "[[1],[1]]", "[[1,2,1]]", "[[14]]", "[1]", "[[302,1],[]]"] {
        assert!(serde_json::from_str::<Row>(bad).is_err(), "{bad}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn a_move_taken_back_is_as_if_it_had_not_been(number: u64, dealt in 0..=52_usize) {
        let before = played(number, dealt);
        for step in before.moves() {
            let mut row = before;
            let taken = row.apply(step).unwrap();
            prop_assert_ne!(row, before);
            prop_assert!(row.take_back(taken));
            prop_assert_eq!(row, before);
        }
        let mut row = before;
        prop_assert!(row.deal(Card::all().find(|card| !row.contains(*card)).unwrap_or(deck(number)[0])) || dealt == 52);
        if dealt < 52 {
            row.take_deal_back();
        }
        prop_assert_eq!(row, before);
    }

    /// Whatever a client is told: nothing is taken back that can't have been the latest move.
    #[test]
    fn only_what_was_made_is_taken_back(number: u64, dealt in 0..=52_usize, from in 0..60_u8, distance in 0..4_u8, whole: bool, cards in 0..6_u8) {
        let after = played(number, dealt);
        let mut row = after;
        let taken = Taken { from, distance, whole, cards };
        if row.take_back(taken) {
            prop_assert_eq!(row.audit(), Ok(()));
            prop_assert_eq!(row.apply(Move { from, distance, whole }), Ok(taken));
        }
        prop_assert_eq!(row, after);
    }

    /// So no row goes on for ever.
    #[test]
    fn every_move_brings_cards_to_the_left_and_none_to_the_right(number: u64, dealt in 0..=52_usize) {
        let before = played(number, dealt);
        for step in before.moves() {
            let mut row = before;
            row.apply(step).unwrap();
            prop_assert!(measure(&row) < measure(&before));
        }
    }

    #[test]
    fn moves_from_the_full_deal_are_no_more_than_stated(number: u64) {
        let (mut row, mut rng) = (Row::default(), rng(number));
        for card in deck(number) {
            row.deal(card);
        }
        let mut made = 0;
        while row.moves().next().is_some() {
            make_any(&mut row, &mut rng);
            made += 1;
        }
        prop_assert!(made <= MOST_MOVES);
    }

    #[test]
    fn a_deal_never_forbids_a_move_that_was_possible_before(number: u64, dealt in 0..52_usize) {
        let before = played(number, dealt);
        let mut row = before;
        row.deal(deck(number)[dealt]);
        for step in before.moves() {
            let (mut one, mut two) = (before, row);
            prop_assert_eq!(one.apply(step), two.apply(step));
            one.deal(deck(number)[dealt]);
            prop_assert_eq!(one, two);
        }
    }

    #[test]
    fn cards_stay_and_bottoms_lie_in_deal_order(number: u64, dealt in 1..=52_usize) {
        let (row, deck) = (played(number, dealt), deck(number));
        prop_assert_eq!(row.audit(), Ok(()));
        prop_assert!(deck[..dealt].iter().all(|card| row.contains(*card)));
        prop_assert_eq!(row.cards(), dealt);
        let when = |card: Card| deck.iter().position(|known| *known == card).unwrap();
        let bottoms: Vec<usize> = row.tableau().iter().map(|pile| when(*pile.last().unwrap())).collect();
        prop_assert!(bottoms.is_sorted());
        prop_assert_eq!(bottoms[0], 0);
        for (pile, bottom) in row.tableau().iter().zip(bottoms) {
            prop_assert!(pile.iter().all(|card| when(*card) >= bottom));
        }
    }

    #[test]
    fn listed_moves_are_those_that_can_be_made(number: u64, dealt in 0..=52_usize) {
        let row = played(number, dealt);
        let listed: Vec<Move> = row.moves().collect();
        for from in 0..54 {
            for (distance, whole) in [0, 1, 2, 3].into_iter().flat_map(|far| [(far, true), (far, false)]) {
                let step = Move { from, distance, whole };
                let twin = Move { whole: true, ..step };
                let single = usize::from(from) < row.len() && row.is_single(usize::from(from));
                let known = if single { listed.contains(&twin) } else { listed.contains(&step) };
                prop_assert_eq!(row.check(step).is_ok(), known);
            }
        }
        prop_assert_eq!(listed.iter().filter(|step| step.whole).count(), row.open());
    }

    #[test]
    fn a_row_survives_its_text_and_is_known_by_its_fingerprint(number: u64, dealt in 0..=52_usize, again: u64) {
        let row = played(number, dealt);
        let text = serde_json::to_string(&row).unwrap();
        prop_assert_eq!(serde_json::from_str::<Row>(&text).unwrap(), row);

        let mut other = row;
        make_any(&mut other, &mut rng(again));
        prop_assert_eq!(other == row, other.fingerprint() == row.fingerprint());
    }
}
