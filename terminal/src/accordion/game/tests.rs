use std::collections::VecDeque;

use rstest::rstest;
use shared::accordion::CardCode;
use shared::accordion::deck::deck;
use shared::accordion::house::House;
use shared::seed::Seed;

use super::*;

/// A server that answers by a rule, with a way to change one answer.
struct Fake {
    /// Cards dealt so far.
    dealt: usize,
    answers: VecDeque<Message>,
    sent: Vec<Message>,
    /// The answer of this number, counted from 0, is this one instead.
    lie: Option<(usize, Message)>,
    difference: i8,
}

const GID: u32 = 77;

impl Fake {
    fn honest() -> Self {
        Self { dealt: 0, answers: VecDeque::new(), sent: Vec::new(), lie: None, difference: -2 }
    }

    fn lying(number: usize, lie: Message) -> Self {
        Self { lie: Some((number, lie)), ..Self::honest() }
    }
}

impl Line for Fake {
    fn send(&mut self, message: &Message) -> Result<(), Failure> {
        let answer = match message {
            Message::Play { .. } => Message::Play { gid: GID },
            Message::Deal { .. } => {
                let card = deck(5)[self.dealt];
                self.dealt += 1;
                Message::Deal { gid: GID, card: CardCode(card).into() }
            }
            _ => Message::Result { gid: GID, difference: self.difference },
        };
        let number = self.sent.len();
        self.sent.push(message.clone());
        let lie = self.lie.clone().filter(|(at, _)| *at == number);
        self.answers.push_back(lie.map_or(answer, |(_, lie)| lie));
        Ok(())
    }

    fn receive(&mut self) -> Result<Message, Failure> {
        self.answers.pop_front().ok_or_else(|| Failure::Broken("the server hung up".to_owned()))
    }
}

fn mind(house: House) -> Mind {
    Mind::new(house, Seed::from_number(1).rng("game"))
}

#[rstest]
#[case(House::Random)]
#[case(House::Casual)]
#[case(House::Steady)]
#[case(House::Strong)]
#[case(House::Master)]
fn a_game_is_52_deals_and_the_tableau(#[case] house: House) {
    let mut fake = Fake { difference: 0, ..Fake::honest() };
    let mut paces = 0;
    let end = play(&mut fake, mind(house), || paces += 1).unwrap();
    assert_eq!((paces, fake.sent.len(), end.gid), (52, 54, GID));
    assert_eq!(fake.sent[53], Message::tableau(GID, &end.row));
    assert_eq!(end.row.cards(), PACK);
}

#[rstest]
#[case::no_game(0, Message::Play { gid: 0 }, Failure::Rejected)]
#[case::no_play(0, Message::Deal { gid: GID, card: 1 }, Failure::Nonsense("a deal message where a play message is due".into()))]
#[case::error(0, Message::error("go away"), Failure::Reported("go away".into()))]
#[case::goodbye(7, Message::error(""), Failure::Left)]
#[case::other_game(3, Message::Deal { gid: 78, card: 1 }, Failure::Nonsense("an answer for game 78, and this is game 77".into()))]
#[case::play_again(3, Message::Play { gid: 9 }, Failure::Nonsense("a play message where a card is due".into()))]
#[case::no_result(53, Message::Ping { gid: GID, data: [0; 4] }, Failure::Nonsense("a ping message where a result is due".into()))]
#[case::other_result(53, Message::Result { gid: 1, difference: 0 }, Failure::Nonsense("an answer for game 1, and this is game 77".into()))]
fn a_server_that_lies_is_found_out(#[case] number: usize, #[case] lie: Message, #[case] failure: Failure) {
    assert_eq!(play(&mut Fake::lying(number, lie), mind(House::Strong), || ()), Err(failure));
}

#[test]
fn a_card_that_is_none_or_comes_twice_is_found_out() {
    for card in [0, 14, 100, 114, 314, u16::MAX, CardCode(deck(5)[0]).into()] {
        let lie = Message::Deal { gid: GID, card };
        let result = play(&mut Fake::lying(9, lie), mind(House::Strong), || ());
        assert!(matches!(result, Err(Failure::Nonsense(_))), "{card}: {result:?}");
    }
}

#[test]
fn a_difference_that_can_not_be_is_found_out() {
    for difference in [i8::MIN, -52, 52, i8::MAX] {
        let lie = Message::Result { gid: GID, difference };
        let result = play(&mut Fake::lying(53, lie), mind(House::Strong), || ());
        assert!(matches!(result, Err(Failure::Nonsense(_))), "{difference}: {result:?}");
    }
}

#[test]
fn one_pile_each_is_a_win() {
    let cards: Vec<_> = deck(5).to_vec();
    let one = Row::from_piles([&cards]).unwrap();
    let two = Row::from_piles([&cards[..20], &cards[20..]]).unwrap();
    let verdict = |row, difference| End { gid: 1, row, difference }.verdict();
    assert_eq!(verdict(one, 0), "won");
    assert_eq!(verdict(two, 0), "draw");
    assert_eq!(verdict(two, -1), "won");
    assert_eq!(verdict(two, 1), "lost");
}

#[test]
fn the_last_line_has_the_verdict() {
    let cards: Vec<_> = deck(5).to_vec();
    let row = Row::from_piles([&cards[..20], &cards[20..]]).unwrap();
    let text = End { gid: 3, row, difference: -2 }.to_string();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 4);
    assert!(lines[0] == "game 3" && lines[1].starts_with("pile 1: ") && lines[2].starts_with("pile 2: "));
    assert_eq!(lines[3], "won, D = -2");
}
