//! Draws the ground: stone in torchlight where one sees, chalk on slate where one remembers, nothing where it is dark.
//! Everything is drawn in units of 20 for a gridpoint.

use shared::nuggets::Point;
use shared::nuggets::map::{PASSAGE, ROCK, ROOM};
use web_sys::CanvasRenderingContext2d as Canvas;

use crate::games::nuggets::light::{Ground, Lit};
use crate::games::nuggets::palette::Palette;

/// Units of a gridpoint.
pub const UNIT: f64 = 20.0;
/// How far the torch shines, in units.
const TORCH: f64 = 270.0;
/// The four sides: where the neighbour is, and where the edge runs from and to.
const SIDES: [Side; 4] = [
    Side { row: -1, column: 0, from: (0.0, 0.0), to: (UNIT, 0.0) },
    Side { row: 1, column: 0, from: (0.0, UNIT), to: (UNIT, UNIT) },
    Side { row: 0, column: -1, from: (0.0, 0.0), to: (0.0, UNIT) },
    Side { row: 0, column: 1, from: (UNIT, 0.0), to: (UNIT, UNIT) },
];
const DIAGONALS: [(i32, i32); 4] = [(-1, -1), (-1, 1), (1, -1), (1, 1)];

struct Side {
    row: i32,
    column: i32,
    from: (f64, f64),
    to: (f64, f64),
}

/// A stretch of the map: rows and columns, the last ones not included.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Region {
    /// First row.
    pub top: i32,
    /// First column.
    pub left: i32,
    /// Row after the last.
    pub bottom: i32,
    /// Column after the last.
    pub right: i32,
}

impl Region {
    /// True if all of another lies in it.
    pub const fn contains(&self, other: &Self) -> bool {
        self.top <= other.top
            && self.left <= other.left
            && self.bottom >= other.bottom
            && self.right >= other.right
    }
}

/// What is drawn.
pub struct Terrain<'a> {
    /// The map as far as it is known.
    pub ground: &'a Ground,
    /// What is in sight.
    pub lit: &'a Lit,
    /// The colours.
    pub palette: &'a Palette,
}

/// Strokes and surfaces, collected so that each kind is drawn at once.
#[derive(Default)]
struct Sheets {
    floors: Vec<(f64, f64)>,
    ways: Vec<Line>,
    /// Where such a way goes on, perhaps around a corner.
    bends: Vec<(f64, f64)>,
    dots: Vec<(f64, f64)>,
    lines: Vec<Line>,
    hatch: Vec<Line>,
    lit_floors: Vec<(f64, f64)>,
    lit_ways: Vec<Line>,
    walls: Vec<(f64, f64)>,
    bricks: Vec<Line>,
    joints: Vec<Line>,
    cracks: Vec<(f64, f64, u32)>,
    edges: Vec<Line>,
}

type Line = (f64, f64, f64, f64);

