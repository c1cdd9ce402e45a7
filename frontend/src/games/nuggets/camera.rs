//! Which part of the map is on the screen. All lengths are in gridpoints unless they say otherwise.

use shared::nuggets::{Direction, Point};

/// How far beyond the rim of the map one may look.
const BEYOND: f64 = 1.5;
/// A spectator sees the whole map if its gridpoints can be so large, in CSS pixels.
const LEAST_CELL: f64 = 11.0;
/// A small map is drawn larger, up to so many times.
const LARGER: f64 = 1.4;
/// A key moves the camera by this part of the picture; with Shift by the other.
const LOOK: f64 = 0.125;
const LOOK_FAR: f64 = 0.75;
/// The camera covers so much of its way, in milliseconds, that about a third is left.
const LAZY: f64 = 110.0;

/// A place on the map, in the middle of a gridpoint if it is one.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Spot {
    /// From the left.
    pub x: f64,
    /// From the top.
    pub y: f64,
}

impl From<Point> for Spot {
    fn from(point: Point) -> Self {
        Self { x: f64::from(point.column) + 0.5, y: f64::from(point.row) + 0.5 }
    }
}

impl Spot {
    /// Part of the way from here to there.
    #[must_use]
    pub fn towards(self, to: Self, part: f64) -> Self {
        Self { x: self.x + (to.x - self.x) * part, y: self.y + (to.y - self.y) * part }
    }

    /// How far it is, as the crow flies.
    pub fn far(self, to: Self) -> f64 {
        (to.x - self.x).hypot(to.y - self.y)
    }
}

/// The size of things.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Lens {
    /// Of the picture, in CSS pixels.
    pub width: f64,
    /// Of the picture, in CSS pixels.
    pub height: f64,
    /// Device pixels of a CSS pixel.
    pub ratio: f64,
    /// One gridpoint, in device pixels: a whole number, so that no seams show.
    pub cell: f64,
    /// Of the map.
    pub rows: f64,
    /// Of the map.
    pub columns: f64,
}

impl Lens {
    /// Chooses the size of a gridpoint. `base` is what players get on a map that is larger than the picture, in CSS
    /// pixels; whoever watches sees all of the map if that is possible.
    pub fn new(size: (f64, f64), ratio: f64, map: (u16, u16), base: f64, watching: bool) -> Self {
        let (width, height) = size;
        let (rows, columns) = (f64::from(map.0).max(1.0), f64::from(map.1).max(1.0));
        let (across, down) = (width / (columns + 1.0), height / (rows + 1.0));
        // Players get a picture without empty margins, and walk through what is larger.
        let (whole, least) = if watching { (across.min(down), LEAST_CELL) } else { (across.max(down), base) };
        let cell = (whole.clamp(least, base * LARGER) * ratio).floor().max(1.0);
        Self { width, height, ratio, cell, rows, columns }
    }

    /// What is seen of the map: from left to right, and from top to bottom.
    pub fn seen(&self) -> (f64, f64) {
        (self.width * self.ratio / self.cell, self.height * self.ratio / self.cell)
    }

    /// True if some of the map is always out of the picture.
    pub fn partly(&self) -> bool {
        let (across, down) = self.seen();
        across < self.columns || down < self.rows
    }

    /// Where the camera stands to have `aim` in the middle, as far as the rim of the map allows.
    pub fn centre(&self, aim: Spot) -> Spot {
        let (across, down) = self.seen();
        Spot { x: along(aim.x, across, self.columns), y: along(aim.y, down, self.rows) }
    }

    /// Where the camera stands after a key by which one looks around.
    pub fn look(&self, camera: Spot, direction: Direction, far: bool) -> Spot {
        let (across, down) = self.seen();
        let part = if far { LOOK_FAR } else { LOOK };
        let (below, right) = direction.delta();
        self.centre(Spot {
            x: camera.x + f64::from(right) * across * part,
            y: camera.y + f64::from(below) * down * part,
        })
    }

    /// The upper left corner of the picture on the map, in device pixels.
    pub fn corner(&self, camera: Spot) -> (f64, f64) {
        let (across, down) = self.seen();
        (((camera.x - across / 2.0) * self.cell).round(), ((camera.y - down / 2.0) * self.cell).round())
    }

