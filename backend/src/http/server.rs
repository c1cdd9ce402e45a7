//! The life of a server: listening, accepting, draining.
//!
//! The port comes first, so that a port in use is said at once; then the store and the keys; then requests are
//! answered while matches are restored, which `/readyz` waits for. When told to stop, nothing new is accepted, rooms
//! stop, sessions say goodbye with 1001, and the store is closed last.
//!
//! Not `axum::serve`: it bounds neither the connections nor the time a client may take to send its headers.

use std::io;
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use shared::accordion::House;
use shared::nuggets::{MapChoice, Options};
use tokio::net::{TcpListener, TcpStream, UdpSocket};
use tokio::sync::Semaphore;
use tokio::task::JoinHandle;
use tokio::time::{sleep, timeout};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tower::Service as _;

use crate::app::{App, SharedApp};
use crate::cli::Settings;
use crate::clock::{SharedClock, SystemClock};
use crate::gateway::accordion_tcp::{self, Office};
use crate::gateway::nuggets_udp::{self, Gateway};
use crate::http::assets::Assets;
use crate::http::{Web, router};
use crate::lobby::Lobby;
use crate::room::{self, Rooms};
use crate::store::sqlite::{OpenError, SqliteStore};
use crate::store::{Store, StoreError};
use crate::telemetry;
use crate::token::{KeyError, Tokens};

/// HTTP connections open at once; more wait in the operating system's queue. Sockets are counted apart.
const CONNECTIONS: usize = 10_000;
/// Time to send the headers of a request, also the time a connection may lie idle.
const HEADERS_WITHIN: Duration = Duration::from_mins(1);
/// Most bytes of headers.
const HEADER_BYTES: usize = 32 * 1024;
/// Pause after a connection could not be accepted, most likely for want of file descriptors.
const ACCEPT_AGAIN: Duration = Duration::from_millis(200);
/// Time for everybody to say goodbye; the process has to be gone within 10 s.
const DRAIN: Duration = Duration::from_secs(8);

