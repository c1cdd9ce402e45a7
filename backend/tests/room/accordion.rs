//! Matches of Accordion: against the house, and between two people who play the same deal out of each other's sight.

use std::sync::Arc;
use std::time::Duration;

use backend::room::{CreateError, CreateMatch, Room, Settings};
use serde_json::{Value, json};
use shared::accordion::event::Action;
use shared::accordion::{View, house};
use shared::catalogue::GameId;
use shared::game::{Level, Outcome, Seat};

use crate::memory_store::MemoryStore;
use crate::table::{Peer, Server};

/// Between two messages of a client, so that it never says too much at once.
const PACE: Duration = Duration::from_millis(60);

async fn against(server: &Server, level: Level) -> Room {
    server.create_of(GameId::Accordion, json!({"deal": 7}), &[level], false).await
}

async fn duel(server: &Server) -> (Room, Peer, Peer) {
    let room = server.create_of(GameId::Accordion, json!({"deal": 7}), &[], false).await;
    room.sit(server.user("Ben")).await.unwrap();
    let (mut anna, mut ben) = (server.resume(&room, "Anna", 0, 0), server.resume(&room, "Ben", 1, 0));
    for peer in [&mut anna, &mut ben] {
        began(peer).await;
    }
    (room, anna, ben)
}

/// Reads until the snapshot that says that play has begun.
async fn began(peer: &mut Peer) -> View {
    loop {
        let text = peer.until("[6,").await;
        let snapshot: Value = serde_json::from_str(&text).unwrap();
        let view: View = serde_json::from_value(snapshot[3].clone()).unwrap();
        if view.my_turn() {
            return view;
        }
    }
}

/// Says something and waits for the echo with this number.
async fn does(peer: &mut Peer, action: &Value) -> Value {
    tokio::time::sleep(PACE).await;
    peer.say(action.to_string());
    serde_json::from_str(&peer.until(&format!("[{},", action[0])).await).unwrap()
}

/// Deals what is left of 52 cards, with numbers from `n` on; returns the next number.
async fn deal_all(peer: &mut Peer, n: u64, cards: u64) -> u64 {
    for n in n..n + cards {
        does(peer, &json!([30, n])).await;
    }
    n + cards
}

/// Reads RESULT and END, which have to follow one another.
async fn result(peer: &mut Peer) -> (Value, Value) {
    let result: Value = serde_json::from_str(&peer.until("[33,").await).unwrap();
    let end: Value = serde_json::from_str(&peer.until("[2,").await).unwrap();
    assert_eq!(end[1].as_u64(), result[1].as_u64().map(|seq| seq + 1), "END comes right after RESULT");
    (result, end)
}

/// How far the other is, only snapshots tell, and they have no number.
#[tokio::test(start_paused = true)]
async fn whoever_missed_how_far_the_other_is_gets_a_snapshot() {
    let server = Server::start().await;
    let (room, mut anna, mut ben) = duel(&server).await;
    let seq = does(&mut anna, &json!([30, 1])).await[1].as_u64().unwrap();
    anna.hang_up();
    let mut anna = server.resume(&room, "Anna", 0, seq);
    anna.expect("[4,1]").await;
    assert!(anna.next().await.starts_with("[8,"), "nothing was missed");
    anna.hang_up();
    deal_all(&mut ben, 1, 3).await;
    let mut anna = server.resume(&room, "Anna", 0, seq);
    anna.expect("[4,1]").await;
    let snapshot: Value = serde_json::from_str(&anna.next().await).unwrap();
    assert_eq!((&snapshot[0], &snapshot[1]), (&json!(6), &json!(seq)));
    let view: View = serde_json::from_value(snapshot[3].clone()).unwrap();
    assert_eq!(view.sides[1].dealt, 3);
}

#[tokio::test(start_paused = true)]
async fn the_house_of_every_level_plays_a_whole_match() {
    for level in Level::HOUSE {
        let server = Server::start().await;
        let room = against(&server, level).await;
        let mut anna = server.resume(&room, "Anna", 0, 0);
        assert!(began(&mut anna).await.house);
        let n = deal_all(&mut anna, 1, 52).await;
        anna.say(json!([32, n]).to_string());
        let (result, end) = result(&mut anna).await;
        let piles = result[3].as_array().unwrap();
        assert_eq!(piles.iter().map(|pile| pile.as_array().unwrap().len()).sum::<usize>(), 52);
        let expected = house::piles_left(7, house::House::of(level));
        assert_eq!(piles.len(), expected, "{level:?} plays as by itself");
        assert_eq!(result[2], json!(52 - i64::try_from(piles.len()).unwrap()));
        assert_eq!(end[2], 2, "52 piles lose");
        let sums = server.app.store.sums(&server.user("Anna").id).await.unwrap();
        assert_eq!(sums[0].met[0].1.scores, Some((52, 52)));
    }
}

#[tokio::test(start_paused = true)]
async fn a_duel_ends_when_both_have_finished_and_equal_piles_are_a_draw() {
    let server = Server::start().await;
    let (room, mut anna, mut ben) = duel(&server).await;
    let n = deal_all(&mut anna, 1, 52).await;
    anna.say(json!([32, n]).to_string());
    anna.until(&format!("[4,{n}]")).await;
    anna.say(json!([30, n + 1]).to_string());
    let refused: Value = serde_json::from_str(&anna.until("[7,").await).unwrap();
    assert_eq!(refused[2], "not-playing", "who has finished has finished: {refused}");

    let n = deal_all(&mut ben, 1, 52).await;
    ben.say(json!([32, n]).to_string());
    for peer in [&mut anna, &mut ben] {
        let (result, end) = result(peer).await;
        assert_eq!((&result[2], &end[2]), (&json!(0), &json!(3)));
        assert_eq!(result[3].as_array().unwrap().len(), 52);
    }
    assert!(matches!(&room.facts().outcome, Some(Outcome::Decided { winners, .. }) if winners.is_empty()));
}

