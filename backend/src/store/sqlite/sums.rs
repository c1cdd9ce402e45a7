//! The query behind statistics.

use shared::api::Sums;
use sqlx::FromRow;
use sqlx::sqlite::SqlitePool;

use crate::ids::UserId;
use crate::store::{GameSums, Met, StoreError};

/// The streaks are found from a number that grows with every match that was not won: wins that share one are a run.
const STREAKS: &str = "
    WITH mine AS (
        SELECT game, verdict = 'won' AS won,
            sum(verdict <> 'won') OVER (PARTITION BY game ORDER BY number) AS run
        FROM results WHERE user_id = ? AND verdict IS NOT NULL
    ), runs AS (
        SELECT game, run, sum(won) AS length FROM mine GROUP BY game, run
    )
    SELECT game, max(length) AS best,
        (SELECT length FROM runs AS last WHERE last.game = runs.game ORDER BY run DESC LIMIT 1) AS streak
    FROM runs GROUP BY game";

const SUMS: &str = "
    SELECT game, opponents, count(*) AS finished,
        count(*) FILTER (WHERE verdict = 'won') AS won,
        count(*) FILTER (WHERE verdict = 'lost') AS lost,
        count(*) FILTER (WHERE verdict = 'drawn') AS drawn,
        count(score) AS scored, coalesce(sum(score), 0) AS score, min(score) AS least, max(score) AS most
    FROM results WHERE user_id = ? GROUP BY game, opponents ORDER BY game";

#[derive(FromRow)]
struct StreakRow {
    game: String,
    best: u32,
    streak: u32,
}

#[derive(FromRow)]
struct SumsRow {
    game: String,
    opponents: String,
    finished: u32,
    won: u32,
    lost: u32,
    drawn: u32,
    scored: u32,
    score: i64,
    least: Option<i64>,
    most: Option<i64>,
}

pub async fn sums(readers: &SqlitePool, user: &UserId) -> Result<Vec<GameSums>, StoreError> {
    // One transaction, so that both queries see the same matches.
    let mut snapshot = readers.begin().await?;
    let streaks: Vec<StreakRow> =
        sqlx::query_as(STREAKS).bind(user.as_str()).fetch_all(&mut *snapshot).await?;
    let rows: Vec<SumsRow> = sqlx::query_as(SUMS).bind(user.as_str()).fetch_all(&mut *snapshot).await?;

    let mut games: Vec<GameSums> = Vec::new();
    for row in rows {
        let corrupt = |what: &str| StoreError::Corrupt(format!("a result of {user}: {what}"));
        let game = row.game.parse().map_err(|_| corrupt(&format!("no game is called {}", row.game)))?;
        let met: Met =
            row.opponents.parse().map_err(|_| corrupt(&format!("nobody is called {}", row.opponents)))?;
        let sums = Sums {
            finished: row.finished,
            won: row.won,
            lost: row.lost,
            drawn: row.drawn,
            scored: row.scored,
            score: row.score,
            scores: row.least.zip(row.most),
        };
        if let Some(last) = games.last_mut().filter(|last| last.game == game) {
            last.met.push((met, sums));
        } else {
            // Whoever has always been alone has no streak.
            let streak = streaks.iter().find(|streak| streak.game == row.game);
            let (streak, best_streak) = streak.map_or((0, 0), |found| (found.streak, found.best));
            games.push(GameSums { game, streak, best_streak, met: vec![(met, sums)] });
        }
    }
    for game in &mut games {
        game.met.sort_by_key(|(met, _)| *met);
    }
    games.sort_by_key(|sums| sums.game);
    Ok(games)
}
