//! What must not go wrong when something does: bad messages, repeats, lost connections, slow readers, a store that
//! fails, a server that is killed.

#[path = "support/memory_store.rs"]
mod memory_store;
#[path = "support/table.rs"]
#[allow(dead_code)]
mod table;

use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};
use std::time::Duration;

use async_trait::async_trait;
use backend::ids::{Code, MatchId, UserId};
use backend::room::{Room, Settings};
use backend::store::{Append, Created, NewMatch, Store, StoreError, StoredMatch, User};
use memory_store::MemoryStore;
use serde_json::{Value, json};
use shared::api::Status;
use shared::game::{Audience, Level, Seat};
use table::{FLEET, FLEET_CELLS, Server};
use tokio::time::{Instant, sleep};

async fn server() -> Server {
    Server::over(Arc::new(MemoryStore::default())).await
}

fn no_clocks() -> Value {
    json!({"placement_seconds": null, "shot_seconds": null})
}

// ---- before JOIN ------------------------------------------------------------------------------------------------------

#[tokio::test(start_paused = true)]
async fn a_connection_that_says_nothing_is_closed_after_ten_seconds() {
    let server = server().await;
    let start = Instant::now();
    assert_eq!(server.connect().closed().await, Some(4001));
    assert_eq!(start.elapsed(), Duration::from_secs(10));
}

