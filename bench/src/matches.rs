//! Making many matches over HTTP, each between guests of its own.

use std::net::{Ipv4Addr, SocketAddr};
use std::time::Duration;

use anyhow::{Context as _, Result};
use serde_json::json;
use shared::api::{Guest, Joined, Name, NewMatch};
use shared::catalogue::GameId;
use shared::protocol::{ClientMessage, Trailing, session};
use tokio::task::JoinSet;
use tokio::time::timeout;

use crate::http::Caller;

/// Calls that are made from one address, sockets included. That is less than half of the 300 that one address may make at
/// once: the server may count two addresses as one, since it tells them apart by a short hash.
const CALLS_PER_ADDRESS: usize = 144;
/// Calls for each player: to be a guest, to sit down, to open a socket.
const CALLS_PER_PLAYER: usize = 3;
/// How long making them may take altogether.
const TIME: Duration = Duration::from_mins(2);

/// A match whose seats are taken; nobody has joined on a socket yet.
#[derive(Clone)]
pub struct Made {
    /// Its number among all, from 0.
    pub number: u64,
    /// The address its players come from.
    pub from: Ipv4Addr,
    /// By seat: the JOIN of a client that knows nothing yet.
    pub joins: Vec<String>,
}

/// What kind of matches are made.
#[derive(Clone)]
pub struct Kind {
    /// Which game.
    pub game: GameId,
    /// Its options. Nobody is hurried: the generator decides how fast a match goes.
    pub options: serde_json::Value,
    /// Players of each match.
    pub players: usize,
}

impl Kind {
    /// Matches of Sea Battle.
    pub fn sea_battle() -> Self {
        let options = json!({ "placement_seconds": null, "shot_seconds": null, "grace_seconds": null });
        Self { game: GameId::SeaBattle, options, players: 2 }
    }
}

/// Makes that many matches.
///
/// # Errors
/// If one can't be made.
pub async fn make(server: SocketAddr, count: usize, kind: &Kind) -> Result<Vec<Made>> {
    let per_address = CALLS_PER_ADDRESS / (CALLS_PER_PLAYER * kind.players);
    let mut groups = JoinSet::new();
    for (group, first) in (0..count).step_by(per_address).enumerate() {
        let numbers = first..count.min(first + per_address);
        let kind = kind.clone();
        groups.spawn(async move {
            let from = address(group)?;
            let mut caller = Caller::connect(server, from).await?;
            let mut made = Vec::with_capacity(numbers.len());
            for number in numbers {
                made.push(Made { number: number as u64, from, joins: make_one(&mut caller, &kind).await? });
            }
            Ok(made)
        });
    }
    let all: Result<Vec<_>> = timeout(TIME, groups.join_all())
        .await
        .context("making the matches took too long")?
        .into_iter()
        .collect();
    Ok(all?.concat())
}

/// The source address of a group: 127.1.0.0 and up. All of 127.0.0.0/8 is this machine.
fn address(group: usize) -> Result<Ipv4Addr> {
    let group = u16::try_from(group).context("too many matches")?;
    let [high, low] = group.to_be_bytes();
    Ok(Ipv4Addr::new(127, 1, high, low))
}

async fn make_one(caller: &mut Caller, kind: &Kind) -> Result<Vec<String>> {
    let maker = guest(caller, "Anna").await?;
    let wish = NewMatch { game: kind.game, options: kind.options.clone(), bots: Vec::new(), public: false };
    let made: Joined = caller.post("/api/matches", Some(&maker.user_token), Some(&wish)).await?;
    let path = format!("/api/matches/{}/join", made.match_id);
    let mut joins = vec![join(made, maker)];
    for _ in 1..kind.players {
        let other = guest(caller, "Ben").await?;
        let joined: Joined = caller.post(&path, Some(&other.user_token), None::<&()>).await?;
        joins.push(join(joined, other));
    }
    Ok(joins)
}

async fn guest(caller: &mut Caller, name: &str) -> Result<Guest> {
    caller.post("/api/guests", None, Some(&Name { name: name.to_owned() })).await
}

fn join(seat: Joined, user: Guest) -> String {
    ClientMessage::Session(session::ClientMessage::Join {
        game_token: seat.game_token,
        user_token: user.user_token,
        last_seq: Trailing(Some(0)),
    })
    .encode()
}
