//! Making many matches over HTTP, each between two guests of its own.

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

/// Matches that are made from one address. Six calls each, sockets included, are less than half of the 300 that one
/// address may make at once: the server may count two addresses as one, since it tells them apart by a short hash.
const PER_ADDRESS: usize = 24;
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
    pub joins: [String; 2],
}

/// Makes that many matches.
///
/// # Errors
/// If one can't be made.
pub async fn make(server: SocketAddr, count: usize) -> Result<Vec<Made>> {
    let mut groups = JoinSet::new();
    for (group, first) in (0..count).step_by(PER_ADDRESS).enumerate() {
        let numbers = first..count.min(first + PER_ADDRESS);
        groups.spawn(async move {
            let from = address(group)?;
            let mut caller = Caller::connect(server, from).await?;
            let mut made = Vec::with_capacity(numbers.len());
            for number in numbers {
                made.push(Made { number: number as u64, from, joins: make_one(&mut caller).await? });
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

async fn make_one(caller: &mut Caller) -> Result<[String; 2]> {
    let maker = guest(caller, "Anna").await?;
    let wish = NewMatch {
        game: GameId::SeaBattle,
        // Nobody is hurried: the generator decides how fast a match goes.
        options: json!({ "placement_seconds": null, "shot_seconds": null, "grace_seconds": null }),
        bots: Vec::new(),
        public: false,
    };
    let made: Joined = caller.post("/api/matches", Some(&maker.user_token), Some(&wish)).await?;
    let other = guest(caller, "Ben").await?;
    let path = format!("/api/matches/{}/join", made.match_id);
    let joined: Joined = caller.post(&path, Some(&other.user_token), None::<&()>).await?;
    Ok([join(made, maker), join(joined, other)])
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
