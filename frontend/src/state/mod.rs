//! What the pages share.
//!
//! | module | what |
//! |---|---|
//! | [`match_`] | the match at hand, as reactive fields, and what one can do in it |
//! | [`session`] | who plays: name and user token |
//! | [`seats`] | the seats this browser holds, so that a reload finds them again |
//! | [`settings`] | theme and motion |
//! | [`notices`] | short messages that go away by themselves |
//! | [`lobby`] | the open matches, live |
//! | [`reach`] | whether the server can be reached |
//! | [`update`] | a new version of the app |
//! | [`task`] | work that ends with the component it is for |

pub mod lobby;
pub mod match_;
pub mod notices;
pub mod reach;
pub mod seats;
pub mod session;
pub mod settings;
pub mod task;
pub mod update;
