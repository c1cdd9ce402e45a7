use proptest::prelude::*;
use rstest::rstest;

use super::*;
use crate::accordion::deck::{Deck, deck};
use crate::accordion::house::{House, play};
use crate::seed::Seed;

fn tableau_of(deck: &Deck, house: House, number: u64) -> Row {
    play(deck, house, Seed::from_number(number).rng("packet tests"))
}

fn decode_all(stream: &[u8]) -> (Vec<Message>, Option<Malformed>, bool) {
    decode_in(stream.chunks(usize::MAX))
}

/// Every message of a stream that comes in pieces, what ended it, and whether something is left over.
fn decode_in<'a>(pieces: impl IntoIterator<Item = &'a [u8]>) -> (Vec<Message>, Option<Malformed>, bool) {
    let (mut decoder, mut messages) = (Decoder::default(), Vec::new());
    for piece in pieces {
        decoder.feed(piece);
        loop {
            match decoder.take() {
                Ok(Some(message)) => messages.push(message),
                Ok(None) => break,
                Err(malformed) => {
                    assert_eq!(decoder.take(), Err(malformed), "the error stays");
                    return (messages, Some(malformed), false);
                }
            }
        }
    }
    (messages, None, decoder.is_partial())
}

fn any_message() -> impl Strategy<Value = Message> {
    prop_oneof![
        any::<u32>().prop_map(|gid| Message::Play { gid }),
        any::<(u32, u16)>().prop_map(|(gid, card)| Message::Deal { gid, card }),
        any::<(u32, [u8; 4])>().prop_map(|(gid, data)| Message::Ping { gid, data }),
        (any::<u32>(), 1..=52_u8).prop_flat_map(|(gid, piles)| {
            proptest::collection::vec(any::<u16>(), 51 + usize::from(piles))
                .prop_map(move |cards| Message::Tableau { gid, piles, cards })
        }),
        any::<(u32, i8)>().prop_map(|(gid, difference)| Message::Result { gid, difference }),
        "[ -~]{0,300}".prop_map(|text| Message::Error { text }),
    ]
}

/// Byte by byte as PROTOCOL.md has it.
#[rstest]
#[case::play(Message::Play { gid: 0x0102_0304 }, &[1, 1, 2, 3, 4])]
#[case::deal(Message::Deal { gid: 7, card: 211 }, &[2, 0, 0, 0, 7, 0, 211])]
#[case::deal_of_a_spade(Message::Deal { gid: 7, card: 313 }, &[2, 0, 0, 0, 7, 1, 57])]
#[case::ping(Message::Ping { gid: 7, data: [9, 8, 7, 6] }, &[3, 0, 0, 0, 7, 9, 8, 7, 6])]
#[case::won(Message::Result { gid: 7, difference: -2 }, &[5, 0, 0, 0, 7, 254])]
#[case::lost(Message::Result { gid: 7, difference: 51 }, &[5, 0, 0, 0, 7, 51])]
#[case::error(Message::error("no"), &[6, 0, 2, b'n', b'o'])]
#[case::quit(Message::error(""), &[6, 0, 0])]
fn the_bytes_of_a_message(#[case] message: Message, #[case] bytes: &[u8]) {
    assert_eq!(message.encode(), bytes);
    assert_eq!(decode_all(bytes), (vec![message], None, false));
}

#[test]
fn a_tableau_is_its_piles_with_0_between() {
    let deck = deck(1);
    let row = tableau_of(&deck, House::Random, 1);
    let message = Message::tableau(7, &row);
    let bytes = message.encode();
    assert_eq!(bytes.len(), 108 + 2 * row.len());
    assert_eq!(bytes[..6], [4, 0, 0, 0, 7, u8::try_from(row.len()).unwrap()]);
    let numbers: Vec<u16> = bytes[6..].chunks(2).map(|two| u16::from_be_bytes([two[0], two[1]])).collect();
    let texts: Vec<Vec<u16>> = numbers.split(|&number| number == 0).map(<[u16]>::to_vec).collect();
    let piles: Vec<Vec<u16>> =
        row.tableau().iter().map(|pile| pile.iter().map(|&card| CardCode(card).into()).collect()).collect();
    assert_eq!(texts, piles);
    assert_eq!(decode_all(&bytes).0, [message]);
}

