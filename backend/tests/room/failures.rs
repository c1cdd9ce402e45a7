//! The server ends or is killed, or its store fails.

use std::sync::Arc;
use std::time::Duration;

use backend::room::{CreateMatch, Room, Settings};
use backend::store::{Append, NewEntry, Store as _};
use serde_json::{Value, json};
use shared::api::Status;
use shared::catalogue::GameId;
use shared::game::{Entry, Seat};
use shared::sea_battle::Action;
use tokio::time::{Instant, sleep};

use crate::faulty_store::{FaultyStore, Mood};
use crate::memory_store::MemoryStore;
use crate::table::{FLEET, FLEET_CELLS, Server, no_clocks};

#[tokio::test(start_paused = true)]
async fn a_server_that_goes_down_says_so() {
    let server = Server::start().await;
    let room = server.match_of_two(no_clocks()).await;
    let mut anna = server.resume(&room, "Anna", 0, 0);
    anna.until("[6,").await;
    let mut newcomer = server.connect();
    server.app.going_down.cancel();
    assert_eq!(anna.closed().await, Some(1001));
    assert_eq!(newcomer.closed().await, Some(1001));
    server.app.rooms.ended().await;
}

/// Plays `shots` of Ben, who begins, kills the server, and returns the next one over the same store.
async fn killed_after(store: &Arc<MemoryStore>, shots: usize) -> (Server, Room) {
    let server = Server::over(store.clone()).await;
    let room =
        server.match_of_two(json!({"starter": 1, "placement_seconds": null, "shot_seconds": null})).await;
    let (mut ben, _anna) = server.old_players_shooting(&room).await;
    for (n, (x, y)) in (1..).zip(FLEET_CELLS).take(shots) {
        ben.say(format!("[10,{n},{x},{y}]"));
        ben.until(&format!("[4,{n}]")).await;
    }
    // What is in the memory of the first server is never looked at again.
    let next = Server::over(store.clone()).await;
    let room = next.app.rooms.find(room.id().as_str()).await.unwrap().unwrap();
    (next, room)
}

#[tokio::test(start_paused = true)]
async fn a_killed_server_goes_on_where_it_was_with_the_same_numbers() {
    let store = Arc::new(MemoryStore::default());
    let (server, room) = killed_after(&store, 3).await;
    let mut ben = server.resume(&room, "Ben", 1, 7);
    ben.expect("[4,3]").await;
    ben.expect("[11,8,true,4,0,2]").await;
    ben.until("[3,9,4]").await;
    ben.say("[10,3,9,9]");
    ben.until("[4,3]").await;
    ben.say("[10,4,6,0]");
    ben.until("[11,10,true,6,0,2]").await;
    // An old client is told everything again: acknowledgements are forgotten.
    let mut anna = server.old(&room, "Anna", 0);
    anna.expect("[3,1,1]").await;
    anna.expect("[3,2,3]").await;
}

#[tokio::test(start_paused = true)]
async fn clocks_start_anew_after_a_restart() {
    let store = Arc::new(MemoryStore::default());
    let server = Server::over(store.clone()).await;
    let room = server.match_of_two(json!({"shot_seconds": 30})).await;
    let (_first, _second) = server.old_players_shooting(&room).await;
    sleep(Duration::from_secs(29)).await;
    server.app.going_down.cancel();
    let next = Server::over(store).await;
    let room = next.app.rooms.find(room.id().as_str()).await.unwrap().unwrap();
    let mut watcher = next.watch(&room, "Cleo");
    let clock: Value = serde_json::from_str(&watcher.until("[9,").await).unwrap();
    assert_eq!(clock[2], 30_000);
}

