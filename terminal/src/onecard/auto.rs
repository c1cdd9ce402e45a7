//! Bots play each other, and everything that the log has is printed too.

use std::io::{self, ErrorKind, Write};

use shared::game::{Bot as _, Game as _, Level};
use shared::onecard::{Action, OneCard};

use super::Failure;
use super::table::Table;

/// How strong the bots are.
const LEVEL: Level = Level::Hard;

/// Plays the match to its end.
///
/// # Errors
/// The log can't be written, or `out` fails in another way than that nobody reads it any more: the log is of use still.
pub fn play<L: Write>(table: &mut Table<L>, out: impl Write) -> Result<(), Failure> {
    let mut printer = Printer { out: Some(out), printed: 0 };
    let mut chance = table.chance("onecard bots");
    table.deal()?;
    printer.print(table.log()).map_err(Failure::Screen)?;
    for _ in 0..OneCard::LONGEST {
        let Some(seat) = table.turn() else { return Ok(()) };
        let action = OneCard::decide(&table.view(seat), LEVEL, &mut chance).unwrap_or(Action::Draw);
        table.act(seat, action)?.map_err(Failure::Refused)?;
        printer.print(table.log()).map_err(Failure::Screen)?;
    }
    Err(Failure::Endless)
}

/// Prints a text that grows.
struct Printer<W> {
    /// `None` once nobody reads any more.
    out: Option<W>,
    /// Bytes.
    printed: usize,
}

impl<W: Write> Printer<W> {
    fn print(&mut self, text: &str) -> io::Result<()> {
        let Some(out) = &mut self.out else { return Ok(()) };
        match out.write_all(&text.as_bytes()[self.printed..]).and_then(|()| out.flush()) {
            Ok(()) => self.printed = text.len(),
            Err(error) if error.kind() == ErrorKind::BrokenPipe => self.out = None,
            Err(error) => return Err(error),
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use shared::onecard::Options;

    use super::*;
    use crate::onecard::testing::Closed;

    fn table() -> Table<Vec<u8>> {
        Table::open(&Options { rounds: 2, ..Options::default() }, 42, Vec::new()).unwrap()
    }

    #[test]
    fn what_is_printed_is_the_log() {
        let mut out = Vec::new();
        let mut table = table();
        play(&mut table, &mut out).unwrap();
        assert_eq!(String::from_utf8(out).unwrap(), table.log());
        assert!(table.log().lines().last().unwrap().starts_with("Winner"));
    }

    #[test]
    fn the_log_goes_on_when_nobody_reads_what_is_printed() {
        let (mut read, mut unread) = (table(), table());
        play(&mut read, io::sink()).unwrap();
        play(&mut unread, Closed(ErrorKind::BrokenPipe)).unwrap();
        assert_eq!(unread.log(), read.log());
    }

    #[test]
    fn a_full_disk_is_told() {
        let failed = play(&mut table(), Closed(ErrorKind::StorageFull));
        assert!(matches!(failed, Err(Failure::Screen(_))));
        let failed = Table::open(&Options::default(), 42, Closed(ErrorKind::StorageFull));
        assert!(matches!(failed, Err(Failure::Log(_))));
    }
}
