//! The bodies of the HTTP API, the same types for the server that writes them and the browser that reads them.
//!
//! | call | body | answer |
//! |---|---|---|
//! | `POST /api/guests` | [`Name`] | 201 [`Guest`] |
//! | `GET /api/me` | | [`Me`] |
//! | `PATCH /api/me` | [`Name`] | [`Me`] |
//! | `GET /api/me/statistics` | | [`Statistics`] |
//! | `GET /api/games` | | a list of [`GameFacts`](crate::catalogue::GameFacts) |
//! | `POST /api/matches` | [`NewMatch`] | 201 [`Joined`], with the code |
//! | `GET /api/matches` | | [`Lobby`] |
//! | `GET /api/lobby` | | server-sent events; each is a whole [`Lobby`], without an event name |
//! | `GET /api/matches/{id or code}` | | [`MatchLookup`] |
//! | `POST /api/matches/{id or code}/join`, `…/watch`, `…/token` | | [`Joined`] |
//! | `POST /api/matches/{id}/start` | | [`MatchFacts`] |
//! | `GET /api/matches/{id}/record` | | [`Record`](crate::record::Record) |
//!
//! Every error is a [`Problem`]. Fields that a request doesn't know are refused.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::catalogue::GameId;
use crate::game::{Level, Outcome, Seat};

mod statistics;

pub use statistics::{GameStatistics, Opponents, OpponentsTally, ScoreKind, Statistics, Sums, Tally};

/// The most characters of a name, after trimming; the least is 1.
pub const NAME_LENGTH: usize = 24;

/// A name as it is kept: trimmed, 1 to 24 characters, none of them a control character; `None` if it can't be.
pub fn name(text: &str) -> Option<String> {
    let text = text.trim();
    let fits = !text.is_empty() && text.chars().count() <= NAME_LENGTH;
    (fits && !text.chars().any(invisible)).then(|| text.to_owned())
}

/// Characters that nobody sees, or that turn the text around them.
fn invisible(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{00AD}' | '\u{061C}' | '\u{200B}'..='\u{200F}' | '\u{2028}'..='\u{202E}' | '\u{2060}'..='\u{206F}' | '\u{FEFF}')
}

/// What somebody wants to be called.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Name {
    /// 1 to 24 visible characters after trimming.
    pub name: String,
}

/// A new guest.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Guest {
    /// Who it is from now on.
    pub user_id: String,
    /// The name to show.
    pub name: String,
    /// Proves it; goes into the `Authorization` header and into JOIN, never into an address or a log.
    pub user_token: String,
}

/// Who is asking.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Me {
    /// The user.
    pub user_id: String,
    /// The name to show.
    pub name: String,
}

/// A match to be made; its maker sits in seat 0.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct NewMatch {
    /// Which game.
    pub game: GameId,
    /// The options of that game; fields left out are as [`GameFacts`](crate::catalogue::GameFacts) says.
    #[serde(default = "no_options")]
    #[cfg_attr(feature = "openapi", schema(value_type = Object))]
    pub options: Value,
    /// The levels of the bots that take the seats after the maker's.
    #[serde(default)]
    pub bots: Vec<String>,
    /// Whether the lobby shows it while seats are open.
    #[serde(default)]
    pub public: bool,
}

fn no_options() -> Value {
    Value::Object(serde_json::Map::new())
}

/// The way into a match, as a player or a spectator.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Joined {
    /// Which match.
    pub match_id: String,
    /// What can be said aloud to invite somebody; `/m/<code>` is the invitation.
    pub code: String,
    /// The seat; `null` for a spectator.
    pub seat: Option<Seat>,
    /// Goes into JOIN.
    pub game_token: String,
}

