//! The house in a match. It gets a view as everybody does, so it sees its own row alone.

use crate::accordion::event::Action;
use crate::accordion::house::search::Search;
use crate::accordion::house::{House, next};
use crate::accordion::options::Options;
use crate::accordion::rules::{Accordion, other};
use crate::accordion::view::View;
use crate::cards::PACK;
use crate::game::{Bot, Level, Thought};
use crate::seed::Rng;

impl Bot for Accordion {
    const LEVELS: &'static [Level] = &Level::HOUSE;

    fn decide(view: &View, level: Level, rng: &mut Rng) -> Option<Action> {
        let course = view.course.as_ref().filter(|_| view.my_turn())?;
        Some(next(course.row(), House::of(level), rng))
    }

    /// The master, once all cards are dealt, thinks of all that is left to do.
    fn think(view: &View, level: Level, _: &mut Rng) -> Option<Box<dyn Thought<Action>>> {
        let course = view.course.as_ref().filter(|_| view.my_turn() && level == Level::Master)?;
        let all_dealt = course.dealt() == PACK;
        all_dealt.then(|| Box::new(Search::new(*course.row())) as Box<dyn Thought<Action>>)
    }

    /// Nobody likes to wait for the house once he has finished.
    fn pause(view: &View, rng: &mut Rng) -> u32 {
        let awaited = view.seat.is_some_and(|seat| view.side(other(seat)).finished);
        if awaited { 0 } else { 250 + rng.below(501) }
    }

    fn seated(options: Options, bots: usize) -> Options {
        Options { house: bots > 0, ..options }
    }
}

impl Thought<Action> for Search {
    fn step(&mut self, budget: u32) -> Option<Vec<Action>> {
        let moves = Self::step(self, budget)?;
        Some(moves.into_iter().map(Action::from).chain([Action::Tableau]).collect())
    }
}
