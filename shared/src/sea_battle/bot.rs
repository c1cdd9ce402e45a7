//! Players made of code. They get a view, never the state.

use crate::game::{Bot, Level};
use crate::sea_battle::fleet::Fleet;
use crate::sea_battle::rules::{Action, SeaBattle, other};
use crate::sea_battle::view::{Phase, View};
use crate::seed::Rng;

impl Bot for SeaBattle {
    fn decide(view: &View, _level: Level, rng: &mut Rng) -> Option<Action> {
        let own = view.seat?;
        match view.phase {
            Phase::Placing if !view.board(own).ready => Some(Action::Place(Fleet::random(rng).into())),
            Phase::Playing if view.my_turn() => {
                let closed = view.board(other(own)).knowledge().closed();
                let open: Vec<_> =
                    crate::sea_battle::Cell::all().filter(|&cell| !closed.contains(cell)).collect();
                rng.pick(&open).map(|cell| Action::Shoot { x: cell.x().into(), y: cell.y().into() })
            }
            _ => None,
        }
    }

    fn pause(_view: &View, rng: &mut Rng) -> u32 {
        600 + rng.below(1_001)
    }
}
