//! The small map in the corner, for maps that are larger than the picture: one dot for each gridpoint.

use shared::nuggets::map::{PASSAGE, ROCK, ROOM};
use shared::nuggets::{Point, View};
use wasm_bindgen::{Clamped, JsCast as _};
use web_sys::{CanvasRenderingContext2d as Canvas, HtmlCanvasElement, ImageData};

use crate::browser;
use crate::games::nuggets::camera::{Lens, Spot};
use crate::games::nuggets::light::{Ground, Lit};
use crate::games::nuggets::palette::Palette;

/// The most it takes of the picture, in each direction.
const SHARE: f64 = 0.3;
/// And in CSS pixels.
const MOST: f64 = 230.0;
/// From the edge of the picture, in CSS pixels.
const EDGE: f64 = 14.0;

/// The small map.
pub struct Overview {
    canvas: HtmlCanvasElement,
    brush: Canvas,
    /// Nothing was drawn yet.
    empty: bool,
}

impl Overview {
    /// An empty one.
    pub fn new() -> Option<Self> {
        let canvas =
            browser::document()?.create_element("canvas").ok()?.dyn_into::<HtmlCanvasElement>().ok()?;
        let brush = canvas.get_context("2d").ok().flatten()?.dyn_into().ok()?;
        Some(Self { canvas, brush, empty: true })
    }

    /// Draws the ground.
    pub fn draw(&mut self, ground: &Ground, lit: &Lit, palette: &Palette) {
        let mut pixels = Vec::with_capacity(usize::from(ground.rows()) * usize::from(ground.columns()) * 4);
        let [floor, lit_floor, wall, dark] =
            [&palette.chalk_faint, &palette.lit[1], &palette.chalk, &palette.rock].map(|colour| rgb(colour));
        for row in 0..ground.rows() {
            for column in 0..ground.columns() {
                let point = Point { row, column };
                let colour = match ground.at(point) {
                    ROCK => dark,
                    ROOM | PASSAGE if lit.contains(point) => lit_floor,
                    ROOM | PASSAGE => floor,
                    _ => wall,
                };
                pixels.extend_from_slice(&[colour[0], colour[1], colour[2], 255]);
            }
        }
        self.empty = pixels.is_empty();
        if self.empty {
            return;
        }
        let (rows, columns) = (u32::from(ground.rows()), u32::from(ground.columns()));
        self.canvas.set_width(columns);
        self.canvas.set_height(rows);
        // Both fail only for pictures without a size.
        if let Ok(image) = ImageData::new_with_u8_clamped_array(Clamped(&pixels), columns) {
            let _ = self.brush.put_image_data(&image, 0.0, 0.0);
        }
    }

    /// Puts it into the upper right corner of the picture, or the left one if the viewer would be under it; with who is
    /// where and what the picture shows.
    pub fn put(&self, canvas: &Canvas, lens: &Lens, camera: Spot, view: &View) {
        if self.empty {
            return;
        }
        let ratio = lens.ratio;
        let (width, height) = ((lens.width * SHARE).min(MOST), (lens.height * SHARE).min(MOST));
        let dot = (width / lens.columns).min(height / lens.rows) * ratio;
        let (width, height) = (lens.columns * dot, lens.rows * dot);
        let (right, y) = (lens.width * ratio - width - EDGE * ratio, EDGE * ratio);
        let under = view.screen.viewer().is_some_and(|viewer| {
            let (left, top) = lens.corner(camera);
            let at = Spot::from(viewer);
            at.x * lens.cell - left > right - lens.cell && at.y * lens.cell - top < y + height + lens.cell
        });
        let x = if under { EDGE * ratio } else { right };
        canvas.set_global_alpha(0.92);
        canvas.set_image_smoothing_enabled(dot < 1.0);
        // Fails only for pictures without a size.
        let _ = canvas.draw_image_with_html_canvas_element_and_dw_and_dh(&self.canvas, x, y, width, height);
        canvas.set_global_alpha(1.0);
        let speck = (dot * 1.5).max(2.5 * ratio);
        for row in 0..view.screen.rows() {
            for (&shown, column) in view.screen.row(row).iter().zip(0..) {
                let colour = match shown {
                    b'@' => "#fffaf0",
                    b'*' => "#ffd75e",
                    b'A'..=b'Z' => "#9ad2ff",
                    _ => continue,
                };
                let at = Spot::from(Point { row, column });
                let size = if shown == b'@' { speck * 1.6 } else { speck };
                canvas.set_fill_style_str(colour);
                canvas.fill_rect(x + at.x * dot - size / 2.0, y + at.y * dot - size / 2.0, size, size);
            }
        }
        let (across, down) = lens.seen();
        let from = |centre: f64, seen: f64| (centre - seen / 2.0).max(0.0) * dot;
        let to = |centre: f64, seen: f64, most: f64| (centre + seen / 2.0).min(most) * dot;
        let (left, top) = (from(camera.x, across), from(camera.y, down));
        let (right, bottom) = (to(camera.x, across, lens.columns), to(camera.y, down, lens.rows));
        canvas.set_line_width(ratio);
        canvas.set_stroke_style_str("rgb(255 250 240 / 70%)");
        canvas.stroke_rect(x + left, y + top, right - left, bottom - top);
        canvas.set_stroke_style_str("rgb(139 165 152 / 55%)");
        canvas.stroke_rect(x - 0.5, y - 0.5, width + 1.0, height + 1.0);
    }
}

/// The parts of a colour in the form `#rrggbb`.
fn rgb(colour: &str) -> [u8; 3] {
    let number = colour.strip_prefix('#').and_then(|hex| u32::from_str_radix(hex, 16).ok()).unwrap_or(0);
    let [_, red, green, blue] = number.to_be_bytes();
    [red, green, blue]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_fall_into_their_parts() {
        assert_eq!(rgb("#0b0f0d"), [11, 15, 13]);
        assert_eq!(rgb("red"), [0, 0, 0]);
    }
}
