//! Memory of the server for one socket that has joined and does nothing.

use std::time::Duration;

use anyhow::{Context as _, Result};
use tokio::task::JoinSet;
use tokio::time::sleep;

use crate::duel::Duel;
use crate::matches::{self, Kind};
use crate::process::{Server, data_dir};
use crate::stats::{median, number};
use crate::table::Row;
use crate::{load, machine};

/// Matches, with two sockets each.
const MATCHES: usize = 2_500;
/// Measurements, each with a server of its own.
const ROUNDS: usize = 3;
/// How long the sockets are idle before memory is read: over the 20 s after which the server pings each of them.
const IDLE: Duration = Duration::from_secs(25);

/// Measures.
///
/// # Errors
/// If the server fails.
pub async fn measure() -> Result<Vec<Row>> {
    let (mut sockets, mut rooms) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        let (socket, room) = round().await?;
        sockets.push(socket);
        rooms.push(room);
    }
    let (socket, room) = (median(&sockets), median(&rooms));
    Ok(vec![
        Row::aimed(
            "memory per idle joined socket",
            format!("{socket:.1} KiB"),
            "≤ 24 KiB",
            socket <= 24.0,
            format!(
                "growth of RSS from {MATCHES} matches without sockets to {} sockets, {} s idle; median of {ROUNDS} servers",
                2 * MATCHES,
                IDLE.as_secs()
            ),
        ),
        Row::plain(
            "memory per waiting match",
            format!("{room:.1} KiB"),
            format!("growth of RSS by making {MATCHES} matches and their 2 guests each"),
        ),
    ])
}

/// KiB for a socket, and for a match.
async fn round() -> Result<(f64, f64)> {
    let data = data_dir()?;
    let server = Server::start(data.path()).await?;
    let empty = machine::resident(server.pid())?;
    let made = matches::make(server.addr, MATCHES, &Kind::sea_battle()).await?;
    let without = machine::resident(server.pid())?;

    let mut joining = JoinSet::new();
    for made in made {
        joining.spawn(Duel::join(server.addr, made));
    }
    let duels: Result<Vec<Duel>> = load::within(joining.join_all()).await?.into_iter().collect();
    let mut idle = JoinSet::new();
    for duel in duels? {
        idle.spawn(duel.idle());
    }
    tokio::select! {
        () = sleep(IDLE) => {}
        Some(ended) = idle.join_next() => match ended?.context("an idle socket")? {},
    }
    let with = machine::resident(server.pid())?;
    let each =
        |from: u64, to: u64, count: usize| number(to.saturating_sub(from)) / 1024.0 / number(count as u64);
    Ok((each(without, with, 2 * MATCHES), each(empty, without, MATCHES)))
}
