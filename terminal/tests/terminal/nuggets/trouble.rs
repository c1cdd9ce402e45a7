//! Servers that don't answer, and datagrams that are none of the protocol.

use std::net::UdpSocket;

use super::server::Server;
use super::{MAP, WINDOW, display, nuggets, playing};

#[test]
fn a_silent_server_is_told_and_asked_again() {
    let mut server = Server::start();
    let tty = nuggets(&server).arg("Ada").start(WINDOW);
    assert_eq!(server.hear(), b"PLAY Ada");
    assert_eq!(server.hear(), b"PLAY Ada");
    tty.shows("does not answer. Still trying; press Q to leave.");
    // The answer to the second question is an error, since the first has arrived after all.
    for datagram in ["OK A", "GRID 3 7", "GOLD 0 0 250", &display(&MAP), "ERROR you are in the match"] {
        server.say(datagram);
    }
    tty.shows("|.@.*B|");
    tty.shows("Player A has 0 nuggets (250 nuggets unclaimed).  you are in the match");
}

#[test]
fn garbage_is_told_and_changes_nothing() {
    let (mut server, mut tty) = playing();
    let garbage: [&[u8]; 14] = [
        b"",
        b"\0",
        b"\0\0\0QUIT no",
        b"\xff\xfe\x1b[2J",
        b"quit now",
        b"OK",
        b"OK \xc3",
        b"GRID 0 0",
        b"GRID 4294967295 4294967295",
        b"GRID -3 7",
        b"GOLD 1 2",
        b"GOLD 99999999999999999999 1 1",
        b"DISPLAY",
        b"DISPLAY\n",
    ];
    for datagram in garbage {
        server.say(datagram);
    }
    server.say("ERROR \x1b[31mthe last\r\n");
    let status = "Player A has 0 nuggets (250 nuggets unclaimed).  ?[31mthe last";
    tty.shows_exactly(&[status, "+-----+", "|.@.*B|", "+-----+"]);
    tty.types("h");
    assert_eq!(server.hear(), b"KEY h");
}

#[test]
fn the_largest_datagrams_do_no_harm() {
    let (server, tty) = playing();
    for filling in [b'.', b'\n', b' ', 0, 0xff] {
        for word in ["DISPLAY\n", "ERROR ", "GOLD ", "GRID ", "OK ", ""] {
            let mut datagram = word.as_bytes().to_vec();
            datagram.resize(65_507, filling);
            server.say(&datagram);
            // One at a time, so that none is lost on the way.
            let marker = format!("{filling} after {}.", word.trim_end());
            server.say(format!("ERROR {marker}"));
            tty.shows(&marker);
        }
    }
    server.say(display(&MAP));
    server.say("ERROR the last");
    tty.shows("the last");
    tty.shows("|.@.*B|");
}

#[test]
fn displays_are_shown_even_if_newlines_are_wrong() {
    let (server, tty) = playing();
    let status = "Player A has 0 nuggets (250 nuggets unclaimed).";
    for (text, row) in [
        ("+-----+\n|1....|\n+-----+", "|1....|"),
        ("+-----+\n|2....|\n+-----+\n\n", "|2....|"),
        ("+-----+|3....|+-----+", "|3....|"),
    ] {
        server.say(format!("DISPLAY\n{text}"));
        tty.shows_exactly(&[status, "+-----+", row, "+-----+"]);
    }
}

#[test]
fn a_display_may_be_the_first_to_arrive() {
    let mut server = Server::start();
    let tty = nuggets(&server).arg("Ada").start(WINDOW);
    server.hear();
    server.say(display(&MAP));
    tty.shows("|.@.*B|");
    for datagram in ["GOLD 0 0 250", "GRID 3 7", "OK A"] {
        server.say(datagram);
    }
    let status = "Player A has 0 nuggets (250 nuggets unclaimed).";
    tty.shows_exactly(&[status, "+-----+", "|.@.*B|", "+-----+"]);
}

#[test]
fn strangers_are_not_heard() {
    let (server, tty) = playing();
    let stranger = UdpSocket::bind("127.0.0.1:0").unwrap();
    server.say_from(&stranger, "QUIT go away");
    server.say_from(&stranger, "ERROR stranger");
    server.say("ERROR the server");
    tty.shows("  the server");
}

/// The whole network 127.0.0.0/8 is this machine on Linux alone.
#[cfg(target_os = "linux")]
#[test]
fn the_server_may_answer_from_another_address() {
    let mut server = Server::start();
    let tty = nuggets(&server).arg("Ada").start(WINDOW);
    server.hear();
    let port: u16 = server.port().parse().unwrap();
    let other = UdpSocket::bind(("127.0.0.2", port)).unwrap();
    server.say_from(&other, display(&MAP));
    tty.shows("|.@.*B|");
}
