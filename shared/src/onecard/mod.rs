//! OneCard: shed your hand before the others do. Attacks, a shield, turns that change direction, seats that are passed over.
//!
//! | module | what it holds |
//! |---|---|
//! | [`options`] | what can be chosen before a match is made |
//! | [`playing`] | which card may be played on which, and what special cards do: the rules of a turn |
//! | [`ring`] | who sits around the table, and who follows whom |
//! | [`table`] | the stock and the discards |
//! | [`rules`] | the state of a match: who may do what, and what happens |
//! | [`view`] | what an audience may see, and how an event changes it |
//! | [`bot`] | players made of code |
//! | [`log`] | a match as lines of text, for people and programs |
//!
//! There are no jokers, a Seven names no suit, nobody has to call the last card, and drawing never puts anybody out.

pub mod bot;
mod event;
pub mod log;
pub mod options;
pub mod playing;
pub mod ring;
pub mod rules;
mod table;
pub mod view;

pub use event::{Action, Event};
pub use options::Options;
pub use playing::Objection;
pub use ring::Direction;
pub use rules::{OneCard, REFUSALS};
pub use view::{Move, Phase, Player, RoundScore, View, What};
