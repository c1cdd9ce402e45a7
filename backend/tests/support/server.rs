//! A real server on a free port, with a data directory of its own, and a client that speaks HTTP with it.

use std::sync::Arc;
use std::time::Duration;

use axum::body::Bytes;
use axum::http::header::{AUTHORIZATION, AsHeaderName, CONTENT_TYPE, HOST, LOCATION};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, Request, StatusCode};
use backend::cli::Settings;
use backend::clock::{SharedClock, SystemClock};
use backend::http::assets::Assets;
use backend::http::problem::PROBLEM_JSON;
use backend::http::server::{Parts, Running, listen, start};
use backend::store::Store;
use backend::store::sqlite::SqliteStore;
use backend::token::Tokens;
use http_body_util::{BodyExt as _, Full};
use hyper::body::Incoming;
use hyper::client::conn::http1;
use hyper_util::rt::TokioIo;
use serde::de::DeserializeOwned;
use serde_json::Value;
use shared::api::{Guest, Joined, Problem, ProblemKind};
use tempfile::TempDir;
use tokio::net::TcpStream;

/// A key that only tests use.
const KEY: &str = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f";

/// A server that is stopped, and its data removed, when the test is over.
pub struct TestServer {
    pub running: Running,
    _data: TempDir,
}

/// How a test wants its server.
pub struct Setup {
    pub settings: Settings,
    pub store: Arc<dyn Store>,
    pub assets: Assets,
    data: TempDir,
}

impl Setup {
    /// The usual: an SQLite store, bots that act at once, no page.
    pub async fn new() -> Self {
        let data = TempDir::new().unwrap();
        let settings = Settings {
            addr: "127.0.0.1:0".parse().unwrap(),
            data: data.path().to_owned(),
            token_key: None,
            origins: Vec::new(),
            trusted_proxies: Vec::new(),
            bot_pause: Duration::ZERO,
            nuggets_udp: None,
            accordion_tcp: None,
            log: "off".to_owned(),
        };
        let store = Arc::new(SqliteStore::open(data.path()).await.unwrap());
        Self { settings, store, assets: Assets::of([]), data }
    }

    /// Starts it, and does not wait until it is ready.
    pub async fn start(self) -> TestServer {
        let listener = listen(self.settings.addr).await.unwrap();
        let clock: SharedClock = Arc::new(SystemClock);
        let tokens = Tokens::from_key_hex(KEY, clock.clone()).unwrap();
        let parts = Parts { store: self.store, tokens, clock, assets: self.assets };
        TestServer { running: start(self.settings, listener, parts).unwrap(), _data: self.data }
    }
}

impl TestServer {
    /// The usual one, ready.
    pub async fn start() -> Self {
        let mut server = Setup::new().await.start().await;
        server.running.restored().await.unwrap();
        server
    }

    pub fn request(&self, method: Method, path: &str) -> Asking<'_> {
        Asking { server: self, method, path: path.to_owned(), headers: HeaderMap::new(), body: Bytes::new() }
    }

    pub fn get(&self, path: &str) -> Asking<'_> {
        self.request(Method::GET, path)
    }

    pub fn post(&self, path: &str) -> Asking<'_> {
        self.request(Method::POST, path)
    }

    /// A new guest.
    pub async fn guest(&self, name: &str) -> Guest {
        self.post("/api/guests")
            .json(&serde_json::json!({ "name": name }))
            .expect(StatusCode::CREATED)
            .await
            .read()
    }

    /// A match that this guest makes.
    pub async fn create(&self, guest: &Guest, wish: &Value) -> Joined {
        let answer = self.post("/api/matches").bearer(guest).json(wish).expect(StatusCode::CREATED).await;
        let joined: Joined = answer.read();
        assert_eq!(answer.headers[LOCATION], format!("/api/matches/{}", joined.match_id));
        joined
    }

    async fn connect(&self) -> http1::SendRequest<Full<Bytes>> {
        let stream = TcpStream::connect(self.running.addr).await.unwrap();
        let (sender, connection) = http1::handshake(TokioIo::new(stream)).await.unwrap();
        tokio::spawn(connection);
        sender
    }
}

/// A request that is being put together.
pub struct Asking<'a> {
    server: &'a TestServer,
    method: Method,
    path: String,
    headers: HeaderMap,
    body: Bytes,
}

impl Asking<'_> {
    pub fn header(mut self, name: HeaderName, value: &str) -> Self {
        self.headers.append(name, value.parse().unwrap());
        self
    }

    pub fn bearer(self, guest: &Guest) -> Self {
        self.header(AUTHORIZATION, &format!("Bearer {}", guest.user_token))
    }

    pub fn json(self, body: &Value) -> Self {
        self.body("application/json", body.to_string())
    }

    pub fn body(mut self, kind: &str, body: impl Into<Bytes>) -> Self {
        self.body = body.into();
        self.header(CONTENT_TYPE, kind)
    }

    /// Sends it and takes the headers of the answer; the body is still to come.
    pub async fn open(self) -> axum::http::Response<Incoming> {
        let mut request = Request::new(Full::new(self.body));
        *request.method_mut() = self.method;
        *request.uri_mut() = self.path.parse().unwrap();
        *request.headers_mut() = self.headers;
        let host = HeaderValue::from_str(&self.server.running.addr.to_string()).unwrap();
        request.headers_mut().entry(HOST).or_insert(host);
        self.server.connect().await.send_request(request).await.unwrap()
    }

    /// Sends it and takes the whole answer.
    pub async fn send(self) -> Answer {
        let (parts, body) = self.open().await.into_parts();
        let body = body.collect().await.unwrap().to_bytes();
        Answer { status: parts.status, headers: parts.headers, body }
    }

    pub async fn expect(self, status: StatusCode) -> Answer {
        let answer = self.send().await;
        assert_eq!(answer.status, status, "{answer:?}");
        answer
    }

    /// Sends it and expects a problem of this kind, in the form every problem has.
    pub async fn expect_problem(self, kind: ProblemKind) -> (Problem, HeaderMap) {
        let answer = self.send().await;
        assert_eq!(answer.problem(), kind, "{answer:?}");
        (answer.read(), answer.headers)
    }
}

/// An answer.
#[derive(Debug)]
pub struct Answer {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub body: Bytes,
}

impl Answer {
    pub fn read<T: DeserializeOwned>(&self) -> T {
        serde_json::from_slice(&self.body).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }

    /// Which problem it is. It has the form that every problem has.
    pub fn problem(&self) -> ProblemKind {
        assert_eq!(self.header(CONTENT_TYPE), PROBLEM_JSON, "{self:?}");
        let problem: Problem = self.read();
        assert_eq!(problem.status, self.status.as_u16(), "{problem:?}");
        assert!(!problem.title.is_empty() && !problem.detail.is_empty(), "{problem:?}");
        problem.known().expect("a kind that is known")
    }

    pub fn text(&self) -> &str {
        std::str::from_utf8(&self.body).unwrap()
    }

    pub fn header(&self, name: impl AsHeaderName) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().unwrap())
    }
}
