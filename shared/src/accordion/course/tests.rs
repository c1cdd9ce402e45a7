use proptest::prelude::*;

use super::*;
use crate::accordion::deck::deck;
use crate::seed::{Rng, Seed};

/// What was there before and after each step of a course played by chance, and the course.
fn played(number: u64, dealt: usize) -> (Vec<Row>, Course) {
    let mut rng = Seed::from_number(number).rng("course tests");
    let (mut course, mut rows) = (Course::default(), vec![Row::default()]);
    while course.dealt() < dealt {
        let moves: Vec<Move> = course.row().moves().collect();
        match rng.pick(&moves).filter(|_| number.is_multiple_of(2)) {
            Some(&step) => _ = course.make(step).unwrap(),
            None => _ = course.deal(course.next_card(&deck(number)).unwrap()),
        }
        rows.push(*course.row());
    }
    let finish = |rng: &mut Rng, course: &Course| {
        let moves: Vec<Move> = course.row().moves().collect();
        rng.pick(&moves).copied()
    };
    while let Some(step) = finish(&mut rng, &course) {
        course.make(step).unwrap();
        rows.push(*course.row());
    }
    (rows, course)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn everything_can_be_taken_back_in_practice(number: u64, dealt in 0..=52_usize) {
        let (mut rows, mut course) = played(number, dealt);
        prop_assert_eq!(course.steps().len() + 1, rows.len());
        while let Some(row) = rows.pop() {
            prop_assert_eq!(course.row(), &row);
            prop_assert_eq!(course.undo(true).is_some(), !rows.is_empty());
        }
        prop_assert_eq!(course, Course::default());
    }

    #[test]
    fn a_deal_stays_in_a_match(number: u64, dealt in 1..=52_usize) {
        let (_, mut course) = played(number, dealt);
        while course.undo(false).is_some() {}
        prop_assert_eq!(course.steps().last(), Some(&Step::Deal));
        prop_assert_eq!(course.dealt(), dealt);
    }

    #[test]
    fn a_course_survives_its_text(number: u64, dealt in 0..=52_usize) {
        let (_, course) = played(number, dealt);
        let text = serde_json::to_string(&course).unwrap();
        prop_assert_eq!(serde_json::from_str::<Course>(&text).unwrap(), course);
    }
}

#[test]
fn steps_that_do_not_lead_to_the_piles_are_no_course() {
    let read = |text: &str| serde_json::from_str::<Course>(text).is_ok();
    assert!(read(r#"{"piles":[],"steps":[]}"#));
    assert!(read(r#"{"piles":[[104,4],[212]],"steps":[null,null,[1,1,true,1],null]}"#));
    for bad in [
        r#"{"piles":[[104,4],[212]],"steps":[null,null,null]}"#,
        r#"{"piles":[[104,4],[212]],"steps":[null,null,[1,1,true,1]]}"#,
        r#"{"piles":[[104,4],[212]],"steps":[null,null,[1,1,false,1],null]}"#,
        r#"{"piles":[[104,4],[212]],"steps":[null,null,[1,1,true,2],null]}"#,
        r#"{"piles":[[104,4],[212]],"steps":[null,[1,1,true,1],null,null]}"#,
        r#"{"piles":[[104,3]],"steps":[null,null,[1,1,true,1]]}"#,
        r#"{"piles":[],"steps":[null]}"#,
        r#"{"piles":[],"steps":[[200,200,true,200]]}"#,
    ] {
        assert!(!read(bad), "{bad}");
    }
}

#[test]
fn a_pile_of_one_card_can_be_said_in_two_ways() {
    let mut course = Course::default();
    for card in ["4C", "4D"] {
        course.deal(card.parse().unwrap());
    }
    let said = |whole| Action::Move { from: 1, distance: 1, whole };
    assert_eq!(course.legal(false), [Action::Deal, said(true), said(false)]);
    assert_eq!(course.legal(true), [Action::Deal, said(true), said(false), Action::Undo]);
    course.make(Move { from: 1, distance: 1, whole: false }).unwrap();
    assert_eq!(course.legal(false), [Action::Deal, Action::Undo]);
    assert_eq!(
        course.steps().last(),
        Some(&Step::Move(Taken { from: 1, distance: 1, whole: true, cards: 1 }))
    );
}
