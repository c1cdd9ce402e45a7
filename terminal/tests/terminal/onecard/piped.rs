//! Answers from a pipe: text follows text, and nothing is cleared.

use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Output, Stdio};
use std::thread;

use super::{Folder, text};

/// Three players of whom the second begins: the six of clubs lies there, and he holds two eights of spades, the King of
/// hearts, and the eight and King of clubs, in this order.
const TABLE: [&str; 3] = ["-n3", "--seed", "42"];

/// Plays with these lines as the whole input.
fn play(folder: &Folder, arguments: &[&str], input: &str) -> Output {
    let mut child = folder
        .onecard(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_owned();
    let writer = thread::spawn(move || {
        // The game may end before the input does.
        let _ = stdin.write_all(input.as_bytes());
    });
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    output
}

#[test]
fn a_number_plays_and_zero_draws() {
    let folder = Folder::new();
    let output = play(&folder, &TABLE, "4\n0\n");
    let said = text(output.stdout);
    assert!(said.contains("Player 2, it is your turn."), "{said}");
    assert!(said.contains("Player 2 plays ♣8.\n"), "{said}");
    assert!(said.contains("You draw "), "{said}");
    assert!(said.contains("Player 3 draws 1 card.\n"), "{said}");
    assert!(!said.contains('\x1b'), "{said}");
    let log = folder.beginning();
    let steps: Vec<&str> = log.lines().skip_while(|line| !line.starts_with("First card:")).collect();
    assert_eq!(
        steps[..3],
        [
            "First card: Clubs 6",
            "Player 2 plays: Clubs 8",
            "Player 2 cards: Spades 8, Spades 8, Hearts King, Clubs King"
        ]
    );
    assert!(steps[3].starts_with("Player 3 draws: "));
    assert_eq!(steps.len(), 5);
}

#[test]
fn answers_that_are_none_are_told_why_and_asked_again() {
    for (line, why) in [
        ("abcdefghij", "That is not a number."),
        ("four", "That is not a number."),
        ("3.5", "That is not a number."),
        ("\x1b[A", "That is not a number."),
        ("\u{fffd}♣8", "That is not a number."),
        ("", "Nothing was typed."),
        ("   ", "Nothing was typed."),
        ("-1", "The number is below 0."),
        ("6", "The number is too large: you hold 5 cards."),
        ("99999999999999999999999999", "The number is too large: you hold 5 cards."),
        ("1", "It has neither the suit nor the rank of the 6 of Clubs."),
    ] {
        let folder = Folder::new();
        let output = play(&folder, &TABLE, &format!("{line}\n4\n"));
        let said = text(output.stdout);
        let question = "Number of the card to play, or 0 to draw 1 card:\n";
        assert!(said.contains(&format!("{question}{why}\n{question}")), "{line}: {said}");
        // Nothing is played by it, and the next answer counts.
        assert!(folder.beginning().contains("First card: Clubs 6\nPlayer 2 plays: Clubs 8\n"), "{line}");
    }
}

#[test]
fn cards_that_do_nothing_about_an_attack_are_refused_with_the_reason() {
    let folder = Folder::new();
    // With large hands attacks come soon.
    let output = play(&folder, &["-n3", "-c33", "--seed", "42"], &"1\n2\n3\n4\n5\n6\n7\n8\n".repeat(20));
    let said = text(output.stdout);
    assert!(said.contains("\nATTACK      draw "), "{said}");
    assert!(said.contains("You are under attack: play a matching 2, 3 or 7"), "{said}");
    folder.beginning();
}

#[test]
fn the_end_of_the_input_breaks_the_game_off() {
    for input in ["", "4\n", "4\n0", "nonsense", "4\n\n"] {
        let folder = Folder::new();
        let output = play(&folder, &TABLE, input);
        assert_eq!(output.status.code(), Some(1), "{input:?}");
        assert_eq!(
            text(output.stderr),
            "onecard: the game was broken off: there is no more input; onecard.log has what was played\n"
        );
        let log = folder.beginning();
        let played = log.lines().filter(|line| line.contains(" plays: ") || line.contains(" draws: "));
        assert_eq!(played.count(), input.matches(['4', '0']).count(), "{input:?}");
    }
}

#[test]
fn a_line_that_has_no_end_takes_no_memory_and_is_no_answer() {
    let folder = Folder::new();
    let output = play(&folder, &TABLE, &format!("{}\n4\n", "7".repeat(10_000_000)));
    assert!(text(output.stdout).contains("The number is too large"));
    assert!(folder.beginning().contains("Player 2 plays: Clubs 8\n"));
}

#[test]
fn a_game_is_played_to_its_end() {
    let folder = Folder::new();
    // Whatever fits among the first cards, and otherwise a draw.
    let output = play(&folder, &["-n3", "-c2", "-r2", "--seed", "5"], &"1\n2\n3\n4\n0\n".repeat(2_000));
    let (log, verdict) = folder.whole();
    assert_eq!((output.status.code(), verdict.rounds), (Some(0), 2));
    let said = text(output.stdout);
    assert!(said.contains("\nRound 1 of 2: "), "{said}");
    assert!(said.contains("\nRound 2 of 2: "), "{said}");
    // The table shows what the log has.
    for line in log.lines().filter(|line| line.contains(", total: ")) {
        let (player, score) = line.split_once(": ").unwrap();
        let (points, total) = score.split_once(", total: ").unwrap();
        assert!(said.contains(&format!("{player:10} {points:>10} {total:>8}\n")), "{line}\n{said}");
    }
    let winner = format!("Player {} ", verdict.winners[0]);
    assert!(said.lines().last().unwrap().starts_with(&winner), "{said}");
}

#[test]
fn a_killed_program_leaves_what_was_played() {
    let folder = Folder::new();
    let mut child = folder.onecard(&TABLE).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(b"4\n").unwrap();
    let mut said = BufReader::new(child.stdout.take().unwrap()).lines();
    assert!(said.any(|line| line.unwrap() == "Player 3, it is your turn."));
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(folder.beginning().ends_with("Player 2 cards: Spades 8, Spades 8, Hearts King, Clubs King\n"));
}

#[test]
fn when_nobody_reads_the_game_ends_with_a_message() {
    let folder = Folder::new();
    let mut child = folder
        .onecard(&TABLE)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let mut stdin = child.stdin.take().unwrap();
    // It may have ended before.
    let _ = stdin.write_all(b"4\n");
    drop(stdin);
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(text(output.stderr).starts_with("onecard: can't write to standard output: "));
    folder.beginning();
}
