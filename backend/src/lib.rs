//! The server of Parlour.
//!
//! | module | what it holds |
//! |---|---|
//! | [`cli`] | subcommands and their validated settings |
//! | [`app`] | what every handler and session shares |
//! | [`http`] | the life of the server; router, API handlers, problem bodies, assets, security headers, OpenAPI |
//! | [`session`] | one WebSocket: JOIN, bounded outbox, ACK, resume, heartbeat |
//! | [`room`] | the actor that owns a live match: mailbox → rules → store → outboxes; clocks, bots, presence |
//! | [`gateway`] | old clients: the datagrams of Nuggets, in the same rooms; Accordion over TCP |
//! | [`lobby`] | open matches, live to the browser |
//! | [`store`] | where matches and users are kept, behind one trait |
//! | [`token`] | user tokens and game tokens |
//! | [`telemetry`] | logs and metrics, in one place |
//!
//! # Invariants
//!
//! * Order of every accepted action, never otherwise: **judge → write → tell**. An action is acknowledged to anyone
//!   only after it is on disk.
//! * Only a room changes a match, and only through the rules of `shared`.
//! * Every queue is bounded. A full outbox means "snapshot needed", never a silently missing message.
//! * A panic in one room ends that room, never the process.
//! * Secrets (seeds, keys, tokens) are never logged and never in an address.

pub mod app;
pub mod cli;
pub mod clock;
pub mod gateway;
pub mod http;
pub mod ids;
pub mod lobby;
pub mod room;
pub mod session;
pub mod store;
pub mod telemetry;
pub mod token;
