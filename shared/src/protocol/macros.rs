//! One declaration a group of messages: it gives the type, the codec and the rows of PROTOCOL.md.

use crate::protocol::codec::{Args, DecodeError};
use crate::protocol::table::Row;

/// What every group of messages has.
pub trait Group: Sized {
    /// Its rows in PROTOCOL.md.
    fn rows() -> Vec<Row>;
    /// Reads a message; `None` if its opcode is not of this group.
    fn read(op: i64, args: &Args<'_>) -> Option<Result<Self, DecodeError>>;
    /// Writes it.
    fn write(&self) -> String;
}

/// Declares a group:
///
/// ```text
/// messages! {
///     /// What it is for.
///     pub enum ClientMessage from "C" {
///         /// What the message means.
///         10 SHOOT => Shoot { n: ActionNumber, x: i64, y: i64 },
///     }
/// }
/// ```
macro_rules! messages {
    (
        $(#[doc = $about:literal])*
        pub enum $group:ident from $direction:literal {
            $(
                $(#[doc = $meaning:literal])*
                $op:literal $title:ident => $name:ident { $($field:ident: $type:ty),* $(,)? }
            ),* $(,)?
        }
    ) => {
        $(#[doc = $about])*
        #[derive(Debug, Clone, PartialEq)]
        #[allow(missing_docs)] // the fields are described by the message
        #[allow(clippy::large_enum_variant)] // a fleet is large, and rare
        pub enum $group {
            $($(#[doc = $meaning])* $name { $($field: $type),* },)*
        }

        impl crate::protocol::macros::Group for $group {
            fn rows() -> Vec<crate::protocol::table::Row> {
                vec![$(crate::protocol::table::Row {
                    op: $op,
                    title: stringify!($title),
                    direction: $direction,
                    fields: vec![$((
                        <$type as crate::protocol::codec::Arg>::shape(stringify!($field)),
                        <$type as crate::protocol::codec::Arg>::TYPE,
                    )),*],
                    meaning: [$($meaning),*].map(str::trim).join(" "),
                }),*]
            }

            fn read(
                op: i64,
                args: &crate::protocol::codec::Args<'_>,
            ) -> Option<Result<Self, crate::protocol::codec::DecodeError>> {
                $(
                    if op == $op {
                        #[allow(unused_mut)]
                        let mut reader = args.reader(stringify!($title));
                        return Some((|| {
                            $(let $field = <$type as crate::protocol::codec::Arg>::read(&mut reader)?;)*
                            reader.end()?;
                            Ok(Self::$name { $($field),* })
                        })());
                    }
                )*
                None
            }

            fn write(&self) -> String {
                match self {
                    $(Self::$name { $($field),* } => {
                        #[allow(unused_mut)]
                        let mut writer = crate::protocol::codec::Writer::new($op);
                        $(crate::protocol::codec::Arg::write($field, &mut writer);)*
                        writer.end()
                    })*
                }
            }
        }

        #[cfg(all(test, not(target_arch = "wasm32")))]
        impl crate::protocol::tests::samples::Declares for $group {
            fn declared() -> Vec<crate::protocol::tests::samples::Declared> {
                use crate::protocol::tests::samples::{Declared, Field};
                vec![$(Declared::new($op, stringify!($title), vec![$(Field::of::<$type>()),*])),*]
            }
        }
    };
}

pub(crate) use messages;
