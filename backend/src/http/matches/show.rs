//! Looking at a match from outside.

use axum::Json;
use axum::extract::{Path, State};
use shared::api::MatchFacts;

use crate::app::SharedApp;
use crate::http::matches::find;
use crate::http::problem::ApiResult;

/// What anybody may know of a match
#[utoipa::path(
    get,
    path = "/api/matches/{match}",
    tag = "matches",
    params(("match" = String, Path, description = "Id or code")),
    responses((status = 200, body = MatchFacts), (status = 404, description = "No such match"))
)]
pub async fn show(State(app): State<SharedApp>, Path(id): Path<String>) -> ApiResult<Json<MatchFacts>> {
    let room = find(&app, &id).await?;
    Ok(Json(MatchFacts::clone(&room.facts())))
}
