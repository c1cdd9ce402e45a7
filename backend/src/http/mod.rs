//! HTTP: the API, the page, and the door to WebSocket sessions.
//!
//! | module | what it holds |
//! |---|---|
//! | `guests`, `me`, `games`, `matches`, `lobby`, `health` | the handlers, by noun; under `matches` by verb |
//! | [`problem`] | which error type to use where, and what errors look like on the wire |
//! | `json`, `auth` | bodies and bearers of requests |
//! | [`assets`], `security` | the page and its files; what the browser is told to forbid |
//! | `ws`, `origin` | where a WebSocket session begins, and who may begin one |
//! | `limits`, `address` | how often one may ask, and who asks behind a proxy |
//! | `openapi` | the description of the API, made of the handlers |
//! | [`server`] | the life of a server: listening, accepting, draining |
//!
//! Around every handler, from the outside in: measuring, security headers, a panic becomes a 500, errors get the form
//! of a problem, limits of rate and of body, the handler.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use axum::Router;
use axum::extract::{ConnectInfo, FromRef, MatchedPath, Request, State};
use axum::http::Method;
use axum::middleware::{Next, from_fn, from_fn_with_state};
use axum::response::Response;
use axum::routing::any;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::limit::RequestBodyLimitLayer;
use tower_http::timeout::RequestBodyTimeoutLayer;

use crate::app::SharedApp;
use crate::cli::Settings;
use crate::telemetry;

mod address;
pub mod assets;
mod auth;
mod games;
mod guests;
mod health;
mod json;
mod limits;
mod lobby;
mod matches;
mod me;
mod openapi;
mod origin;
pub mod problem;
mod security;
pub mod server;
mod ws;

use assets::Assets;
use limits::Limits;
pub use origin::{NoOrigin, Origin};
use problem::{ApiError, ApiResult};

/// The largest body of a request, in bytes.
const LARGEST_BODY: usize = 64 * 1024;
/// A body that stands still for so long is given up.
const SLOWEST_BODY: Duration = Duration::from_secs(10);
/// Clients that may follow the lobby at once.
const FOLLOWERS: usize = 5_000;

/// What HTTP handlers share beside the parts of the server.
#[derive(Clone)]
pub struct Web(Arc<Inner>);

struct Inner {
    app: SharedApp,
    assets: Assets,
    limits: Limits,
    settings: Settings,
    /// Places for those who follow the lobby.
    followers: Arc<Semaphore>,
    /// True once every live match is back in its room.
    restored: AtomicBool,
}

impl Web {
    /// Serves these parts.
    pub fn new(app: SharedApp, assets: Assets, settings: Settings) -> Self {
        Self(Arc::new(Inner {
            app,
            assets,
            limits: Limits::new(),
            settings,
            followers: Arc::new(Semaphore::new(FOLLOWERS)),
            restored: AtomicBool::new(false),
        }))
    }

    fn app(&self) -> &SharedApp {
        &self.0.app
    }

    fn assets(&self) -> &Assets {
        &self.0.assets
    }

    fn limits(&self) -> &Limits {
        &self.0.limits
    }

    fn origins(&self) -> &[Origin] {
        &self.0.settings.origins
    }

    fn follower(&self) -> Option<OwnedSemaphorePermit> {
        self.0.followers.clone().try_acquire_owned().ok()
    }

    fn is_restored(&self) -> bool {
        self.0.restored.load(Ordering::Acquire)
    }

    /// Every live match is back in its room: the server is ready.
    fn restored(&self) {
        self.0.restored.store(true, Ordering::Release);
    }
}

impl FromRef<Web> for SharedApp {
    fn from_ref(web: &Web) -> Self {
        web.app().clone()
    }
}

/// Every address of the server.
pub fn router(web: Web) -> Router {
    openapi::documented()
        .route("/ws", any(ws::open))
        .fallback(assets::serve)
        .layer(RequestBodyLimitLayer::new(LARGEST_BODY))
        .layer(RequestBodyTimeoutLayer::new(SLOWEST_BODY))
        .layer(from_fn_with_state(web.clone(), admit))
        .layer(from_fn(problem::shape))
        .layer(CatchPanicLayer::custom(problem::panicked))
        .layer(from_fn_with_state(web.clone(), security::protect))
        .layer(from_fn(measure))
        .with_state(web)
}

/// The address that a call comes from.
#[derive(Clone, Copy)]
struct Client(IpAddr);

/// Lets a call in unless its address has made too many, or the server is going down. The page and its files, and what
/// watches over the server, are not limited.
async fn admit(
    State(web): State<Web>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    mut request: Request,
    next: Next,
) -> ApiResult<Response> {
    let path = request.uri().path();
    if path == "/ws" || path.starts_with("/api/") {
        if web.app().going_down.is_cancelled() {
            return Err(ApiError::unavailable("The server is going down."));
        }
        let client = address::client(peer.ip(), request.headers(), &web.0.settings.trusted_proxies);
        web.limits().call(client)?;
        request.extensions_mut().insert(Client(client));
    }
    Ok(next.run(request).await)
}

/// Measures how long the answer took.
async fn measure(request: Request, next: Next) -> Response {
    let since = Instant::now();
    let method = word(request.method());
    let route = request.extensions().get::<MatchedPath>().map_or("page", MatchedPath::as_str).to_owned();
    let response = next.run(request).await;
    let (status, took) = (response.status().as_u16(), since.elapsed());
    tracing::debug!(method, route, status, took_us = took.as_micros(), "answered");
    telemetry::http_request(method, route, status, took);
    response
}

/// The method as a label; a client can make up others.
fn word(method: &Method) -> &'static str {
    match *method {
        Method::GET => "GET",
        Method::HEAD => "HEAD",
        Method::POST => "POST",
        Method::PATCH => "PATCH",
        _ => "other",
    }
}
