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

/// Random values for every type an argument can have, so that the round trip below needs no list of messages.
mod round_trip {
    use super::*;

    /// An argument as the wire has it, by the name of its type.
    fn any_argument(kind: &str) -> BoxedStrategy<Vec<serde_json::Value>> {
        let one = |value: serde_json::Value| vec![value];
        match kind {
            <bool as Arg>::TYPE => any::<bool>().prop_map(move |value| one(json!(value))).boxed(),
            <u8 as Arg>::TYPE => any::<u8>().prop_map(move |value| one(json!(value))).boxed(),
            <u64 as Arg>::TYPE => any::<u64>().prop_map(move |value| one(json!(value))).boxed(),
            <i64 as Arg>::TYPE => any::<i64>().prop_map(move |value| one(json!(value))).boxed(),
            <ActionNumber as Arg>::TYPE => (1..=u64::MAX).prop_map(move |value| one(json!(value))).boxed(),
            <String as Arg>::TYPE => any::<String>().prop_map(move |value| one(json!(value))).boxed(),
            <Option<String> as Arg>::TYPE => {
                any::<Option<String>>().prop_map(move |value| one(json!(value))).boxed()
            }
            <Seat as Arg>::TYPE => any::<u8>().prop_map(move |value| one(json!(value))).boxed(),
            <ViewText as Arg>::TYPE => {
                any::<(u8, String)>().prop_map(move |(a, b)| one(json!({"a": a, "b": [b, null]}))).boxed()
            }
            <Whose as Arg>::TYPE => prop_oneof![
                any::<bool>().prop_map(|value| json!(value)),
                any::<u8>().prop_map(|value| json!(value))
            ]
            .prop_map(one)
            .boxed(),
            <Plan as Arg>::TYPE => proptest::collection::vec(any::<(bool, i64, i64)>(), SHIPS)
                .prop_map(|ships| {
                    ships.into_iter().flat_map(|(o, x, y)| [json!(o), json!(x), json!(y)]).collect()
                })
                .boxed(),
            other => panic!("no sample for {other}"),
        }
    }

    /// Any message of a group, as text.
    fn any_message<G: Group>() -> impl Strategy<Value = String> {
        proptest::sample::select(G::rows()).prop_flat_map(|row| {
            let fields: Vec<_> = row.fields.iter().map(|(_, kind)| any_argument(kind)).collect();
            let may_leave_out = row.fields.last().is_some_and(|(name, _)| name.ends_with('?'));
            (fields, any::<bool>()).prop_map(move |(mut fields, leave_out)| {
                if may_leave_out && leave_out {
                    fields.pop();
                }
                let arguments: Vec<_> =
                    [json!(row.op)].into_iter().chain(fields.into_iter().flatten()).collect();
                json!(arguments).to_string()
            })
        })
    }

    /// Reading and writing again gives the same bytes, and reading those the same message. One argument too many or
    /// too few is none.
    fn check<G: Group + PartialEq + fmt::Debug>(text: &str) {
        let parse = |text: &str| {
            let (op, args) = Args::split(text).unwrap();
            G::read(op, &args).unwrap()
        };
        let message = parse(text).unwrap();
        let written = message.write();
        assert_eq!(written, text);
        assert_eq!(parse(&written).unwrap(), message);

        let more = format!("{},0,0]", text.strip_suffix(']').unwrap());
        assert!(parse(&more).is_err(), "{more}");
    }

    macro_rules! groups {
        ($($name:ident: $group:ty;)*) => {
            proptest! {
                $(#[test]
                fn $name(text in any_message::<$group>()) {
                    check::<$group>(&text);
                })*
            }
        };
    }

    groups! {
        session_from_client: session::ClientMessage;
        session_from_server: session::ServerMessage;
        social_from_client: social::ClientMessage;
        social_from_server: social::ServerMessage;
        sea_battle_from_client: sea_battle::ClientMessage;
        sea_battle_from_server: sea_battle::ServerMessage;
    }
}

