//! Errors of the HTTP API. Which type to use where:
//!
//! * A handler returns [`ApiResult`]; its error is an [`ApiError`], which becomes a [`Problem`] on the wire.
//! * Whatever the caller can mend is made with [`ApiError::new`], or [`ApiError::field`] where one field is to blame. Its
//!   detail is read by people, so it says what is wrong and what would be right.
//! * Whatever the caller can't mend comes by `?` from a typed error of the part that failed (`From` below). What
//!   happened goes to the log, once, when the answer is made; the caller only learns that it is the server's fault.
//! * Answers made by the framework (wrong method, unknown address, body too large, a panic) are given the same form
//!   by [`shape`], so that no handler needs to think of them.

use std::any::Any;

use axum::Json;
use axum::extract::Request;
use axum::http::header::{ALLOW, CONTENT_TYPE, RETRY_AFTER, WWW_AUTHENTICATE};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use shared::api::{FieldError, Problem, ProblemKind};

use crate::store::StoreError;

/// The media type of every error.
pub const PROBLEM_JSON: &str = "application/problem+json";

/// What a handler returns.
pub type ApiResult<T> = Result<T, ApiError>;

/// "No, and why", on its way to the wire.
#[derive(Debug)]
pub struct ApiError {
    problem: Box<Problem>,
    header: Option<(HeaderName, HeaderValue)>,
    /// What the log has to know and the caller has not.
    cause: Option<String>,
}

impl ApiError {
    /// A problem that the caller can mend.
    pub fn new(kind: ProblemKind, detail: impl Into<String>) -> Self {
        Self { problem: Box::new(Problem::new(kind, detail)), header: None, cause: None }
    }

    /// One field of the request is wrong. `field` has dots between names; empty is the whole body.
    pub fn field(field: impl Into<String>, reason: impl Into<String>) -> Self {
        let (field, reason) = (field.into(), reason.into());
        let detail = if field.is_empty() { reason.clone() } else { format!("{field}: {reason}") };
        let mut error = Self::new(ProblemKind::Invalid, detail);
        error.problem.errors.push(FieldError { field, reason });
        error
    }

    /// The caller has not shown who he is.
    pub fn unauthorized(detail: &str) -> Self {
        Self::new(ProblemKind::Unauthorized, detail)
            .with(WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"))
    }

    /// Too much; again after so many seconds.
    pub fn too_many(seconds: u64) -> Self {
        Self::new(ProblemKind::TooMany, format!("Try again in {seconds} s."))
            .with(RETRY_AFTER, seconds.into())
    }

    /// Not now; soon again.
    pub fn unavailable(detail: &str) -> Self {
        Self::new(ProblemKind::Unavailable, detail).with(RETRY_AFTER, HeaderValue::from_static("1"))
    }

    /// A fault of the server; `cause` is for the log.
    pub fn internal(cause: impl Into<String>) -> Self {
        let mut error = Self::new(ProblemKind::Internal, "The fault has been logged.");
        error.cause = Some(cause.into());
        error
    }

    fn with(mut self, name: HeaderName, value: HeaderValue) -> Self {
        self.header = Some((name, value));
        self
    }
}

impl From<StoreError> for ApiError {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::Unavailable(_) => {
                let mut answer = Self::unavailable("Nothing can be written down at the moment.");
                answer.cause = Some(error.to_string());
                answer
            }
            StoreError::Conflict(_) | StoreError::NotFound(_) | StoreError::Corrupt(_) => {
                Self::internal(error.to_string())
            }
        }
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        if let Some(cause) = self.cause {
            tracing::error!(status = self.problem.status, %cause, "a request failed");
        }
        let status = StatusCode::from_u16(self.problem.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        let mut response = (status, Json(*self.problem)).into_response();
        response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static(PROBLEM_JSON));
        if let Some((name, value)) = self.header {
            response.headers_mut().insert(name, value);
        }
        response
    }
}

