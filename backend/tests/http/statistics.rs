//! What came of somebody's matches.

use axum::http::StatusCode;
use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::{Value, json};
use shared::api::{
    GameStatistics, Guest, Joined, Opponents, OpponentsTally, ProblemKind, ScoreKind, Statistics, Tally,
};
use shared::catalogue::GameId;
use shared::game::Level;
use tokio_tungstenite::tungstenite::Message;

use crate::server::TestServer;

async fn statistics(server: &TestServer, guest: &Guest) -> Statistics {
    server.get("/api/me/statistics").bearer(guest).expect(StatusCode::OK).await.read()
}

async fn of(server: &TestServer, guest: &Guest, game: GameId) -> GameStatistics {
    let all = statistics(server, guest).await;
    all.games.into_iter().find(|statistics| statistics.game == game).unwrap()
}

/// Joins a match; `say` answers every message until the end comes.
async fn play(
    server: &TestServer,
    guest: &Guest,
    joined: &Joined,
    mut say: impl FnMut(&Value) -> Option<Value>,
) {
    let address = format!("ws://{}/ws", server.running.addr);
    let (mut socket, _) = tokio_tungstenite::connect_async(address).await.unwrap();
    let join = json!([1, joined.game_token, guest.user_token, 0]);
    socket.send(Message::text(join.to_string())).await.unwrap();
    loop {
        let message = socket.next().await.expect("END comes first").unwrap();
        let Message::Text(text) = message else { continue };
        let heard: Value = serde_json::from_str(&text).unwrap();
        if heard[0] == 2 {
            return;
        }
        if let Some(answer) = say(&heard) {
            socket.send(Message::text(answer.to_string())).await.unwrap();
        }
    }
}

/// Gives up as soon as a match has begun.
async fn give_up(server: &TestServer, guest: &Guest, joined: &Joined) {
    play(server, guest, joined, |heard| (heard[0] == 6).then(|| json!([50, 1]))).await;
}

#[tokio::test]
async fn without_a_token_there_are_none() {
    let server = TestServer::start().await;
    server.get("/api/me/statistics").expect_problem(ProblemKind::Unauthorized).await;
}

#[tokio::test]
async fn who_never_played_has_a_row_of_noughts_for_every_game() {
    let server = TestServer::start().await;
    let anna = server.guest("Anna").await;
    let games = statistics(&server, &anna).await.games;
    assert_eq!(games.iter().map(|of| of.game).collect::<Vec<_>>(), GameId::ALL);
    for of in games {
        let nothing = GameStatistics {
            game: of.game,
            score: ScoreKind::of(of.game),
            streak: 0,
            best_streak: 0,
            total: Tally::default(),
            by_opponents: Vec::new(),
        };
        assert_eq!(of, nothing);
    }
}

#[tokio::test]
async fn a_match_between_two_people_counts_for_both() {
    let server = TestServer::start().await;
    let (anna, ben) = (server.guest("Anna").await, server.guest("Ben").await);
    let made = server.create(&anna, &json!({"game": "sea-battle"})).await;
    let path = format!("/api/matches/{}/join", made.code);
    let joined: Joined = server.post(&path).bearer(&ben).expect(StatusCode::OK).await.read();
    let stay = play(&server, &ben, &joined, |_| None);
    // Giving up counts once both are there.
    let leave = play(&server, &anna, &made, |heard| (*heard == json!([3, 1, 1])).then(|| json!([50, 1])));
    tokio::join!(stay, leave);

    let lost = Tally { finished: 1, lost: 1, ..Tally::default() };
    let won = Tally { finished: 1, won: 1, ..Tally::default() };
    for (guest, tally, streak) in [(&anna, lost, 0), (&ben, won, 1)] {
        let expected = GameStatistics {
            game: GameId::SeaBattle,
            score: ScoreKind::Shots,
            streak,
            best_streak: streak,
            total: tally.clone(),
            by_opponents: vec![OpponentsTally { opponents: Opponents::People, level: None, tally }],
        };
        assert_eq!(of(&server, guest, GameId::SeaBattle).await, expected, "{}", guest.name);
    }
}

#[tokio::test]
async fn matches_with_bots_count_by_their_level() {
    let server = TestServer::start().await;
    let anna = server.guest("Anna").await;
    for level in ["easy", "hard", "hard"] {
        let joined = server.create(&anna, &json!({"game": "sea-battle", "bots": [level]})).await;
        play(&server, &anna, &joined, |heard| (*heard == json!([3, 1, 1])).then(|| json!([50, 1]))).await;
    }
    let of = of(&server, &anna, GameId::SeaBattle).await;
    assert_eq!((of.total.finished, of.total.lost), (3, 3));
    let levels: Vec<_> = of.by_opponents.iter().map(|by| (by.level, by.tally.finished)).collect();
    assert_eq!(levels, [(Some(Level::Easy), 1), (Some(Level::Hard), 2)]);
}

/// Nobody else explores, so all of the gold is found by one.
#[tokio::test]
async fn a_match_alone_is_neither_won_nor_lost_but_has_a_score() {
    let server = TestServer::start().await;
    let anna = server.guest("Anna").await;
    let map = "\
+----+
|....|
+----+
";
    let options =
        json!({"map": {"kind": "text", "text": map}, "gold": 60, "least_piles": 1, "most_piles": 1});
    let joined = server.create(&anna, &json!({"game": "nuggets", "options": options})).await;
    // From one end of the only corridor to the other: gold is on the way.
    let mut n = 0;
    play(&server, &anna, &joined, |heard| {
        let keys = ["L", "H"];
        matches!(heard[0].as_u64(), Some(4 | 7)).then(|| {
            n += 1;
            json!([20, n, keys[n % 2]])
        })
    })
    .await;
    let of = of(&server, &anna, GameId::Nuggets).await;
    assert_eq!((of.streak, of.best_streak), (0, 0));
    assert_eq!(of.score, ScoreKind::Gold);
    let alone = Tally { finished: 1, best_score: Some(60), mean_score: Some(60.0), ..Tally::default() };
    assert_eq!(of.total, alone);
    assert_eq!(of.by_opponents.len(), 1);
    assert_eq!(of.by_opponents[0].opponents, Opponents::Nobody);
}

#[tokio::test]
async fn a_match_that_was_closed_counts_as_nothing() {
    let server = TestServer::start().await;
    let anna = server.guest("Anna").await;
    // Nobody has joined yet: whoever made it closes it by leaving.
    let joined = server.create(&anna, &json!({"game": "sea-battle"})).await;
    give_up(&server, &anna, &joined).await;
    assert_eq!(of(&server, &anna, GameId::SeaBattle).await.total, Tally::default());
}
