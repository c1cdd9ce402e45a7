//! A finished match that can be wound to any entry: its record, folded again by the same rules that judged it.

use std::sync::{Mutex, PoisonError};

use shared::game::{Entry, Game, Outcome};
use shared::record::{RecordOf, ReplayError};

/// A state is kept for every so many entries; those between are folded again from the one before.
const MARK: usize = 64;

/// A match folded from its record.
pub struct Folded<G: Game> {
    entries: Vec<Entry<G::Action>>,
    /// The state before the first entry, and after every [`MARK`]th.
    marks: Vec<G>,
    /// The state that was asked for last, and after how many entries it is: the next one is mostly near.
    cursor: Mutex<(usize, G)>,
    /// How the rules say it ended.
    outcome: Option<Outcome>,
    /// What the record says of the end.
    recorded: Outcome,
    /// The hash of the record's seed.
    seed_hash: String,
}

impl<G: Game> Folded<G> {
    /// Plays a record, and tells `each` of every entry: the entry, what came of it, and the state after it.
    ///
    /// # Errors
    /// When the rules don't accept it.
    pub fn play(
        record: RecordOf<G>,
        mut each: impl FnMut(&Entry<G::Action>, &[G::Event], &G),
    ) -> Result<Self, ReplayError> {
        let mut game = G::new(&record.options, &record.seed)?;
        let start = game.clone();
        let mut marks = vec![start.clone()];
        let entries: Vec<_> = record.entries.into_iter().map(|line| line.entry).collect();
        for (index, entry) in entries.iter().enumerate() {
            let events = game.step(entry).map_err(|refusal| ReplayError::Entry { index, refusal })?;
            each(entry, &events, &game);
            if (index + 1) % MARK == 0 {
                marks.push(game.clone());
            }
        }
        Ok(Self {
            entries,
            marks,
            cursor: Mutex::new((0, start)),
            outcome: game.outcome(),
            recorded: record.outcome,
            seed_hash: record.seed.public_hash(),
        })
    }

    /// The number of the last entry; 0 is before the first.
    pub fn last(&self) -> usize {
        self.entries.len()
    }

    /// Looks at the state after entry `number`, or after the last.
    pub fn at<T>(&self, number: usize, look: impl FnOnce(&G) -> T) -> T {
        let number = number.min(self.last());
        let mut cursor = self.cursor.lock().unwrap_or_else(PoisonError::into_inner);
        let mark = number / MARK;
        if let Some(kept) = self.marks.get(mark)
            && (cursor.0 > number || cursor.0 < mark * MARK)
        {
            *cursor = (mark * MARK, kept.clone());
        }
        let (at, game) = &mut *cursor;
        for entry in self.entries.get(*at..number).unwrap_or_default() {
            // It was accepted before, by the same rules in the same state.
            let _ = game.step(entry);
        }
        *at = number;
        look(game)
    }

    /// Whether the rules came to the end that is on record.
    pub fn agrees(&self) -> bool {
        self.outcome.as_ref() == Some(&self.recorded)
    }

    /// Whether the seed is the one whose hash was shown from the start.
    pub fn fits(&self, promised: &str) -> bool {
        self.seed_hash == promised
    }

    /// What judging again came to, in words.
    pub fn verdict(&self, promised: &str) -> String {
        let end = if self.agrees() {
            "come to the outcome that is on record"
        } else {
            "come to another outcome than the one on record"
        };
        let seed = if self.fits(promised) { "fits" } else { "does not fit" };
        let entries = match self.last() {
            1 => "1 entry".to_owned(),
            number => format!("{number} entries"),
        };
        format!(
            "This browser has folded all {entries} of the record by the rules: they {end}. The seed {seed} the fingerprint \
             shown at the start."
        )
    }
}
