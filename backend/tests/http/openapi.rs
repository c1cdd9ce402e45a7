//! The description of the API.

use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use serde_json::Value;

use crate::server::TestServer;

async fn description() -> Value {
    let server = TestServer::start().await;
    let answer = server.get("/api/openapi.json").expect(StatusCode::OK).await;
    assert_eq!(answer.header(CONTENT_TYPE), "application/json");
    answer.read()
}

#[tokio::test]
async fn every_call_is_described() {
    let description = description().await;
    assert!(description["openapi"].as_str().unwrap().starts_with("3.1"), "{}", description["openapi"]);
    let mut calls: Vec<String> = Vec::new();
    for (path, item) in description["paths"].as_object().unwrap() {
        calls.extend(item.as_object().unwrap().keys().map(|method| format!("{method} {path}")));
    }
    calls.sort();
    let expected = [
        "get /api/games",
        "get /api/lobby",
        "get /api/matches",
        "get /api/matches/{match}",
        "get /api/matches/{match}/record",
        "get /api/me",
        "get /api/me/statistics",
        "get /healthz",
        "get /metrics",
        "get /readyz",
        "patch /api/me",
        "post /api/guests",
        "post /api/matches",
        "post /api/matches/{match}/join",
        "post /api/matches/{match}/start",
        "post /api/matches/{match}/token",
        "post /api/matches/{match}/watch",
    ];
    assert_eq!(calls, expected);
}

#[tokio::test]
async fn every_error_is_described_as_a_problem() {
    let description = description().await;
    for (path, item) in description["paths"].as_object().unwrap() {
        for (method, operation) in item.as_object().unwrap() {
            assert!(operation["summary"].is_string(), "{method} {path} has no summary");
            let responses = operation["responses"].as_object().unwrap();
            assert!(responses.contains_key("default"), "{method} {path}");
            for (status, response) in responses.iter().filter(|(status, _)| !status.starts_with('2')) {
                let schema = &response["content"]["application/problem+json"]["schema"]["$ref"];
                assert_eq!(schema, "#/components/schemas/Problem", "{method} {path} {status}");
            }
        }
    }
}

#[tokio::test]
async fn calls_that_need_a_token_say_so() {
    let description = description().await;
    let security = |path: &str, method: &str| description["paths"][path][method]["security"].clone();
    assert_eq!(security("/api/me", "get")[0]["user_token"], Value::Array(Vec::new()));
    assert!(security("/api/guests", "post").is_null());
    assert_eq!(description["components"]["securitySchemes"]["user_token"]["scheme"], "bearer");
}

#[tokio::test]
async fn every_reference_leads_somewhere() {
    let description = description().await;
    let mut open = vec![&description];
    while let Some(value) = open.pop() {
        if let Some(reference) = value.get("$ref").and_then(Value::as_str) {
            let pointer = reference.strip_prefix('#').unwrap();
            assert!(description.pointer(pointer).is_some(), "{reference}");
        }
        match value {
            Value::Array(values) => open.extend(values),
            Value::Object(fields) => open.extend(fields.values()),
            _ => {}
        }
    }
}

/// Fields that hold what only the rules of one game can read.
const FREE: [&str; 3] = ["options", "action", "default"];

/// Where a schema leaves open what it describes, apart from the free fields. References are not followed.
fn untyped(schema: &Value, place: &str, found: &mut Vec<String>) {
    let parts = ["allOf", "anyOf", "oneOf", "prefixItems"].iter().filter_map(|key| schema[key].as_array());
    let parts: Vec<&Value> = parts.flatten().collect();
    let fields = schema["properties"].as_object();
    let is = |kind: &str| schema["type"] == kind || schema["type"][0] == kind;
    let items = Some(&schema["items"]).filter(|items| items.is_object());
    let typed = if is("object") {
        fields.is_some()
    } else if is("array") {
        items.is_some() || !parts.is_empty()
    } else {
        !schema["type"].is_null() || schema["$ref"].is_string() || !parts.is_empty()
    };
    if !typed {
        found.push(place.to_owned());
    }
    for (name, field) in fields.into_iter().flatten().filter(|(name, _)| !FREE.contains(&name.as_str())) {
        untyped(field, &format!("{place}.{name}"), found);
    }
    for part in parts.into_iter().chain(items) {
        untyped(part, &format!("{place}[]"), found);
    }
}

#[tokio::test]
async fn every_answer_says_what_is_in_it() {
    let description = description().await;
    let mut found = Vec::new();
    for (path, item) in description["paths"].as_object().unwrap() {
        for (method, operation) in item.as_object().unwrap() {
            let responses = operation["responses"].as_object().unwrap();
            for (status, response) in responses.iter().filter(|(status, _)| status.starts_with('2')) {
                let contents = response["content"].as_object();
                let place = format!("{method} {path} {status}");
                assert!(contents.is_some_and(|contents| !contents.is_empty()), "{place} has no body");
                for content in contents.into_iter().flat_map(|contents| contents.values()) {
                    untyped(&content["schema"], &place, &mut found);
                }
            }
        }
    }
    for (name, schema) in description["components"]["schemas"].as_object().unwrap() {
        untyped(schema, name, &mut found);
    }
    assert_eq!(found, Vec::<String>::new());
}
