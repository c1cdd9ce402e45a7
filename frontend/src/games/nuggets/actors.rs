//! What is on the ground: gold, people, the way one walks, and what was just found.

use std::f64::consts::TAU;

use shared::game::Seat;
use shared::nuggets::{Point, View, letter};
use web_sys::{CanvasRenderingContext2d as Canvas, Path2d};

use crate::games::nuggets::camera::Spot;
use crate::games::nuggets::figures::{FLAME, GLINT, GOLD, colour, shape};
use crate::games::nuggets::palette::Palette;
use crate::games::nuggets::terrain::UNIT;

/// How long a step takes on the screen, in milliseconds.
const STEP: f64 = 130.0;
/// How long a glint lasts after something has happened.
const GLINTS: f64 = 1_100.0;
/// How long "+39" is there.
const FOUND: f64 = 1_600.0;
/// The ink of letters and outlines.
const INK: &str = "#140d04";
/// Bright as paper.
const PAPER: &str = "#fffaf0";

/// Shapes that are drawn again and again.
pub struct Brushes {
    flame: Path2d,
    glint: Path2d,
    gold: Vec<Path2d>,
    tokens: Vec<Path2d>,
}

impl Brushes {
    /// `None` where there are no paths.
    pub fn new() -> Option<Self> {
        let path = |text: &str| Path2d::new_with_path_string(text).ok();
        let tokens = (0..shared::nuggets::MOST_PLAYERS).map(|seat| path(shape(Seat(seat)).0));
        Some(Self {
            flame: path(FLAME)?,
            glint: path(GLINT)?,
            gold: GOLD.into_iter().map(path).collect::<Option<_>>()?,
            tokens: tokens.collect::<Option<_>>()?,
        })
    }
}

/// Somebody on the map.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Actor {
    /// `None`: the viewer.
    seat: Option<Seat>,
    from: Spot,
    to: Spot,
    since: f64,
}

impl Actor {
    fn place(&self, now: f64) -> Spot {
        let part = ((now - self.since) / STEP).clamp(0.0, 1.0);
        // Settles: quick at first.
        self.from.towards(self.to, 1.0 - (1.0 - part).powi(3))
    }

    fn moves(&self, now: f64) -> bool {
        self.from != self.to && now - self.since < STEP
    }
}

/// Everything that is not ground.
#[derive(Debug, Default)]
pub struct Actors {
    people: Vec<Actor>,
    gold: Vec<Spot>,
    /// When the gold last had a reason to glint.
    glints: f64,
    found: Option<(u32, Spot, f64)>,
    /// Whose purse it was last, and what was in it, to know what is new.
    purse: Option<(Option<Seat>, u32)>,
}

impl Actors {
    /// Takes over from a view what is where.
    pub fn show(&mut self, view: &View, now: f64, still: bool) {
        let mut people = Vec::new();
        let mut gold = Vec::new();
        for row in 0..view.screen.rows() {
            for (&shown, column) in view.screen.row(row).iter().zip(0..) {
                let spot = || Spot::from(Point { row, column });
                match shown {
                    b'*' => gold.push(spot()),
                    b'@' => people.push(self.moved(None, spot(), now, still)),
                    b'A'..=b'Z' => people.push(self.moved(Some(Seat(shown - b'A')), spot(), now, still)),
                    _ => {}
                }
            }
        }
        let me = people.iter().find(|actor| actor.seat.is_none()).map(|actor| actor.to);
        let (seat, purse) = self.purse.unwrap_or((view.seat, view.purse));
        if let Some(me) = me.filter(|_| seat == view.seat && purse < view.purse) {
            self.found = Some((view.purse - purse, me, now));
        }
        self.purse = Some((view.seat, view.purse));
        if gold != self.gold || self.place_of(None) != me {
            self.glints = now;
        }
        (self.people, self.gold) = (people, gold);
    }

