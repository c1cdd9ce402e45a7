//! Nuggets over HTTP and WebSocket: what differs from a game with turns and two seats.

#[path = "support/server.rs"]
#[allow(dead_code)]
mod server;

use axum::http::StatusCode;
use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::{Value, json};
use server::TestServer;
use shared::api::{Guest, Joined, Lobby, MatchFacts, ProblemKind, Status};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

/// One hall, in which everybody sees everybody.
const HALL: &str = "\
+--------------------------------------+
|......................................|
|......................................|
|......................................|
|......................................|
+--------------------------------------+
";

/// Somebody in a match.
struct Player {
    guest: Guest,
    joined: Joined,
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
}

impl Player {
    async fn connect(server: &TestServer, guest: Guest, joined: Joined) -> Self {
        let (mut socket, _) = connect_async(format!("ws://{}/ws", server.running.addr)).await.unwrap();
        let join = json!([1, joined.game_token, guest.user_token, 0]).to_string();
        socket.send(Message::text(join)).await.unwrap();
        Self { guest, joined, socket }
    }

    async fn say(&mut self, message: Value) {
        self.socket.send(Message::text(message.to_string())).await.unwrap();
    }

    async fn next(&mut self) -> Value {
        loop {
            match self.socket.next().await {
                Some(Ok(Message::Text(text))) => return serde_json::from_str(&text).unwrap(),
                Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                other => panic!("no message but {other:?}"),
            }
        }
    }

    /// The next message that is wanted.
    async fn until(&mut self, wanted: impl Fn(&Value) -> bool) -> Value {
        loop {
            let message = self.next().await;
            if wanted(&message) {
                return message;
            }
        }
    }

    /// The first view in which the match has begun.
    async fn playing(&mut self) -> Value {
        self.until(|message| message[0] == 6 && message[3]["phase"] == "playing").await[3].clone()
    }
}

async fn made(server: &TestServer, options: Value, bots: &[&str]) -> Player {
    let guest = server.guest("Anna").await;
    let wish = json!({"game": "nuggets", "options": options, "bots": bots, "public": true});
    let joined = server.create(&guest, &wish).await;
    Player::connect(server, guest, joined).await
}

async fn joining(server: &TestServer, code: &str, name: &str) -> Player {
    let guest = server.guest(name).await;
    let joined: Joined =
        server.post(&format!("/api/matches/{code}/join")).bearer(&guest).expect(StatusCode::OK).await.read();
    Player::connect(server, guest, joined).await
}

fn hall() -> Value {
    json!({"map": {"kind": "text", "text": HALL}})
}

/// Where the viewer is.
fn place(view: &Value) -> (usize, usize) {
    let rows = view["screen"].as_array().unwrap();
    let found = rows.iter().zip(0..).find_map(|(row, at)| Some((at, row.as_str().unwrap().find('@')?)));
    found.expect("the viewer is on the map")
}

#[tokio::test]
async fn it_begins_with_its_first_explorer_and_others_come_in_while_it_goes_on() {
    let server = TestServer::start().await;
    let mut anna = made(&server, hall(), &[]).await;
    let view = anna.playing().await;
    assert_eq!(view["players"], json!([["A", "Anna", 0]]));

    let lobby: Lobby = server.get("/api/matches").expect(StatusCode::OK).await.read();
    assert_eq!(lobby.matches[0].status, Status::Playing);
    assert!(lobby.matches[0].has_open_seat());
    let mut ben = joining(&server, &anna.joined.code.clone(), "Ben").await;
    let view = ben.playing().await;
    assert_eq!(view["players"], json!([["A", "Anna", 0], ["B", "Ben", 0]]));
    // Whoever was there sees the newcomer, and is told of him.
    let display = anna.until(|message| message[0] == 23).await;
    assert!(display[2].to_string().contains('B'), "{display}");
    let players = anna.until(|message| message[0] == 24).await;
    assert_eq!(players[2], view["players"]);
}

