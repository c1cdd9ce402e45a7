//! The command line of `parlour nuggets`.

use std::net::UdpSocket;
use std::path::PathBuf;

use tempfile::TempDir;

use crate::support::{Host, MAP, program};

fn map(directory: &TempDir, text: &[u8]) -> String {
    let file: PathBuf = directory.path().join("map.txt");
    std::fs::write(&file, text).unwrap();
    file.to_str().unwrap().to_owned()
}

/// Runs it, expects this exit code, nothing on standard output and one thing named on standard error.
fn fails(args: &[&str], code: i32, named: &str) {
    let output = program(args).output().unwrap();
    let errors = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(code), "{args:?}: {errors}");
    assert_eq!(output.stdout, b"", "{args:?}");
    assert!(errors.contains(named), "{args:?}: {errors}");
}

#[test]
fn a_wrong_command_line_is_code_1() {
    fails(&[], 1, "MAP");
    fails(&["map.txt", "1", "2"], 1, "2");
    fails(&["map.txt", "--port", "70000"], 1, "--port");
    fails(&["map.txt", "--dance"], 1, "--dance");
}

#[test]
fn a_wrong_map_is_code_2_and_says_where() {
    let directory = TempDir::new().unwrap();
    fails(&["/no/such/map.txt", "7"], 2, "/no/such/map.txt");
    fails(&[directory.path().to_str().unwrap()], 2, "directory");
    fails(&[&map(&directory, b"")], 2, "empty");
    fails(&[&map(&directory, b"..\n.\n")], 2, "line 2, column 2");
    fails(&[&map(&directory, b"..\n.\xff\n")], 2, "line 2, column 2");
    fails(&[&map(&directory, b"##\n##\n")], 2, "room spot");
    let large = format!("{}\n", ".".repeat(400)).repeat(200);
    fails(&[&map(&directory, large.as_bytes())], 2, "65507");
    // The map is looked at before the seed.
    fails(&["/no/such/map.txt", "-5"], 2, "/no/such/map.txt");
}

#[test]
fn a_wrong_seed_is_code_3() {
    let directory = TempDir::new().unwrap();
    let map = map(&directory, MAP.as_bytes());
    for seed in ["0", "-5", "3.33", "abc", "7x", ""] {
        fails(&[&map, seed], 3, "positive whole number");
    }
}

#[test]
fn a_port_in_use_is_code_4() {
    let directory = TempDir::new().unwrap();
    let other = UdpSocket::bind("127.0.0.1:0").unwrap();
    let port = other.local_addr().unwrap().port().to_string();
    fails(&[&map(&directory, MAP.as_bytes()), "7", "--port", &port], 4, &port);
}

#[test]
fn line_ends_of_every_kind_are_a_map() {
    for text in [MAP.replace('\n', "\r\n"), MAP.trim_end().to_owned()] {
        let host = Host::start(&text, 1);
        let mut ann = host.client();
        ann.say("PLAY Ann");
        ann.expect("OK A");
        ann.expect("GRID 6 35");
    }
}

#[test]
fn the_same_seed_lays_the_same_gold() {
    let display = |seed| Host::start(MAP, seed).spectator().display;
    assert_eq!(display(7), display(7));
    assert_ne!(display(7), display(8));
}

#[test]
fn told_to_stop_it_sends_everybody_away() {
    let host = Host::start(MAP, 1);
    let mut ann = host.player("Ann");
    host.terminate();
    assert!(ann.hear().starts_with("QUIT "));
    assert_eq!(host.ends(), (Some(0), String::new()));
}
