//! The command line and the exit codes.

use std::time::Duration;

use clap::{ArgAction, Parser};
use shared::accordion::house::{House, NoSuchHouse};

/// Play Accordion against a server.
///
/// The program deals, moves and finishes by itself, and prints the piles it was left with.
#[derive(Debug, Parser)]
#[command(name = "accordion", version, disable_help_flag = true, after_help = AFTER_HELP)]
pub struct Args {
    /// Name or IP address of the server
    #[arg(short = 'h', long)]
    pub host: String,

    /// TCP port of the server
    #[arg(short, long, value_parser = clap::value_parser!(u16).range(1..))]
    pub port: u16,

    /// How well to play: random, casual, steady, strong or master
    #[arg(long, value_name = "LEVEL", default_value = "strong", value_parser = level)]
    pub player: House,

    /// Games to play, one after the other on one connection
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    pub games: u32,

    /// Milliseconds to wait before each deal, at most 50,000: a server is patient for a minute
    #[arg(long, value_name = "MS", default_value_t = 0, value_parser = clap::value_parser!(u64).range(..=50_000))]
    pub pace: u64,

    /// Seconds to wait for each answer, and for the connection
    #[arg(long, value_name = "S", default_value_t = 60, value_parser = clap::value_parser!(u64).range(1..=3_600))]
    pub timeout: u64,

    /// Print this help
    #[arg(long, action = ArgAction::Help)]
    help: Option<bool>,
}

impl Args {
    /// How long to wait before each deal.
    pub const fn pace(&self) -> Duration {
        Duration::from_millis(self.pace)
    }

    /// How long an answer may take.
    pub const fn timeout(&self) -> Duration {
        Duration::from_secs(self.timeout)
    }
}

fn level(word: &str) -> Result<House, NoSuchHouse> {
    word.parse()
}

const AFTER_HELP: &str = "\
The last line of each game says who won, and D: the piles left here less those
left by the server.

Exit codes:
  0  all games were played
  1  the server gave no game, said something impossible, said nothing in time,
     reported an error, or the connection broke
  2  wrong options";

/// The exit codes, as the help tells them.
pub mod exit {
    /// All games were played.
    pub const PLAYED: u8 = 0;
    /// A game could not be played to its end.
    pub const BROKEN_OFF: u8 = 1;
    /// Wrong options.
    pub const USAGE: u8 = 2;
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;
    use rstest::rstest;

    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        Args::command().debug_assert();
    }

    #[test]
    fn h_is_the_host_and_everything_else_has_a_default() {
        let args = Args::try_parse_from(["accordion", "-h", "localhost", "-p", "7777"]).unwrap();
        assert_eq!((args.host.as_str(), args.port), ("localhost", 7777));
        assert_eq!((args.player, args.games, args.pace, args.timeout), (House::Strong, 1, 0, 60));
    }

    #[rstest]
    #[case::nothing(&[])]
    #[case::no_port(&["-h", "localhost"])]
    #[case::no_host(&["-p", "7777"])]
    #[case::port_zero(&["-h", "localhost", "-p", "0"])]
    #[case::port_too_large(&["-h", "localhost", "-p", "65536"])]
    #[case::level(&["-h", "localhost", "-p", "1", "--player", "godlike"])]
    #[case::no_games(&["-h", "localhost", "-p", "1", "--games", "0"])]
    #[case::too_slow(&["-h", "localhost", "-p", "1", "--pace", "50001"])]
    #[case::no_time(&["-h", "localhost", "-p", "1", "--timeout", "0"])]
    fn wrong_options_are_refused(#[case] arguments: &[&str]) {
        let arguments = [&["accordion"], arguments].concat();
        assert!(Args::try_parse_from(arguments).unwrap_err().use_stderr());
    }
}
