//! What is on a chart, as data: computed here, drawn by [`chart`](super::chart). One unit is a hundredth of a cell.

use std::fmt::Write as _;

use shared::sea_battle::Cells;
use shared::sea_battle::{Board, Cell, Ship, ShotResult};

use crate::games::sea_battle::geometry::{UNIT, corner};

/// How much of a sea is known water.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Water {
    /// All of it: one's own sea.
    Everywhere,
    /// Only what was surveyed; the rest is blank paper.
    Surveyed {
        /// The surveyed cells, as a path to fill.
        region: String,
        /// Where they end within the board, as a path to stroke.
        shore: String,
    },
}

/// A ship on the chart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Hull {
    /// Which, and where.
    pub ship: Ship,
    /// True once it is sunk.
    pub wreck: bool,
}

/// A shot that left a mark of its own. A sunk ship is its own mark.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Mark {
    /// Where.
    pub cell: Cell,
    /// Fire; else rings on the water.
    pub hit: bool,
}

/// A rounded rectangle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Area {
    /// Left edge.
    pub x: i32,
    /// Top edge.
    pub y: i32,
    /// Width.
    pub width: i32,
    /// Height.
    pub height: i32,
}

/// Everything on a chart that a board decides.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Drawing {
    /// The ground.
    pub water: Water,
    /// Ships and wrecks.
    pub hulls: Vec<Hull>,
    /// Plates under the fires on ships that nobody sees.
    pub plates: Vec<Area>,
    /// Marks of shots, in the order they fell.
    pub marks: Vec<Mark>,
    /// The cell of the last shot.
    pub last: Option<Cell>,
}

impl Drawing {
    /// The chart of a board. `own`: the sea is no secret to whoever looks.
    pub fn of(board: &Board, own: bool) -> Self {
        let known = board.knowledge();
        let sunk = known.sunk();
        let wrecks = known.wrecks.iter().filter_map(|&wreck| ship_of(wreck));
        let mut hulls: Vec<Hull> = wrecks.map(|ship| Hull { ship, wreck: true }).collect();
        if let Some(fleet) = board.fleet {
            let afloat = fleet.ships().iter().filter(|ship| ship.area().both(sunk).is_empty());
            hulls.extend(afloat.map(|&ship| Hull { ship, wreck: false }));
        }
        let plates = match board.fleet {
            Some(_) => Vec::new(),
            None => groups(known.burning())
                .into_iter()
                .filter_map(ship_of)
                .map(|ship| around(ship, -12))
                .collect(),
        };
        let marks = board.shots.iter().filter(|shot| !sunk.contains(shot.cell));
        Self {
            water: if own { Water::Everywhere } else { surveyed(known.missed.union(known.ring).union(sunk)) },
            hulls,
            plates,
            marks: marks.map(|shot| Mark { cell: shot.cell, hit: shot.result != ShotResult::Miss }).collect(),
            last: board.shots.last().map(|shot| shot.cell),
        }
    }
}

/// The ship that covers just these cells, which lie in one straight line.
fn ship_of(cells: Cells) -> Option<Ship> {
    let mut each = cells.iter();
    let first = each.next()?;
    let upright = each.next().is_some_and(|second| second.x() == first.x());
    Ship::new(first, upright, u8::try_from(cells.len()).ok()?)
}

/// Cells that share sides, together.
fn groups(mut cells: Cells) -> Vec<Cells> {
    let mut groups = Vec::new();
    while let Some(first) = cells.iter().next() {
        let mut group: Cells = std::iter::once(first).collect();
        let mut edge = vec![first];
        while let Some(cell) = edge.pop() {
            edge.extend(cell.sides().filter(|&side| cells.contains(side) && group.insert(side)));
        }
        cells = cells.without(group);
        groups.push(group);
    }
    groups
}

fn surveyed(cells: Cells) -> Water {
    Water::Surveyed { region: region(cells), shore: shore(cells) }
}

/// Cells as a path to fill.
pub fn region(cells: Cells) -> String {
    let mut path = String::new();
    for cell in cells.iter() {
        let (x, y) = corner(cell);
        // Writing to a string can't fail.
        let _ = write!(path, "M{x} {y}h{UNIT}v{UNIT}h-{UNIT}z");
    }
    path
}

/// The sides of cells that border on a cell of the board which is not among them.
fn shore(cells: Cells) -> String {
    let mut path = String::new();
    for cell in cells.iter() {
        let (x, y) = corner(cell);
        let opens = |dx, dy| cell.offset(dx, dy).is_some_and(|beside| !cells.contains(beside));
        let sides = [
            (opens(0, -1), x, y, 'h'),
            (opens(0, 1), x, y + UNIT, 'h'),
            (opens(-1, 0), x, y, 'v'),
            (opens(1, 0), x + UNIT, y, 'v'),
        ];
        for (_, x, y, along) in sides.into_iter().filter(|&(open, ..)| open) {
            let _ = write!(path, "M{x} {y}{along}{UNIT}");
        }
    }
    path
}

