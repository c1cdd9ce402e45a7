//! A match that is played over two sockets, as fast as it is told to.
//!
//! Messages are told apart by how they begin: the generator shares the machine with the server it measures, so it
//! spends as little as it can. What it skips, the tests of the server check.

use std::convert::Infallible;
use std::net::SocketAddr;
use std::vec;

use anyhow::{Context as _, Result, bail, ensure};
use shared::protocol::{ClientMessage, sea_battle};
use shared::sea_battle::{Cell, Fleet};
use tokio::time::Instant;

use crate::load::Exchange;
use crate::matches::Made;
use crate::script::Script;
use crate::socket::Socket;

/// What a player acknowledges at once. Its messages count towards the 20 a second that it may send.
const ACKNOWLEDGE_EVERY: u64 = 32;

/// How server messages begin.
mod begins {
    pub const END: &str = "[2,";
    pub const STATE: &str = "[3,";
    pub const ACK: &str = "[4,";
    pub const SNAPSHOT: &str = "[6,";
    pub const REFUSED: &str = "[7,";
    pub const SHOT: &str = "[11,";
}

/// How a STATE that gives the turn ends.
const YOUR_TURN: &str = ",4]";

/// Where a player is after an event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stand {
    /// To shoot.
    Turn,
    /// To place a fleet, or to wait.
    Wait,
    /// At the end.
    Over,
}

/// One player.
struct Player {
    socket: Socket,
    shots: vec::IntoIter<Cell>,
    /// The number of the last shot.
    n: u64,
    /// The server's messages that are acknowledged.
    acknowledged: u64,
}

impl Player {
    /// Joins as a client that knows nothing.
    async fn join(server: SocketAddr, made: &Made, seat: usize, shots: Vec<Cell>) -> Result<Self> {
        let socket = Socket::open(server, made.from).await?;
        let mut player = Self { socket, shots: shots.into_iter(), n: 0, acknowledged: 0 };
        player.enter(&made.joins[seat]).await?;
        Ok(player)
    }

    /// Says JOIN and reads up to the snapshot. What the server says it has dealt with must be what this player has
    /// been told is on disk.
    async fn enter(&mut self, join: &str) -> Result<()> {
        self.socket.send(join).await?;
        let answer = self.socket.next().await?;
        let highest =
            number(&answer, begins::ACK).with_context(|| format!("JOIN was answered with {answer}"))?;
        ensure!(highest == self.n, "{} shots were acknowledged, the server knows of {highest}", self.n);
        while !self.socket.next().await?.starts_with(begins::SNAPSHOT) {}
        Ok(())
    }

    /// Sends the next shot of the script.
    async fn shoot(&mut self) -> Result<()> {
        let cell = self.shots.next().context("a match goes on without a cell to shoot at")?;
        self.n += 1;
        self.socket.send(format!("[10,{},{},{}]", self.n, cell.x(), cell.y())).await
    }

    /// Reads up to the acknowledgement of the last shot.
    async fn acknowledged(&mut self) -> Result<()> {
        loop {
            let text = self.socket.next().await?;
            ensure!(!text.starts_with(begins::REFUSED), "the server refused a shot: {text}");
            if let Some(n) = number(&text, begins::ACK) {
                ensure!(n == self.n, "shot {} was sent and {n} acknowledged", self.n);
                return Ok(());
            }
        }
    }

    /// Reads up to the next SHOT.
    async fn hear_shot(&mut self) -> Result<()> {
        while !self.socket.next().await?.starts_with(begins::SHOT) {}
        Ok(())
    }

    /// Reads up to the next STATE, or END.
    async fn stand(&mut self) -> Result<Stand> {
        loop {
            let text = self.socket.next().await?;
            if let Some(seq) = number(&text, begins::STATE) {
                if seq >= self.acknowledged + ACKNOWLEDGE_EVERY {
                    self.acknowledged = seq;
                    self.socket.send(format!("[4,{seq}]")).await?;
                }
                return Ok(if text.ends_with(YOUR_TURN) { Stand::Turn } else { Stand::Wait });
            }
            if text.starts_with(begins::END) {
                return Ok(Stand::Over);
            }
        }
    }
}

/// A match and its two players.
pub struct Duel {
    made: Made,
    fleets: [Fleet; 2],
    players: [Player; 2],
    /// The seat that shoots next; `None` once the match is over.
    turn: Option<usize>,
}

