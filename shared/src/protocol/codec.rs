//! The strict codec under the message macro: exact counts, exact types.
//!
//! Strict means: `null` is no number, `1.0` is no integer, an integer that doesn't fit is malformed, and there is
//! never an argument too many. Public programs of this kind have been broken by each of these.

use std::num::NonZeroU64;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::nuggets::{Key, Patch, Player};
use crate::onecard::Direction;
use crate::protocol::onecard::Face;

/// The most bytes a client may send in one message. Every message defined fits in an eighth of it.
pub const MAX_CLIENT_MESSAGE: usize = 64 * 1024;

/// The number of a client's action: 1, 2, 3 …, gaps allowed.
pub type ActionNumber = NonZeroU64;

/// A text that is no message.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum DecodeError {
    /// Not JSON, or not an array.
    #[error("not a JSON array")]
    NotAnArray,
    /// The first element is missing or no integer.
    #[error("no numeric opcode")]
    NoOpcode,
    /// No message has this opcode here.
    #[error("unknown opcode {0}")]
    UnknownOpcode(i64),
    /// Too few or too many arguments.
    #[error("{message}: wrong number of arguments")]
    Count {
        /// The name of the message.
        message: &'static str,
    },
    /// An argument of another type, or out of its range.
    #[error("{message}: argument {index} is not {wanted}")]
    Argument {
        /// The name of the message.
        message: &'static str,
        /// Counted from 1, the opcode is 0.
        index: usize,
        /// What it should be.
        wanted: &'static str,
    },
}

/// The arguments of one message, still as text.
pub struct Args<'a>(Vec<&'a RawValue>);

impl<'a> Args<'a> {
    /// Takes a message apart into its opcode and its arguments.
    pub fn split(text: &'a str) -> Result<(i64, Self), DecodeError> {
        let mut parts: Vec<&RawValue> = serde_json::from_str(text).map_err(|_| DecodeError::NotAnArray)?;
        if parts.is_empty() {
            return Err(DecodeError::NoOpcode);
        }
        let op = serde_json::from_str(parts.remove(0).get()).map_err(|_| DecodeError::NoOpcode)?;
        Ok((op, Self(parts)))
    }

    /// Starts to read them one after the other.
    pub fn reader(&self, message: &'static str) -> Reader<'_, 'a> {
        Reader { message, args: &self.0, next: 0 }
    }
}

/// Reads arguments in order.
pub struct Reader<'r, 'a> {
    message: &'static str,
    args: &'r [&'a RawValue],
    next: usize,
}

impl Reader<'_, '_> {
    /// The next argument, which must be there and a `T`.
    pub fn one<T: DeserializeOwned>(&mut self, wanted: &'static str) -> Result<T, DecodeError> {
        let raw = self.args.get(self.next).ok_or(DecodeError::Count { message: self.message })?;
        self.next += 1;
        serde_json::from_str(raw.get()).map_err(|_| self.wrong(wanted))
    }

    /// The argument that was read last is not what it should be.
    fn wrong(&self, wanted: &'static str) -> DecodeError {
        DecodeError::Argument { message: self.message, index: self.next, wanted }
    }

    /// True if nothing is left.
    pub fn is_empty(&self) -> bool {
        self.next >= self.args.len()
    }

    /// Nothing may be left.
    pub fn end(self) -> Result<(), DecodeError> {
        if self.is_empty() { Ok(()) } else { Err(DecodeError::Count { message: self.message }) }
    }
}

/// Writes one message.
pub struct Writer(String);

impl Writer {
    /// Starts with the opcode.
    pub fn new(op: i64) -> Self {
        Self(format!("[{op}"))
    }

    /// Adds one argument.
    pub fn one<T: Serialize + ?Sized>(&mut self, value: &T) {
        self.0.push(',');
        // Only maps with odd keys and failing writers can fail; an argument is neither.
        self.0.push_str(&serde_json::to_string(value).unwrap_or_else(|_| "null".to_owned()));
    }

    /// The whole message.
    pub fn end(mut self) -> String {
        self.0.push(']');
        self.0
    }
}

/// What can be an argument of a message, or several in a row.
pub trait Arg: Sized {
    /// How PROTOCOL.md writes it, given the name of the field.
    fn shape(field: &str) -> String {
        field.to_owned()
    }
    /// What PROTOCOL.md calls its type.
    const TYPE: &'static str;
    /// Reads it.
    fn read(from: &mut Reader<'_, '_>) -> Result<Self, DecodeError>;
    /// Writes it.
    fn write(&self, to: &mut Writer);
}

macro_rules! plain_args {
    ($($type:ty: $name:literal;)*) => {$(
        impl Arg for $type {
            const TYPE: &'static str = $name;
            fn read(from: &mut Reader<'_, '_>) -> Result<Self, DecodeError> {
                from.one(Self::TYPE)
            }
            fn write(&self, to: &mut Writer) {
                to.one(self);
            }
        }
    )*};
}

plain_args! {
    bool: "a boolean";
    u8: "an integer from 0 to 255";
    u16: "an integer from 0 to 65,535";
    u32: "an integer from 0";
    u64: "an integer from 0";
    i64: "an integer";
    ActionNumber: "an integer from 1";
    String: "a string";
    Key: "one of h l k j y u b n, or one in capitals";
    Vec<Patch>: "a list of patches";
    Vec<Player>: "a list of players";
    Vec<u16>: "a list of integers from 0";
    Vec<i32>: "a list of integers";
    Face: "a card";
    Vec<Face>: "a list of cards";
    Option<Vec<Face>>: "a list of cards or null";
    Vec<Vec<Face>>: "a list of lists of cards";
    Direction: "1 or -1";
    Option<crate::game::Seat>: "a seat or null";
    Option<String>: "a string or null";
    crate::game::Seat: "a seat, from 0";
}

impl Arg for ViewText {
    const TYPE: &'static str = "an object";

    fn read(from: &mut Reader<'_, '_>) -> Result<Self, DecodeError> {
        let text: Self = from.one(Self::TYPE)?;
        if text.0.get().starts_with('{') { Ok(text) } else { Err(from.wrong(Self::TYPE)) }
    }

    fn write(&self, to: &mut Writer) {
        to.one(self);
    }
}

/// An argument at the end that may be left out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Trailing<T>(pub Option<T>);

impl<T: Arg> Arg for Trailing<T> {
    const TYPE: &'static str = T::TYPE;

    fn shape(field: &str) -> String {
        format!("{field}?")
    }

    fn read(from: &mut Reader<'_, '_>) -> Result<Self, DecodeError> {
        if from.is_empty() { Ok(Self(None)) } else { T::read(from).map(|value| Self(Some(value))) }
    }

    fn write(&self, to: &mut Writer) {
        if let Some(value) = &self.0 {
            value.write(to);
        }
    }
}

/// A view as JSON text; each game reads its own. Compared by its bytes.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ViewText(Box<RawValue>);

impl ViewText {
    /// Writes a view down.
    ///
    /// # Errors
    /// When the view can't be JSON.
    pub fn of<V: Serialize>(view: &V) -> Result<Self, serde_json::Error> {
        serde_json::value::to_raw_value(view).map(Self)
    }

    /// Reads the view of a game.
    ///
    /// # Errors
    /// When it is not that game's.
    pub fn read<V: DeserializeOwned>(&self) -> Result<V, serde_json::Error> {
        serde_json::from_str(self.0.get())
    }
}

impl PartialEq for ViewText {
    fn eq(&self, other: &Self) -> bool {
        self.0.get() == other.0.get()
    }
}