impl Terrain<'_> {
    /// Draws a stretch of it; the canvas is set up so that its units are those of the map.
    pub fn draw(&self, canvas: &Canvas, region: Region) {
        let mut sheets = Sheets::default();
        for row in region.top..region.bottom {
            for column in region.left..region.right {
                self.sort(&mut sheets, row, column);
            }
        }
        self.draw_memory(canvas, &sheets);
        self.draw_sight(canvas, &sheets);
    }

    fn at(&self, row: i32, column: i32) -> u8 {
        point(row, column).map_or(ROCK, |point| self.ground.at(point))
    }

    fn lit(&self, row: i32, column: i32) -> bool {
        point(row, column).is_some_and(|point| self.lit.contains(point))
    }

    fn sort(&self, sheets: &mut Sheets, row: i32, column: i32) {
        let (x, y) = (f64::from(column) * UNIT, f64::from(row) * UNIT);
        let lit = self.lit(row, column);
        match self.at(row, column) {
            ROCK => {}
            ROOM => self.sort_room(sheets, (row, column), (x, y), lit),
            PASSAGE => self.sort_passage(sheets, (row, column), (x, y), lit),
            _ if lit => {
                sheets.walls.push((x, y));
                let shift = if row % 2 == 0 { 0.0 } else { 4.0 };
                sheets.bricks.extend([
                    (x, y + 10.0, x + UNIT, y + 10.0),
                    (x + 6.0 + shift, y, x + 6.0 + shift, y + 10.0),
                    (x + 13.0 - shift, y + 10.0, x + 13.0 - shift, y + UNIT),
                ]);
            }
            wall => {
                let straight = SIDES.iter().map(|side| (side.row, side.column));
                let mut around = straight.chain(DIAGONALS);
                let beside_floor = around.any(|(down, right)| self.at(row + down, column + right) == ROOM);
                if !beside_floor {
                    // The floor it belongs to was not seen: the wall alone is a stroke.
                    if wall != b'|' {
                        sheets.lines.push((x + 2.0, y + 10.0, x + 18.0, y + 10.0));
                    }
                    if wall != b'-' {
                        sheets.lines.push((x + 10.0, y + 2.0, x + 10.0, y + 18.0));
                    }
                }
            }
        }
    }

    fn sort_room(&self, sheets: &mut Sheets, (row, column): (i32, i32), (x, y): (f64, f64), lit: bool) {
        let chance = hash(row, column);
        if lit {
            sheets.lit_floors.push((x, y));
            if self.at(row + 1, column) == ROOM && self.lit(row + 1, column) {
                sheets.joints.push((x, y + UNIT, x + UNIT, y + UNIT));
            }
            if (row + column) % 2 == 0 && self.at(row, column - 1) == ROOM && self.lit(row, column - 1) {
                sheets.joints.push((x, y, x, y + UNIT));
            }
            if chance.is_multiple_of(17) {
                sheets.cracks.push((x + 5.0, y + 4.0, chance / 17));
            }
        } else {
            sheets.floors.push((x, y));
            sheets.dots.push((x + 8.0 + f64::from(chance % 5), y + 8.0 + f64::from(chance / 5 % 5)));
        }
        for side in &SIDES {
            let beside = self.at(row + side.row, column + side.column);
            if matches!(beside, ROOM | PASSAGE) {
                continue;
            }
            let line = (x + side.from.0, y + side.from.1, x + side.to.0, y + side.to.1);
            if lit && self.lit(row + side.row, column + side.column) {
                sheets.edges.push(line);
            } else if !lit {
                sheets.lines.push(line);
                hatch(&mut sheets.hatch, line, side, chance);
            }
        }
    }

    fn sort_passage(&self, sheets: &mut Sheets, (row, column): (i32, i32), (x, y): (f64, f64), lit: bool) {
        let (x, y) = (x + 10.0, y + 10.0);
        let ways = if lit { &mut sheets.lit_ways } else { &mut sheets.ways };
        let spot = |row: i32, column: i32| matches!(self.at(row, column), ROOM | PASSAGE);
        let before = ways.len();
        for side in &SIDES {
            if spot(row + side.row, column + side.column) {
                ways.push((x, y, x + f64::from(side.column) * 10.0, y + f64::from(side.row) * 10.0));
            }
        }
        for (down, right) in DIAGONALS {
            // Only where the way does not go around the corner anyway.
            if spot(row + down, column + right) && !spot(row + down, column) && !spot(row, column + right) {
                ways.push((x, y, x + f64::from(right) * 10.0, y + f64::from(down) * 10.0));
            }
        }
        let links = ways.len() - before;
        if links == 0 {
            ways.push((x - 4.0, y, x + 4.0, y));
        } else if links > 1 && !lit {
            sheets.bends.push((x, y));
        }
    }

    fn draw_memory(&self, canvas: &Canvas, sheets: &Sheets) {
        let palette = self.palette;
        stroke(canvas, &sheets.hatch, &palette.chalk_faint, 0.8, "round");
        stroke(canvas, &sheets.ways, &palette.chalk, 13.0, "butt");
        canvas.set_fill_style_str(&palette.chalk);
        for &(x, y) in &sheets.bends {
            canvas.fill_rect(x - 6.5, y - 6.5, 13.0, 13.0);
        }
        stroke(canvas, &sheets.ways, &palette.ground, 10.0, "square");
        canvas.set_fill_style_str(&palette.ground);
        tiles(canvas, &sheets.floors);
        canvas.set_fill_style_str(&palette.chalk_faint);
        for &(x, y) in &sheets.dots {
            canvas.fill_rect(x, y, 1.8, 1.8);
        }
        stroke(canvas, &sheets.lines, &palette.chalk, 1.7, "round");
    }

    fn draw_sight(&self, canvas: &Canvas, sheets: &Sheets) {
        let [floor, wall, rim] = self.torch(canvas);
        // Passages run under the floor they lead to.
        floor.stroke(canvas);
        lines(canvas, &sheets.lit_ways);
        set(canvas, 14.0, "square");
        canvas.stroke();
        floor.fill(canvas);
        tiles(canvas, &sheets.lit_floors);
        stroke(canvas, &sheets.joints, "rgb(40 22 4 / 34%)", 0.9, "butt");
        canvas.begin_path();
        for &(x, y, kind) in &sheets.cracks {
            crack(canvas, x, y, kind);
        }
        set(canvas, 0.8, "round");
        canvas.stroke();
        wall.fill(canvas);
        tiles(canvas, &sheets.walls);
        stroke(canvas, &sheets.bricks, "rgb(45 26 8 / 60%)", 1.0, "butt");
        stroke(canvas, &sheets.edges, "rgb(20 10 0 / 55%)", 4.4, "round");
        rim.stroke(canvas);
        lines(canvas, &sheets.edges);
        set(canvas, 1.6, "round");
        canvas.stroke();
    }

    /// The light on floors and passages, on walls, and on the rims of walls.
    fn torch(&self, canvas: &Canvas) -> [Paint; 3] {
        let Palette { lit, wall, .. } = self.palette;
        let [lit0, lit1, lit2, lit3] = lit;
        let [wall0, wall1, wall2] = wall;
        let Lit::From(eye, _) = self.lit else {
            // Everything is in sight and nobody holds the torch.
            return [lit2, wall2, wall1].map(|colour| Paint::Plain(colour.clone()));
        };
        let (x, y) = (f64::from(eye.column) * UNIT + 10.0, f64::from(eye.row) * UNIT + 10.0);
        let paint = |radius: f64, stops: &[(f32, &str)]| {
            let plain = || Paint::Plain(lit2.clone());
            let Ok(gradient) = canvas.create_radial_gradient(x, y, 0.0, x, y, radius) else { return plain() };
            for &(offset, colour) in stops {
                if gradient.add_color_stop(offset, colour).is_err() {
                    return plain();
                }
            }
            Paint::Light(gradient)
        };
        [
            paint(TORCH, &[(0.0, lit0), (0.3, lit1), (0.66, lit2), (1.0, lit3)]),
            paint(TORCH + UNIT, &[(0.0, wall1), (0.4, wall1), (0.8, wall2), (1.0, wall2)]),
            paint(TORCH + UNIT, &[(0.0, wall0), (0.5, wall0), (1.0, wall1)]),
        ]
    }
}

