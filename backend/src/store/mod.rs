//! Where matches and users are kept.
//!
//! A match is its set-up and a list of entries, numbered from 0 without gaps; nothing is ever changed or taken
//! out. [`Store`] is what the rooms and handlers know of it. Every implementation passes the same tests
//! (`tests/store_conformance.rs`).

use async_trait::async_trait;
use shared::catalogue::GameId;
use shared::game::{Level, Seat};
use shared::seed::Seed;

use crate::clock::Millis;
use crate::ids::{Code, MatchId, UserId};

mod results;
pub mod sqlite;

pub use results::{GameSums, Met, SeatResult};

/// A person who plays: a guest, later perhaps an account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct User {
    /// Which.
    pub id: UserId,
    /// 1 to 24 visible characters.
    pub name: String,
    /// Since when.
    pub created_at: Millis,
}

/// Who sits in a seat.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Occupant {
    /// A person.
    User(UserId),
    /// Code.
    Bot(Level),
}

/// A seat that is taken.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeatRow {
    /// Which.
    pub seat: Seat,
    /// By whom.
    pub occupant: Occupant,
    /// The name shown in this match.
    pub name: String,
}

/// An entry to write.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewEntry {
    /// When it was accepted.
    pub at: Millis,
    /// The entry as JSON.
    pub entry: String,
    /// The client's number of the action, for a numbered action of a player: seat and n.
    pub action: Option<(Seat, u64)>,
}

/// What a match is made of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Setup {
    /// Which.
    pub id: MatchId,
    /// What people call it; unique among all matches.
    pub code: Code,
    /// Which game.
    pub game: GameId,
    /// The game's options as JSON.
    pub options: String,
    /// All its chance.
    pub seed: Seed,
    /// True if the lobby shows it and anybody may watch.
    pub public: bool,
    /// Who made it.
    pub creator: UserId,
    /// When.
    pub created_at: Millis,
}

/// A match to make, with its first entries and seats.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewMatch {
    /// What it is made of.
    pub setup: Setup,
    /// Seats taken from the start.
    pub seats: Vec<SeatRow>,
    /// Entries written from the start.
    pub entries: Vec<NewEntry>,
    /// The creator's key of this request: a second request with it finds the first's match.
    pub idempotency_key: Option<String>,
}

/// One entry to add to a match.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Append {
    /// To which match.
    pub match_id: MatchId,
    /// The number it must get; a conflict if another has it.
    pub index: u64,
    /// What to write.
    pub entry: NewEntry,
    /// The seat that is taken with it.
    pub seat: Option<SeatRow>,
    /// How the match ended, as JSON, if this entry ends it.
    pub outcome: Option<String>,
    /// What the end means to the people who played, if it counts.
    pub results: Vec<SeatResult>,
}

/// A match as it was written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredMatch {
    /// What it is made of.
    pub setup: Setup,
    /// Seats that are taken, in order.
    pub seats: Vec<SeatRow>,
    /// Its entries in order.
    pub entries: Vec<NewEntry>,
    /// How it ended, as JSON.
    pub outcome: Option<String>,
}

/// What became of a request to make a match.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Created {
    /// It was made.
    New,
    /// The same request was answered before, with this match.
    Before(MatchId),
}

/// Why the store did not do what it was asked.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum StoreError {
    /// The number of the entry, the id or the code is taken. Nothing was written.
    #[error("already taken: {0}")]
    Conflict(String),
    /// Nothing has that id. Nothing was written.
    #[error("not found: {0}")]
    NotFound(String),
    /// The disk is full, the file is gone, the writer stopped. Nothing was written.
    #[error("the store is unavailable: {0}")]
    Unavailable(String),
    /// What is on disk can't be understood.
    #[error("the store holds something it should not: {0}")]
    Corrupt(String),
}

/// Keeps users and matches. Whatever returns `Ok` is on disk.
#[async_trait]
pub trait Store: Send + Sync {
    /// Adds a user.
    async fn create_user(&self, user: User) -> Result<(), StoreError>;
    /// Finds a user.
    async fn user(&self, id: &UserId) -> Result<Option<User>, StoreError>;
    /// Gives a user another name; matches that are made keep the old one.
    async fn rename_user(&self, id: &UserId, name: &str) -> Result<(), StoreError>;

    /// Makes a match, or finds the one that the same creator made with the same key.
    async fn create_match(&self, new: NewMatch) -> Result<Created, StoreError>;
    /// Writes the next entry of a match.
    async fn append(&self, append: Append) -> Result<(), StoreError>;

    /// The id behind a code.
    async fn match_by_code(&self, code: &Code) -> Result<Option<MatchId>, StoreError>;
    /// A whole match.
    async fn load_match(&self, id: &MatchId) -> Result<Option<StoredMatch>, StoreError>;
    /// Every match that has not ended. One that can't be understood is logged and left out, so that it keeps no other
    /// from being played.
    async fn live_matches(&self) -> Result<Vec<StoredMatch>, StoreError>;

    /// What came of the matches of a user, by game in the order of [`GameId`]; only games of which one was finished.
    async fn sums(&self, user: &UserId) -> Result<Vec<GameSums>, StoreError>;

    /// Appends something and reads it back.
    async fn probe(&self) -> Result<(), StoreError>;
}
