//! Time until everybody plays again after the server was killed in the middle of many matches.

use std::time::Duration;

use anyhow::Result;
use tokio::task::JoinSet;
use tokio::time::Instant;

use crate::duel::Duel;
use crate::load;
use crate::process::{Server, data_dir};
use crate::stats::median;
use crate::table::Row;

/// Live matches.
const MATCHES: usize = 1_000;
/// Shots of each before the server is killed.
const SHOTS: usize = 20;
/// Measurements, each with new matches.
const ROUNDS: usize = 5;

/// Measures.
///
/// # Errors
/// If the server fails, or has lost a shot that it had acknowledged.
pub async fn measure() -> Result<Vec<Row>> {
    let (mut ready, mut playing) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        let (to_ready, to_playing) = round().await?;
        ready.push(to_ready.as_secs_f64());
        playing.push(to_playing.as_secs_f64());
    }
    let (ready, playing) = (median(&ready), median(&playing));
    Ok(vec![
        Row::aimed(
            "restart until all are playable",
            format!("{ready:.2} s"),
            "≤ 2 s",
            ready <= 2.0,
            format!(
                "start to /readyz 200, {MATCHES} matches of {SHOTS} shots, killed (SIGKILL) in play; median of {ROUNDS}"
            ),
        ),
        Row::aimed(
            "restart until all have played",
            format!("{playing:.2} s"),
            "≤ 2 s",
            playing <= 2.0,
            format!(
                "the same, and {MATCHES} players connect, join and have a shot acknowledged; none was lost"
            ),
        ),
    ])
}

async fn round() -> Result<(Duration, Duration)> {
    let data = data_dir()?;
    let server = Server::start(data.path()).await?;
    let mut tasks = JoinSet::new();
    for duel in load::duels(server.addr, MATCHES).await? {
        tasks.spawn(shoot(duel));
    }
    let duels: Result<Vec<Duel>> = load::within(tasks.join_all()).await?.into_iter().collect();
    let duels = duels?;
    server.kill();

    let began = Instant::now();
    let mut server = Server::spawn(data.path())?;
    server.ready().await?;
    let ready = began.elapsed();
    let addr = server.addr;
    let mut tasks = JoinSet::new();
    for duel in duels {
        tasks.spawn(duel.go_on(addr));
    }
    let went_on: Result<Vec<Duel>> = load::within(tasks.join_all()).await?.into_iter().collect();
    let playing = began.elapsed();
    // Until here nobody leaves: the server would be busy with it.
    drop(went_on?);
    Ok((ready, playing))
}

async fn shoot(mut duel: Duel) -> Result<Duel> {
    for _ in 0..SHOTS {
        duel.shot().await?;
    }
    Ok(duel)
}