enum Paint {
    Plain(String),
    Light(web_sys::CanvasGradient),
}

impl Paint {
    fn fill(&self, canvas: &Canvas) {
        match self {
            Self::Plain(colour) => canvas.set_fill_style_str(colour),
            Self::Light(gradient) => canvas.set_fill_style_canvas_gradient(gradient),
        }
    }

    fn stroke(&self, canvas: &Canvas) {
        match self {
            Self::Plain(colour) => canvas.set_stroke_style_str(colour),
            Self::Light(gradient) => canvas.set_stroke_style_canvas_gradient(gradient),
        }
    }
}

fn point(row: i32, column: i32) -> Option<Point> {
    Some(Point { row: u16::try_from(row).ok()?, column: u16::try_from(column).ok()? })
}

/// The same for the same gridpoint, and otherwise without any order.
#[allow(clippy::cast_sign_loss)] // only the bits count
const fn hash(row: i32, column: i32) -> u32 {
    let mut bits = (row as u32).wrapping_mul(0x9E37_79B1) ^ (column as u32).wrapping_mul(0x85EB_CA77);
    bits ^= bits >> 15;
    bits = bits.wrapping_mul(0x2C1B_3C6D);
    bits ^ (bits >> 13)
}

/// Short strokes outward from an edge, as one shades a rock face.
fn hatch(strokes: &mut Vec<Line>, (x0, y0, x1, y1): Line, side: &Side, chance: u32) {
    let (right, down) = (f64::from(side.column), f64::from(side.row));
    for (number, offset) in (0_u32..).zip([1.6, 4.4, 7.3, 11.5, 14.2, 17.0]) {
        let group = chance >> (number / 3 * 8);
        let slant = f64::from(group % 13) - 6.0;
        let length = 8.0 + f64::from((group >> 4).wrapping_add(number * 5) % 4);
        let part = offset / UNIT;
        let (x, y) = (x0 + (x1 - x0) * part + right * 3.0, y0 + (y1 - y0) * part + down * 3.0);
        let across = (down.abs() * slant, right.abs() * slant);
        strokes.push((x, y, x + right * length + across.0, y + down * length + across.1));
    }
}

