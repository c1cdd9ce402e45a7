//! What came of my matches.

use axum::Json;
use axum::extract::State;
use shared::api::{GameStatistics, Opponents, Statistics};
use shared::catalogue::GameId;

use crate::app::SharedApp;
use crate::http::auth::Caller;
use crate::http::problem::ApiResult;
use crate::store::{GameSums, Met};

/// What came of my matches, by game and by opponents
///
/// Matches that were played out, or decided by giving up or on time; one that was closed because nobody came, everybody
/// left or the server had to, counts as nothing.
#[utoipa::path(
    get,
    path = "/api/me/statistics",
    tag = "people",
    security(("user_token" = [])),
    responses((status = 200, body = Statistics), (status = 401, description = "No good user token"))
)]
pub async fn statistics(State(app): State<SharedApp>, Caller(user): Caller) -> ApiResult<Json<Statistics>> {
    let mut sums = app.store.sums(&user.id).await?;
    let mut of = |game| {
        let found = sums.iter().position(|sums| sums.game == game).map(|at| sums.swap_remove(at));
        told(found.unwrap_or(GameSums { game, streak: 0, best_streak: 0, met: Vec::new() }))
    };
    Ok(Json(Statistics { games: GameId::ALL.into_iter().map(&mut of).collect() }))
}

fn told(sums: GameSums) -> GameStatistics {
    let GameSums { game, streak, best_streak, met } = sums;
    let met = met.into_iter().map(|(met, sums)| match met {
        Met::People => (Opponents::People, None, sums),
        Met::Bots(level) => (Opponents::Bots, Some(level), sums),
        Met::Nobody => (Opponents::Nobody, None, sums),
    });
    GameStatistics::of(game, (streak, best_streak), met)
}
