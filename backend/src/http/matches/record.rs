//! The record of a match, once it is over.

use axum::Json;
use axum::extract::{Path, State};
use serde::de::DeserializeOwned;
use serde_json::Value;
use shared::api::{ProblemKind, Status};
use shared::record::{Line, Record};

use crate::app::SharedApp;
use crate::clock::Millis;
use crate::http::auth::Caller;
use crate::http::matches::find;
use crate::http::problem::{ApiError, ApiResult};
use crate::store::{NewEntry, StoreError, StoredMatch};

/// Everything to judge a finished match again: set-up, seed, entries, outcome
///
/// The record of a public match is for everybody, that of a private one for who sat in it.
#[utoipa::path(
    get,
    path = "/api/matches/{match}/record",
    tag = "matches",
    security((), ("user_token" = [])),
    params(("match" = String, Path, description = "Id or code")),
    responses(
        (status = 200, description = "The record", body = Record<Value, Value>),
        (status = 401, description = "The match is private, and no good user token came with the request"),
        (status = 403, description = "The match is private, and you did not sit in it"),
        (status = 404, description = "No such match"),
        (status = 409, description = "The match is not over"),
    )
)]
pub async fn record(
    State(app): State<SharedApp>,
    Path(id): Path<String>,
    caller: Option<Caller>,
) -> ApiResult<Json<Record<Value, Value>>> {
    let room = find(&app, &id).await?;
    let facts = room.facts();
    if !facts.public {
        let Some(Caller(user)) = caller else {
            return Err(ApiError::unauthorized("The record of a private match needs a user token."));
        };
        if room.seat_of(&user.id).is_none() {
            return Err(ApiError::new(ProblemKind::Forbidden, "You did not sit in this private match."));
        }
    }
    if facts.status != Status::Over {
        return Err(ApiError::new(ProblemKind::NotOver, "The record is told after the end."));
    }
    let stored = app
        .store
        .load_match(room.id())
        .await?
        .ok_or_else(|| StoreError::Corrupt(format!("match {} has no record", room.id())))?;
    told(stored).map(Json)
}

/// The record as it is told. The seed is secret until the outcome is on disk, whatever the room says.
fn told(stored: StoredMatch) -> ApiResult<Record<Value, Value>> {
    let StoredMatch { setup, entries, outcome, .. } = stored;
    let Some(outcome) = outcome else {
        return Err(ApiError::new(ProblemKind::NotOver, "The record is told after the end."));
    };
    Ok(Record {
        match_id: setup.id.0,
        game: setup.game,
        options: read(&setup.options)?,
        seed: setup.seed,
        entries: entries.iter().map(|entry| line(entry, setup.created_at)).collect::<Result<_, _>>()?,
        outcome: read(&outcome)?,
    })
}

fn line(entry: &NewEntry, created_at: Millis) -> Result<Line<Value>, StoreError> {
    Ok(Line { at: entry.at.saturating_sub(created_at), entry: read(&entry.entry)? })
}

fn read<T: DeserializeOwned>(json: &str) -> Result<T, StoreError> {
    serde_json::from_str(json).map_err(|error| StoreError::Corrupt(error.to_string()))
}
