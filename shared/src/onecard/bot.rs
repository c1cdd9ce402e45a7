//! placeholder
use crate::game::{Bot, Level};
use crate::onecard::{Action, OneCard, View};
use crate::seed::Rng;
impl Bot for OneCard {
    const LEVELS: &'static [Level] = &Level::ALL;
    fn decide(view: &View, _level: Level, _rng: &mut Rng) -> Option<Action> {
        view.legal().first().copied()
    }
    fn pause(_view: &View, rng: &mut Rng) -> u32 {
        900 + rng.below(901)
    }
}
