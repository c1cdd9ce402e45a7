use super::*;
use crate::accordion::deck::deck;

fn full_row(deal: u64) -> Row {
    let mut row = Row::default();
    for card in deck(deal) {
        row.deal(card);
    }
    row
}

/// Takes slices of `budget` until the end: what was found, and in how many slices.
fn sliced(row: Row, budget: u32) -> (Vec<Move>, u32) {
    let mut search = Search::new(row);
    let mut slices = 1;
    loop {
        match search.step(budget) {
            Some(way) => return (way, slices),
            None => slices += 1,
        }
    }
}

/// The row at the end of a way.
fn walk(mut row: Row, way: &[Move]) -> Row {
    for step in way {
        row.apply(*step).unwrap();
    }
    row
}

#[test]
fn slices_of_any_size_find_the_same_way() {
    let row = full_row(3);
    let (way, slices) = sliced(row, u32::MAX);
    assert_eq!(slices, 1);
    for budget in [1, 1_000] {
        let (again, slices) = sliced(row, budget);
        assert_eq!(again, way);
        assert!(slices > 40, "{slices} slices of {budget}");
    }
}

#[test]
fn a_way_can_be_walked_and_mostly_ends_in_one_pile() {
    let left = |deal| walk(full_row(deal), &sliced(full_row(deal), u32::MAX).0).len();
    let lefts: Vec<usize> = (0..10).map(left).collect();
    assert!(lefts.iter().filter(|&&left| left == 1).count() >= 8, "{lefts:?}");
    assert!(lefts.iter().all(|&left| left <= 4), "{lefts:?}");
}

#[test]
fn a_row_without_moves_is_the_end_of_its_way() {
    let row: Row = serde_json::from_str("[[1],[102],[203]]").unwrap();
    assert_eq!(sliced(row, 1).0, []);
    assert_eq!(sliced(Row::default(), 1).0, []);
}

/// A search goes on in the middle of a game too, and holds no more than it says.
#[test]
fn what_is_held_is_bounded() {
    let mut search = Search::new(full_row(8));
    let width = WIDTHS[WIDTHS.len() - 1];
    while search.step(500).is_none() {
        assert!(search.beam.pool.len() <= width * (usize::from(TOPS) + 1));
        assert!(search.beam.links.len() <= width * (usize::from(TOPS) + 1) * 51);
        assert!(search.beam.candidates.len() <= search.beam.pool.len() * 204);
    }
}
