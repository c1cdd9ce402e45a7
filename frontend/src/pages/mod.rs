//! One module a page.
//!
//! | module | address |
//! |---|---|
//! | [`home`] | `/` |
//! | [`match_`] | `/m/:code` |
//! | [`replay`] | `/m/:code/replay`, `/practice/:game/replay` |
//! | [`practice`] | `/practice/:game` |
//! | [`rules`] | `/rules`, `/rules/:game` |
//! | [`settings`] | `/settings` |
//! | [`statistics`] | `/statistics` |
//! | [`not_found`] | everything else |
//!
//! [`kit`] is what they need of one game alone, fetched when it is needed; [`message`] is a page that says one thing.

pub mod home;
pub mod kit;
pub mod match_;
pub mod message;
pub mod not_found;
pub mod practice;
pub mod replay;
pub mod rules;
pub mod settings;
pub mod statistics;

#[cfg(test)]
mod samples;
