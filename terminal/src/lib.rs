//! The terminal clients of Parlour, one program per game.
//!
//! | module | what it is |
//! |---|---|
//! | [`nuggets`] | the client of Nuggets, which speaks text datagrams over UDP; the program `nuggets` |
//! | [`keys`] | from the bytes that a terminal sends to keys |
//! | [`stage`] | the screen of the terminal, taken over and given back |
//!
//! A client reads keys and network in threads of their own, which tell one loop. What the loop decides, and what it
//! draws, is pure code that gets the time handed in; only the loop, the stage and the socket touch the world.

pub mod keys;
pub mod nuggets;
pub mod stage;
