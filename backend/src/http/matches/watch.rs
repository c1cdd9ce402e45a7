//! Watching a match.

use axum::Json;
use axum::extract::{Path, State};
use shared::api::{Joined, ProblemKind, Status};
use shared::game::Audience;

use crate::app::SharedApp;
use crate::http::auth::Caller;
use crate::http::matches::find;
use crate::http::problem::{ApiError, ApiResult};

/// Watch a public match
///
/// A private match is watched by nobody. Whoever sits in a match plays it, and may watch once it is over.
#[utoipa::path(
    post,
    path = "/api/matches/{match}/watch",
    tag = "matches",
    security(("user_token" = [])),
    params(("match" = String, Path, description = "Id or code")),
    responses(
        (status = 200, description = "The way in; the seat is null", body = Joined),
        (status = 401, description = "No good user token"),
        (status = 403, description = "The match is private, or you sit in it"),
        (status = 404, description = "No such match"),
    )
)]
pub async fn watch(
    State(app): State<SharedApp>,
    Path(id): Path<String>,
    Caller(user): Caller,
) -> ApiResult<Json<Joined>> {
    let room = find(&app, &id).await?;
    let facts = room.facts();
    let seated = room.seat_of(&user.id).is_some();
    if seated && facts.status != Status::Over {
        return Err(ApiError::new(
            ProblemKind::Forbidden,
            "You sit in this match; ask for the token of your seat.",
        ));
    }
    if !seated && !facts.public {
        return Err(ApiError::new(ProblemKind::Forbidden, "This match is private."));
    }
    let game_token = app.tokens.issue_game(room.id(), &user.id, Audience::Spectator);
    Ok(Json(Joined { match_id: facts.match_id.clone(), code: facts.code.clone(), seat: None, game_token }))
}
