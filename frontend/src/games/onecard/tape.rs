//! A finished match, entry by entry, in words and as it was seen.

use std::sync::Arc;

use shared::cards::Card;
use shared::game::{Audience, Entry, Game as _, Seat};
use shared::onecard::{Action, Event, OneCard, View, log};
use shared::record::{RecordOf, ReplayError};

use crate::games::fold::Folded;
use crate::ui::words::counted;

/// A match that can be wound to any entry.
pub struct Tape {
    /// The match itself.
    pub match_: Folded<OneCard>,
    record: RecordOf<OneCard>,
    /// One an entry.
    texts: Arc<[String]>,
    /// By seat.
    names: Vec<String>,
}

impl Tape {
    /// Plays a record.
    ///
    /// # Errors
    /// When the rules don't accept it.
    pub fn play(record: RecordOf<OneCard>) -> Result<Self, ReplayError> {
        let mut names = vec![String::new(); record.options.players.into()];
        let mut texts = Vec::with_capacity(record.entries.len());
        let match_ = Folded::play(record.clone(), |entry, events, _| {
            if let Entry::Sat { seat, name } = entry
                && let Some(place) = names.get_mut(seat.index())
            {
                place.clone_from(name);
            }
            texts.push(text(entry, events, &names));
        })?;
        Ok(Self { match_, record, texts: texts.into(), names })
    }

    /// The entries in words.
    pub fn texts(&self) -> Arc<[String]> {
        Arc::clone(&self.texts)
    }

    /// The entry with that number, in words.
    pub fn text(&self, number: usize) -> &str {
        let text = number.checked_sub(1).and_then(|index| self.texts.get(index));
        text.map_or("Before the start", String::as_str)
    }

    /// Who sat there, by seat.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// What was to be seen after entry `number`: by one player, or by those who watched. Names are known from the start.
    pub fn view(&self, number: usize, eyes: Option<Seat>) -> View {
        let audience = eyes.map_or(Audience::Spectator, Audience::Seat);
        let mut view = self.match_.at(number, |game| game.view(audience));
        for (player, name) in view.players.iter_mut().zip(&self.names) {
            player.name.clone_from(name);
        }
        view
    }

    /// Every hand after entry `number`, in display order.
    pub fn hands(&self, number: usize) -> Vec<Vec<Card>> {
        let seats = u8::try_from(self.names.len()).unwrap_or(u8::MAX);
        self.match_.at(number, |game| (0..seats).map(|seat| game.hand(Seat(seat))).collect())
    }

    /// The log of the match.
    ///
    /// # Errors
    /// Never, once the record could be played.
    pub fn log(&self) -> Result<String, ReplayError> {
        log::of_record(&self.record)
    }
}

fn text(entry: &Entry<Action>, events: &[Event], names: &[String]) -> String {
    use std::fmt::Write as _;
    let name = |seat: &Seat| names.get(seat.index()).map_or("Somebody", String::as_str);
    let mut text = match entry {
        Entry::Sat { seat, .. } => format!("{} sits down", name(seat)),
        Entry::Started => "The cards are dealt".to_owned(),
        Entry::Acted { seat, action: Action::Play(card) } => {
            format!("{} plays {}", name(seat), card.spoken())
        }
        Entry::Acted { seat, action: Action::Draw } => format!("{} draws", name(seat)),
        Entry::TimedOut { seat } => format!("{} runs out of time and draws", name(seat)),
        Entry::Left { seat } => format!("{} gives up", name(seat)),
        Entry::Closed { .. } => "The match is closed".to_owned(),
    };
    for event in events {
        // Writing to a string can't fail.
        let _ = match event {
            Event::Drew { count, .. } => write!(text, " {count}"),
            Event::Turn { attack, .. } if *attack > 0 => write!(text, ", attack {attack}"),
            Event::Round { round, winner: Some(winner), .. } => {
                write!(text, "; {} wins round {round}", name(winner))
            }
            Event::Round { round, winner: None, .. } => write!(text, "; round {round} is blocked"),
            _ => Ok(()),
        };
    }
    text
}

/// A hand, as the replay names it: "Anna, 3 cards".
pub fn hand_title(name: &str, cards: usize) -> String {
    format!("{name}, {}", counted(cards, "card"))
}

#[cfg(test)]
mod tests {
    use shared::catalogue::GameId;
    use shared::game::{Bot as _, Level};
    use shared::onecard::{Options, Phase};
    use shared::record::{Line, Record};
    use shared::seed::Seed;

    use super::*;

    /// Two rounds between three bots.
    fn record() -> RecordOf<OneCard> {
        let seed = Seed::from_number(3);
        let options = Options { players: 3, rounds: 2, ..Options::default() };
        let mut game = OneCard::new(&options, &seed).unwrap();
        let mut rng = seed.rng("bots");
        let sits = |(seat, name): (u8, &str)| Entry::Sat { seat: Seat(seat), name: name.to_owned() };
        let mut entries: Vec<Entry<Action>> = (0..).zip(["Anna", "Béla", "Cora"]).map(sits).collect();
        entries.push(Entry::Started);
        for entry in &entries {
            game.step(entry).unwrap();
        }
        while game.outcome().is_none() {
            let seat = game.waiting_for().seats[0].seat;
            let action = OneCard::decide(&game.view(Audience::Seat(seat)), Level::Easy, &mut rng).unwrap();
            let entry = Entry::Acted { seat, action };
            game.step(&entry).unwrap();
            entries.push(entry);
        }
        Record {
            match_id: "m".to_owned(),
            game: GameId::OneCard,
            options,
            seed,
            outcome: game.outcome().unwrap(),
            entries: (0..).zip(entries).map(|(at, entry)| Line { at, entry }).collect(),
        }
    }

    #[test]
    fn a_record_plays_to_its_own_end_and_back() {
        let record = record();
        let tape = Tape::play(record.clone()).unwrap();
        let last = tape.match_.last();
        assert_eq!(last, record.entries.len());
        assert!(tape.match_.agrees() && tape.match_.fits(&record.seed.public_hash()));
        assert_eq!(tape.view(last, None).phase, Phase::Over);
        assert_eq!(tape.view(0, None).phase, Phase::Waiting);
        assert_eq!(tape.view(0, None).players[2].name, "Cora");
        assert_eq!((tape.text(0), tape.text(1)), ("Before the start", "Anna sits down"));
        let rounds = tape.texts().iter().filter(|text| text.contains(" wins round ")).count();
        assert_eq!(rounds, 2);
    }

    #[test]
    fn each_player_sees_only_the_own_hand_and_the_replay_all() {
        let tape = Tape::play(record()).unwrap();
        for number in [4, 9, tape.match_.last() - 1] {
            assert_eq!(tape.view(number, None).hand, []);
            let hands = tape.hands(number);
            for seat in 0..3 {
                let view = tape.view(number, Some(Seat(seat)));
                let mut hand = view.hand.clone();
                hand.sort_unstable();
                assert_eq!(hand, hands[usize::from(seat)]);
                let counts: Vec<usize> = view.players.iter().map(|player| player.count.into()).collect();
                assert_eq!(counts, hands.iter().map(Vec::len).collect::<Vec<_>>());
            }
        }
    }

    #[test]
    fn the_log_is_that_of_the_whole_match() {
        let log = Tape::play(record()).unwrap().log().unwrap();
        assert!(log.starts_with("---- Initial setup ----\n"), "{log}");
        assert_eq!(log.matches("\nRound ").count(), 4, "each round has a result and an end");
        assert!(log.lines().last().unwrap().starts_with("Winner"), "{log}");
    }
}
