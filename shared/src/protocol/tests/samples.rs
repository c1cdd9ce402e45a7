//! What each message may look like, said a second time: by the type of each argument, and without the codec. A group
//! whose argument has no sample here does not compile.

use std::ops::RangeInclusive;

use proptest::test_runner::{TestCaseResult, TestRunner};
use serde_json::Value;

use super::*;
use crate::accordion::house::{House, play};
use crate::accordion::{Row, deck};
use crate::cards::Card;
use crate::nuggets::{Key, Patch, Player};
use crate::onecard::Direction;
use crate::protocol::accordion::{CardCode, Piles};
use crate::protocol::onecard::Face;

/// Whether an element of a message may be this value.
type Takes = fn(&Value) -> bool;

/// What can be an argument.
pub trait Sample {
    /// True if it may be missing.
    const OPTIONAL: bool = false;
    /// The elements it takes up.
    fn slots() -> Vec<Takes>;
    /// Any value of it.
    fn any() -> BoxedStrategy<Vec<Value>>;
}

/// An argument of a message.
pub struct Field {
    optional: bool,
    slots: Vec<Takes>,
    any: BoxedStrategy<Vec<Value>>,
}

impl Field {
    pub fn of<T: Sample>() -> Self {
        Self { optional: T::OPTIONAL, slots: T::slots(), any: T::any() }
    }
}

/// A group of messages; the macro that declares one implements it.
pub trait Declares {
    fn declared() -> Vec<Declared>;
}

/// A message as it was declared.
pub struct Declared {
    pub op: i64,
    pub title: &'static str,
    /// The only game that knows it; none: every game does.
    pub game: Option<GameId>,
    /// The arguments that must be there, in elements.
    pub required: usize,
    slots: Vec<Takes>,
    any: BoxedStrategy<Vec<Value>>,
}

impl Declared {
    pub fn new(op: i64, title: &'static str, fields: Vec<Field>) -> Self {
        let required = fields.iter().filter(|field| !field.optional).map(|field| field.slots.len()).sum();
        let slots = fields.iter().flat_map(|field| field.slots.clone()).collect();
        let values: Vec<_> = fields.into_iter().map(|field| field.any).collect();
        let any = values.prop_map(|values| values.concat()).boxed();
        Self { op, title, game: None, required, slots, any }
    }

    /// The most arguments it has, in elements.
    pub fn most(&self) -> usize {
        self.slots.len()
    }

    /// Any such message, as the texts of its elements.
    pub fn any(&self) -> impl Strategy<Value = Vec<String>> + use<> {
        let op = self.op;
        self.any.clone().prop_map(move |values| {
            [json!(op)].into_iter().chain(values).map(|value| value.to_string()).collect()
        })
    }

    /// What is wrong with these arguments, first come, first named.
    fn wrong(&self, arguments: &[String]) -> Option<Wrong> {
        for (index, takes) in self.slots.iter().enumerate() {
            match arguments.get(index) {
                None if index < self.required => return Some(Wrong::Count),
                None => return None,
                Some(text) if !takes(&serde_json::from_str(text).unwrap()) => {
                    return Some(Wrong::Argument(index + 1));
                }
                Some(_) => {}
            }
        }
        (arguments.len() > self.slots.len()).then_some(Wrong::Count)
    }
}

/// What is wrong with a message of one side, given as the texts of its elements.
pub fn expected(side: &[Declared], game: GameId, elements: &[String]) -> Option<Wrong> {
    let op = elements.first().and_then(|op| serde_json::from_str::<Value>(op).unwrap().as_i64());
    let (Some(op), Some(arguments)) = (op, elements.get(1..)) else { return Some(Wrong::Opcode) };
    let known = |message: &&Declared| message.op == op && message.game.is_none_or(|only| only == game);
    side.iter().find(known).map_or(Some(Wrong::Unknown), |message| message.wrong(arguments))
}

/// A message as text.
pub fn text(elements: &[String]) -> String {
    format!("[{}]", elements.join(","))
}

fn of<G: Declares>(game: Option<GameId>) -> impl Iterator<Item = Declared> {
    G::declared().into_iter().map(move |message| Declared { game, ..message })
}

