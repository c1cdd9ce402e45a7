//! Accordion over TCP: real sockets, and for its clocks streams without sockets in time under control.

mod abuse;
mod clocks;
mod errors;
mod playing;
mod program;
mod support;
