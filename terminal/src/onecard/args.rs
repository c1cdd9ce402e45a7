//! The command line and the exit codes.

use std::ops::RangeInclusive;
use std::path::PathBuf;

use clap::error::ErrorKind;
use clap::{CommandFactory as _, Parser};
use shared::game::OptionsError;
use shared::onecard::Options;

/// Play OneCard in the terminal.
///
/// Everybody shares the keyboard, or bots play each other. Either way the whole game is written to a log.
#[derive(Debug, Clone, PartialEq, Eq, Parser)]
#[command(name = "onecard", version, after_help = AFTER_HELP)]
pub struct Args {
    /// Where to write the log; an existing file is replaced
    #[arg(long, value_name = "FILE", default_value = "onecard.log")]
    pub log: PathBuf,

    /// Players, 3 to 10
    #[arg(short = 'n', long = "player-number", value_name = "N", default_value_t = 4)]
    #[arg(allow_negative_numbers = true, value_parser = number(Options::PLAYERS))]
    pub players: u8,

    /// Cards each at the start of a round: 2 or more, as many as the decks allow
    #[arg(short = 'c', long = "initial-cards", value_name = "C", default_value_t = 5)]
    #[arg(allow_negative_numbers = true, value_parser = number(Options::CARDS))]
    pub cards: u16,

    /// Decks of 52 cards, 2 to 20
    #[arg(short, long, value_name = "D", default_value_t = 2)]
    #[arg(allow_negative_numbers = true, value_parser = number(Options::PACKS))]
    pub decks: u8,

    /// Rounds, 1 to 100
    #[arg(short, long, value_name = "R", default_value_t = 1)]
    #[arg(allow_negative_numbers = true, value_parser = number(Options::ROUNDS))]
    pub rounds: u8,

    /// Let bots play, all of the level "hard", and print everything that the log has
    #[arg(short, long)]
    pub auto: bool,

    /// Number that decides all chance: the same number shuffles and deals the same. Random if not given
    #[arg(long, value_name = "S", allow_negative_numbers = true, value_parser = number((u64::MIN, u64::MAX)))]
    pub seed: Option<u64>,
}

const AFTER_HELP: &str = "\
In your turn type the number of a card and Enter to play it, or 0 to draw.
Ctrl-C and Ctrl-D break the game off; the log has it up to there. No colours
are used if the environment variable NO_COLOR is set.

Exit codes:
  0      the game was played to its end
  1      the log can't be written, or the game was broken off
  2      wrong options
  128+N  stopped by signal N";

/// The exit codes, as the help tells them.
pub mod exit {
    /// The game was played to its end.
    pub const PLAYED: u8 = 0;
    /// The log can't be written, or the game was broken off.
    pub const FAILED: u8 = 1;
    /// Wrong options.
    pub const USAGE: u8 = 2;

    /// As shells report a program that a signal ended.
    pub const fn stopped_by(signal: u8) -> u8 {
        128 | signal
    }
}

impl Args {
    /// Reads the words of a command line, the name of the program first.
    ///
    /// # Errors
    /// With what to tell: wrong options, or the help or version that was asked for.
    pub fn read<W: Into<std::ffi::OsString> + Clone>(
        words: impl IntoIterator<Item = W>,
    ) -> Result<Self, clap::Error> {
        let args = Self::try_parse_from(words)?;
        args.options()
            .check()
            .map_err(|error| Self::command().error(ErrorKind::ValueValidation, told(&error)))?;
        Ok(args)
    }

    /// What was chosen about the match. Nobody is hurried.
    pub fn options(&self) -> Options {
        Options {
            players: self.players,
            cards: self.cards,
            packs: self.decks,
            rounds: self.rounds,
            turn_seconds: None,
            grace_seconds: None,
            join_seconds: None,
        }
    }
}

/// The error in the words of the command line.
fn told(error: &OptionsError) -> String {
    let option = match error.field {
        "players" => "--player-number",
        "cards" => "--initial-cards",
        "packs" => "--decks",
        other => other,
    };
    format!("invalid value for '{option}': {}", error.reason)
}

