mod accordion_wire;
mod mutations;
mod round_trip;
pub mod samples;
mod telling;

use std::fmt;

use proptest::prelude::*;
use rstest::rstest;
use serde_json::json;

use super::codec::{Arg, Args, Writer};
use super::macros::Group;
use super::sea_battle::Whose;
use super::wire::{Told, Wire as _};
use super::*;
use crate::game::{Audience, Cause, Entry, Game as _, Outcome, Seat};
use crate::sea_battle::{Action, Cell, Event, Fleet, Plan, SHIPS, SeaBattle, ShipPlan, ShotResult};
use crate::seed::Seed;

/// Reads a client's message in a match of Sea Battle.
fn read(text: &str) -> Result<ClientMessage, DecodeError> {
    ClientMessage::decode(text, GameId::SeaBattle)
}

/// Each opcode means one thing in one direction.
#[test]
fn no_opcode_is_used_twice() {
    for side in [samples::of_client(), samples::of_server()] {
        let mut ops: Vec<i64> = side.into_iter().map(|message| message.op).collect();
        let all = ops.len();
        ops.sort_unstable();
        ops.dedup();
        assert_eq!(ops.len(), all);
    }
}

/// The examples of the seed protocol, which old programs speak.
#[rstest]
#[case(r#"[1,"game","user"]"#)]
#[case("[4,17]")]
#[case(
    "[5,false,0,0,false,2,0,false,4,0,false,6,0,false,0,2,false,3,2,false,6,2,false,0,4,false,4,4,true,9,6]"
)]
fn what_old_clients_say_is_read(#[case] text: &str) {
    assert_eq!(read(text).unwrap().encode(), text);
}

