//! Tables of OneCard: begun with empty seats, played on by bots for those who are away, never telling a hidden card.

use std::sync::Arc;
use std::time::Duration;

use backend::room::{Room, StartError};
use serde_json::{Value, json};
use shared::api::Status;
use shared::catalogue::GameId;
use shared::game::{Level, Seat};
use tokio::time::Instant;

use crate::faulty_store::{FaultyStore, Mood};
use crate::memory_store::MemoryStore;
use crate::table::{Peer, Server};

const NAMES: [&str; 3] = ["Anna", "Ben", "Cleo"];

/// Options of a table of three without a clock for turns.
fn three() -> Value {
    json!({"players": 3, "turn_seconds": null})
}

async fn table(server: &Server, options: Value, bots: &[Level]) -> Room {
    server.create_of(GameId::OneCard, options, bots, false).await
}

/// A table of three at which all sit.
async fn all_sit(server: &Server, options: Value) -> (Room, [Peer; 3]) {
    let room = table(server, options, &[]).await;
    for name in &NAMES[1..] {
        room.sit(server.user(name)).await.unwrap();
    }
    let mut seat = 0;
    let peers = NAMES.map(|name| {
        seat += 1;
        server.resume(&room, name, seat - 1, 0)
    });
    (room, peers)
}

/// The next message with this opcode.
async fn next_of(peer: &mut Peer, op: u64) -> Value {
    let text = peer.until(&format!("[{op},")).await;
    serde_json::from_str(&text).unwrap()
}

/// The seat whose turn it is, by the next TURN.
async fn turn(peer: &mut Peer) -> usize {
    usize::try_from(next_of(peer, 45).await[2].as_u64().unwrap()).unwrap()
}

#[tokio::test(start_paused = true)]
async fn a_full_table_begins_by_itself_and_everybody_sees_the_own_hand_only() {
    let server = Server::start().await;
    let (room, mut peers) = all_sit(&server, three()).await;
    let mut hands = Vec::new();
    for peer in &mut peers {
        // The last to come is told by a snapshot or by the message; a snapshot holds a hand of one's own.
        let dealt = next_of(peer, 42).await;
        assert_eq!(dealt[3].as_array().unwrap().len(), 5);
        assert_eq!(dealt[4], json!([5, 5, 5]));
        hands.push(dealt[3].clone());
    }
    assert_ne!(hands[0], hands[1]);
    let snapshot = next_of(&mut server.watch(&room, "Dora"), 6).await;
    assert_eq!(snapshot[3]["hand"], json!([]));
    assert_eq!(snapshot[3]["phase"], json!("playing"));
    assert_eq!(room.facts().status, Status::Playing);
}

#[tokio::test(start_paused = true)]
async fn the_creator_starts_with_bots_in_the_empty_seats() {
    let server = Server::start().await;
    let room = table(&server, json!({"players": 5}), &[Level::Hard]).await;
    room.sit(server.user("Ben")).await.unwrap();
    let (mut anna, mut ben) = (server.resume(&room, "Anna", 0, 0), server.resume(&room, "Ben", 2, 0));
    next_of(&mut anna, 6).await;
    next_of(&mut ben, 6).await;
    assert_eq!(room.facts().status, Status::Waiting);

    room.start().await.unwrap();
    assert_eq!(next_of(&mut ben, 42).await[4], json!([5, 5, 5, 5, 5]));
    let facts = room.facts();
    assert_eq!(facts.status, Status::Playing);
    let names: Vec<&str> = facts.seats.iter().filter_map(|seat| seat.name.as_deref()).collect();
    assert_eq!(names, ["Anna", "Hard bot", "Ben", "Medium bot 3", "Medium bot 4"]);
    assert!(matches!(room.start().await, Err(StartError::Refused(_))), "it has begun");
    // Bots play, whoever leads.
    next_of(&mut anna, 45).await;
}