impl Duel {
    /// Joins both players; each is to place a fleet then.
    ///
    /// # Errors
    /// If the server doesn't say what the protocol says.
    pub async fn join(server: SocketAddr, made: Made) -> Result<Self> {
        let Script { fleets, shots: [shots, others] } = Script::new(made.number);
        let first = Player::join(server, &made, 0, shots).await?;
        let second = Player::join(server, &made, 1, others).await?;
        let mut duel = Self { made, fleets, players: [first, second], turn: None };
        duel.heard().await?;
        Ok(duel)
    }

    /// Joins both players and places their fleets.
    ///
    /// # Errors
    /// If the server doesn't say what the protocol says.
    pub async fn begin(server: SocketAddr, made: Made) -> Result<Self> {
        let mut duel = Self::join(server, made).await?;
        for (player, fleet) in duel.fleets.into_iter().enumerate() {
            let place = sea_battle::ClientMessage::PlaceShips { plan: fleet.into() };
            duel.players[player].socket.send(ClientMessage::SeaBattle(place).encode()).await?;
            duel.turn = duel.heard().await?;
        }
        ensure!(duel.turn.is_some(), "both fleets are placed and it is nobody's turn");
        Ok(duel)
    }

    /// Does nothing but answer pings, for as long as the server lets it.
    ///
    /// # Errors
    /// When a socket is closed.
    pub async fn idle(mut self) -> Result<Infallible> {
        let [first, second] = &mut self.players;
        loop {
            tokio::select! {
                heard = first.socket.next() => heard?,
                heard = second.socket.next() => heard?,
            };
        }
    }

    /// Reads what both players are told of one event; returns whose turn it is then.
    async fn heard(&mut self) -> Result<Option<usize>> {
        let [first, second] = &mut self.players;
        match (first.stand().await?, second.stand().await?) {
            (Stand::Turn, Stand::Wait) => Ok(Some(0)),
            (Stand::Wait, Stand::Turn) => Ok(Some(1)),
            (Stand::Wait, Stand::Wait) | (Stand::Over, Stand::Over) => Ok(None),
            stands => bail!("the players are told different things: {stands:?}"),
        }
    }

    /// The next shot, by whoever's turn it is, until both players know of it. Returns when the opponent had heard of
    /// it; `None` if the match is over.
    ///
    /// # Errors
    /// If it is not acknowledged.
    pub async fn shot(&mut self) -> Result<Option<Instant>> {
        let Some(seat) = self.turn else { return Ok(None) };
        self.players[seat].shoot().await?;
        self.players[1 - seat].hear_shot().await?;
        let heard = Instant::now();
        self.players[seat].acknowledged().await?;
        self.turn = self.heard().await?;
        Ok(Some(heard))
    }

    /// After the server was started anew: joins the player whose turn it is, who shoots and is acknowledged.
    ///
    /// # Errors
    /// If the match is not what it was.
    pub async fn go_on(mut self, server: SocketAddr) -> Result<Self> {
        let seat = self.turn.context("the match is over")?;
        let player = &mut self.players[seat];
        player.socket = Socket::open(server, self.made.from).await?;
        player.enter(&self.made.joins[seat]).await?;
        player.shoot().await?;
        player.acknowledged().await?;
        Ok(self)
    }
}

impl Exchange for Duel {
    async fn once(&mut self) -> Result<bool> {
        Ok(self.shot().await?.is_some())
    }
}

/// The number after the beginning, if the message begins so.
fn number(text: &str, beginning: &str) -> Option<u64> {
    let rest = text.strip_prefix(beginning)?;
    let end = rest.find([',', ']'])?;
    rest[..end].parse().ok()
}

#[cfg(test)]
mod tests {
    use shared::protocol::{ServerMessage, session};

    use super::*;

    /// The beginnings are what the protocol writes.
    #[test]
    fn messages_begin_as_the_protocol_writes_them() {
        let text = |message: session::ServerMessage| ServerMessage::from(message).encode();
        let yours = text(session::ServerMessage::State { seq: 12, state: session::state::YOUR_TURN });
        assert_eq!(number(&yours, begins::STATE), Some(12));
        assert!(yours.ends_with(YOUR_TURN));
        let theirs =
            text(session::ServerMessage::State { seq: 4, state: session::state::WAIT_OPPONENT_TURN });
        assert_eq!(number(&theirs, begins::STATE), Some(4));
        assert!(!theirs.ends_with(YOUR_TURN));
        assert_eq!(number(&text(session::ServerMessage::Ack { n: 7 }), begins::ACK), Some(7));
        let end = text(session::ServerMessage::End { seq: 9, code: 1, reason: "x".to_owned() });
        assert!(end.starts_with(begins::END) && number(&end, begins::STATE).is_none());
    }
}
