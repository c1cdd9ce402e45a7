//! Datagrams that nobody should send. The server lives, nothing changes, others play on.

use crate::support::{Host, MAP};

#[test]
fn malformed_datagrams_are_errors_and_change_nothing() {
    let host = Host::start(MAP, 1);
    let mut ann = host.player("Ann");
    for text in [
        "",
        "\n",
        "play Ann",
        "KEY",
        "KEY ",
        "KEY hh",
        "KEY h\n",
        "SPECTATE now",
        "QUIT",
        "OK A",
        "DISPLAY\n",
        "\0",
        "KEY \u{e9}",
    ] {
        ann.say(text);
        ann.expect_error();
    }
    for byte in [0, 7, 27, 127, 0x9a, 255] {
        ann.send(&[b"KEY ".as_slice(), &[byte]].concat());
        ann.expect_error();
    }
    let before = ann.display.clone();
    let mut stranger = host.client();
    stranger.say("KEY l");
    stranger.expect_error();
    let _ben = host.player("Ben");
    ann.expect_display();
    assert_eq!(ann.find('@'), before.iter().zip(0..).find_map(|(row, at)| Some((at, row.find('@')?))));
}

#[test]
fn the_largest_datagrams_are_answered_with_a_short_one() {
    let host = Host::start(MAP, 1);
    let mut client = host.client();
    for byte in [b'x', 0, 255] {
        client.send(&vec![byte; 65_507]);
        assert!(client.expect_error().len() < 100);
    }
    client.say(&format!("PLAY {}", "x".repeat(65_000)));
    assert_eq!(client.joined(), 'A');
}

/// What a stranger is told is never more than one short datagram for each of its own, and not without end.
#[test]
fn a_stranger_is_not_answered_without_end() {
    let host = Host::start(MAP, 1);
    let (mut ann, stranger) = (host.player("Ann"), host.client());
    for _ in 0..5_000 {
        stranger.say("KEY h");
    }
    // The flood is through when a key of somebody else is answered.
    ann.ask_in_a_flood("KEY %", "ERROR usage: unknown keystroke");
    let answers = stranger.count_waiting();
    assert!(answers <= 200, "{answers} answers to 5,000 datagrams");
}

#[test]
fn keys_faster_than_a_person_are_dropped_and_others_play_on() {
    let host = Host::start(MAP, 1);
    let (mut ann, mut ben) = (host.player("Ann"), host.player("Ben"));
    ann.expect_display();
    for _ in 0..20_000 {
        ben.say("KEY %");
    }
    ann.ask_in_a_flood("KEY Q", "QUIT Thanks for playing!");
    // Ben's own answers first, then the display without Ann.
    loop {
        let text = ben.hear();
        if text.starts_with("DISPLAY") {
            break;
        }
        assert_eq!(text, "ERROR usage: unknown keystroke");
    }
    assert_eq!(ben.all('A').len(), 0);
}

#[test]
fn garbage_of_every_kind_leaves_the_server_as_it_was() {
    let host = Host::start(MAP, 1);
    let mut ann = host.player("Ann");
    // A small generator of its own: the bytes need no quality.
    let mut state = 0x2545_f491_u32;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        state
    };
    let words: [&[u8]; 5] = [b"PLAY", b"SPECTATE", b"KEY", b"QUIT", b""];
    for _ in 0..50 {
        let client = host.client();
        for _ in 0..10 {
            let word = words[next() as usize % words.len()];
            let tail: Vec<u8> = (0..next() % 40).map(|_| next().to_le_bytes()[0] | 1).collect();
            client.send(&[word, &tail].concat());
        }
    }
    ann.ask_in_a_flood("KEY Q", "QUIT Thanks for playing!");
}