#[tokio::test]
async fn a_key_moves_and_a_blocked_one_is_refused_without_another_word() {
    let server = TestServer::start().await;
    let mut anna = made(&server, hall(), &[]).await;
    let view = anna.playing().await;
    let (row, _) = place(&view);
    let n = 4 - row + 1;
    for n in 1..=n {
        anna.say(json!([20, n, "j"])).await;
    }
    let refused = anna.until(|message| message[0] == 7).await;
    assert_eq!((&refused[1], &refused[2]), (&json!(n), &json!("blocked")));
    anna.say(json!([20, n + 1, "k"])).await;
    assert_eq!(anna.next().await, json!([4, n + 1]), "nothing came between");
    assert!(anna.until(|message| message[0] == 23).await[2].to_string().contains('@'));
    // Not a key of the game: the connection is closed.
    anna.say(json!([20, n + 2, "q"])).await;
    let close = loop {
        match anna.socket.next().await {
            Some(Ok(Message::Close(frame))) => break frame.map(|frame| u16::from(frame.code)),
            Some(Ok(_)) => {}
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(close, Some(4002));
}

#[tokio::test]
async fn twenty_six_may_sit_and_the_27th_is_told() {
    let server = TestServer::start().await;
    let mut anna = made(&server, hall(), &["easy"; 25]).await;
    anna.playing().await;
    let guest = server.guest("Late").await;
    let path = format!("/api/matches/{}/join", anna.joined.code);
    server.post(&path).bearer(&guest).expect_problem(ProblemKind::MatchFull).await;
}

#[tokio::test]
async fn bots_find_all_the_gold_and_it_ends_with_a_record() {
    let server = TestServer::start().await;
    let mut anna = made(&server, hall(), &["hard", "easy"]).await;
    anna.playing().await;
    let end = anna.until(|message| message[0] == 2).await;
    assert_eq!(end[2], 2, "Anna has not moved, so she has lost");
    let path = format!("/api/matches/{}/record", anna.joined.match_id);
    let record: Value = server.get(&path).expect(StatusCode::OK).await.read();
    assert_eq!(record["options"]["map"]["text"], HALL, "the record is whole");
    assert_eq!(record["game"], "nuggets");
}

#[tokio::test]
async fn a_match_of_bots_ends_with_its_last_human() {
    let server = TestServer::start().await;
    // Gold for many keys.
    let map = json!({"kind": "generated", "rows": 60, "columns": 200});
    let mut anna = made(&server, json!({"map": map}), &["easy"]).await;
    anna.playing().await;
    anna.say(json!([50, 1])).await;
    let end = anna.until(|message| message[0] == 2).await;
    assert_eq!(end[2], -3);
}

#[tokio::test]
async fn a_map_of_ones_own_is_in_no_public_fact() {
    let server = TestServer::start().await;
    let mut anna = made(&server, hall(), &[]).await;
    anna.playing().await;
    let answer = server.get(&format!("/api/matches/{}", anna.joined.code)).expect(StatusCode::OK).await;
    assert!(!answer.text().contains("..."), "{}", answer.text());
    let facts: MatchFacts = answer.read();
    assert_eq!(facts.options["map"], json!({"kind": "text", "text": ""}));
    drop(anna.guest);
}

#[tokio::test]
async fn asking_twice_for_a_match_on_ones_own_map_makes_one() {
    let server = TestServer::start().await;
    let guest = server.guest("Anna").await;
    let ask = |text: &str| {
        let options = json!({"map": {"kind": "text", "text": text}});
        let wish = json!({"game": "nuggets", "options": options, "public": false});
        let key = "idempotency-key".parse().unwrap();
        server.post("/api/matches").bearer(&guest).header(key, "k1").json(&wish)
    };
    let first: Joined = ask(HALL).expect(StatusCode::CREATED).await.read();
    let second: Joined = ask(HALL).expect(StatusCode::CREATED).await.read();
    assert_eq!(first.match_id, second.match_id);
}

#[tokio::test]
async fn what_no_match_can_be_made_of_is_named() {
    let server = TestServer::start().await;
    let guest = server.guest("Anna").await;
    let cases = [
        (json!({"map": {"kind": "text", "text": "..\n.x"}}), json!([]), "options.map", "line 2, column 2"),
        (json!({"map": {"kind": "bundled", "name": "atlantis"}}), json!([]), "options.map", "manor"),
        (
            json!({"map": {"kind": "generated", "rows": 9, "columns": 20}}),
            json!([]),
            "options.map",
            "10 to 200",
        ),
        (json!({"map": {"kind": "moon"}}), json!([]), "options", "moon"),
        (json!({"gold": 0}), json!([]), "options.gold", "1 to 10000"),
        (json!({}), json!(["medium"]), "bots", "easy and hard"),
        (
            json!({"map": {"kind": "text", "text": "...."}}),
            json!(["easy", "easy", "easy"]),
            "bots",
            "free room spot",
        ),
    ];
    for (options, bots, field, named) in cases {
        let wish = json!({"game": "nuggets", "options": options, "bots": bots});
        let (problem, _) =
            server.post("/api/matches").bearer(&guest).json(&wish).expect_problem(ProblemKind::Invalid).await;
        let text = serde_json::to_string(&problem).unwrap();
        assert!(text.contains(field) && text.contains(named), "{wish}: {text}");
    }
}

/// What a player is sent never has somebody or gold that its own screen of sight could not show: two explorers in rooms
/// that do not see each other never read each other's letters.
#[tokio::test]
async fn who_is_out_of_sight_is_in_no_frame() {
    let server = TestServer::start().await;
    // Two cells without a door between them.
    let map = "+----+----+\n|....|....|\n|....|....|\n+----+----+\n";
    let options = json!({"map": {"kind": "text", "text": map}, "gold": 4, "least_piles": 4, "most_piles": 4});
    let mut anna = made(&server, options, &["easy"; 6]).await;
    let view = anna.playing().await;
    let left = place(&view).1 < 5;
    let hidden = |column: usize| if left { column > 5 } else { column < 5 };
    for n in 1..30 {
        let key = ["h", "l", "k", "j"][n % 4];
        anna.say(json!([20, n, key])).await;
        let answer = anna.until(|message| message[0] == 4 || message[0] == 7 || message[0] == 23).await;
        if answer[0] == 23 {
            for patch in answer[2].as_array().unwrap() {
                let column = usize::try_from(patch[1].as_u64().unwrap()).unwrap();
                assert!(!hidden(column), "{answer}");
            }
        }
    }
}