/// Everything that a client may say.
pub fn of_client() -> Vec<Declared> {
    of::<session::ClientMessage>(None)
        .chain(of::<social::ClientMessage>(None))
        .chain(of::<sea_battle::ClientMessage>(Some(GameId::SeaBattle)))
        .chain(of::<nuggets::ClientMessage>(Some(GameId::Nuggets)))
        .chain(of::<onecard::ClientMessage>(Some(GameId::OneCard)))
        .chain(of::<accordion::ClientMessage>(Some(GameId::Accordion)))
        .collect()
}

/// Everything that a server may say. It is read without knowing the game.
pub fn of_server() -> Vec<Declared> {
    of::<session::ServerMessage>(None)
        .chain(of::<social::ServerMessage>(None))
        .chain(of::<sea_battle::ServerMessage>(None))
        .chain(of::<nuggets::ServerMessage>(None))
        .chain(of::<onecard::ServerMessage>(None))
        .chain(of::<accordion::ServerMessage>(None))
        .collect()
}

/// The lists above have every group: the codec knows no opcode, in no game, that they lack.
#[test]
fn no_message_is_left_out() {
    let (client, server) = (of_client(), of_server());
    for game in GameId::ALL {
        for op in -1_000..=1_000 {
            let text = format!("[{op}]");
            let unknown = Some(DecodeError::UnknownOpcode(op));
            let lacked = |side| expected(side, game, &[op.to_string()]) == Some(Wrong::Unknown);
            assert_eq!(lacked(&client), ClientMessage::decode(&text, game).err() == unknown, "{game} {op}");
            assert_eq!(lacked(&server), ServerMessage::decode(&text).err() == unknown, "{op}");
        }
    }
}

/// Tries a property over many values; what breaks it is made small first.
pub fn always<S: Strategy>(cases: u32, any: &S, test: impl Fn(S::Value) -> TestCaseResult) {
    // Nothing is kept in files: a counterexample is worth a named case.
    let config = ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(cases) };
    if let Err(fault) = TestRunner::new(config).run(any, test) {
        panic!("{fault}");
    }
}

fn within(value: &Value, range: RangeInclusive<u64>) -> bool {
    value.as_u64().is_some_and(|number| range.contains(&number))
}

fn list(value: &Value, takes: Takes) -> bool {
    value.as_array().is_some_and(|values| values.iter().all(takes))
}

fn u16(value: &Value) -> bool {
    within(value, 0..=65_535)
}

fn u32(value: &Value) -> bool {
    within(value, 0..=4_294_967_295)
}

fn seat(value: &Value) -> bool {
    within(value, 0..=255)
}

/// Ranks from 2 to the ace, 14.
fn face(value: &Value) -> bool {
    value.as_u64().is_some_and(|face| face / 100 < 4 && (2..=14).contains(&(face % 100)))
}

/// Ranks from the ace, 1, to the king, 13.
fn code(value: &Value) -> bool {
    value.as_u64().is_some_and(|code| code / 100 < 4 && (1..=13).contains(&(code % 100)))
}

fn letter(value: &Value, letters: &str) -> bool {
    value.as_str().is_some_and(|text| text.len() == 1 && letters.contains(text))
}

fn patch(value: &Value) -> bool {
    matches!(value.as_array().map(Vec::as_slice), Some([row, column, Value::String(_)]) if u16(row) && u16(column))
}

