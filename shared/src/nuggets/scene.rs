//! Where everybody and everything is, and what each may see of it.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::game::{Audience, Seat};
use crate::nuggets::bits::Bits;
use crate::nuggets::ground::Ground;
use crate::nuggets::map::{Point, ROCK};
use crate::nuggets::rules::letter;
use crate::nuggets::sight::Sight;
use crate::nuggets::view::Screen;

/// A stretch of characters of one row; on the wire `[row, column, "characters"]`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "(u16, u16, String)", into = "(u16, u16, String)")]
pub struct Patch {
    /// Which row.
    pub row: u16,
    /// The column of the first character.
    pub column: u16,
    /// What is there now.
    pub characters: String,
}

impl From<(u16, u16, String)> for Patch {
    fn from((row, column, characters): (u16, u16, String)) -> Self {
        Self { row, column, characters }
    }
}

impl From<Patch> for (u16, u16, String) {
    fn from(patch: Patch) -> Self {
        (patch.row, patch.column, patch.characters)
    }
}

/// Everything that moves or is taken, and what everybody remembers. Cheap to clone: memories are shared until they grow.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Scene {
    pub ground: Arc<Ground>,
    /// Piles in the order of their points.
    pub gold: Vec<(Point, u32)>,
    /// By seat.
    pub explorers: Vec<Explorer>,
}

/// Where a player is and what it remembers.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Explorer {
    /// `None` once it has left.
    pub at: Option<Point>,
    /// Every gridpoint it has ever seen.
    pub known: Arc<Bits>,
    /// Every spot it has stood on.
    pub trodden: Arc<Bits>,
}

impl Scene {
    /// The pile at a point.
    pub fn pile(&self, point: Point) -> Option<u32> {
        self.gold.binary_search_by_key(&point, |pile| pile.0).ok().map(|index| self.gold[index].1)
    }

    /// Takes the pile at a point away.
    pub fn take(&mut self, point: Point) -> u32 {
        match self.gold.binary_search_by_key(&point, |pile| pile.0) {
            Ok(index) => self.gold.remove(index).1,
            Err(_) => 0,
        }
    }

    /// Who stands at a point.
    pub fn occupant(&self, point: Point) -> Option<Seat> {
        self.explorers
            .iter()
            .zip(0..)
            .find(|(explorer, _)| explorer.at == Some(point))
            .map(|(_, seat)| Seat(seat))
    }

    /// Puts a player on a spot: it looks around, and remembers.
    pub fn put(&mut self, seat: Seat, point: Point) {
        let sight = self.ground.sight(point);
        let explorer = &mut self.explorers[seat.index()];
        explorer.at = Some(point);
        sight.add_to(Arc::make_mut(&mut explorer.known), |_| ());
        Arc::make_mut(&mut explorer.trodden).insert(point);
    }

    /// The scene through the eyes of an audience; `None` of somebody who has not come.
    fn look(&self, audience: Audience) -> Option<Look<'_>> {
        let explorer = match audience {
            Audience::Spectator => None,
            Audience::Seat(seat) => Some(self.explorers.get(seat.index())?),
        };
        let sight = explorer.and_then(|explorer| explorer.at).map(|eye| self.ground.sight(eye));
        Some(Look { scene: self, explorer, sight })
    }

    /// Whoever stands at a point, or the pile that lies there.
    fn thing(&self, point: Point) -> Option<u8> {
        let letter = self.occupant(point).map(|seat| letter(seat) as u8);
        letter.or_else(|| self.pile(point).map(|_| b'*'))
    }

    /// All that an audience sees.
    pub fn screen(&self, audience: Audience) -> Screen {
        let map = self.ground.map();
        let explorer = audience.seat().map(|seat| self.explorers.get(seat.index()));
        let mut screen = Screen::blank(map.rows(), map.columns());
        match explorer {
            None => map.points().for_each(|point| screen.set(point, map.at(point))),
            Some(None) => return Screen::blank(0, 0),
            Some(Some(explorer)) => explorer.known.iter().for_each(|point| screen.set(point, map.at(point))),
        }
        if let Some(look) = self.look(audience) {
            self.things().for_each(|point| screen.set(point, look.character(point)));
        }
        screen
    }

    /// Every point where somebody stands or gold lies.
    fn things(&self) -> impl Iterator<Item = Point> + '_ {
        self.explorers.iter().filter_map(|explorer| explorer.at).chain(self.gold.iter().map(|pile| pile.0))
    }

    /// What `audience` sees otherwise than in the scene `before`, given the points that somebody left, entered or took
    /// gold from. Looks only at points that can have changed.
    pub fn changes(&self, before: &Self, audience: Audience, touched: &[Point]) -> Vec<Patch> {
        let Some(now) = self.look(audience) else { return Vec::new() };
        let Some(then) = before.look(audience) else { return Self::all_of(&now) };
        let moved = now.explorer.map(|explorer| explorer.at) != then.explorer.map(|explorer| explorer.at);
        let mut points: Vec<Point>;
        if moved {
            points = touched.iter().copied().chain(before.things()).chain(self.things()).collect();
            if let (Some(now), Some(then)) = (now.explorer, then.explorer) {
                points.extend(now.known.without(&then.known));
            }
        } else {
            // Whoever stands still sees what happens in sight, and nothing else.
            points = touched.iter().copied().filter(|&point| now.sees(point)).collect();
        }
        points.sort_unstable();
        points.dedup();
        let changed = points.into_iter().filter_map(|point| {
            let (old, new) = (then.character(point), now.character(point));
            (old != new).then_some((point, new))
        });
        patches(changed)
    }

    /// All that somebody sees who has just come.
    fn all_of(look: &Look<'_>) -> Vec<Patch> {
        let known = look.explorer.into_iter().flat_map(|explorer| explorer.known.iter());
        let shown = known.map(|point| (point, look.character(point)));
        patches(shown.filter(|(_, character)| *character != ROCK))
    }
}

/// A scene through the eyes of an audience.
struct Look<'a> {
    scene: &'a Scene,
    /// `None` of a spectator, who sees all.
    explorer: Option<&'a Explorer>,
    /// What an explorer sees from where it is; `None` once it has left.
    sight: Option<Arc<Sight>>,
}

impl Look<'_> {
    /// True if what happens at a point is seen.
    fn sees(&self, point: Point) -> bool {
        self.explorer.is_none() || self.sight.as_ref().is_some_and(|sight| sight.contains(point))
    }

    /// What is seen at a point.
    fn character(&self, point: Point) -> u8 {
        let base = self.scene.ground.map().at(point);
        match self.explorer {
            None => self.scene.thing(point).unwrap_or(base),
            Some(explorer) if explorer.at == Some(point) => b'@',
            Some(explorer) if !explorer.known.contains(point) => ROCK,
            Some(_) if self.sees(point) => self.scene.thing(point).unwrap_or(base),
            Some(_) => base,
        }
    }
}

/// Joins characters that stand side by side.
fn patches(changed: impl Iterator<Item = (Point, u8)>) -> Vec<Patch> {
    let mut patches: Vec<Patch> = Vec::new();
    for (Point { row, column }, character) in changed {
        match patches.last_mut() {
            Some(patch)
                if patch.row == row
                    && usize::from(patch.column) + patch.characters.len() == usize::from(column) =>
            {
                patch.characters.push(character.into());
            }
            _ => patches.push(Patch { row, column, characters: char::from(character).into() }),
        }
    }
    patches
}
