//! `/api/lobby`: the open public matches, live.

use std::convert::Infallible;
use std::time::Duration;

use axum::Extension;
use axum::extract::State;
use axum::response::Sse;
use axum::response::sse::{Event, KeepAlive};
use futures_util::stream::{self, Stream};
use shared::api::Lobby;

use crate::http::problem::{ApiError, ApiResult};
use crate::http::{Client, Web};

/// An event without news is sent after so long without any, so that neither a proxy nor a page takes the stream for dead.
const KEEP_ALIVE: Duration = Duration::from_secs(15);
/// The name of such an event. A comment would do for proxies, but browsers show pages none.
const ALIVE: &str = "alive";
/// Pause between two lists: of several changes at once, only the last is told.
const GATHER: Duration = Duration::from_millis(100);

/// Follow the open public matches
///
/// Server-sent events without a name. Each holds the whole list, the first is sent at once. After 15 seconds without one an
/// event `alive` follows, whose data say nothing. The stream ends when the server goes down.
#[utoipa::path(
    get,
    path = "/api/lobby",
    tag = "matches",
    responses(
        (status = 200, description = "The list, again and again", body = Lobby, content_type = "text/event-stream"),
        (status = 429, description = "Too many calls, or too many connections open"),
        (status = 503, description = "Too many are following"),
    )
)]
pub async fn follow(
    State(web): State<Web>,
    Extension(Client(client)): Extension<Client>,
) -> ApiResult<Sse<impl Stream<Item = Result<Event, Infallible>>>> {
    let free = web.follower().ok_or_else(|| ApiError::unavailable("Too many are following the lobby."))?;
    let place = (free, web.limits().keep_open(client)?);
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
    Ok(Sse::new(events)
        .keep_alive(KeepAlive::new().interval(KEEP_ALIVE).event(Event::default().event(ALIVE).data("yes"))))
}
