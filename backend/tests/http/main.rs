//! The HTTP API, the page and the program, over real sockets.

#[path = "../support/faulty_store.rs"]
#[allow(dead_code)] // a store that panics is for rooms
mod faulty_store;
#[path = "../support/server.rs"]
mod server;

mod assets;
mod bodies;
mod health;
mod limits;
mod lobby;
mod matches;
mod openapi;
mod people;
mod program;
mod security;
mod sockets;
mod statistics;
