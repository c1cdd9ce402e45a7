//! Logs with one thing changed: the judge finds it, and never in a line before it.

use shared::onecard::Options;

use crate::judge::judge;
use crate::play::{Manner, options, play};

/// Logs that together have every kind of line.
fn logs() -> [String; 5] {
    [
        shortest(&options(3, 3, 2, 2), Manner::Specials, "Round 2 ends."),
        shortest(&options(4, 3, 2, 1), Manner::Anything, "Winner: player "),
        shortest(&options(3, 33, 2, 1), Manner::Specials, "Stock exhausted; "),
        shortest(&options(10, 9, 2, 1), Manner::Drawing, "The round is blocked."),
        shortest(&options(4, 3, 2, 1), Manner::Leaving, " leaves."),
    ]
}

/// The shortest of some logs that have `text`.
fn shortest(options: &Options, manner: Manner, text: &str) -> String {
    let logs = (0..40).map(|seed| play(options, seed, manner)).filter(|log| log.contains(text));
    logs.min_by_key(|log| log.lines().count()).expect("some log has it")
}

fn expect_fault(log: &str, lines: &[String], changed: usize, what: &str) {
    let text = lines.join("\n") + "\n";
    if text == log {
        return;
    }
    match judge(&text) {
        Ok(_) => {
            panic!("{what} of line {} is not found: {}", changed + 1, lines[changed.min(lines.len() - 1)])
        }
        Err(fault) => assert!(fault.line > changed, "{what} of line {}: {fault}", changed + 1),
    }
}

/// Calls `mutate` for every line of every log.
fn each_line(mutate: impl Fn(&str, &[String], usize)) {
    for log in logs() {
        judge(&log).unwrap();
        let lines: Vec<String> = log.lines().map(str::to_owned).collect();
        (0..lines.len()).for_each(|at| mutate(&log, &lines, at));
    }
}

fn with(lines: &[String], at: usize, line: String) -> Vec<String> {
    let mut lines = lines.to_vec();
    lines[at] = line;
    lines
}

/// Nothing but the program that plays knows what a seed shuffles.
fn is_seed(line: &str) -> bool {
    line.starts_with("Seed: ")
}

#[test]
fn a_line_that_is_missing_is_found() {
    each_line(|log, lines, at| {
        let mut lines = lines.to_vec();
        lines.remove(at);
        expect_fault(log, &lines, at, "the loss");
    });
}

#[test]
fn a_line_that_is_there_twice_is_found() {
    each_line(|log, lines, at| {
        let mut lines = lines.to_vec();
        lines.insert(at, lines[at].clone());
        expect_fault(log, &lines, at, "the double");
    });
}

#[test]
fn lines_in_the_wrong_order_are_found() {
    each_line(|log, lines, at| {
        let mut lines = lines.to_vec();
        // Two may leave in either order.
        let leave = |line: Option<&String>| line.is_some_and(|line| line.ends_with(" leaves."));
        if at + 1 < lines.len() && !(leave(lines.get(at)) && leave(lines.get(at + 1))) {
            lines.swap(at, at + 1);
            expect_fault(log, &lines, at, "the wrong place");
        }
    });
}

#[test]
fn a_number_that_is_changed_is_found() {
    each_line(|log, lines, at| {
        let line = &lines[at];
        let digits = line.char_indices().filter(|(_, digit)| digit.is_ascii_digit());
        for (place, digit) in digits.filter(|_| !is_seed(line)) {
            let other = char::from(b'0' + (digit as u8 - b'0' + 1) % 10);
            let changed = format!("{}{other}{}", &line[..place], &line[place + 1..]);
            expect_fault(log, &with(lines, at, changed), at, "the number");
        }
    });
}

#[test]
fn a_card_that_is_changed_is_found() {
    const SUITS: [&str; 4] = ["Spades", "Hearts", "Diamonds", "Clubs"];
    each_line(|log, lines, at| {
        let line = &lines[at];
        for (suit, other) in SUITS.iter().zip(SUITS.iter().cycle().skip(1)) {
            for (place, _) in line.match_indices(suit) {
                let changed = format!("{}{other}{}", &line[..place], &line[place + suit.len()..]);
                expect_fault(log, &with(lines, at, changed), at, "the suit");
            }
        }
        for (rank, other) in [("Jack", "Queen"), ("Queen", "Jack"), ("King", "7"), ("Ace", "2")] {
            for (place, _) in line.match_indices(rank) {
                let changed = format!("{}{other}{}", &line[..place], &line[place + rank.len()..]);
                expect_fault(log, &with(lines, at, changed), at, "the rank");
            }
        }
    });
}

#[test]
fn cards_that_are_swapped_are_found() {
    each_line(|log, lines, at| {
        let Some((head, cards)) = lines[at].split_once(": ") else { return };
        let cards: Vec<&str> = cards.split(", ").collect();
        // Of the shuffle only what is dealt is sure to be seen, and the order of a stock made of discards is not known.
        let seen = match head {
            "Shuffle result" => 9,
            head if head.ends_with("draws") => 0,
            _ => cards.len(),
        };
        for second in 1..seen {
            let mut swapped = cards.clone();
            swapped.swap(second - 1, second);
            expect_fault(log, &with(lines, at, format!("{head}: {}", swapped.join(", "))), at, "the order");
        }
    });
}

#[test]
fn blanks_and_ends_of_lines_count() {
    each_line(|log, lines, at| {
        for changed in [format!("{} ", lines[at]), format!(" {}", lines[at]), format!("{}\r", lines[at])] {
            expect_fault(log, &with(lines, at, changed), at, "the blank");
        }
    });
}
