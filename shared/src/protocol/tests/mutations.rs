//! Messages of every group, spoilt at random: what is read is read alike again, all else is refused, for the right
//! reason as long as it still is a list of JSON values.

use std::cell::RefCell;
use std::collections::BTreeMap;

use proptest::sample::{Index, select};
use serde_json::value::RawValue;

use super::round_trip::ODD;
use super::samples::{Declared, always, expected, of_client, of_server, text};
use super::*;

/// Something that happens to the elements of a list: the message itself, or a list in it.
#[derive(Debug, Clone)]
enum Change {
    Drop(Index),
    Repeat(Index),
    Swap(Index, Index),
    Put(Index, &'static str),
    Add(Index, &'static str),
    /// The element of another message of the kind that stands there.
    Mix(Index),
    Opcode(i64),
    Inside(Index, Box<Self>),
}

impl Change {
    fn any(depth: u32) -> BoxedStrategy<Self> {
        let at = any::<Index>;
        let here = prop_oneof![
            1 => at().prop_map(Self::Drop),
            1 => at().prop_map(Self::Repeat),
            1 => (at(), at()).prop_map(|(one, two)| Self::Swap(one, two)),
            1 => (at(), select(&ODD[..])).prop_map(|(index, odd)| Self::Put(index, odd)),
            1 => (at(), select(&ODD[..])).prop_map(|(index, odd)| Self::Add(index, odd)),
            2 => at().prop_map(Self::Mix),
            1 => (-1..=60_i64).prop_map(Self::Opcode),
        ];
        if depth == 0 {
            return here.boxed();
        }
        let inside =
            (at(), Self::any(depth - 1)).prop_map(|(index, change)| Self::Inside(index, Box::new(change)));
        prop_oneof![3 => here, 1 => inside].boxed()
    }

    fn apply(&self, elements: &mut Vec<String>, others: &[String]) {
        let count = elements.len();
        if count == 0 {
            return;
        }
        match self {
            Self::Drop(index) => drop(elements.remove(index.index(count))),
            Self::Repeat(index) => elements.insert(index.index(count), elements[index.index(count)].clone()),
            Self::Swap(one, two) => elements.swap(one.index(count), two.index(count)),
            Self::Put(index, odd) => (*odd).clone_into(&mut elements[index.index(count)]),
            Self::Add(index, odd) => elements.insert(index.index(count + 1), (*odd).to_owned()),
            Self::Mix(index) => {
                if let Some(other) = others.get(index.index(count)) {
                    elements[index.index(count)].clone_from(other);
                }
            }
            Self::Opcode(op) => elements[0] = op.to_string(),
            Self::Inside(index, change) => {
                let element = &mut elements[index.index(count)];
                let lists = [element.as_str(), others.get(index.index(count)).map_or("[]", String::as_str)];
                if let [Some(mut inner), other] = lists.map(inner) {
                    change.apply(&mut inner, &other.unwrap_or_default());
                    *element = text(&inner);
                }
            }
        }
    }
}

/// The elements of a list that is an element itself.
fn inner(element: &str) -> Option<Vec<String>> {
    let list: Vec<Box<RawValue>> = serde_json::from_str(element).ok()?;
    Some(list.into_iter().map(|element| element.get().to_owned()).collect())
}

/// Something that happens to the bytes of a message.
#[derive(Debug, Clone)]
enum Slip {
    Cut(Index),
    Put(Index, u8),
    Add(Index, u8),
}

impl Slip {
    fn any() -> impl Strategy<Value = Self> {
        let byte = || prop_oneof![any::<u8>(), select(&b" \t,[]{}\"\\-+.:0e1nt"[..]), Just(b' ')];
        prop_oneof![
            1 => any::<Index>().prop_map(Self::Cut),
            1 => (any::<Index>(), byte()).prop_map(|(index, byte)| Self::Put(index, byte)),
            2 => (any::<Index>(), byte()).prop_map(|(index, byte)| Self::Add(index, byte)),
        ]
    }

    fn apply(&self, bytes: &mut Vec<u8>) {
        let ends = bytes.len() + 1;
        match self {
            Self::Cut(index) => bytes.truncate(index.index(ends)),
            Self::Add(index, byte) => bytes.insert(index.index(ends), *byte),
            Self::Put(index, byte) => {
                if let Some(old) = bytes.get_mut(index.index(ends)) {
                    *old = *byte;
                }
            }
        }
    }
}

/// A message of this kind, spoilt: its elements, and its text if more happened to that.
fn spoilt(message: &Declared) -> impl Strategy<Value = (Vec<String>, Option<String>)> + use<> {
    let changes = proptest::collection::vec(Change::any(2), 0..4);
    let slips = prop_oneof![Just(Vec::new()), proptest::collection::vec(Slip::any(), 1..3)];
    (message.any(), message.any(), changes, slips)
        .prop_map(|(mut elements, others, changes, slips)| {
            let sound = text(&elements);
            for change in changes {
                change.apply(&mut elements, &others);
            }
            let mut bytes = text(&elements).into_bytes();
            for slip in &slips {
                slip.apply(&mut bytes);
            }
            let spoilt = String::from_utf8_lossy(&bytes).into_owned();
            let slipped = (spoilt != text(&elements)).then_some(spoilt);
            (sound, elements, slipped)
        })
        .prop_filter_map("nothing has changed", |(sound, elements, slipped)| {
            (slipped.is_some() || text(&elements) != sound).then_some((elements, slipped))
        })
}

/// How many spoilt messages of an opcode were read and refused, in games that know it.
type Verdicts = BTreeMap<i64, [u32; 2]>;

fn check<M: Clone + PartialEq + fmt::Debug>(
    side: &[Declared],
    games: &[GameId],
    read: impl Fn(&str, GameId) -> Result<M, DecodeError>,
    write: impl Fn(&M) -> String,
) {
    let verdicts = RefCell::new(Verdicts::new());
    for message in side {
        always(1_000, &spoilt(message), |(elements, slipped)| {
            let text = slipped.clone().unwrap_or_else(|| text(&elements));
            for &game in games {
                let first = read(&text, game);
                let wrong = first.as_ref().err().map(Wrong::of);
                if slipped.is_none() {
                    prop_assert_eq!(&wrong, &expected(side, game, &elements), "{}", text);
                }
                if let Ok(first) = &first {
                    prop_assert_eq!(read(&write(first), game), Ok(first.clone()), "{}", text);
                }
                if let Ok((op, _)) = Args::split(&text)
                    && wrong != Some(Wrong::Unknown)
                {
                    verdicts.borrow_mut().entry(op).or_default()[usize::from(first.is_err())] += 1;
                }
            }
            // The first message of a connection is read apart, and alike.
            let join = ClientMessage::decode(&text, GameId::SeaBattle)
                .ok()
                .filter(|first| matches!(first, ClientMessage::Session(session::ClientMessage::Join { .. })));
            prop_assert_eq!(decode_join(&text).ok().map(ClientMessage::Session), join, "{}", text);
            Ok(())
        });
    }
    let verdicts = verdicts.into_inner();
    for Declared { op, title, .. } in side {
        let [read, refused] = verdicts.get(op).copied().unwrap_or_default();
        assert!(read >= 10 && refused >= 10, "{title}: {read} read, {refused} refused");
    }
}

#[test]
fn a_spoilt_message_of_a_client_is_refused_or_read_alike() {
    check(&of_client(), &GameId::ALL, ClientMessage::decode, ClientMessage::encode);
}

#[test]
fn a_spoilt_message_of_a_server_is_refused_or_read_alike() {
    // It is read without knowing the game: one stands for all.
    check(&of_server(), &[GameId::SeaBattle], |text, _| ServerMessage::decode(text), ServerMessage::encode);
}
