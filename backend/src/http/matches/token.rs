//! Coming back to one's seat.

use axum::Json;
use axum::extract::{Path, State};
use shared::api::{Joined, ProblemKind};

use crate::app::SharedApp;
use crate::http::auth::Caller;
use crate::http::matches::{find, seated};
use crate::http::problem::{ApiError, ApiResult};

/// A fresh game token for the seat you hold
#[utoipa::path(
    post,
    path = "/api/matches/{match}/token",
    tag = "matches",
    security(("user_token" = [])),
    params(("match" = String, Path, description = "Id or code")),
    responses(
        (status = 200, description = "Your seat", body = Joined),
        (status = 401, description = "No good user token"),
        (status = 403, description = "You have no seat in this match"),
        (status = 404, description = "No such match"),
    )
)]
pub async fn token(
    State(app): State<SharedApp>,
    Path(id): Path<String>,
    Caller(user): Caller,
) -> ApiResult<Json<Joined>> {
    let room = find(&app, &id).await?;
    let seat = room
        .seat_of(&user.id)
        .ok_or_else(|| ApiError::new(ProblemKind::Forbidden, "You have no seat in this match."))?;
    Ok(Json(seated(&app, &room, &user.id, seat)))
}