#[tokio::test(start_paused = true)]
async fn a_game_that_has_no_stand_in_does_not_start_with_empty_seats() {
    let server = Server::start().await;
    let room = server.create(json!({}), &[], false).await;
    assert!(matches!(room.start().await, Err(StartError::Refused(_))));
    assert_eq!(room.facts().status, Status::Waiting);
}

#[tokio::test(start_paused = true)]
async fn a_bot_plays_for_who_is_away_and_gives_the_seat_back() {
    let server = Server::start().await;
    let (room, [anna, mut ben, cleo]) = all_sit(&server, three()).await;
    next_of(&mut ben, 42).await;
    let mut watcher = server.watch(&room, "Dora");
    let mut peers = [Some(anna), Some(ben), Some(cleo)];
    let at = usize::try_from(next_of(&mut watcher, 6).await[3]["turn"].as_u64().unwrap()).unwrap();
    let before = Instant::now();
    peers[at].take().unwrap().hang_up();
    watcher.until(&format!("[8,{at},\"away\"]")).await;
    watcher.until(&format!("[8,{at},\"bot\"]")).await;
    assert_eq!(before.elapsed(), Duration::from_mins(1));
    assert_ne!(turn(&mut watcher).await, at, "the bot has acted");

    let mut back = server.resume(&room, NAMES[at], u8::try_from(at).unwrap(), 0);
    watcher.until(&format!("[8,{at},\"here\"]")).await;
    next_of(&mut back, 6).await;
    // The others let their turns pass; then it is the one who is back, and nobody acts for them.
    let mut n = 0;
    loop {
        let snapshot = server.watch(&room, "Dora").until("[6,").await;
        let turn = serde_json::from_str::<Value>(&snapshot).unwrap()[3]["turn"].as_u64().unwrap();
        let turn = usize::try_from(turn).unwrap();
        n += 1;
        let Some(peer) = &mut peers[turn] else { break };
        peer.say(format!("[41,{n}]"));
        peer.until(&format!("[4,{n}]")).await;
    }
    watcher.drain(Duration::from_mins(5)).await;
    let heard = watcher.drain(Duration::from_mins(5)).await;
    assert!(heard.iter().all(|text| text == "[4,0]"), "nothing but that the line is alive: {heard:?}");
    back.say("[41,1]");
    back.until("[4,1]").await;
}

/// The clock of a turn is shorter than the grace: it may run out once, and then a bot plays.
#[tokio::test(start_paused = true)]
async fn nobody_waits_out_the_clock_of_an_empty_chair_again_and_again() {
    let server = Server::start().await;
    let room =
        table(&server, json!({"players": 3, "cards": 20, "rounds": 3}), &[Level::Hard, Level::Hard]).await;
    let mut anna = server.resume(&room, "Anna", 0, 0);
    next_of(&mut anna, 42).await;
    let mut watcher = server.watch(&room, "Cleo");
    watcher.until("[6,").await;
    let gone = Instant::now();
    anna.hang_up();
    watcher.until("[8,0,\"away\"]").await;
    watcher.until("[8,0,\"bot\"]").await;
    assert_eq!(gone.elapsed(), Duration::from_mins(1));
    // Whoever's turn it is now: the seat acts within a bot's time, not a clock's.
    while turn(&mut watcher).await != 0 {}
    let asked = Instant::now();
    turn(&mut watcher).await;
    assert!(asked.elapsed() < Duration::from_secs(6), "{:?}", asked.elapsed());
}

#[tokio::test(start_paused = true)]
async fn somebody_who_never_came_is_played_for_too() {
    let server = Server::start().await;
    let room = table(&server, three(), &[]).await;
    room.sit(server.user("Ben")).await.unwrap();
    let mut anna = server.resume(&room, "Anna", 0, 0);
    next_of(&mut anna, 6).await;
    room.start().await.unwrap();
    anna.until("[42,").await;
    let mut n = 0;
    // Anna draws whenever she is asked, until Ben's bot has been seen to act.
    loop {
        let text = anna.next().await;
        if text.starts_with("[3,") && text.ends_with(",4]") {
            n += 1;
            anna.say(format!("[41,{n}]"));
        }
        if text == "[8,1,\"bot\"]" {
            break;
        }
    }
    let acted = async {
        loop {
            let text = anna.next().await;
            let message: Value = serde_json::from_str(&text).unwrap();
            if [json!(43), json!(44)].contains(&message[0]) && message[2] == json!(1) {
                break;
            }
            if text.starts_with("[3,") && text.ends_with(",4]") {
                n += 1;
                anna.say(format!("[41,{n}]"));
            }
        }
    };
    acted.await;
}

