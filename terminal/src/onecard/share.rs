//! People take turns at one keyboard.

use std::io::Write;

use shared::game::Seat;
use shared::onecard::{Event, Phase, View};

use super::screen::{Heard, Screen};
use super::table::Table;
use super::{Stop, answer, page};

/// Plays the match to its end, or until nobody answers.
///
/// # Errors
/// Whatever stops it before.
pub fn play<L: Write, W: Write>(
    table: &mut Table<L>,
    screen: &mut Screen<W>,
    hear: impl FnMut() -> Heard,
) -> Result<(), Stop> {
    table.deal()?;
    let mut sitting = Sitting { screen, hear };
    while let Some(seat) = table.turn() {
        sitting.hand_over(&table.public(), seat)?;
        let events = sitting.take_turn(table, seat)?;
        sitting.show_drawn(&events)?;
        if events.iter().any(|event| matches!(event, Event::Round { .. })) {
            sitting.show_score(&table.public())?;
        }
    }
    Ok(())
}

/// Those at the keyboard: shown pages, and heard.
struct Sitting<'a, W, H> {
    screen: &'a mut Screen<W>,
    hear: H,
}

impl<W: Write, H: FnMut() -> Heard> Sitting<'_, W, H> {
    /// Where people share the screen, covers it until the next player has the keyboard.
    fn hand_over(&mut self, public: &View, next: Seat) -> Result<(), Stop> {
        if self.screen.shared {
            self.screen.page(&page::hand_over(public, next, self.screen.style()))?;
            self.listen()?;
        }
        Ok(())
    }

    /// Asks until somebody does what the rules accept, and says why whenever they don't.
    fn take_turn<L: Write>(&mut self, table: &mut Table<L>, seat: Seat) -> Result<Vec<Event>, Stop> {
        let view = table.view(seat);
        let hand = page::sorted(&view);
        self.screen.page(&page::turn(&view, self.screen.style()))?;
        loop {
            self.screen.ask(&page::question(&view))?;
            let why = match answer::read(&self.listen()?, &hand) {
                Ok(action) => match table.act(seat, action)? {
                    Ok(events) => return Ok(events),
                    Err(refusal) => refusal.reason.into_owned(),
                },
                Err(bad) => bad.to_string(),
            };
            self.screen.add(&format!("{why}\n"))?;
        }
    }

    /// Lets who has drawn read what it was.
    fn show_drawn(&mut self, events: &[Event]) -> Result<(), Stop> {
        for event in events {
            if let Event::Drew { cards: Some(cards), .. } = event {
                self.screen.add(&page::drew(cards, self.screen.paint))?;
                self.confirm("Press Enter to end your turn: ")?;
            }
        }
        Ok(())
    }

    /// The score between two rounds; that of the last round stays on the ordinary screen, which is not ours.
    fn show_score(&mut self, public: &View) -> Result<(), Stop> {
        if public.phase == Phase::Over {
            return Ok(());
        }
        self.screen.page(&page::score(public, self.screen.style()))?;
        self.confirm("Press Enter for the next round: ")
    }

    /// Waits until somebody has read the page, where it would be cleared otherwise.
    fn confirm(&mut self, question: &str) -> Result<(), Stop> {
        if self.screen.shared {
            self.screen.ask(question)?;
            self.listen()?;
        }
        Ok(())
    }

    fn listen(&mut self) -> Result<String, Stop> {
        match (self.hear)() {
            Heard::Line(line) => Ok(line),
            Heard::Ended => Err(Stop::BrokenOff),
            Heard::Stopped { signal } => Err(Stop::Signal(signal)),
        }
    }
}
