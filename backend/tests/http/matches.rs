//! Making, finding and entering matches.

use axum::http::StatusCode;
use axum::http::header::HeaderName;
use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};
use shared::api::{Guest, Joined, MatchFacts, MatchLookup, ProblemKind, SeatKind, Status};
use shared::catalogue::GameFacts;
use shared::game::{Level, Seat};
use tokio_tungstenite::tungstenite::Message;

use crate::server::TestServer;

const IDEMPOTENCY_KEY: HeaderName = HeaderName::from_static("idempotency-key");

fn open_match() -> Value {
    json!({"game": "sea-battle", "public": true})
}

async fn facts(server: &TestServer, id: &str) -> MatchFacts {
    server.get(&format!("/api/matches/{id}")).expect(StatusCode::OK).await.read()
}

/// Plays a match to its end: `loser` gives up.
async fn give_up(server: &TestServer, loser: &Guest, joined: &Joined) {
    let (mut socket, _) =
        tokio_tungstenite::connect_async(format!("ws://{}/ws", server.running.addr)).await.unwrap();
    let join = json!([1, joined.game_token, loser.user_token, 0]);
    socket.send(Message::text(join.to_string())).await.unwrap();
    socket.send(Message::text("[50,1]")).await.unwrap();
    loop {
        let message = socket.next().await.expect("END comes first").unwrap();
        if message.to_text().unwrap().starts_with("[2,") {
            return;
        }
    }
}

#[tokio::test]
async fn the_games_are_told_with_their_options() {
    let server = TestServer::start().await;
    let games: Vec<GameFacts> = server.get("/api/games").expect(StatusCode::OK).await.read();
    assert_eq!(games, shared::catalogue::games());
}

#[tokio::test]
async fn who_makes_a_match_sits_in_seat_0() {
    let server = TestServer::start().await;
    let anna = server.guest("Anna").await;
    let joined = server.create(&anna, &open_match()).await;
    assert_eq!(joined.seat, Some(Seat(0)));
    let facts = facts(&server, &joined.match_id).await;
    assert_eq!((facts.status, facts.public), (Status::Waiting, true));
    assert_eq!(facts.name(Seat(0)), Some("Anna"));
    assert_eq!(facts.seats[1].kind, SeatKind::Open);
    assert_eq!(facts.code, joined.code);
    assert_eq!(facts.seed_hash.len(), 64);
    assert!(facts.options["shot_seconds"].is_number(), "{:?}", facts.options);
}

#[tokio::test]
async fn bots_sit_in_the_seats_after() {
    let server = TestServer::start().await;
    let anna = server.guest("Anna").await;
    let joined = server.create(&anna, &json!({"game": "sea-battle", "bots": ["hard"]})).await;
    let facts = facts(&server, &joined.match_id).await;
    assert_eq!((facts.seats[1].kind, facts.seats[1].level), (SeatKind::Bot, Some(Level::Hard)));
    assert!(!facts.has_open_seat());
}

#[tokio::test]
async fn a_match_is_found_by_its_code_in_any_case() {
    let server = TestServer::start().await;
    let anna = server.guest("Anna").await;
    let joined = server.create(&anna, &open_match()).await;
    for code in [joined.code.clone(), joined.code.to_lowercase()] {
        assert_eq!(facts(&server, &code).await.match_id, joined.match_id, "{code}");
    }
}

#[tokio::test]
async fn whoever_looks_a_match_up_is_told_which_seat_is_theirs() {
    let server = TestServer::start().await;
    let [anna, ben] = [server.guest("Anna").await, server.guest("Ben").await];
    let joined = server.create(&anna, &open_match()).await;
    let look_up = || server.get(&format!("/api/matches/{}", joined.code));
    let told: MatchLookup = look_up().bearer(&anna).expect(StatusCode::OK).await.read();
    assert_eq!(told.my_seat, Some(Seat(0)));
    assert_eq!(told.facts, facts(&server, &joined.match_id).await, "the rest is the same for everybody");
    for asking in [look_up().bearer(&ben), look_up()] {
        let told: Value = asking.expect(StatusCode::OK).await.read();
        assert_eq!(told.get("my_seat"), Some(&Value::Null));
    }
    let lobby: Value = server.get("/api/matches").bearer(&anna).expect(StatusCode::OK).await.read();
    assert_eq!(lobby["matches"][0].get("my_seat"), None, "the lobby is one list for everybody");

    let forged = Guest { user_token: "v4.local.forged".to_owned(), ..anna };
    look_up().bearer(&forged).expect_problem(ProblemKind::Unauthorized).await;
}

#[tokio::test]
async fn a_match_that_is_not_there_is_not_found() {
    let server = TestServer::start().await;
    let anna = server.guest("Anna").await;
    for id in ["NOSUCH", "0000000000000000", &"x".repeat(1000), "%00", "a%2Fb"] {
        server.get(&format!("/api/matches/{id}")).expect_problem(ProblemKind::NotFound).await;
        server.get(&format!("/api/matches/{id}/record")).expect_problem(ProblemKind::NotFound).await;
        for verb in ["start", "join", "watch", "token"] {
            let asking = server.post(&format!("/api/matches/{id}/{verb}")).bearer(&anna);
            asking.expect_problem(ProblemKind::NotFound).await;
        }
    }
}

