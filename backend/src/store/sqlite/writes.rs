//! What can be written, as statements.

use async_trait::async_trait;
use shared::game::Verdict;
use sqlx::Connection as _;
use sqlx::sqlite::SqliteConnection;

use super::entries::{NextEntry, add_entry};
use super::writer::{Failure, Write};
use crate::ids::{MatchId, UserId};
use crate::store::{Append, Created, NewMatch, Occupant, SeatResult, SeatRow, StoreError, User};

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
            add_entry(&mut savepoint, NextEntry { match_id: &setup.id, index, entry }).await?;
        }
        savepoint.commit().await?;
        Ok(Created::New)
    }
}

impl Append {
    /// True of an entry that neither takes a seat nor ends the match.
    pub fn is_an_entry_alone(&self) -> bool {
        self.seat.is_none() && self.outcome.is_none()
    }

    pub fn next_entry(&self) -> NextEntry<'_> {
        NextEntry { match_id: &self.match_id, index: self.index, entry: &self.entry }
    }
}

#[async_trait]
impl Write for Append {
    type Output = ();

    async fn apply(&self, conn: &mut SqliteConnection) -> Result<(), Failure> {
        let mut savepoint = conn.begin().await?;
        add_entry(&mut savepoint, self.next_entry()).await?;
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
