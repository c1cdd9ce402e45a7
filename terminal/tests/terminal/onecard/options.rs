//! Options that are wrong, and logs that can't be.

use rstest::rstest;

use super::{Folder, text};

#[rstest]
#[case::two_players("-n 2", "--player-number", "from 3 to 10")]
#[case::eleven_players("--player-number=11", "--player-number", "from 3 to 10")]
#[case::no_cards("-c 0", "--initial-cards", "from 2 to 345")]
#[case::one_card("--initial-cards 1", "--initial-cards", "from 2 to 345")]
#[case::one_deck("-d 1", "--decks", "from 2 to 20")]
#[case::no_rounds("-r 0", "--rounds", "from 1 to 100")]
#[case::players_in_letters("-n four", "--player-number", "from 3 to 10")]
#[case::cards_in_letters("-c five", "--initial-cards", "from 2 to 345")]
#[case::decks_in_letters("-d two", "--decks", "from 2 to 20")]
#[case::rounds_in_letters("-r one", "--rounds", "from 1 to 100")]
#[case::seed_in_letters("--seed random", "--seed", "from 0 to 18446744073709551615")]
#[case::below_zero("-r -1", "--rounds", "from 1 to 100")]
#[case::too_many_cards("-n 4 -c 25 -d 2", "--initial-cards", "at most 24 cards each")]
#[case::no_log("--log=", "--log", "a value is required")]
#[case::unknown("--cheat", "--cheat", "unexpected argument")]
fn wrong_options_are_told_with_code_2(#[case] line: &str, #[case] option: &str, #[case] right: &str) {
    for mode in [&["--auto"][..], &[]] {
        let folder = Folder::new();
        let arguments: Vec<&str> = mode.iter().copied().chain(line.split_whitespace()).collect();
        let output = folder.run(&arguments);
        assert_eq!(output.status.code(), Some(2));
        assert!(output.stdout.is_empty());
        let told = text(output.stderr);
        assert!(told.starts_with("error: ") && told.contains(option) && told.contains(right), "{told}");
        assert!(!folder.has("onecard.log"));
    }
}

#[test]
fn without_a_log_nothing_is_dealt() {
    for log in ["no such folder/x.log", "."] {
        for mode in [&["--auto"][..], &[]] {
            let folder = Folder::new();
            let output = folder.run(&[mode, &["--log", log]].concat());
            assert_eq!(output.status.code(), Some(1));
            assert!(output.stdout.is_empty());
            assert!(text(output.stderr).starts_with(&format!("onecard: can't write the log {log}: ")));
        }
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_disk_without_room_for_the_log_is_found_before_the_deal() {
    let output = Folder::new().run(&["--auto", "--log", "/dev/full"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(output.stdout.is_empty());
    assert!(text(output.stderr).starts_with("onecard: can't write the log /dev/full: "));
}

#[test]
fn help_and_version_are_no_errors() {
    for (flag, told) in [("-h", "Exit codes:"), ("--help", "Exit codes:"), ("--version", "onecard ")] {
        let folder = Folder::new();
        let output = folder.run(&[flag]);
        assert_eq!(output.status.code(), Some(0));
        assert!(text(output.stdout).contains(told));
        assert!(!folder.has("onecard.log"));
    }
}
