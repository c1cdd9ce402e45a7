//! Queries and what their rows mean.

use std::collections::HashMap;
use std::mem;

use shared::game::Seat;
use sqlx::FromRow;
use sqlx::sqlite::{SqliteConnection, SqlitePool};

use crate::ids::{Code, MatchId, UserId};
use crate::store::{NewEntry, Occupant, SeatRow, Setup, StoreError, StoredMatch, User};

pub async fn user(readers: &SqlitePool, id: &UserId) -> Result<Option<User>, StoreError> {
    let row: Option<(String, i64)> = sqlx::query_as("SELECT name, created_at FROM users WHERE id = ?")
        .bind(id.as_str())
        .fetch_optional(readers)
        .await?;
    Ok(row.map(|(name, created_at)| User { id: id.clone(), name, created_at: created_at.cast_unsigned() }))
}

pub async fn match_by_code(readers: &SqlitePool, code: &Code) -> Result<Option<MatchId>, StoreError> {
    let id: Option<String> = sqlx::query_scalar("SELECT id FROM matches WHERE code = ?")
        .bind(&code.0)
        .fetch_optional(readers)
        .await?;
    Ok(id.map(MatchId))
}

pub async fn load_match(readers: &SqlitePool, id: &MatchId) -> Result<Option<StoredMatch>, StoreError> {
    // One transaction, so that all three queries see the same moment.
    let mut snapshot = readers.begin().await?;
    let rows = Rows::read(&mut snapshot, &ONE, Some(id)).await?;
    rows.matches().next().transpose()
}

/// Every match that has not ended and can be understood. One that can't is logged and left out: it must not keep
/// the others from being played.
pub async fn live_matches(readers: &SqlitePool) -> Result<Vec<StoredMatch>, StoreError> {
    let mut snapshot = readers.begin().await?;
    let rows = Rows::read(&mut snapshot, &LIVE, None).await?;
    let understood = |found: Result<StoredMatch, StoreError>| {
        found.inspect_err(|error| tracing::error!(%error, "a live match can't be restored")).ok()
    };
    Ok(rows.matches().filter_map(understood).collect())
}

pub async fn probe(readers: &SqlitePool) -> Result<i64, StoreError> {
    Ok(sqlx::query_scalar("SELECT count FROM probe WHERE id = 1").fetch_one(readers).await?)
}

/// The three queries that load matches, however many: one query a match would be slow at start.
struct Queries {
    matches: &'static str,
    seats: &'static str,
    entries: &'static str,
}

macro_rules! queries {
    (where $condition:literal) => {
        Queries {
            matches: concat!(
                "SELECT id, code, game, options, seed, public, creator, created_at, outcome
                 FROM matches WHERE ",
                $condition,
                " ORDER BY id"
            ),
            seats: concat!(
                "SELECT match_id, seat, user_id, bot, seats.name
                 FROM matches JOIN seats ON match_id = id WHERE ",
                $condition,
                " ORDER BY match_id, seat"
            ),
            // One row a match: a row costs far more than an element of JSON.
            entries: concat!(
                "SELECT match_id, json_group_array(json_array(idx, at, entry, seat, n) ORDER BY idx)
                 FROM matches JOIN entries ON match_id = id WHERE ",
                $condition,
                " GROUP BY match_id"
            ),
        }
    };
}

const ONE: Queries = queries!(where "id = ?");
const LIVE: Queries = queries!(where "outcome IS NULL");

/// What the three queries found: matches in order of their ids, seats and entries by match.
struct Rows {
    matches: Vec<MatchRow>,
    seats: HashMap<String, Vec<SeatFields>>,
    /// Each a JSON array of [`EntryFields`].
    entries: HashMap<String, String>,
}

