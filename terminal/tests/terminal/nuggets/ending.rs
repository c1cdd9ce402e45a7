//! All the ways to end, and the terminal after each.

use std::fs::File;
use std::process::{Command, Stdio};

use super::server::Server;
use super::{WINDOW, nuggets, playing};
use crate::tty::Program;

#[test]
fn q_leaves_and_prints_the_goodbye() {
    for key in ["Q", "\x03", "\x04"] {
        let (mut server, mut tty) = playing();
        tty.types(key);
        assert_eq!(server.hear(), b"KEY Q");
        server.say("QUIT Thanks for playing!\n");
        assert_eq!(tty.ends(), (0, "Thanks for playing!".into()));
    }
}

#[test]
fn the_table_at_the_end_is_printed_in_full() {
    let (server, mut tty) = playing();
    server.say("QUIT GAME OVER:\nA    211 Ada\nB     39 Bob the Blue\n\n");
    let (code, left) = tty.ends();
    assert_eq!(code, 0);
    assert_eq!(left, "GAME OVER:\nA    211 Ada\nB     39 Bob the Blue");
}

#[test]
fn a_refusal_is_printed() {
    let mut server = Server::start();
    let mut tty = nuggets(&server).arg("  ").start(WINDOW);
    assert_eq!(server.hear(), b"PLAY   ");
    server.say("QUIT Sorry - you must provide player's name.");
    assert_eq!(tty.ends(), (0, "Sorry - you must provide player's name.".into()));
}

#[test]
fn no_goodbye_is_waited_for_forever() {
    let (mut server, mut tty) = playing();
    tty.types("Q");
    assert_eq!(server.hear(), b"KEY Q");
    let (code, left) = tty.ends();
    assert_eq!(code, 2);
    assert!(left.contains("did not answer when you left"), "{left}");
}

#[test]
fn signals_leave_at_once() {
    for (signal, code) in [("TERM", 143), ("HUP", 129)] {
        let (mut server, mut tty) = playing();
        tty.signal(signal);
        assert_eq!(tty.ends(), (code, String::new()));
        assert_eq!(server.hear(), b"KEY Q");
    }
}

#[test]
fn an_interrupt_leaves_as_the_key_does() {
    let (mut server, mut tty) = playing();
    tty.signal("INT");
    assert_eq!(server.hear(), b"KEY Q");
    server.say("QUIT Thanks for playing!");
    assert_eq!(tty.ends(), (0, "Thanks for playing!".into()));
}

#[test]
fn keys_may_come_from_a_file_whose_end_leaves() {
    let mut server = Server::start();
    let command =
        format!("printf 'hL' | '{}' 127.0.0.1 {} Ada", env!("CARGO_BIN_EXE_nuggets"), server.port());
    let mut tty = Program::new("/bin/sh").arg("-c").arg(command).start(WINDOW);
    for datagram in ["PLAY Ada", "KEY h", "KEY L", "KEY Q"] {
        assert_eq!(server.hear(), datagram.as_bytes());
    }
    server.say("QUIT Thanks for playing!");
    assert_eq!(tty.ends(), (0, "Thanks for playing!".into()));
}

#[test]
fn wrong_arguments_are_told_with_code_1() {
    for arguments in [&["localhost"][..], &["localhost", "abc"], &["localhost", "5000", "Ada", "Bob"]] {
        let output = Command::new(env!("CARGO_BIN_EXE_nuggets")).args(arguments).output().unwrap();
        assert_eq!(output.status.code(), Some(1));
        assert!(output.stdout.is_empty());
        assert!(String::from_utf8(output.stderr).unwrap().starts_with("error: "));
    }
}

#[test]
fn an_address_that_is_none_is_told_with_code_2() {
    let output = Command::new(env!("CARGO_BIN_EXE_nuggets")).args(["no such host", "5000"]).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8(output.stderr).unwrap().starts_with("nuggets: can't find no such host: "));
}

#[test]
fn without_a_terminal_nothing_is_sent() {
    let server = Server::start();
    let output = Command::new(env!("CARGO_BIN_EXE_nuggets"))
        .args(["127.0.0.1", &server.port(), "Ada"])
        .stdin(Stdio::from(File::open("/dev/null").unwrap()))
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(output.stdout.is_empty());
    assert!(String::from_utf8(output.stderr).unwrap().contains("standard output is not a terminal"));
    assert!(server.is_idle());
}

#[test]
fn help_and_version_are_no_errors() {
    for (flag, text) in [("--help", "Exit codes:"), ("--version", "nuggets ")] {
        let output = Command::new(env!("CARGO_BIN_EXE_nuggets")).arg(flag).output().unwrap();
        assert_eq!(output.status.code(), Some(0));
        assert!(String::from_utf8(output.stdout).unwrap().contains(text));
    }
}
