//! The contested points of the game, each by name.

mod leading;
mod leaving;
mod rounds;
mod turns;

use super::*;
use crate::game::Fold as _;

const A: Seat = Seat(0);
const B: Seat = Seat(1);
const C: Seat = Seat(2);
const D: Seat = Seat(3);

/// A table whose cards are known. Seat 0 leads unless `order` says otherwise.
struct Setup<'a> {
    /// One a seat, all of equal size.
    hands: &'a [&'a str],
    /// What each seat draws for the lead.
    order: &'a str,
    first: &'a str,
    /// The next cards of the stock.
    stock: &'a str,
    rounds: u8,
}

impl Default for Setup<'_> {
    fn default() -> Self {
        Self { hands: &[], order: "4S 5S 5S 5S 5S", first: "9H", stock: "", rounds: 1 }
    }
}

fn cards(text: &str) -> Vec<Card> {
    text.split_whitespace().map(|card| card.parse().unwrap()).collect()
}

fn card(text: &str) -> Card {
    text.parse().unwrap()
}

/// All cards of twenty packs, so that no hand is impossible: first those that are asked for, then the others in order.
fn pack(first: impl IntoIterator<Item = Card>) -> Vec<CardId> {
    let mut rest: Vec<CardId> = (0..1_040).map(CardId).collect();
    let mut pack = Vec::new();
    for card in first {
        let place = rest.iter().position(|id| id.face() == card).expect("there are twenty of each");
        pack.push(rest.remove(place));
    }
    pack.extend(rest);
    pack
}

impl Setup<'_> {
    fn start(&self) -> OneCard {
        let hands: Vec<Vec<Card>> = self.hands.iter().map(|hand| cards(hand)).collect();
        let players = hands.len();
        let options = Options {
            players: u8::try_from(players).unwrap(),
            cards: small(hands[0].len()),
            rounds: self.rounds,
            packs: 20,
            ..Options::default()
        };
        let order: Vec<Card> = cards(self.order).into_iter().take(players).collect();
        let faces = hands.concat().into_iter().chain(order).chain([card(self.first)]);
        let pack = pack(faces.chain(cards(self.stock)));
        let mut game = OneCard::with_pack(&options, &Seed::from_number(1), pack).unwrap();
        for seat in game.seats() {
            game.step(&Entry::Sat { seat, name: format!("Player {seat}") }).unwrap();
        }
        game.step(&Entry::Started).unwrap();
        assert_eq!(game.audit(), Ok(()));
        game
    }
}

/// Four players who each hold the cards of `hands`; the first card is `first`.
fn four(hands: [&str; 4], first: &str) -> OneCard {
    Setup { hands: &hands, first, ..Setup::default() }.start()
}

impl OneCard {
    #[track_caller]
    fn plays(&mut self, seat: Seat, text: &str) -> Vec<Event> {
        let events = self.step(&Entry::Acted { seat, action: Action::Play(card(text)) });
        assert_eq!(self.audit(), Ok(()));
        events.unwrap_or_else(|refusal| panic!("{text} is refused: {refusal}"))
    }

    #[track_caller]
    fn draws(&mut self, seat: Seat) -> Vec<Card> {
        let events = self.step(&Entry::Acted { seat, action: Action::Draw }).unwrap();
        assert_eq!(self.audit(), Ok(()));
        match &events[0] {
            Event::Drew { cards: Some(cards), .. } => cards.clone(),
            other => panic!("{other:?}"),
        }
    }

    #[track_caller]
    fn refuses(&mut self, seat: Seat, text: &str) -> &'static str {
        let before = self.clone();
        let refusal = self.step(&Entry::Acted { seat, action: Action::Play(card(text)) }).unwrap_err();
        assert_eq!(*self, before);
        refusal.kind.code
    }
}