#[test]
fn what_is_wrong_is_said_at_once() {
    for tag in [0, 7, 65, 255] {
        assert_eq!(decode_all(&[tag]).1, Some(Malformed::Tag(tag)));
    }
    for piles in [0, 53, 255] {
        let malformed = Some(Malformed::Piles(piles));
        assert_eq!(decode_all(&[4, 0, 0, 0, 7, piles]).1, malformed, "without a card");
    }
    for piles in [1, 52] {
        assert_eq!(decode_all(&[4, 0, 0, 0, 7, piles]), (vec![], None, true));
    }
    let after = [Message::Play { gid: 1 }.encode(), vec![99, 1, 0, 0, 0, 1]].concat();
    assert_eq!(decode_all(&after), (vec![Message::Play { gid: 1 }], Some(Malformed::Tag(99)), false));
}

#[test]
fn a_text_is_printable_both_ways_and_never_too_long() {
    assert_eq!(Message::error("a\tb\u{e9}\n"), Message::Error { text: "a?b???".to_owned() });
    assert_eq!(Message::Error { text: "\u{e9}".to_owned() }.encode(), [6, 0, 2, b'?', b'?']);
    assert_eq!(decode_all(&[6, 0, 3, 0x1b, b'[', 0xff]).0, [Message::error("?[?")]);
    let longest = Message::error(&"x".repeat(LONGEST_TEXT + 5));
    let bytes = longest.encode();
    assert_eq!(bytes.len(), LONGEST_TEXT + 3);
    assert_eq!(decode_all(&bytes), (vec![longest], None, false));
}