/// What anybody may know about a match.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct MatchFacts {
    /// Which match.
    pub match_id: String,
    /// The short form of it, for people.
    pub code: String,
    /// Which game.
    pub game: GameId,
    /// The options in full.
    #[cfg_attr(feature = "openapi", schema(value_type = Object))]
    pub options: Value,
    /// Whether the lobby shows it while seats are open.
    pub public: bool,
    /// One a seat, in order.
    pub seats: Vec<SeatFacts>,
    /// How far it is.
    pub status: Status,
    /// When it was made, in milliseconds since 1970.
    pub created_at: u64,
    /// When play began.
    pub started_at: Option<u64>,
    /// When it ended.
    pub ended_at: Option<u64>,
    /// SHA-256 of the seed's bytes, in hex: after the end anybody can check that the seed was never changed.
    pub seed_hash: String,
    /// How it ended, once it has.
    pub outcome: Option<Outcome>,
}

impl MatchFacts {
    /// True while somebody could still sit down.
    pub fn has_open_seat(&self) -> bool {
        self.status != Status::Over && self.seats.iter().any(|seat| seat.kind == SeatKind::Open)
    }

    /// The name in a seat.
    pub fn name(&self, seat: Seat) -> Option<&str> {
        self.seats.iter().find(|facts| facts.seat == seat).and_then(|facts| facts.name.as_deref())
    }
}

/// A match as it is told to whoever looks it up: what anybody may know, and whether it is theirs.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct MatchLookup {
    /// What anybody may know.
    #[serde(flatten)]
    pub facts: MatchFacts,
    /// The seat of who asks; `null` if they have none, or came without a user token.
    pub my_seat: Option<Seat>,
}

/// One seat of a match.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct SeatFacts {
    /// Which.
    pub seat: Seat,
    /// Who sits there; `null` while it is open.
    pub name: Option<String>,
    /// What sits there.
    pub kind: SeatKind,
    /// How strong the bot is; `null` if there is none.
    pub level: Option<Level>,
}

/// What sits in a seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum SeatKind {
    /// A person.
    Human,
    /// A bot.
    Bot,
    /// Nobody yet.
    Open,
}

/// How far a match is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum Status {
    /// Play has not begun.
    Waiting,
    /// It is being played.
    Playing,
    /// It has ended.
    Over,
}

/// The open public matches, newest first.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Lobby {
    /// Those one may still join or watch.
    pub matches: Vec<MatchFacts>,
}

/// "No, and why", as RFC 9457 has it; sent as `application/problem+json`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Problem {
    /// Stable, for programs: `urn:parlour:problem:` and the [word](ProblemKind::word) of the kind.
    #[serde(rename = "type")]
    pub kind: String,
    /// The kind in plain words.
    pub title: String,
    /// The HTTP status.
    pub status: u16,
    /// What is wrong this time.
    pub detail: String,
    /// Which fields of the request are wrong.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub errors: Vec<FieldError>,
}

/// One wrong field of a request.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct FieldError {
    /// Where, with dots between names: `options.turn_seconds`.
    pub field: String,
    /// What is wrong with it, and what would be right.
    pub reason: String,
}

/// The kinds of problem.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ProblemKind {
    /// 400: the body or the address is not of the right form.
    Malformed,
    /// 401: no user token, or one that is not good (any more).
    Unauthorized,
    /// 403: it belongs to somebody else.
    Forbidden,
    /// 404: there is no such thing.
    NotFound,
    /// 405: the address exists, but not with this method.
    Method,
    /// 409: every seat is taken.
    MatchFull,
    /// 409: nobody can sit down any more.
    MatchClosed,
    /// 409: only told after the end.
    NotOver,
    /// 409: it can't start now.
    CannotStart,
    /// 409: the key was used for another request.
    KeyReused,
    /// 413: the body is too large.
    TooLarge,
    /// 415: the body is not JSON.
    MediaType,
    /// 422: fields are wrong or unknown.
    Invalid,
    /// 429: too many requests; `Retry-After` says when.
    TooMany,
    /// 500: a fault of the server.
    Internal,
    /// 503: not now, try again.
    Unavailable,
}

