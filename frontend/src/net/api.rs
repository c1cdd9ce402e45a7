//! The HTTP API, typed. Every call says who asks through the `Authorization` header; no token is ever part of an
//! address.

use std::cell::RefCell;

use gloo_net::http::{Method, RequestBuilder};
use serde::Serialize;
use serde::de::DeserializeOwned;
use shared::api::{Guest, Joined, MatchFacts, MatchLookup, Me, Name, NewMatch, Problem, Statistics};
use shared::catalogue::GameFacts;
use web_sys::AbortSignal;

use crate::browser;
use crate::net::trouble::Trouble;

/// Longer than this no call waits, in milliseconds.
const TIMEOUT: u32 = 15_000;

/// Longer than this nobody waits to learn whether the server is there, in milliseconds.
const PROBE_TIMEOUT: u32 = 5_000;

/// Is told whether the server was reached.
type Ear = Box<dyn Fn(bool)>;

thread_local! {
    static EAR: RefCell<Option<Ear>> = const { RefCell::new(None) };
}

/// Tells `ear` after each call whether the server was reached, whatever it said.
pub fn on_heard(ear: impl Fn(bool) + 'static) {
    EAR.set(Some(Box::new(ear)));
}

/// Whether the server can be reached now. Tells no ear.
pub async fn probe() -> bool {
    let signal = AbortSignal::timeout_with_u32(PROBE_TIMEOUT);
    let request = RequestBuilder::new("/api/games").method(Method::HEAD).abort_signal(Some(&signal)).build();
    let Ok(request) = request else { return false };
    // What stands between page and server speaks with these for a server that is not there.
    request.send().await.is_ok_and(|response| !matches!(response.status(), 502..=504))
}

/// What a call sends.
struct Call<'a> {
    method: Method,
    path: &'a str,
    user_token: Option<&'a str>,
    body: Option<String>,
    idempotency_key: Option<String>,
}

impl<'a> Call<'a> {
    fn get(path: &'a str) -> Self {
        Self { method: Method::GET, path, user_token: None, body: None, idempotency_key: None }
    }

    fn post(path: &'a str) -> Self {
        Self { method: Method::POST, ..Self::get(path) }
    }

    fn by(self, user_token: &'a str) -> Self {
        Self { user_token: Some(user_token), ..self }
    }

    fn with(self, body: &impl Serialize) -> Self {
        Self { body: serde_json::to_string(body).ok(), ..self }
    }

    async fn answer<T: DeserializeOwned>(self) -> Result<T, Trouble> {
        serde_json::from_str(&self.text().await?).map_err(|_| Trouble::Unreadable)
    }

    async fn text(self) -> Result<String, Trouble> {
        let answer = self.send().await;
        let reached = !matches!(answer, Err(Trouble::Unreachable));
        EAR.with_borrow(|ear| ear.iter().for_each(|ear| ear(reached)));
        answer
    }

    async fn send(self) -> Result<String, Trouble> {
        let signal = AbortSignal::timeout_with_u32(TIMEOUT);
        let mut request = RequestBuilder::new(self.path).method(self.method).abort_signal(Some(&signal));
        if let Some(token) = self.user_token {
            request = request.header("Authorization", &format!("Bearer {token}"));
        }
        if let Some(key) = &self.idempotency_key {
            request = request.header("Idempotency-Key", key);
        }
        let request = match self.body {
            Some(body) => request.header("Content-Type", "application/json").body(body),
            None => request.build(),
        };
        let response =
            request.map_err(|_| Trouble::Unreadable)?.send().await.map_err(|_| Trouble::Unreachable)?;
        let text = response.text().await.map_err(|_| Trouble::Unreachable)?;
        if response.ok() {
            return Ok(text);
        }
        match serde_json::from_str::<Problem>(&text) {
            Ok(problem) => Err(Trouble::Problem(problem)),
            // What stands between page and server speaks for a server that is not there.
            Err(_) if response.status() >= 500 => Err(Trouble::Unreachable),
            Err(_) => Err(Trouble::Unreadable),
        }
    }
}

