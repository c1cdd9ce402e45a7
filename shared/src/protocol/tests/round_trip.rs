//! Random values for every type an argument can have, so that no list of messages is needed here.

use super::*;
use crate::accordion::house::{House, play};
use crate::accordion::{Row, deck};
use crate::cards::Card;
use crate::protocol::accordion::{CardCode, Piles};

/// A row that somebody was left with.
fn piles_left_by(deal: u64) -> Row {
    play(&deck::deck(deal), House::Random, Seed::from_number(deal).rng("round trip"))
}

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
        <CardCode as Arg>::TYPE => {
            (0..52_usize).prop_map(move |index| one(json!(CardCode(Card::all().nth(index).unwrap())))).boxed()
        }
        <Piles as Arg>::TYPE => any::<u64>().prop_map(move |deal| one(json!(piles_left_by(deal)))).boxed(),
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
            let arguments: Vec<_> = [json!(row.op)].into_iter().chain(fields.into_iter().flatten()).collect();
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
    accordion_from_client: accordion::ClientMessage;
    accordion_from_server: accordion::ServerMessage;
}
