//! Making a match.

use axum::Json;
use axum::extract::State;
use axum::http::header::LOCATION;
use axum::http::{HeaderMap, StatusCode};
use axum::response::IntoResponse;
use shared::api::{Joined, MatchFacts, NewMatch, ProblemKind, SeatKind, Status};
use shared::game::{Level, Seat};

use crate::http::Web;
use crate::http::auth::Caller;
use crate::http::json::Body;
use crate::http::matches::seated;
use crate::http::problem::{ApiError, ApiResult};
use crate::room::{CreateError, CreateMatch, public_options};

/// The header in which a client may number its request, so that sending it again makes no second match.
const IDEMPOTENCY_KEY: &str = "idempotency-key";
/// The most characters of it.
const KEY_LENGTH: usize = 64;
/// No game has more seats, so no request names more bots.
const MOST_BOTS: usize = 26;

/// Make a match and sit in seat 0
#[utoipa::path(
    post,
    path = "/api/matches",
    tag = "matches",
    security(("user_token" = [])),
    params(("Idempotency-Key" = Option<String>, Header, description = "Up to 64 visible characters. The same user's \
        second request with it is answered with the match of the first")),
    request_body = NewMatch,
    responses(
        (status = 201, description = "Your seat in it", body = Joined),
        (status = 401, description = "No good user token"),
        (status = 409, description = "The key was used for another request"),
        (status = 422, description = "The game is unknown or not hosted, or an option out of its range"),
    )
)]
pub async fn create(
    State(web): State<Web>,
    Caller(user): Caller,
    headers: HeaderMap,
    Body(wish): Body<NewMatch>,
) -> ApiResult<impl IntoResponse> {
    let idempotency_key = key(&headers)?;
    let bots = levels(&wish)?;
    web.limits().make_match(&user.id)?;
    let app = web.app();
    let request = CreateMatch {
        game: wish.game,
        options: wish.options.clone(),
        bots: bots.clone(),
        public: wish.public,
        creator: user.clone(),
        idempotency_key: idempotency_key.clone(),
    };
    let room = app.rooms.create(request).await?;
    if idempotency_key.is_some() && !is_what_was_wished(&room.facts(), &wish, &bots) {
        return Err(ApiError::new(ProblemKind::KeyReused, "That key made another match; take a new key."));
    }
    let seat =
        room.seat_of(&user.id).ok_or_else(|| ApiError::internal("a new match has no seat for its maker"))?;
    let location = [(LOCATION, format!("/api/matches/{}", room.id()))];
    Ok((StatusCode::CREATED, location, Json(seated(app, &room, &user.id, seat))))
}

fn key(headers: &HeaderMap) -> ApiResult<Option<String>> {
    let Some(value) = headers.get(IDEMPOTENCY_KEY) else { return Ok(None) };
    let fits =
        |key: &&str| (1..=KEY_LENGTH).contains(&key.len()) && key.bytes().all(|byte| byte.is_ascii_graphic());
    match value.to_str().ok().filter(fits) {
        Some(key) => Ok(Some(key.to_owned())),
        None => Err(ApiError::field(
            "Idempotency-Key",
            format!("a key has 1 to {KEY_LENGTH} visible ASCII characters"),
        )),
    }
}

fn levels(wish: &NewMatch) -> ApiResult<Vec<Level>> {
    if wish.bots.len() > MOST_BOTS {
        return Err(ApiError::field("bots", "no match has that many seats"));
    }
    let level = |(at, word): (usize, &String)| {
        word.parse::<Level>().map_err(|error| ApiError::field(format!("bots.{at}"), error.to_string()))
    };
    wish.bots.iter().enumerate().map(level).collect()
}

/// True if a match is what this request asks for; else its key was used before, for something else.
fn is_what_was_wished(facts: &MatchFacts, wish: &NewMatch, bots: &[Level]) -> bool {
    let options_agree = public_options(wish.game, &wish.options, bots.len()).as_ref() == Some(&facts.options);
    facts.game == wish.game && facts.public == wish.public && options_agree && bots_agree(facts, bots)
}

/// A started match may have got more bots.
fn bots_agree(facts: &MatchFacts, bots: &[Level]) -> bool {
    let sits = |seat: usize| {
        let seat = facts.seats.iter().find(|facts| facts.seat.index() == seat)?;
        seat.level.filter(|_| seat.kind == SeatKind::Bot)
    };
    let first_free = Seat(0).index() + 1;
    let agreed = bots.iter().enumerate().all(|(at, level)| sits(first_free + at) == Some(*level));
    let no_more = facts.status != Status::Waiting || sits(first_free + bots.len()).is_none();
    agreed && no_more
}

impl From<CreateError> for ApiError {
    fn from(error: CreateError) -> Self {
        match error {
            CreateError::Invalid { field, reason } => Self::field(field, reason),
            CreateError::Store(error) => error.into(),
        }
    }
}
