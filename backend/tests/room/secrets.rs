//! What nobody may learn before the end.

use std::sync::Arc;
use std::time::Duration;

use backend::room::Settings;
use backend::store::Store as _;
use serde_json::Value;
use shared::game::Level;
use tokio::time::sleep;

use crate::memory_store::MemoryStore;
use crate::table::{FLEET, Server, no_clocks};

/// Captures whole matches against a bot over many seeds: before the end nothing names a cell of a ship that floats.
#[tokio::test(start_paused = true)]
async fn no_frame_gives_a_floating_ship_away() {
    let settings = Settings { bot_pause: Duration::ZERO, ..Settings::default() };
    let store = Arc::new(MemoryStore::default());
    let server = Server::with(store.clone(), settings).await;
    for _ in 0..40 {
        let room = server.create(no_clocks(), &[Level::Medium], true).await;
        let mut watcher = server.watch(&room, "Cleo");
        watcher.until("[6,").await;
        let mut anna = server.resume(&room, "Anna", 0, 0);
        anna.until("[3,1,1]").await;
        anna.say(format!("[5,{FLEET}]"));
        let secret = store.load_match(room.id()).await.unwrap().unwrap().setup.seed.to_string();
        let mut seen: Vec<String> = Vec::new();
        let mut n = 0;
        let fleet = loop {
            let text = anna.next().await;
            if text.starts_with("[12,") {
                break serde_json::from_str::<Value>(&text).unwrap();
            }
            // Cell by cell in reading order; those known already are refused, and the next one is tried.
            let my_turn = text.starts_with("[3,") && text.ends_with(",4]");
            // Every now and then the page is loaded anew, and begins with a snapshot.
            if my_turn && n % 7 == 3 {
                anna = server.resume(&room, "Anna", 0, 0);
                seen.push(anna.until("[6,").await);
            }
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
        let mut snapshots = 0;
        for text in &seen {
            let message: Value = serde_json::from_str(text).unwrap();
            let op = message[0].as_u64().unwrap();
            assert!([3, 4, 6, 7, 8, 9, 11].contains(&op), "{text}");
            if op == 6 {
                snapshots += 1;
                assert_eq!(message[3]["boards"][1]["fleet"], Value::Null, "{text}");
            }
            let most = match op {
                11 => 6,
                6 | 7 => 4,
                _ => 3,
            };
            assert!(message.as_array().unwrap().len() <= most, "{text}");
            assert!(!text.contains(&secret), "{text}");
        }
        assert!(snapshots > 0, "the page was loaded anew");
        let plan: Vec<Value> = fleet.as_array().unwrap()[3..].to_vec();
        let told = watcher.drain(Duration::from_secs(1)).await;
        let end = told.iter().position(|text| text.starts_with("[12,")).expect("the fleets at the end");
        for text in &told[..end] {
            let message: Value = serde_json::from_str(text).unwrap();
            assert!([3, 4, 6, 8, 9, 11].contains(&message[0].as_u64().unwrap()), "{text}");
            assert!(!text.contains(&secret), "{text}");
            if message[0] == 6 {
                assert_eq!(message[3]["boards"][0]["fleet"], Value::Null, "{text}");
                assert_eq!(message[3]["boards"][1]["fleet"], Value::Null, "{text}");
            }
            assert!(!text.contains(&serde_json::to_string(&plan).unwrap()[1..60]), "{text}");
        }
    }
}