#[tokio::test(start_paused = true)]
async fn the_first_message_decides() {
    let server = server().await;
    let room = server.match_of_two(no_clocks()).await;
    let good = server.join_text(&room, "Anna", Audience::Seat(Seat(0)), Some(0));
    let [_, game, user, _]: [Value; 4] = serde_json::from_str(&good).unwrap();
    let for_spectator = server.app.tokens.issue_game(room.id(), &server.user("Anna").id, Audience::Spectator);
    let other_match = server.app.tokens.issue_game(
        &MatchId("nowhere".to_owned()),
        &server.user("Anna").id,
        Audience::Seat(Seat(0)),
    );
    let wrong_seat =
        server.app.tokens.issue_game(room.id(), &server.user("Anna").id, Audience::Seat(Seat(1)));
    let no_seat = server.app.tokens.issue_game(room.id(), &server.user("Anna").id, Audience::Seat(Seat(200)));
    let bens = server.app.tokens.issue_user(&server.user("Ben").id);
    for (text, code) in [
        ("hello".to_owned(), 4002),
        ("{}".to_owned(), 4002),
        ("[]".to_owned(), 4002),
        ("null".to_owned(), 4002),
        (r#"["1"]"#.to_owned(), 4002),
        ("[4,0]".to_owned(), 4001),
        ("[10,1,0,0]".to_owned(), 4001),
        ("[99]".to_owned(), 4001),
        (json!([1]).to_string(), 4002),
        (json!([1, game, user, 0, 0]).to_string(), 4002),
        (json!([1, game, user, -1]).to_string(), 4002),
        (json!([1, game, user, null]).to_string(), 4002),
        (json!([1, game, 7]).to_string(), 4002),
        (json!([1, "forged", user]).to_string(), 4003),
        (json!([1, user, user]).to_string(), 4003),
        (json!([1, other_match, user]).to_string(), 4003),
        (json!([1, game, "forged"]).to_string(), 4004),
        (json!([1, game, game]).to_string(), 4004),
        (json!([1, game, bens]).to_string(), 4004),
        (json!([1, wrong_seat, user]).to_string(), 4004),
        (json!([1, no_seat, user]).to_string(), 4004),
        (json!([1, for_spectator, bens]).to_string(), 4004),
    ] {
        let mut peer = server.connect();
        peer.say(&text);
        assert_eq!(peer.closed().await, Some(code), "{text}");
    }
    let mut binary = server.connect();
    binary.say_binary();
    assert_eq!(binary.closed().await, Some(4002));
}

#[tokio::test(start_paused = true)]
async fn tokens_expire() {
    let server = server().await;
    let room = server.match_of_two(json!({"join_seconds": 10})).await;
    let text = server.join_text(&room, "Anna", Audience::Seat(Seat(0)), Some(0));
    sleep(backend::token::GAME_TOKEN_LIFE).await;
    let mut late = server.connect();
    late.say(text);
    assert_eq!(late.closed().await, Some(4003));
}

// ---- after JOIN -------------------------------------------------------------------------------------------------------

#[tokio::test(start_paused = true)]
async fn a_malformed_message_closes_and_costs_nobody_anything() {
    let server = server().await;
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
    let server = server().await;
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
    let server = server().await;
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
    let server = server().await;
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
    let server = server().await;
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
    let server = server().await;
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
    let server = server().await;
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
    let server = server().await;
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

// ---- the server ends, or its store fails ------------------------------------------------------------------------------

#[tokio::test(start_paused = true)]
async fn a_server_that_goes_down_says_so() {
    let server = server().await;
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
    let server = server().await;
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

/// A store that does as it is told: 0 works, 1 fails, 2 panics.
struct Moody {
    inner: MemoryStore,
    mood: AtomicU8,
}

impl Moody {
    fn new() -> Arc<Self> {
        Arc::new(Self { inner: MemoryStore::default(), mood: AtomicU8::new(0) })
    }

    fn set(&self, mood: u8) {
        self.mood.store(mood, Ordering::SeqCst);
    }
}

#[async_trait]
impl Store for Moody {
    async fn create_user(&self, user: User) -> Result<(), StoreError> {
        self.inner.create_user(user).await
    }
    async fn user(&self, id: &UserId) -> Result<Option<User>, StoreError> {
        self.inner.user(id).await
    }
    async fn rename_user(&self, id: &UserId, name: &str) -> Result<(), StoreError> {
        self.inner.rename_user(id, name).await
    }
    async fn create_match(&self, new: NewMatch) -> Result<Created, StoreError> {
        self.inner.create_match(new).await
    }
    async fn append(&self, append: Append) -> Result<(), StoreError> {
        match self.mood.load(Ordering::SeqCst) {
            0 => self.inner.append(append).await,
            1 => Err(StoreError::Unavailable("the disk is full".to_owned())),
            _ => panic!("a fault of the store"),
        }
    }
    async fn match_by_code(&self, code: &Code) -> Result<Option<MatchId>, StoreError> {
        self.inner.match_by_code(code).await
    }
    async fn load_match(&self, id: &MatchId) -> Result<Option<StoredMatch>, StoreError> {
        self.inner.load_match(id).await
    }
    async fn live_matches(&self) -> Result<Vec<StoredMatch>, StoreError> {
        self.inner.live_matches().await
    }
    async fn probe(&self) -> Result<(), StoreError> {
        self.inner.probe().await
    }
}

#[tokio::test(start_paused = true)]
async fn what_can_not_be_written_is_refused_and_changes_nothing() {
    let store = Moody::new();
    let server = Server::over(store.clone()).await;
    let room = server.match_of_two(no_clocks()).await;
    let (mut first, mut second) = server.old_players_shooting(&room).await;
    store.set(1);
    first.say("[10,1,0,0]");
    assert!(first.next().await.starts_with(r#"[7,1,"not-saved","#));
    assert_eq!(second.drain(Duration::from_secs(1)).await, Vec::<String>::new());
    store.set(0);
    // The action was not dealt with: the same number may be tried again.
    first.say("[10,1,0,0]");
    first.expect("[4,1]").await;
    first.expect("[11,4,true,0,0,2]").await;
}

#[tokio::test(start_paused = true)]
async fn a_clock_that_can_not_be_written_is_tried_again() {
    let store = Moody::new();
    let server = Server::over(store.clone()).await;
    let room = server.match_of_two(json!({"shot_seconds": 30})).await;
    let (mut first, _second) = server.old_players_shooting(&room).await;
    store.set(1);
    sleep(Duration::from_secs(40)).await;
    assert_eq!(first.drain(Duration::ZERO).await, Vec::<String>::new());
    store.set(0);
    first.expect("[3,4,5]").await;
}

#[tokio::test(start_paused = true)]
async fn a_panic_ends_one_room_which_is_opened_again() {
    let store = Moody::new();
    let server = Server::over(store.clone()).await;
    let other = server.match_of_two(no_clocks()).await;
    let (mut calm, _) = server.old_players_shooting(&other).await;
    let room = server.match_of_two(no_clocks()).await;
    let (mut first, mut second) = server.old_players_shooting(&room).await;
    store.set(2);
    first.say("[10,1,0,0]");
    assert_eq!(first.closed().await, Some(1011));
    assert_eq!(second.closed().await, Some(1011));
    store.set(0);
    let mut anna = server.resume(&room, "Anna", 0, 0);
    let snapshot: Value = serde_json::from_str(&anna.until("[6,").await).unwrap();
    assert_eq!(snapshot[3]["phase"], "playing");
    calm.say("[10,1,0,0]");
    calm.expect("[4,1]").await;
    assert_eq!(other.facts().status, Status::Playing);
}

// ---- secrets ----------------------------------------------------------------------------------------------------------

/// Captures whole matches against a bot over many seeds: before the end nothing names a cell of a ship that floats.
#[tokio::test(start_paused = true)]
async fn no_frame_gives_a_floating_ship_away() {
    let settings = Settings { bot_pause: Duration::ZERO, ..Settings::default() };
    let server = Server::with(Arc::new(MemoryStore::default()), settings).await;
    for _ in 0..10 {
        let room = server.create(no_clocks(), &[Level::Medium], true).await;
        let mut watcher = server.watch(&room, "Cleo");
        watcher.until("[6,").await;
        let mut anna = server.resume(&room, "Anna", 0, 0);
        anna.until("[3,1,1]").await;
        anna.say(format!("[5,{FLEET}]"));
        let mut seen: Vec<String> = Vec::new();
        let mut n = 0;
        let fleet = loop {
            let text = anna.next().await;
            if text.starts_with("[12,") {
                break serde_json::from_str::<Value>(&text).unwrap();
            }
            // Cell by cell in reading order; those known already are refused, and the next one is tried.
            let my_turn = text.starts_with("[3,") && text.ends_with(",4]");
            if my_turn || text.starts_with("[7,") {
                let (x, y) = (n % 10, n / 10 % 10);
                n += 1;
                anna.say(format!("[10,{n},{x},{y}]"));
            }
            seen.push(text);
            // The rate of messages is limited.
            sleep(Duration::from_millis(60)).await;
        };
        // Up to the end a player is sent: numbers, states, results of shots, presence, clocks. Nothing else, and in a
        // snapshot the other fleet is null.
        for text in &seen {
            let message: Value = serde_json::from_str(text).unwrap();
            let op = message[0].as_u64().unwrap();
            assert!([3, 4, 7, 8, 9, 11].contains(&op), "{text}");
            let most = match op {
                11 => 6,
                7 => 4,
                _ => 3,
            };
            assert!(message.as_array().unwrap().len() <= most, "{text}");
            assert!(!text.contains(&room.facts().seed_hash));
        }
        let plan: Vec<Value> = fleet.as_array().unwrap()[3..].to_vec();
        let told = watcher.drain(Duration::from_secs(1)).await;
        let end = told.iter().position(|text| text.starts_with("[12,")).expect("the fleets at the end");
        for text in &told[..end] {
            let message: Value = serde_json::from_str(text).unwrap();
            if message[0] == 6 {
                assert_eq!(message[3]["boards"][0]["fleet"], Value::Null, "{text}");
                assert_eq!(message[3]["boards"][1]["fleet"], Value::Null, "{text}");
            }
            assert!(!text.contains(&serde_json::to_string(&plan).unwrap()[1..60]), "{text}");
        }
    }
}
