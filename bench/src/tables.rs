//! Time from a card of OneCard to everybody at the table hearing of it, with many tables at an easy pace.
//!
//! The clients are bots over sockets: each folds what the server says into its view, and sees nothing else. Every action has
//! its time in advance, whatever became of the one before (an open loop).

use std::net::SocketAddr;
use std::time::Duration;

use anyhow::{Context as _, Result, bail, ensure};
use futures_util::future::try_join_all;
use serde_json::json;
use shared::catalogue::GameId;
use shared::game::{Bot as _, Fold as _, Level};
use shared::onecard::{OneCard, View};
use shared::protocol::wire::Wire as _;
use shared::protocol::{ActionNumber, ClientMessage, ServerMessage, onecard, session};
use shared::seed::{Rng, Seed};
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep_until};

use crate::load::within;
use crate::matches::{self, Kind, Made};
use crate::process::{Server, data_dir};
use crate::socket::Socket;
use crate::stats::{median, percentile};
use crate::table::Row;

/// Tables at once, and players at each.
const TABLES: u32 = 250;
const PLAYERS: usize = 4;
/// Between two actions at a table.
const PACE: Duration = Duration::from_secs(1);
/// Actions of each table that don't count.
const WARM_UP: usize = 5;
/// Measurements.
const ROUNDS: usize = 5;
/// Actions of each table in one measurement.
const ACTIONS: usize = 12;

/// Measures.
///
/// # Errors
/// If the server fails.
pub async fn measure() -> Result<Vec<Row>> {
    let data = data_dir()?;
    let server = Server::start(data.path()).await?;
    let kind = Kind {
        game: GameId::OneCard,
        options: json!({ "players": PLAYERS, "rounds": 100, "turn_seconds": null, "grace_seconds": null }),
        players: PLAYERS,
    };
    let mut joining = JoinSet::new();
    for made in matches::make(server.addr, TABLES as usize, &kind).await? {
        joining.spawn(Table::join(server.addr, made));
    }
    let tables: Result<Vec<Table>> = within(joining.join_all()).await?.into_iter().collect();

    let start = Instant::now() + PACE;
    let mut tasks = JoinSet::new();
    for (number, table) in (0..TABLES).zip(tables?) {
        tasks.spawn(play(table, start + PACE * number / TABLES));
    }
    let heard: Result<Vec<Vec<f64>>> = tasks.join_all().await.into_iter().collect();
    let heard = heard?;

    let (mut p50, mut p99) = (Vec::new(), Vec::new());
    for round in 0..ROUNDS {
        let first = WARM_UP + round * ACTIONS;
        let times: Vec<f64> =
            heard.iter().flat_map(|times| &times[first..first + ACTIONS]).copied().collect();
        p50.push(percentile(&times, 50));
        p99.push(percentile(&times, 99));
    }
    let (p50, p99) = (median(&p50), median(&p99));
    let how = format!(
        "{TABLES} tables of {PLAYERS} bots over sockets, one action a second each, until the last of the four has heard; open loop, \
         median of {ROUNDS} rounds of {ACTIONS} s after {WARM_UP} s"
    );
    Ok(vec![
        Row::aimed("action to everybody's event, p50", format!("{p50:.1} ms"), "≤ 10 ms", p50 <= 10.0, how),
        Row::aimed("action to everybody's event, p99", format!("{p99:.1} ms"), "≤ 50 ms", p99 <= 50.0, ""),
    ])
}

async fn play(mut table: Table, start: Instant) -> Result<Vec<f64>> {
    let mut times = Vec::with_capacity(WARM_UP + ROUNDS * ACTIONS);
    let mut planned = start;
    while times.len() < times.capacity() {
        sleep_until(planned).await;
        let heard = within(table.act()).await??;
        times.push((heard - planned).as_secs_f64() * 1_000.0);
        planned += PACE;
    }
    Ok(times)
}

/// One table, all its players.
struct Table {
    players: Vec<Player>,
    rng: Rng,
}

impl Table {
    async fn join(server: SocketAddr, made: Made) -> Result<Self> {
        let joining = made.joins.iter().map(|join| Player::join(server, &made, join));
        let mut players = try_join_all(joining).await?;
        // Until the cards are dealt.
        try_join_all(players.iter_mut().map(Player::until_told)).await?;
        Ok(Self { players, rng: Seed::from_number(made.number).rng("bench tables") })
    }

    /// Whoever is asked acts; when everybody has heard of it.
    async fn act(&mut self) -> Result<Instant> {
        let turn = self.players[0].view.turn.context("a match was over before the measurement")?;
        let player = self.players.get_mut(turn.index()).context("nobody sits there")?;
        let action = OneCard::decide(&player.view, Level::Medium, &mut self.rng);
        player.n = player.n.checked_add(1).context("too many actions")?;
        let text = OneCard::message(player.n, &action.context("a bot was asked and had no answer")?).encode();
        player.socket.send(text).await?;
        let heard = try_join_all(self.players.iter_mut().map(Player::until_told)).await?;
        heard.into_iter().max().context("nobody plays")
    }
}

/// A bot over a socket.
struct Player {
    socket: Socket,
    view: View,
    n: ActionNumber,
    told: u64,
}

impl Player {
    async fn join(server: SocketAddr, made: &Made, join: &str) -> Result<Self> {
        let mut socket = Socket::open(server, made.from).await?;
        socket.send(join).await?;
        loop {
            let message = ServerMessage::decode(&socket.next().await?)?;
            if let ServerMessage::Session(session::ServerMessage::Snapshot { view, .. }) = message {
                return Ok(Self { socket, view: view.read()?, n: ActionNumber::MIN, told: 0 });
            }
        }
    }

    /// Reads up to the STATE that ends what an action brings; when the first message of it was there.
    async fn until_told(&mut self) -> Result<Instant> {
        let mut heard = None;
        loop {
            let message = ServerMessage::decode(&self.socket.next().await?)?;
            match &message {
                ServerMessage::Session(session::ServerMessage::Snapshot { view, .. }) => {
                    self.view = view.read()?;
                    continue;
                }
                ServerMessage::Session(session::ServerMessage::Refused { reason, .. }) => {
                    bail!("refused: {reason}")
                }
                _ => {}
            }
            let Some(seq) = message.seq() else { continue };
            heard.get_or_insert_with(Instant::now);
            let events = OneCard::happened(&self.view, &[], &message);
            for event in events.context("the view can't follow the server")? {
                self.view.apply(&event);
            }
            if let ServerMessage::OneCard(onecard::ServerMessage::Dealt { cards, .. }) = &message {
                ensure!(!cards.is_empty(), "a player without cards");
            }
            if matches!(message, ServerMessage::Session(session::ServerMessage::State { .. })) {
                self.acknowledge(seq).await?;
                return heard.context("a state without an event");
            }
        }
    }

    async fn acknowledge(&mut self, seq: u64) -> Result<()> {
        if seq >= self.told + ACKNOWLEDGE_EVERY {
            self.told = seq;
            self.socket.send(ClientMessage::Session(session::ClientMessage::Ack { seq }).encode()).await?;
        }
        Ok(())
    }
}

/// What a player acknowledges at once.
const ACKNOWLEDGE_EVERY: u64 = 32;
