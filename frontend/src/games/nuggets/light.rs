//! What is known of the map, and which of it is in sight: both worked out from the display alone.
//!
//! A display shows people and gold in place of what they stand on, and does not say what is only remembered. [`Ground`]
//! keeps what was under them from before, and puts its best guess where nothing was seen before; [`lit`] then asks the
//! same geometry that the server uses.

use shared::nuggets::map::{PASSAGE, ROCK, ROOM};
use shared::nuggets::sight::Sight;
use shared::nuggets::view::Screen;
use shared::nuggets::{Direction, Map, Point};

use crate::games::nuggets::camera::Spot;

/// The map as far as it is known, without people and gold.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ground {
    rows: u16,
    columns: u16,
    cells: Vec<u8>,
}

impl Ground {
    /// Nothing known.
    pub fn blank() -> Self {
        Self { rows: 0, columns: 0, cells: Vec::new() }
    }

    /// From top to bottom.
    pub const fn rows(&self) -> u16 {
        self.rows
    }

    /// From left to right.
    pub const fn columns(&self) -> u16 {
        self.columns
    }

    /// The character at a point: one of the six of a map, rock where nothing is known.
    pub fn at(&self, Point { row, column }: Point) -> u8 {
        let inside = row < self.rows && column < self.columns;
        let index = usize::from(row) * usize::from(self.columns) + usize::from(column);
        self.cells.get(index).copied().filter(|_| inside).unwrap_or(ROCK)
    }

    /// The middle of what is known; none if nothing is.
    pub fn middle(&self) -> Option<Spot> {
        let columns = usize::from(self.columns).max(1);
        let known =
            || self.cells.iter().enumerate().filter(|(_, cell)| **cell != ROCK).map(|(index, _)| index);
        let (top, bottom) = (known().next()? / columns, known().next_back()? / columns);
        let left = known().map(|index| index % columns).min()?;
        let right = known().map(|index| index % columns).max()?;
        let half = |sum: usize| u16::try_from(sum).map_or(0.0, f64::from) / 2.0 + 0.5;
        Some(Spot { x: half(left + right), y: half(top + bottom) })
    }

    /// Adds what a display shows. True if anything is otherwise than before.
    pub fn learn(&mut self, screen: &Screen) -> bool {
        let (rows, columns) = (screen.rows(), screen.columns());
        let mut new = false;
        if (rows, columns) != (self.rows, self.columns) {
            let cells = vec![ROCK; usize::from(rows) * usize::from(columns)];
            *self = Self { rows, columns, cells };
            new = true;
        }
        let mut covered = Vec::new();
        for (index, (known, &shown)) in self.cells.iter_mut().zip(screen.cells()).enumerate() {
            let ground = match shown {
                b'*' => ROOM,
                b'@' | b'A'..=b'Z' => {
                    if *known == ROCK {
                        covered.push(index);
                    }
                    continue;
                }
                plain => plain,
            };
            if *known != ground {
                *known = ground;
                new = true;
            }
        }
        for index in covered {
            let guess = self.guess(index);
            if let Some(cell) = self.cells.get_mut(index) {
                *cell = guess;
                new = true;
            }
        }
        new
    }

    /// What somebody probably stands on: a passage goes on as a passage, all else is room.
    fn guess(&self, index: usize) -> u8 {
        let columns = usize::from(self.columns).max(1);
        let (Ok(row), Ok(column)) = (u16::try_from(index / columns), u16::try_from(index % columns)) else {
            return ROOM;
        };
        let point = Point { row, column };
        let beside = |what: u8| {
            Direction::ALL.into_iter().filter_map(|way| point.towards(way)).any(|to| self.at(to) == what)
        };
        if beside(PASSAGE) && !beside(ROOM) { PASSAGE } else { ROOM }
    }

    /// The same as a map; none while no room is known.
    fn map(&self) -> Option<Map> {
        let columns = usize::from(self.columns).max(1);
        let mut text = String::with_capacity(self.cells.len() + usize::from(self.rows));
        for row in self.cells.chunks(columns) {
            text.extend(row.iter().copied().map(char::from));
            text.push('\n');
        }
        Map::parse(&text).ok()
    }
}

/// Which gridpoints are in sight now.
#[derive(Debug, Clone)]
pub enum Lit {
    /// All: whoever only watches sees everything.
    All,
    /// What can be seen from a spot.
    From(Point, Option<Sight>),
    /// Nothing: whoever has left sees nothing new.
    Nothing,
}

impl Lit {
    /// True if a gridpoint is in sight.
    pub fn contains(&self, point: Point) -> bool {
        match self {
            Self::All => true,
            Self::Nothing => false,
            Self::From(eye, sight) => {
                near(*eye, point) || sight.as_ref().is_some_and(|sight| sight.contains(point))
            }
        }
    }
}

/// One's own spot and its eight neighbours are always in sight.
const fn near(eye: Point, point: Point) -> bool {
    eye.row.abs_diff(point.row) <= 1 && eye.column.abs_diff(point.column) <= 1
}

