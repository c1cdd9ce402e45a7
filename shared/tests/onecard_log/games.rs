//! Games of many sizes, played in many manners: their logs are in order.

use rstest::rstest;
use shared::game::Level;

use crate::judge::{Verdict, judge, judge_beginning};
use crate::play::{Manner, options, play};

/// Players, cards, packs and rounds of tables: the smallest, the default, full ones with hardly a stock, large ones.
const TABLES: [(u8, u16, u8, u8); 8] = [
    (3, 2, 2, 3),
    (4, 5, 2, 3),
    (10, 9, 2, 2),
    (4, 24, 2, 1),
    (3, 33, 2, 2),
    (7, 7, 3, 4),
    (10, 20, 20, 1),
    (5, 2, 2, 20),
];

fn games(manner: Manner, seeds: u64) -> impl Iterator<Item = (u64, String)> {
    TABLES.into_iter().flat_map(move |(players, cards, packs, rounds)| {
        (0..seeds).map(move |seed| (seed, play(&options(players, cards, packs, rounds), seed, manner)))
    })
}

fn judged(seed: u64, log: &str) -> Verdict {
    judge(log).unwrap_or_else(|fault| panic!("seed {seed}, {fault}\n{log}"))
}

#[rstest]
#[case::of_easy_bots(Manner::Bots(Level::Easy))]
#[case::of_medium_bots(Manner::Bots(Level::Medium))]
#[case::of_hard_bots(Manner::Bots(Level::Hard))]
#[case::of_anything(Manner::Anything)]
#[case::of_drawing(Manner::Drawing)]
#[case::of_specials(Manner::Specials)]
fn logs_are_in_order(#[case] manner: Manner) {
    for (seed, log) in games(manner, 6) {
        let verdict = judged(seed, &log);
        assert!(log.starts_with(&format!("---- Initial setup ----\nNumber of rounds: {}\n", verdict.rounds)));
        assert!(!verdict.winners.is_empty());
    }
}

#[test]
fn logs_of_games_that_some_leave_are_in_order() {
    let mut left_alone = 0;
    for (seed, log) in games(Manner::Leaving, 20) {
        assert!(!judged(seed, &log).winners.is_empty());
        left_alone += usize::from(!log.contains("Round 1 ends."));
    }
    assert!(left_alone > 0);
}

/// Otherwise much of what the judge knows would never be asked for.
#[test]
fn everything_that_a_log_can_tell_is_told_in_some() {
    let random: Vec<String> = games(Manner::Anything, 4).map(|(_, log)| log).collect();
    let drawing: Vec<String> = games(Manner::Drawing, 1).map(|(_, log)| log).collect();
    let some = |logs: &[String], text: &str| logs.iter().any(|log| log.contains(text));
    assert!(some(&random, "Stock exhausted; "));
    assert!(some(&random, " wins!"));
    assert!(some(&random, ": 0, total: "));
    assert!(some(&random, "cards:\n"));
    assert!(some(&random, "Winner: player "));
    assert!(some(&drawing, "The round is blocked."));
    assert!(some(&drawing, "draws:\n"));
    let specials: Vec<String> = games(Manner::Specials, 40).map(|(_, log)| log).collect();
    assert!(some(&specials, "Winners: players "));
}

#[test]
fn every_beginning_of_a_log_is_in_order_and_none_is_a_whole_one() {
    let log = play(&options(3, 4, 2, 2), 7, Manner::Specials);
    for (end, _) in log.match_indices('\n') {
        let beginning = &log[..=end];
        judge_beginning(beginning).unwrap();
        assert_eq!(judge(beginning).is_ok(), beginning == log);
        if end > 0 {
            assert!(judge_beginning(&log[..end]).is_err(), "the last line has no end");
        }
    }
}