/// Reads a whole number in a range, and says the range to whoever is out of it.
fn number<T>((least, most): (T, T)) -> impl Fn(&str) -> Result<T, String> + Clone
where
    T: TryFrom<u64> + Into<u64> + Copy + Send + Sync + 'static,
{
    let range: RangeInclusive<u64> = least.into()..=most.into();
    move |text| {
        let number = text.parse().ok().filter(|number| range.contains(number));
        number
            .and_then(|number| T::try_from(number).ok())
            .ok_or_else(|| format!("a whole number from {} to {} is needed", range.start(), range.end()))
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    fn read(line: &str) -> Result<Args, clap::Error> {
        Args::read(["onecard"].into_iter().chain(line.split_whitespace()))
    }

    #[test]
    fn the_command_line_is_consistent() {
        Args::command().debug_assert();
    }

    #[test]
    fn without_options_the_defaults_hold() {
        let args = read("").unwrap();
        assert_eq!((args.players, args.cards, args.decks, args.rounds), (4, 5, 2, 1));
        assert_eq!((args.log.to_str(), args.auto, args.seed), (Some("onecard.log"), false, None));
    }

    #[rstest]
    #[case::short("-n 5 -c 7 -d 3 -r 9 -a --log x --seed 18446744073709551615")]
    #[case::short_and_close("-n5 -c7 -d3 -r9 -a --log=x --seed=18446744073709551615")]
    #[case::long(
        "--player-number 5 --initial-cards 7 --decks 3 --rounds 9 --auto --log x --seed 18446744073709551615"
    )]
    #[case::long_and_close(
        "--player-number=5 --initial-cards=7 --decks=3 --rounds=9 --auto --log=x --seed=18446744073709551615"
    )]
    fn options_have_a_short_and_a_long_form(#[case] line: &str) {
        let wanted = Args {
            log: "x".into(),
            players: 5,
            cards: 7,
            decks: 3,
            rounds: 9,
            auto: true,
            seed: Some(u64::MAX),
        };
        assert_eq!(read(line).unwrap(), wanted);
    }

    #[rstest]
    #[case::too_few_players("-n 2", &["--player-number", "from 3 to 10"])]
    #[case::too_many_players("-n 11", &["--player-number", "from 3 to 10"])]
    #[case::far_too_many_players("-n 99999999999999999999999", &["--player-number", "from 3 to 10"])]
    #[case::players_below_zero("-n -4", &["--player-number", "from 3 to 10"])]
    #[case::players_in_letters("--player-number=four", &["--player-number", "from 3 to 10"])]
    #[case::half_a_player("-n 3.5", &["--player-number", "from 3 to 10"])]
    #[case::no_cards("-c 0", &["--initial-cards", "from 2 to 345"])]
    #[case::one_card("-c 1", &["--initial-cards", "from 2 to 345"])]
    #[case::more_cards_than_there_are("-c 346 -d 20", &["--initial-cards", "from 2 to 345"])]
    #[case::too_many_cards("-c 25", &["--initial-cards", "at most 24 cards each"])]
    #[case::too_many_cards_for_ten("-n 10 -c 10", &["--initial-cards", "at most 9 cards each"])]
    #[case::one_deck("-d 1", &["--decks", "from 2 to 20"])]
    #[case::too_many_decks("-d 21", &["--decks", "from 2 to 20"])]
    #[case::no_rounds("-r 0", &["--rounds", "from 1 to 100"])]
    #[case::too_many_rounds("-r 101", &["--rounds", "from 1 to 100"])]
    #[case::seed_in_letters("--seed abc", &["--seed", "from 0 to 18446744073709551615"])]
    #[case::seed_below_zero("--seed -1", &["--seed", "from 0 to 18446744073709551615"])]
    #[case::seed_too_large("--seed 18446744073709551616", &["--seed", "from 0 to 18446744073709551615"])]
    #[case::no_value("-n", &["--player-number"])]
    #[case::unknown("--jokers", &["--jokers"])]
    #[case::a_word("four", &["four"])]
    fn wrong_options_are_refused_by_name(#[case] line: &str, #[case] told: &[&str]) {
        let error = read(line).unwrap_err();
        assert!(error.use_stderr());
        assert_eq!(error.exit_code(), i32::from(exit::USAGE));
        let text = error.to_string();
        for part in told {
            assert!(text.contains(part), "{part} in {text}");
        }
    }
}
