//! People come, go, come back, watch, and want another match.

use std::time::Duration;

use backend::room::SitError;
use serde_json::{Value, json};
use shared::api::Status;
use shared::game::Seat;
use tokio::time::{Instant, sleep};

use crate::table::{FLEET, FLEET_CELLS, Server, no_clocks};

#[tokio::test(start_paused = true)]
async fn nobody_joins_a_public_match_for_two_minutes() {
    let server = Server::start().await;
    let room = server.create(json!({}), &[], true).await;
    let mut anna = server.old(&room, "Anna", 0);
    let start = Instant::now();
    assert!(anna.next().await.starts_with("[2,1,-1,"));
    assert_eq!(start.elapsed(), Duration::from_mins(2));
    assert_eq!(room.facts().status, Status::Over);
    assert!(server.app.lobby.list().matches.is_empty());
}

#[tokio::test(start_paused = true)]
async fn an_invited_friend_has_half_an_hour_unless_the_match_says_otherwise() {
    let server = Server::start().await;
    for (options, minutes) in [(json!({}), 30), (json!({"join_seconds": 60}), 1)] {
        let room = server.create(options, &[], false).await;
        let mut anna = server.old(&room, "Anna", 0);
        let start = Instant::now();
        assert!(anna.next().await.starts_with("[2,1,-1,"));
        assert_eq!(start.elapsed(), Duration::from_mins(minutes));
    }
}

#[tokio::test(start_paused = true)]
async fn a_no_show_of_one_match_never_hits_another() {
    let server = Server::start().await;
    let late = server.create(json!({"join_seconds": 60}), &[], false).await;
    sleep(Duration::from_secs(59)).await;
    let next = server.match_of_two(no_clocks()).await;
    let (mut anna, _ben) = (server.old(&next, "Anna", 0), server.old(&next, "Ben", 1));
    anna.expect("[3,1,1]").await;
    assert_eq!(anna.drain(Duration::from_mins(2)).await, Vec::<String>::new());
    assert_eq!(late.facts().status, Status::Over);
    assert_eq!(next.facts().status, Status::Playing);
}

