//! A match from the first JOIN to the end, as clients see it.

use std::time::Duration;

use serde_json::{Value, json};
use shared::game::Level;

use crate::table::{FLEET, FLEET_CELLS, Server, no_clocks};

#[tokio::test(start_paused = true)]
async fn an_old_client_joins_places_and_sees_every_state() {
    let server = Server::start().await;
    let room = server.match_of_two(json!({})).await;
    server.old_players_shooting(&room).await;
}

#[tokio::test(start_paused = true)]
async fn every_shot_is_told_to_both_and_then_the_state() {
    let server = Server::start().await;
    let room = server.match_of_two(json!({})).await;
    let (mut first, mut second) = server.old_players_shooting(&room).await;
    first.say("[10,1,9,9]");
    first.expect("[4,1]").await;
    first.expect("[11,4,true,9,9,0]").await;
    first.expect("[3,5,5]").await;
    second.expect("[11,4,false,9,9,0]").await;
    second.expect("[3,5,4]").await;
    // A hit, and then a whole ship: the same seat goes on.
    second.say("[10,1,0,2]");
    second.expect("[4,1]").await;
    second.expect("[11,6,true,0,2,1]").await;
    second.expect("[3,7,4]").await;
    second.say("[10,2,1,2]");
    second.expect("[4,2]").await;
    second.expect("[11,8,true,1,2,2]").await;
    second.expect("[3,9,4]").await;
    // The ring around the wreck is closed.
    second.say("[10,3,2,3]");
    assert!(second.next().await.starts_with(r#"[7,3,"known-cell","#));
}

#[tokio::test(start_paused = true)]
async fn the_last_ship_ends_the_match_with_both_fleets_and_no_state() {
    let server = Server::start().await;
    let room = server.match_of_two(json!({})).await;
    let mut watcher = server.watch(&room, "Cleo");
    watcher.until("[6,").await;
    let (mut first, mut second) = server.old_players_shooting(&room).await;
    for (n, (x, y)) in (1..).zip(FLEET_CELLS) {
        first.say(format!("[10,{n},{x},{y}]"));
    }
    first.until("[11,42,true,3,6,2]").await;
    first.expect(&format!("[12,43,false,{FLEET}]")).await;
    assert!(first.next().await.starts_with("[2,44,1,"));
    second.until("[11,42,false,3,6,2]").await;
    second.expect(&format!("[12,43,false,{FLEET}]")).await;
    assert!(second.next().await.starts_with("[2,44,2,"));
    // A spectator is told seats, gets no STATE, and both fleets.
    watcher.until("[11,").await;
    watcher.until(&format!("[12,21,0,{FLEET}]")).await;
    watcher.expect(&format!("[12,22,1,{FLEET}]")).await;
    assert!(watcher.next().await.starts_with("[2,23,6,"));
}

#[tokio::test(start_paused = true)]
async fn a_new_client_gets_its_number_then_a_snapshot_then_who_is_here() {
    let server = Server::start().await;
    let room = server.match_of_two(json!({})).await;
    let mut anna = server.resume(&room, "Anna", 0, 0);
    anna.expect("[4,0]").await;
    let snapshot = anna.next_json().await;
    assert_eq!(snapshot[0], 6);
    assert_eq!(snapshot[1], 0, "a snapshot takes no number");
    assert_eq!(snapshot[3]["phase"], "waiting");
    assert_eq!(snapshot[3]["names"], json!(["Anna", "Ben"]));
    anna.expect(r#"[8,0,"here"]"#).await;
    anna.expect(r#"[8,1,"away"]"#).await;
    let _ben = server.resume(&room, "Ben", 1, 0);
    anna.until(r#"[8,1,"here"]"#).await;
    anna.expect("[3,1,1]").await;
    anna.expect("[9,0,120000]").await;
    anna.expect("[9,1,120000]").await;
}

#[tokio::test(start_paused = true)]
async fn whoever_waits_learns_by_snapshot_that_somebody_sat_down() {
    let server = Server::start().await;
    let room = server.create(json!({}), &[], true).await;
    let mut anna = server.resume(&room, "Anna", 0, 0);
    anna.until("[6,").await;
    room.sit(server.user("Ben")).await.unwrap();
    let snapshot: Value = serde_json::from_str(&anna.until("[6,0,").await).unwrap();
    assert_eq!(snapshot[3]["names"], json!(["Anna", "Ben"]));
}

#[tokio::test(start_paused = true)]
async fn the_placement_clock_places_a_fleet_and_says_which() {
    let server = Server::start().await;
    let room = server.match_of_two(json!({"placement_seconds": 10})).await;
    let (mut anna, mut ben) = (server.old(&room, "Anna", 0), server.old(&room, "Ben", 1));
    anna.expect("[3,1,1]").await;
    ben.expect("[3,1,1]").await;
    ben.say(format!("[5,{FLEET}]"));
    ben.expect("[3,2,3]").await;
    anna.expect("[3,2,2]").await;
    let fleet = anna.next_json().await;
    assert_eq!((&fleet[0], &fleet[2]), (&json!(12), &json!(true)));
    assert_eq!(fleet.as_array().unwrap().len(), 3 + 30);
    let (a, b) = (anna.next().await, ben.next().await);
    assert!([("[3,4,4]", "[3,3,5]"), ("[3,4,5]", "[3,3,4]")].contains(&(&*a, &*b)), "{a} {b}");
}

#[tokio::test(start_paused = true)]
async fn the_first_overrun_passes_the_turn_and_the_second_in_a_row_loses() {
    let server = Server::start().await;
    let room = server.match_of_two(json!({"shot_seconds": 30})).await;
    let (mut first, mut second) = server.old_players_shooting(&room).await;
    let start = tokio::time::Instant::now();
    first.expect("[3,4,5]").await;
    assert_eq!(start.elapsed(), Duration::from_secs(30));
    second.expect("[3,4,4]").await;
    second.say("[10,1,9,9]");
    second.until("[3,6,5]").await;
    first.until("[3,6,4]").await;
    first.until("[12,7,false,").await;
    assert!(first.next().await.starts_with("[2,8,5,"));
    second.until("[12,7,false,").await;
    assert!(second.next().await.starts_with("[2,8,4,"));
}

#[tokio::test(start_paused = true)]
async fn clocks_are_announced_when_they_start_and_after_every_join() {
    let server = Server::start().await;
    let room = server.match_of_two(json!({"shot_seconds": 30})).await;
    let (first, mut second) = server.old_players_shooting(&room).await;
    first.say("[10,1,9,9]");
    second.until("[3,5,4]").await;
    tokio::time::sleep(Duration::from_secs(10)).await;
    let mut watcher = server.watch(&room, "Cleo");
    let clock: Value = serde_json::from_str(&watcher.until("[9,").await).unwrap();
    assert_eq!(clock[2], 20_000);
    second.say("[10,1,0,2]");
    watcher.until("[11,").await;
    let again: Value = serde_json::from_str(&watcher.until("[9,").await).unwrap();
    assert_eq!((&again[1], &again[2]), (&clock[1], &json!(30_000)), "a shot starts the clock anew");
}

#[tokio::test(start_paused = true)]
async fn giving_up_ends_the_match() {
    let server = Server::start().await;
    let room = server.match_of_two(no_clocks()).await;
    let (mut anna, mut ben) = (server.old(&room, "Anna", 0), server.old(&room, "Ben", 1));
    anna.expect("[3,1,1]").await;
    ben.expect("[3,1,1]").await;
    anna.say("[50,1]");
    anna.expect("[4,1]").await;
    assert!(anna.next().await.starts_with("[2,2,5,"), "no fleets are shown: none were placed");
    assert!(ben.next().await.starts_with("[2,2,4,"));
}

#[tokio::test(start_paused = true)]
async fn a_bot_places_and_shoots_like_anybody() {
    let server = Server::start().await;
    let room = server.create(json!({}), &[Level::Hard], false).await;
    let mut anna = server.resume(&room, "Anna", 0, 0);
    anna.until(r#"[8,1,"bot"]"#).await;
    anna.say(format!("[5,{FLEET}]"));
    // Anna never shoots: she passes by overrun, and loses by the second in a row, or the bot sinks her.
    let end: Value = serde_json::from_str(&anna.until("[2,").await).unwrap();
    assert!([json!(2), json!(5)].contains(&end[2]), "{end}");
    let facts = room.facts();
    assert_eq!(facts.seats[1].name.as_deref(), Some("Hard bot"));
}