impl ProblemKind {
    /// All of them.
    pub const ALL: [Self; 16] = [
        Self::Malformed,
        Self::Unauthorized,
        Self::Forbidden,
        Self::NotFound,
        Self::Method,
        Self::MatchFull,
        Self::MatchClosed,
        Self::NotOver,
        Self::CannotStart,
        Self::KeyReused,
        Self::TooLarge,
        Self::MediaType,
        Self::Invalid,
        Self::TooMany,
        Self::Internal,
        Self::Unavailable,
    ];

    /// The stable word, the HTTP status and the title.
    const fn parts(self) -> (&'static str, u16, &'static str) {
        match self {
            Self::Malformed => ("malformed", 400, "The request can't be read"),
            Self::Unauthorized => ("unauthorized", 401, "The server doesn't know who you are"),
            Self::Forbidden => ("forbidden", 403, "This is not yours"),
            Self::NotFound => ("not-found", 404, "There is nothing here"),
            Self::Method => ("method", 405, "This can't be done here"),
            Self::MatchFull => ("match-full", 409, "Every seat is taken"),
            Self::MatchClosed => ("match-closed", 409, "Nobody can sit down any more"),
            Self::NotOver => ("not-over", 409, "The match is not over"),
            Self::CannotStart => ("cannot-start", 409, "The match can't start now"),
            Self::KeyReused => ("key-reused", 409, "The idempotency key was used for another request"),
            Self::TooLarge => ("too-large", 413, "The request is too large"),
            Self::MediaType => ("media-type", 415, "The request is not JSON"),
            Self::Invalid => ("invalid", 422, "Something in the request is wrong"),
            Self::TooMany => ("too-many", 429, "Too many requests"),
            Self::Internal => ("internal", 500, "The server has a fault"),
            Self::Unavailable => ("unavailable", 503, "Not now"),
        }
    }

    /// The stable word of it.
    pub const fn word(self) -> &'static str {
        self.parts().0
    }

    /// The HTTP status.
    pub const fn status(self) -> u16 {
        self.parts().1
    }
}

impl Problem {
    /// What every type of a problem starts with.
    pub const PREFIX: &'static str = "urn:parlour:problem:";

    /// A problem of a kind, and what is wrong this time.
    pub fn new(kind: ProblemKind, detail: impl Into<String>) -> Self {
        let (word, status, title) = kind.parts();
        Self {
            kind: format!("{}{word}", Self::PREFIX),
            title: title.to_owned(),
            status,
            detail: detail.into(),
            errors: Vec::new(),
        }
    }

    /// Which kind it is; `None` if this version doesn't know it.
    pub fn known(&self) -> Option<ProblemKind> {
        let word = self.kind.strip_prefix(Self::PREFIX)?;
        ProblemKind::ALL.into_iter().find(|kind| kind.word() == word)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_trimmed_and_bounded() {
        assert_eq!(name("  Anna "), Some("Anna".to_owned()));
        assert_eq!(name(&"ä".repeat(24)), Some("ä".repeat(24)));
        for bad in ["", "   ", "a\u{202E}b", "a\u{200B}b", "a\nb", &"a".repeat(25)] {
            assert_eq!(name(bad), None, "{bad:?}");
        }
    }

    #[test]
    fn a_problem_survives_the_wire() {
        for kind in ProblemKind::ALL {
            let problem = Problem::new(kind, "why");
            let text = serde_json::to_string(&problem).unwrap();
            let read: Problem = serde_json::from_str(&text).unwrap();
            assert_eq!((read.known(), read.status), (Some(kind), kind.status()), "{text}");
        }
    }

    #[test]
    fn unknown_fields_of_a_request_are_refused() {
        assert!(serde_json::from_str::<Name>(r#"{"name":"Anna","colour":"red"}"#).is_err());
        assert!(serde_json::from_str::<NewMatch>(r#"{"game":"sea-battle","secret":1}"#).is_err());
        let least: NewMatch = serde_json::from_str(r#"{"game":"sea-battle"}"#).unwrap();
        assert_eq!(least.options, no_options());
    }
}
