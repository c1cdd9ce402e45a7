//! OneCard in the terminal: `onecard`, where people share a keyboard, and `onecard --auto`, where bots play.
//!
//! | module | what it is |
//! |---|---|
//! | [`args`] | the command line and the exit codes |
//! | [`table`] | the match, and its log |
//! | [`auto`] | bots play each other |
//! | [`share`] | people take turns at one keyboard |
//! | [`answer`] | from a typed line to what somebody wants to do |
//! | [`page`] | what people read, made of a view |
//! | [`paint`] | cards and emphasis as text |
//! | [`screen`] | where pages are shown |
//! | [`ears`] | lines and signals |

pub mod answer;
pub mod args;
pub mod auto;
pub mod ears;
pub mod page;
pub mod paint;
pub mod screen;
pub mod share;
pub mod table;
#[cfg(test)]
mod testing;

use std::fs::File;
use std::io::{self, IsTerminal as _, Write as _, stdin, stdout};
use std::process::ExitCode;

use args::{Args, exit};
use ears::Ears;
use paint::Paint;
use ratatui::crossterm::terminal;
use screen::Screen;
use shared::game::{OptionsError, Refusal};
use table::Table;
use thiserror::Error;

use crate::colour;
use crate::stage::Pages;

/// Columns of a line where no terminal tells them.
const COLUMNS: usize = 80;

/// What does not work.
#[derive(Debug, Error)]
pub enum Failure {
    /// No match can be made.
    #[error("{0}")]
    Options(OptionsError),
    /// The file of the log.
    #[error("can't write the log: {0}")]
    Log(io::Error),
    /// What people read.
    #[error("can't write to standard output: {0}")]
    Screen(io::Error),
    /// Signals, or the chance of the operating system.
    #[error("the operating system fails: {0}")]
    System(io::Error),
    /// The rules refuse what this program does by itself.
    #[error("the rules refuse a step: {0}")]
    Refused(Refusal),
    /// Bots go on and on.
    #[error("the bots come to no end")]
    Endless,
}

/// Why a match is not played to its end.
#[derive(Debug, Error)]
pub enum Stop {
    /// Nobody answers any more.
    #[error("the game was broken off: there is no more input")]
    BrokenOff,
    /// A signal asks to end.
    #[error("the game was broken off")]
    Signal(u8),
    /// Something does not work.
    #[error(transparent)]
    Failure(#[from] Failure),
}

/// The whole program; returns its exit code.
pub fn main() -> ExitCode {
    let args = match Args::read(std::env::args_os()) {
        Ok(args) => args,
        Err(error) => {
            // Help and version are errors to clap as well. Nobody is left to tell when they can't be printed.
            let _ = error.print();
            return ExitCode::from(if error.use_stderr() { exit::USAGE } else { exit::PLAYED });
        }
    };
    ExitCode::from(match run(&args) {
        Ok(()) => exit::PLAYED,
        Err(stop) => {
            // Not with a macro that panics when nobody reads.
            let _ = writeln!(io::stderr(), "onecard: {}", explained(&stop, &args));
            match stop {
                Stop::Signal(signal) => exit::stopped_by(signal),
                Stop::BrokenOff | Stop::Failure(_) => exit::FAILED,
            }
        }
    })
}

fn explained(stop: &Stop, args: &Args) -> String {
    let log = args.log.display();
    match stop {
        Stop::BrokenOff | Stop::Signal(_) => format!("{stop}; {log} has what was played"),
        Stop::Failure(Failure::Log(error)) => format!("can't write the log {log}: {error}"),
        Stop::Failure(failure) => failure.to_string(),
    }
}

fn run(args: &Args) -> Result<(), Stop> {
    let file = File::create(&args.log).map_err(Failure::Log)?;
    let seed = args.seed.map_or_else(random, Ok)?;
    let mut table = Table::open(&args.options(), seed, file)?;
    if args.auto {
        auto::play(&mut table, stdout().lock())?;
        return Ok(());
    }
    let mut screen = Screen {
        out: stdout(),
        shared: stdin().is_terminal() && stdout().is_terminal(),
        paint: Paint { colour: stdout().is_terminal() && colour::wanted() },
        columns: || terminal::size().map_or(COLUMNS, |(columns, _)| columns.into()),
    };
    let ears = Ears::open().map_err(Failure::System)?;
    let pages = screen.shared.then(Pages::open).transpose().map_err(Failure::Screen)?;
    share::play(&mut table, &mut screen, || ears.hear())?;
    // Whatever is to stay has to be on the ordinary screen.
    drop(pages);
    let score = page::score(&table.public(), screen.style());
    screen.add(&if screen.shared { score } else { format!("\n{score}") })?;
    Ok(())
}

fn random() -> Result<u64, Failure> {
    getrandom::u64().map_err(|error| Failure::System(io::Error::other(error.to_string())))
}