fn player(value: &Value) -> bool {
    matches!(
        value.as_array().map(Vec::as_slice),
        Some([name, Value::String(_), purse]) if letter(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") && u32(purse)
    )
}

/// The whole pack in piles, none of them empty.
fn piles(value: &Value) -> bool {
    let pile = |pile: &Value| pile != &json!([]) && list(pile, code);
    let Some(piles) = value.as_array().filter(|piles| piles.iter().all(pile)) else { return false };
    let mut codes: Vec<u64> =
        piles.iter().filter_map(Value::as_array).flatten().filter_map(Value::as_u64).collect();
    let cards = codes.len();
    codes.sort_unstable();
    codes.dedup();
    (cards, codes.len()) == (52, 52)
}

/// Short, with every kind of character.
fn any_text() -> impl Strategy<Value = String> {
    proptest::collection::vec(any::<char>(), 0..8).prop_map(String::from_iter)
}

fn any_card() -> impl Strategy<Value = Card> {
    (0..52_usize).prop_map(|index| Card::all().nth(index).unwrap())
}

fn any_faces() -> impl Strategy<Value = Vec<Face>> {
    proptest::collection::vec(any_card().prop_map(Face), 0..8)
}

fn any_patch() -> impl Strategy<Value = Patch> {
    (any::<u16>(), any::<u16>(), any_text()).prop_map(Patch::from)
}

fn any_player() -> impl Strategy<Value = Player> {
    (0..26_u8, any_text(), any::<u32>()).prop_map(|(seat, name, purse)| Player {
        seat: Seat(seat),
        name,
        purse,
    })
}

/// A row that somebody was left with.
fn piles_left_by(deal: u64) -> Row {
    play(&deck::deck(deal), House::Random, Seed::from_number(deal).rng("round trip"))
}

macro_rules! samples {
    ($($type:ty: $any:expr, $takes:expr;)*) => {$(
        impl Sample for $type {
            fn slots() -> Vec<Takes> {
                vec![$takes]
            }
            fn any() -> BoxedStrategy<Vec<Value>> {
                $any.prop_map(|value| vec![json!(value)]).boxed()
            }
        }
    )*};
}

samples! {
    bool: any::<bool>(), Value::is_boolean;
    u8: any::<u8>(), |value| within(value, 0..=255);
    u16: any::<u16>(), u16;
    u32: any::<u32>(), u32;
    u64: any::<u64>(), Value::is_u64;
    i64: any::<i64>(), Value::is_i64;
    ActionNumber: 1..=u64::MAX, |value| within(value, 1..=u64::MAX);
    String: any_text(), Value::is_string;
    Option<String>: proptest::option::of(any_text()), |value| value.is_null() || value.is_string();
    Seat: any::<u8>(), seat;
    Option<Seat>: any::<Option<u8>>(), |value| value.is_null() || seat(value);
    ViewText: (any::<u8>(), any_text()).prop_map(|(a, b)| json!({"a": a, "b": [b, null]})), Value::is_object;
    Whose: prop_oneof![
        any::<bool>().prop_map(Whose::Mine),
        any::<u8>().prop_map(|number| Whose::Seat(Seat(number)))
    ], |value| value.is_boolean() || seat(value);
    Key: proptest::sample::select(Key::all().collect::<Vec<_>>()), |value| letter(value, "hlkjyubnHLKJYUBN");
    Vec<Patch>: proptest::collection::vec(any_patch(), 0..4), |value| list(value, patch);
    Vec<Player>: proptest::collection::vec(any_player(), 0..4), |value| list(value, player);
    Direction: prop_oneof![Just(1), Just(-1)], |value| matches!(value.as_i64(), Some(1 | -1));
    Face: any_card().prop_map(Face), face;
    Vec<Face>: any_faces(), |value| list(value, face);
    Option<Vec<Face>>: proptest::option::of(any_faces()), |value| value.is_null() || list(value, face);
    Vec<Vec<Face>>: proptest::collection::vec(any_faces(), 0..4), |value| list(value, |hand| list(hand, face));
    Vec<u16>: proptest::collection::vec(any::<u16>(), 0..8), |value| list(value, u16);
    Vec<i32>: proptest::collection::vec(any::<i32>(), 0..8), |value| {
        list(value, |one| one.as_i64().is_some_and(|number| (-2_147_483_648..=2_147_483_647).contains(&number)))
    };
    CardCode: any_card().prop_map(CardCode), code;
    Piles: any::<u64>().prop_map(piles_left_by), piles;
}

impl Sample for Plan {
    fn slots() -> Vec<Takes> {
        let ship: [Takes; 3] = [Value::is_boolean, Value::is_i64, Value::is_i64];
        ship.repeat(10)
    }

    fn any() -> BoxedStrategy<Vec<Value>> {
        let ship = any::<(bool, i64, i64)>().prop_map(|(upright, x, y)| [json!(upright), json!(x), json!(y)]);
        proptest::collection::vec(ship, 10).prop_map(|ships| ships.concat()).boxed()
    }
}

impl<T: Sample> Sample for Trailing<T> {
    const OPTIONAL: bool = true;

    fn slots() -> Vec<Takes> {
        T::slots()
    }

    fn any() -> BoxedStrategy<Vec<Value>> {
        prop_oneof![Just(Vec::new()), T::any()].boxed()
    }
}
