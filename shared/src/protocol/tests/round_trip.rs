//! Every message survives the wire, and none is read that has an argument too many, too few or of another kind.

use super::samples::{Declared, always, expected, of_client, of_server, text};
use super::*;

/// Values that most arguments can't have: of every kind of JSON, and numbers beside the ends of every range.
pub const ODD: [&str; 26] = [
    "null",
    "true",
    "false",
    "0",
    "1",
    "-1",
    "-0",
    "1.5",
    "3.0",
    "1e0",
    "256",
    "65536",
    "2147483648",
    "4294967296",
    "9223372036854775808",
    "-9223372036854775809",
    "18446744073709551616",
    r#""""#,
    r#""x""#,
    r#""1""#,
    "[]",
    "[null]",
    "[[1]]",
    r#"[1,1,""]"#,
    "{}",
    r#"{"a":1}"#,
];

/// One of a side's messages: written and read again it is the same text, and the same message; and spoilt it is refused
/// for what was spoilt.
fn check<M: PartialEq + fmt::Debug>(
    side: &[Declared],
    read: impl Fn(&str, GameId) -> Result<M, DecodeError>,
    write: impl Fn(&M) -> String,
) {
    let wrong = |elements: &[String], game| read(&text(elements), game).err().map(|error| Wrong::of(&error));
    for message in side {
        let game = message.game.unwrap_or(GameId::SeaBattle);
        let refused_for = |elements: &[String], why| {
            prop_assert_eq!(wrong(elements, game), Some(why), "{} {}", message.title, text(elements));
            Ok(())
        };

        always(256, &message.any(), |elements| {
            let text = text(&elements);
            let first = read(&text, game);
            prop_assert!(first.is_ok(), "{}: {:?}", text, first);
            let written = write(&first.unwrap());
            prop_assert_eq!(&written, &text);
            prop_assert_eq!(read(&written, game), read(&text, game));
            Ok(())
        });

        always(16, &message.any(), |elements| {
            let short = elements.get(..message.required).unwrap_or_default();
            if !short.is_empty() {
                refused_for(short, Wrong::Count)?;
            }
            for odd in ODD {
                let mut long = elements.clone();
                long.push(odd.to_owned());
                if long.len() > message.most() + 1 {
                    refused_for(&long, Wrong::Count)?;
                }
                for index in 1..elements.len() {
                    let mut other = elements.clone();
                    odd.clone_into(&mut other[index]);
                    prop_assert_eq!(wrong(&other, game), expected(side, game, &other), "{}", text(&other));
                }
            }
            Ok(())
        });
    }
}

#[test]
fn what_a_client_says_is_read_as_it_was_written_and_not_otherwise() {
    check(&of_client(), ClientMessage::decode, ClientMessage::encode);
}

#[test]
fn what_a_server_says_is_read_as_it_was_written_and_not_otherwise() {
    check(&of_server(), |text, _| ServerMessage::decode(text), ServerMessage::encode);
}

/// No argument takes everything, or spoiling it would show nothing.
#[test]
fn every_argument_refuses_most_of_what_is_odd() {
    for message in of_client().into_iter().chain(of_server()) {
        always(1, &message.any(), |elements| {
            let side = std::slice::from_ref(&message);
            for index in 1..elements.len() {
                let refused = ODD.iter().filter(|&&odd| {
                    let mut other = elements.clone();
                    odd.clone_into(&mut other[index]);
                    let game = message.game.unwrap_or(GameId::SeaBattle);
                    expected(side, game, &other) == Some(Wrong::Argument(index))
                });
                prop_assert!(refused.count() > ODD.len() / 2, "{} {}", message.title, index);
            }
            Ok(())
        });
    }
}