#[tokio::test(start_paused = true)]
async fn whoever_lets_the_clock_run_out_draws_one_card() {
    let server = Server::start().await;
    let (_room, mut peers) = all_sit(&server, json!({"players": 3})).await;
    let first = turn(&mut peers[0]).await;
    let start = Instant::now();
    let drew = next_of(&mut peers[0], 44).await;
    assert_eq!(start.elapsed(), Duration::from_secs(30));
    assert_eq!((&drew[2], &drew[3]), (&json!(first), &json!(1)));
    assert_eq!(turn(&mut peers[0]).await, (first + 1) % 3);
}

#[tokio::test(start_paused = true)]
async fn a_double_click_draws_once() {
    let server = Server::start().await;
    let (_room, mut peers) = all_sit(&server, three()).await;
    let first = turn(&mut peers[0]).await;
    peers[first].say("[41,1]");
    peers[first].say("[41,1]");
    peers[first].say("[41,2]");
    peers[first].until("[4,1]").await;
    peers[first].until("[4,1]").await;
    let refused = next_of(&mut peers[first], 7).await;
    assert_eq!((&refused[1], &refused[2]), (&json!(2), &json!("not-your-turn")));
}

#[tokio::test(start_paused = true)]
async fn who_gives_up_is_passed_over_and_the_others_play_on() {
    let server = Server::start().await;
    let (room, mut peers) = all_sit(&server, three()).await;
    let mut first = 0;
    for peer in &mut peers {
        first = turn(peer).await;
    }
    let next = (first + 1) % 3;
    peers[first].say("[50,1]");
    let told = next_of(&mut peers[next], 6).await;
    assert_eq!(told[3]["players"][first]["left"], json!(true));
    assert_eq!(told[3]["turn"], json!(next));
    peers[next].until(&format!("[8,{first},\"left\"]")).await;
    assert_eq!(room.facts().status, Status::Playing);
    let last = (first + 2) % 3;
    peers[next].say("[50,1]");
    // The snapshot that tells of the second one to leave tells of the end too.
    let code = loop {
        let told = next_of(&mut peers[last], 6).await;
        if let Some(code) = told[3]["outcome"]["code"].as_i64() {
            break code;
        }
    };
    assert_eq!(code, 4, "the last one wins");
}

/// What could not be written has not happened: nobody hears of it, and it can be tried again.
#[tokio::test(start_paused = true)]
async fn a_card_that_could_not_be_written_down_was_not_drawn() {
    let store = FaultyStore::new(Arc::new(MemoryStore::default()));
    let server = Server::over(store.clone()).await;
    let (_room, mut peers) = all_sit(&server, three()).await;
    let first = turn(&mut peers[0]).await;
    let next = (first + 1) % 3;
    next_of(&mut peers[next], 3).await;
    store.set(Mood::DiskFull);
    peers[first].say("[41,1]");
    assert_eq!(next_of(&mut peers[first], 7).await[2], json!("not-saved"));
    assert_eq!(peers[next].drain(Duration::from_secs(5)).await, Vec::<String>::new());
    store.set(Mood::Works);
    peers[first].say("[41,1]");
    assert_eq!(next_of(&mut peers[next], 44).await[2], json!(first));
}

