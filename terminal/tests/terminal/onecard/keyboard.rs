//! People at one keyboard and one screen.

use vt100::Color;

use super::Folder;
use crate::tty::{Program, Tty};

const WINDOW: (u16, u16) = (80, 24);

/// The table of the tests with pipes: the second player begins.
fn table(folder: &Folder) -> Program {
    program(folder, &["-n3", "--seed", "42"])
}

fn program(folder: &Folder, arguments: &[&str]) -> Program {
    let program = Program::new(env!("CARGO_BIN_EXE_onecard")).current_dir(folder.0.path());
    arguments.iter().fold(program, Program::arg)
}

/// The second player sees his cards.
fn begun(folder: &Folder) -> Tty {
    let mut tty = table(folder).start(WINDOW);
    tty.shows("Player 2, press Enter to see your cards:");
    tty.types("\r");
    tty.shows("Number of the card to play, or 0 to draw 1 card:");
    tty
}

#[test]
fn a_turn_shows_the_table_and_the_own_hand_and_nothing_of_it_stays() {
    let folder = Folder::new();
    let mut tty = begun(&folder);
    tty.shows_exactly(&[
        "OneCard, round 1 of 1",
        "",
        "Player 2, it is your turn.",
        "",
        "Last card   ♣6 (6 of Clubs)",
        "Direction   counter-clockwise: 1 → 2 → 3 → 1",
        "Cards held  Player 1: 5  you: 5  Player 3: 5",
        "Stock       85 cards",
        "",
        "Your cards; those in brackets can be played:",
        "   1  ♠8    2  ♠8",
        "   3  ♥K",
        "  [4] ♣8   [5] ♣K",
        "Number of the card to play, or 0 to draw 1 card:",
    ]);
    tty.types("4\r");
    tty.shows_exactly(&[
        "OneCard, round 1 of 1",
        "",
        "Player 2 plays ♣8.",
        "",
        "Pass the keyboard to Player 3. Nobody else should look.",
        "",
        "Player 3, press Enter to see your cards:",
    ]);
    tty.types("\r");
    tty.shows("Player 3, it is your turn.");
    tty.shows("Cards held  Player 1: 5  Player 2: 4  you: 5");
    assert!(folder.beginning().ends_with("Player 2 cards: Spades 8, Spades 8, Hearts King, Clubs King\n"));
}

#[test]
fn who_draws_sees_the_card_and_the_others_only_how_many() {
    let folder = Folder::new();
    let mut tty = begun(&folder);
    tty.types("0\r");
    tty.shows("You draw ♣K.");
    tty.shows("Press Enter to end your turn:");
    tty.types("\r");
    tty.shows_exactly(&[
        "OneCard, round 1 of 1",
        "",
        "Player 2 draws 1 card.",
        "",
        "Pass the keyboard to Player 3. Nobody else should look.",
        "",
        "Player 3, press Enter to see your cards:",
    ]);
}

#[test]
fn what_is_refused_is_told_and_asked_again() {
    let folder = Folder::new();
    let mut tty = begun(&folder);
    tty.types("abcdefghij\r");
    tty.shows("That is not a number. Number of the card");
    tty.types("1\r");
    tty.shows("It has neither the suit nor the rank of the 6 of Clubs. Number of the card");
    tty.types("9\r");
    tty.shows("The number is too large: you hold 5 cards. Number of the card");
    tty.types("\r");
    tty.shows("Nothing was typed. Number of the card");
    // The line can be edited before it is sent.
    tty.types("99\x7f\x7f4\r");
    tty.shows("Player 2 plays ♣8.");
}

#[test]
fn every_way_to_break_off_restores_the_screen_and_leaves_the_log() {
    for (keys, code, why) in [
        ("\x03", 130, "onecard: the game was broken off; onecard.log"),
        ("\x04", 1, "onecard: the game was broken off: there is no more input; onecard.log"),
    ] {
        let folder = Folder::new();
        let mut tty = begun(&folder);
        tty.types("4\r");
        tty.shows("Player 3, press Enter to see your cards:");
        tty.types(keys);
        let (ended, left) = tty.ends();
        assert_eq!(ended, code);
        assert!(left.contains(why), "{left}");
        assert!(!left.contains("Player"), "nothing of the pages stays: {left}");
        assert!(folder.beginning().contains("Player 2 plays: Clubs 8\n"));
    }
}