#[tokio::test]
async fn entering_a_match_needs_a_token() {
    let server = TestServer::start().await;
    let anna = server.guest("Anna").await;
    let joined = server.create(&anna, &open_match()).await;
    server.post("/api/matches").json(&open_match()).expect_problem(ProblemKind::Unauthorized).await;
    for verb in ["start", "join", "watch", "token"] {
        let asking = server.post(&format!("/api/matches/{}/{verb}", joined.match_id));
        asking.expect_problem(ProblemKind::Unauthorized).await;
    }
}

#[tokio::test]
async fn joining_takes_the_empty_seat_and_joining_again_gives_the_same() {
    let server = TestServer::start().await;
    let [anna, ben, cleo] =
        [server.guest("Anna").await, server.guest("Ben").await, server.guest("Cleo").await];
    let joined = server.create(&anna, &open_match()).await;
    let join = |guest: &Guest| {
        server.post(&format!("/api/matches/{}/join", joined.code.to_lowercase())).bearer(guest)
    };
    let [first, again]: [Joined; 2] =
        [join(&ben).expect(StatusCode::OK).await.read(), join(&ben).expect(StatusCode::OK).await.read()];
    assert_eq!((first.seat, again.seat), (Some(Seat(1)), Some(Seat(1))));
    let own: Joined = join(&anna).expect(StatusCode::OK).await.read();
    assert_eq!(own.seat, Some(Seat(0)));
    join(&cleo).expect_problem(ProblemKind::MatchFull).await;
    assert_eq!(facts(&server, &joined.match_id).await.name(Seat(1)), Some("Ben"));
}

#[tokio::test]
async fn nobody_joins_a_match_that_is_over() {
    let server = TestServer::start().await;
    let [anna, ben] = [server.guest("Anna").await, server.guest("Ben").await];
    let joined = server.create(&anna, &json!({"game": "sea-battle", "bots": ["easy"], "public": true})).await;
    give_up(&server, &anna, &joined).await;
    let answer = server.post(&format!("/api/matches/{}/join", joined.match_id)).bearer(&ben).send().await;
    assert_eq!(answer.status, StatusCode::CONFLICT, "{answer:?}");
}

#[tokio::test]
async fn the_token_of_a_seat_is_given_to_who_holds_it() {
    let server = TestServer::start().await;
    let [anna, ben] = [server.guest("Anna").await, server.guest("Ben").await];
    let joined = server.create(&anna, &open_match()).await;
    let token = |guest: &Guest| server.post(&format!("/api/matches/{}/token", joined.match_id)).bearer(guest);
    let again: Joined = token(&anna).expect(StatusCode::OK).await.read();
    assert_eq!(again.seat, Some(Seat(0)));
    token(&ben).expect_problem(ProblemKind::Forbidden).await;
}

#[tokio::test]
async fn only_who_made_a_match_starts_it_and_only_where_the_game_allows() {
    let server = TestServer::start().await;
    let [anna, ben] = [server.guest("Anna").await, server.guest("Ben").await];
    let joined = server.create(&anna, &open_match()).await;
    let start = |guest: &Guest| server.post(&format!("/api/matches/{}/start", joined.match_id)).bearer(guest);
    start(&ben).expect_problem(ProblemKind::Forbidden).await;
    // Sea Battle starts by itself.
    start(&anna).expect_problem(ProblemKind::CannotStart).await;
}

#[tokio::test]
async fn public_matches_are_watched_by_others_and_private_ones_by_nobody() {
    let server = TestServer::start().await;
    let [anna, ben] = [server.guest("Anna").await, server.guest("Ben").await];
    let public = server.create(&anna, &json!({"game": "sea-battle", "bots": ["easy"], "public": true})).await;
    let private = server.create(&anna, &json!({"game": "sea-battle", "bots": ["easy"]})).await;
    let watch = |guest: &Guest, joined: &Joined| {
        server.post(&format!("/api/matches/{}/watch", joined.match_id)).bearer(guest)
    };
    let watching: Joined = watch(&ben, &public).expect(StatusCode::OK).await.read();
    assert_eq!(watching.seat, None);
    watch(&ben, &private).expect_problem(ProblemKind::Forbidden).await;
    watch(&anna, &public).expect_problem(ProblemKind::Forbidden).await;
    give_up(&server, &anna, &public).await;
    watch(&anna, &public).expect(StatusCode::OK).await;
}

