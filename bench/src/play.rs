//! Actions a second over real sockets, every one of them committed, as a share of what a bare echo server reaches.

use anyhow::Result;

use crate::process::{EchoServer, Server, data_dir};
use crate::stats::median;
use crate::table::Row;
use crate::{echo, load};

/// Matches that are played at once, and pairs of sockets at the echo server.
const MATCHES: usize = 1_000;
/// Measurements of each, by turns, after one of each that doesn't count.
const ROUNDS: usize = 5;

/// Measures both by turns.
///
/// # Errors
/// If a server fails.
pub async fn measure() -> Result<Vec<Row>> {
    let (mut played, mut echoed, mut shares) = (Vec::new(), Vec::new(), Vec::new());
    for round in 0..=ROUNDS {
        let actions = play().await?;
        let frames = echo().await?;
        if round > 0 {
            played.push(actions);
            echoed.push(frames);
            shares.push(actions / frames);
        }
    }
    let share = median(&shares);
    let sockets = 2 * MATCHES;
    Ok(vec![
        Row::aimed(
            "share of a bare echo",
            format!("{share:.2}"),
            "≥ 0.25",
            share >= 0.25,
            format!("median of {ROUNDS} rounds A B A B of 5 s, one of each before them not counted"),
        ),
        Row::plain(
            "A: actions a second",
            format!("{:.0}", median(&played)),
            format!(
                "SHOOT to both players' STATE, acknowledged and committed; {MATCHES} matches, {sockets} sockets"
            ),
        ),
        Row::plain(
            "B: echoes a second",
            format!("{:.0}", median(&echoed)),
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
    let server = EchoServer::start()?;
    let pairs = echo::pairs(server.addr, MATCHES).await?;
    load::rate(pairs).await
}
