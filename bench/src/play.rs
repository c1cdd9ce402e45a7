//! Actions a second over real sockets, every one of them committed, as a share of what a bare echo server reaches.

use anyhow::Result;

use crate::load::Compared;
use crate::process::{EchoServer, Server, data_dir};
use crate::table::Row;
use crate::{echo, load};

/// Matches that are played at once, and pairs of sockets at the echo server.
const MATCHES: usize = 1_000;

/// Measures both by turns.
///
/// # Errors
/// If a server fails.
pub async fn measure() -> Result<Vec<Row>> {
    let Compared { server, bare, share } = load::by_turns(play, echo).await?;
    let sockets = 2 * MATCHES;
    Ok(vec![
        Row::aimed("share of a bare echo", format!("{share:.2}"), "≥ 0.25", share >= 0.25, Compared::how()),
        Row::plain(
            "A: actions a second",
            format!("{server:.0}"),
            format!(
                "SHOOT to both players' STATE, acknowledged and committed; {MATCHES} matches, {sockets} sockets"
            ),
        ),
        Row::plain(
            "B: echoes a second",
            format!("{bare:.0}"),
            format!("the same SHOOT frames, each sent back once; {sockets} sockets, by turns in pairs"),
        ),
    ])
}

async fn play() -> Result<f64> {
    let data = data_dir()?;
    let server = Server::start(data.path()).await?;
    let duels = load::duels(server.addr, MATCHES).await?;
    load::rate(duels).await
}

async fn echo() -> Result<f64> {
    let server = EchoServer::over_web_sockets()?;
    let pairs = echo::pairs(server.addr, MATCHES).await?;
    load::rate(pairs).await
}