    fn moved(&self, seat: Option<Seat>, to: Spot, now: f64, still: bool) -> Actor {
        let before = self.people.iter().find(|actor| actor.seat == seat);
        match before {
            Some(before) if before.to == to => *before,
            Some(before) if !still => Actor { seat, from: before.place(now), to, since: now },
            _ => Actor { seat, from: to, to, since: now },
        }
    }

    /// Where somebody is going, if they can be seen; `None` is the viewer.
    pub fn place_of(&self, seat: Option<Seat>) -> Option<Spot> {
        self.people.iter().find(|actor| actor.seat == seat).map(|actor| actor.to)
    }

    /// Draws everything. True while something moves.
    pub fn draw(
        &self,
        canvas: &Canvas,
        brushes: &Brushes,
        palette: &Palette,
        now: f64,
        way: &[Point],
        still: bool,
    ) -> bool {
        draw_way(canvas, way);
        let glint = if still { 1.0 } else { ((now - self.glints) / GLINTS).clamp(0.0, 1.0) };
        for &spot in &self.gold {
            at(canvas, spot, |canvas| draw_gold(canvas, brushes, palette, glint));
        }
        let mut moving = glint < 1.0 && !self.gold.is_empty();
        // The viewer last, over everybody.
        let (others, own): (Vec<&Actor>, Vec<&Actor>) =
            self.people.iter().partition(|actor| actor.seat.is_some());
        for actor in others.into_iter().chain(own) {
            moving |= actor.moves(now);
            at(canvas, actor.place(now), |canvas| match actor.seat {
                Some(seat) => draw_token(canvas, brushes, palette, seat),
                None => draw_viewer(canvas, brushes, palette),
            });
        }
        if let Some((nuggets, spot, since)) = self.found {
            let age = (now - since) / FOUND;
            if age < 1.0 {
                moving = true;
                let rise = if still { 18.0 } else { 12.0 + 16.0 * (1.0 - (1.0 - age).powi(3)) };
                at(canvas, spot, |canvas| draw_found(canvas, palette, nuggets, rise, age));
            }
        }
        moving
    }
}

/// Draws around a place, with the upper left corner of its gridpoint as origin.
fn at(canvas: &Canvas, spot: Spot, draw: impl FnOnce(&Canvas)) {
    let (x, y) = ((spot.x - 0.5) * UNIT, (spot.y - 0.5) * UNIT);
    // Fails only for numbers that are none.
    let _ = canvas.translate(x, y);
    draw(canvas);
    let _ = canvas.translate(-x, -y);
}

/// Dots to a ring.
fn draw_way(canvas: &Canvas, way: &[Point]) {
    let [_, between @ .., goal] = way else { return };
    canvas.set_fill_style_str("#fff4d6");
    canvas.set_stroke_style_str("#fff4d6");
    canvas.set_line_width(1.8);
    let middle = |point: &Point| {
        let spot = Spot::from(*point);
        (spot.x * UNIT, spot.y * UNIT)
    };
    for point in between {
        let (x, y) = middle(point);
        canvas.begin_path();
        // Fails only for a radius below nothing.
        let _ = canvas.arc(x, y, 1.9, 0.0, TAU);
        canvas.fill();
    }
    let (x, y) = middle(goal);
    canvas.begin_path();
    let _ = canvas.arc(x, y, 11.0, 0.0, TAU);
    canvas.stroke();
}

fn draw_gold(canvas: &Canvas, brushes: &Brushes, palette: &Palette, glint: f64) {
    let _ = canvas.translate(0.5, 1.5);
    canvas.set_stroke_style_str("#3b2204");
    canvas.set_line_width(0.9);
    canvas.set_line_join("round");
    for (layer, (path, colour)) in brushes.gold.iter().zip(palette.gold.iter().rev()).enumerate() {
        canvas.set_fill_style_str(colour);
        canvas.fill_with_path_2d(path);
        if layer < 2 {
            canvas.stroke_with_path(path);
        }
    }
    // Grows and turns once, then rests as a star.
    let swing = (glint * std::f64::consts::PI).sin();
    let size = 1.0 + 0.5 * swing;
    let turn = swing * std::f64::consts::FRAC_PI_4;
    canvas.save();
    let _ = canvas.translate(16.5, -0.5);
    let _ = canvas.rotate(turn);
    let _ = canvas.scale(size, size);
    canvas.set_fill_style_str("#fffdf0");
    canvas.fill_with_path_2d(&brushes.glint);
    canvas.restore();
    let _ = canvas.translate(-0.5, -1.5);
}

