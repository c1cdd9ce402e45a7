//! What an audience of a match of Nuggets may see, and how an event changes it.

use serde::{Deserialize, Serialize};

use crate::game::{Audience, Ending, Fold, Seat};
use crate::nuggets::bits::Bits;
use crate::nuggets::event::{Event, Player};
use crate::nuggets::map::{MOST_LINES, Point, ROCK};
use crate::nuggets::scene::Patch;

/// How far the match is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Phase {
    /// For the first explorer.
    Waiting,
    /// Keys move.
    Playing,
    /// It is over.
    Over,
}

/// A display: what each gridpoint looks like to whoever looks. `@` is the viewer, `*` gold, a capital another player, a
/// blank what is not known.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Vec<String>", into = "Vec<String>")]
pub struct Screen {
    rows: u16,
    columns: u16,
    cells: Vec<u8>,
}

impl Screen {
    /// Nothing known yet.
    pub fn blank(rows: u16, columns: u16) -> Self {
        Self { rows, columns, cells: vec![ROCK; usize::from(rows) * usize::from(columns)] }
    }

    /// From top to bottom.
    pub const fn rows(&self) -> u16 {
        self.rows
    }

    /// From left to right.
    pub const fn columns(&self) -> u16 {
        self.columns
    }

    /// The character at a point; a blank beyond the map.
    pub fn at(&self, point: Point) -> u8 {
        self.index(point).map_or(ROCK, |index| self.cells[index])
    }

    /// The characters of a row.
    pub fn row(&self, row: u16) -> &[u8] {
        let columns = usize::from(self.columns);
        &self.cells[usize::from(row) * columns..][..columns]
    }

    /// All of them, row by row.
    pub fn cells(&self) -> &[u8] {
        &self.cells
    }

    /// True if somebody can stand at a point, as far as is known.
    pub fn is_spot(&self, point: Point) -> bool {
        is_spot(self.at(point))
    }

    /// Where the viewer is.
    pub fn viewer(&self) -> Option<Point> {
        let index = self.cells.iter().position(|&cell| cell == b'@')?;
        let columns = usize::from(self.columns);
        Some(Point {
            row: u16::try_from(index / columns).ok()?,
            column: u16::try_from(index % columns).ok()?,
        })
    }

    /// The whole of it, each row with its end.
    pub fn text(&self) -> String {
        (0..self.rows).flat_map(|row| self.row(row).iter().copied().chain([b'\n'])).map(char::from).collect()
    }

    pub(super) fn set(&mut self, point: Point, character: u8) {
        if let Some(index) = self.index(point) {
            self.cells[index] = character;
        }
    }

    fn index(&self, Point { row, column }: Point) -> Option<usize> {
        let inside = row < self.rows && column < self.columns;
        inside.then(|| usize::from(row) * usize::from(self.columns) + usize::from(column))
    }

    /// True if a patch lies inside and says what a display can.
    pub fn takes(&self, patch: &Patch) -> bool {
        let end = usize::from(patch.column) + patch.characters.len();
        patch.row < self.rows
            && end <= usize::from(self.columns)
            && patch.characters.bytes().all(|byte| (b' '..=b'~').contains(&byte))
    }

    /// Draws a patch; characters beyond the border are passed over.
    fn draw(&mut self, patch: &Patch) {
        for (character, column) in patch.characters.bytes().zip(patch.column..) {
            self.set(Point { row: patch.row, column }, character);
        }
    }
}

/// True if this character of a display is something one can step on.
pub const fn is_spot(character: u8) -> bool {
    matches!(character, b'.' | b'#' | b'*' | b'@' | b'A'..=b'Z')
}

impl From<Screen> for Vec<String> {
    fn from(screen: Screen) -> Self {
        (0..screen.rows).map(|row| screen.row(row).iter().copied().map(char::from).collect()).collect()
    }
}

impl TryFrom<Vec<String>> for Screen {
    type Error = &'static str;

    fn try_from(lines: Vec<String>) -> Result<Self, Self::Error> {
        let columns = lines.first().map_or(0, String::len);
        let most = usize::from(MOST_LINES);
        if lines.len() > most || columns > most || lines.iter().any(|line| line.len() != columns) {
            return Err("a display has equal rows, at most 500 of at most 500 characters");
        }
        if !lines.iter().flat_map(|line| line.bytes()).all(|byte| (b' '..=b'~').contains(&byte)) {
            return Err("a display is printable ASCII");
        }
        let size = |number: usize| u16::try_from(number).map_err(|_| "a display is too large");
        Ok(Self { rows: size(lines.len())?, columns: size(columns)?, cells: lines.concat().into_bytes() })
    }
}

/// What an audience of a match may see.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct View {
    /// How far the match is.
    pub phase: Phase,
    /// Whose view it is; `None`: a spectator's.
    pub seat: Option<Seat>,
    /// What each gridpoint looks like.
    pub screen: Screen,
    /// Every spot the viewer has stood on.
    pub trodden: Bits,
    /// What the viewer found when gold was found last.
    pub found: u32,
    /// What the viewer has found so far.
    pub purse: u32,
    /// What nobody has found yet.
    pub unclaimed: u32,
    /// Everybody who ever came, in order.
    pub players: Vec<Player>,
    /// How it ended, for the viewer.
    pub outcome: Option<Ending>,
}

impl View {
    /// Who looks.
    pub fn audience(&self) -> Audience {
        self.seat.map_or(Audience::Spectator, Audience::Seat)
    }

    /// Steps happen in straight lines: every spot from the one to the other was stood on.
    fn tread(&mut self, from: Option<Point>, to: Point) {
        let mut at = from.unwrap_or(to);
        self.trodden.insert(to);
        let near = |from: u16, to: u16| match from.cmp(&to) {
            std::cmp::Ordering::Less => from + 1,
            std::cmp::Ordering::Equal => from,
            std::cmp::Ordering::Greater => from - 1,
        };
        while at != to {
            at = Point { row: near(at.row, to.row), column: near(at.column, to.column) };
            self.trodden.insert(at);
        }
    }
}

impl Fold for View {
    type Event = Event;

    fn apply(&mut self, event: &Event) {
        match event {
            Event::Grid { rows, columns, .. } => {
                self.screen = Screen::blank(*rows, *columns);
                self.trodden = Bits::none(*rows, *columns);
            }
            Event::Gold { found, purse, unclaimed, .. } => {
                (self.found, self.purse, self.unclaimed) = (*found, *purse, *unclaimed);
            }
            Event::Screen { patches, .. } => {
                let before = self.screen.viewer();
                for patch in patches {
                    self.screen.draw(patch);
                }
                if let Some(now) = self.screen.viewer().filter(|now| before != Some(*now)) {
                    self.tread(before, now);
                }
            }
            Event::Players { players } => self.players.clone_from(players),
            Event::Began => self.phase = Phase::Playing,
            Event::Over { outcome } => {
                self.phase = Phase::Over;
                self.outcome = Some(outcome.ending(self.audience()));
            }
        }
    }
}
