//! Bad messages, repeats, too many of them, lost connections and slow readers.

use std::time::Duration;

use serde_json::Value;
use shared::game::{Audience, Seat};
use tokio::time::{Instant, sleep};

use crate::table::{FLEET, Server, no_clocks};

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
    anna.say("[51,0]");
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
async fn a_peer_that_never_answers_is_gone_after_a_minute() {
    let server = Server::start().await;
    let room = server.match_of_two(no_clocks()).await;
    let mut watcher = server.watch(&room, "Cleo");
    watcher.until("[6,").await;
    let mute = server.connect_mute();
    mute.say(server.join_text(&room, "Anna", Audience::Seat(Seat(0)), Some(0)));
    watcher.until(r#"[8,0,"here"]"#).await;
    let start = Instant::now();
    watcher.until(r#"[8,0,"away"]"#).await;
    assert_eq!(start.elapsed(), Duration::from_mins(1));
}

#[tokio::test(start_paused = true)]
async fn a_slow_reader_gets_a_snapshot_and_no_gap() {
    let server = Server::start().await;
    let room = server.match_of_two(no_clocks()).await;
    let mut watcher = server.watch(&room, "Cleo");
    watcher.until("[6,").await;
    let reading = watcher.stop_reading().await;
    let _players = server.old_players_shooting(&room).await;
    // More comings and goings than an outbox holds; nobody else is slowed down.
    for _ in 0..150 {
        let mut anna = server.resume(&room, "Anna", 0, 0);
        anna.until("[6,").await;
        anna.hang_up();
        sleep(Duration::from_millis(10)).await;
    }
    let mut watcher = reading.go_on();
    let read = watcher.drain(Duration::from_secs(1)).await;
    let told = read.iter().filter(|text| text.starts_with("[8,")).count();
    assert!(told < 300, "nothing was dropped: {told}");
    let last = read.iter().rfind(|text| text.starts_with("[6,")).expect("a snapshot");
    let snapshot: Value = serde_json::from_str(last).unwrap();
    assert_eq!(snapshot[3]["phase"], "playing");
    // After it the conversation goes on as before.
    let _anna = server.resume(&room, "Anna", 0, 0);
    watcher.until(r#"[8,0,"here"]"#).await;
}