#[tokio::test(start_paused = true)]
async fn an_old_client_after_a_new_one_is_told_again_what_was_dropped() {
    let server = Server::start().await;
    let room = server.match_of_two(no_clocks()).await;
    let (mut first, mut second) = server.old_players_shooting(&room).await;
    // Both shoot water, turn by turn: over 256 messages a seat, and the one in seat 0 knows snapshots.
    let water: Vec<(u8, u8)> = (0..10)
        .flat_map(|y| (0..10).map(move |x| (x, y)))
        .filter(|cell| !FLEET_CELLS.contains(cell))
        .collect();
    let mut seq = 4;
    for (n, (x, y)) in (1..).zip(water) {
        for shooter in [&mut first, &mut second] {
            shooter.say(format!("[10,{n},{x},{y}]"));
            shooter.until(&format!("[11,{seq},true,{x},{y},0]")).await;
            seq += 2;
            // The rate of messages is limited.
            sleep(Duration::from_millis(100)).await;
        }
        for reader in [&mut first, &mut second] {
            reader.until(&format!("[3,{},", seq - 1)).await;
        }
    }
    assert!(seq > 256);
    let mut anna = server.resume(&room, "Anna", 0, 1);
    anna.until("[6,").await;
    let mut old = server.old(&room, "Anna", 0);
    old.expect("[3,1,1]").await;
    old.until(&format!("[3,{},", seq - 1)).await;
}

