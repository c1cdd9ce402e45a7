//! Entries: by far the most frequent write, so the entries of many matches share one statement.
//!
//! The database lives on a thread of its own; a statement for each entry would cost a switch there and back each
//! time, which is more than the entry itself costs.

use std::collections::HashSet;

use sqlx::sqlite::SqliteConnection;

use super::writer::Failure;
use crate::ids::MatchId;
use crate::store::{NewEntry, StoreError};

/// An entry that wants to be the next of its match.
#[derive(Clone, Copy)]
pub struct NextEntry<'a> {
    pub match_id: &'a MatchId,
    pub index: u64,
    pub entry: &'a NewEntry,
}

/// Adds those that are the next of a live match, and says of each whether it was added or why not.
///
/// # Errors
/// If the transaction is lost.
pub async fn add_entries(
    conn: &mut SqliteConnection,
    entries: &[NextEntry<'_>],
) -> Result<Vec<Result<(), StoreError>>, sqlx::Error> {
    let mut results = vec![Ok(()); entries.len()];
    let mut left: Vec<usize> = (0..entries.len()).collect();
    while !left.is_empty() {
        // A statement sees the table as it was before it, so it takes one entry of each match.
        let mut matches = HashSet::new();
        let (now, later): (Vec<usize>, Vec<usize>) =
            left.into_iter().partition(|&at| matches.insert(entries[at].match_id));
        let added = add_one_each(conn, now.iter().map(|&at| entries[at])).await?;
        for at in now {
            let NextEntry { match_id, index, .. } = entries[at];
            if !added.contains(match_id.as_str()) {
                results[at] = Err(why_not(conn, match_id, index).await?);
            }
        }
        left = later;
    }
    Ok(results)
}

/// Adds an entry beside other writes.
pub async fn add_entry(conn: &mut SqliteConnection, entry: NextEntry<'_>) -> Result<(), Failure> {
    add_entries(conn, &[entry])
        .await?
        .into_iter()
        .collect::<Result<(), StoreError>>()
        .map_err(Failure::Refused)
}

/// Adds entries of different matches, and returns the matches whose entry was the next. The database decides that in
/// the same statement.
async fn add_one_each(
    conn: &mut SqliteConnection,
    entries: impl Iterator<Item = NextEntry<'_>>,
) -> Result<HashSet<String>, sqlx::Error> {
    let rows: Vec<_> = entries
        .map(|NextEntry { match_id, index, entry }| {
            let (seat, n) = entry.action.map(|(seat, n)| (seat.0, n.cast_signed())).unzip();
            (match_id, index.cast_signed(), entry.at.cast_signed(), &entry.entry, seat, n)
        })
        .collect();
    let added: Vec<String> = sqlx::query_scalar(
        "INSERT INTO entries (match_id, idx, at, entry, seat, n)
         SELECT id, next ->> 1, next ->> 2, next ->> 3, next ->> 4, next ->> 5
         FROM (SELECT value AS next FROM json_each(?)) JOIN matches ON id = next ->> 0
         WHERE outcome IS NULL
           AND next ->> 1 = coalesce((SELECT max(idx) + 1 FROM entries WHERE match_id = id), 0)
         RETURNING match_id",
    )
    .bind(serde_json::to_string(&rows).map_err(|error| sqlx::Error::Encode(error.into()))?)
    .fetch_all(conn)
    .await?;
    Ok(added.into_iter().collect())
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
