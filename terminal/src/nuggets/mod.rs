//! The client of Nuggets: `nuggets HOST PORT [NAME]`.
//!
//! | module | what it is |
//! |---|---|
//! | [`args`] | the command line and the exit codes |
//! | [`wire`] | the datagrams: parsed with tolerance, written to the letter |
//! | [`rows`] | from the text of a DISPLAY to the rows of the map |
//! | [`screen`] | what the messages of the server add up to: status line, map, notice |
//! | [`session`] | the conversation: joining, keys, leaving, and what to do when no answer comes |
//! | [`input`] | from keys to keystrokes of the game |
//! | [`draw`] | from a picture to cells and colours |
//! | [`link`] | the socket |
//! | [`run`] | the loop that ties them together |

pub mod args;
pub mod draw;
pub mod input;
pub mod link;
pub mod rows;
pub mod run;
pub mod screen;
pub mod session;
pub mod wire;

use std::io::{Write as _, stdout};
use std::process::ExitCode;

use args::{Args, exit};
use clap::Parser as _;
use run::Failure;
use session::Ending;

/// The whole program; returns its exit code.
pub fn main() -> ExitCode {
    let args = match Args::try_parse() {
        Ok(args) => args,
        Err(error) => {
            // Help and version are errors to clap as well. Nobody is left to tell when they can't be printed.
            let _ = error.print();
            return ExitCode::from(if error.use_stderr() { exit::USAGE } else { exit::QUIT });
        }
    };
    ExitCode::from(match run::run(&args) {
        Ok(Ending::Quit(explanation)) => {
            // Whoever closed standard output does not want to read it.
            let _ = writeln!(stdout(), "{explanation}");
            exit::QUIT
        }
        Ok(Ending::Unanswered) => {
            eprintln!("nuggets: {} did not answer when you left; you may still be on its map", args.server());
            exit::NETWORK
        }
        Ok(Ending::Stopped { signal }) => exit::stopped_by(signal),
        Err(failure) => {
            eprintln!("nuggets: {failure}");
            match failure {
                Failure::Link(_) | Failure::Network(_) => exit::NETWORK,
                Failure::Terminal(_) => exit::USAGE,
            }
        }
    })
}
