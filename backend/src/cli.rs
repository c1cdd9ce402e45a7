//! The command line: subcommands and their validated settings.
//!
//! Every setting is also an environment variable, `PARLOUR_` and its name. Whatever is wrong with a value is said here,
//! before anything starts; the exit code is then 2.

use std::fmt;
use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Parser, Subcommand};
use shared::accordion::House;

use crate::http::Origin;

/// A games parlour for the browser, hosted by yourself.
#[derive(Debug, Parser)]
#[command(name = "parlour", version, arg_required_else_help = true)]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// What the program can do.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Serve the page, the HTTP API and the games until told to stop (SIGTERM or Ctrl-C)
    Serve(ServeArgs),
    /// Host one match of Nuggets for terminals over UDP, print its final table and exit
    ///
    /// Prints `serverPort=N` on standard output, and the final table at the end. Exit codes: 0 the match is over, 1 usage,
    /// 2 map, 3 seed, 4 network, 5 no temporary directory.
    Nuggets(NuggetsArgs),
    /// Serve Accordion to programs that play by themselves, over TCP, until told to stop (SIGTERM or Ctrl-C)
    ///
    /// Prints `serverPort=N` on standard output. Exit codes: 0 told to stop, 1 it can't serve, 2 usage.
    Accordion(AccordionArgs),
}

/// Accordion over TCP.
#[derive(Debug, Args)]
pub struct AccordionArgs {
    /// Port to accept connections at; 0 takes any free one
    #[arg(short, long, value_name = "PORT", env = "PARLOUR_ACCORDION_PORT", default_value_t = 0)]
    pub port: u16,

    /// Address to accept connections at
    #[arg(long, value_name = "IP", env = "PARLOUR_ACCORDION_BIND", default_value = "127.0.0.1")]
    pub bind: IpAddr,

    /// How well the house plays: random, casual, steady, strong or master
    #[arg(long, value_name = "LEVEL", env = "PARLOUR_ACCORDION_HOUSE", default_value = House::default().word())]
    pub house: House,

    /// What to log, to standard error: a level, or a list such as info,backend::gateway=debug
    #[arg(long, value_name = "FILTER", env = "PARLOUR_LOG", default_value = "warn")]
    pub log: String,
}

/// One match of Nuggets.
#[derive(Debug, Args)]
pub struct NuggetsArgs {
    /// Text file of the map
    #[arg(value_name = "MAP")]
    pub map: PathBuf,

    /// Positive whole number that all chance of the match comes from; another each time if left out
    #[arg(value_name = "SEED", allow_negative_numbers = true)]
    pub seed: Option<String>,

    /// Port to receive datagrams at; 0 takes any free one
    #[arg(long, value_name = "PORT", env = "PARLOUR_NUGGETS_PORT", default_value_t = 0)]
    pub port: u16,

    /// Address to receive datagrams at
    #[arg(long, value_name = "IP", env = "PARLOUR_NUGGETS_BIND", default_value = "127.0.0.1")]
    pub bind: IpAddr,

    /// What to log, to standard error: a level, or a list such as info,backend::gateway=debug
    #[arg(long, value_name = "FILTER", env = "PARLOUR_LOG", default_value = "warn")]
    pub log: String,
}

/// How to serve.
#[derive(Debug, Args)]
pub struct ServeArgs {
    /// Address and port to listen on; port 0 takes any free one and logs which
    #[arg(long, value_name = "IP:PORT", env = "PARLOUR_ADDR", default_value = "127.0.0.1:8080")]
    addr: SocketAddr,

    /// Directory of the database and the token key; made if it is not there
    #[arg(long, value_name = "DIR", env = "PARLOUR_DATA", default_value = "data")]
    data: PathBuf,

    /// Key of all tokens, 32 bytes in hex, instead of the one in the data directory. Better given by the environment
    /// variable: other users of a machine can read command lines
    #[arg(long, value_name = "HEX", env = "PARLOUR_TOKEN_KEY", hide_env_values = true)]
    token_key: Option<TokenKey>,

    /// Where people find the page, if not at the address their browser sends as host: https://games.example. Sockets
    /// opened by pages from elsewhere are refused. Can be repeated
    #[arg(long = "origin", value_name = "ORIGIN", env = "PARLOUR_ORIGIN", value_delimiter = ',')]
    origins: Vec<Origin>,

    /// Proxy whose X-Forwarded-For header is believed. Can be repeated
    #[arg(long = "trusted-proxy", value_name = "IP", env = "PARLOUR_TRUSTED_PROXY", value_delimiter = ',')]
    trusted_proxies: Vec<IpAddr>,

