//! Gateways: old clients, with the protocols they were born with.
//!
//! | module | what it holds |
//! |---|---|
//! | [`nuggets_udp`] | the datagrams of Nuggets |
//! | [`accordion_tcp`] | Accordion over TCP, against the house |
//!
//! The gateway of Nuggets is a client of a room as a browser is: it sits down, attaches, and folds what the room tells it
//! into views. It has no way to a state. That of Accordion has games of its own: its protocol tells no move.

pub mod accordion_tcp;
pub mod nuggets_udp;
