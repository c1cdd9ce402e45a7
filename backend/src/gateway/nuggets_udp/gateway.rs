//! The loop: datagrams in, what the room tells out.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use shared::nuggets::packet::{Answer, LARGEST, Quit, Request};
use shared::seed::Seed;
use tokio::net::UdpSocket;
use tokio::time::{Instant, interval_at};
use tokio_util::sync::CancellationToken;

use crate::clock::SharedClock;
use crate::gateway::nuggets_udp::guest::News;
use crate::gateway::nuggets_udp::limits::Limits;
use crate::gateway::nuggets_udp::table::{Mail, Table};
use crate::gateway::nuggets_udp::{Ended, Settings};
use crate::ids::{UserId, random_bytes};
use crate::room::{CreateError, Rooms, SitError};
use crate::store::{Store, StoreError, User};
use crate::telemetry;

/// How often silent clients are looked for, and quiet addresses forgotten.
const SWEEP_EVERY: Duration = Duration::from_secs(10);

/// A socket, and the match behind it.
pub struct Gateway {
    socket: UdpSocket,
    rooms: Rooms,
    store: Arc<dyn Store>,
    clock: SharedClock,
    settings: Settings,
    going_down: CancellationToken,
    limits: Limits,
    table: Option<Table>,
    /// In whose name matches are made.
    user: Option<UserId>,
}

impl Gateway {
    /// A gateway on a socket that is bound.
    pub fn new(
        socket: UdpSocket,
        rooms: Rooms,
        store: Arc<dyn Store>,
        clock: SharedClock,
        settings: Settings,
        going_down: CancellationToken,
    ) -> Self {
        let (limits, table, user) = (Limits::new(), None, None);
        Self { socket, rooms, store, clock, settings, going_down, limits, table, user }
    }

    /// Passes messages on until the program goes down, or until the match is over if there is only one.
    pub async fn run(mut self) -> Ended {
        let mut buffer = vec![0; LARGEST];
        let mut sweep = interval_at(Instant::now() + SWEEP_EVERY, SWEEP_EVERY);
        let going_down = self.going_down.clone();
        loop {
            let mut mail = Mail::new();
            let happens = async {
                match &mut self.table {
                    Some(table) => table.happens().await,
                    None => std::future::pending().await,
                }
            };
            tokio::select! {
                biased;
                () = going_down.cancelled() => {
                    if let Some(table) = self.table.take() {
                        table.dismiss(&Quit::Closed("The server is going down.".to_owned()), &mut mail);
                        self.send(mail).await;
                        table.close().await;
                    }
                    return Ended::Closed;
                }
                news = happens => if let Some(news) = news {
                    let over = self.tell(news, &mut mail).await;
                    self.send(mail).await;
                    if let Some(ended) = over && !self.settings.again {
                        return ended;
                    }
                },
                received = self.socket.recv_from(&mut buffer) => {
                    match received {
                        Ok((length, from)) => self.receive(&buffer[..length], from, &mut mail).await,
                        // An answer that could not be delivered shows here; whose it was is not said.
                        Err(error) => tracing::debug!(%error, "nothing was received"),
                    }
                    self.send(mail).await;
                }
                _ = sweep.tick() => {
                    self.limits.forget();
                    if let (Some(silence), Some(table)) = (self.settings.silence, &mut self.table) {
                        table.sweep(silence, &mut mail).await;
                    }
                    self.send(mail).await;
                }
            }
        }
    }

    /// Passes on what happened; `Some` if that was the end.
    async fn tell(&mut self, news: News, mail: &mut Mail) -> Option<Ended> {
        let table = self.table.as_mut()?;
        let played_out = matches!(news, News::Over(code, _) if code >= 0);
        if !table.tell(news, mail).await {
            return None;
        }
        let ended = if played_out { Ended::Over(table.players()) } else { Ended::Closed };
        if let Some(table) = self.table.take() {
            table.close().await;
        }
        Some(ended)
    }