/// Why a server does not start.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// Another program listens there.
    #[error("{0} is in use by another program; stop it, or choose another address with --addr")]
    AddressInUse(SocketAddr),
    /// The address can't be listened on.
    #[error("can't listen on {addr}: {error}")]
    Address {
        /// Which.
        addr: SocketAddr,
        /// What the operating system says.
        error: io::Error,
    },
    /// The address for terminals can't be had.
    #[error(transparent)]
    Terminals(#[from] nuggets_udp::BindError),
    /// The address for programs that play Accordion can't be had.
    #[error(transparent)]
    Programs(#[from] accordion_tcp::BindError),
    /// The data directory can't be used.
    #[error(transparent)]
    Store(#[from] OpenError),
    /// The key can't be read or made.
    #[error(transparent)]
    Key(#[from] KeyError),
    /// Matches can't be brought back.
    #[error("matches can't be restored: {0}")]
    Restore(#[from] StoreError),
}

/// What a server is made of, beside its settings.
pub struct Parts {
    /// Users and matches.
    pub store: Arc<dyn Store>,
    /// Makes and checks tokens.
    pub tokens: Tokens,
    /// The time of day.
    pub clock: SharedClock,
    /// The page and its files.
    pub assets: Assets,
}

/// A server that answers.
pub struct Running {
    /// Where it listens.
    pub addr: SocketAddr,
    /// Its parts.
    pub app: SharedApp,
    accepting: JoinHandle<()>,
    restoring: JoinHandle<Result<usize, StoreError>>,
}

/// Takes an address; port 0 takes any free port.
///
/// # Errors
/// When the address can't be had.
pub async fn listen(addr: SocketAddr) -> Result<TcpListener, StartError> {
    TcpListener::bind(addr).await.map_err(|error| match error.kind() {
        io::ErrorKind::AddrInUse => StartError::AddressInUse(addr),
        _ => StartError::Address { addr, error },
    })
}

/// Serves until `told_to_stop`, from the data directory of the settings.
///
/// # Errors
/// When the server can't start.
pub async fn run(settings: Settings, told_to_stop: impl Future<Output = ()>) -> Result<(), StartError> {
    let listener = listen(settings.addr).await?;
    let terminals = match settings.nuggets_udp {
        Some(addr) => Some(nuggets_udp::bind(addr).await?),
        None => None,
    };
    let programs = match settings.accordion_tcp {
        Some(addr) => Some(accordion_tcp::bind(addr).await?),
        None => None,
    };
    let store = Arc::new(SqliteStore::open(&settings.data).await?);
    let clock: SharedClock = Arc::new(SystemClock);
    let tokens = match &settings.token_key {
        Some(key) => Tokens::from_key_hex(key.as_hex(), clock.clone())?,
        None => Tokens::open(&settings.data, clock.clone())?,
    };
    let parts = Parts { store: store.clone(), tokens, clock, assets: Assets::built() };
    let mut server = start(settings, listener, parts)?;
    tracing::info!(addr = %server.addr, "Parlour is at http://{}", server.addr);

    let mut told_to_stop = pin!(told_to_stop);
    let restored = tokio::select! {
        restored = server.restored() => restored,
        () = &mut told_to_stop => Ok(0),
    };
    if let Ok(matches) = restored {
        tracing::info!(matches, "matches are restored");
        if let Some(socket) = terminals {
            server.open_to_terminals(socket);
        }
        if let Some(listener) = programs {
            server.open_to_programs(listener);
        }
        told_to_stop.await;
    }
    tracing::info!("going down");
    let all_left = server.stop().await;
    if !all_left {
        tracing::warn!("some connections did not end in time");
    }
    store.close().await;
    restored?;
    Ok(())
}

/// Starts to answer on `listener`, and to bring matches back.
///
/// # Errors
/// When the listener has no address.
pub fn start(settings: Settings, listener: TcpListener, parts: Parts) -> Result<Running, StartError> {
    let addr = listener.local_addr().map_err(|error| StartError::Address { addr: settings.addr, error })?;
    let Parts { store, tokens, clock, assets } = parts;
    let going_down = CancellationToken::new();
    telemetry::start_measuring();
    tokio::spawn(going_down.clone().run_until_cancelled_owned(telemetry::sum_up()));
    let lobby = Lobby::new();
    let rooms = Rooms::new(
        store.clone(),
        clock.clone(),
        lobby.clone(),
        room::Settings { bot_pause: settings.bot_pause, endless: false },
        going_down.clone(),
    );
    let sessions = TaskTracker::new();
    let app = Arc::new(App { store, tokens, clock, rooms, lobby, going_down: going_down.clone(), sessions });
    let web = Web::new(app.clone(), assets, settings);
    let accepting = tokio::spawn(accept(listener, router(web.clone()), going_down));
    let restoring = tokio::spawn(restore(web));
    Ok(Running { addr, app, accepting, restoring })
}

async fn restore(web: Web) -> Result<usize, StoreError> {
    let matches = web.app().rooms.restore().await?;
    web.restored();
    Ok(matches)
}

impl Running {
    /// Waits until every live match is back in its room; says how many there are.
    ///
    /// # Errors
    /// When the store can't be read.
    pub async fn restored(&mut self) -> Result<usize, StoreError> {
        match (&mut self.restoring).await {
            Ok(restored) => restored,
            Err(error) => Err(StoreError::Unavailable(error.to_string())),
        }
    }

    /// Lets terminals play Nuggets by datagrams; ends with the server.
    pub fn open_to_terminals(&self, socket: UdpSocket) {
        let App { store, clock, rooms, going_down, sessions, .. } = &*self.app;
        let map = MapChoice::Generated { rows: 21, columns: 79 };
        let settings = nuggets_udp::Settings {
            options: Options { map, ..Options::default() },
            seed: None,
            silence: Some(nuggets_udp::SILENCE),
            again: true,
        };
        if let Ok(addr) = socket.local_addr() {
            tracing::info!(%addr, "terminals can play Nuggets over UDP");
        }
        let (rooms, store, clock) = (rooms.clone(), store.clone(), clock.clone());
        let gateway = Gateway::new(socket, rooms, store, clock, settings, going_down.clone());
        sessions.spawn(gateway.run());
    }

    /// Lets programs play Accordion over TCP; ends with the server.
    pub fn open_to_programs(&self, listener: TcpListener) {
        let App { going_down, sessions, .. } = &*self.app;
        if let Ok(addr) = listener.local_addr() {
            tracing::info!(%addr, "programs can play Accordion over TCP");
        }
        let office = Office::new(House::default(), going_down.clone());
        sessions.spawn(accordion_tcp::server::serve(listener, office, accordion_tcp::CONNECTIONS));
    }

    /// Stops accepting, tells everybody, and waits a while for all to leave. False if some did not.
    pub async fn stop(self) -> bool {
        let Self { app, accepting, restoring, .. } = self;
        restoring.abort();
        app.going_down.cancel();
        app.sessions.close();
        let all_left = async {
            // A panic while accepting has left nothing to wait for.
            let _ = accepting.await;
            app.sessions.wait().await;
            app.rooms.ended().await;
        };
        timeout(DRAIN, all_left).await.is_ok()
    }
}

/// Accepts connections until told to go down, then waits for the requests under way.
async fn accept(listener: TcpListener, router: Router, going_down: CancellationToken) {
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(HEADERS_WITHIN).max_buf_size(HEADER_BYTES);
    let places = Arc::new(Semaphore::new(CONNECTIONS));
    let open = TaskTracker::new();
    loop {
        let next = async {
            let place = places.clone().acquire_owned().await.ok()?;
            Some((place, listener.accept().await))
        };
        let Some(Some((place, accepted))) = going_down.run_until_cancelled(next).await else { break };
        let (stream, peer) = match accepted {
            Ok(accepted) => accepted,
            Err(error) => {
                tracing::warn!(%error, "a connection could not be accepted");
                sleep(ACCEPT_AGAIN).await;
                continue;
            }
        };
        let service = router.clone();
        let answer = service_fn(move |request| call(service.clone(), peer, request));
        let connection = http.serve_connection(io(stream), answer).with_upgrades();
        let going_down = going_down.clone();
        open.spawn(async move {
            let mut connection = pin!(connection);
            // Ends with the connection, which clients break off all the time; that is no news.
            if going_down.run_until_cancelled(connection.as_mut()).await.is_none() {
                connection.as_mut().graceful_shutdown();
                let _ = connection.await;
            }
            drop(place);
        });
    }
    drop(listener);
    open.close();
    open.wait().await;
}

async fn call(
    mut router: Router,
    peer: SocketAddr,
    request: hyper::Request<Incoming>,
) -> Result<axum::response::Response, std::convert::Infallible> {
    let mut request = request.map(Body::new);
    request.extensions_mut().insert(ConnectInfo(peer));
    router.call(request).await
}

/// Small messages have to leave at once.
fn io(stream: TcpStream) -> TokioIo<TcpStream> {
    if let Err(error) = stream.set_nodelay(true) {
        tracing::debug!(%error, "TCP_NODELAY is not set");
    }
    TokioIo::new(stream)
}
