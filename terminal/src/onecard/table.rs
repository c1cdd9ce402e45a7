//! The match, and its log: nothing is played that is not written down.

use std::io::{self, Write};

use shared::game::{Audience, Entry, Game as _, Refusal, Seat};
use shared::onecard::log::Log;
use shared::onecard::{Action, Event, OneCard, Options, View};
use shared::seed::{Rng, Seed};

use super::Failure;

/// A match that is written down while it is played.
pub struct Table<L> {
    game: OneCard,
    seed: Seed,
    log: Log,
    /// Where the log goes.
    file: L,
    /// How much of the log is there, in bytes.
    written: usize,
}

impl<L: Write> Table<L> {
    /// Sits everybody down and writes the head of the log. No card is dealt yet.
    ///
    /// # Errors
    /// The options are not valid, or the log can't be written.
    pub fn open(options: &Options, seed: u64, file: L) -> Result<Self, Failure> {
        let log = Log::new(options, seed);
        let seed = Seed::from_number(seed);
        let game = OneCard::new(options, &seed).map_err(Failure::Options)?;
        let mut table = Self { game, seed, log, file, written: 0 };
        table.write().map_err(Failure::Log)?;
        Ok(table)
    }

    /// Sits everybody down and deals the first round.
    ///
    /// # Errors
    /// The log can't be written.
    pub fn deal(&mut self) -> Result<(), Failure> {
        let seats = (0..self.game.options().players).map(Seat);
        let sat = seats.map(|seat| Entry::Sat { seat, name: format!("Player {}", seat.index() + 1) });
        for entry in sat.chain([Entry::Started]) {
            self.step(&entry)?.map_err(Failure::Refused)?;
        }
        Ok(())
    }

    /// Lets a seat act, and tells what happened, with full information. Whatever is refused changes nothing.
    ///
    /// # Errors
    /// The log can't be written.
    pub fn act(&mut self, seat: Seat, action: Action) -> Result<Result<Vec<Event>, Refusal>, Failure> {
        self.step(&Entry::Acted { seat, action })
    }

    fn step(&mut self, entry: &Entry<Action>) -> Result<Result<Vec<Event>, Refusal>, Failure> {
        let events = match self.game.step(entry) {
            Ok(events) => events,
            Err(refusal) => return Ok(Err(refusal)),
        };
        self.log.note(&self.game, &events);
        self.write().map_err(Failure::Log)?;
        Ok(Ok(events))
    }

    /// Writes what is new in the log at once, so that it is there even if the program is killed.
    fn write(&mut self) -> io::Result<()> {
        self.file.write_all(&self.log.text().as_bytes()[self.written..])?;
        self.written = self.log.text().len();
        self.file.flush()
    }

    /// Who is to act; `None` before the deal and after the end.
    pub fn turn(&self) -> Option<Seat> {
        self.game.waiting_for().seats.first().map(|asked| asked.seat)
    }

    /// What this seat may see.
    pub fn view(&self, seat: Seat) -> View {
        self.game.view(Audience::Seat(seat))
    }

    /// What everybody may see.
    pub fn public(&self) -> View {
        self.game.view(Audience::Spectator)
    }

    /// The log so far.
    pub fn log(&self) -> &str {
        self.log.text()
    }

    /// Chance for whatever is not part of the rules.
    pub fn chance(&self, purpose: &str) -> Rng {
        self.seed.rng(purpose)
    }
}
