//! `/api/matches`: making, finding and entering matches. One file a verb.

use shared::api::{Joined, ProblemKind};
use shared::game::{Audience, Seat};

use crate::app::App;
use crate::http::problem::{ApiError, ApiResult};
use crate::ids::UserId;
use crate::room::Room;

pub mod create;
pub mod join;
pub mod list;
pub mod record;
pub mod show;
pub mod start;
pub mod token;
pub mod watch;

/// No id or code is longer.
const LONGEST: usize = 32;

/// How often a room is looked up again that ended between finding it and asking it.
const TRIES: usize = 3;

/// The room behind an id or a code; a code may be in small letters.
async fn find(app: &App, id_or_code: &str) -> ApiResult<Room> {
    let room = if id_or_code.len() <= LONGEST { app.rooms.find(id_or_code).await? } else { None };
    room.ok_or_else(|| ApiError::new(ProblemKind::NotFound, "There is no such match."))
}

/// The way in for a player.
fn seated(app: &App, room: &Room, user: &UserId, seat: Seat) -> Joined {
    let game_token = app.tokens.issue_game(room.id(), user, Audience::Seat(seat));
    let facts = room.facts();
    Joined { match_id: facts.match_id.clone(), code: facts.code.clone(), seat: Some(seat), game_token }
}

/// A room that ended each time it was asked.
fn gone() -> ApiError {
    ApiError::unavailable("The match is being moved.")
}
