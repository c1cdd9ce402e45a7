//! The programs, each started in a terminal of its own, against servers made for the test.

mod accordion;
mod nuggets;
mod onecard;
mod stage;
mod tty;
