//! Sea Battle: hide a fleet, find the other fleet.
//!
//! Board 10×10, column x and row y from 0. Ten straight ships of sizes 1, 1, 1, 1, 2, 2, 2, 3, 3, 4; no two touch, not
//! even at a corner. A hit shoots again, a miss passes the turn; the ring of cells around a sunk ship is water for
//! both and can't be shot at. Whoever sinks all ten ships wins.
//!
//! | module | what it holds |
//! |---|---|
//! | [`cells`] | cells of the board, and sets of them |
//! | [`fleet`] | ships, and the one validator that server, browser and bots share |
//! | [`options`] | what can be chosen before a match is made |
//! | [`event`] | what a seat does, and what happens then |
//! | [`rules`] | the state of a match: who may do what, what happens |
//! | [`view`] | what one audience may see of it, and how an event changes that |
//! | [`bot`] | players made of code, by strength |
//!
//! Source of the rules: the original program's protocol file for board, fleet and spacing; the common rules of the
//! ten-ship game for the rest.

pub mod bot;
pub mod cells;
pub mod event;
pub mod fleet;
pub mod options;
pub mod rules;
pub mod view;

pub use cells::{BOARD, Cell, Cells};
pub use event::{Action, Event, ShotResult};
pub use fleet::{Fault, Fleet, Plan, SHIPS, SIZES, Ship, ShipPlan};
pub use options::Options;
pub use rules::{REFUSALS, SeaBattle, other};
pub use view::{Board, Knowledge, Phase, Shot, View};
