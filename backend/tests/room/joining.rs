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
    let no_match = server.app.tokens.issue_game(
        &MatchId("nowhere".to_owned()),
        &server.user("Anna").id,
        Audience::Seat(Seat(0)),
    );
    let bens_match = server.create(no_clocks(), &[], false).await;
    let not_hers =
        server.app.tokens.issue_game(bens_match.id(), &server.user("Ben").id, Audience::Seat(Seat(0)));
    let her_user_in_bens =
        server.app.tokens.issue_game(bens_match.id(), &server.user("Cleo").id, Audience::Seat(Seat(0)));
    let cleo = server.app.tokens.issue_user(&server.user("Cleo").id);
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
        (json!([1, no_match, user]).to_string(), 4003),
        (json!([1, not_hers, user]).to_string(), 4004),
        (json!([1, her_user_in_bens, cleo]).to_string(), 4004),
        (json!([1, game, "forged"]).to_string(), 4004),
        (json!([1, game, game]).to_string(), 4004),
        (json!([1, game, bens]).to_string(), 4004),
        (json!([1, wrong_seat, user]).to_string(), 4004),
        (json!([1, no_seat, user]).to_string(), 4004),
        (json!([1, for_spectator, bens]).to_string(), 4004),
    ] {
        let mut peer = server.connect();
        peer.say(&text);
        assert_eq!(peer.closed_without_a_word().await, Some(code), "{text}");
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
    assert_eq!(late.closed_without_a_word().await, Some(4003));
}

#[tokio::test(start_paused = true)]
async fn a_guest_who_was_away_too_long_is_no_longer_known() {
    let server = Server::start().await;
    let room = server.match_of_two(no_clocks()).await;
    let anna = server.user("Anna").id;
    let user = server.app.tokens.issue_user(&anna);
    sleep(backend::token::USER_TOKEN_LIFE).await;
    let game = server.app.tokens.issue_game(room.id(), &anna, Audience::Seat(Seat(0)));
    let mut late = server.connect();
    late.say(json!([1, game, user, 0]).to_string());
    assert_eq!(late.closed_without_a_word().await, Some(4004));
}

/// A spectator is shown what a player must not know.
#[tokio::test(start_paused = true)]
async fn whoever_plays_does_not_watch_besides() {
    let server = Server::start().await;
    let room = server.create(no_clocks(), &[], true).await;
    let mut ben = server.watch(&room, "Ben");
    ben.until("[6,").await;
    room.sit(server.user("Ben")).await.unwrap();
    assert_eq!(ben.closed().await, Some(4000));
    let mut again = server.watch(&room, "Ben");
    assert_eq!(again.closed_without_a_word().await, Some(4004));
    // After the end there is nothing left to hide.
    let mut anna = server.old(&room, "Anna", 0);
    let _ben = server.old(&room, "Ben", 1);
    anna.expect("[3,1,1]").await;
    anna.say("[50,1]");
    anna.until("[2,").await;
    server.watch(&room, "Ben").until("[6,").await;
}
