//! `/api/me`: who is asking.

use axum::Json;
use axum::extract::State;
use shared::api::{self, Me, NAME_LENGTH, Name};

use crate::app::SharedApp;
use crate::http::auth::Caller;
use crate::http::json::Body;
use crate::http::problem::{ApiError, ApiResult};

pub mod statistics;

/// Who am I?
#[utoipa::path(
    get,
    path = "/api/me",
    tag = "people",
    security(("user_token" = [])),
    responses((status = 200, body = Me), (status = 401, description = "No good user token"))
)]
pub async fn show(Caller(user): Caller) -> Json<Me> {
    Json(Me { user_id: user.id.0, name: user.name })
}

/// Take another name; matches keep the old one
#[utoipa::path(
    patch,
    path = "/api/me",
    tag = "people",
    security(("user_token" = [])),
    request_body = Name,
    responses(
        (status = 200, body = Me),
        (status = 401, description = "No good user token"),
        (status = 422, description = "The name is empty, too long or has characters that nobody sees"),
    )
)]
pub async fn rename(
    State(app): State<SharedApp>,
    Caller(user): Caller,
    Body(wish): Body<Name>,
) -> ApiResult<Json<Me>> {
    let name = checked(&wish)?;
    app.store.rename_user(&user.id, &name).await?;
    Ok(Json(Me { user_id: user.id.0, name }))
}

/// The name as it is kept.
pub fn checked(wish: &Name) -> ApiResult<String> {
    api::name(&wish.name).ok_or_else(|| {
        ApiError::field("name", format!("a name has 1 to {NAME_LENGTH} visible characters after trimming"))
    })
}
