//! Looking at a match from outside.

use axum::Json;
use axum::extract::{Path, State};
use shared::api::{MatchFacts, MatchLookup};

use crate::app::SharedApp;
use crate::http::auth::Caller;
use crate::http::matches::find;
use crate::http::problem::ApiResult;

/// What anybody may know of a match, and which seat is yours
#[utoipa::path(
    get,
    path = "/api/matches/{match}",
    tag = "matches",
    security((), ("user_token" = [])),
    params(("match" = String, Path, description = "Id or code")),
    responses(
        (status = 200, body = MatchLookup),
        (status = 401, description = "A user token came with the request, but no good one"),
        (status = 404, description = "No such match"),
    )
)]
pub async fn show(
    State(app): State<SharedApp>,
    Path(id): Path<String>,
    caller: Option<Caller>,
) -> ApiResult<Json<MatchLookup>> {
    let room = find(&app, &id).await?;
    let my_seat = caller.and_then(|Caller(user)| room.seat_of(&user.id));
    Ok(Json(MatchLookup { facts: MatchFacts::clone(&room.facts()), my_seat }))
}
