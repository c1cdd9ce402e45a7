//! Paints the cave: the ground from a cache, gold and people over it, and the small map in the corner. A frame is
//! drawn when something has changed and while something moves, never otherwise.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use leptos::prelude::request_animation_frame;
use shared::game::Seat;
use shared::nuggets::{Direction, Point, View};
use wasm_bindgen::JsCast as _;
use web_sys::{CanvasRenderingContext2d as Canvas, HtmlCanvasElement};

use crate::browser;
use crate::games::nuggets::actors::{Actors, Brushes};
use crate::games::nuggets::camera::{Lens, Spot, follow};
use crate::games::nuggets::light::{Ground, Lit, lit};
use crate::games::nuggets::overview::Overview;
use crate::games::nuggets::palette::Palette;
use crate::games::nuggets::terrain::{Region, Terrain, UNIT};

/// Gridpoints that are drawn beyond the picture, so that the camera can move over ground that is there already.
const MARGIN: i32 = 5;
/// A frame after a pause counts as one of this length, in milliseconds.
const LONGEST_FRAME: f64 = 50.0;

/// What the painter is told beside the view.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Wishes {
    /// Nothing moves by itself: everything is where it belongs at once.
    pub still: bool,
    /// What players get of a large map: a gridpoint in CSS pixels.
    pub base_cell: f64,
    /// Whoever watches looks at this player, or at the whole.
    pub at: Option<Seat>,
}

/// Paints onto one canvas. A handle.
#[derive(Clone)]
pub struct Painter(Rc<RefCell<Easel>>);

struct Easel {
    canvas: HtmlCanvasElement,
    brush: Canvas,
    cache: HtmlCanvasElement,
    cache_brush: Canvas,
    /// What the cache holds; `None`: nothing that is true.
    cached: Option<Region>,
    /// The small map shows another ground or another light.
    overview_old: bool,
    palette: Palette,
    brushes: Brushes,
    overview: Overview,
    ground: Ground,
    lit: Lit,
    view: Option<Arc<View>>,
    actors: Actors,
    lens: Lens,
    size: (f64, f64, f64),
    wishes: Wishes,
    camera: Option<Spot>,
    /// Where a spectator has dragged the camera.
    dragged: Option<Spot>,
    /// The way that is being walked.
    way: Vec<Point>,
    last: f64,
    scheduled: bool,
    gone: bool,
}

impl Painter {
    /// Paints onto a canvas; `None` where canvases can't be painted on.
    pub fn new(canvas: HtmlCanvasElement, wishes: Wishes) -> Option<Self> {
        let brush = brush_of(&canvas)?;
        let cache =
            browser::document()?.create_element("canvas").ok()?.dyn_into::<HtmlCanvasElement>().ok()?;
        let cache_brush = brush_of(&cache)?;
        let palette = Palette::of(&canvas);
        let size = (1.0, 1.0, 1.0);
        let easel = Easel {
            brushes: Brushes::new()?,
            overview: Overview::new()?,
            canvas,
            brush,
            cache,
            cache_brush,
            cached: None,
            overview_old: true,
            palette,
            ground: Ground::blank(),
            lit: Lit::Nothing,
            view: None,
            actors: Actors::default(),
            lens: Lens::new((1.0, 1.0), 1.0, (1, 1), wishes.base_cell, false),
            size,
            wishes,
            camera: None,
            dragged: None,
            way: Vec::new(),
            last: 0.0,
            scheduled: false,
            gone: false,
        };
        Some(Self(Rc::new(RefCell::new(easel))))
    }

    /// Something has changed.
    pub fn show(&self, view: &Arc<View>) {
        self.with(|easel| easel.show(view));
    }

    /// The picture has this size in CSS pixels, and a CSS pixel so many device pixels.
    pub fn resize(&self, width: f64, height: f64, ratio: f64) {
        self.with(|easel| easel.resize(width, height, ratio));
    }

    /// Other wishes.
    pub fn wish(&self, wishes: Wishes) {
        self.with(|easel| {
            easel.wishes = wishes;
            easel.dragged = None;
            easel.focus();
        });
    }

