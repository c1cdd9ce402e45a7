//! A finished match, entry by entry, in words and as it was seen.

use std::sync::Arc;

use shared::game::{Audience, Entry, Game as _, Seat};
use shared::nuggets::{Direction, Event, Key, Nuggets, View};
use shared::record::{RecordOf, ReplayError};

use crate::games::fold::Folded;
use crate::games::nuggets::words;

/// A match that can be wound to any entry.
pub struct Tape {
    /// The match itself.
    pub match_: Folded<Nuggets>,
    /// One an entry.
    texts: Arc<[String]>,
    /// Everybody who ever came.
    names: Vec<String>,
    /// What they have done, by seat.
    work: Vec<Work>,
}

/// What a player has done in a match.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Work {
    /// Piles that were found.
    pub piles: usize,
    /// Keys that moved the player.
    pub keys: usize,
}

impl Tape {
    /// Plays a record.
    ///
    /// # Errors
    /// When the rules don't accept it.
    pub fn play(record: RecordOf<Nuggets>) -> Result<Self, ReplayError> {
        let mut names: Vec<String> = Vec::new();
        let mut texts = Vec::with_capacity(record.entries.len());
        let mut work: Vec<Work> = Vec::new();
        // Nobody finds gold before somebody sits down.
        let mut left = 0;
        let match_ = Folded::play(record, |entry, events, game| {
            match entry {
                Entry::Sat { name, .. } => {
                    names.push(name.clone());
                    work.push(Work::default());
                    left = piles(game);
                }
                Entry::Acted { seat, .. } => {
                    if let Some(own) = work.get_mut(seat.index()) {
                        own.keys += 1;
                        if found(*seat, events).is_some() {
                            // A run takes several piles and is told as one find.
                            let before = std::mem::replace(&mut left, piles(game));
                            own.piles += before.saturating_sub(left);
                        }
                    }
                }
                _ => {}
            }
            texts.push(text(entry, events, &names));
        })?;
        Ok(Self { match_, texts: texts.into(), names, work })
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

    /// Everybody who ever came, by seat.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// What everybody has done, by seat.
    pub fn work(&self) -> &[Work] {
        &self.work
    }

    /// What was to be seen after entry `number`: by one player, or everything.
    pub fn view(&self, number: usize, eyes: Option<Seat>) -> View {
        let audience = eyes.map_or(Audience::Spectator, Audience::Seat);
        self.match_.at(number, |game| game.view(audience))
    }
}

/// The piles that nobody has found yet.
fn piles(game: &Nuggets) -> usize {
    game.view(Audience::Spectator).screen.text().matches('*').count()
}

/// The nuggets that a player has found just now, if any.
fn found(by: Seat, events: &[Event]) -> Option<u32> {
    events.iter().find_map(|event| match event {
        Event::Gold { to, found, .. } if *to == Audience::Seat(by) && *found > 0 => Some(*found),
        _ => None,
    })
}

fn text(entry: &Entry<Key>, events: &[Event], names: &[String]) -> String {
    let name = |seat: &Seat| names.get(seat.index()).map_or("Somebody", String::as_str);
    match entry {
        Entry::Sat { seat, .. } => format!("{} comes", name(seat)),
        Entry::Started => "The hunt begins".to_owned(),
        Entry::Acted { seat, action } => {
            let goes = if action.run { "runs" } else { "steps" };
            let went = format!("{} {goes} {}", name(seat), whither(action.direction));
            match found(*seat, events) {
                Some(found) => format!("{went}: {}", words::nuggets(found)),
                None => went,
            }
        }
        Entry::TimedOut { seat } => format!("{} runs out of time", name(seat)),
        Entry::Left { seat } => format!("{} leaves", name(seat)),
        Entry::Closed { .. } => "The match is closed".to_owned(),
    }
}

const fn whither(direction: Direction) -> &'static str {
    match direction {
        Direction::Left => "left",
        Direction::Right => "right",
        Direction::Up => "up",
        Direction::Down => "down",
        Direction::UpLeft => "up left",
        Direction::UpRight => "up right",
        Direction::DownLeft => "down left",
        Direction::DownRight => "down right",
    }
}

#[cfg(test)]
mod tests {
    use shared::catalogue::GameId;
    use shared::game::{Bot as _, Level};
    use shared::nuggets::{MapChoice, Options, Phase};
    use shared::record::{Line, Record};
    use shared::seed::Seed;

    use super::*;

    /// A match between two bots on a small map.
    fn record() -> RecordOf<Nuggets> {
        let seed = Seed::from_number(3);
        let text = "+------+\n|......|\n|......#\n|......|\n+------+\n".to_owned();
        let options =
            Options { map: MapChoice::Text { text }, gold: 20, least_piles: 4, ..Options::default() };
        let mut game = Nuggets::new(&options, &seed).unwrap();
        let mut rng = seed.rng("bots");
        let mut entries = vec![
            Entry::Sat { seat: Seat(0), name: "Anna".to_owned() },
            Entry::Started,
            Entry::Sat { seat: Seat(1), name: "Ben".to_owned() },
        ];
        for entry in &entries {
            game.step(entry).unwrap();
        }
        for turn in (0..2).cycle().take(5_000) {
            if game.outcome().is_some() {
                break;
            }
            let seat = Seat(turn);
            let key = Nuggets::decide(&game.view(Audience::Seat(seat)), Level::Easy, &mut rng).unwrap();
            let entry = Entry::Acted { seat, action: key };
            game.step(&entry).unwrap();
            entries.push(entry);
        }
        Record {
            match_id: "m".to_owned(),
            game: GameId::Nuggets,
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
        assert_eq!(tape.names(), ["Anna", "Ben"]);
        assert_eq!((tape.text(0), tape.text(1)), ("Before the start", "Anna comes"));
        let purses =
            |number| -> u32 { tape.view(number, None).players.iter().map(|player| player.purse).sum() };
        assert_eq!((purses(last), purses(2), purses(usize::MAX)), (20, 0, 20));
        assert_eq!(tape.view(2, None).phase, Phase::Playing);
    }

    #[test]
    fn winding_in_any_order_shows_the_same() {
        let tape = Tape::play(record()).unwrap();
        let last = tape.match_.last();
        let forward: Vec<View> = (0..=last).map(|number| tape.view(number, Some(Seat(1)))).collect();
        for number in (0..=last).rev() {
            assert_eq!(tape.view(number, Some(Seat(1))), forward[number], "{number}");
        }
    }

    #[test]
    fn piles_and_keys_are_counted_for_each() {
        let record = record();
        let tape = Tape::play(record.clone()).unwrap();
        let keys = |of: Seat| {
            let theirs = |line: &&Line<Key>| matches!(line.entry, Entry::Acted { seat, .. } if seat == of);
            record.entries.iter().filter(theirs).count()
        };
        let start = Nuggets::new(&record.options, &record.seed).unwrap();
        assert_eq!(tape.work().iter().map(|work| work.piles).sum::<usize>(), piles(&start));
        assert!(tape.work().iter().all(|work| work.piles > 0), "{:?}", tape.work());
        assert_eq!(
            tape.work().iter().map(|work| work.keys).collect::<Vec<_>>(),
            [keys(Seat(0)), keys(Seat(1))]
        );
    }

    #[test]
    fn finds_are_told() {
        let tape = Tape::play(record()).unwrap();
        let found = tape.texts().iter().filter(|text| text.contains(": ")).count();
        assert!((4..=20).contains(&found), "{found}");
    }
}
