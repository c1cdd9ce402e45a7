//! OneCard before the laws.

use shared::cards::{Card, CardId};
use shared::game::{Audience, Cause, Entry, Game as _, Seat};
use shared::onecard::{Action, Event, OneCard, Options};
use shared::seed::{Rng, Seed};

use crate::support::{Paper, Sample};

impl Sample for OneCard {
    const TRIES: usize = 500;

    /// Also tables where all cards are in hands, so that the stock runs out and rounds are blocked.
    fn sample_options(rng: &mut Rng) -> Options {
        let mut options = Options {
            players: 3 + u8::try_from(rng.below(8)).unwrap(),
            packs: 2 + u8::try_from(rng.below(2)).unwrap(),
            rounds: 1 + u8::try_from(rng.below(3)).unwrap(),
            turn_seconds: rng.chance(3, 4).then(|| 5 + rng.below(596)),
            grace_seconds: rng.chance(3, 4).then(|| 10 + rng.below(591)),
            join_seconds: rng.chance(3, 4).then(|| 10 + rng.below(3_591)),
            ..Options::default()
        };
        let most = options.most_cards();
        options.cards =
            if rng.chance(1, 4) { most } else { 2 + u16::try_from(rng.below(6)).unwrap().min(most - 2) };
        options
    }

    fn sample_entry(&self, rng: &mut Rng) -> Entry<Action> {
        let seat = match rng.below(20) {
            0 => Seat(rng.bits().to_le_bytes()[0]),
            1..8 => Seat(u8::try_from(rng.below(10)).unwrap()),
            _ => self.waiting_for().seats.first().map_or(Seat(0), |asked| asked.seat),
        };
        match rng.below(400) {
            0 => Entry::Closed {
                cause: *rng.pick(&[Cause::NoShow, Cause::Aborted, Cause::Abandoned]).unwrap(),
            },
            1..5 => Entry::Left { seat },
            5..25 => Entry::TimedOut { seat },
            25..50 => Entry::Sat { seat, name: "Zoë <b> of the hill".to_owned() },
            50..70 => Entry::Started,
            70..170 => Entry::Acted { seat, action: Action::Draw },
            170..230 => Entry::Acted {
                seat,
                action: Action::Play(CardId(u16::from(rng.bits().to_le_bytes()[0])).face()),
            },
            _ => {
                let hand = self.hand(seat);
                let action = rng.pick(&hand).map_or(Action::Draw, |card| Action::Play(*card));
                Entry::Acted { seat, action }
            }
        }
    }

    /// The cards of the first deal that this audience was never shown change places: hands, stock, and twins. Later
    /// rounds are shuffled from the seed, which both matches share.
    fn vary(paper: &Paper<Self>, audience: Audience, rng: &mut Rng) -> Option<Paper<Self>> {
        let mut game = OneCard::new(&paper.options, &paper.seed).unwrap();
        let mut seen: Vec<Card> = Vec::new();
        for entry in &paper.entries {
            for event in game.step(entry).unwrap() {
                seen.extend(shown(&event, audience));
            }
        }
        // Only what the first round is dealt from can be laid otherwise.
        let started = paper.entries.contains(&Entry::Started);
        if !started || game.view(audience).round > 1 {
            return None;
        }
        // Of twins it is not known which was shown: neither may move.
        let hidden: Vec<CardId> = game.pack().into_iter().filter(|id| !seen.contains(&id.face())).collect();
        if hidden.len() < 2 {
            return None;
        }
        // What others drew and the discards that were shuffled again follow from the places, so places it is that change.
        let mut others = hidden.clone();
        rng.shuffle(&mut others);
        let moved = |card: CardId| hidden.iter().position(|id| *id == card).map_or(card, |at| others[at]);
        let pack = game.pack().into_iter().map(moved).collect();
        let start = OneCard::with_pack(&paper.options, &paper.seed, pack).unwrap();
        Some(Paper { start: Some(start), ..paper.clone() })
    }
}

/// The faces that an event may show to `audience`: said here once more, since `OneCard::reveal` is what is on trial.
fn shown(event: &Event, audience: Audience) -> Vec<Card> {
    match event {
        Event::Dealt { to, hand, order, first, .. } => {
            let own = if *to == audience { hand.as_slice() } else { &[] };
            own.iter().chain(order).chain([first]).copied().collect()
        }
        Event::Played { card, .. } => vec![*card],
        Event::Drew { seat, cards, .. } if audience.seat() == Some(*seat) => {
            cards.clone().unwrap_or_default()
        }
        Event::Round { hands, .. } => hands.concat(),
        _ => Vec::new(),
    }
}

#[test]
fn a_varied_match_is_another_match() {
    let options = Options::default();
    let mut rng = Seed::from_number(5).rng("vary");
    let mut paper: Paper<OneCard> =
        Paper { options, seed: Seed::from_number(1), entries: Vec::new(), start: None };
    for _ in 0..20 {
        let entry = paper.fold().useful_entry(&paper.options, &mut rng).unwrap();
        paper.entries.push(entry);
    }
    let varied = OneCard::vary(&paper, Audience::Seat(Seat(0)), &mut rng).unwrap();
    let (one, two) = (paper.fold(), varied.fold());
    assert_eq!(one.hand(Seat(0)), two.hand(Seat(0)));
    assert_ne!(one.hand(Seat(1)), two.hand(Seat(1)));
}

laws!(OneCard);
