//! What one audience may see of a match, and how an event changes that.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::game::{Audience, Ending, Fold, Seat};
use crate::sea_battle::event::{Event, ShotResult};
use crate::sea_battle::fleet::{Cell, Cells, Fleet, SIZES};
use crate::sea_battle::rules::other;

/// Where the match stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Phase {
    /// A seat is empty, or its player has not connected yet.
    Waiting,
    /// Both are there and place their fleets.
    Placing,
    /// They shoot.
    Playing,
    /// It is over.
    Over,
}

impl Phase {
    /// The word on the wire.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Waiting => "waiting",
            Self::Placing => "placing",
            Self::Playing => "playing",
            Self::Over => "over",
        }
    }
}

/// A shot that fell on a board. As JSON `[x, y, result]`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "(u8, u8, u8)", into = "(u8, u8, u8)")]
pub struct Shot {
    /// Where.
    pub cell: Cell,
    /// What it did.
    pub result: ShotResult,
}

impl From<Shot> for (u8, u8, u8) {
    fn from(shot: Shot) -> Self {
        (shot.cell.x(), shot.cell.y(), shot.result.number())
    }
}

/// Three numbers that are no shot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NoShot;

impl fmt::Display for NoShot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a shot is a cell of the board and a result from 0 to 2")
    }
}

impl TryFrom<(u8, u8, u8)> for Shot {
    type Error = NoShot;

    fn try_from((x, y, result): (u8, u8, u8)) -> Result<Self, NoShot> {
        let cell = Cell::new(x.into(), y.into()).ok_or(NoShot)?;
        let result = ShotResult::from_number(result).ok_or(NoShot)?;
        Ok(Self { cell, result })
    }
}

/// One of the two boards.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Board {
    /// True once its fleet is placed.
    pub ready: bool,
    /// One's own fleet, or any once the match is over and both were placed.
    pub fleet: Option<Fleet>,
    /// The shots that fell on it, in order.
    pub shots: Vec<Shot>,
    /// Sizes of the ships that still float, smallest first.
    pub afloat: Vec<u8>,
}

impl Board {
    pub(crate) fn new(ready: bool, fleet: Option<Fleet>, shots: &[Shot]) -> Self {
        let mut board = Self { ready, fleet, shots: shots.to_vec(), afloat: SIZES.to_vec() };
        for wreck in board.knowledge().wrecks {
            board.strike(wreck);
        }
        board
    }

    /// The board of a fleet that lies somewhere, before the first shot.
    pub fn unknown() -> Self {
        Self::new(true, None, &[])
    }

    /// Adds a shot that fell.
    pub fn note(&mut self, shot: Shot) {
        self.shots.push(shot);
        if shot.result == ShotResult::Sunk
            && let Some(&wreck) = self.knowledge().wrecks.last()
        {
            self.strike(wreck);
        }
    }

    /// A ship of that size floats no longer.
    fn strike(&mut self, wreck: Cells) {
        if let Some(at) = self.afloat.iter().position(|&size| usize::from(size) == wreck.len()) {
            self.afloat.remove(at);
        }
    }

    /// What the shots tell about the board, without its fleet.
    pub fn knowledge(&self) -> Knowledge {
        let mut known = Knowledge::default();
        for shot in &self.shots {
            known.note(*shot);
        }
        known
    }
}

/// What the shots on a board tell whoever sees them.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Knowledge {
    /// Shots into the water.
    pub missed: Cells,
    /// Every cell of a ship that was hit, sunk or not.
    pub hit: Cells,
    /// Cells around sunk ships that nobody shot at.
    pub ring: Cells,
    /// Each sunk ship.
    pub wrecks: Vec<Cells>,
}

impl Knowledge {
    /// Adds the next shot.
    pub fn note(&mut self, shot: Shot) {
        match shot.result {
            ShotResult::Miss => {
                self.missed.insert(shot.cell);
            }
            ShotResult::Hit => {
                self.hit.insert(shot.cell);
            }
            ShotResult::Sunk => {
                self.hit.insert(shot.cell);
                // Ships never touch, so all hits that hang together with this one are the ship.
                let wreck = self.hit.connected(shot.cell);
                self.ring = self.ring.union(wreck.ring());
                self.wrecks.push(wreck);
            }
        }
        self.ring = self.ring.without(self.missed);
    }

    /// Every cell that can't be shot at any more.
    pub fn closed(&self) -> Cells {
        self.missed.union(self.hit).union(self.ring)
    }

    /// Cells of all sunk ships.
    pub fn sunk(&self) -> Cells {
        self.wrecks.iter().fold(Cells::NONE, |all, wreck| all.union(*wreck))
    }

    /// Hits on ships that still float.
    pub fn burning(&self) -> Cells {
        self.hit.without(self.sunk())
    }
}

/// Everything one audience may know.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct View {
    /// Where the match stands.
    pub phase: Phase,
    /// The seat of the audience; spectators have none.
    pub seat: Option<Seat>,
    /// Whose turn it is, while they shoot.
    pub turn: Option<Seat>,
    /// The names of both, empty while a seat is.
    pub names: [String; 2],
    /// The boards of both.
    pub boards: [Board; 2],
    /// How the match ended for this audience.
    pub outcome: Option<Ending>,
}

impl View {
    /// The board of a seat.
    pub fn board(&self, seat: Seat) -> &Board {
        &self.boards[usize::from(seat.0 != 0)]
    }

    /// The name of a seat.
    pub fn name(&self, seat: Seat) -> &str {
        &self.names[usize::from(seat.0 != 0)]
    }

    /// True if the audience is to shoot.
    pub fn my_turn(&self) -> bool {
        self.phase == Phase::Playing && self.seat.is_some() && self.turn == self.seat
    }

    fn board_mut(&mut self, seat: Seat) -> &mut Board {
        &mut self.boards[usize::from(seat.0 != 0)]
    }

    fn place(&mut self, seat: Seat, fleet: Option<Fleet>) {
        let board = self.board_mut(seat);
        board.ready = true;
        if fleet.is_some() {
            board.fleet = fleet;
        }
    }

    fn audience(&self) -> Audience {
        self.seat.map_or(Audience::Spectator, Audience::Seat)
    }
}

impl Fold for View {
    type Event = Event;

    fn apply(&mut self, event: &Event) {
        match event {
            Event::Seated { seat, name } => {
                if let Some(place) = self.names.get_mut(seat.index()) {
                    place.clone_from(name);
                }
            }
            Event::Placing => self.phase = Phase::Placing,
            Event::Placed { seat, fleet } => self.place(*seat, *fleet),
            Event::Began { seat, fleet, turn } => {
                self.place(*seat, *fleet);
                self.phase = Phase::Playing;
                self.turn = Some(*turn);
            }
            Event::Fired { seat, cell, result } => {
                self.board_mut(other(*seat)).note(Shot { cell: *cell, result: *result });
                self.turn = Some(if *result == ShotResult::Miss { other(*seat) } else { *seat });
            }
            Event::Turn { seat, .. } => self.turn = Some(*seat),
            Event::Drafted { seat, fleet } | Event::Shown { seat, fleet } => {
                self.board_mut(*seat).fleet = Some(*fleet);
            }
            Event::Over { outcome } => {
                self.phase = Phase::Over;
                self.turn = None;
                self.outcome = Some(outcome.ending(self.audience()));
            }
        }
    }
}
