//! Joining, drawing, moving.

use super::server::Server;
use super::{MAP, WINDOW, display, nuggets, playing};
use crate::tty::Tty;

#[test]
fn a_player_joins_and_sees_the_map() {
    let (_server, tty) = playing();
    tty.shows_exactly(&["Player A has 0 nuggets (250 nuggets unclaimed).", "+-----+", "|.@.*B|", "+-----+"]);
}

#[test]
fn a_spectator_joins_without_ok() {
    let mut server = Server::start();
    let tty = nuggets(&server).start(WINDOW);
    assert_eq!(server.hear(), b"SPECTATE");
    for datagram in ["GRID 3 7", "GOLD 0 0 211", &display(&["+-----+", "|.A.*B|", "+-----+"])] {
        server.say(datagram);
    }
    tty.shows_exactly(&["Spectator: 211 nuggets unclaimed.", "+-----+", "|.A.*B|", "+-----+"]);
}

#[test]
fn a_name_may_have_blanks_and_more_than_ascii() {
    let mut server = Server::start();
    let _tty = nuggets(&server).arg(" Ada  von L\u{f6}v ").start(WINDOW);
    assert_eq!(server.hear(), "PLAY  Ada  von L\u{f6}v ".as_bytes());
}

#[test]
fn keys_and_arrows_move() {
    let (mut server, mut tty) = playing();
    tty.types("h\x1b[BL\x1b[1;2A9?");
    for key in ["h", "j", "L", "K", "u", "?"] {
        assert_eq!(server.hear(), format!("KEY {key}").as_bytes());
    }
    server.say(display(&["+-----+", "|@..*B|", "+-----+"]));
    tty.shows("|@..*B|");
}

#[test]
fn what_is_no_key_of_the_game_is_not_sent() {
    let (mut server, mut tty) = playing();
    tty.types("\x1b[15~\x1bOP\x1b[[A\x1b[<0;3;4M\u{fc}\r\t\x1b[1;5Bh");
    assert_eq!(server.hear(), b"KEY h");
}

#[test]
fn found_gold_and_errors_are_told() {
    let (server, tty) = playing();
    server.say("GOLD 0 39 211");
    server.say("GOLD 39 39 211");
    server.say("GOLD 0 39 200");
    tty.shows("Player A has 39 nuggets (200 nuggets unclaimed).  GOLD received: 39");
    server.say("ERROR usage: unknown keystroke\n");
    tty.shows("Player A has 39 nuggets (200 nuggets unclaimed).  usage: unknown keystroke");
}

#[test]
fn only_what_changed_is_written() {
    let rows = vec![".".repeat(200); 60];
    let mut server = Server::start();
    let tty = nuggets(&server).arg("Ada").start((201, 61));
    server.hear();
    server.say("OK A");
    server.say("GRID 60 200");
    server.say("GOLD 0 0 250");
    server.say(format!("DISPLAY\n{}\n", rows.join("\n")));
    shows_bottom(&tty, ".");
    let before = tty.bytes();
    // One at a time, so that none is lost on the way.
    for letter in 'A'..='Z' {
        let mut rows = rows.clone();
        rows[59].replace_range(199.., &letter.to_string());
        server.say(format!("DISPLAY\n{}\n", rows.join("\n")));
        shows_bottom(&tty, &letter.to_string());
    }
    let written = tty.bytes() - before;
    assert!(written < 26 * 100, "{written} bytes for 26 changes of a cell in 12000");
}

fn shows_bottom(tty: &Tty, character: &str) {
    tty.until(&format!("waited for {character} in the last corner"), |screen| {
        screen.cell(60, 199).is_some_and(|cell| cell.contents() == character)
    });
}

#[test]
fn colour_is_left_out_on_request() {
    for (value, coloured) in [("", true), ("1", false)] {
        let mut server = Server::start();
        let tty = nuggets(&server).arg("Ada").env("NO_COLOR", value).start(WINDOW);
        server.hear();
        server.say(display(&MAP));
        tty.shows("|.@.*B|");
        tty.until("waited for the colours", |screen| {
            let me = screen.cell(2, 2).unwrap();
            me.contents() == "@" && (me.fgcolor() != vt100::Color::Default) == coloured
        });
    }
}
