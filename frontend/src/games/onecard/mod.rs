//! OneCard in the browser.

pub mod fan;
pub mod hand;
pub mod ring;
pub mod words;
