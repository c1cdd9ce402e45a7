//! Rooms: one actor a live match.
//!
//! | module | what it holds |
//! |---|---|
//! | [`rooms`] | every live match by id: making, finding, restoring |
//! | [`handle`] | how the rest of the server speaks to a room |
//! | `actor` | the room itself: mailbox → rules → store → outboxes |
//! | `facts` | what anybody may know of a match |
//! | `seats` | who sits where, who is connected, what each has been told |
//! | `results` | what a match comes to in the statistics of those who sat in it |
//! | `timers` | everything a room waits for: turn clocks, grace, bots, people |
//! | `thoughts` | long thoughts of bots, beside the room |
//! | [`outbox`] | the bounded queue between a room and one socket |

mod actor;
mod facts;
pub mod handle;
pub mod outbox;
mod results;
pub mod rooms;
mod seats;
mod thoughts;
mod timers;

pub use handle::{AttachError, Attached, Conversation, Room, SitError, StartError};
pub use outbox::{Next, Outbox};
pub use rooms::{CreateError, CreateMatch, Rooms, Settings, public_options};
