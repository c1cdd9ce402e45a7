//! The command line and the exit codes.

use std::ffi::OsString;

use clap::Parser;

/// Play Nuggets in the terminal.
///
/// Joins the match of a Nuggets server as a player, or as its spectator if no name is given.
#[derive(Debug, Parser)]
#[command(name = "nuggets", version, after_help = AFTER_HELP)]
pub struct Args {
    /// Name or IP address of the server
    pub host: String,

    /// UDP port of the server
    #[arg(value_parser = clap::value_parser!(u16).range(1..))]
    pub port: u16,

    /// Your name in the match; quote it if it has blanks. Without a name you watch
    pub name: Option<OsString>,
}

impl Args {
    /// The server, as messages name it.
    pub fn server(&self) -> String {
        format!("{} port {}", self.host, self.port)
    }
}

const AFTER_HELP: &str = "\
Keys:
  h l k j        left, right, up, down; also the arrows and 4 6 8 2
  y u b n        diagonally up left, up right, down left, down right;
                 also Home, PageUp, End, PageDown and 7 9 1 3
  H L K J …      run that way as far as possible; also Shift and an arrow
  Q              leave the match; also Ctrl-C, Ctrl-D and the end of the input

On the map @ is you, * gold, a letter another player. No colours are used if
the environment variable NO_COLOR is set.

Exit codes:
  0      the server said goodbye, which is printed
  1      wrong arguments, or no terminal to draw on
  2      no such address, no network, or no answer on leaving
  128+N  stopped by signal N";

/// The exit codes, as the help tells them.
pub mod exit {
    /// The server said goodbye.
    pub const QUIT: u8 = 0;
    /// Wrong arguments, or no terminal.
    pub const USAGE: u8 = 1;
    /// The address or the network.
    pub const NETWORK: u8 = 2;

    /// As shells report a program that a signal ended.
    pub const fn stopped_by(signal: u8) -> u8 {
        128 | signal
    }
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
    fn a_name_makes_a_player() {
        let args = Args::try_parse_from(["nuggets", "localhost", "5000", "Ada L"]).unwrap();
        assert_eq!((args.server().as_str(), args.name), ("localhost port 5000", Some("Ada L".into())));
        assert_eq!(Args::try_parse_from(["nuggets", "localhost", "5000"]).unwrap().name, None);
    }

    #[rstest]
    #[case::nothing(&["nuggets"])]
    #[case::no_port(&["nuggets", "localhost"])]
    #[case::port_is_a_word(&["nuggets", "localhost", "abc"])]
    #[case::port_zero(&["nuggets", "localhost", "0"])]
    #[case::port_too_large(&["nuggets", "localhost", "65536"])]
    #[case::port_with_tail(&["nuggets", "localhost", "5000x"])]
    #[case::unquoted_name(&["nuggets", "localhost", "5000", "Ada", "L"])]
    fn wrong_arguments_are_refused(#[case] arguments: &[&str]) {
        assert!(Args::try_parse_from(arguments).unwrap_err().use_stderr());
    }
}
