//! The first message of a connection decides.

use std::time::Duration;

use backend::ids::MatchId;
use serde_json::{Value, json};
use shared::game::{Audience, Seat};
use tokio::time::{Instant, sleep};

use crate::table::{Server, no_clocks};

#[tokio::test(start_paused = true)]
async fn a_connection_that_says_nothing_is_closed_after_ten_seconds() {
    let server = Server::start().await;
    let start = Instant::now();
    assert_eq!(server.connect().closed().await, Some(4001));
    assert_eq!(start.elapsed(), Duration::from_secs(10));
}

#[tokio::test(start_paused = true)]
async fn the_first_message_decides() {
    let server = Server::start().await;
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
    let server = Server::start().await;
    let room = server.match_of_two(json!({"join_seconds": 10})).await;
    let text = server.join_text(&room, "Anna", Audience::Seat(Seat(0)), Some(0));
    sleep(backend::token::GAME_TOKEN_LIFE).await;
    let mut late = server.connect();
    late.say(text);
    assert_eq!(late.closed().await, Some(4003));
}