    /// Longest time a bot pretends to think, in milliseconds; 0: bots act at once
    #[arg(
        long,
        value_name = "MS",
        env = "PARLOUR_BOT_PAUSE_MS",
        default_value_t = 5_000,
        value_parser = clap::value_parser!(u64).range(..=60_000)
    )]
    bot_pause_ms: u64,

    /// Address and port at which terminals may play Nuggets by UDP datagrams, in matches that browsers can join; not
    /// open unless given
    #[arg(long, value_name = "IP:PORT", env = "PARLOUR_NUGGETS_UDP")]
    nuggets_udp: Option<SocketAddr>,

    /// Address and port at which programs may play Accordion over TCP, against the house; not open unless given
    #[arg(long, value_name = "IP:PORT", env = "PARLOUR_ACCORDION_TCP")]
    accordion_tcp: Option<SocketAddr>,

    /// What to log: a level (error, warn, info, debug), or a list such as info,backend::http=debug
    #[arg(long, value_name = "FILTER", env = "PARLOUR_LOG", default_value = "info")]
    log: String,
}

/// Everything a server has to be told.
#[derive(Debug, Clone)]
pub struct Settings {
    /// Where to listen.
    pub addr: SocketAddr,
    /// The data directory.
    pub data: PathBuf,
    /// The key of all tokens; without one it is kept in the data directory.
    pub token_key: Option<TokenKey>,
    /// Origins whose pages may open sockets, beside the server's own.
    pub origins: Vec<Origin>,
    /// Proxies that are believed about whom they speak for.
    pub trusted_proxies: Vec<IpAddr>,
    /// The longest a bot pretends to think.
    pub bot_pause: Duration,
    /// Where terminals play Nuggets.
    pub nuggets_udp: Option<SocketAddr>,
    /// Where programs play Accordion.
    pub accordion_tcp: Option<SocketAddr>,
    /// What to log.
    pub log: String,
}

impl From<ServeArgs> for Settings {
    fn from(args: ServeArgs) -> Self {
        Self {
            addr: args.addr,
            data: args.data,
            token_key: args.token_key,
            origins: args.origins,
            trusted_proxies: args.trusted_proxies,
            bot_pause: Duration::from_millis(args.bot_pause_ms),
            nuggets_udp: args.nuggets_udp,
            accordion_tcp: args.accordion_tcp,
            log: args.log,
        }
    }
}

/// The key of all tokens, in hex. It can't be printed by accident.
#[derive(Clone)]
pub struct TokenKey(String);

impl TokenKey {
    /// The hex digits.
    pub fn as_hex(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for TokenKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("TokenKey(…)")
    }
}

/// Something else than 32 bytes in hex.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("a token key is 64 hex digits, for example from `openssl rand -hex 32`")]
pub struct NoTokenKey;

impl std::str::FromStr for TokenKey {
    type Err = NoTokenKey;

    fn from_str(text: &str) -> Result<Self, NoTokenKey> {
        let fits = text.len() == 64 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
        fits.then(|| Self(text.to_owned())).ok_or(NoTokenKey)
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;

    use super::*;

    fn settings(args: &[&str]) -> Result<Settings, String> {
        let line = ["parlour", "serve"].iter().chain(args);
        let cli = Cli::try_parse_from(line).map_err(|error| error.to_string())?;
        match cli.command {
            Command::Serve(args) => Ok(args.into()),
            Command::Nuggets(_) | Command::Accordion(_) => panic!("the line says serve"),
        }
    }

    #[test]
    fn the_command_line_is_consistent() {
        Cli::command().debug_assert();
    }

    #[test]
    fn nothing_has_to_be_said() {
        let settings = settings(&[]).unwrap();
        assert_eq!(settings.addr, "127.0.0.1:8080".parse().unwrap());
        assert_eq!(settings.data, PathBuf::from("data"));
        assert_eq!(settings.bot_pause, Duration::from_secs(5));
        assert!(settings.origins.is_empty() && settings.trusted_proxies.is_empty());
    }

    #[test]
    fn lists_are_repeated_or_separated_by_commas() {
        let line = ["--trusted-proxy", "10.0.0.1,::1", "--trusted-proxy", "10.0.0.2"];
        assert_eq!(settings(&line).unwrap().trusted_proxies.len(), 3);
    }

    #[test]
    fn wrong_values_are_refused_and_the_option_named() {
        let wrong = [
            ["--addr", "localhost"],
            ["--addr", "127.0.0.1"],
            ["--token-key", "abc"],
            ["--origin", "games.example"],
            ["--origin", "https://games.example/path"],
            ["--trusted-proxy", "proxy"],
            ["--bot-pause-ms", "ten"],
            ["--bot-pause-ms", "60001"],
            ["--nuggets-udp", "9000"],
            ["--accordion-tcp", "9000"],
        ];
        for [option, value] in wrong {
            let error = settings(&[option, value]).expect_err(value);
            assert!(error.contains(option), "{option} {value}: {error}");
        }
    }

    #[test]
    fn a_token_key_is_not_printed() {
        let key = "0f".repeat(32);
        let settings = settings(&["--token-key", &key]).unwrap();
        assert!(!format!("{settings:?}").contains(&key));
        assert_eq!(settings.token_key.unwrap().as_hex(), key);
    }
}
