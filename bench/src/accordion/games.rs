//! Whole games a second over TCP, as a share of what a bare server reaches.

use anyhow::Result;
use futures_util::future::try_join_all;
use shared::accordion::House;

use super::echo::ROUND_TRIPS;
use super::{client, echo};
use crate::load::{self, Compared};
use crate::process::{AccordionServer, EchoServer};
use crate::table::Row;

/// Connections that play at once.
const CONNECTIONS: usize = 64;
/// How the server plays.
const HOUSE: House = House::Casual;

/// Measures both by turns.
///
/// # Errors
/// If a server fails.
pub async fn measure() -> Result<Vec<Row>> {
    let Compared { server, bare, share } = load::by_turns(play, echo).await?;
    Ok(vec![
        Row::aimed(
            "A: games a second over TCP",
            format!("{server:.0}"),
            "≥ 300",
            server >= 300.0,
            format!(
                "play, 52 deals, tableau, result against the house {}; {CONNECTIONS} connections that play on, clients \
                 only deal and leave 52 piles of one card; {}",
                HOUSE.word(),
                Compared::how()
            ),
        ),
        Row::plain("share of a bare echo", format!("{share:.2}"), "A of B, round by round"),
        Row::plain(
            "B: the same of a bare echo",
            format!("{bare:.0}"),
            format!(
                "the same {} round trips a game with as many bytes, over as many connections, by a server that sends \
                 back what comes",
                ROUND_TRIPS.len()
            ),
        ),
    ])
}

async fn play() -> Result<f64> {
    let server = AccordionServer::start(HOUSE)?;
    let opening = (0..CONNECTIONS).map(|_| client::Client::open(server.addr));
    load::rate(load::within(try_join_all(opening)).await??).await
}

async fn echo() -> Result<f64> {
    let server = EchoServer::over_tcp()?;
    let opening = (0..CONNECTIONS).map(|_| echo::Client::open(server.addr));
    load::rate(load::within(try_join_all(opening)).await??).await
}
