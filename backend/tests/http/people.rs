//! Guests, and who is asking.

use axum::http::header::{AUTHORIZATION, CACHE_CONTROL, WWW_AUTHENTICATE};
use axum::http::{Method, StatusCode};
use serde_json::json;
use shared::api::{Guest, Me, ProblemKind};

use crate::server::TestServer;

#[tokio::test]
async fn a_guest_is_known_by_the_token() {
    let server = TestServer::start().await;
    let answer =
        server.post("/api/guests").json(&json!({"name": "  Anna "})).expect(StatusCode::CREATED).await;
    assert_eq!(answer.header(CACHE_CONTROL), "no-store");
    let anna: Guest = answer.read();
    assert_eq!(anna.name, "Anna");
    let me: Me = server.get("/api/me").bearer(&anna).expect(StatusCode::OK).await.read();
    assert_eq!(me, Me { user_id: anna.user_id, name: anna.name });
}

#[tokio::test]
async fn a_guest_can_take_another_name() {
    let server = TestServer::start().await;
    let anna = server.guest("Anna").await;
    let rename =
        |name: &str| server.request(Method::PATCH, "/api/me").bearer(&anna).json(&json!({ "name": name }));
    let me: Me = rename("Änne").expect(StatusCode::OK).await.read();
    assert_eq!(me.name, "Änne");
    let me: Me = server.get("/api/me").bearer(&anna).expect(StatusCode::OK).await.read();
    assert_eq!(me.name, "Änne");
    let (problem, _) = rename("").expect_problem(ProblemKind::Invalid).await;
    assert_eq!(problem.errors[0].field, "name");
}

#[tokio::test]
async fn bad_names_are_refused_and_the_field_is_named() {
    let server = TestServer::start().await;
    for name in ["", "   ", "a\u{202e}b", &"x".repeat(25)] {
        let asking = server.post("/api/guests").json(&json!({ "name": name }));
        let (problem, _) = asking.expect_problem(ProblemKind::Invalid).await;
        assert_eq!(problem.errors[0].field, "name", "{name:?}");
    }
}

#[tokio::test]
async fn without_a_good_token_nobody_is_known() {
    let server = TestServer::start().await;
    let (_, headers) = server.get("/api/me").expect_problem(ProblemKind::Unauthorized).await;
    assert_eq!(headers[WWW_AUTHENTICATE], "Bearer");

    let anna = server.guest("Anna").await;
    let mut forged = anna.user_token.clone();
    let last = forged.pop().unwrap();
    forged.push(if last == 'A' { 'Q' } else { 'A' });
    let joined = server.create(&anna, &json!({"game": "sea-battle", "bots": ["easy"]})).await;
    let bad = [
        "",
        "Bearer",
        "Bearer ",
        "Basic abc",
        &format!("Bearer {forged}"),
        &format!("Bearer {}", joined.game_token),
    ];
    for value in bad {
        let (_, headers) = server
            .get("/api/me")
            .header(AUTHORIZATION, value)
            .expect_problem(ProblemKind::Unauthorized)
            .await;
        assert_eq!(headers[WWW_AUTHENTICATE], "Bearer", "{value}");
    }
    // The scheme is a word without case.
    let value = format!("bearer {}", anna.user_token);
    server.get("/api/me").header(AUTHORIZATION, &value).expect(StatusCode::OK).await;
}

#[tokio::test]
async fn a_token_of_somebody_the_store_forgot_is_not_good() {
    let [one, other] = [TestServer::start().await, TestServer::start().await];
    let anna = one.guest("Anna").await;
    // Both servers have the same key, and only the first knows Anna.
    other.get("/api/me").bearer(&anna).expect_problem(ProblemKind::Unauthorized).await;
}