fn draw_token(canvas: &Canvas, brushes: &Brushes, palette: &Palette, seat: Seat) {
    let Some(path) = brushes.tokens.get(seat.index()) else { return };
    let tint = palette.tokens.get(usize::from(colour(seat)).saturating_sub(1));
    canvas.set_fill_style_str(tint.map_or(PAPER, String::as_str));
    canvas.fill_with_path_2d(path);
    canvas.set_stroke_style_str(INK);
    canvas.set_line_width(1.3);
    canvas.set_line_join("round");
    canvas.stroke_with_path(path);
    write(canvas, palette, &letter(seat).to_string(), shape(seat).1);
}

fn draw_viewer(canvas: &Canvas, brushes: &Brushes, palette: &Palette) {
    canvas.set_fill_style_str("#ffdf8f");
    canvas.fill_with_path_2d(&brushes.flame);
    canvas.begin_path();
    // Fails only for a radius below nothing.
    let _ = canvas.arc(10.0, 10.0, 8.8, 0.0, TAU);
    canvas.set_fill_style_str(PAPER);
    canvas.fill();
    canvas.set_stroke_style_str(INK);
    canvas.set_line_width(1.3);
    canvas.stroke();
    write(canvas, palette, "@", 13.8);
}

fn write(canvas: &Canvas, palette: &Palette, text: &str, foot: f64) {
    canvas.set_fill_style_str(INK);
    canvas.set_text_align("center");
    canvas.set_font(&format!("850 12px {}", palette.font));
    // Fails only for places that are none.
    let _ = canvas.fill_text(text, 10.0, foot);
}

fn draw_found(canvas: &Canvas, palette: &Palette, nuggets: u32, rise: f64, age: f64) {
    canvas.save();
    canvas.set_global_alpha((4.0 * (1.0 - age)).clamp(0.0, 1.0));
    canvas.set_font(&format!("850 17px {}", palette.font));
    canvas.set_text_align("center");
    canvas.set_line_join("round");
    canvas.set_line_width(4.0);
    canvas.set_stroke_style_str("#2a1804");
    canvas.set_fill_style_str("#fff8e2");
    let text = format!("+{nuggets}");
    let _ = canvas.stroke_text(&text, 10.0, -rise + 6.0);
    let _ = canvas.fill_text(&text, 10.0, -rise + 6.0);
    canvas.restore();
}

#[cfg(test)]
mod tests {
    use super::*;

    fn actor(from: f64, to: f64) -> Actor {
        Actor { seat: None, from: Spot { x: from, y: 0.5 }, to: Spot { x: to, y: 0.5 }, since: 100.0 }
    }

    #[test]
    fn somebody_on_the_way_arrives_and_rests() {
        let walking = actor(0.5, 4.5);
        assert_eq!(walking.place(100.0), walking.from);
        assert!(walking.place(150.0).x > 1.0 && walking.moves(150.0));
        assert_eq!(walking.place(100.0 + STEP), walking.to);
        assert!(!walking.moves(100.0 + STEP) && !actor(2.5, 2.5).moves(101.0));
    }

    #[test]
    fn without_motion_everybody_is_where_they_are() {
        let mut actors = Actors { people: vec![actor(0.5, 0.5)], ..Actors::default() };
        let to = Spot { x: 9.5, y: 0.5 };
        assert_eq!(actors.moved(None, to, 200.0, true).place(200.0), to);
        assert_eq!(actors.moved(None, to, 200.0, false).place(200.0), Spot { x: 0.5, y: 0.5 });
        actors.people.clear();
        assert_eq!(actors.moved(None, to, 200.0, false).place(200.0), to, "who appears, appears there");
    }
}
