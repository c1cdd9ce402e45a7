//! Bots play, and everything is printed and written.

use std::io::{BufRead as _, BufReader};
use std::process::Stdio;

use rstest::rstest;

use super::{Folder, text};

const GAME: [&str; 7] = ["--auto", "-n", "4", "-r", "3", "--seed", "42"];

#[test]
fn a_whole_game_is_printed_and_written() {
    let folder = Folder::new();
    let output = folder.run(&GAME);
    assert_eq!((output.status.code(), text(output.stderr)), (Some(0), String::new()));
    let (log, verdict) = folder.whole();
    assert_eq!(verdict.rounds, 3);
    assert!(!verdict.winners.is_empty());
    assert_eq!(text(output.stdout), log);
    assert!(log.starts_with(
        "---- Initial setup ----\nNumber of rounds: 3\nNumber of decks: 2\nNumber of players: 4\n\
         Initial cards: 5\nSeed: 42\nShuffle result: "
    ));
}

#[test]
fn the_same_seed_gives_the_same_bytes_and_another_one_others() {
    let folder = Folder::new();
    let first = folder.run(&GAME).stdout;
    let again = folder.run(&GAME).stdout;
    let other = folder.run(&["--auto", "-n", "4", "-r", "3", "--seed", "43"]).stdout;
    assert_eq!(first, again);
    assert_ne!(first, other);
}

#[test]
fn without_a_seed_a_random_one_is_taken_and_logged() {
    let folder = Folder::new();
    let first = text(folder.run(&["-a"]).stdout);
    assert_ne!(text(folder.run(&["-a"]).stdout), first);
    let seed = first.lines().find_map(|line| line.strip_prefix("Seed: ")).unwrap();
    assert_eq!(text(folder.run(&["-a", "--seed", seed]).stdout), first);
}

#[rstest]
#[case::the_least("-n3 -c2 -d2 -r1")]
#[case::the_most_players("-n10 -c9 -d2 -r2")]
#[case::hardly_a_stock("-n4 -c24 -d2 -r1")]
#[case::the_most_decks("-n10 -c30 -d20 -r1")]
#[case::the_most_rounds("-n3 -c2 -d2 -r100")]
fn tables_of_all_sizes_are_played_to_their_end(#[case] line: &str) {
    for seed in ["--seed=1", "--seed=18446744073709551615"] {
        let folder = Folder::new();
        let arguments: Vec<&str> = line.split_whitespace().chain(["-a", seed]).collect();
        assert_eq!(folder.run(&arguments).status.code(), Some(0));
        folder.whole();
    }
}

#[test]
fn the_log_goes_where_it_is_wanted_and_replaces_what_was_there() {
    let folder = Folder::new();
    folder.write("a log.txt", &"old\n".repeat(100_000));
    let output = folder.run(&["--auto", "--log", "a log.txt"]);
    assert_eq!(text(output.stdout), folder.read("a log.txt"));
    assert!(!folder.has("onecard.log"));
}

#[test]
fn whoever_stops_reading_ends_nothing_but_the_printing() {
    let folder = Folder::new();
    // More than a pipe holds.
    let arguments = ["--auto", "-n10", "-c9", "-r20", "--seed", "42"];
    let mut child = folder.onecard(&arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    assert_eq!(line, "---- Initial setup ----\n");
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), text(output.stderr)), (Some(0), String::new()));
    assert_eq!(folder.whole().1.rounds, 20);
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_told() {
    let folder = Folder::new();
    let full = std::fs::File::options().write(true).open("/dev/full").unwrap();
    let output = folder.onecard(&["--auto"]).stdout(full).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(text(output.stderr).starts_with("onecard: can't write to standard output: "));
    folder.beginning();
}
