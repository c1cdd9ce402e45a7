//! What can be written, as statements.

use async_trait::async_trait;
use shared::game::Verdict;
use sqlx::Connection as _;
use sqlx::sqlite::SqliteConnection;

use super::writer::{Failure, Write};
use crate::ids::{MatchId, UserId};
use crate::store::{Append, Created, NewEntry, NewMatch, Occupant, SeatResult, SeatRow, StoreError, User};

pub struct CreateUser(pub User);

#[async_trait]
impl Write for CreateUser {
    type Output = ();

    async fn apply(&self, conn: &mut SqliteConnection) -> Result<(), Failure> {
        let User { id, name, created_at } = &self.0;
        sqlx::query("INSERT INTO users (id, name, created_at) VALUES (?, ?, ?)")
            .bind(id.as_str())
            .bind(name)
            .bind(created_at.cast_signed())
            .execute(conn)
            .await?;
        Ok(())
    }
}

pub struct RenameUser {
    pub id: UserId,
    pub name: String,
}

#[async_trait]
impl Write for RenameUser {
    type Output = ();

    async fn apply(&self, conn: &mut SqliteConnection) -> Result<(), Failure> {
        let done = sqlx::query("UPDATE users SET name = ? WHERE id = ?")
            .bind(&self.name)
            .bind(self.id.as_str())
            .execute(conn)
            .await?;
        if done.rows_affected() == 0 {
            return Err(Failure::Refused(StoreError::NotFound(format!("user {}", self.id))));
        }
        Ok(())
    }
}

pub struct CreateMatch(pub NewMatch);

#[async_trait]
impl Write for CreateMatch {
    type Output = Created;

    async fn apply(&self, conn: &mut SqliteConnection) -> Result<Created, Failure> {
        let NewMatch { setup, seats, entries, idempotency_key } = &self.0;
        if let Some(key) = idempotency_key {
            let before: Option<String> =
                sqlx::query_scalar("SELECT id FROM matches WHERE creator = ? AND idempotency_key = ?")
                    .bind(setup.creator.as_str())
                    .bind(key)
                    .fetch_optional(&mut *conn)
                    .await?;
            if let Some(id) = before {
                return Ok(Created::Before(MatchId(id)));
            }
        }

        let mut savepoint = conn.begin().await?;
        sqlx::query(
            "INSERT INTO matches (id, code, game, options, seed, public, creator, created_at, idempotency_key)
             VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        )
        .bind(setup.id.as_str())
        .bind(&setup.code.0)
        .bind(setup.game.word())
        .bind(&setup.options)
        .bind(setup.seed.to_string())
        .bind(setup.public)
        .bind(setup.creator.as_str())
        .bind(setup.created_at.cast_signed())
        .bind(idempotency_key)
        .execute(&mut *savepoint)
        .await?;
        for seat in seats {
            take_seat(&mut savepoint, &setup.id, seat).await?;
        }
        for (index, entry) in (0..).zip(entries) {
            add_entry(&mut savepoint, &setup.id, index, entry).await?;
        }
        savepoint.commit().await?;
        Ok(Created::New)
    }
}

#[async_trait]
impl Write for Append {
    type Output = ();

    async fn apply(&self, conn: &mut SqliteConnection) -> Result<(), Failure> {
        // By far the most frequent write: an action that neither takes a seat nor ends the match.
        if self.seat.is_none() && self.outcome.is_none() {
            return add_entry(conn, &self.match_id, self.index, &self.entry).await;
        }

        let mut savepoint = conn.begin().await?;
        add_entry(&mut savepoint, &self.match_id, self.index, &self.entry).await?;
        if let Some(seat) = &self.seat {
            take_seat(&mut savepoint, &self.match_id, seat).await?;
        }
        if let Some(outcome) = &self.outcome {
            // The entry went in just before, so the match is live.
            sqlx::query("UPDATE matches SET outcome = ? WHERE id = ?")
                .bind(outcome)
                .bind(self.match_id.as_str())
                .execute(&mut *savepoint)
                .await?;
        }
        for result in &self.results {
            add_result(&mut savepoint, &self.match_id, result).await?;
        }
        savepoint.commit().await?;
        Ok(())
    }
}

