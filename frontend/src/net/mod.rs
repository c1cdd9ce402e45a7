//! Everything that talks to the server.
//!
//! | module | what |
//! |---|---|
//! | [`session`] | the connection to a match as a pure state machine: inputs go in, effects come out |
//! | [`socket`] | one browser WebSocket with its handlers |
//! | [`driver`] | carries out the effects of a session with sockets and timers of the browser |
//! | [`api`] | the HTTP API, typed |
//! | [`trouble`] | what went wrong with a call, in words for people |

pub mod api;
pub mod driver;
pub mod session;
pub mod socket;
pub mod trouble;
