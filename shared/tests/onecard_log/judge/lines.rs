//! The lines of a log, read one after the other.

use std::fmt;

use super::cards::Card;

/// What is wrong with a log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// Counted from 1.
    pub line: usize,
    /// What the line has to be, or what is wrong with it.
    pub what: String,
    /// True if nothing is wrong but that the log ends here.
    pub ends: bool,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.what)
    }
}

pub struct Lines<'a> {
    lines: Vec<&'a str>,
    /// How many were read.
    read: usize,
}

impl<'a> Lines<'a> {
    pub fn new(log: &'a str) -> Result<Self, Fault> {
        let mut lines: Vec<&str> = log.split('\n').collect();
        if lines.pop() != Some("") {
            let what = "the last line has no end".to_owned();
            return Err(Fault { line: lines.len() + 1, what, ends: false });
        }
        Ok(Self { lines, read: 0 })
    }

    /// What comes next, without reading it.
    pub fn peek(&self) -> Option<&'a str> {
        self.lines.get(self.read).copied()
    }

    pub fn next(&mut self) -> Result<&'a str, Fault> {
        let line = self.peek();
        self.read += 1;
        line.ok_or_else(|| Fault { line: self.read, what: "the log ends here".to_owned(), ends: true })
    }

    /// A fault of the line that was read last.
    pub fn fault(&self, what: impl fmt::Display) -> Fault {
        Fault { line: self.read, what: what.to_string(), ends: false }
    }

    /// Finds fault with the line that was read last, unless `good`.
    pub fn require(&self, good: bool, what: impl fmt::Display) -> Result<(), Fault> {
        if good { Ok(()) } else { Err(self.fault(what)) }
    }

    pub fn exactly(&mut self, wanted: &str) -> Result<(), Fault> {
        let line = self.next()?;
        self.require(line == wanted, format_args!("{wanted:?} has to be here"))
    }

    /// The rest of a line that starts with `head`.
    pub fn after(&mut self, head: &str) -> Result<&'a str, Fault> {
        let line = self.next()?;
        line.strip_prefix(head).ok_or_else(|| self.fault(format_args!("{head:?} has to be here")))
    }

    pub fn number(&mut self, head: &str, least: usize, most: usize) -> Result<usize, Fault> {
        let text = self.after(head)?;
        let number = text.parse().ok().filter(|number: &usize| number.to_string() == text);
        number
            .filter(|number| (least..=most).contains(number))
            .ok_or_else(|| self.fault(format_args!("a number from {least} to {most} is needed")))
    }

    /// The cards of a line that starts with `head`. After an empty list there is no blank.
    pub fn cards(&mut self, head: &str) -> Result<Vec<Card>, Fault> {
        let text = self.after(head)?;
        self.read_cards(text)
    }

    pub fn read_cards(&self, text: &str) -> Result<Vec<Card>, Fault> {
        if text.is_empty() {
            return Ok(Vec::new());
        }
        let text = text.strip_prefix(' ').ok_or_else(|| self.fault("a blank stands before the cards"))?;
        let card =
            |text: &str| Card::read(text).ok_or_else(|| self.fault(format_args!("{text:?} is no card")));
        text.split(", ").map(card).collect()
    }

    pub fn end(&self) -> Result<(), Fault> {
        match self.peek() {
            None => Ok(()),
            Some(_) => Err(Fault {
                line: self.read + 1,
                what: "nothing comes after the end".to_owned(),
                ends: false,
            }),
        }
    }
}

/// With commas between.
pub fn list(numbers: &[usize]) -> String {
    numbers.iter().map(usize::to_string).collect::<Vec<_>>().join(", ")
}
