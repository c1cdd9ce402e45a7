//! Accordion: a patience on one row of piles, against the house or a friend who plays the same deal out of sight.
//!
//! One pack. The player deals the next card as a new pile at the right end, or moves the top card or the whole of a pile
//! onto the pile one or two to its left, if the two top cards have the same suit or rank. A place that is emptied closes
//! up. Nobody has to move, and moves stay possible after the last card is dealt. Whoever is left with fewer piles wins.
//!
//! | module | what it holds |
//! |---|---|
//! | [`code`] | the numbers that cards have on the wires |
//! | [`deck`] | the order in which a numbered deal gives its cards |
//! | [`row`] | the row of piles: which moves there are, and what they do |
//! | [`course`] | a row and how it came about, so that it can be taken back |
//! | [`options`] | what can be chosen before a match is made |
//! | [`event`] | what a seat does, and what happens then |
//! | [`rules`] | the state of a match: who may do what, what happens |
//! | [`view`] | what one audience may see of it, and how an event changes that |
//! | [`house`] | players made of code, and hints |
//! | [`bot`] | the house in a match |
//! | [`packet`] | the messages of the TCP protocol |
//!
//! Source of the rules: the assignment for which the TCP protocol was made, which allows distances of one and two and
//! both units; the moves after the last card and the end by announcement follow from its messages.

pub mod bot;
pub mod code;
pub mod course;
pub mod deck;
pub mod event;
pub mod house;
pub mod options;
pub mod packet;
pub mod row;
pub mod rules;
pub mod view;

pub use code::CardCode;
pub use course::{Course, Step};
pub use deck::Deck;
pub use event::{Action, Event};
pub use house::House;
pub use options::Options;
pub use row::{Move, MoveError, Row, Taken};
pub use rules::{Accordion, REFUSALS};
pub use view::{Phase, Side, View};