    async fn receive(&mut self, datagram: &[u8], from: SocketAddr, mail: &mut Mail) {
        let known = self.table.as_ref().is_some_and(|table| table.knows(from));
        let heard = if known { self.limits.client(from) } else { self.limits.stranger(from) };
        telemetry::datagram(heard);
        if !heard {
            return;
        }
        let refused = match Request::read(datagram) {
            Ok(Request::Key(key)) => match &mut self.table {
                Some(table) => {
                    table.press(from, key, mail).await;
                    None
                }
                None => Some(Answer::Error("say PLAY or SPECTATE first")),
            },
            Ok(Request::Spectate) => self.spectate(from, mail).await,
            Ok(Request::Play(name)) => self.play(from, name, mail).await,
            Ok(Request::PlayNameless) => self.may_join(from).or_else(|| {
                let full = self.table.as_ref().is_some_and(Table::is_full);
                Some(Answer::Quit(if full { Quit::Full } else { Quit::Nameless }))
            }),
            Err(malformed) => {
                mail.push((from, Answer::Error(&malformed.to_string()).text()));
                None
            }
        };
        mail.extend(refused.map(|answer| (from, answer.text())));
    }

    /// Why this address may not join, if it may not.
    fn may_join(&self, from: SocketAddr) -> Option<Answer<'static>> {
        let table = self.table.as_ref()?;
        if table.has_played(from) {
            return Some(Answer::Error("this address plays already, or has left"));
        }
        table.watches(from).then_some(Answer::Error("this address is watching; press Q first"))
    }

    async fn spectate(&mut self, from: SocketAddr, mail: &mut Mail) -> Option<Answer<'static>> {
        if self.table.as_ref().is_some_and(|table| table.has_played(from)) {
            return self.may_join(from);
        }
        match self.table().await {
            Ok(table) => {
                table.watch(from, mail);
                None
            }
            Err(answer) => Some(answer),
        }
    }

    async fn play(&mut self, from: SocketAddr, name: String, mail: &mut Mail) -> Option<Answer<'static>> {
        if let Some(refused) = self.may_join(from) {
            return Some(refused);
        }
        let room = match self.table().await {
            Ok(table) => table.room.clone(),
            Err(answer) => return Some(answer),
        };
        let user = match self.guest(name).await {
            Ok(user) => user,
            Err(error) => return Some(not_saved(&error)),
        };
        match room.sit(user.clone()).await {
            Ok(seat) => {
                let joined = match &mut self.table {
                    Some(table) => table.seat(from, seat, user.id, mail).await,
                    None => return Some(Answer::Error("the match is over; try again")),
                };
                joined.err().map(|error| {
                    tracing::error!(%error, "somebody sat down and could not be let in");
                    Answer::Error("the server could not let you in; try again")
                })
            }
            Err(SitError::Full) => Some(Answer::Quit(Quit::Full)),
            Err(SitError::Over | SitError::Gone) => Some(Answer::Error("the match is over; try again")),
            Err(SitError::Store(error)) => Some(not_saved(&error)),
        }
    }

    /// The match that is on; makes one if there is none.
    async fn table(&mut self) -> Result<&mut Table, Answer<'static>> {
        if self.table.is_none() {
            let table = self.open().await.map_err(|error| {
                tracing::error!(%error, "a match for terminals could not be made");
                Answer::Error("the server could not make a match; try again")
            })?;
            self.table = Some(table);
        }
        self.table.as_mut().ok_or(Answer::Error("there is no match"))
    }

    async fn open(&mut self) -> Result<Table, CreateError> {
        let user = match &self.user {
            Some(user) => user.clone(),
            None => self.guest("Terminal".to_owned()).await?.id,
        };
        self.user = Some(user.clone());
        let seed = self.settings.seed.take().unwrap_or_else(|| Seed::from_bytes(random_bytes()));
        let room = self.rooms.open_nuggets(&self.settings.options, user.clone(), seed).await?;
        tracing::info!(match_id = %room.id(), "a match for terminals is open");
        let gone = |_| StoreError::Unavailable("the room ended at once".to_owned());
        Ok(Table::open(room, user).await.map_err(gone)?)
    }

    async fn guest(&self, name: String) -> Result<User, StoreError> {
        let user = User { id: UserId::random(), name, created_at: self.clock.now() };
        self.store.create_user(user.clone()).await?;
        Ok(user)
    }

    async fn send(&self, mail: Mail) {
        for (to, text) in mail {
            if let Err(error) = self.socket.send_to(text.as_bytes(), to).await {
                tracing::debug!(%error, "a datagram could not be sent");
            }
        }
    }
}

fn not_saved(error: &StoreError) -> Answer<'static> {
    tracing::error!(%error, "somebody could not join from a terminal");
    Answer::Error("the server could not write that down; try again")
}