/// Gives errors that no handler made the form of a problem.
pub async fn shape(request: Request, next: Next) -> Response {
    let response = next.run(request).await;
    let status = response.status();
    let shaped = (status.is_client_error() || status.is_server_error()) && !is_meant(response.headers());
    if !shaped {
        return response;
    }
    let (parts, _) = response.into_parts();
    let mut answer = ApiError::from(status).into_response();
    // A refused method names those that are allowed.
    if let Some(allow) = parts.headers.get(ALLOW) {
        answer.headers_mut().insert(ALLOW, allow.clone());
    }
    answer
}

/// True of an error that a handler made on purpose: a problem, or a page for people.
fn is_meant(headers: &HeaderMap) -> bool {
    let kind = headers.get(CONTENT_TYPE).map_or(&[][..], HeaderValue::as_bytes);
    kind.starts_with(PROBLEM_JSON.as_bytes()) || kind.starts_with(b"text/html")
}

impl From<StatusCode> for ApiError {
    fn from(status: StatusCode) -> Self {
        match status {
            StatusCode::NOT_FOUND => {
                Self::new(ProblemKind::NotFound, "This server has nothing at this address.")
            }
            StatusCode::METHOD_NOT_ALLOWED => {
                Self::new(ProblemKind::Method, "The header `Allow` names the methods this address has.")
            }
            StatusCode::PAYLOAD_TOO_LARGE => Self::new(ProblemKind::TooLarge, "A body has at most 64 KiB."),
            status if status.is_server_error() => {
                Self::internal(format!("answered {status} without a reason"))
            }
            status => Self::new(ProblemKind::Malformed, format!("The request is refused with {status}.")),
        }
    }
}

/// The answer to a request whose handler panicked.
pub fn panicked(panic: Box<dyn Any + Send + 'static>) -> Response {
    let cause = match panic.downcast::<String>() {
        Ok(text) => *text,
        Err(panic) => {
            panic.downcast::<&str>().map_or_else(|_| "no message".to_owned(), |text| (*text).to_owned())
        }
    };
    ApiError::internal(format!("a handler panicked: {cause}")).into_response()
}

#[cfg(test)]
mod tests {
    use axum::Router;
    use axum::body::{Body, to_bytes};
    use axum::middleware::from_fn;
    use axum::routing::get;
    use tower::ServiceExt as _;
    use tower_http::catch_panic::CatchPanicLayer;

    use super::*;

    async fn answer(status: StatusCode) -> (Problem, HeaderMap) {
        let router = Router::new()
            .route("/", get(async move || (status, [(ALLOW, "GET")], "a secret")))
            .route("/panic", get(async || -> () { panic!("a secret") }))
            .layer(from_fn(shape))
            .layer(CatchPanicLayer::custom(panicked));
        let path = if status == StatusCode::OK { "/panic" } else { "/" };
        let request = Request::builder().uri(path).body(Body::empty()).unwrap();
        let (parts, body) = router.oneshot(request).await.unwrap().into_parts();
        assert_eq!(parts.headers[CONTENT_TYPE], PROBLEM_JSON);
        let body = to_bytes(body, 10_000).await.unwrap();
        assert!(!body.windows(6).any(|word| word == b"secret"));
        let problem: Problem = serde_json::from_slice(&body).unwrap();
        assert_eq!(parts.status.as_u16(), problem.status);
        (problem, parts.headers)
    }

    #[tokio::test]
    async fn errors_that_no_handler_made_get_the_form_of_a_problem() {
        for (status, kind) in [
            (StatusCode::NOT_FOUND, ProblemKind::NotFound),
            (StatusCode::METHOD_NOT_ALLOWED, ProblemKind::Method),
            (StatusCode::PAYLOAD_TOO_LARGE, ProblemKind::TooLarge),
            (StatusCode::UPGRADE_REQUIRED, ProblemKind::Malformed),
            (StatusCode::BAD_GATEWAY, ProblemKind::Internal),
        ] {
            let (problem, headers) = answer(status).await;
            assert_eq!(
                (problem.known(), &headers[ALLOW]),
                (Some(kind), &HeaderValue::from_static("GET")),
                "{status}"
            );
        }
    }

    #[tokio::test]
    async fn a_panic_is_a_fault_of_the_server_and_its_message_stays_there() {
        let (problem, _) = answer(StatusCode::OK).await;
        assert_eq!(problem.known(), Some(ProblemKind::Internal));
    }
}
