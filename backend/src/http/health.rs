//! `/healthz`, `/readyz` and `/metrics`: for whoever runs the server.

use std::time::Duration;

use axum::extract::State;
use axum::http::header::CONTENT_TYPE;
use axum::response::IntoResponse;
use tokio::time::timeout;

use crate::http::Web;
use crate::http::problem::{ApiError, ApiResult};
use crate::telemetry;

/// How long the store may take for a probe; it waits in the same queue as every other write.
const PROBE_TIME: Duration = Duration::from_secs(5);

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
    let probe = timeout(PROBE_TIME, web.app().store.probe()).await;
    probe.map_err(|_| ApiError::unavailable("The store takes too long to write."))??;
    Ok("ready\n")
}

/// What was measured, as text for Prometheus
#[utoipa::path(get, path = "/metrics", tag = "server", responses((status = 200, body = str)))]
pub async fn metrics(State(web): State<Web>) -> impl IntoResponse {
    telemetry::rooms(web.app().rooms.len());
    ([(CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")], telemetry::render())
}
