//! Players made of code. They get a view, never the state.
//!
//! | module | what it holds |
//! |---|---|
//! | [`sea`] | what the shots so far tell whoever shoots next |
//! | [`odds`] | how likely a ship lies on each cell, for the hard bot |
//! | [`harbour`] | where a bot's own fleet lies |
//!
//! How they shoot: the *easy* bot at random, and after a hit at the ship it has just found, unless it forgets. The *medium*
//! bot follows every ship it has found and looks for the next at random. The *hard* bot shoots where a ship most likely
//! lies, and watches whether the other fleet hugs the rim. None ever shoots where it knows there is water.

mod harbour;
mod odds;
mod sea;

pub use harbour::hugging_the_rim;

use crate::game::{Bot, Level};
use crate::sea_battle::cells::{Cell, Cells};
use crate::sea_battle::event::{Action, ShotResult};
use crate::sea_battle::fleet::{FLEET_CELLS, Fleet};
use crate::sea_battle::rules::{SeaBattle, other};
use crate::sea_battle::view::{Board, Phase, Shot, View};
use crate::seed::Rng;
use sea::Sea;

impl Bot for SeaBattle {
    const LEVELS: &'static [Level] = &Level::ALL;

    fn decide(view: &View, level: Level, rng: &mut Rng) -> Option<Action> {
        let own = view.seat?;
        match view.phase {
            Phase::Placing if !view.board(own).ready => {
                Some(Action::Place(harbour::fleet(level, rng).into()))
            }
            Phase::Playing if view.my_turn() => {
                let cell = aim(view.board(other(own)), level, rng)?;
                Some(Action::Shoot { x: cell.x().into(), y: cell.y().into() })
            }
            _ => None,
        }
    }

    fn pause(_view: &View, rng: &mut Rng) -> u32 {
        600 + rng.below(1_001)
    }
}

/// The easy bot looks at what it has just hit this often …
const REMEMBERS: (u32, u32) = (1, 2);

/// The cell that a bot shoots at, by what the shots on `board` tell; `None` if nothing is left to shoot at.
pub fn aim(board: &Board, level: Level, rng: &mut Rng) -> Option<Cell> {
    let sea = Sea::of(board);
    let choice = match level {
        Level::Easy => {
            let just_hit = board.shots.last().filter(|shot| shot.result == ShotResult::Hit);
            let followed = just_hit.filter(|_| rng.chance(REMEMBERS.0, REMEMBERS.1));
            followed.map_or(Cells::NONE, |shot| sea.around_ship(shot.cell))
        }
        Level::Medium => sea.found().map_or(Cells::NONE, |cell| sea.around_ship(cell)),
        // Hard; the other levels are those of other games.
        _ => odds::best(&sea),
    };
    let choice = if choice.is_empty() { sea.open } else { choice };
    rng.index(choice.len()).and_then(|nth| choice.iter().nth(nth))
}

/// How many shots a bot needs to sink a whole fleet when nobody shoots back: the measure of its aim.
pub fn shots_to_sink(fleet: &Fleet, level: Level, rng: &mut Rng) -> usize {
    let mut board = Board::unknown();
    let mut hits = Cells::NONE;
    while hits.len() < FLEET_CELLS
        && let Some(cell) = aim(&board, level, rng)
    {
        let result = match fleet.ship_at(cell) {
            None => ShotResult::Miss,
            Some(ship) => {
                hits.insert(cell);
                if ship.area().within(hits) { ShotResult::Sunk } else { ShotResult::Hit }
            }
        };
        board.note(Shot { cell, result });
    }
    board.shots.len()
}

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests;
