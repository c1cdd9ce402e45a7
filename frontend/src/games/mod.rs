//! The games: one folder each, what a connection has to know about them, and what all of them have after the end: the
//! result ([`result`]), the way on ([`after`]) and the replay ([`fold`], [`reel`]).

pub mod accordion;
pub mod after;
pub mod fold;
pub mod nuggets;
pub mod onecard;
pub mod reel;
pub mod result;
pub mod sea_battle;

use shared::accordion::{self as ac, Accordion};
use shared::game::Seat;
use shared::nuggets::{self as ng, Nuggets};
use shared::onecard::{self as oc, OneCard};
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

impl Client for Nuggets {
    fn settled(_view: &ng::View, _key: &ng::Key) -> bool {
        // Every key travels with a number.
        true
    }

    fn awaits(_view: &ng::View, _seat: Seat) -> bool {
        false
    }

    fn engages(view: &ng::View, seat: Seat) -> bool {
        // There are no turns: everybody is on the move all the time.
        view.seat == Some(seat) && view.phase == ng::Phase::Playing
    }

    fn gathering(view: &ng::View) -> bool {
        view.phase == ng::Phase::Waiting
    }

    fn over(view: &ng::View) -> bool {
        view.outcome.is_some()
    }
}

impl Client for OneCard {
    fn settled(_view: &oc::View, _action: &oc::Action) -> bool {
        // Every action travels with a number.
        true
    }

    fn awaits(view: &oc::View, seat: Seat) -> bool {
        view.phase == oc::Phase::Playing && view.turn == Some(seat)
    }

    fn gathering(view: &oc::View) -> bool {
        view.phase == oc::Phase::Waiting
    }

    fn over(view: &oc::View) -> bool {
        view.outcome.is_some()
    }
}

impl Client for Accordion {
    fn settled(_view: &ac::View, _action: &ac::Action) -> bool {
        // Every action travels with a number.
        true
    }

    fn awaits(view: &ac::View, seat: Seat) -> bool {
        view.phase == ac::Phase::Playing && !view.side(seat).finished
    }

    fn gathering(view: &ac::View) -> bool {
        view.phase == ac::Phase::Waiting
    }

    fn over(view: &ac::View) -> bool {
        view.outcome.is_some()
    }
}