/// Counts up and says how far.
pub struct Probe;

#[async_trait]
impl Write for Probe {
    type Output = i64;

    async fn apply(&self, conn: &mut SqliteConnection) -> Result<i64, Failure> {
        let count = sqlx::query_scalar(
            "INSERT INTO probe (id, count) VALUES (1, 1)
             ON CONFLICT (id) DO UPDATE SET count = count + 1 RETURNING count",
        )
        .fetch_one(conn)
        .await?;
        Ok(count)
    }
}

/// Adds an entry if it is the next one of a live match; the database decides both in the same statement.
async fn add_entry(
    conn: &mut SqliteConnection,
    match_id: &MatchId,
    index: u64,
    entry: &NewEntry,
) -> Result<(), Failure> {
    let (seat, n) = entry.action.map(|(seat, n)| (seat.0, n.cast_signed())).unzip();
    let done = sqlx::query(
        "INSERT INTO entries (match_id, idx, at, entry, seat, n)
         SELECT id, ?2, ?3, ?4, ?5, ?6 FROM matches
         WHERE id = ?1 AND outcome IS NULL
           AND ?2 = coalesce((SELECT max(idx) + 1 FROM entries WHERE match_id = ?1), 0)",
    )
    .bind(match_id.as_str())
    .bind(index.cast_signed())
    .bind(entry.at.cast_signed())
    .bind(&entry.entry)
    .bind(seat)
    .bind(n)
    .execute(&mut *conn)
    .await?;
    if done.rows_affected() == 0 {
        return Err(Failure::Refused(why_not(conn, match_id, index).await?));
    }
    Ok(())
}

/// Why an entry was not added.
async fn why_not(
    conn: &mut SqliteConnection,
    match_id: &MatchId,
    index: u64,
) -> Result<StoreError, sqlx::Error> {
    let ended: Option<bool> = sqlx::query_scalar("SELECT outcome IS NOT NULL FROM matches WHERE id = ?")
        .bind(match_id.as_str())
        .fetch_optional(conn)
        .await?;
    Ok(match ended {
        None => StoreError::NotFound(format!("match {match_id}")),
        Some(true) => StoreError::Conflict(format!("match {match_id} has ended")),
        Some(false) => StoreError::Conflict(format!("entry {index} of match {match_id} is not the next")),
    })
}

async fn take_seat(conn: &mut SqliteConnection, match_id: &MatchId, seat: &SeatRow) -> Result<(), Failure> {
    let (user, bot) = match &seat.occupant {
        Occupant::User(id) => (Some(id.as_str()), None),
        Occupant::Bot(level) => (None, Some(level.word())),
    };
    sqlx::query("INSERT INTO seats (match_id, seat, user_id, bot, name) VALUES (?, ?, ?, ?, ?)")
        .bind(match_id.as_str())
        .bind(seat.seat.0)
        .bind(user)
        .bind(bot)
        .bind(&seat.name)
        .execute(conn)
        .await?;
    Ok(())
}

async fn add_result(
    conn: &mut SqliteConnection,
    match_id: &MatchId,
    result: &SeatResult,
) -> Result<(), Failure> {
    sqlx::query(
        "INSERT INTO results (match_id, seat, user_id, game, opponents, verdict, score)
         SELECT id, ?2, ?3, game, ?4, ?5, ?6 FROM matches WHERE id = ?1",
    )
    .bind(match_id.as_str())
    .bind(result.seat.0)
    .bind(result.user.as_str())
    .bind(result.opponents.to_string())
    .bind(result.verdict.map(Verdict::word))
    .bind(result.score)
    .execute(conn)
    .await?;
    Ok(())
}
