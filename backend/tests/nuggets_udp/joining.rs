//! Coming and going.

use crate::support::{Host, MAP};

#[test]
fn a_player_is_told_letter_grid_gold_and_display() {
    let host = Host::start(MAP, 1);
    let mut ann = host.client();
    ann.say("PLAY Ann");
    ann.expect("OK A");
    ann.expect("GRID 6 35");
    ann.expect("GOLD 0 0 250");
    ann.expect_display();
    assert_eq!(ann.display.len(), 6);
    assert!(ann.display.iter().all(|row| row.len() == 35));
    assert_eq!(ann.all('@').len(), 1);
    ann.expect_silence();
}

#[test]
fn a_spectator_may_come_before_any_player_and_sees_all() {
    let host = Host::start(MAP, 1);
    let mut eve = host.client();
    eve.say("SPECTATE");
    eve.expect("GRID 6 35");
    eve.expect("GOLD 0 0 250");
    eve.expect_display();
    let piles = eve.all('*').len();
    assert!((10..=30).contains(&piles), "{piles}");
    assert_eq!(eve.display.join("\n").replace('*', "."), MAP.trim_end());
    let _ann = host.player("Ann");
    eve.expect_display();
    assert_eq!(eve.all('A').len(), 1);
    eve.expect_silence();
}

#[test]
fn everybody_else_gets_one_display_when_somebody_joins_or_leaves() {
    let host = Host::start(MAP, 1);
    let (mut ann, mut eve) = (host.player("Ann"), host.spectator());
    let mut ben = host.player("Ben");
    for client in [&mut ann, &mut eve] {
        client.expect_display();
        client.expect_silence();
    }
    ben.expect_silence();
    ben.say("KEY Q");
    ben.expect("QUIT Thanks for playing!");
    for client in [&mut ann, &mut eve] {
        client.expect_display();
        assert_eq!(client.all('B').len(), 0);
        client.expect_silence();
    }
    // Who has left gets nothing any more, moves nothing, and may not come again from there.
    ben.say("KEY h");
    ben.expect_error();
    ben.say("PLAY Ben");
    ben.expect_error();
    ben.say("SPECTATE");
    ben.expect_error();
    ann.expect_silence();
}

#[test]
fn a_second_play_from_a_player_changes_nothing() {
    let host = Host::start(MAP, 1);
    let mut ann = host.player("Ann");
    ann.say("PLAY Ann again");
    ann.expect_error();
    ann.say("SPECTATE");
    ann.expect_error();
    let eve = host.spectator();
    assert_eq!((eve.all('A').len(), eve.all('B').len()), (1, 0));
}

#[test]
fn there_is_one_spectator_at_a_time() {
    let host = Host::start(MAP, 1);
    let mut first = host.spectator();
    let mut second = host.spectator();
    first.expect("QUIT You have been replaced by a new spectator.");
    first.say("KEY Q");
    first.expect_error();
    // From the same address nobody is replaced.
    second.say("SPECTATE");
    second.watching();
    second.say("KEY h");
    second.expect("ERROR usage: unknown Spectator keystroke");
    second.say("KEY Q");
    second.expect("QUIT Thanks for watching!");
    second.say("SPECTATE");
    second.watching();
}

#[test]
fn twenty_six_come_and_leave_and_the_27th_is_refused() {
    let host = Host::start(MAP, 1);
    for letter in 'A'..='Z' {
        let mut client = host.client();
        client.say(&format!("PLAY Player {letter}"));
        assert_eq!(client.joined(), letter);
        client.say("KEY Q");
        client.expect("QUIT Thanks for playing!");
    }
    let mut late = host.client();
    late.say("PLAY Late");
    late.expect("QUIT Game is full: no more players can join.");
    late.say("PLAY ");
    late.expect("QUIT Game is full: no more players can join.");
    let eve = host.spectator();
    assert_eq!(eve.display.concat().chars().filter(char::is_ascii_uppercase).count(), 0);
}

#[test]
fn a_map_without_a_free_spot_is_full() {
    // Two spots: gold takes one, a player the other.
    let host = Host::start("+--+\n|..|\n+--+\n", 1);
    let _ann = host.player("Ann");
    let mut ben = host.client();
    ben.say("PLAY Ben");
    ben.expect("QUIT Game is full: no more players can join.");
}

#[test]
fn a_player_has_to_have_a_name() {
    let host = Host::start(MAP, 1);
    for nameless in ["PLAY", "PLAY ", "PLAY    ", "PLAY \t"] {
        let mut client = host.client();
        client.say(nameless);
        client.expect("QUIT Sorry - you must provide player's name.");
    }
}
