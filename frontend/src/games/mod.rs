//! The games: one folder each, and what a connection has to know about them.

pub mod sea_battle;

use shared::game::Seat;
use shared::sea_battle::{Action, Phase, SeaBattle, View};

use crate::net::session::Client;

impl Client for SeaBattle {
    fn settled(view: &View, action: &Action) -> bool {
        match action {
            Action::Place(_) => view.seat.is_none_or(|seat| view.board(seat).ready) || Self::over(view),
            Action::Shoot { .. } => true,
        }
    }

    fn awaits(view: &View, seat: Seat) -> bool {
        match view.phase {
            Phase::Placing => !view.board(seat).ready,
            Phase::Playing => view.turn == Some(seat),
            Phase::Waiting | Phase::Over => false,
        }
    }

    fn gathering(view: &View) -> bool {
        view.phase == Phase::Waiting
    }

    fn over(view: &View) -> bool {
        view.outcome.is_some()
    }
}
