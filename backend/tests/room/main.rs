//! Matches as clients live through them, without sockets and with time under control.

#[path = "../support/faulty_store.rs"]
mod faulty_store;
#[path = "../support/memory_store.rs"]
mod memory_store;
mod table;

mod accordion;
mod failures;
mod joining;
mod messages;
mod onecard;
mod people;
mod play;
mod secrets;
mod soak;