#[tokio::test(start_paused = true)]
async fn a_start_that_could_not_be_written_down_can_be_tried_again() {
    let store = FaultyStore::new(Arc::new(MemoryStore::default()));
    let server = Server::over(store.clone()).await;
    let room = table(&server, three(), &[]).await;
    store.set(Mood::DiskFull);
    assert!(matches!(room.start().await, Err(StartError::Store(_))));
    assert_eq!(room.facts().status, Status::Waiting);
    store.set(Mood::Works);
    room.start().await.unwrap();
    assert_eq!(room.facts().status, Status::Playing);
}

/// Plays a match of bots and one who always draws, and hands out all that everybody was told.
async fn capture(server: &Server, number: usize) -> (Room, Vec<Vec<Value>>) {
    let rounds = 1 + number % 3;
    let room = table(server, json!({"players": 3, "rounds": rounds}), &[Level::Hard, Level::Hard]).await;
    let mut watcher = server.watch(&room, "Cleo");
    let mut anna = server.resume(&room, "Anna", 0, 0);
    let mut told = vec![Vec::new(), Vec::new()];
    let mut n = 0;
    loop {
        let message = anna.next_json().await;
        if message[0] == json!(3) && message[2] == json!(4) {
            n += 1;
            anna.say(format!("[41,{n}]"));
        }
        told[0].push(message.clone());
        if message[0] == json!(2) {
            break;
        }
    }
    loop {
        let message = watcher.next_json().await;
        told[1].push(message.clone());
        if message[0] == json!(2) {
            break;
        }
    }
    (room, told)
}

/// Every message is looked at, of whole matches and of later rounds too: cards are one's own, or lie face up.
#[tokio::test(start_paused = true)]
async fn no_message_shows_a_hidden_card() {
    let server = Server::start().await;
    for number in 0..6 {
        let (_room, told) = capture(&server, number).await;
        for (who, messages) in told.iter().enumerate() {
            let own = (who == 0).then_some(0);
            for message in messages {
                match message[0].as_u64().unwrap() {
                    42 => assert_eq!(message[3].as_array().unwrap().is_empty(), own.is_none(), "{message}"),
                    44 => assert_eq!(message[4].is_null(), message[2].as_u64() != own, "{message}"),
                    6 => {
                        let view = &message[3];
                        assert_eq!(view["hand"].as_array().unwrap().len(), 0, "before the deal: {message}");
                        for secret in ["seed", "pack", "hands", "table"] {
                            assert!(view.get(secret).is_none(), "{message}");
                        }
                    }
                    2 | 3 | 4 | 8 | 9 | 43 | 45 | 46 => {}
                    other => panic!("opcode {other}"),
                }
            }
        }
        let rounds = told[1].iter().filter(|message| message[0] == json!(46)).count();
        assert_eq!(rounds, 1 + number % 3);
    }
}

#[tokio::test(start_paused = true)]
async fn a_rematch_does_not_wait_for_who_has_gone() {
    let server = Server::start().await;
    let room = table(&server, json!({"players": 3}), &[Level::Hard]).await;
    room.sit(server.user("Ben")).await.unwrap();
    let (mut anna, ben) = (server.resume(&room, "Anna", 0, 0), server.resume(&room, "Ben", 2, 0));
    next_of(&mut anna, 42).await;
    let mut n = 0;
    loop {
        let text = anna.next().await;
        if text.starts_with("[2,") {
            break;
        }
        if text.starts_with("[3,") && text.ends_with(",4]") {
            n += 1;
            anna.say(format!("[41,{n}]"));
        }
    }
    anna.say("[52]");
    anna.until("[52,0,null]").await;
    ben.hang_up();
    anna.until("[8,2,\"away\"]").await;
    anna.say("[52]");
    let agreed = next_of(&mut anna, 52).await;
    let next = server.app.rooms.find(agreed[2].as_str().unwrap()).await.unwrap().unwrap();
    let names: Vec<String> = next.facts().seats.iter().filter_map(|seat| seat.name.clone()).collect();
    assert_eq!(names, ["Anna", "Hard bot", "Medium bot 2"]);
    assert_eq!(next.seat_of(&server.user("Ben").id), None);
    assert_eq!(next.seat_of(&server.user("Anna").id), Some(Seat(0)));
}
