//! Bodies of requests: strict JSON, with an error that names the field.

use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::extract::{FromRequest, Request};
use axum::http::HeaderMap;
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use serde::de::{DeserializeOwned, IgnoredAny};
use serde_path_to_error::{Path, Segment};
use shared::api::ProblemKind;

use crate::http::problem::ApiError;

/// The body of a request, read.
pub struct Body<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for Body<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Self, ApiError> {
        if !says_json(request.headers()) {
            return Err(ApiError::new(
                ProblemKind::MediaType,
                "The header `Content-Type` must be application/json.",
            ));
        }
        let bytes = Bytes::from_request(request, state).await.map_err(|error| unreadable(&error))?;
        read(&bytes).map(Self)
    }
}

fn says_json(headers: &HeaderMap) -> bool {
    let kind = headers.get(CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let essence = kind.split(';').next().unwrap_or_default().trim();
    essence.eq_ignore_ascii_case("application/json")
}

fn unreadable(error: &BytesRejection) -> ApiError {
    match error.status() {
        StatusCode::PAYLOAD_TOO_LARGE => StatusCode::PAYLOAD_TOO_LARGE.into(),
        _ => ApiError::new(ProblemKind::Malformed, "The body ended early."),
    }
}

fn read<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, ApiError> {
    // First whether it is JSON at all: serde_json calls a number in place of a word a fault of the text.
    serde_json::from_slice::<IgnoredAny>(bytes)
        .map_err(|error| ApiError::new(ProblemKind::Malformed, format!("The body is not JSON: {error}")))?;
    let mut json = serde_json::Deserializer::from_slice(bytes);
    serde_path_to_error::deserialize(&mut json)
        .map_err(|error| ApiError::field(dotted(error.path()), error.inner().to_string()))
}

/// A path with dots between names and places.
fn dotted(path: &Path) -> String {
    let names: Vec<String> = path
        .iter()
        .filter_map(|segment| match segment {
            Segment::Seq { index } => Some(index.to_string()),
            Segment::Map { key } => Some(key.clone()),
            Segment::Enum { variant } => Some(variant.clone()),
            Segment::Unknown => None,
        })
        .collect();
    names.join(".")
}
