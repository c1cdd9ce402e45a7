//! Where a pile can go, and what moved between two views. Legality is asked of the rules that the server judges with.

use shared::accordion::{Course, Move, Row, Step, Taken};
use shared::cards::Card;

/// The piles a pile can go to, nearest first: their places, counted from 0.
pub fn targets(row: &Row, from: usize) -> Vec<usize> {
    [1, 2]
        .into_iter()
        .filter_map(|distance| step(row, from, from.checked_sub(distance)?, true))
        .map(to)
        .collect()
}

/// The move from one place to another, if it can be made.
pub fn step(row: &Row, from: usize, to: usize, whole: bool) -> Option<Move> {
    let distance = u8::try_from(from.checked_sub(to)?).ok()?;
    let step = Move { from: u8::try_from(from).ok()?, distance, whole };
    row.check(step).ok().map(|()| step)
}

fn to(step: Move) -> usize {
    usize::from(step.from.saturating_sub(step.distance))
}

/// True if card and pile are not the same there.
pub fn chooses(row: &Row, from: usize) -> bool {
    row.pile(from).nth(1).is_some()
}

/// The lowest card of each pile, which stays the same as long as the pile is there.
pub fn bottoms(row: &Row) -> Vec<Card> {
    (0..row.len()).filter_map(|place| row.pile(place).last()).collect()
}

/// What happened between two views of one row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Change {
    /// Nothing, or more than one step: nothing is shown to move.
    Rest,
    /// A card was dealt.
    Dealt,
    /// A move was made.
    Moved(Taken),
    /// The latest step was taken back.
    Undone(Step),
}

/// What happened between `old` and `new`.
pub fn between(old: &Course, new: &Course) -> Change {
    let (before, after) = (old.steps(), new.steps());
    if after.len() == before.len() + 1 && after.starts_with(before) {
        return match after.last() {
            Some(Step::Move(taken)) => Change::Moved(*taken),
            _ => Change::Dealt,
        };
    }
    if before.len() == after.len() + 1 && before.starts_with(after) {
        return before.last().map_or(Change::Rest, |step| Change::Undone(*step));
    }
    Change::Rest
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Ace of spades, queen of clubs, two of spades, ace of clubs.
    fn course() -> Course {
        let mut course = Course::default();
        for text in ["AS", "QC", "2S", "AC"] {
            assert!(course.deal(text.parse().unwrap()));
        }
        course
    }

    #[test]
    fn targets_are_the_matches_one_and_two_to_the_left() {
        let mut course = course();
        assert!(targets(course.row(), 0).is_empty());
        assert!(targets(course.row(), 1).is_empty());
        assert_eq!(targets(course.row(), 2), [0]);
        assert_eq!(targets(course.row(), 3), [1]);
        course.make(step(course.row(), 2, 0, true).unwrap()).unwrap();
        assert_eq!(targets(course.row(), 2), [1], "the gap has closed");
        assert_eq!(step(course.row(), 1, 2, true), None, "never to the right");
    }

    #[test]
    fn card_or_pile_is_a_choice_only_where_they_differ() {
        let mut course = course();
        assert!(!chooses(course.row(), 3));
        course.make(step(course.row(), 3, 1, true).unwrap()).unwrap();
        assert!(chooses(course.row(), 1));
        assert_eq!(bottoms(course.row()).len(), 3);
    }

    #[test]
    fn what_happened_follows_from_the_steps() {
        let old = course();
        let mut new = old.clone();
        let taken = new.make(step(new.row(), 2, 0, true).unwrap()).unwrap();
        assert_eq!(between(&old, &new), Change::Moved(taken));
        assert_eq!(between(&new, &old), Change::Undone(Step::Move(taken)));
        let mut dealt = old.clone();
        dealt.deal("9H".parse().unwrap());
        assert_eq!(between(&old, &dealt), Change::Dealt);
        assert_eq!(between(&new, &dealt), Change::Rest);
        assert_eq!(between(&old, &old), Change::Rest);
    }
}
