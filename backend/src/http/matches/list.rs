//! Listing matches.

use axum::Json;
use axum::extract::State;
use shared::api::Lobby;

use crate::app::SharedApp;

/// The open public matches, newest first
#[utoipa::path(get, path = "/api/matches", tag = "matches", responses((status = 200, body = Lobby)))]
pub async fn list(State(app): State<SharedApp>) -> Json<Lobby> {
    Json(Lobby::clone(&app.lobby.list()))
}
