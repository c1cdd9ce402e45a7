//! Players made of code. They see a display as everybody does, and remember where they have been.
//!
//! A bot goes for gold, then for what it has not seen, then for spots where it has not stood: gold that was out of
//! sight is forgotten by the display, and lies on one of those. *Easy* walks step by step and notices gold only when it
//! is near. *Hard* counts keys instead of steps: it runs, also past its aim if that is quicker.

use std::collections::VecDeque;

use crate::game::{Bot, Level};
use crate::nuggets::bits::Bits;
use crate::nuggets::map::{Direction, Key, Point};
use crate::nuggets::rules::Nuggets;
use crate::nuggets::view::{Phase, Screen, View};
use crate::seed::Rng;

/// How far the easy bot notices gold, in steps.
const NEAR: u32 = 5;

impl Bot for Nuggets {
    const LEVELS: &'static [Level] = &[Level::Easy, Level::Hard];

    fn decide(view: &View, level: Level, rng: &mut Rng) -> Option<Key> {
        if view.phase != Phase::Playing {
            return None;
        }
        let mut ways = Direction::ALL;
        rng.shuffle(&mut ways);
        let search =
            Search { screen: &view.screen, start: view.screen.viewer()?, ways, runs: level != Level::Easy };
        let gold = |point: Point| view.screen.at(point) == b'*';
        let new = |point: Point| !view.trodden.contains(point) && may_show_more(&view.screen, point);
        let untrodden = |point: Point| !view.trodden.contains(point);
        let reach = if level == Level::Easy { NEAR } else { u32::MAX };
        let key = search.first_key(reach, gold).or_else(|| search.first_key(u32::MAX, new));
        let key = key.or_else(|| search.first_key(u32::MAX, |point| gold(point) || untrodden(point)));
        // On a map in several parts there may be nothing left to do in this one.
        key.or_else(|| ways.into_iter().find(|&way| search.step(search.start, way).is_some()).map(Key::step))
    }

    fn pause(_view: &View, rng: &mut Rng) -> u32 {
        250 + rng.below(251)
    }
}

/// True if standing there may show something new: in a passage always, in a room if something beside it is dark.
fn may_show_more(screen: &Screen, point: Point) -> bool {
    let dark = |way| point.towards(way).is_some_and(|beside| screen.at(beside) == b' ');
    match screen.at(point) {
        b'#' => true,
        _ => Direction::ALL.into_iter().any(dark),
    }
}

/// Looks for the way that takes the fewest keys, over all that is known.
struct Search<'a> {
    screen: &'a Screen,
    start: Point,
    /// Which way is tried first.
    ways: [Direction; 8],
    /// Whether running is considered.
    runs: bool,
}

impl Search<'_> {
    fn step(&self, from: Point, way: Direction) -> Option<Point> {
        from.towards(way).filter(|&to| self.screen.is_spot(to))
    }

    /// The first of the fewest keys, at most `reach`, that lead onto or across a wanted point.
    fn first_key(&self, reach: u32, wanted: impl Fn(Point) -> bool) -> Option<Key> {
        let mut seen = Bits::none(self.screen.rows(), self.screen.columns());
        seen.insert(self.start);
        let mut queue: VecDeque<(Point, u32, Option<Key>)> = VecDeque::from([(self.start, 0, None)]);
        while let Some((from, keys, first)) = queue.pop_front() {
            if keys >= reach {
                return None;
            }
            for way in self.ways {
                let Some(to) = self.step(from, way) else { continue };
                let step = first.unwrap_or(Key::step(way));
                if wanted(to) {
                    return Some(step);
                }
                if !seen.contains(to) {
                    seen.insert(to);
                    queue.push_back((to, keys + 1, Some(step)));
                }
                if !self.runs {
                    continue;
                }
                let run = first.unwrap_or(Key::run(way));
                let mut end = to;
                while let Some(next) = self.step(end, way) {
                    end = next;
                    if wanted(end) {
                        return Some(run);
                    }
                }
                if !seen.contains(end) {
                    seen.insert(end);
                    queue.push_back((end, keys + 1, Some(run)));
                }
            }
        }
        None
    }
}

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests;
