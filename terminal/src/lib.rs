//! The terminal programs of Parlour, one per game.
//!
//! | module | what it is |
//! |---|---|
//! | [`accordion`] | the client of Accordion over TCP, which plays by itself; the program `accordion` |
//! | [`nuggets`] | the client of Nuggets, which speaks text datagrams over UDP; the program `nuggets` |
//! | [`onecard`] | OneCard on one keyboard, or by bots alone; the program `onecard` |
//! | [`colour`] | whether colours are wanted |
//! | [`keys`] | from the bytes that a terminal sends to keys |
//! | [`stage`] | the screen of the terminal, taken over and given back |
//!
//! A program reads keys, signals and network in threads of their own, which tell one loop. What the loop decides, and
//! what it draws, is pure code that gets the time handed in; only the loop, the stage and the socket touch the world.

pub mod accordion;
pub mod colour;
pub mod keys;
pub mod nuggets;
pub mod onecard;
pub mod stage;
