//! Bad messages, repeats, too many of them, lost connections and slow readers.

use std::time::Duration;

use serde_json::{Value, json};
use shared::game::{Audience, Seat};
use tokio::time::{Instant, sleep};

use crate::table::{FLEET, FLEET_CELLS, Server, no_clocks};

#[tokio::test(start_paused = true)]
async fn a_malformed_message_closes_and_costs_nobody_anything() {
    let server = Server::start().await;
    let room = server.match_of_two(no_clocks()).await;
    let (first, mut second) = server.old_players_shooting(&room).await;
    drop(first);
    let before = room.facts();
    for text in [
        "",
        "[",
        "[10]",
        "[10,1,0]",
        "[10,1,0,0,0]",
        "[10,0,0,0]",
        "[10,-1,0,0]",
        "[10,1,0.0,0]",
        "[10,1,1e0,0]",
        "[10,1,null,0]",
        r#"[10,1,"0",0]"#,
        "[10,1,99999999999999999999,0]",
        "[10,18446744073709551616,0,0]",
        "[20,1,\"h\"]",
        "[4]",
        "[4,-1]",
        "[4,null]",
        "[4,5000]",
        "[5]",
        "[50]",
        "[51,256]",
        "[52,1]",
        "[0]",
        "[-1]",
        "[1.5]",
        "[[10]]",
    ] {
        let mut anna = server.resume(&room, "Anna", 0, 0);
        anna.until("[6,").await;
        anna.say(text);
        assert_eq!(anna.closed().await, Some(4002), "{text}");
    }
    let mut anna = server.resume(&room, "Anna", 0, 0);
    anna.until("[6,").await;
    anna.say(server.join_text(&room, "Anna", Audience::Seat(Seat(0)), Some(0)));
    assert_eq!(anna.closed().await, Some(4002), "a second JOIN");
    let mut cleo = server.watch(&room, "Cleo");
    cleo.until("[6,").await;
    cleo.say(server.join_text(&room, "Cleo", Audience::Spectator, Some(0)));
    assert_eq!(cleo.closed().await, Some(4002), "a spectator's second JOIN");
    assert_eq!(room.facts(), before);
    assert_eq!(second.drain(Duration::from_secs(1)).await, Vec::<String>::new());
}

#[tokio::test(start_paused = true)]
async fn too_many_messages_close_the_connection() {
    let server = Server::start().await;
    let room = server.match_of_two(no_clocks()).await;
    let mut anna = server.resume(&room, "Anna", 0, 0);
    anna.until("[6,").await;
    for _ in 0..40 {
        anna.say("[4,0]");
    }
    sleep(Duration::from_secs(1)).await;
    for _ in 0..20 {
        anna.say("[4,0]");
    }
    sleep(Duration::from_millis(1)).await;
    assert!(anna.is_open(), "40 at once and 20 a second are allowed");
    anna.say("[4,0]");
    assert_eq!(anna.closed().await, Some(1008));
}

