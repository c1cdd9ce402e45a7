//! The match that is on, and everybody at a terminal who is in it.

use std::collections::{HashMap, HashSet};
use std::net::SocketAddr;
use std::time::Duration;

use shared::game::{Audience, Seat};
use shared::nuggets::packet::{Answer, Quit, UNKNOWN_KEY};
use shared::nuggets::{Key, MOST_PLAYERS, letter};
use tokio::time::Instant;

use crate::gateway::nuggets_udp::guest::{Guest, News};
use crate::ids::UserId;
use crate::room::{AttachError, Room};

/// Datagrams to send, in order.
pub(super) type Mail = Vec<(SocketAddr, String)>;

/// Somebody at a terminal.
struct Client {
    guest: Guest,
    last_heard: Instant,
}

/// A match and the terminals in it.
pub(super) struct Table {
    pub room: Room,
    /// Sees all, and so beats the time.
    eye: Guest,
    players: HashMap<SocketAddr, Client>,
    /// Addresses that were players, and may not come again.
    left: HashSet<SocketAddr>,
    /// There is one at a time.
    spectator: Option<(SocketAddr, Instant)>,
}

impl Table {
    /// Takes a room over that was made for terminals.
    pub async fn open(room: Room, user: UserId) -> Result<Self, AttachError> {
        let eye = Guest::join(&room, Audience::Spectator, user).await?;
        Ok(Self { room, eye, players: HashMap::new(), left: HashSet::new(), spectator: None })
    }

    /// True if this address has a client, or had a player.
    pub fn knows(&self, address: SocketAddr) -> bool {
        self.players.contains_key(&address)
            || self.left.contains(&address)
            || self.spectator.is_some_and(|(spectator, _)| spectator == address)
    }

    /// True if this address is or was a player.
    pub fn has_played(&self, address: SocketAddr) -> bool {
        self.players.contains_key(&address) || self.left.contains(&address)
    }

    /// True if this address watches.
    pub fn watches(&self, address: SocketAddr) -> bool {
        self.spectator.is_some_and(|(spectator, _)| spectator == address)
    }

    /// True if every letter is given.
    pub fn is_full(&self) -> bool {
        self.eye.view.players.len() >= usize::from(MOST_PLAYERS)
    }

    /// Waits for the next thing that happens in the match.
    pub async fn happens(&mut self) -> Option<News> {
        self.eye.hear().await
    }

    /// Lets somebody in who has just sat down. Everybody else is told first, so that nobody is told twice.
    pub async fn seat(
        &mut self,
        address: SocketAddr,
        seat: Seat,
        user: UserId,
        mail: &mut Mail,
    ) -> Result<(), AttachError> {
        for news in self.eye.heard().await {
            self.tell(news, mail).await;
        }
        let guest = Guest::join(&self.room, Audience::Seat(seat), user).await?;
        let screen = &guest.view.screen;
        mail.push((address, Answer::Ok(letter(seat)).text()));
        mail.push((address, Answer::Grid(screen.rows(), screen.columns()).text()));
        mail.push((address, Answer::Gold(0, guest.view.purse, guest.view.unclaimed).text()));
        mail.push((address, Answer::Display(screen).text()));
        self.players.insert(address, Client { guest, last_heard: Instant::now() });
        Ok(())
    }

    /// Lets somebody watch, in place of whoever did.
    pub fn watch(&mut self, address: SocketAddr, mail: &mut Mail) {
        if let Some((before, _)) = self.spectator.replace((address, Instant::now()))
            && before != address
        {
            mail.push((before, Answer::Quit(Quit::Replaced).text()));
        }
        let screen = &self.eye.view.screen;
        mail.push((address, Answer::Grid(screen.rows(), screen.columns()).text()));
        mail.push((address, Answer::Gold(0, 0, self.eye.view.unclaimed).text()));
        mail.push((address, Answer::Display(screen).text()));
    }

    /// A client has pressed a key.
    pub async fn press(&mut self, address: SocketAddr, key: u8, mail: &mut Mail) {
        if self.watches(address) {
            if key == b'Q' {
                self.spectator = None;
                mail.push((address, Answer::Quit(Quit::Spectator).text()));
            } else {
                self.spectator = Some((address, Instant::now()));
                mail.push((address, Answer::Error("usage: unknown Spectator keystroke").text()));
            }
            return;
        }
        let Some(client) = self.players.get_mut(&address) else {
            let why = if self.left.contains(&address) {
                "you have left this match"
            } else {
                "say PLAY or SPECTATE first"
            };
            return mail.push((address, Answer::Error(why).text()));
        };
        client.last_heard = Instant::now();
        match Key::of(char::from(key)) {
            Some(key) => client.guest.press(key).await,
            None if key == b'Q' => self.leave(address, mail).await,
            None => mail.push((address, Answer::Error(UNKNOWN_KEY).text())),
        }
    }

    async fn leave(&mut self, address: SocketAddr, mail: &mut Mail) {
        if let Some(client) = self.players.remove(&address) {
            self.left.insert(address);
            client.guest.resign().await;
            mail.push((address, Answer::Quit(Quit::Player).text()));
        }
    }

    /// Sends those away who have been silent for too long, as if they had quit.
    pub async fn sweep(&mut self, silence: Duration, mail: &mut Mail) {
        let silent = |last: &Instant| last.elapsed() >= silence;
        let gone: Vec<SocketAddr> = self
            .players
            .iter()
            .filter(|(_, client)| silent(&client.last_heard))
            .map(|(address, _)| *address)
            .collect();
        for address in gone {
            self.leave(address, mail).await;
        }
        if let Some((address, _)) = self.spectator.take_if(|(_, last)| silent(last)) {
            mail.push((address, Answer::Quit(Quit::Spectator).text()));
        }
    }

    /// Passes on what happened: gold first, then a display to everybody. True once the match is over.
    pub async fn tell(&mut self, news: News, mail: &mut Mail) -> bool {
        for (address, client) in &mut self.players {
            for news in client.guest.heard().await {
                if let News::Gold(found, purse, unclaimed) = news {
                    mail.push((*address, Answer::Gold(found, purse, unclaimed).text()));
                }
            }
        }
        match news {
            News::Gold(_, _, unclaimed) => {
                mail.extend(
                    self.spectator.map(|(address, _)| (address, Answer::Gold(0, 0, unclaimed).text())),
                );
                false
            }
            News::Display => {
                for (address, client) in &self.players {
                    mail.push((*address, Answer::Display(&client.guest.view.screen).text()));
                }
                let screen = &self.eye.view.screen;
                mail.extend(self.spectator.map(|(address, _)| (address, Answer::Display(screen).text())));
                false
            }
            News::Over(code, reason) => {
                let why =
                    if code < 0 { Quit::Closed(reason) } else { Quit::Over(self.eye.view.players.clone()) };
                self.dismiss(&why, mail);
                true
            }
            News::Gone => {
                self.dismiss(&Quit::Closed("The server has closed this match.".to_owned()), mail);
                true
            }
        }
    }

    /// Everybody who ever came, and what each has found.
    pub fn players(&self) -> Vec<shared::nuggets::Player> {
        self.eye.view.players.clone()
    }

    /// Sends everybody away.
    pub fn dismiss(&self, why: &Quit, mail: &mut Mail) {
        let everybody = self.players.keys().copied().chain(self.spectator.map(|(address, _)| address));
        mail.extend(everybody.map(|address| (address, Answer::Quit(why.clone()).text())));
    }

    /// Lets go of the room.
    pub async fn close(self) {
        for client in self.players.into_values() {
            client.guest.hang_up().await;
        }
        self.eye.hang_up().await;
    }
}
