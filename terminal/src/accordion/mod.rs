//! The client of Accordion over TCP: `accordion -h HOST -p PORT`. It plays by itself.
//!
//! | module | what it is |
//! |---|---|
//! | [`args`] | the command line and the exit codes |
//! | [`link`] | the connection: whole messages, each answer within its time |
//! | [`game`] | one game from play to result, against a server that may say anything |

pub mod args;
pub mod game;
pub mod link;

use std::io::{Write as _, stdout};
use std::process::ExitCode;
use std::thread::sleep;

use args::{Args, exit};
use clap::Parser as _;
use game::Failure;
use link::Link;
use shared::accordion::house::Mind;
use shared::seed::Seed;

/// The whole program; returns its exit code.
pub fn main() -> ExitCode {
    let args = match Args::try_parse() {
        Ok(args) => args,
        Err(error) => {
            // Help and version are errors to clap as well. Nobody is left to tell when they can't be printed.
            let _ = error.print();
            return ExitCode::from(if error.use_stderr() { exit::USAGE } else { exit::PLAYED });
        }
    };
    match run(&args) {
        Ok(()) => ExitCode::from(exit::PLAYED),
        Err(failure) => {
            eprintln!("accordion: {failure}");
            ExitCode::from(exit::BROKEN_OFF)
        }
    }
}

fn run(args: &Args) -> Result<(), Failure> {
    let mut link = Link::open(&args.host, args.port, args.timeout())?;
    let mut seed = [0; 32];
    // Only a player that draws needs chance; without any it plays the same game again, which is no harm.
    let _ = getrandom::fill(&mut seed);
    let seed = Seed::from_bytes(seed);
    for number in 1..=args.games {
        let mind = Mind::new(args.player, seed.rng(&format!("game {number}")));
        match game::play(&mut link, mind, || sleep(args.pace())) {
            Ok(end) => {
                // Whoever closed standard output does not want to read it.
                let _ = write!(stdout(), "{end}");
            }
            Err(failure) => {
                if let Failure::Nonsense(text) = &failure {
                    link.say_goodbye(text);
                }
                return Err(failure);
            }
        }
    }
    link.say_goodbye("");
    Ok(())
}
