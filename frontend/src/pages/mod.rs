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

pub mod home;
pub mod match_;
pub mod not_found;
pub mod practice;
pub mod replay;
pub mod rules;
pub mod settings;
pub mod statistics;

#[cfg(test)]
mod samples;
