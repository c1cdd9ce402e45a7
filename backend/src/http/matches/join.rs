//! Sitting down.

use axum::Json;
use axum::extract::{Path, State};
use shared::api::{Joined, ProblemKind};

use crate::app::SharedApp;
use crate::http::auth::Caller;
use crate::http::matches::{TRIES, find, gone, seated};
use crate::http::problem::{ApiError, ApiResult};
use crate::room::SitError;

/// Take the next empty seat; who sits there already gets the same again
#[utoipa::path(
    post,
    path = "/api/matches/{match}/join",
    tag = "matches",
    security(("user_token" = [])),
    params(("match" = String, Path, description = "Id or code")),
    responses(
        (status = 200, description = "Your seat", body = Joined),
        (status = 401, description = "No good user token"),
        (status = 404, description = "No such match"),
        (status = 409, description = "Every seat is taken, or the match is over"),
    )
)]
pub async fn join(
    State(app): State<SharedApp>,
    Path(id): Path<String>,
    Caller(user): Caller,
) -> ApiResult<Json<Joined>> {
    for _ in 0..TRIES {
        let room = find(&app, &id).await?;
        match room.sit(user.clone()).await {
            Ok(seat) => return Ok(Json(seated(&app, &room, &user.id, seat))),
            Err(SitError::Gone) => {}
            Err(SitError::Full) => return Err(ApiError::new(ProblemKind::MatchFull, "Every seat is taken.")),
            Err(SitError::Over) => return Err(ApiError::new(ProblemKind::MatchClosed, "The match is over.")),
            Err(SitError::Store(error)) => return Err(error.into()),
        }
    }
    Err(gone())
}