    /// The way that is being walked, from the viewer to its end.
    pub fn walk(&self, way: Vec<Point>) {
        self.with(|easel| easel.way = way);
    }

    /// Moves the camera by so many CSS pixels.
    pub fn drag(&self, right: f64, down: f64) {
        self.with(|easel| {
            let Some(camera) = easel.camera else { return };
            let scale = easel.lens.ratio / easel.lens.cell;
            let aim = Spot { x: camera.x - right * scale, y: camera.y - down * scale };
            let aim = easel.lens.centre(aim);
            (easel.dragged, easel.camera) = (Some(aim), Some(aim));
        });
    }

    /// Looks around by a key; the camera goes there. False if there is nothing beyond the picture.
    pub fn look(&self, direction: Direction, far: bool) -> bool {
        let partly = self.0.borrow().lens.partly();
        if partly {
            self.with(|easel| easel.dragged = Some(easel.lens.look(easel.aim(), direction, far)));
        }
        partly
    }

    /// The gridpoint at a place of the picture, in CSS pixels.
    pub fn point_at(&self, x: f64, y: f64) -> Option<Point> {
        let easel = self.0.borrow();
        easel.lens.point_at(easel.camera?, x, y)
    }

    /// Nothing is painted any more.
    pub fn leave(&self) {
        self.0.borrow_mut().gone = true;
    }

    fn with(&self, change: impl FnOnce(&mut Easel)) {
        change(&mut self.0.borrow_mut());
        self.schedule();
    }

    fn schedule(&self) {
        let mut easel = self.0.borrow_mut();
        if easel.scheduled || easel.gone {
            return;
        }
        easel.scheduled = true;
        let painter = self.clone();
        request_animation_frame(move || {
            let again = {
                let mut easel = painter.0.borrow_mut();
                easel.scheduled = false;
                !easel.gone && easel.frame(browser::now())
            };
            if again {
                painter.schedule();
            }
        });
    }
}

fn brush_of(canvas: &HtmlCanvasElement) -> Option<Canvas> {
    canvas.get_context("2d").ok().flatten()?.dyn_into().ok()
}

impl Easel {
    fn show(&mut self, view: &Arc<View>) {
        let watching = view.seat.is_none();
        let new_ground = self.ground.learn(&view.screen);
        let eye = view.screen.viewer();
        let looks = match &self.lit {
            Lit::From(from, _) => Some(*from),
            Lit::All | Lit::Nothing => None,
        };
        let first = self.view.is_none();
        if new_ground || looks != eye || first || watching != matches!(self.lit, Lit::All) {
            self.lit = lit(&self.ground, &view.screen, watching);
            self.cached = None;
            self.overview_old = true;
        }
        self.actors.show(view, browser::now(), self.wishes.still);
        self.view = Some(Arc::clone(view));
        self.focus();
    }

    fn resize(&mut self, width: f64, height: f64, ratio: f64) {
        self.size = (width.max(1.0), height.max(1.0), ratio);
        // Sizes of a window, far below 2^32.
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
        let pixels = |length: f64| (length * ratio).round().max(1.0) as u32;
        self.canvas.set_width(pixels(width));
        self.canvas.set_height(pixels(height));
        self.cached = None;
        self.camera = None;
        self.focus();
    }

    /// Adapts to the map and to the picture.
    fn focus(&mut self) {
        let Some(view) = &self.view else { return };
        let map = (view.screen.rows(), view.screen.columns());
        let (width, height, ratio) = self.size;
        let lens = Lens::new((width, height), ratio, map, self.wishes.base_cell, view.seat.is_none());
        if lens != self.lens {
            self.lens = lens;
            self.cached = None;
            self.camera = None;
        }
    }

