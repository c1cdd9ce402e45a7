//! Nuggets: explore a dark map with others and grab the gold. A player sees only what the eyes can reach.
//!
//! | module | what it holds |
//! |---|---|
//! | [`map`] | the map: its characters, its text and every fault of it, steps on it |
//! | [`bundled`] | the maps that come with the program |
//! | [`maker`] | maps made of a seed |
//! | [`sight`] | what can be seen from a gridpoint, exactly |
//! | [`ground`] | a map together with all that can be seen on it, worked out at most once and shared by its matches |
//! | [`options`] | what can be chosen before a match is made |
//! | [`scene`] | where everybody and everything is, and what each may see of it |
//! | [`rules`] | who may do what, and what happens |
//! | [`view`] | what an audience may see, and how an event changes it |
//! | [`bot`] | players made of code |
//! | [`packet`] | the datagrams of the old programs |
//!
//! *Gridpoint* is any character of the map, *spot* one that can be stood on: a room spot or a passage spot.

mod bits;
pub mod bot;
pub mod bundled;
mod event;
pub mod ground;
pub mod maker;
pub mod map;
pub mod options;
pub mod packet;
pub mod rules;
pub mod scene;
pub mod sight;
pub mod view;

pub use bits::Bits;
pub use event::{Event, Player};
pub use map::{Direction, Key, Map, MapError, Point};
pub use options::{MapChoice, Options};
pub use rules::{MOST_PLAYERS, Nuggets, REFUSALS, letter};
pub use scene::Patch;
pub use view::{Phase, Screen, View};