/// The rectangle around a ship, wider by `margin` on each side.
pub fn around(ship: Ship, margin: i32) -> Area {
    let (x, y) = corner(ship.first());
    let length = i32::from(ship.size()) * UNIT;
    let (width, height) = if ship.upright() { (UNIT, length) } else { (length, UNIT) };
    Area { x: x - margin, y: y - margin, width: width + 2 * margin, height: height + 2 * margin }
}

/// Moves the drawing of a ship, which lies across at (0, 0), to its place.
pub fn transform(ship: Ship) -> String {
    let (x, y) = corner(ship.first());
    if ship.upright() {
        format!("translate({} {y}) rotate(90)", x + UNIT)
    } else {
        format!("translate({x} {y})")
    }
}

/// The four lines from the edges of the board to the aim.
pub fn plot(cell: Cell) -> String {
    let (x, y) = corner(cell);
    let (right, bottom, middle_x, middle_y) = (x + UNIT, y + UNIT, x + UNIT / 2, y + UNIT / 2);
    format!("M0 {middle_y}H{x}M{right} {middle_y}H1000M{middle_x} 0V{y}M{middle_x} {bottom}V1000")
}

#[cfg(test)]
mod tests {
    use shared::sea_battle::{Fleet, SIZES, Shot};
    use shared::seed::Seed;

    use super::*;

    fn cell(text: &str) -> Cell {
        Cell::all().find(|cell| cell.to_string() == text).unwrap()
    }

    fn board(shots: &[(&str, ShotResult)]) -> Board {
        Board {
            ready: true,
            fleet: None,
            shots: shots.iter().map(|&(at, result)| Shot { cell: cell(at), result }).collect(),
            afloat: SIZES.to_vec(),
        }
    }

    #[test]
    fn a_wreck_lies_as_its_hits_did() {
        let shots = [("I3", ShotResult::Hit), ("I2", ShotResult::Sunk), ("A1", ShotResult::Miss)];
        let drawing = Drawing::of(&board(&shots), false);
        assert_eq!(drawing.hulls, [Hull { ship: Ship::new(cell("I2"), true, 2).unwrap(), wreck: true }]);
        assert_eq!(
            drawing.marks,
            [Mark { cell: cell("A1"), hit: false }],
            "a wreck has no marks of its shots"
        );
        assert_eq!(drawing.last, Some(cell("A1")));
        assert!(drawing.plates.is_empty());
    }

    #[test]
    fn fires_that_belong_together_share_a_plate() {
        let shots = [("D8", ShotResult::Hit), ("E8", ShotResult::Hit), ("A1", ShotResult::Hit)];
        let drawing = Drawing::of(&board(&shots), false);
        let plate = |x, y, width, height| Area { x, y, width, height };
        assert_eq!(drawing.plates, [plate(12, 12, 76, 76), plate(312, 712, 176, 76)]);
        assert!(drawing.marks.iter().all(|mark| mark.hit));
    }

    #[test]
    fn a_fleet_in_sight_is_drawn_and_needs_no_plates() {
        let fleet = Fleet::random(&mut Seed::from_number(5).rng("drawing"));
        let four = fleet.ships()[9];
        let mut board = board(&[]);
        board.fleet = Some(fleet);
        board.shots = vec![Shot { cell: four.first(), result: ShotResult::Hit }];
        let drawing = Drawing::of(&board, true);
        assert_eq!(drawing.hulls.len(), 10);
        assert!(drawing.plates.is_empty());
        assert_eq!(drawing.water, Water::Everywhere);
    }

    #[test]
    fn a_shore_runs_between_the_known_and_the_unknown_but_not_along_the_edge() {
        let corner: Cells = [cell("A1")].into_iter().collect();
        assert_eq!(region(corner), "M0 0h100v100h-100z");
        assert_eq!(shore(corner), "M0 100h100M100 0v100");
        let both: Cells = [cell("A1"), cell("B1")].into_iter().collect();
        assert_eq!(shore(both), "M0 100h100M100 100h100M200 0v100");
        assert_eq!(shore(Cell::all().collect()), "");
    }

    #[test]
    fn ships_and_aim_are_placed_in_hundredths_of_cells() {
        let ship = Ship::new(cell("F2"), true, 3).unwrap();
        assert_eq!(transform(ship), "translate(600 100) rotate(90)");
        assert_eq!(transform(Ship::new(cell("D8"), false, 3).unwrap()), "translate(300 700)");
        assert_eq!(around(ship, 24), Area { x: 476, y: 76, width: 148, height: 348 });
        assert_eq!(plot(cell("F8")), "M0 750H500M600 750H1000M550 0V700M550 800V1000");
    }
}
