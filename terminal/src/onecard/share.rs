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
        self.confirm("\nPress Enter for the next round: ")
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

#[cfg(test)]
mod tests {
    use std::io::ErrorKind;

    use shared::onecard::Options;

    use super::*;
    use crate::onecard::Failure;
    use crate::onecard::paint::Paint;
    use crate::onecard::testing::Closed;

    const CLEAR: &str = "\x1b[2J\x1b[1;1H";

    /// The second of three players begins; of his five cards the fourth and the fifth fit.
    fn table() -> Table<Vec<u8>> {
        Table::open(&Options { players: 3, ..Options::default() }, 42, Vec::new()).unwrap()
    }

    fn screen<W>(out: W, shared: bool) -> Screen<W> {
        Screen { out, shared, paint: Paint { colour: false }, columns: || 80 }
    }

    /// Plays with these lines and no more: why it stops, and what was shown.
    fn played(shared: bool, lines: &[&str]) -> (Stop, String) {
        let mut lines = lines.iter().map(|line| Heard::Line((*line).to_owned()));
        let mut screen = screen(Vec::new(), shared);
        let stop = play(&mut table(), &mut screen, || lines.next().unwrap_or(Heard::Ended)).unwrap_err();
        (stop, String::from_utf8(screen.out).unwrap())
    }

    #[test]
    fn people_who_share_the_screen_never_see_two_hands_on_a_page() {
        let (stop, shown) = played(true, &["", "4", "", "0", "", "", "1"]);
        assert!(matches!(stop, Stop::BrokenOff));
        let pages: Vec<&str> = shown.split(CLEAR).skip(1).collect();
        assert_eq!(pages.len(), 6);
        for (pass, turn) in [(0, 1), (2, 3), (4, 5)] {
            assert!(pages[pass].ends_with("press Enter to see your cards: "), "{}", pages[pass]);
            assert!(!pages[pass].contains("Your cards;"), "{}", pages[pass]);
            assert_eq!(pages[turn].matches("Your cards;").count(), 1, "{}", pages[turn]);
        }
        // Who draws reads the card before the page is covered.
        assert!(pages[3].contains("You draw ") && pages[3].ends_with("Press Enter to end your turn: "));
    }

    #[test]
    fn without_a_terminal_a_line_is_a_turn() {
        let (stop, shown) = played(false, &["4", "0", "1"]);
        assert!(matches!(stop, Stop::BrokenOff));
        assert!(!shown.contains('\x1b'));
        assert!(!shown.contains("press Enter"));
        assert_eq!(shown.matches("it is your turn.").count(), 3, "{shown}");
    }

    #[test]
    fn a_signal_stops_at_any_question() {
        for heard in 0..4 {
            let mut before = ["", "4", "", "0"].into_iter().take(heard);
            let hear = || match before.next() {
                Some(line) => Heard::Line(line.to_owned()),
                None => Heard::Stopped { signal: 2 },
            };
            let stop = play(&mut table(), &mut screen(Vec::new(), true), hear).unwrap_err();
            assert!(matches!(stop, Stop::Signal(2)));
        }
    }

    #[test]
    fn a_screen_that_is_gone_is_told() {
        let mut screen = screen(Closed(ErrorKind::BrokenPipe), false);
        let stop = play(&mut table(), &mut screen, || Heard::Line("0".to_owned())).unwrap_err();
        assert!(matches!(stop, Stop::Failure(Failure::Screen(_))));
    }
}