/// What Anna is told is the same to the byte, whatever Ben makes of his row.
#[tokio::test(start_paused = true)]
async fn nothing_of_the_other_row_is_told_before_the_end() {
    let mut told = Vec::new();
    for merges in [false, true] {
        let server = Server::start().await;
        let (room, mut anna, mut ben) = duel(&server).await;
        let mut spectator = server.watch(&room, "Cleo");
        spectator.until("[6,").await;
        let mut n = deal_all(&mut ben, 1, 52).await;
        let mut row = began(&mut server.resume(&room, "Ben", 1, 0)).await.course.unwrap();
        let mut ben = server.resume(&room, "Ben", 1, 0);
        began(&mut ben).await;
        if merges {
            for _ in 0..5 {
                let Action::Move { from, distance, whole } = house::hint(row.row()) else { break };
                does(&mut ben, &json!([31, n, from, distance, whole])).await;
                row = began(&mut server.resume(&room, "Ben", 1, 0)).await.course.unwrap();
                ben = server.resume(&room, "Ben", 1, 0);
                began(&mut ben).await;
                n += 1;
            }
            assert!(row.row().len() < 52);
        }
        ben.say(json!([32, n]).to_string());
        let mut texts = anna.drain(Duration::from_secs(5)).await;
        texts.extend(spectator.drain(Duration::from_secs(5)).await);
        // Who is here says nothing of rows.
        texts.retain(|text| !text.starts_with("[8,"));
        assert!(texts.last().unwrap().contains(r#""finished":true"#), "{:?}", texts.last());
        told.push(texts);
    }
    assert_eq!(told[0], told[1]);
}

#[tokio::test(start_paused = true)]
async fn undo_takes_moves_back_but_no_deal() {
    let server = Server::start().await;
    let (room, mut anna, _ben) = duel(&server).await;
    let n = deal_all(&mut anna, 1, 52).await;
    let row = began(&mut server.resume(&room, "Anna", 0, 0)).await.course.unwrap();
    let mut anna = server.resume(&room, "Anna", 0, 0);
    began(&mut anna).await;
    let Action::Move { from, distance, whole } = house::hint(row.row()) else { panic!("there are moves") };
    let moved = does(&mut anna, &json!([31, n, from, distance, whole])).await;
    assert_eq!(moved, json!([31, moved[1], from, distance, whole]));
    does(&mut anna, &json!([34, n + 1])).await;
    tokio::time::sleep(PACE).await;
    anna.say(json!([34, n + 2]).to_string());
    let refused: Value = serde_json::from_str(&anna.until("[7,").await).unwrap();
    assert_eq!(refused[2], "nothing-to-undo", "{refused}");
}

#[tokio::test(start_paused = true)]
async fn a_match_goes_on_after_a_restart_and_so_does_the_house() {
    let store: Arc<MemoryStore> = Arc::default();
    let server = Server::over(store.clone()).await;
    let room = against(&server, Level::Master).await;
    let mut anna = server.resume(&room, "Anna", 0, 0);
    began(&mut anna).await;
    let n = deal_all(&mut anna, 1, 20).await;
    server.app.going_down.cancel();
    server.app.rooms.ended().await;

    let server = Server::over(store).await;
    let room = server.app.rooms.find(room.id().as_str()).await.unwrap().unwrap();
    let mut anna = server.resume(&room, "Anna", 0, 0);
    let view = began(&mut anna).await;
    assert_eq!(view.course.unwrap().dealt(), 20);
    let n = deal_all(&mut anna, n, 32).await;
    anna.say(json!([32, n]).to_string());
    let (result, _) = result(&mut anna).await;
    assert_eq!(result[3].as_array().unwrap().len(), house::piles_left(7, house::House::Master));
}

#[tokio::test(start_paused = true)]
async fn a_match_in_which_nobody_does_anything_is_closed_after_half_an_hour() {
    let server = Server::with(Arc::new(MemoryStore::default()), Settings::default()).await;
    let (room, mut anna, _ben) = duel(&server).await;
    tokio::time::sleep(Duration::from_mins(29)).await;
    does(&mut anna, &json!([30, 1])).await;
    tokio::time::sleep(Duration::from_mins(29)).await;
    assert_eq!(room.facts().outcome, None, "a card was dealt");
    let end: Value = serde_json::from_str(&anna.until("[2,").await).unwrap();
    assert_eq!(end[2], -3);
    assert_eq!(server.app.store.sums(&server.user("Anna").id).await, Ok(Vec::new()));
}

#[tokio::test(start_paused = true)]
async fn a_match_on_the_server_is_no_practice() {
    let server = Server::start().await;
    let request = CreateMatch {
        game: GameId::Accordion,
        options: json!({"practice": true}),
        bots: vec![Level::Steady],
        public: false,
        creator: server.user("Anna"),
        idempotency_key: None,
    };
    let refused = server.app.rooms.create(request).await.err();
    assert!(
        matches!(&refused, Some(CreateError::Invalid { field, .. }) if field == "options.practice"),
        "{refused:?}"
    );
    // Whether there is a house follows from who sits there.
    let room = server.create_of(GameId::Accordion, json!({"house": true}), &[], false).await;
    assert_eq!(room.facts().options["house"], false);
    assert_eq!(room.facts().name(Seat(0)), Some("Anna"));
}
