//! `/ws`: where a WebSocket session begins.

use axum::Extension;
use axum::extract::State;
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::http::{HeaderMap, Uri};
use axum::response::Response;
use shared::api::ProblemKind;

use crate::http::problem::{ApiError, ApiResult};
use crate::http::{Client, Web, origin};
use crate::room::outbox;
use crate::session;

/// Largest message, and frame, that a client may send.
const LARGEST: usize = 64 * 1024;
/// Bytes read from a socket at once. Messages have a few dozen bytes and thousands of sockets are idle, so it is small.
const READ_BUFFER: usize = 2 * 1024;
/// Bytes that are gathered for one write: what tells one event, many times over.
const WRITE_BUFFER: usize = 4 * 1024;
/// Bytes that may wait to be sent before the socket fails. A full write buffer is emptied before the next message, and
/// no message is longer than the outbox takes.
const MOST_WAITING: usize = WRITE_BUFFER + 2 * outbox::BYTES;
/// Sockets open at once.
const SOCKETS: usize = 20_000;

/// Opens a session. The route takes every method, since HTTP/2 opens sockets by CONNECT.
pub async fn open(
    State(web): State<Web>,
    uri: Uri,
    headers: HeaderMap,
    Extension(Client(client)): Extension<Client>,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> ApiResult<Response> {
    if !origin::may_open_socket(&uri, &headers, web.origins()) {
        return Err(ApiError::new(ProblemKind::Forbidden, "Pages from elsewhere can't open a socket here."));
    }
    let upgrade = upgrade.map_err(|_| {
        ApiError::new(ProblemKind::Malformed, "This address takes WebSocket connections only.")
    })?;
    let app = web.app().clone();
    if app.sessions.len() >= SOCKETS {
        return Err(ApiError::unavailable("Too many sockets are open."));
    }
    let place = web.limits().keep_open(client)?;
    // Held from now on, so that a shutdown also waits for a session that is about to begin.
    let tracked = app.sessions.token();
    let upgrade = upgrade
        .read_buffer_size(READ_BUFFER)
        .write_buffer_size(WRITE_BUFFER)
        .max_write_buffer_size(MOST_WAITING)
        .max_message_size(LARGEST)
        .max_frame_size(LARGEST);
    Ok(upgrade.on_upgrade(async move |socket| {
        let _held = (tracked, place);
        session::serve(socket, app).await;
    }))
}
