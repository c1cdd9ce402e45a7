//! The stage gives the terminal back after a panic. The program under test is this one, started again in a terminal.

use std::env;
use std::process;
use std::thread;

use ratatui::widgets::Paragraph;
use terminal::stage::Stage;

use crate::tty::Program;

/// Tells this program that it is the one that panics, and in which thread.
const PANIC_IN: &str = "TERMINAL_TEST_PANIC_IN";

#[test]
fn a_panic_gives_the_terminal_back() {
    if let Ok(thread) = env::var(PANIC_IN) {
        panic_on_stage(&thread);
    }
    for thread in ["this", "another"] {
        let mut tty = Program::new(env::current_exe().unwrap())
            .arg("--exact")
            .arg("stage::a_panic_gives_the_terminal_back")
            .arg("--nocapture")
            .env(PANIC_IN, thread)
            // A backtrace would push the message off this small screen.
            .env("RUST_BACKTRACE", "0")
            .start((60, 20));
        let (code, left) = tty.ends();
        assert_eq!(code, 101);
        assert!(left.contains("stage fright"), "{left}");
        assert!(!left.contains("on stage"), "{left}");
    }
}

fn panic_on_stage(thread: &str) -> ! {
    let mut stage = Stage::open().unwrap();
    stage.draw(Paragraph::new("on stage")).unwrap();
    if thread == "another" {
        let _ = thread::spawn(|| panic!("stage fright")).join();
        // The panic should have ended the process.
        process::exit(0);
    }
    panic!("stage fright")
}
