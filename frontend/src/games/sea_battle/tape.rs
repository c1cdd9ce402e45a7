//! A finished match, entry by entry: the record folded again by the same rules that judged it.

use std::sync::Arc;

use shared::game::{Audience, Entry, Game as _, Seat};
use shared::record::{RecordOf, ReplayError};
use shared::sea_battle::{Action, Cell, Event, SeaBattle, View};

use crate::games::fold::Folded;
use crate::games::sea_battle::words;

/// One entry of the record and what came of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Frame {
    /// In plain words.
    pub text: String,
    /// The shot it was, if it was one: who shot, and where.
    pub shot: Option<(Seat, Cell)>,
}

/// A match that can be wound to any entry.
pub struct Tape {
    /// The match itself.
    pub match_: Folded<SeaBattle>,
    /// One an entry.
    frames: Vec<Frame>,
    /// Who played, known from the end also before they sat down.
    names: [String; 2],
}

impl Tape {
    /// Plays a record.
    ///
    /// # Errors
    /// When the rules don't accept it.
    pub fn play(record: RecordOf<SeaBattle>) -> Result<Self, ReplayError> {
        let mut frames = Vec::with_capacity(record.entries.len());
        let match_ =
            Folded::play(record, |entry, events, game| frames.push(frame(entry, events, &both(game))))?;
        let names = match_.at(usize::MAX, |game| both(game).names);
        Ok(Self { match_, frames, names })
    }

    /// The number of the last entry; 0 is before the first.
    pub fn last(&self) -> usize {
        self.frames.len()
    }

    /// The entries in words.
    pub fn texts(&self) -> Arc<[String]> {
        self.frames.iter().map(|frame| frame.text.clone()).collect()
    }

    /// The entry with that number.
    pub fn frame(&self, number: usize) -> Option<&Frame> {
        self.frames.get(number.checked_sub(1)?)
    }

    /// What was to be seen after entry `number`: by one player, or with both fleets in sight. It belongs to nobody: no
    /// seat in it is "you".
    pub fn view(&self, number: usize, eyes: Option<Seat>) -> View {
        let seen = self.match_.at(number, |game| match eyes {
            Some(seat) => View { seat: None, ..game.view(Audience::Seat(seat)) },
            None => both(game),
        });
        View { names: self.names.clone(), ..seen }
    }
}

/// Everything, with both fleets in sight.
fn both(game: &SeaBattle) -> View {
    let [mut view, second] = [Seat(0), Seat(1)].map(|seat| game.view(Audience::Seat(seat)));
    let [_, board] = second.boards;
    view.boards = match view.boards {
        [first, _] => [first, board],
    };
    view.seat = None;
    view
}

fn frame(entry: &Entry<Action>, events: &[Event], view: &View) -> Frame {
    let name = |seat: &Seat| words::name_of(view, *seat);
    let shot = events.iter().find_map(|event| match event {
        Event::Fired { seat, cell, result } => Some((*seat, *cell, *result)),
        _ => None,
    });
    let text = match entry {
        Entry::Sat { seat, .. } => format!("{} sits down", name(seat)),
        Entry::Started => "The fleets are placed".to_owned(),
        Entry::Acted { seat, action: Action::Place(_) } => format!("{} is ready", name(seat)),
        Entry::Acted { seat, action: Action::Shoot { .. } } => match shot {
            Some((_, cell, result)) => format!("{} at {cell}: {}", name(seat), words::result_word(result)),
            None => format!("{} shoots", name(seat)),
        },
        Entry::TimedOut { seat } => format!("{} runs out of time", name(seat)),
        Entry::Left { seat } => format!("{} gives up", name(seat)),
        Entry::Closed { .. } => "The match is closed".to_owned(),
    };
    Frame { text, shot: shot.map(|(seat, cell, _)| (seat, cell)) }
}

#[cfg(test)]
mod tests {
    use shared::catalogue::GameId;
    use shared::game::{Bot as _, Level, Outcome};
    use shared::record::{Line, Record};
    use shared::sea_battle::{Options, Phase};
    use shared::seed::Seed;

    use super::*;

    /// A match between two bots.
    fn record() -> RecordOf<SeaBattle> {
        let seed = Seed::from_number(3);
        let options = Options::default();
        let mut game = SeaBattle::new(&options, &seed).unwrap();
        let mut rng = seed.rng("bots");
        let mut entries = vec![
            Entry::Sat { seat: Seat(0), name: "Anna".to_owned() },
            Entry::Sat { seat: Seat(1), name: "Ben".to_owned() },
            Entry::Started,
        ];
        for entry in &entries {
            game.step(entry).unwrap();
        }
        while game.outcome().is_none() {
            let seat = game.waiting_for().seats[0].seat;
            let view = game.view(Audience::Seat(seat));
            let action = SeaBattle::decide(&view, Level::Easy, &mut rng).unwrap();
            let entry = Entry::Acted { seat, action };
            game.step(&entry).unwrap();
            entries.push(entry);
        }
        Record {
            match_id: "m".to_owned(),
            game: GameId::SeaBattle,
            options,
            seed,
            outcome: game.outcome().unwrap(),
            entries: (0..).zip(entries).map(|(at, entry)| Line { at, entry }).collect(),
        }
    }

    #[test]
    fn a_record_plays_to_its_own_end() {
        let record = record();
        let tape = Tape::play(record.clone()).unwrap();
        assert_eq!(tape.last(), record.entries.len());
        assert!(tape.match_.agrees());
        assert!(tape.match_.fits(&record.seed.public_hash()));
        assert!(!tape.match_.fits(&Seed::from_number(4).public_hash()));
        let start = tape.view(0, None);
        assert_eq!((start.phase, start.names), (Phase::Waiting, ["Anna", "Ben"].map(str::to_owned)));
        assert_eq!(tape.view(usize::MAX, None).phase, Phase::Over);
        assert_eq!(tape.frame(1).unwrap().text, "Anna sits down");
        assert_eq!(tape.frame(0), None);
    }

    #[test]
    fn each_player_sees_only_their_own_fleet_before_the_end() {
        let tape = Tape::play(record()).unwrap();
        let in_play = tape.last() - 1;
        let fleets = |eyes| tape.view(in_play, eyes).boards.map(|board| board.fleet.is_some());
        assert_eq!(fleets(Some(Seat(0))), [true, false]);
        assert_eq!(fleets(Some(Seat(1))), [false, true]);
        assert_eq!(fleets(None), [true, true]);
    }

    #[test]
    fn shots_are_named_and_placed() {
        let tape = Tape::play(record()).unwrap();
        let shots: Vec<&Frame> = tape.frames.iter().filter(|frame| frame.shot.is_some()).collect();
        let (by, cell) = shots[0].shot.unwrap();
        let name = ["Anna", "Ben"][by.index()];
        assert!(shots[0].text.starts_with(&format!("{name} at {cell}: ")), "{}", shots[0].text);
        let fallen: usize = tape.view(tape.last(), None).boards.iter().map(|board| board.shots.len()).sum();
        assert_eq!(shots.len(), fallen);
    }

    #[test]
    fn a_record_that_breaks_the_rules_is_refused_and_one_with_another_end_disagrees() {
        let mut forged = record();
        forged.outcome = Outcome::Decided { winners: vec![], forfeit: false, reason: String::new() };
        assert!(!Tape::play(forged.clone()).unwrap().match_.agrees());
        let twice = forged.entries.last().unwrap().clone();
        forged.entries.push(twice);
        let index = forged.entries.len() - 1;
        assert!(matches!(Tape::play(forged), Err(ReplayError::Entry { index: at, .. }) if at == index));
    }
}
