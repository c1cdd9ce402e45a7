//! Where pages are shown, and who is heard there.

use std::io::Write;

use ratatui::crossterm::cursor::MoveTo;
use ratatui::crossterm::queue;
use ratatui::crossterm::terminal::{Clear, ClearType};

use super::Failure;
use super::page::Style;
use super::paint::Paint;

/// What comes from the people at the keyboard.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Heard {
    /// A line, without what ends it.
    Line(String),
    /// There won't be any more lines.
    Ended,
    /// The program is to end.
    Stopped {
        /// The number of the signal.
        signal: u8,
    },
}

/// Where pages are shown.
pub struct Screen<W> {
    /// Whatever is written to.
    pub out: W,
    /// True if people share it, who should not see each other's cards: it is cleared for each page, and whoever has read
    /// one presses Enter. Otherwise a program or a file is at the other end, and text just follows text.
    pub shared: bool,
    /// Colours or none.
    pub paint: Paint,
    /// Tells how wide it is now, in columns.
    pub columns: fn() -> usize,
}

impl<W: Write> Screen<W> {
    /// How pages are to be set now.
    pub fn style(&self) -> Style {
        Style { paint: self.paint, columns: (self.columns)() }
    }

    /// Shows a page of its own.
    ///
    /// # Errors
    /// Nobody can read it.
    pub fn page(&mut self, text: &str) -> Result<(), Failure> {
        if self.shared {
            queue!(self.out, Clear(ClearType::All), MoveTo(0, 0)).map_err(Failure::Screen)?;
            self.add(text)
        } else {
            self.add(&format!("\n{text}"))
        }
    }

    /// Adds to the page.
    ///
    /// # Errors
    /// Nobody can read it.
    pub fn add(&mut self, text: &str) -> Result<(), Failure> {
        self.out.write_all(text.as_bytes()).and_then(|()| self.out.flush()).map_err(Failure::Screen)
    }

    /// Asks for a line. Where no terminal echoes the answer and its Enter, the question has a line of its own.
    ///
    /// # Errors
    /// Nobody can read it.
    pub fn ask(&mut self, question: &str) -> Result<(), Failure> {
        if self.shared { self.add(question) } else { self.add(&format!("{}\n", question.trim_end())) }
    }
}
