//! The program `nuggets`.

mod ending;
mod play;
mod server;
mod trouble;
mod window;

use server::Server;

use crate::tty::{Program, Tty};

/// A map with its datagrams.
const MAP: [&str; 3] = ["+-----+", "|.@.*B|", "+-----+"];

/// The size of a window with room for the map, the status line and a notice.
const WINDOW: (u16, u16) = (80, 24);

fn nuggets(server: &Server) -> Program {
    Program::new(env!("CARGO_BIN_EXE_nuggets")).arg("127.0.0.1").arg(server.port())
}

fn display(rows: &[&str]) -> String {
    format!("DISPLAY\n{}\n", rows.join("\n"))
}

/// A player who sees [`MAP`].
fn playing() -> (Server, Tty) {
    let mut server = Server::start();
    let tty = nuggets(&server).arg("Ada").start(WINDOW);
    assert_eq!(server.hear(), b"PLAY Ada");
    for datagram in ["OK A", "GRID 3 7", "GOLD 0 0 250", &display(&MAP)] {
        server.say(datagram);
    }
    tty.shows("Player A has 0 nuggets (250 nuggets unclaimed).");
    tty.shows("|.@.*B|");
    (server, tty)
}
