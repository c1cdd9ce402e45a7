//! `/api/lobby`: the open public matches, live.

use std::convert::Infallible;
use std::time::Duration;

use axum::extract::State;
use axum::response::Sse;
use axum::response::sse::{Event, KeepAlive};
use futures_util::stream::{self, Stream};
use shared::api::Lobby;

use crate::http::Web;
use crate::http::problem::{ApiError, ApiResult};

/// A comment is sent after so long without news, so that no proxy takes the stream for dead.
const KEEP_ALIVE: Duration = Duration::from_secs(15);
/// Pause between two lists: of several changes at once, only the last is told.
const GATHER: Duration = Duration::from_millis(100);

/// Follow the open public matches
///
/// Server-sent events without a name. Each holds the whole list, the first is sent at once. The stream ends when the
/// server goes down.
#[utoipa::path(
    get,
    path = "/api/lobby",
    tag = "matches",
    responses(
        (status = 200, description = "The list, again and again", body = Lobby, content_type = "text/event-stream"),
        (status = 503, description = "Too many are following"),
    )
)]
pub async fn follow(State(web): State<Web>) -> ApiResult<Sse<impl Stream<Item = Result<Event, Infallible>>>> {
    let place = web.follower().ok_or_else(|| ApiError::unavailable("Too many are following the lobby."))?;
    let app = web.app().clone();
    let mut lists = app.lobby.follow();
    lists.mark_changed();
    let events = stream::unfold((lists, app, place, true), async |(mut lists, app, place, first)| {
        let news = async {
            if !first {
                tokio::time::sleep(GATHER).await;
            }
            lists.changed().await.ok()?;
            let list = lists.borrow_and_update().clone();
            // A list of plain facts always becomes JSON.
            Event::default().json_data(&*list).ok()
        };
        let event = app.going_down.run_until_cancelled(news).await??;
        Some((Ok(event), (lists, app, place, false)))
    });
    Ok(Sse::new(events).keep_alive(KeepAlive::new().interval(KEEP_ALIVE)))
}
