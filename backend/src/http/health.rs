//! `/healthz`, `/readyz` and `/metrics`: for whoever runs the server.

use axum::extract::State;
use axum::http::header::CONTENT_TYPE;
use axum::response::IntoResponse;

use crate::http::Web;
use crate::http::problem::{ApiError, ApiResult};
use crate::telemetry;

/// The process is alive
#[utoipa::path(get, path = "/healthz", tag = "server", responses((status = 200, body = str)))]
pub async fn alive() -> &'static str {
    "alive\n"
}

/// The server can do its work: matches are restored, and the store can be written and read
#[utoipa::path(
    get,
    path = "/readyz",
    tag = "server",
    responses((status = 200, body = str), (status = 503, description = "Not yet, or not now"))
)]
pub async fn ready(State(web): State<Web>) -> ApiResult<&'static str> {
    if !web.is_restored() {
        return Err(ApiError::unavailable("Matches are being restored."));
    }
    web.app().store.probe().await?;
    Ok("ready\n")
}

/// What was measured, as text for Prometheus
#[utoipa::path(get, path = "/metrics", tag = "server", responses((status = 200, body = str)))]
pub async fn metrics(State(web): State<Web>) -> impl IntoResponse {
    telemetry::rooms(web.app().rooms.len());
    ([(CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")], telemetry::render())
}
