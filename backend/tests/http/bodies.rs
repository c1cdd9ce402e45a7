//! Bad requests, and the one form that every error has.

use axum::http::header::{ALLOW, CONTENT_TYPE, TRANSFER_ENCODING};
use axum::http::{Method, StatusCode};
use serde_json::json;
use shared::api::ProblemKind;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

use crate::server::TestServer;

#[tokio::test]
async fn text_that_is_no_json_is_malformed() {
    let server = TestServer::start().await;
    for body in ["", "{", "{\"name\":\"Anna\"", "name=Anna", "{\"name\":\"Anna\"} {}", "\u{feff}{}"] {
        let asking = server.post("/api/guests").body("application/json", body.to_owned());
        asking.expect_problem(ProblemKind::Malformed).await;
    }
}

#[tokio::test]
async fn json_that_does_not_fit_is_invalid_and_the_field_is_named() {
    let server = TestServer::start().await;
    let anna = server.guest("Anna").await;
    let cases = [
        (json!({"game": "chess"}), "game"),
        (json!({"game": 1}), "game"),
        (json!({"game": "sea-battle", "bots": "easy"}), "bots"),
        (json!({"game": "sea-battle", "bots": ["easy", 1]}), "bots.1"),
        (json!({"game": "sea-battle", "bots": ["godlike"]}), "bots.0"),
        (json!({"game": "sea-battle", "bots": vec!["easy"; 27]}), "bots"),
        (json!({"game": "sea-battle", "public": "yes"}), "public"),
        (json!({"game": "sea-battle", "secret": 1}), "secret"),
        (json!({"game": "onecard", "options": {"cards": 25}}), "options.cards"),
        (json!({"game": "sea-battle", "options": {"shot_seconds": 1}}), "options.shot_seconds"),
    ];
    for (body, field) in cases {
        let asking = server.post("/api/matches").bearer(&anna).json(&body);
        let (problem, _) = asking.expect_problem(ProblemKind::Invalid).await;
        assert_eq!(problem.errors[0].field, field, "{body}: {problem:?}");
        assert!(!problem.errors[0].reason.is_empty());
    }
    let asking = server.post("/api/matches").bearer(&anna).json(&json!({}));
    let (problem, _) = asking.expect_problem(ProblemKind::Invalid).await;
    assert!(problem.detail.contains("game"), "{problem:?}");
}

#[tokio::test]
async fn unknown_options_are_refused() {
    let server = TestServer::start().await;
    let anna = server.guest("Anna").await;
    let wish = json!({"game": "sea-battle", "options": {"cheat": true}});
    let (problem, _) =
        server.post("/api/matches").bearer(&anna).json(&wish).expect_problem(ProblemKind::Invalid).await;
    assert!(problem.errors[0].field.starts_with("options"), "{problem:?}");
}

#[tokio::test]
async fn bodies_have_to_say_that_they_are_json() {
    let server = TestServer::start().await;
    let body = "{\"name\":\"Anna\"}";
    for kind in ["text/plain", "application/x-www-form-urlencoded", "application/jsonp"] {
        server.post("/api/guests").body(kind, body).expect_problem(ProblemKind::MediaType).await;
    }
    server.post("/api/guests").expect_problem(ProblemKind::MediaType).await;
    server
        .post("/api/guests")
        .body("Application/JSON; charset=utf-8", body)
        .expect(StatusCode::CREATED)
        .await;
}

#[tokio::test]
async fn bodies_over_64_kib_are_too_large() {
    let server = TestServer::start().await;
    let anna = server.guest("Anna").await;
    let name = |length: usize| json!({ "name": "x".repeat(length) });
    server.post("/api/guests").json(&name(65_000)).expect_problem(ProblemKind::Invalid).await;
    server.post("/api/guests").json(&name(65_536)).expect_problem(ProblemKind::TooLarge).await;
    // Also where a body means nothing.
    let asking = server.post("/api/matches/none/join").bearer(&anna).json(&name(65_536));
    asking.expect_problem(ProblemKind::TooLarge).await;
}

#[tokio::test]
async fn a_body_that_does_not_say_its_length_is_counted_too() {
    let server = TestServer::start().await;
    let mut stream = TcpStream::connect(server.running.addr).await.unwrap();
    let head = format!(
        "POST /api/guests HTTP/1.1\r\nhost: x\r\nconnection: close\r\n{CONTENT_TYPE}: application/json\r\n\
         {TRANSFER_ENCODING}: chunked\r\n\r\n"
    );
    stream.write_all(head.as_bytes()).await.unwrap();
    let chunk = format!("8000\r\n{}\r\n", "x".repeat(0x8000));
    // The server may answer and hang up before the last chunk is written.
    for _ in 0..3 {
        if stream.write_all(chunk.as_bytes()).await.is_err() {
            break;
        }
    }
    let mut answer = [0; 12];
    stream.read_exact(&mut answer).await.unwrap();
    assert_eq!(&answer, b"HTTP/1.1 413");
}

#[tokio::test]
async fn wrong_addresses_and_methods_are_problems_too() {
    let server = TestServer::start().await;
    for path in ["/api", "/api/", "/api/nothing", "/api/matches/a/b/c", "/nothing.js", "/nothing"] {
        server.get(path).expect_problem(ProblemKind::NotFound).await;
    }
    let (_, headers) = server.request(Method::DELETE, "/api/me").expect_problem(ProblemKind::Method).await;
    let allowed = headers[ALLOW].to_str().unwrap();
    assert!(allowed.contains("GET") && allowed.contains("PATCH"), "{allowed}");
    server.get("/api/guests").expect_problem(ProblemKind::Method).await;
    server.get("/api/matches/%ff").expect_problem(ProblemKind::Malformed).await;
}

#[tokio::test]
async fn a_body_that_stands_still_is_given_up() {
    let server = TestServer::start().await;
    let mut stream = TcpStream::connect(server.running.addr).await.unwrap();
    let request = format!(
        "POST /api/guests HTTP/1.1\r\nhost: x\r\nconnection: close\r\n{CONTENT_TYPE}: application/json\r\n\
         content-length: 100\r\n\r\n{{"
    );
    stream.write_all(request.as_bytes()).await.unwrap();
    // From here on, time runs to the next timer whenever everybody waits.
    tokio::time::pause();
    let mut answer = [0; 12];
    stream.read_exact(&mut answer).await.unwrap();
    assert_eq!(&answer, b"HTTP/1.1 400");
}

#[tokio::test]
async fn headers_that_never_end_are_given_up() {
    let server = TestServer::start().await;
    let mut stream = TcpStream::connect(server.running.addr).await.unwrap();
    stream.write_all(b"GET /api/games HTTP/1.1\r\nhost: x\r\n").await.unwrap();
    tokio::time::pause();
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).await.unwrap();
    assert!(!answer.starts_with(b"HTTP/1.1 200"), "{}", String::from_utf8_lossy(&answer));
}