#[test]
fn a_card_of_a_server_is_a_card() {
    assert_eq!(Message::card_of(211), Ok("JH".parse().unwrap()));
    for card in [0, 14, 100, 114, 314, 65_535] {
        assert!(Message::card_of(card).is_err(), "{card}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn a_stream_gives_the_same_messages_however_it_is_cut(
        messages in proptest::collection::vec(any_message(), 0..6),
        cuts in proptest::collection::vec(0..400_usize, 0..12),
    ) {
        let stream: Vec<u8> = messages.iter().flat_map(Message::encode).collect();
        let mut rest = &stream[..];
        let mut pieces = Vec::new();
        for cut in cuts {
            let (piece, more) = rest.split_at(cut.min(rest.len()));
            pieces.push(piece);
            rest = more;
        }
        pieces.push(rest);
        prop_assert_eq!(decode_in(pieces), (messages.clone(), None, false));
        prop_assert_eq!(decode_in(stream.chunks(1)), (messages, None, false));
    }

    #[test]
    fn any_bytes_are_read_or_refused_alike_however_they_are_cut(
        tag in 0..8_u8,
        bytes in proptest::collection::vec(any::<u8>(), 0..300),
        size in 1..20_usize,
    ) {
        let stream = [vec![tag], bytes].concat();
        let whole = decode_all(&stream);
        prop_assert_eq!(decode_in(stream.chunks(size)), whole.clone());
        // What was read is written as the bytes it was read from, but for texts that are not printable.
        let written: Vec<u8> = whole.0.iter().flat_map(Message::encode).collect();
        let again = decode_all(&written);
        prop_assert_eq!(again.0, whole.0);
    }

    #[test]
    fn a_piece_is_gone_once_its_messages_are_taken(sizes in proptest::collection::vec(1..200_usize, 1..50)) {
        let mut decoder = Decoder::default();
        let stream = Message::Ping { gid: 1, data: [1, 2, 3, 4] }.encode().repeat(1_200);
        let mut rest = &stream[..];
        for size in sizes {
            let (piece, more) = rest.split_at(size.min(rest.len()));
            rest = more;
            decoder.feed(piece);
            while decoder.take() != Ok(None) {}
            prop_assert!(decoder.bytes.len() - decoder.taken < 9);
            prop_assert!(decoder.bytes.len() < size + 9);
        }
    }

    /// No play that keeps the rules is ever called impossible.
    #[test]
    fn every_row_that_was_played_is_accepted(number: u64) {
        let deck = deck(number);
        let house = if number.is_multiple_of(2) { House::Random } else { House::Strong };
        let row = tableau_of(&deck, house, number);
        let Message::Tableau { piles, cards, .. } = Message::tableau(1, &row) else { unreachable!() };
        prop_assert_eq!(check_tableau(&deck, piles, &cards), Ok(row));
    }

    #[test]
    fn any_numbers_are_judged(number: u64, numbers in proptest::collection::vec(0..320_u16, 0..120)) {
        let piles = u8::try_from(numbers.len().saturating_sub(51)).unwrap();
        prop_assert!(check_tableau(&deck(number), piles, &numbers).is_err());
    }
}

/// The numbers of a deal's cards.
fn codes(deck: &Deck) -> Vec<u16> {
    deck.iter().map(|&card| CardCode(card).into()).collect()
}

/// A single pile, the first card at the bottom.
fn single(deck: &Deck) -> Vec<u16> {
    codes(deck).into_iter().rev().collect()
}

/// What is wrong with a single pile after a change, or with two piles.
fn judged(piles: u8, change: impl FnOnce(&mut Vec<u16>)) -> TableauError {
    let deck = deck(4);
    let mut numbers = single(&deck);
    assert!(check_tableau(&deck, 1, &numbers).is_ok());
    change(&mut numbers);
    check_tableau(&deck, piles, &numbers).unwrap_err()
}

#[test]
fn a_tableau_that_is_none_is_told_why() {
    let codes = codes(&deck(4));
    let code = |at: usize| CardCode::try_from(codes[at]).unwrap();
    let (first, second, last) = (code(0), code(1), code(51));

    assert_eq!(judged(1, |numbers| numbers.truncate(51)), TableauError::Length { piles: 1, got: 51 });
    assert_eq!(judged(2, |_| ()), TableauError::Length { piles: 2, got: 52 });
    assert_eq!(judged(2, |numbers| numbers.push(0)), TableauError::EmptyPile(2));
    assert_eq!(judged(2, |numbers| numbers.insert(0, 0)), TableauError::EmptyPile(1));
    let doubled = judged(3, |numbers| {
        numbers.insert(5, 0);
        numbers.insert(5, 0);
    });
    assert_eq!(doubled, TableauError::EmptyPile(2));
    assert_eq!(judged(1, |numbers| numbers[5] = 0), TableauError::Separators { piles: 1, found: 2 });
    assert_eq!(judged(2, |numbers| numbers.push(14)), TableauError::Separators { piles: 2, found: 1 });
    for bad in [14, 100, 114, 314, 400, 65_535] {
        assert_eq!(judged(1, |numbers| numbers[5] = bad), TableauError::BadCard(BadCode(bad)));
    }
    assert_eq!(
        judged(1, |numbers| numbers[0] = codes[0]),
        TableauError::Repeated { twice: first, missing: last }
    );
    assert_eq!(
        judged(1, |numbers| numbers.swap(50, 51)),
        TableauError::Bottom { bottom: second, earlier: first }
    );
    // All but the first card on the left, the first card on the right.
    assert_eq!(
        judged(2, |numbers| numbers.insert(51, 0)),
        TableauError::Order { left: second, right: first }
    );
}

/// A text for a person names what was wrong.
#[test]
fn every_fault_has_a_text_that_can_be_sent() {
    let faults = [
        Fault::from(Malformed::Tag(9)),
        Malformed::Piles(53).into(),
        TableauError::Length { piles: 2, got: 52 }.into(),
        TableauError::EmptyPile(2).into(),
        TableauError::BadCard(BadCode(14)).into(),
        Fault::Full,
        Fault::NoPlay(5),
        Fault::Silent(60),
        Fault::Pings,
        Fault::BeforePlay("deal"),
        Fault::PlayDuringGame,
        Fault::WrongGame { got: 3, yours: 4 },
        Fault::DeckEmpty,
        Fault::CardsLeft { dealt: 51 },
        Fault::ResultFromClient,
        Fault::CutOff,
    ];
    for fault in faults {
        let text = fault.to_string();
        assert!(!text.is_empty());
        assert_eq!(Message::error(&text), Message::Error { text: text.clone() }, "{text}");
    }
    assert_eq!(Fault::WrongGame { got: 3, yours: 4 }.to_string(), "game 3 is not yours; yours is 4");
}
