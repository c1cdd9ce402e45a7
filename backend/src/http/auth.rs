//! Who is asking: the bearer of a user token.

use axum::extract::{FromRef, FromRequestParts, OptionalFromRequestParts};
use axum::http::header::AUTHORIZATION;
use axum::http::request::Parts;

use crate::app::SharedApp;
use crate::http::problem::ApiError;
use crate::store::User;

/// The user whose token came with the request. As an argument of a handler it makes the token necessary; as an
/// `Option` it may be missing, but not wrong.
pub struct Caller(pub User);

impl<S> FromRequestParts<S> for Caller
where
    SharedApp: FromRef<S>,
    S: Send + Sync,
{
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let token = bearer(parts)?.ok_or_else(|| ApiError::unauthorized("This call needs a user token."))?;
        let app = SharedApp::from_ref(state);
        let claims = app.tokens.user(token).map_err(|error| ApiError::unauthorized(&error.to_string()))?;
        let user = app.store.user(&claims.user).await?;
        user.map(Self).ok_or_else(|| ApiError::unauthorized("Nobody has this user token any more."))
    }
}

impl<S> OptionalFromRequestParts<S> for Caller
where
    SharedApp: FromRef<S>,
    S: Send + Sync,
{
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Option<Self>, ApiError> {
        if bearer(parts)?.is_none() {
            return Ok(None);
        }
        <Self as FromRequestParts<S>>::from_request_parts(parts, state).await.map(Some)
    }
}

/// The token in the header `Authorization`, if there is such a header.
fn bearer(parts: &Parts) -> Result<Option<&str>, ApiError> {
    let Some(value) = parts.headers.get(AUTHORIZATION) else { return Ok(None) };
    value
        .to_str()
        .ok()
        .and_then(|text| text.split_once(' '))
        .filter(|(scheme, _)| scheme.eq_ignore_ascii_case("bearer"))
        .map(|(_, token)| Some(token.trim()))
        .ok_or_else(|| ApiError::unauthorized("The header `Authorization` must be `Bearer <user token>`."))
}