#[tokio::test(start_paused = true)]
async fn a_repeated_number_changes_nothing_and_a_refused_one_is_dealt_with() {
    let server = Server::start().await;
    let room = server.match_of_two(no_clocks()).await;
    let (mut first, mut second) = server.old_players_shooting(&room).await;
    first.say("[10,5,10,0]");
    assert!(first.next().await.starts_with(r#"[7,5,"off-board","#));
    first.say("[10,5,0,0]");
    first.expect("[4,5]").await;
    first.say("[10,4,0,0]");
    first.expect("[4,5]").await;
    first.say("[10,9,0,0]");
    first.expect("[4,9]").await;
    first.until("[11,4,true,0,0,2]").await;
    first.expect("[3,5,4]").await;
    first.say("[10,9,0,0]");
    first.expect("[4,9]").await;
    second.until("[11,4,false,0,0,2]").await;
    second.expect("[3,5,5]").await;
    second.say("[10,1,0,0]");
    assert!(second.next().await.starts_with(r#"[7,1,"not-your-turn","#));
}

#[tokio::test(start_paused = true)]
async fn the_first_fleet_is_final_and_the_same_again_is_silence() {
    let server = Server::start().await;
    let room = server.match_of_two(no_clocks()).await;
    let (mut anna, mut ben) = (server.old(&room, "Anna", 0), server.old(&room, "Ben", 1));
    anna.expect("[3,1,1]").await;
    anna.say(format!("[5,{}]", FLEET.replace("false,0,0", "false,0,1")));
    let refused = anna.next().await;
    assert!(refused.starts_with(r#"[7,0,"bad-fleet","#), "{refused}");
    anna.say(format!("[5,{FLEET}]"));
    anna.expect("[3,2,3]").await;
    anna.say(format!("[5,{FLEET}]"));
    anna.say(format!("[5,{}]", FLEET.replace("false,0,6", "false,0,8")));
    assert!(anna.next().await.starts_with(r#"[7,0,"already-placed","#));
    ben.until("[3,2,2]").await;
    ben.say("[10,1,0,0]");
    assert!(ben.next().await.starts_with(r#"[7,1,"not-playing","#));
}

#[tokio::test(start_paused = true)]
async fn an_old_client_gets_again_what_it_did_not_acknowledge_and_nothing_else() {
    let server = Server::start().await;
    let room = server.match_of_two(no_clocks()).await;
    let (mut anna, ben) = (server.old(&room, "Anna", 0), server.old(&room, "Ben", 1));
    anna.expect("[3,1,1]").await;
    anna.say(format!("[5,{FLEET}]"));
    anna.expect("[3,2,3]").await;
    anna.say("[4,1]");
    anna.say("[4,0]");
    let mut again = server.old(&room, "Anna", 0);
    again.expect("[3,2,3]").await;
    assert_eq!(again.drain(Duration::from_secs(1)).await, Vec::<String>::new());
    drop(ben);
}

#[tokio::test(start_paused = true)]
async fn a_resuming_client_gets_what_it_missed_or_else_a_snapshot() {
    let server = Server::start().await;
    let room = server.match_of_two(no_clocks()).await;
    let (_first, _second) = server.old_players_shooting(&room).await;
    let mut anna = server.resume(&room, "Anna", 0, 1);
    anna.expect("[4,0]").await;
    anna.expect("[3,2,3]").await;
    assert!(anna.next().await.starts_with("[3,3,"));
    anna.expect(r#"[8,0,"here"]"#).await;
    let mut future = server.resume(&room, "Anna", 0, 77);
    future.expect("[4,0]").await;
    assert!(future.next().await.starts_with("[6,3,0,{"));
    future.say("[4,3]");
    let mut forgotten = server.resume(&room, "Anna", 0, 1);
    forgotten.expect("[4,0]").await;
    assert!(forgotten.next().await.starts_with("[6,3,0,{"), "2 and 3 are acknowledged and gone");
}

#[tokio::test(start_paused = true)]
async fn a_peer_is_gone_a_minute_after_its_last_sign_of_life() {
    let server = Server::start().await;
    let room = server.match_of_two(no_clocks()).await;
    let mut watcher = server.watch(&room, "Cleo");
    watcher.until("[6,").await;
    // A ping comes every 20 seconds.
    for (pongs, seconds) in [(0, 60), (1, 80), (2, 100)] {
        let peer = server.connect_falling_silent(pongs);
        peer.say(server.join_text(&room, "Anna", Audience::Seat(Seat(0)), Some(0)));
        watcher.until(r#"[8,0,"here"]"#).await;
        let start = Instant::now();
        watcher.until(r#"[8,0,"away"]"#).await;
        assert_eq!(start.elapsed(), Duration::from_secs(seconds), "after {pongs} answers");
    }
}

/// A page does not see pings.
#[tokio::test(start_paused = true)]
async fn a_client_that_is_told_nothing_for_20_seconds_hears_that_the_line_is_alive() {
    let server = Server::start().await;
    let room = server.match_of_two(no_clocks()).await;
    let mut old = server.old(&room, "Ben", 1);
    let mut anna = server.resume(&room, "Anna", 0, 0);
    let mut cleo = server.watch(&room, "Cleo");
    sleep(Duration::from_secs(15)).await;
    for peer in [&mut anna, &mut cleo, &mut old] {
        peer.drain(Duration::ZERO).await;
    }
    // It counts from what was said last.
    anna.say("[51,0]");
    anna.expect("[51,0,0]").await;
    cleo.expect("[51,0,0]").await;
    for _ in 0..20 {
        let start = Instant::now();
        anna.expect("[4,0]").await;
        cleo.expect("[4,0]").await;
        assert_eq!(start.elapsed(), Duration::from_secs(20));
    }
    assert_eq!(old.drain(Duration::ZERO).await, Vec::<String>::new(), "an old client knows nothing of it");
}

/// Reads on from `last`: numbers follow each other, or a snapshot says from where on. Returns the last one.
fn without_a_gap(last: u64, read: &[String]) -> u64 {
    read.iter().fold(last, |last, text| {
        let message: Value = serde_json::from_str(text).unwrap();
        match message[0].as_u64() {
            Some(6) => message[1].as_u64().unwrap(),
            Some(2 | 3 | 11 | 12) => {
                assert_eq!(message[1], last + 1, "{text}");
                last + 1
            }
            _ => last,
        }
    })
}

/// It still speaks, so that nothing else tells that it is gone.
#[tokio::test(start_paused = true)]
async fn a_peer_that_does_not_read_on_for_20_seconds_is_gone() {
    let server = Server::start().await;
    let room = server.match_of_two(no_clocks()).await;
    let (mut anna, mut ben) = (server.resume(&room, "Anna", 0, 0), server.resume(&room, "Ben", 1, 0));
    for peer in [&mut anna, &mut ben] {
        peer.drain(Duration::from_secs(1)).await;
    }
    let anna = anna.stop_reading().await;
    for _ in 0..5 {
        ben.say("[51,0]");
        ben.expect("[51,1,0]").await;
        anna.say("[4,0]");
        assert_eq!(ben.drain(Duration::from_secs(1)).await, Vec::<String>::new());
    }
    let heard = ben.drain(Duration::from_secs(20)).await;
    assert!(heard.contains(&r#"[8,0,"away"]"#.to_owned()), "{heard:?}");
}

#[tokio::test(start_paused = true)]
async fn a_slow_reader_gets_a_snapshot_and_no_gap() {
    let server = Server::start().await;
    let room =
        server.match_of_two(json!({"starter": 1, "placement_seconds": null, "shot_seconds": null})).await;
    let _old = server.old_players_shooting(&room).await;
    let (cleo, anna) = (server.watch(&room, "Cleo"), server.resume(&room, "Anna", 0, 0));
    let mut readers = Vec::new();
    for (who, mut peer) in [("spectator", cleo), ("player", anna)] {
        let last = without_a_gap(0, &[peer.until("[6,").await]);
        readers.push((who, last, peer.stop_reading().await));
    }
    // More comings and goings than an outbox holds, and shots in between; nobody else is slowed down.
    for (n, (x, y)) in (1..).zip(FLEET_CELLS).take(5) {
        for _ in 0..40 {
            let mut ben = server.resume(&room, "Ben", 1, 0);
            ben.until("[6,").await;
            ben.say(format!("[10,{n},{x},{y}]"));
            ben.until(&format!("[4,{n}]")).await;
            ben.hang_up();
            sleep(Duration::from_millis(10)).await;
        }
    }
    let mut peers = Vec::new();
    for (who, last, reading) in readers {
        let mut peer = reading.go_on();
        let read = peer.drain(Duration::from_secs(1)).await;
        let told = read.iter().filter(|text| text.starts_with("[8,")).count();
        assert!(told < 300, "nothing was dropped for the {who}: {told}");
        assert!(read.iter().any(|text| text.starts_with("[6,")), "a snapshot for the {who}");
        peers.push((who, without_a_gap(last, &read), peer));
    }
    // After it the conversation goes on as before.
    let (x, y) = FLEET_CELLS[5];
    let ben = server.resume(&room, "Ben", 1, 0);
    ben.say(format!("[10,6,{x},{y}]"));
    for (who, last, mut peer) in peers {
        let read = peer.drain(Duration::from_secs(1)).await;
        // A STATE is for players.
        let told = if who == "player" { 2 } else { 1 };
        assert_eq!(without_a_gap(last, &read), last + told, "{who}");
    }
}
