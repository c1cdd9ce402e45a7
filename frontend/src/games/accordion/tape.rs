//! A finished match, entry by entry, in words and as both rows lay.

use std::sync::Arc;

use shared::accordion::{Accordion, Action, Event, Row, View};
use shared::game::{Audience, Entry, Game as _, Seat};
use shared::record::{RecordOf, ReplayError};

use crate::games::fold::Folded;
use crate::ui::words::counted;

/// A match that can be wound to any entry.
pub struct Tape {
    /// The match itself.
    pub match_: Folded<Accordion>,
    texts: Arc<[String]>,
    /// By seat.
    pub names: [String; 2],
}

impl Tape {
    /// Plays a record.
    ///
    /// # Errors
    /// When the rules don't accept it.
    pub fn play(record: RecordOf<Accordion>) -> Result<Self, ReplayError> {
        let mut names = [String::new(), String::new()];
        let mut texts = Vec::with_capacity(record.entries.len());
        let match_ = Folded::play(record, |entry, events, game| {
            if let Entry::Sat { seat, name } = entry
                && let Some(place) = names.get_mut(seat.index())
            {
                place.clone_from(name);
            }
            texts.push(text(entry, events, game, &names));
        })?;
        Ok(Self { match_, texts: texts.into(), names })
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

    /// The row of a seat after entry `number`.
    pub fn row(&self, number: usize, seat: Seat) -> Row {
        self.match_.at(number, |game| row(&game.view(Audience::Seat(seat))))
    }
}

fn row(view: &View) -> Row {
    view.course.as_ref().map_or_else(Row::default, |course| *course.row())
}

fn text(entry: &Entry<Action>, events: &[Event], game: &Accordion, names: &[String]) -> String {
    let name = |seat: &Seat| names.get(seat.index()).map_or("Somebody", String::as_str);
    match entry {
        Entry::Sat { seat, .. } => format!("{} sits down", name(seat)),
        Entry::Started => "The match begins".to_owned(),
        Entry::Acted { seat, action } => {
            let row = row(&game.view(Audience::Seat(*seat)));
            let top = |place| row.pile(place).next().map_or_else(String::new, shared::cards::Card::spoken);
            let what = match (action, events.first()) {
                (Action::Deal, _) => format!("deals the {}", top(row.len().saturating_sub(1))),
                (Action::Move { .. }, Some(Event::Moved { step, .. })) => {
                    let to = usize::from(step.from.saturating_sub(step.distance));
                    format!("moves the {} from pile {} to pile {}", top(to), step.from + 1, to + 1)
                }
                (Action::Move { .. }, _) => "moves".to_owned(),
                (Action::Undo, _) => "takes a step back".to_owned(),
                (Action::Tableau, _) => format!("finishes with {}", counted(row.len(), "pile")),
            };
            format!("{} {what}", name(seat))
        }
        Entry::TimedOut { seat } => format!("{} runs out of time", name(seat)),
        Entry::Left { seat } => format!("{} gives up", name(seat)),
        Entry::Closed { .. } => "The match is closed".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use shared::accordion::Options;
    use shared::catalogue::GameId;
    use shared::record::{Line, Record};
    use shared::seed::Seed;

    use super::*;

    /// Both deal everything; the first moves once if the deal lets it, then both finish.
    fn record() -> RecordOf<Accordion> {
        let seed = Seed::from_number(3);
        let options = Options { house: true, ..Options::default() };
        let mut game = Accordion::new(&options, &seed).unwrap();
        let sits = |(seat, name): (u8, &str)| Entry::Sat { seat: Seat(seat), name: name.to_owned() };
        let mut entries: Vec<Entry<Action>> = (0..).zip(["Anna", "House"]).map(sits).collect();
        entries.push(Entry::Started);
        for seat in [Seat(0), Seat(1)] {
            entries.extend((0..52).map(|_| Entry::Acted { seat, action: Action::Deal }));
        }
        for entry in &entries {
            game.step(entry).unwrap();
        }
        let step = row(&game.view(Audience::Seat(Seat(0)))).moves().next().unwrap();
        for (seat, action) in [(0, step.into()), (0, Action::Tableau), (1, Action::Tableau)]
            .map(|(seat, action)| (Seat(seat), action))
        {
            let entry = Entry::Acted { seat, action };
            game.step(&entry).unwrap();
            entries.push(entry);
        }
        Record {
            match_id: "m".to_owned(),
            game: GameId::Accordion,
            options,
            seed,
            outcome: game.outcome().unwrap(),
            entries: (0..).zip(entries).map(|(at, entry)| Line { at, entry }).collect(),
        }
    }

    #[test]
    fn a_record_plays_to_its_own_end_with_both_rows() {
        let tape = Tape::play(record()).unwrap();
        let last = tape.match_.last();
        assert!(tape.match_.agrees());
        assert_eq!((tape.row(last, Seat(0)).len(), tape.row(last, Seat(1)).len()), (51, 52));
        assert_eq!(tape.row(0, Seat(0)).len(), 0);
        assert_eq!(tape.row(3 + 5, Seat(0)).cards(), 5);
        assert_eq!(tape.text(last), "House finishes with 52 piles");
        assert!(tape.text(4).starts_with("Anna deals the "));
        assert!(tape.text(last - 2).starts_with("Anna moves the "));
    }
}
