//! Rules, bots and protocol of Parlour's games.
//!
//! Everything here is a pure function of its arguments, so that the server, the browser, a replay and a test all
//! judge a match with the same code. It builds for native and for `wasm32`.
//!
//! | module | what it holds |
//! |---|---|
//! | [`api`] | the bodies of the HTTP API |
//! | [`game`] | the [`Game`](game::Game) trait every game implements, and the words around it: seat, entry, refusal, outcome |
//! | [`seed`] | the seed of a match, its public hash, and the one seeded generator |
//! | [`record`] | a match on paper: set-up and entries, and the fold that turns them into a state |
//! | [`cards`] | suits, ranks, cards and packs, for the card games |
//! | [`catalogue`] | the games of the parlour and their options, as data |
//! | [`protocol`] | the wire: every message, its opcode and its strict codec |
//! | [`sea_battle`] | hide a fleet, find the other fleet |
//! | [`nuggets`] | explore a dark map, grab gold |
//! | [`onecard`] | shed your hand, attack and defend |
//! | [`accordion`] | patience on one row of piles |
//!
//! # Invariants
//!
//! * No I/O, no clock, no global randomness. Time reaches a game as [`Entry::TimedOut`](game::Entry::TimedOut),
//!   chance as a [`Seed`](seed::Seed).
//! * A state is the fold of its record: the same options, seed and entries give the same state everywhere.
//! * What a client is sent is made of [`Game::View`](game::Game::View) and revealed events only. Neither has a
//!   field in which a seed, a hidden hand or an unseen ship could sit.
//! * [`protocol`] knows the games; no game knows the protocol.
#![warn(missing_docs)]

pub mod accordion;
pub mod api;
pub mod cards;
pub mod catalogue;
pub mod game;
pub mod nuggets;
pub mod onecard;
pub mod protocol;
pub mod record;
pub mod sea_battle;
pub mod seed;