#[test]
fn signals_end_at_once() {
    for (signal, code) in [("INT", 130), ("TERM", 143), ("HUP", 129)] {
        let folder = Folder::new();
        let mut tty = begun(&folder);
        tty.signal(signal);
        assert_eq!(tty.ends().0, code);
        folder.beginning();
    }
}

#[test]
fn red_suits_are_red_unless_no_color_is_wanted() {
    let red = |tty: &Tty, wanted: bool| {
        tty.until("the King of hearts, and its colour", |screen| {
            let rows: Vec<String> = screen.rows(0, 80).collect();
            let row = rows.iter().position(|row| row.contains("♥K"));
            row.is_some_and(|row| {
                let column = rows[row].chars().position(|sign| sign == '♥').unwrap();
                let cell = screen.cell(row.try_into().unwrap(), column.try_into().unwrap()).unwrap();
                (cell.fgcolor() == Color::Idx(1)) == wanted
            })
        });
    };
    let folder = Folder::new();
    red(&begun(&folder), true);
    let mut tty = table(&folder).env("NO_COLOR", "1").start(WINDOW);
    tty.shows("Player 2, press Enter to see your cards:");
    tty.types("\r");
    red(&tty, false);
}

#[test]
fn a_hand_that_is_wider_than_the_window_is_wrapped_between_cards() {
    let folder = Folder::new();
    let mut tty = program(&folder, &["-n3", "-c33", "--seed", "42"]).start((40, 40));
    tty.shows("press Enter to see your cards:");
    tty.types("\r");
    tty.shows("or 0 to draw 1 card:");
    tty.until("33 numbered cards in whole", |screen| {
        let rows: Vec<String> = screen.rows(0, 40).collect();
        let hand = rows.iter().skip_while(|row| !row.starts_with("Your cards")).skip(1);
        let cards: String = hand.take_while(|row| !row.starts_with("Number")).cloned().collect();
        cards.matches(['♠', '♥', '♦', '♣']).count() == 33
            && rows.iter().all(|row| !row.trim_end().ends_with([']', '♠', '♥', '♦', '♣']))
    });
}

#[test]
fn a_game_of_two_rounds_is_played_to_its_end() {
    const QUESTIONS: [&str; 12] = [
        "Number of the card to play, or 0 to draw 1 card:",
        "Number of the card to play, or 0 to draw 2 cards:",
        "Number of the card to play, or 0 to draw 3 cards:",
        "Number of the card to play, or 0 to draw 4 cards:",
        "Number of the card to play, or 0 to draw 5 cards:",
        "Number of the card to play, or 0 to draw 6 cards:",
        "Press Enter to end your turn:",
        "Press Enter for the next round:",
        "Player 1, press Enter to see your cards:",
        "Player 2, press Enter to see your cards:",
        "Player 3, press Enter to see your cards:",
        "Player 4, press Enter to see your cards:",
    ];
    let folder = Folder::new();
    let mut tty = program(&folder, &["-n4", "-c2", "-r2", "--seed", "7"]).start(WINDOW);
    let (mut bytes, mut tried, mut between) = (0, 0, 0);
    while let Some(question) = tty.asks(&QUESTIONS, bytes) {
        bytes = tty.bytes();
        let answer = if question > 5 {
            tried = 0;
            between += usize::from(question == 7);
            "\r".to_owned()
        } else {
            // One card after the other, and in the end a draw.
            tried += 1;
            format!("{}\r", tried % 7)
        };
        // What is typed is echoed; there has to be more.
        bytes += answer.len() + 1;
        tty.types(answer);
    }
    let (code, left) = tty.ends();
    let (_, verdict) = folder.whole();
    assert_eq!((code, between, verdict.rounds), (0, 1, 2));
    assert!(left.starts_with("Round 2 of 2: Player "), "{left}");
    assert!(left.contains("this round    total"), "{left}");
    assert!(left.contains(&format!("\nPlayer {} ", verdict.winners[0])), "{left}");
}
