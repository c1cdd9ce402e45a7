//! Parlour in the browser.
//!
//! | module | what it holds |
//! |---|---|
//! | [`app`] | routes, and the providers in the order they need each other |
//! | [`net`] | the connection to a match as a pure state machine, its browser glue, and the HTTP API |
//! | [`state`] | what the pages share: who plays, the match at hand, settings, notices, the lobby |
//! | [`pages`] | one module a page |
//! | [`games`] | one folder a game: board, input, motion |
//! | [`practice`] | matches in this browser alone |
//! | [`ui`] | parts that pages and games are made of |
//! | [`browser`] | the few things asked of the browser itself |
//!
//! Pages compose, components draw, [`state`] owns; one place turns messages of the server into state. State is applied
//! at once; motion is derived from it and no logic waits for motion.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing))]
// Components are written like types and take their props by value, as their macro wants.
#![allow(clippy::needless_pass_by_value)]

pub mod app;
pub mod browser;
pub mod games;
pub mod net;
pub mod pages;
pub mod practice;
pub mod state;
pub mod ui;

pub use app::run;