    /// Where the camera wants to be.
    fn aim(&self) -> Spot {
        if let Some(dragged) = self.dragged {
            return self.lens.centre(dragged);
        }
        let watched = self.wishes.at.and_then(|seat| self.actors.place_of(Some(seat)));
        // Whoever has left looks at what was last in the middle, or at what is known.
        let aim = watched.or_else(|| self.actors.place_of(None)).or_else(|| {
            let left = self.view.as_ref().is_some_and(|view| view.seat.is_some());
            self.camera.filter(|_| left).or_else(|| self.ground.middle())
        });
        self.lens.centre(aim.unwrap_or(Spot { x: 0.0, y: 0.0 }))
    }

    /// Draws one picture. True if another has to follow.
    fn frame(&mut self, now: f64) -> bool {
        let Some(view) = self.view.clone() else { return false };
        let passed = (now - self.last).clamp(1.0, LONGEST_FRAME);
        self.last = now;
        let aim = self.aim();
        let camera = match self.camera {
            Some(camera) if !self.wishes.still => follow(camera, aim, passed),
            _ => aim,
        };
        self.camera = Some(camera);
        let corner = self.lens.corner(camera);
        self.draw_ground(corner);
        let scale = self.lens.cell / UNIT;
        // Fails only for numbers that are none.
        let _ = self.brush.set_transform(scale, 0.0, 0.0, scale, -corner.0, -corner.1);
        let moving =
            self.actors.draw(&self.brush, &self.brushes, &self.palette, now, &self.way, self.wishes.still);
        let _ = self.brush.set_transform(1.0, 0.0, 0.0, 1.0, 0.0, 0.0);
        if self.lens.partly() {
            if std::mem::take(&mut self.overview_old) {
                self.overview.draw(&self.ground, &self.lit, &self.palette);
            }
            self.overview.put(&self.brush, &self.lens, camera, &view);
        }
        moving || camera != aim
    }

    fn draw_ground(&mut self, corner: (f64, f64)) {
        let cell = self.lens.cell;
        // Numbers of gridpoints, at most some hundreds.
        #[allow(clippy::cast_possible_truncation)]
        let number = |length: f64| length.floor() as i32;
        let (across, down) = self.lens.seen();
        let seen = Region {
            top: number(corner.1 / cell),
            left: number(corner.0 / cell),
            bottom: number(corner.1 / cell + down) + 1,
            right: number(corner.0 / cell + across) + 1,
        };
        let kept = self.cached.filter(|cached| cached.contains(&seen));
        let region = kept.unwrap_or(Region {
            top: seen.top - MARGIN,
            left: seen.left - MARGIN,
            bottom: seen.bottom + MARGIN,
            right: seen.right + MARGIN,
        });
        if kept.is_none() {
            self.draw_cache(region);
            self.cached = Some(region);
        }
        self.brush.set_fill_style_str(&self.palette.rock);
        let (width, height) = (f64::from(self.canvas.width()), f64::from(self.canvas.height()));
        self.brush.fill_rect(0.0, 0.0, width, height);
        let (x, y) = (f64::from(region.left) * cell - corner.0, f64::from(region.top) * cell - corner.1);
        // Fails only for pictures without a size.
        let _ = self.brush.draw_image_with_html_canvas_element(&self.cache, x, y);
    }

    fn draw_cache(&self, region: Region) {
        let cell = self.lens.cell;
        let (width, height) =
            (f64::from(region.right - region.left) * cell, f64::from(region.bottom - region.top) * cell);
        // Whole numbers of device pixels, some thousands at most.
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
        let (columns, rows) = (width as u32, height as u32);
        if (self.cache.width(), self.cache.height()) != (columns, rows) {
            self.cache.set_width(columns);
            self.cache.set_height(rows);
        }
        let brush = &self.cache_brush;
        let _ = brush.set_transform(1.0, 0.0, 0.0, 1.0, 0.0, 0.0);
        brush.set_fill_style_str(&self.palette.rock);
        brush.fill_rect(0.0, 0.0, width, height);
        let scale = cell / UNIT;
        let (left, top) = (f64::from(region.left) * cell, f64::from(region.top) * cell);
        let _ = brush.set_transform(scale, 0.0, 0.0, scale, -left, -top);
        Terrain { ground: &self.ground, lit: &self.lit, palette: &self.palette }.draw(brush, region);
    }
}
