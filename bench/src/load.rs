//! Many exchanges at once, counted in a window of time.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use anyhow::{Context as _, Result, ensure};
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep, timeout};

use crate::duel::Duel;
use crate::matches::{self, Kind};
use crate::stats::{median, number};

/// Before it is counted, the load runs for this long.
const RAMP: Duration = Duration::from_secs(1);
/// How long it is counted.
const WINDOW: Duration = Duration::from_secs(5);
/// How long everything around it may take.
const PATIENCE: Duration = Duration::from_mins(1);

/// Measurements of each of two that are compared, by turns, after one of each that doesn't count.
pub const ROUNDS: usize = 5;

/// Something that is done again and again over the same sockets.
pub trait Exchange: Send + 'static {
    /// Does it once; false if it can't be done any more.
    fn once(&mut self) -> impl Future<Output = Result<bool>> + Send;
}

/// Does all exchanges at once, each as fast as it goes, and returns how many were done in a second.
///
/// # Errors
/// If one fails, or if too many end before the window does to speak of the same load.
pub async fn rate<E: Exchange>(exchanges: Vec<E>) -> Result<f64> {
    let most = exchanges.len();
    let done = Arc::new(AtomicU64::new(0));
    let stop = Arc::new(AtomicBool::new(false));
    let mut tasks = JoinSet::new();
    for mut exchange in exchanges {
        let (done, stop) = (done.clone(), stop.clone());
        tasks.spawn(async move {
            while !stop.load(Ordering::Relaxed) {
                if !exchange.once().await? {
                    return Ok(false);
                }
                done.fetch_add(1, Ordering::Relaxed);
            }
            Ok(true)
        });
    }
    sleep(RAMP).await;
    let (before, began) = (done.load(Ordering::Relaxed), Instant::now());
    sleep(WINDOW).await;
    let (after, took) = (done.load(Ordering::Relaxed), began.elapsed());
    stop.store(true, Ordering::Relaxed);

    let ends: Result<Vec<bool>> = within(tasks.join_all()).await?.into_iter().collect();
    let lasting = ends?.into_iter().filter(|&lasted| lasted).count();
    ensure!(
        lasting * 100 >= most * 95,
        "only {lasting} of {most} exchanges lasted as long as they were counted"
    );
    Ok(number(after - before) / took.as_secs_f64())
}

/// What a server does in a second, and what a bare one does: medians.
pub struct Compared {
    /// The server that is measured, A.
    pub server: f64,
    /// The bare one, B.
    pub bare: f64,
    /// The first as a share of the second, round by round.
    pub share: f64,
}

impl Compared {
    /// How rounds are taken.
    pub fn how() -> String {
        format!(
            "median of {ROUNDS} rounds A B A B of {} s, one of each before them not counted",
            WINDOW.as_secs()
        )
    }
}

/// Measures two rates by turns, so that whatever else goes on strikes both.
///
/// # Errors
/// If one can't be measured.
pub async fn by_turns(
    server: impl AsyncFn() -> Result<f64>,
    bare: impl AsyncFn() -> Result<f64>,
) -> Result<Compared> {
    let (mut ours, mut theirs, mut shares) = (Vec::new(), Vec::new(), Vec::new());
    for round in 0..=ROUNDS {
        let (our, their) = (server().await?, bare().await?);
        if round > 0 {
            ours.push(our);
            theirs.push(their);
            shares.push(our / their);
        }
    }
    Ok(Compared { server: median(&ours), bare: median(&theirs), share: median(&shares) })
}

/// Makes matches and brings all of them to the first shot.
///
/// # Errors
/// If the server doesn't take part.
pub async fn duels(server: SocketAddr, count: usize) -> Result<Vec<Duel>> {
    let mut tasks = JoinSet::new();
    for made in matches::make(server, count, &Kind::sea_battle()).await? {
        tasks.spawn(Duel::begin(server, made));
    }
    within(tasks.join_all()).await?.into_iter().collect()
}

/// Waits for what must not hang.
///
/// # Errors
/// If it does.
pub async fn within<T>(work: impl Future<Output = T>) -> Result<T> {
    timeout(PATIENCE, work)
        .await
        .with_context(|| format!("nothing more happened for {} s", PATIENCE.as_secs()))
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    #[tokio::test]
    async fn rates_are_compared_by_turns_and_the_first_of_each_is_dropped() {
        let turns = Cell::new(0_u32);
        // The server is asked at even turns and grows; the first answer would spoil every median.
        let server = async || {
            let turn = turns.replace(turns.get() + 1);
            assert_eq!(turn % 2, 0);
            Ok(if turn == 0 { 1e9 } else { f64::from(turn) })
        };
        let bare = async || {
            assert_eq!(turns.replace(turns.get() + 1) % 2, 1);
            Ok(4.0)
        };
        let Compared { server, bare, share } = by_turns(server, bare).await.unwrap();
        let close = |a: f64, b: f64| (a - b).abs() < 1e-9;
        assert!(close(server, 6.0), "of 2, 4, 6, 8 and 10: {server}");
        assert!(close(bare, 4.0));
        assert!(close(share, 1.5));
    }
}
