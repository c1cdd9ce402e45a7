//! Starting a match before all seats are taken.

use axum::Json;
use axum::extract::{Path, State};
use shared::api::{MatchFacts, ProblemKind};

use crate::app::SharedApp;
use crate::http::auth::Caller;
use crate::http::matches::{TRIES, find, gone};
use crate::http::problem::{ApiError, ApiResult};
use crate::room::StartError;

/// Start now, with bots in the empty seats
#[utoipa::path(
    post,
    path = "/api/matches/{match}/start",
    tag = "matches",
    security(("user_token" = [])),
    params(("match" = String, Path, description = "Id or code")),
    responses(
        (status = 200, description = "The match, started", body = MatchFacts),
        (status = 401, description = "No good user token"),
        (status = 403, description = "Somebody else made the match"),
        (status = 404, description = "No such match"),
        (status = 409, description = "It can't start now"),
    )
)]
pub async fn start(
    State(app): State<SharedApp>,
    Path(id): Path<String>,
    Caller(user): Caller,
) -> ApiResult<Json<MatchFacts>> {
    for _ in 0..TRIES {
        let room = find(&app, &id).await?;
        if room.creator() != user.id {
            return Err(ApiError::new(ProblemKind::Forbidden, "Only who made the match starts it."));
        }
        match room.start().await {
            Ok(()) => return Ok(Json(MatchFacts::clone(&room.facts()))),
            Err(StartError::Gone) => {}
            Err(StartError::Refused(reason)) => return Err(ApiError::new(ProblemKind::CannotStart, reason)),
            Err(StartError::Store(error)) => return Err(error.into()),
        }
    }
    Err(gone())
}