    /// The gridpoint at a place of the picture, in CSS pixels.
    pub fn point_at(&self, camera: Spot, x: f64, y: f64) -> Option<Point> {
        let (left, top) = self.corner(camera);
        let (column, row) = ((left + x * self.ratio) / self.cell, (top + y * self.ratio) / self.cell);
        let inside = column >= 0.0 && row >= 0.0 && column < self.columns && row < self.rows;
        // Both are within the map, which has at most 500 rows and columns.
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
        inside.then_some(Point { row: row as u16, column: column as u16 })
    }
}

fn along(aim: f64, seen: f64, length: f64) -> f64 {
    if length + 2.0 * BEYOND <= seen {
        return length / 2.0;
    }
    let (least, most) = (seen / 2.0 - BEYOND, length - seen / 2.0 + BEYOND);
    aim.clamp(least, most.max(least))
}

/// Where the camera is a little later on its way.
pub fn follow(camera: Spot, aim: Spot, passed: f64) -> Spot {
    if camera.far(aim) < 0.02 {
        return aim;
    }
    camera.towards(aim, 1.0 - (-passed / LAZY).exp())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lens(map: (u16, u16), watching: bool) -> Lens {
        Lens::new((900.0, 600.0), 2.0, map, 30.0, watching)
    }

    #[test]
    fn a_small_map_is_drawn_larger_and_a_large_one_in_part() {
        assert!((lens((10, 12), false).cell - 84.0).abs() < 1e-9);
        let large = lens((60, 200), false);
        assert!((large.cell - 60.0).abs() < 1e-9 && large.partly());
        let watched = lens((21, 79), true);
        assert!((watched.cell - 22.0).abs() <= 1.0 && !watched.partly());
    }

    #[test]
    fn the_camera_stops_near_the_rim() {
        let lens = lens((60, 200), false);
        let corner = lens.centre(Spot { x: 0.5, y: 0.5 });
        assert!((corner.x - 13.5).abs() < 1e-9 && (corner.y - 8.5).abs() < 1e-9, "{corner:?}");
        let inside = lens.centre(Spot { x: 100.5, y: 30.5 });
        assert_eq!(inside, Spot { x: 100.5, y: 30.5 });
        let small = self::lens((8, 8), false).centre(Spot { x: 0.5, y: 0.5 });
        assert_eq!(small, Spot { x: 4.0, y: 4.0 });
    }

    #[test]
    fn keys_look_around_as_far_as_the_rim() {
        let lens = lens((60, 200), true);
        let (across, _) = lens.seen();
        let middle = lens.centre(Spot { x: 100.0, y: 30.0 });
        let right = lens.look(middle, Direction::Right, false);
        assert!((right.x - middle.x - across / 8.0).abs() < 1e-9 && (right.y - middle.y).abs() < 1e-9);
        assert_eq!(lens.look(right, Direction::Left, false), middle);
        let end = (0..20).fold(middle, |camera, _| lens.look(camera, Direction::Right, true));
        assert_eq!(end, lens.centre(Spot { x: 200.0, y: 30.0 }));
    }

    #[test]
    fn a_place_of_the_picture_is_a_gridpoint() {
        let lens = lens((60, 200), false);
        let camera = lens.centre(Spot { x: 100.5, y: 30.5 });
        assert_eq!(lens.point_at(camera, 450.0, 300.0), Some(Point { row: 30, column: 100 }));
        assert_eq!(lens.point_at(camera, 479.0, 300.0), Some(Point { row: 30, column: 101 }));
        let corner = lens.centre(Spot { x: 0.5, y: 0.5 });
        assert_eq!(lens.point_at(corner, 1.0, 1.0), None, "beyond the rim");
    }

    #[test]
    fn the_camera_arrives() {
        let aim = Spot { x: 10.0, y: 0.0 };
        let mut camera = Spot { x: 0.0, y: 0.0 };
        for _ in 0..120 {
            let next = follow(camera, aim, 16.0);
            assert!(next.far(aim) <= camera.far(aim));
            camera = next;
        }
        assert_eq!(camera, aim);
    }
}