/// Each opcode means one thing in one direction.
#[test]
fn no_opcode_is_used_twice() {
    let client =
        [session::ClientMessage::rows(), social::ClientMessage::rows(), sea_battle::ClientMessage::rows()];
    let server =
        [session::ServerMessage::rows(), social::ServerMessage::rows(), sea_battle::ServerMessage::rows()];
    for side in [client, server] {
        let mut ops: Vec<i64> = side.into_iter().flatten().map(|row| row.op).collect();
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
enum Wrong {
    Array,
    Opcode,
    Unknown,
    Count,
    Argument(usize),
}

fn wrong(text: &str) -> Wrong {
    match read(text).unwrap_err() {
        DecodeError::NotAnArray => Wrong::Array,
        DecodeError::NoOpcode => Wrong::Opcode,
        DecodeError::UnknownOpcode(_) => Wrong::Unknown,
        DecodeError::Count { .. } => Wrong::Count,
        DecodeError::Argument { index, .. } => Wrong::Argument(index),
    }
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

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn any_text_is_read_or_refused(text in any::<String>()) {
        let _ = (read(&text), ServerMessage::decode(&text), decode_join(&text));
    }

    #[test]
    fn any_bytes_are_read_or_refused(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        let text = String::from_utf8_lossy(&bytes);
        let _ = (read(&text), ServerMessage::decode(&text), decode_join(&text));
    }

    /// Text that looks like a message: whatever is read is written as the same message.
    #[test]
    fn what_is_read_is_written_alike(text in r#"\[ ?(1|3|4|5|6|10|11|12|50|51|52)(, ?(-?[0-9]{1,20}|true|false|null|"[a-z]?"|[0-9]\.[0-9]|\[\]|\{\})){0,5} ?\]"#) {
        if let Ok(message) = read(&text) {
            prop_assert_eq!(read(&message.encode()), Ok(message));
        }
        if let Ok(message) = ServerMessage::decode(&text) {
            prop_assert_eq!(ServerMessage::decode(&message.encode()), Ok(message));
        }
    }
}

/// What each event of Sea Battle is told as: to A, to B, to a spectator.
mod telling {
    use super::*;

    const A: Seat = Seat(0);
    const B: Seat = Seat(1);

    fn plan() -> Plan {
        let first = [(0, 0), (2, 0), (4, 0), (6, 0), (0, 2), (3, 2), (6, 2), (0, 4), (4, 4), (0, 6)];
        Plan(first.map(|(x, y)| ShipPlan { upright: false, x, y }))
    }

    fn fleet() -> Fleet {
        plan().validate().unwrap()
    }

    fn told(event: &Event, audience: Audience) -> String {
        match SeaBattle::reveal(event, audience) {
            None => "nothing".to_owned(),
            Some(event) => match SeaBattle::tell(&event, audience, 8) {
                Told::Message(message) => message.encode(),
                Told::Snapshot => "snapshot".to_owned(),
                Told::Implied => "implied".to_owned(),
            },
        }
    }

    #[rstest]
    #[case::seated(Event::Seated { seat: A, name: "Ann".to_owned() }, ["snapshot", "snapshot", "snapshot"])]
    #[case::placing(Event::Placing, ["[3,8,1]", "[3,8,1]", "snapshot"])]
    #[case::placed(Event::Placed { seat: A, fleet: Some(fleet()) }, ["[3,8,3]", "[3,8,2]", "snapshot"])]
    #[case::began(Event::Began { seat: A, fleet: Some(fleet()), turn: B }, ["[3,8,5]", "[3,8,4]", "snapshot"])]
    #[case::miss(
        Event::Fired { seat: B, cell: Cell::new(3, 1).unwrap(), result: ShotResult::Miss },
        ["[11,8,false,3,1,0]", "[11,8,true,3,1,0]", "[11,8,1,3,1,0]"]
    )]
    #[case::sunk(
        Event::Fired { seat: A, cell: Cell::new(3, 1).unwrap(), result: ShotResult::Sunk },
        ["[11,8,true,3,1,2]", "[11,8,false,3,1,2]", "[11,8,0,3,1,2]"]
    )]
    #[case::turn(Event::Turn { seat: A, overrun: false }, ["[3,8,4]", "[3,8,5]", "implied"])]
    #[case::overrun(Event::Turn { seat: A, overrun: true }, ["[3,8,4]", "[3,8,5]", "snapshot"])]
    #[case::no_show(
        Event::Over { outcome: Outcome::Closed { cause: Cause::NoShow } },
        [
            r#"[2,8,-1,"Nobody joined in time."]"#,
            r#"[2,8,-1,"Nobody joined in time."]"#,
            r#"[2,8,-1,"Nobody joined in time."]"#
        ]
    )]
    #[case::decided(
        Event::Over { outcome: Outcome::Decided { winners: vec![B], forfeit: true, reason: "r".to_owned() } },
        [r#"[2,8,5,"r"]"#, r#"[2,8,4,"r"]"#, r#"[2,8,6,"r"]"#]
    )]
    fn by_message(#[case] event: Event, #[case] expected: [&str; 3]) {
        let audiences = [Audience::Seat(A), Audience::Seat(B), Audience::Spectator];
        assert_eq!(audiences.map(|audience| told(&event, audience)), expected);
    }

    #[test]
    fn fleets_go_to_those_who_may_see_them() {
        let flat: String = plan().0.map(|ship| format!(",false,{},{}", ship.x, ship.y)).concat();
        let drafted = Event::Drafted { seat: A, fleet: fleet() };
        assert_eq!(told(&drafted, Audience::Seat(A)), format!("[12,8,true{flat}]"));
        assert_eq!(told(&drafted, Audience::Seat(B)), "nothing");
        assert_eq!(told(&drafted, Audience::Spectator), "nothing");

        let shown = Event::Shown { seat: A, fleet: fleet() };
        assert_eq!(told(&shown, Audience::Seat(A)), "nothing");
        assert_eq!(told(&shown, Audience::Seat(B)), format!("[12,8,false{flat}]"));
        assert_eq!(told(&shown, Audience::Spectator), format!("[12,8,0{flat}]"));
    }

    #[test]
    fn requests_are_entries_of_the_seat_that_asks() {
        let request =
            |text: &str| SeaBattle::request(B, &read(text).unwrap()).map(|asked| (asked.n, asked.entry));
        let n = ActionNumber::new(7);
        assert_eq!(
            request("[10,7,3,1]"),
            Some((n, Entry::Acted { seat: B, action: Action::Shoot { x: 3, y: 1 } }))
        );
        assert_eq!(request("[50,7]"), Some((n, Entry::Left { seat: B })));
        let text = SeaBattle::message(n.unwrap(), &Action::Place(plan())).encode();
        assert_eq!(request(&text), Some((None, Entry::Acted { seat: B, action: Action::Place(plan()) })));
        for asks_nothing in ["[4,1]", "[51,1]", "[52]"] {
            assert_eq!(request(asks_nothing), None);
        }
    }

    /// Messages that don't fit the view a client holds: it has to ask for a snapshot, never to guess.
    #[rstest]
    #[case::a_shot_before_the_start("[11,8,true,3,1,0]")]
    #[case::a_state_that_is_none("[3,8,9]")]
    #[case::your_turn_before_placing("[3,8,4]")]
    #[case::an_end_that_is_none(r#"[2,8,77,"?"]"#)]
    #[case::a_third_seat("[11,8,2,3,1,0]")]
    #[case::no_event("[4,3]")]
    fn a_view_follows_only_what_fits(#[case] text: &str) {
        let game = SeaBattle::new(&crate::sea_battle::Options::default(), &Seed::from_number(1)).unwrap();
        let view = game.view(Audience::Seat(A));
        let message = ServerMessage::decode(text).unwrap();
        assert_eq!(SeaBattle::happened(&view, &[], &message), None);
    }

    #[rstest]
    #[case::off_the_board("[11,8,true,10,1,0]")]
    #[case::no_result("[11,8,true,3,1,3]")]
    #[case::a_third_seat("[11,8,2,3,1,0]")]
    fn a_shot_that_is_none_is_not_applied(#[case] text: &str) {
        let options = crate::sea_battle::Options::default();
        let mut game = SeaBattle::new(&options, &Seed::from_number(1)).unwrap();
        let sat = [A, B].map(|seat| Entry::Sat { seat, name: "Ann".to_owned() });
        let placed = [A, B].map(|seat| Entry::Acted { seat, action: Action::Place(plan()) });
        for entry in sat.into_iter().chain([Entry::Started]).chain(placed) {
            game.step(&entry).unwrap();
        }
        let view = game.view(Audience::Seat(A));
        assert!(
            SeaBattle::happened(&view, &[], &ServerMessage::decode("[11,8,true,9,1,0]").unwrap()).is_some()
        );
        assert_eq!(SeaBattle::happened(&view, &[], &ServerMessage::decode(text).unwrap()), None);
    }

    /// Two fleets are under way: the server has taken the first that is legal, and so does the client.
    #[test]
    fn a_client_that_asked_twice_shows_the_fleet_that_was_taken() {
        let options = crate::sea_battle::Options::default();
        let mut game = SeaBattle::new(&options, &Seed::from_number(1)).unwrap();
        for entry in
            [A, B].map(|seat| Entry::Sat { seat, name: "Ann".to_owned() }).into_iter().chain([Entry::Started])
        {
            game.step(&entry).unwrap();
        }
        let bad = Plan([ShipPlan::default(); SHIPS]);
        let other = Plan(plan().0.map(|ship| ShipPlan { y: 9 - ship.y, ..ship }));
        let pending = [bad, plan(), other].map(Action::Place);
        let waits = ServerMessage::decode("[3,8,3]").unwrap();
        assert_eq!(
            SeaBattle::happened(&game.view(Audience::Seat(A)), &pending, &waits),
            Some(vec![Event::Placed { seat: A, fleet: Some(fleet()) }])
        );
        assert_eq!(SeaBattle::happened(&game.view(Audience::Seat(A)), &[], &waits), None);
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