impl Rows {
    async fn read(
        conn: &mut SqliteConnection,
        queries: &Queries,
        id: Option<&MatchId>,
    ) -> Result<Self, sqlx::Error> {
        macro_rules! all {
            ($row:ty, $sql:expr) => {{
                let query = sqlx::query_as::<_, $row>($sql);
                let query = if let Some(id) = id { query.bind(id.as_str()) } else { query };
                query.fetch_all(&mut *conn).await?
            }};
        }
        let matches = all!(MatchRow, queries.matches);
        let mut seats: HashMap<String, Vec<SeatFields>> = HashMap::new();
        for mut row in all!(SeatFields, queries.seats) {
            seats.entry(mem::take(&mut row.match_id)).or_default().push(row);
        }
        let entries = all!((String, String), queries.entries).into_iter().collect();
        Ok(Self { matches, seats, entries })
    }

    fn matches(mut self) -> impl Iterator<Item = Result<StoredMatch, StoreError>> {
        self.matches.into_iter().map(move |row| {
            let seats = self.seats.remove(&row.id).unwrap_or_default();
            let entries = self.entries.remove(&row.id);
            let what = format!("match {}", row.id);
            understand(row, seats, entries.as_deref())
                .map_err(|why| StoreError::Corrupt(format!("{what}: {why}")))
        })
    }
}

#[derive(FromRow)]
struct MatchRow {
    id: String,
    code: String,
    game: String,
    options: String,
    seed: String,
    public: bool,
    creator: String,
    created_at: i64,
    outcome: Option<String>,
}

#[derive(FromRow)]
struct SeatFields {
    match_id: String,
    seat: i64,
    user_id: Option<String>,
    bot: Option<String>,
    name: String,
}

/// Index, time and text of an entry, and of a numbered action its seat and number.
type EntryFields = (i64, i64, String, Option<i64>, Option<i64>);

/// Makes a match of its rows, or says what is wrong with them.
fn understand(row: MatchRow, seats: Vec<SeatFields>, entries: Option<&str>) -> Result<StoredMatch, String> {
    let setup = Setup {
        id: MatchId(row.id),
        code: Code(row.code),
        game: row.game.parse().map_err(|_| format!("no game is called {}", row.game))?,
        options: row.options,
        seed: row.seed.parse().map_err(|_| "its seed is none".to_owned())?,
        public: row.public,
        creator: UserId(row.creator),
        created_at: row.created_at.cast_unsigned(),
    };
    let seats = seats.into_iter().map(understand_seat).collect::<Result<_, _>>()?;
    let entries: Vec<EntryFields> = entries
        .map_or(Ok(Vec::new()), serde_json::from_str)
        .map_err(|error| format!("its entries: {error}"))?;
    let entries =
        (0..).zip(entries).map(|(index, row)| understand_entry(index, row)).collect::<Result<_, _>>()?;
    Ok(StoredMatch { setup, seats, entries, outcome: row.outcome })
}

fn understand_seat(row: SeatFields) -> Result<SeatRow, String> {
    let seat = seat_of(row.seat)?;
    let occupant = match (row.user_id, row.bot) {
        (Some(id), None) => Occupant::User(UserId(id)),
        (None, Some(level)) => {
            Occupant::Bot(level.parse().map_err(|_| format!("seat {seat}: no bot is {level}"))?)
        }
        _ => return Err(format!("seat {seat} needs one occupant")),
    };
    Ok(SeatRow { seat, occupant, name: row.name })
}

fn understand_entry(index: i64, (idx, at, entry, seat, n): EntryFields) -> Result<NewEntry, String> {
    if idx != index {
        return Err(format!("entry {index} is missing"));
    }
    let action = match (seat, n) {
        (Some(seat), Some(n)) => Some((seat_of(seat)?, n.cast_unsigned())),
        (None, None) => None,
        _ => return Err(format!("entry {index} has half an action number")),
    };
    Ok(NewEntry { at: at.cast_unsigned(), entry, action })
}

fn seat_of(number: i64) -> Result<Seat, String> {
    u8::try_from(number).map(Seat).map_err(|_| format!("there is no seat {number}"))
}
