//! Nuggets over UDP, as the old programs speak it: the program itself, real sockets, and nothing that only we know.

mod abuse;
mod joining;
mod mixed;
mod moving;
mod program;
mod support;