#[tokio::test]
async fn the_record_is_told_after_the_end() {
    let server = TestServer::start().await;
    let anna = server.guest("Anna").await;
    let joined = server.create(&anna, &json!({"game": "sea-battle", "bots": ["easy"], "public": true})).await;
    let record = || server.get(&format!("/api/matches/{}/record", joined.match_id));
    record().expect_problem(ProblemKind::NotOver).await;
    give_up(&server, &anna, &joined).await;

    let told: Value = record().expect(StatusCode::OK).await.read();
    let facts = facts(&server, &joined.match_id).await;
    assert_eq!(facts.status, Status::Over);
    assert_eq!(told["match_id"], joined.match_id);
    assert_eq!(told["options"], facts.options);
    assert_eq!(told["outcome"], serde_json::to_value(&facts.outcome).unwrap());
    let seed = hex::decode(told["seed"].as_str().unwrap()).unwrap();
    assert_eq!(hex::encode(Sha256::digest(seed)), facts.seed_hash);

    // The rules accept it, and come to the same end.
    let told: shared::record::RecordOf<shared::sea_battle::SeaBattle> = serde_json::from_value(told).unwrap();
    let entries = told.entries.iter().map(|line| &line.entry);
    let end: shared::sea_battle::SeaBattle =
        shared::record::fold(&told.options, &told.seed, entries).unwrap();
    assert_eq!(shared::game::Game::outcome(&end), Some(told.outcome));
    assert!(told.entries.iter().all(|line| line.at < 600_000), "times count from the start of the match");
}

#[tokio::test]
async fn the_record_of_a_private_match_is_for_who_sat_in_it() {
    let server = TestServer::start().await;
    let [anna, ben] = [server.guest("Anna").await, server.guest("Ben").await];
    let joined = server.create(&anna, &json!({"game": "sea-battle", "bots": ["easy"]})).await;
    give_up(&server, &anna, &joined).await;
    let record = || server.get(&format!("/api/matches/{}/record", joined.match_id));
    record().expect_problem(ProblemKind::Unauthorized).await;
    record().bearer(&ben).expect_problem(ProblemKind::Forbidden).await;
    record().bearer(&anna).expect(StatusCode::OK).await;
}

#[tokio::test]
async fn a_request_sent_twice_with_a_key_makes_one_match() {
    let server = TestServer::start().await;
    let [anna, ben] = [server.guest("Anna").await, server.guest("Ben").await];
    let wish = json!({"game": "sea-battle", "bots": ["easy"], "options": {"shot_seconds": 20}});
    let create = |guest: &Guest, key: &str, wish: &Value| {
        server.post("/api/matches").bearer(guest).header(IDEMPOTENCY_KEY, key).json(wish)
    };
    let [first, again]: [Joined; 2] = [
        create(&anna, "a-1", &wish).expect(StatusCode::CREATED).await.read(),
        create(&anna, "a-1", &wish).expect(StatusCode::CREATED).await.read(),
    ];
    assert_eq!((&first.match_id, first.seat), (&again.match_id, again.seat));
    let other: Joined = create(&ben, "a-1", &wish).expect(StatusCode::CREATED).await.read();
    assert_ne!(first.match_id, other.match_id, "a key is one user's");
    let other: Joined = create(&anna, "a-2", &wish).expect(StatusCode::CREATED).await.read();
    assert_ne!(first.match_id, other.match_id);

    for changed in [
        json!({"game": "sea-battle", "bots": ["easy"], "options": {"shot_seconds": 21}}),
        json!({"game": "sea-battle", "bots": ["easy"]}),
        json!({"game": "sea-battle", "bots": ["hard"], "options": {"shot_seconds": 20}}),
        json!({"game": "sea-battle", "options": {"shot_seconds": 20}}),
        json!({"game": "sea-battle", "bots": ["easy"], "options": {"shot_seconds": 20}, "public": true}),
    ] {
        create(&anna, "a-1", &changed).expect_problem(ProblemKind::KeyReused).await;
    }
}

#[tokio::test]
async fn a_key_is_good_for_every_game_with_bots_and_without() {
    let server = TestServer::start().await;
    let anna = server.guest("Anna").await;
    for game in shared::catalogue::games() {
        let bots = vec![game.bots[0].clone(); usize::from(game.least_seats.max(2)) - 1];
        for bots in [bots, Vec::new()] {
            let key = format!("{}-{}", game.id, bots.len());
            let wish = json!({"game": game.id, "bots": bots});
            let create =
                || server.post("/api/matches").bearer(&anna).header(IDEMPOTENCY_KEY, &key).json(&wish);
            let first: Joined = create().expect(StatusCode::CREATED).await.read();
            let again: Joined = create().expect(StatusCode::CREATED).await.read();
            assert_eq!(first.match_id, again.match_id, "{key}");
        }
    }
}

#[tokio::test]
async fn a_key_is_short_and_visible() {
    let server = TestServer::start().await;
    let anna = server.guest("Anna").await;
    for key in ["", "with blank", &"x".repeat(65), "ä"] {
        let asking =
            server.post("/api/matches").bearer(&anna).header(IDEMPOTENCY_KEY, key).json(&open_match());
        let (problem, _) = asking.expect_problem(ProblemKind::Invalid).await;
        assert_eq!(problem.errors[0].field, "Idempotency-Key", "{key}");
    }
}