#[tokio::test(start_paused = true)]
async fn what_can_not_be_written_is_refused_and_changes_nothing() {
    let store = FaultyStore::new(Arc::new(MemoryStore::default()));
    let server = Server::over(store.clone()).await;
    let room = server.match_of_two(no_clocks()).await;
    let (mut first, mut second) = server.old_players_shooting(&room).await;
    store.set(Mood::DiskFull);
    first.say("[10,1,0,0]");
    assert!(first.next().await.starts_with(r#"[7,1,"not-saved","#));
    assert_eq!(second.drain(Duration::from_secs(1)).await, Vec::<String>::new());
    store.set(Mood::Works);
    // The action was not dealt with: the same number may be tried again.
    first.say("[10,1,0,0]");
    first.expect("[4,1]").await;
    first.expect("[11,4,true,0,0,2]").await;
}

#[tokio::test(start_paused = true)]
async fn a_clock_that_can_not_be_written_is_tried_again() {
    let store = FaultyStore::new(Arc::new(MemoryStore::default()));
    let server = Server::over(store.clone()).await;
    let room = server.match_of_two(json!({"shot_seconds": 30})).await;
    let (mut first, _second) = server.old_players_shooting(&room).await;
    store.set(Mood::DiskFull);
    sleep(Duration::from_secs(40)).await;
    assert_eq!(first.drain(Duration::ZERO).await, Vec::<String>::new());
    store.set(Mood::Works);
    first.expect("[3,4,5]").await;
}

#[tokio::test(start_paused = true)]
async fn a_panic_ends_one_room_which_is_opened_again() {
    let store = FaultyStore::new(Arc::new(MemoryStore::default()));
    let server = Server::over(store.clone()).await;
    let other = server.match_of_two(no_clocks()).await;
    let (mut calm, _) = server.old_players_shooting(&other).await;
    let room = server.match_of_two(no_clocks()).await;
    let (mut first, mut second) = server.old_players_shooting(&room).await;
    store.set(Mood::Panics);
    first.say("[10,1,0,0]");
    assert_eq!(first.closed().await, Some(1011));
    assert_eq!(second.closed().await, Some(1011));
    store.set(Mood::Works);
    let mut anna = server.resume(&room, "Anna", 0, 0);
    let snapshot: Value = serde_json::from_str(&anna.until("[6,").await).unwrap();
    assert_eq!(snapshot[3]["phase"], "playing");
    calm.say("[10,1,0,0]");
    calm.expect("[4,1]").await;
    assert_eq!(other.facts().status, Status::Playing);
}

/// A number that is taken means that somebody else writes to the match: the room is not to be trusted any more.
#[tokio::test(start_paused = true)]
async fn a_room_that_knows_less_than_the_disk_is_opened_again() {
    let store = FaultyStore::new(Arc::new(MemoryStore::default()));
    let server = Server::over(store.clone()).await;
    let room = server.match_of_two(no_clocks()).await;
    let (mut first, mut second) = server.old_players_shooting(&room).await;
    store.set(Mood::Conflict);
    first.say("[10,1,0,0]");
    assert!(first.next().await.starts_with(r#"[7,1,"not-saved","#));
    assert_eq!(first.closed().await, Some(1011));
    assert_eq!(second.closed().await, Some(1011));
    store.set(Mood::Works);
    assert!(!room.is_running());
    let mut anna = server.resume(&room, "Anna", 0, 0);
    let snapshot: Value = serde_json::from_str(&anna.until("[6,").await).unwrap();
    assert_eq!(snapshot[3]["phase"], "playing");
}

#[tokio::test(start_paused = true)]
async fn a_fleet_or_a_resignation_that_can_not_be_written_is_refused() {
    let store = FaultyStore::new(Arc::new(MemoryStore::default()));
    let server = Server::over(store.clone()).await;
    let room = server.match_of_two(no_clocks()).await;
    let (mut anna, mut ben) = (server.old(&room, "Anna", 0), server.old(&room, "Ben", 1));
    anna.expect("[3,1,1]").await;
    ben.expect("[3,1,1]").await;
    store.set(Mood::DiskFull);
    anna.say(format!("[5,{FLEET}]"));
    assert!(anna.next().await.starts_with(r#"[7,0,"not-saved","#));
    ben.say("[50,1]");
    assert!(ben.next().await.starts_with(r#"[7,1,"not-saved","#));
    store.set(Mood::Works);
    anna.say(format!("[5,{FLEET}]"));
    anna.expect("[3,2,3]").await;
    ben.expect("[3,2,2]").await;
    ben.say("[50,1]");
    anna.until("[2,").await;
}

#[tokio::test(start_paused = true)]
async fn a_rematch_that_can_not_be_made_is_asked_for_again() {
    let store = FaultyStore::new(Arc::new(MemoryStore::default()));
    let server = Server::over(store.clone()).await;
    let room = server.match_of_two(no_clocks()).await;
    let (mut anna, mut ben) = (server.resume(&room, "Anna", 0, 0), server.resume(&room, "Ben", 1, 0));
    ben.until("[3,1,1]").await;
    ben.say("[50,1]");
    anna.until("[2,").await;
    ben.until("[2,").await;
    for mood in [Mood::DiskFull, Mood::Works] {
        store.set(mood);
        anna.say("[52]");
        ben.until("[52,0,null]").await;
        ben.say("[52]");
        if mood == Mood::DiskFull {
            // Whoever asked first has to know as well: that wish is gone too.
            anna.until(r#"[7,0,"not-saved","#).await;
            ben.until(r#"[7,0,"not-saved","#).await;
        }
    }
    assert_eq!(anna.closed().await, Some(1000), "there is another match");
}

#[tokio::test(start_paused = true)]
async fn a_beginning_that_can_not_be_written_is_tried_again() {
    let store = FaultyStore::new(Arc::new(MemoryStore::default()));
    let server = Server::over(store.clone()).await;
    let room = server.match_of_two(json!({"join_seconds": 60})).await;
    let mut anna = server.old(&room, "Anna", 0);
    sleep(Duration::from_secs(1)).await;
    store.set(Mood::DiskFull);
    let mut ben = server.old(&room, "Ben", 1);
    assert_eq!(ben.drain(Duration::from_secs(5)).await, Vec::<String>::new());
    store.set(Mood::Works);
    anna.expect("[3,1,1]").await;
    ben.expect("[3,1,1]").await;
    // Both are here: nobody is waited for any more.
    assert_eq!(anna.drain(Duration::from_mins(1)).await, Vec::<String>::new());
}

#[tokio::test(start_paused = true)]
async fn who_can_not_be_let_in_is_told_to_come_again() {
    let store = FaultyStore::new(Arc::new(MemoryStore::default()));
    let server = Server::over(store.clone()).await;
    let room = server.match_of_two(no_clocks()).await;
    let (first, _second) = server.old_players_shooting(&room).await;
    let mut anna = server.resume(&room, "Anna", 0, 0);
    anna.until("[6,").await;
    store.set(Mood::Conflict);
    first.say("[10,1,0,0]");
    anna.say("[10,1,0,0]");
    assert_eq!(anna.closed().await, Some(1011), "the room is gone");

    store.set(Mood::Unreadable);
    let mut anna = server.resume(&room, "Anna", 0, 0);
    assert_eq!(anna.closed_without_a_word().await, Some(1011));

    store.set(Mood::Stalls);
    let start = Instant::now();
    let mut anna = server.resume(&room, "Anna", 0, 0);
    assert_eq!(
        anna.closed_without_a_word().await,
        Some(1011),
        "4001 would be final, and is no fault of hers"
    );
    assert_eq!(start.elapsed(), Duration::from_secs(20));

    store.set(Mood::Works);
    server.resume(&room, "Anna", 0, 0).until("[6,").await;
}

/// The server answers before its matches are back, and whoever was thrown out comes back at once.
#[tokio::test(start_paused = true)]
async fn who_comes_before_the_matches_are_back_is_in_the_one_room_of_the_match() {
    let memory = Arc::new(MemoryStore::default());
    let before = Server::over(memory.clone()).await;
    let room = before.match_of_two(no_clocks()).await;
    let _players = before.old_players_shooting(&room).await;
    before.app.going_down.cancel();
    before.app.rooms.ended().await;

    let store = FaultyStore::gated(memory);
    let server = Server::not_restored(store.clone(), Settings::default()).await;
    let rooms = server.app.rooms.clone();
    let restoring = tokio::spawn(async move { rooms.restore().await });
    sleep(Duration::from_secs(1)).await;
    let mut anna = server.resume(&room, "Anna", 0, 0);
    anna.until("[6,").await;
    store.open();
    assert_eq!(restoring.await.unwrap(), Ok(1));
    let _ben = server.resume(&room, "Ben", 1, 0);
    anna.until(r#"[8,1,"here"]"#).await;
    assert_eq!(server.app.rooms.len(), 1);
}

#[tokio::test(start_paused = true)]
async fn equal_requests_at_once_share_one_room() {
    let store = FaultyStore::new(Arc::new(MemoryStore::default()));
    let server = Server::over(store.clone()).await;
    store.set(Mood::MakerHearsLate);
    let request = CreateMatch {
        game: GameId::SeaBattle,
        options: json!({}),
        bots: Vec::new(),
        public: false,
        creator: server.user("Anna"),
        idempotency_key: Some("twice".to_owned()),
    };
    let rooms = &server.app.rooms;
    let (one, other) = tokio::join!(rooms.create(request.clone()), rooms.create(request));
    let (one, other) = (one.unwrap(), other.unwrap());
    one.sit(server.user("Ben")).await.unwrap();
    assert_eq!(other.facts(), one.facts());
    assert_eq!(rooms.len(), 1);
}

/// One match whose record nobody can read is no reason to keep the others from being played.
#[tokio::test(start_paused = true)]
async fn a_record_that_makes_the_server_panic_is_left_on_disk() {
    let store = Arc::new(MemoryStore::default());
    let before = Server::over(store.clone()).await;
    let (good, bad) = (before.match_of_two(no_clocks()).await, before.match_of_two(no_clocks()).await);
    before.app.going_down.cancel();
    before.app.rooms.ended().await;
    let entry = serde_json::to_string(&Entry::<Action>::Started).unwrap();
    // No match has that many seats.
    let entry = NewEntry { at: 0, entry, action: Some((Seat(200), 1)) };
    let (seat, outcome, results) = (None, None, Vec::new());
    let append = Append { match_id: bad.id().clone(), index: 2, entry, seat, outcome, results };
    store.append(append).await.unwrap();

    let server = Server::over(store).await;
    assert_eq!(server.app.rooms.len(), 1);
    server.resume(&good, "Anna", 0, 0).until("[6,").await;
    let mut anna = server.resume(&bad, "Anna", 0, 0);
    assert_eq!(anna.closed_without_a_word().await, Some(1011));
}