/// Makes a guest.
///
/// # Errors
/// When the call fails, as all of these.
pub async fn new_guest(name: &str) -> Result<Guest, Trouble> {
    Call::post("/api/guests").with(&Name { name: name.to_owned() }).answer().await
}

/// Gives the user another name.
///
/// # Errors
/// When the call fails.
pub async fn rename(user_token: &str, name: &str) -> Result<Me, Trouble> {
    let call = Call { method: Method::PATCH, ..Call::get("/api/me") };
    call.by(user_token).with(&Name { name: name.to_owned() }).answer().await
}

/// What came of the matches of a user.
///
/// # Errors
/// When the call fails.
pub async fn statistics(user_token: &str) -> Result<Statistics, Trouble> {
    Call::get("/api/me/statistics").by(user_token).answer().await
}

/// The games and their options.
///
/// # Errors
/// When the call fails.
pub async fn games() -> Result<Vec<GameFacts>, Trouble> {
    Call::get("/api/games").answer().await
}

/// A new match. The same key makes the same match, however often the call is repeated.
///
/// # Errors
/// When the call fails.
pub async fn create(user_token: &str, wanted: &NewMatch, key: Option<String>) -> Result<Joined, Trouble> {
    let call = Call::post("/api/matches").by(user_token).with(wanted);
    Call { idempotency_key: key, ..call }.answer().await
}

/// A key for [`create`].
pub fn idempotency_key() -> Option<String> {
    browser::random_key()
}

/// What anybody may know about a match.
///
/// # Errors
/// When the call fails.
pub async fn facts(id_or_code: &str) -> Result<MatchFacts, Trouble> {
    Call::get(&format!("/api/matches/{}", escaped(id_or_code))).answer().await
}

/// The same, and which seat is that of the user with this token.
///
/// # Errors
/// When the call fails.
pub async fn look_up(user_token: &str, id_or_code: &str) -> Result<MatchLookup, Trouble> {
    Call::get(&format!("/api/matches/{}", escaped(id_or_code))).by(user_token).answer().await
}

/// Sits down.
///
/// # Errors
/// When the call fails.
pub async fn join(user_token: &str, id_or_code: &str) -> Result<Joined, Trouble> {
    at(user_token, id_or_code, "join").await
}

/// Watches.
///
/// # Errors
/// When the call fails.
pub async fn watch(user_token: &str, id_or_code: &str) -> Result<Joined, Trouble> {
    at(user_token, id_or_code, "watch").await
}

/// Starts a match one has opened, with seats still open: players of the house take them.
///
/// # Errors
/// When the call fails.
pub async fn start(user_token: &str, id_or_code: &str) -> Result<MatchFacts, Trouble> {
    Call::post(&format!("/api/matches/{}/start", escaped(id_or_code))).by(user_token).answer().await
}

/// A fresh game token for the seat one holds.
///
/// # Errors
/// When the call fails; a 403 when one holds none.
pub async fn token(user_token: &str, id_or_code: &str) -> Result<Joined, Trouble> {
    at(user_token, id_or_code, "token").await
}

/// The record of a match that is over, as text: its game reads it.
///
/// # Errors
/// When the call fails.
pub async fn record(user_token: Option<&str>, id_or_code: &str) -> Result<String, Trouble> {
    let path = format!("/api/matches/{}/record", escaped(id_or_code));
    Call { user_token, ..Call::get(&path) }.text().await
}

async fn at(user_token: &str, id_or_code: &str, what: &str) -> Result<Joined, Trouble> {
    Call::post(&format!("/api/matches/{}/{what}", escaped(id_or_code))).by(user_token).answer().await
}

/// What a person typed or an address held is not a path yet.
fn escaped(segment: &str) -> String {
    js_sys::encode_uri_component(segment).into()
}
