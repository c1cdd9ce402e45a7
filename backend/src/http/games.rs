//! `/api/games`: what can be played.

use axum::Json;
use shared::catalogue::{self, GameFacts};

/// The games, their options and bots
#[utoipa::path(
    get,
    path = "/api/games",
    tag = "games",
    responses((status = 200, description = "One object a game, in the order of the home page", body = Vec<GameFacts>))
)]
pub async fn list() -> Json<Vec<GameFacts>> {
    Json(catalogue::games())
}
