//! What is left over when thousands of matches have come and gone: nothing.

use std::time::Duration;

use serde_json::json;
use shared::catalogue::GameId;
use shared::game::Level;
use tokio::runtime::Handle;
use tokio::time::sleep;

use crate::table::{Server, no_clocks};

/// Matches of each of the ways to leave one.
const MATCHES: usize = 500;

/// Longer than anything waits for anybody: an invitation stands for half an hour.
const LONGEST: Duration = Duration::from_hours(1);

#[tokio::test(start_paused = true)]
async fn thousands_of_matches_that_nobody_ends_leave_nothing_behind() {
    let server = Server::start().await;
    let tasks = Handle::current().metrics().num_alive_tasks();
    for _ in 0..MATCHES {
        // Made, and never looked at.
        server.create(json!({}), &[], true).await;
        // Watched by somebody, and left by everybody before it began.
        let waiting = server.create(json!({}), &[], false).await;
        let (anna, mut cleo) = (server.resume(&waiting, "Anna", 0, 0), server.watch(&waiting, "Cleo"));
        cleo.until("[6,").await;
        anna.hang_up();
        cleo.hang_up();
        // Left in the middle, where no clock runs.
        let playing = server.match_of_two(no_clocks()).await;
        let (anna, ben) = server.old_players_shooting(&playing).await;
        anna.hang_up();
        ben.hang_up();
        // Against a bot, which ends with its last human.
        let alone = server.create(no_clocks(), &[Level::Easy], false).await;
        let mut anna = server.resume(&alone, "Anna", 0, 0);
        anna.until("[3,").await;
        anna.hang_up();
        // A bot thinks while everybody leaves.
        let house = server.create_of(GameId::Accordion, json!({}), &[], false).await;
        let mut anna = server.resume(&house, "Anna", 0, 0);
        anna.until("[6,").await;
        anna.hang_up();
    }
    assert!(server.app.rooms.len() > 2 * MATCHES, "they are there: {}", server.app.rooms.len());
    sleep(LONGEST).await;
    assert_eq!(server.app.rooms.len(), 0);
    assert!(server.app.lobby.list().matches.is_empty());
    assert_eq!(Handle::current().metrics().num_alive_tasks(), tasks);
}