#[tokio::test(start_paused = true)]
async fn a_player_who_is_away_when_it_is_his_turn_has_a_minute() {
    let server = Server::start().await;
    let room = server.match_of_two(no_clocks()).await;
    let mut watcher = server.watch(&room, "Cleo");
    let (first, mut second) = server.old_players_shooting(&room).await;
    let start = Instant::now();
    first.hang_up();
    watcher.until("[8,").await;
    second.until("[12,").await;
    assert!(second.next().await.starts_with("[2,5,4,"));
    assert_eq!(start.elapsed(), Duration::from_mins(1));
    let away = watcher.drain(Duration::ZERO).await;
    assert!(away.iter().any(|text| text.ends_with(r#""left"]"#)), "{away:?}");
}

#[tokio::test(start_paused = true)]
async fn whoever_is_back_in_time_plays_on() {
    let server = Server::start().await;
    let room = server.match_of_two(no_clocks()).await;
    let (first, mut second) = server.old_players_shooting(&room).await;
    first.hang_up();
    sleep(Duration::from_secs(59)).await;
    let (mut anna, mut ben) = (server.resume(&room, "Anna", 0, 0), server.resume(&room, "Ben", 1, 0));
    anna.until("[6,").await;
    ben.until("[6,").await;
    assert_eq!(second.closed().await, Some(4000));
    sleep(Duration::from_mins(5)).await;
    assert_eq!(room.facts().status, Status::Playing);
}

#[tokio::test(start_paused = true)]
async fn a_player_who_is_away_while_the_other_thinks_loses_nothing() {
    let server = Server::start().await;
    let room = server.match_of_two(no_clocks()).await;
    let (first, second) = server.old_players_shooting(&room).await;
    second.hang_up();
    sleep(Duration::from_mins(5)).await;
    assert_eq!(room.facts().status, Status::Playing);
    drop(first);
}

#[tokio::test(start_paused = true)]
async fn a_match_that_everybody_left_is_abandoned_after_ten_minutes() {
    let server = Server::start().await;
    let room = server
        .match_of_two(json!({"placement_seconds": null, "shot_seconds": null, "grace_seconds": null}))
        .await;
    let (first, second) = server.old_players_shooting(&room).await;
    first.hang_up();
    second.hang_up();
    sleep(Duration::from_secs(599)).await;
    assert_eq!(room.facts().status, Status::Playing);
    sleep(Duration::from_secs(2)).await;
    assert_eq!(room.facts().status, Status::Over);
    let mut anna = server.resume(&room, "Anna", 0, 0);
    let snapshot: Value = serde_json::from_str(&anna.until("[6,").await).unwrap();
    assert_eq!(snapshot[3]["outcome"]["code"], -3);
}

#[tokio::test(start_paused = true)]
async fn a_second_connection_of_a_seat_replaces_the_first() {
    let server = Server::start().await;
    let room = server.match_of_two(no_clocks()).await;
    let mut watcher = server.watch(&room, "Cleo");
    watcher.until("[6,").await;
    let mut first = server.resume(&room, "Anna", 0, 0);
    first.until("[6,").await;
    watcher.until(r#"[8,0,"here"]"#).await;
    let mut second = server.resume(&room, "Anna", 0, 0);
    second.until("[6,").await;
    assert_eq!(first.closed().await, Some(4000));
    // Nobody else noticed, and the seat is not "away" when the first is gone.
    let seen = watcher.drain(Duration::from_secs(5)).await;
    assert!(!seen.iter().any(|text| text.contains("away")), "{seen:?}");
}

#[tokio::test(start_paused = true)]
async fn sitting_twice_gives_the_same_seat_and_a_third_finds_it_full() {
    let server = Server::start().await;
    let room = server.create(json!({}), &[], true).await;
    assert_eq!(room.sit(server.user("Anna")).await, Ok(Seat(0)), "one's own match");
    assert_eq!(room.sit(server.user("Ben")).await, Ok(Seat(1)));
    assert_eq!(room.sit(server.user("Ben")).await, Ok(Seat(1)));
    assert_eq!(room.sit(server.user("Cleo")).await, Err(SitError::Full));
}

#[tokio::test(start_paused = true)]
async fn a_spectator_may_only_acknowledge() {
    let server = Server::start().await;
    let room = server.match_of_two(no_clocks()).await;
    let mut watcher = server.watch(&room, "Cleo");
    watcher.until("[6,").await;
    watcher.drain(Duration::from_secs(1)).await;
    watcher.say("[4,0]");
    for (text, n) in [("[10,3,1,1]".to_owned(), 3), (format!("[5,{FLEET}]"), 0), ("[50,9]".to_owned(), 9)] {
        watcher.say(text);
        assert!(watcher.next().await.starts_with(&format!(r#"[7,{n},"spectator","#)));
    }
    watcher.say("[51,0]");
    assert!(watcher.next().await.starts_with(r#"[7,0,"spectator","#));
    watcher.say("[52]");
    assert!(watcher.next().await.starts_with(r#"[7,0,"spectator","#));
}

#[tokio::test(start_paused = true)]
async fn gestures_reach_everybody_but_not_too_fast() {
    let server = Server::start().await;
    let room = server.match_of_two(no_clocks()).await;
    let mut watcher = server.watch(&room, "Cleo");
    let mut anna = server.resume(&room, "Anna", 0, 0);
    anna.until("[6,").await;
    anna.drain(Duration::from_secs(1)).await;
    anna.say("[51,1]");
    anna.expect("[51,0,1]").await;
    watcher.until("[51,0,1]").await;
    anna.say("[51,2]");
    assert!(anna.next().await.starts_with(r#"[7,0,"too-fast","#));
    anna.say("[51,99]");
    assert!(anna.next().await.starts_with(r#"[7,0,"no-such-emote","#));
    sleep(Duration::from_secs(1)).await;
    anna.say("[51,2]");
    anna.expect("[51,0,2]").await;
}

#[tokio::test(start_paused = true)]
async fn a_rematch_takes_both_and_lets_the_other_begin() {
    let server = Server::start().await;
    let room = server.match_of_two(json!({"starter": 0, "shot_seconds": null})).await;
    let (mut anna, mut ben) = (server.resume(&room, "Anna", 0, 0), server.resume(&room, "Ben", 1, 0));
    anna.until("[3,1,1]").await;
    anna.say("[52]");
    anna.until(r#"[7,0,"not-over","#).await;
    anna.say(format!("[5,{FLEET}]"));
    ben.until("[3,2,2]").await;
    ben.say(format!("[5,{FLEET}]"));
    anna.until("[3,3,4]").await;
    for (n, (x, y)) in (1..).zip(FLEET_CELLS) {
        anna.say(format!("[10,{n},{x},{y}]"));
    }
    anna.until("[2,").await;
    ben.until("[2,").await;
    ben.say("[52]");
    anna.expect("[52,1,null]").await;
    // Whoever comes back is told who waits.
    let mut anna = server.resume(&room, "Anna", 0, 0);
    anna.until("[52,1,null]").await;
    anna.say("[52]");
    anna.expect("[52,0,null]").await;
    let agreed = anna.next_json().await;
    let next = agreed[2].as_str().unwrap().to_owned();
    assert_eq!(anna.closed().await, Some(1000));
    assert_eq!(ben.closed().await, Some(1000));

    let next = server.app.rooms.find(&next).await.unwrap().unwrap();
    let facts = next.facts();
    assert_eq!(facts.options["starter"], 1);
    assert_eq!((facts.name(Seat(0)), facts.name(Seat(1))), (Some("Anna"), Some("Ben")));
    assert_eq!(next.sit(server.user("Ben")).await, Ok(Seat(1)));
}

#[tokio::test(start_paused = true)]
async fn a_room_stays_ten_minutes_after_the_end_and_can_be_visited_later() {
    let server = Server::start().await;
    let room = server.match_of_two(no_clocks()).await;
    let (mut anna, mut ben) = (server.old(&room, "Anna", 0), server.old(&room, "Ben", 1));
    ben.expect("[3,1,1]").await;
    ben.say("[50,1]");
    anna.until("[2,").await;
    let start = Instant::now();
    assert_eq!(anna.closed().await, Some(1000));
    assert_eq!(start.elapsed(), Duration::from_mins(10));
    sleep(Duration::from_secs(1)).await;
    assert!(server.app.rooms.is_empty());
    let mut late = server.resume(&room, "Anna", 0, 0);
    let snapshot: Value = serde_json::from_str(&late.until("[6,").await).unwrap();
    assert_eq!(snapshot[3]["outcome"]["code"], 4);
}

#[tokio::test(start_paused = true)]
async fn the_lobby_lists_public_matches_that_can_be_joined_or_watched() {
    let server = Server::start().await;
    let private = server.create(json!({}), &[], false).await;
    let public = server.create(json!({}), &[], true).await;
    let listed =
        || server.app.lobby.list().matches.iter().map(|m| (m.match_id.clone(), m.status)).collect::<Vec<_>>();
    assert_eq!(listed(), [(public.id().to_string(), Status::Waiting)]);
    public.sit(server.user("Ben")).await.unwrap();
    let (mut anna, _ben) = (server.old(&public, "Anna", 0), server.old(&public, "Ben", 1));
    anna.expect("[3,1,1]").await;
    assert_eq!(listed(), [(public.id().to_string(), Status::Playing)]);
    anna.say("[50,1]");
    anna.until("[2,").await;
    assert_eq!(listed(), []);
    drop(private);
}