#[test]
fn what_old_clients_are_told_has_the_old_shape() {
    let state = session::ServerMessage::State { seq: 3, state: session::state::YOUR_TURN };
    assert_eq!(state.write(), "[3,3,4]");
    let end = session::ServerMessage::End { seq: 9, code: -1, reason: "Nobody joined in time.".to_owned() };
    assert_eq!(end.write(), r#"[2,9,-1,"Nobody joined in time."]"#);
}

/// Spaces are JSON, so they are fine.
#[rstest]
#[case(" [ 4 , 17 ] ")]
#[case("[4,\n17]\n")]
#[case("[10,1,-1,10]")]
#[case("[10,18446744073709551615,9223372036854775807,-9223372036854775808]")]
#[case(r#"[1,"a","b",0]"#)]
#[case("[52]")]
fn well_formed(#[case] text: &str) {
    assert_eq!(read(text).err(), None);
}

#[derive(Debug, PartialEq)]
pub enum Wrong {
    Array,
    Opcode,
    Unknown,
    Count,
    Argument(usize),
}

impl Wrong {
    const fn of(error: &DecodeError) -> Self {
        match error {
            DecodeError::NotAnArray => Self::Array,
            DecodeError::NoOpcode => Self::Opcode,
            DecodeError::UnknownOpcode(_) => Self::Unknown,
            DecodeError::Count { .. } => Self::Count,
            DecodeError::Argument { index, .. } => Self::Argument(*index),
        }
    }
}

fn wrong(text: &str) -> Wrong {
    Wrong::of(&read(text).unwrap_err())
}

#[rstest]
#[case::nothing("", Wrong::Array)]
#[case::no_json("hello", Wrong::Array)]
#[case::a_number("4", Wrong::Array)]
#[case::an_object(r#"{"op":4}"#, Wrong::Array)]
#[case::null("null", Wrong::Array)]
#[case::cut_off("[4,17", Wrong::Array)]
#[case::trailing_comma("[4,17,]", Wrong::Array)]
#[case::trailing_garbage("[4,17]x", Wrong::Array)]
#[case::two_arrays("[4,17][4,18]", Wrong::Array)]
#[case::a_comment("[4,17/**/]", Wrong::Array)]
#[case::not_a_number("[4,NaN]", Wrong::Array)]
#[case::a_leading_zero("[4,017]", Wrong::Array)]
#[case::a_plus_sign("[4,+17]", Wrong::Array)]
#[case::empty("[]", Wrong::Opcode)]
#[case::text_opcode(r#"["4",17]"#, Wrong::Opcode)]
#[case::null_opcode("[null,17]", Wrong::Opcode)]
#[case::float_opcode("[4.0,17]", Wrong::Opcode)]
#[case::exponent_opcode("[4e0,17]", Wrong::Opcode)]
#[case::true_opcode("[true,17]", Wrong::Opcode)]
#[case::nested_opcode("[[4,17]]", Wrong::Opcode)]
#[case::huge_opcode("[9223372036854775808]", Wrong::Opcode)]
#[case::opcode_0("[0]", Wrong::Unknown)]
#[case::opcode_minus_4("[-4,17]", Wrong::Unknown)]
#[case::opcode_that_wraps("[260,17]", Wrong::Unknown)]
#[case::of_the_server("[3,1,1]", Wrong::Unknown)]
#[case::of_nuggets("[20]", Wrong::Unknown)]
#[case::of_accordion("[30]", Wrong::Unknown)]
#[case::of_onecard("[40]", Wrong::Unknown)]
#[case::ack_without_seq("[4]", Wrong::Count)]
#[case::ack_with_two("[4,17,18]", Wrong::Count)]
#[case::ack_null("[4,null]", Wrong::Argument(1))]
#[case::ack_float("[4,17.0]", Wrong::Argument(1))]
#[case::ack_exponent("[4,1e0]", Wrong::Argument(1))]
#[case::ack_minus_zero("[4,-0]", Wrong::Argument(1))]
#[case::ack_negative("[4,-1]", Wrong::Argument(1))]
#[case::ack_too_large("[4,18446744073709551616]", Wrong::Argument(1))]
#[case::ack_text(r#"[4,"17"]"#, Wrong::Argument(1))]
#[case::ack_list("[4,[17]]", Wrong::Argument(1))]
#[case::ack_true("[4,true]", Wrong::Argument(1))]
#[case::join_without_user(r#"[1,"game"]"#, Wrong::Count)]
#[case::join_with_four(r#"[1,"game","user",0,0]"#, Wrong::Count)]
#[case::join_null(r#"[1,"game",null]"#, Wrong::Argument(2))]
#[case::join_number(r#"[1,7,"user"]"#, Wrong::Argument(1))]
#[case::join_null_seq(r#"[1,"game","user",null]"#, Wrong::Argument(3))]
#[case::join_negative_seq(r#"[1,"game","user",-1]"#, Wrong::Argument(3))]
#[case::shoot_number_0("[10,0,3,1]", Wrong::Argument(1))]
#[case::shoot_number_negative("[10,-1,3,1]", Wrong::Argument(1))]
#[case::shoot_number_null("[10,null,3,1]", Wrong::Argument(1))]
#[case::shoot_without_number("[10,3,1]", Wrong::Count)]
#[case::shoot_float("[10,1,3.0,1]", Wrong::Argument(2))]
#[case::shoot_too_large("[10,1,3,9223372036854775808]", Wrong::Argument(3))]
#[case::shoot_nested("[10,1,[3,1]]", Wrong::Argument(2))]
#[case::resign_number_0("[50,0]", Wrong::Argument(1))]
#[case::emote_too_large("[51,256]", Wrong::Argument(1))]
#[case::rematch_with_one("[52,null]", Wrong::Count)]
fn malformed(#[case] text: &str, #[case] expected: Wrong) {
    assert_eq!(wrong(text), expected);
}

/// PLACE_SHIPS with this many arguments, and one of them replaced.
fn place_ships(count: usize, replace: Option<(usize, &str)>) -> String {
    let mut arguments: Vec<&str> =
        (0..count).map(|index| if index % 3 == 0 { "false" } else { "0" }).collect();
    if let Some((index, value)) = replace {
        arguments[index] = value;
    }
    format!("[5,{}]", arguments.join(","))
}

#[rstest]
#[case::one(1, None, Some(Wrong::Count))]
#[case::one_missing(29, None, Some(Wrong::Count))]
#[case::exact(30, None, None)]
#[case::one_more(31, None, Some(Wrong::Count))]
#[case::a_ship_more(33, None, Some(Wrong::Count))]
#[case::number_for_orientation(30, Some((0, "0")), Some(Wrong::Argument(1)))]
#[case::null_for_orientation(30, Some((27, "null")), Some(Wrong::Argument(28)))]
#[case::boolean_for_column(30, Some((1, "false")), Some(Wrong::Argument(2)))]
#[case::float_for_row(30, Some((29, "0.0")), Some(Wrong::Argument(30)))]
#[case::null_for_row(30, Some((2, "null")), Some(Wrong::Argument(3)))]
#[case::largest_column(30, Some((1, "9223372036854775807")), None)]
#[case::too_large_column(30, Some((1, "9223372036854775808")), Some(Wrong::Argument(2)))]
fn place_ships_is_strict(
    #[case] count: usize,
    #[case] replace: Option<(usize, &str)>,
    #[case] expected: Option<Wrong>,
) {
    let text = place_ships(count, replace);
    assert_eq!(read(&text).is_err().then(|| wrong(&text)), expected);
}

#[test]
fn an_opcode_of_another_game_is_unknown() {
    for game in [GameId::Nuggets, GameId::OneCard, GameId::Accordion] {
        assert_eq!(ClientMessage::decode("[10,1,3,1]", game), Err(DecodeError::UnknownOpcode(10)));
        assert!(ClientMessage::decode("[50,1]", game).is_ok());
    }
}

#[test]
fn nesting_without_end_is_refused_and_does_not_overflow_the_stack() {
    for (open, close) in [("[", "]"), (r#"{"a":"#, "}")] {
        let deep = format!("[4,{}1{}]", open.repeat(10_000), close.repeat(10_000));
        assert!(read(&deep).is_err());
        assert!(ServerMessage::decode(&deep).is_err());
    }
}

#[test]
fn a_view_on_the_wire_is_an_object() {
    assert!(ServerMessage::decode(r#"[6,3,0,{"phase":"over"}]"#).is_ok());
    for view in ["null", "3", "[]", r#""{}""#] {
        assert!(ServerMessage::decode(&format!("[6,3,0,{view}]")).is_err(), "{view}");
    }
}

#[rstest]
#[case::two_tokens(r#"[1,"g","u"]"#, None)]
#[case::resuming(r#"[1,"g","u",5]"#, None)]
#[case::another_opcode("[4,1]", Some("the first message must be JOIN, not opcode 4"))]
#[case::an_unknown_opcode("[999]", Some("the first message must be JOIN, not opcode 999"))]
#[case::a_malformed_join(r#"[1,"g"]"#, Some("JOIN: wrong number of arguments"))]
#[case::no_array("hello", Some("not a JSON array"))]
fn the_first_message(#[case] text: &str, #[case] error: Option<&str>) {
    assert_eq!(decode_join(text).err().map(|error| error.to_string()).as_deref(), error);
}

/// Hands a text to everything that reads; all that counts is that nothing panics.
fn read_by_all(text: &str) {
    let _ = GameId::ALL.map(|game| ClientMessage::decode(text, game));
    let _ = (ServerMessage::decode(text), decode_join(text));
}

// Noise is hardly ever a list; what comes closer to a message is in `mutations`.
proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn any_text_is_read_or_refused(text in any::<String>()) {
        read_by_all(&text);
    }

    #[test]
    fn any_bytes_are_read_or_refused(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        read_by_all(&String::from_utf8_lossy(&bytes));
    }
}

#[test]
fn only_state_changing_messages_have_a_sequence_number() {
    let seq = |text: &str| ServerMessage::decode(text).unwrap().seq();
    for text in [
        r#"[2,5,1,""]"#,
        "[3,5,1]",
        "[11,5,true,0,0,0]",
        &place_ships(30, None).replace("[5,", "[12,5,true,"),
    ] {
        assert_eq!(seq(text), Some(5), "{text}");
    }
    for text in
        ["[4,5]", "[6,5,0,{}]", r#"[7,5,"a","b"]"#, r#"[8,0,"here"]"#, "[9,0,5]", "[51,0,5]", "[52,0,null]"]
    {
        assert_eq!(seq(text), None, "{text}");
    }
}

#[test]
fn a_presence_survives_its_word() {
    for status in
        [session::Presence::Here, session::Presence::Away, session::Presence::Left, session::Presence::Bot]
    {
        assert_eq!(session::Presence::from_word(status.word()), Some(status));
    }
    assert_eq!(session::Presence::from_word("asleep"), None);
}

/// Spectators can't be told "mine", players no seat they don't have.
#[rstest]
#[case(Whose::Mine(true), Some(Seat(1)), Some(Seat(1)))]
#[case(Whose::Mine(false), Some(Seat(1)), Some(Seat(0)))]
#[case(Whose::Mine(true), None, None)]
#[case(Whose::Mine(false), None, None)]
#[case(Whose::Seat(Seat(1)), None, Some(Seat(1)))]
#[case(Whose::Seat(Seat(2)), None, None)]
fn whose_is_a_seat(#[case] whose: Whose, #[case] own: Option<Seat>, #[case] seat: Option<Seat>) {
    assert_eq!(whose.seat(own), seat);
}

#[test]
fn arguments_are_written_as_the_table_says() {
    let mut writer = Writer::new(99);
    Trailing::<u64>(None).write(&mut writer);
    Whose::Mine(true).write(&mut writer);
    Whose::Seat(Seat(1)).write(&mut writer);
    None::<String>.write(&mut writer);
    Trailing(Some(7_u64)).write(&mut writer);
    assert_eq!(writer.end(), "[99,true,1,null,7]");
    assert_eq!(Trailing::<u64>::shape("last_seq"), "last_seq?");
}