fn crack(canvas: &Canvas, x: f64, y: f64, kind: u32) {
    const CRACKS: [[(f64, f64); 4]; 4] = [
        [(0.0, 0.0), (-3.0, 4.0), (-1.0, 7.0), (-6.0, 12.0)],
        [(0.0, 0.0), (6.0, 1.0), (7.0, 5.0), (12.0, 7.0)],
        [(0.0, 0.0), (4.0, 5.0), (2.0, 8.0), (6.0, 12.0)],
        [(2.0, 8.0), (4.0, 11.0), (9.0, 12.0), (9.0, 12.0)],
    ];
    let Some(points) = CRACKS.get(kind as usize % CRACKS.len()) else { return };
    for (number, (right, down)) in points.iter().enumerate() {
        if number == 0 {
            canvas.move_to(x + right, y + down);
        } else {
            canvas.line_to(x + right, y + down);
        }
    }
}

fn set(canvas: &Canvas, width: f64, cap: &str) {
    canvas.set_line_width(width);
    canvas.set_line_cap(cap);
}

fn lines(canvas: &Canvas, all: &[Line]) {
    canvas.begin_path();
    for &(x0, y0, x1, y1) in all {
        canvas.move_to(x0, y0);
        canvas.line_to(x1, y1);
    }
}

fn stroke(canvas: &Canvas, all: &[Line], colour: &str, width: f64, cap: &str) {
    canvas.set_stroke_style_str(colour);
    set(canvas, width, cap);
    lines(canvas, all);
    canvas.stroke();
}

/// Whole gridpoints, neighbours of a row as one.
fn tiles(canvas: &Canvas, all: &[(f64, f64)]) {
    let mut all = all.iter().copied().peekable();
    while let Some((x, y)) = all.next() {
        let mut end = x + UNIT;
        while let Some((next, row)) = all.peek().copied() {
            if (row - y).abs() > 0.5 || (next - end).abs() > 0.5 {
                break;
            }
            end = next + UNIT;
            all.next();
        }
        canvas.fill_rect(x, y, end - x, UNIT);
    }
}
