//! A program that hosts one match and ends with it: `parlour nuggets MAP [SEED]`.
//!
//! It is the same server underneath, on a store in a temporary directory that is gone with the program. Standard output
//! has the port and, at the end, the table; everything else goes to standard error.

use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;

use shared::nuggets::{Map, MapChoice, Options, packet};
use shared::seed::Seed;
use tokio_util::sync::CancellationToken;

use crate::clock::{SharedClock, SystemClock};
use crate::gateway::nuggets_udp::{BindError, Ended, Gateway, Settings, bind};
use crate::ids::random_bytes;
use crate::lobby::Lobby;
use crate::room::{self, Rooms};
use crate::store::Store;
use crate::store::sqlite::{OpenError, SqliteStore};

/// Why nothing is hosted. Each kind has an exit code of its own.
#[derive(Debug, thiserror::Error)]
pub enum SoloError {
    /// The map can't be read, or is none.
    #[error("{path}: {reason}")]
    Map {
        /// Which file.
        path: String,
        /// What is wrong with it, and where.
        reason: String,
    },
    /// The seed is no positive whole number.
    #[error("the seed is a positive whole number, not {0:?}")]
    Seed(String),
    /// The address can't be had.
    #[error(transparent)]
    Network(#[from] BindError),
    /// There is no room for the record of the match.
    #[error("no temporary store: {0}")]
    Directory(#[from] io::Error),
    /// The store can't be opened.
    #[error(transparent)]
    Store(#[from] OpenError),
}

impl SoloError {
    /// What the program exits with. 1 is for a wrong command line.
    pub const fn exit_code(&self) -> u8 {
        match self {
            Self::Map { .. } => 2,
            Self::Seed(_) => 3,
            Self::Network(_) => 4,
            Self::Directory(_) | Self::Store(_) => 5,
        }
    }
}

/// What is hosted; checked before anything starts.
#[derive(Debug, Clone)]
pub struct Solo {
    options: Options,
    seed: Seed,
    addr: SocketAddr,
}

impl Solo {
    /// Checks the map, then the seed.
    ///
    /// # Errors
    /// With what is wrong, in this order.
    pub fn check(map: &Path, seed: Option<&str>, addr: SocketAddr) -> Result<Self, SoloError> {
        let wrong = |reason: String| SoloError::Map { path: map.display().to_string(), reason };
        let bytes = std::fs::read(map).map_err(|error| wrong(error.to_string()))?;
        // Whatever is not UTF-8 is no character of a map; parsing says where it is.
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let read = Map::parse(&text).map_err(|error| wrong(error.to_string()))?;
        if !packet::fits(&read) {
            let largest = packet::LARGEST;
            return Err(wrong(format!("its display does not fit into a datagram of {largest} bytes")));
        }
        if read.parts() > 1 {
            tracing::warn!(parts = read.parts(), "the map is in parts; nobody can get from one to another");
        }
        let seed = match seed {
            Some(text) => Seed::from_number(positive(text).ok_or_else(|| SoloError::Seed(text.to_owned()))?),
            None => Seed::from_bytes(random_bytes()),
        };
        Ok(Self { options: Options { map: MapChoice::Text { text }, ..Options::default() }, seed, addr })
    }

    /// Hosts the match until it is over or `told_to_stop`.
    ///
    /// # Errors
    /// When the address or a temporary directory can't be had.
    pub async fn host(self, told_to_stop: impl Future<Output = ()>) -> Result<(), SoloError> {
        let socket = bind(self.addr).await?;
        let port = socket.local_addr()?.port();
        let directory = tempfile::Builder::new().prefix("parlour-nuggets-").tempdir()?;
        let store = Arc::new(SqliteStore::open(directory.path()).await?);
        let clock: SharedClock = Arc::new(SystemClock);
        let going_down = CancellationToken::new();
        let settings = room::Settings { endless: true, ..room::Settings::default() };
        let rooms = Rooms::new(
            store.clone() as Arc<dyn Store>,
            clock.clone(),
            Lobby::new(),
            settings,
            going_down.clone(),
        );
        let settings = Settings { options: self.options, seed: Some(self.seed), silence: None, again: false };
        let gateway = Gateway::new(socket, rooms.clone(), store.clone(), clock, settings, going_down.clone());
        say(&format!("serverPort={port}\n"))?;

        let mut match_ends = std::pin::pin!(gateway.run());
        let ended = tokio::select! {
            ended = &mut match_ends => ended,
            () = told_to_stop => {
                going_down.cancel();
                match_ends.await
            }
        };
        if let Ended::Over(players) = &ended {
            let mut text = String::from("GAME OVER:\n");
            // Writing to a string can't fail.
            let _ = write!(text, "{}", packet::table(players));
            say(&text)?;
        }
        going_down.cancel();
        rooms.ended().await;
        store.close().await;
        Ok(())
    }
}

/// A positive whole number, written in digits and nothing else.
fn positive(text: &str) -> Option<u64> {
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|&number| digits && number > 0)
}

/// Says something on standard output, at once also into a pipe.
fn say(text: &str) -> io::Result<()> {
    let mut output = io::stdout().lock();
    output.write_all(text.as_bytes())?;
    output.flush()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_positive_whole_numbers_are_seeds() {
        for seed in ["0", "-5", "3.33", "abc", "7x", "", "+7", " 7", "99999999999999999999999"] {
            assert_eq!(positive(seed), None, "{seed}");
        }
        assert_eq!(positive("7"), Some(7));
    }
}
