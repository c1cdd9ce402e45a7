//! Gateways: old clients in the same rooms as everybody else.
//!
//! | module | what it holds |
//! |---|---|
//! | [`nuggets_udp`] | the datagrams of Nuggets |
//!
//! A gateway is a client of a room as a browser is: it sits down, attaches, and folds what the room tells it into views.
//! It has no way to a state.

pub mod nuggets_udp;
