//! Time from SHOOT to the opponent's SHOT, with many matches at an easy pace.
//!
//! Every shot has its time in advance, whatever became of the one before (an open loop), and is measured from then:
//! a server that stalls is charged for every shot that had to wait.

use std::time::Duration;

use anyhow::{Context as _, Result};
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep_until};

use crate::duel::Duel;
use crate::load;
use crate::process::{Server, data_dir};
use crate::stats::{median, percentile};
use crate::table::Row;

/// Matches at once.
const MATCHES: u32 = 1_000;
/// Between two shots of a match.
const PACE: Duration = Duration::from_secs(1);
/// Shots of each match that don't count.
const WARM_UP: usize = 5;
/// Measurements.
const ROUNDS: usize = 5;
/// Shots of each match in one measurement. All together stay below what the shortest match has.
const SHOTS: usize = 12;

/// One shot, in milliseconds.
struct Shot {
    /// From its time until the opponent heard of it.
    heard: f64,
    /// From its time until the generator woke up for it.
    late: f64,
}

/// Measures.
///
/// # Errors
/// If the server fails.
pub async fn measure() -> Result<Vec<Row>> {
    let data = data_dir()?;
    let server = Server::start(data.path()).await?;
    let duels = load::duels(server.addr, MATCHES as usize).await?;

    let start = Instant::now() + PACE;
    let mut tasks = JoinSet::new();
    for (number, duel) in (0..MATCHES).zip(duels) {
        tasks.spawn(play(duel, start + PACE * number / MATCHES));
    }
    let matches: Result<Vec<Vec<Shot>>> = tasks.join_all().await.into_iter().collect();
    let matches = matches?;

    let (mut p50, mut p99, mut late) = (Vec::new(), Vec::new(), Vec::new());
    for round in 0..ROUNDS {
        let first = WARM_UP + round * SHOTS;
        let shots = || matches.iter().flat_map(|shots| &shots[first..first + SHOTS]);
        let heard: Vec<f64> = shots().map(|shot| shot.heard).collect();
        p50.push(percentile(&heard, 50));
        p99.push(percentile(&heard, 99));
        late.push(percentile(&shots().map(|shot| shot.late).collect::<Vec<_>>(), 50));
    }
    let (p50, p99) = (median(&p50), median(&p99));
    let how = format!(
        "{MATCHES} matches, one shot a second each, open loop; median of {ROUNDS} rounds of {SHOTS} s after {WARM_UP} s"
    );
    let lateness = format!(
        "from the time planned, so with the generator's own lateness, half of it over {:.1} ms",
        median(&late)
    );
    Ok(vec![
        Row::aimed("SHOOT to opponent's SHOT, p50", format!("{p50:.1} ms"), "≤ 10 ms", p50 <= 10.0, how),
        Row::aimed("SHOOT to opponent's SHOT, p99", format!("{p99:.1} ms"), "≤ 50 ms", p99 <= 50.0, lateness),
    ])
}

async fn play(mut duel: Duel, start: Instant) -> Result<Vec<Shot>> {
    let mut shots = Vec::with_capacity(WARM_UP + ROUNDS * SHOTS);
    let mut planned = start;
    while shots.len() < shots.capacity() {
        sleep_until(planned).await;
        let late = millis(planned.elapsed());
        let heard = load::within(duel.shot()).await??.context("a match was over before the measurement")?;
        shots.push(Shot { heard: millis(heard - planned), late });
        planned += PACE;
    }
    Ok(shots)
}

fn millis(time: Duration) -> f64 {
    time.as_secs_f64() * 1_000.0
}
