//! `/api/guests`: becoming somebody.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use shared::api::{Guest, Name};

use crate::app::SharedApp;
use crate::http::json::Body;
use crate::http::me::checked;
use crate::http::problem::ApiResult;
use crate::ids::UserId;
use crate::store::User;

/// Become a guest
#[utoipa::path(
    post,
    path = "/api/guests",
    tag = "people",
    request_body = Name,
    responses(
        (status = 201, description = "Who you are from now on", body = Guest),
        (status = 422, description = "The name is empty, too long or has characters that nobody sees"),
    )
)]
pub async fn create(
    State(app): State<SharedApp>,
    Body(wish): Body<Name>,
) -> ApiResult<(StatusCode, Json<Guest>)> {
    let user = User { id: UserId::random(), name: checked(&wish)?, created_at: app.clock.now() };
    let user_token = app.tokens.issue_user(&user.id);
    app.store.create_user(user.clone()).await?;
    Ok((StatusCode::CREATED, Json(Guest { user_id: user.id.0, name: user.name, user_token })))
}
