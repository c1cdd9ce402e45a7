//! Windows of all sizes.

use super::server::Server;
use super::{MAP, WINDOW, display, nuggets, playing};

#[test]
fn a_small_window_waits_until_it_is_large_enough() {
    let mut server = Server::start();
    let mut tty = nuggets(&server).arg("Ada").start((60, 3));
    server.hear();
    for datagram in ["OK A", "GRID 3 7", "GOLD 0 0 250", &display(&MAP)] {
        server.say(datagram);
    }
    tty.shows("The map needs 8 columns and 4 rows; this window has 60 and 3.");
    tty.resize((8, 4));
    tty.shows_exactly(&["Player A", "+-----+", "|.@.*B|", "+-----+"]);
    // A resize is no key.
    tty.types("l");
    assert_eq!(server.hear(), b"KEY l");
}

#[test]
fn a_window_may_shrink_and_grow() {
    let (mut server, mut tty) = playing();
    tty.resize((40, 2));
    tty.shows("The map needs 8 columns and 4 rows; this window has 40 and 2.");
    tty.resize((7, 24));
    tty.shows("The map needs 8 columns and 4 rows; this window has 7 and 24.");
    tty.resize(WINDOW);
    tty.shows("Player A has 0 nuggets (250 nuggets unclaimed).");
    tty.shows("|.@.*B|");
    tty.types("k");
    assert_eq!(server.hear(), b"KEY k");
}

#[test]
fn q_leaves_a_small_window_too() {
    let (mut server, mut tty) = playing();
    tty.resize((20, 2));
    tty.shows("The map needs");
    tty.types("Q");
    assert_eq!(server.hear(), b"KEY Q");
    server.say("QUIT Thanks for playing!");
    assert_eq!(tty.ends(), (0, "Thanks for playing!".into()));
}