/// What is in sight of a display's viewer. `watching`: everything is.
pub fn lit(ground: &Ground, screen: &Screen, watching: bool) -> Lit {
    if watching {
        return Lit::All;
    }
    let Some(eye) = screen.viewer() else { return Lit::Nothing };
    Lit::From(eye, ground.map().map(|map| Sight::from(&map, eye)))
}

#[cfg(test)]
mod tests {
    use shared::game::{Audience, Bot as _, Entry, Game as _, Level, Seat};
    use shared::nuggets::{MapChoice, Nuggets, Options};
    use shared::seed::Seed;

    use super::*;

    fn screen(lines: &[&str]) -> Screen {
        Screen::try_from(lines.iter().map(|line| (*line).to_owned()).collect::<Vec<_>>()).unwrap()
    }

    fn at(row: u16, column: u16) -> Point {
        Point { row, column }
    }

    #[test]
    fn people_and_gold_hide_no_ground() {
        let mut ground = Ground::blank();
        assert!(ground.learn(&screen(&["+---+   ", "|@*.##  ", "+---+   "])));
        assert_eq!((ground.at(at(1, 1)), ground.at(at(1, 2))), (ROOM, ROOM));
        // Walking into the passage: what was seen before is remembered under the viewer.
        ground.learn(&screen(&["+---+   ", "|...@#A ", "+---+   "]));
        assert_eq!(ground.at(at(1, 4)), PASSAGE);
        assert_eq!(ground.at(at(1, 6)), PASSAGE, "a stranger in a passage stands in a passage");
        assert!(!ground.learn(&screen(&["+---+   ", "|...@#A ", "+---+   "])), "nothing new");
        assert_eq!(ground.at(at(9, 9)), ROCK);
    }

    #[test]
    fn the_middle_is_that_of_what_is_known() {
        let mut ground = Ground::blank();
        assert_eq!(ground.middle(), None);
        ground.learn(&screen(&["      ", "  +..+", "      "]));
        assert_eq!(ground.middle(), Some(Spot { x: 4.0, y: 1.5 }));
    }

    #[test]
    fn another_map_starts_anew() {
        let mut ground = Ground::blank();
        ground.learn(&screen(&["...", "..."]));
        ground.learn(&screen(&["@ ", "  "]));
        assert_eq!((ground.rows(), ground.columns(), ground.at(at(0, 1))), (2, 2, ROCK));
    }

    #[test]
    fn a_room_is_lit_and_what_lies_behind_its_wall_is_not() {
        let shown = screen(&["+---+...|", "|@..|...|", "+---+...|"]);
        let mut ground = Ground::blank();
        ground.learn(&shown);
        let lit = lit(&ground, &shown, false);
        assert!(lit.contains(at(1, 3)) && lit.contains(at(1, 4)));
        assert!(!lit.contains(at(1, 6)), "remembered from before");
    }

    #[test]
    fn without_a_room_one_sees_what_is_beside_one() {
        let shown = screen(&["  #  ", "  @  ", "  #  "]);
        let mut ground = Ground::blank();
        ground.learn(&shown);
        let lit = lit(&ground, &shown, false);
        assert!(lit.contains(at(0, 2)) && !lit.contains(at(1, 4)));
    }

    #[test]
    fn what_the_server_shows_is_lit_and_nothing_else_is() {
        let options = Options { map: MapChoice::Bundled { name: "manor".to_owned() }, ..Options::default() };
        let seed = Seed::from_number(5);
        let mut game = Nuggets::new(&options, &seed).unwrap();
        let mut rng = seed.rng("bots");
        game.step(&Entry::Sat { seat: Seat(0), name: "Anna".to_owned() }).unwrap();
        game.step(&Entry::Started).unwrap();
        let mut ground = Ground::blank();
        let (mut true_points, mut missed) = (0, 0);
        for _ in 0..300 {
            if game.outcome().is_some() {
                break;
            }
            let view = game.view(Audience::Seat(Seat(0)));
            ground.learn(&view.screen);
            let lit = lit(&ground, &view.screen, false);
            let eye = view.screen.viewer().unwrap();
            let truth = Sight::from(game.map(), eye);
            for point in game.map().points() {
                assert!(truth.contains(point) || !lit.contains(point), "{point:?} from {eye:?} is dark");
                if truth.contains(point) {
                    assert_eq!(ground.at(point), game.map().at(point), "{point:?} from {eye:?}");
                    true_points += 1;
                    missed += usize::from(!lit.contains(point));
                }
            }
            let key = Nuggets::decide(&view, Level::Hard, &mut rng).unwrap();
            game.step(&Entry::Acted { seat: Seat(0), action: key }).unwrap();
        }
        // The line to a gridpoint may pass beside floor that is not in sight itself.
        assert!(missed * 200 <= true_points, "{missed} of {true_points} are dark that are in sight");
    }

    #[test]
    fn spectators_see_all_and_those_who_left_nothing_new() {
        let shown = screen(&["..", ".."]);
        let mut ground = Ground::blank();
        ground.learn(&shown);
        assert!(lit(&ground, &shown, true).contains(at(1, 1)));
        assert!(!lit(&ground, &shown, false).contains(at(1, 1)));
    }
}
