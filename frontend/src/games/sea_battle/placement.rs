//! Placing a fleet, as a pure state machine: pointer, fingers and keys become calls, and the drawing is a function of
//! the state. What may lie where is judged by the same code as on the server.

use shared::sea_battle::Cells;
use shared::sea_battle::{BOARD, Cell, Fleet, Plan, SHIPS, SIZES, Ship, ShipPlan};

use crate::games::sea_battle::aim::Step;

/// A ship in the way.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Block {
    /// Which ship, by its place in the order of sizes.
    pub ship: usize,
    /// The first cell of the moving ship that overlaps or touches it.
    pub at: Cell,
}

/// What could not be done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Attempt {
    /// Lie there.
    Lie,
    /// Turn where it is.
    Turn,
}

/// Why a ship can't do what was asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Trouble {
    /// Which ship.
    pub ship: usize,
    /// What it was to do.
    pub attempt: Attempt,
    /// Everything in its way; never empty.
    pub blocks: Vec<Block>,
}

/// A ship in the hand of the player, by drag or by keys.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Held {
    ship: usize,
    upright: bool,
    /// Where it would be set now; `None` while the pointer is off the board.
    at: Option<Ship>,
    /// Where it was lifted from; `None`: the harbour.
    home: Option<Ship>,
}

/// A fleet that is being placed.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Placement {
    ships: [Option<Ship>; SHIPS],
    /// How each ship lies when it leaves the harbour; `true` stands upright.
    upright: [bool; SHIPS],
    selected: Option<usize>,
    held: Option<Held>,
    /// The cell a mouse rests on while a ship of the harbour is selected.
    pointed: Option<Cell>,
    refused: Option<Trouble>,
    /// Whether the first tap of the present double tap has done its work already.
    tap_spent: bool,
}

/// For each ship whether it stands upright, its column and its row; nothing for those in the harbour.
pub type Draft = Vec<Option<(bool, u8, u8)>>;

/// Size of a ship by its place in the order of sizes.
pub fn size(ship: usize) -> u8 {
    SIZES.get(ship).copied().unwrap_or(1)
}

/// A ship with its first cell there, moved just so far that all of it is on the board.
fn fitted(first: Cell, upright: bool, size: u8) -> Option<Ship> {
    let most = i64::from(BOARD) - i64::from(size);
    let (x, y) = (i64::from(first.x()), i64::from(first.y()));
    let first = if upright { Cell::new(x, y.min(most)) } else { Cell::new(x.min(most), y) };
    Ship::new(first?, upright, size)
}

impl Placement {
    /// A placement with every ship of a fleet on the board.
    pub fn of(fleet: &Fleet) -> Self {
        let mut placement = Self::default();
        placement.adopt(fleet);
        placement
    }

    /// A placement as it was left, from [`draft`](Self::draft). Ships that can't lie as it says stay in the harbour.
    pub fn from_draft(draft: &Draft) -> Self {
        let mut placement = Self::default();
        for (ship, lies) in draft.iter().enumerate().take(SHIPS) {
            let lies = lies.and_then(|(upright, x, y)| {
                Cell::new(x.into(), y.into()).and_then(|first| Ship::new(first, upright, size(ship)))
            });
            if let Some(at) = lies {
                placement.put(ship, at);
            }
        }
        placement.selected = None;
        placement.refused = None;
        placement
    }

    /// The ships that lie, to be kept over a reload of the page.
    pub fn draft(&self) -> Draft {
        self.ships
            .iter()
            .map(|ship| ship.map(|ship| (ship.upright(), ship.first().x(), ship.first().y())))
            .collect()
    }

    // ---- what there is -------------------------------------------------------------------------------------------

    /// The ships that lie on the board, without the one that is held.
    pub fn lying(&self) -> impl Iterator<Item = (usize, Ship)> {
        self.ships.iter().enumerate().filter_map(|(index, ship)| ship.map(|ship| (index, ship)))
    }

    /// True if the ship is neither on the board nor held.
    pub fn in_harbour(&self, ship: usize) -> bool {
        self.lies(ship).is_none() && self.held.is_none_or(|held| held.ship != ship)
    }

    /// How many ships lie on the board.
    pub fn placed(&self) -> usize {
        self.lying().count()
    }

    /// The ship that was tapped last, wherever it is.
    pub fn selected(&self) -> Option<usize> {
        self.selected
    }

    /// The ship in the player's hand.
    pub fn held(&self) -> Option<usize> {
        self.held.map(|held| held.ship)
    }

    /// Which ship lies on a cell.
    pub fn ship_at(&self, cell: Cell) -> Option<usize> {
        self.lying().find(|(_, ship)| ship.area().contains(cell)).map(|(index, _)| index)
    }

    /// Where a ship lies.
    pub fn lies(&self, ship: usize) -> Option<Ship> {
        self.ships.get(ship).copied().flatten()
    }

    /// How a ship lies or would lie; `true` stands upright.
    pub fn stands(&self, ship: usize) -> bool {
        match self.held {
            Some(held) if held.ship == ship => held.upright,
            _ => self.upright.get(ship).copied().unwrap_or(false),
        }
    }

    /// The ship that is held or pointed at a place, and where it would lie.
    pub fn ghost(&self) -> Option<(usize, Ship)> {
        if let Some(held) = self.held {
            return held.at.map(|at| (held.ship, at));
        }
        let ship = self.selected.filter(|&ship| self.in_harbour(ship))?;
        Some((ship, fitted(self.pointed?, self.stands(ship), size(ship))?))
    }

    /// The cells of a ship that could not lie there, because another ship is on or beside them.
    pub fn bad_cells(&self, index: usize, ship: Ship) -> Cells {
        let others = self.lying().filter(|&(other, _)| other != index);
        let near =
            others.fold(Cells::NONE, |near, (_, other)| near.union(other.area()).union(other.area().ring()));
        ship.area().both(near)
    }

    /// What is wrong now, if anything: with the ship in the hand, or with what was tried last.
    pub fn trouble(&self) -> Option<Trouble> {
        match self.held {
            Some(Held { ship, at: Some(at), .. }) => self.judge(ship, at, Attempt::Lie).err(),
            Some(_) => None,
            None => self.refused.clone(),
        }
    }

    /// The ships that are in the way of what is held, pointed at or was tried last.
    pub fn blocking(&self) -> Vec<Ship> {
        let trouble = match self.ghost() {
            Some((ship, at)) => self.judge(ship, at, Attempt::Lie).err(),
            None => self.refused.clone(),
        };
        let blocks = trouble.map(|trouble| trouble.blocks).unwrap_or_default();
        blocks.into_iter().filter_map(|block| self.lies(block.ship)).collect()
    }

    /// The whole fleet, once all ten ships lie.
    pub fn plan(&self) -> Option<Plan> {
        let mut plan = [ShipPlan::default(); SHIPS];
        for (slot, ship) in plan.iter_mut().zip(self.ships) {
            let ship = ship?;
            *slot =
                ShipPlan { upright: ship.upright(), x: ship.first().x().into(), y: ship.first().y().into() };
        }
        Some(Plan(plan))
    }

    // ---- tapping -------------------------------------------------------------------------------------------------

    /// A tap on a ship in the harbour: selects it, or lets go of it.
    pub fn tap_harbour(&mut self, ship: usize) {
        let again = self.selected == Some(ship);
        self.select(ship);
        self.selected = self.selected.filter(|_| !again);
    }

    /// Selects a ship, wherever it is.
    pub fn select(&mut self, ship: usize) {
        self.let_go();
        self.pointed = None;
        self.selected = Some(ship);
    }

    /// The `count`th tap in quick succession on a cell. On a ship the first selects it and the next one turns it; on
    /// water the selected ship is placed there.
    pub fn tap(&mut self, cell: Cell, count: u32) {
        self.let_go();
        if count > 1 && self.tap_spent {
            return;
        }
        self.tap_spent = true;
        match (self.ship_at(cell), self.selected) {
            (Some(ship), Some(selected)) if ship == selected => self.turn(ship),
            (Some(ship), _) if count > 1 => self.turn(ship),
            (Some(ship), _) => {
                self.selected = Some(ship);
                self.tap_spent = false;
            }
            (None, Some(ship)) => {
                if let Some(place) = fitted(cell, self.stands(ship), size(ship)) {
                    self.put(ship, place);
                }
            }
            (None, None) => {}
        }
    }

    /// Whether it makes a difference that the mouse rests on this cell.
    pub fn follows(&self, cell: Option<Cell>) -> bool {
        self.pointed != cell && (cell.is_none() || self.selected.is_some())
    }

    /// The mouse rests on a cell, or has left the board.
    pub fn point(&mut self, cell: Option<Cell>) {
        self.pointed = cell;
    }

    // ---- holding -------------------------------------------------------------------------------------------------

    /// Takes a ship into the hand, from the harbour or from the board.
    pub fn lift(&mut self, ship: usize) {
        self.let_go();
        let home = self.ships.get_mut(ship).and_then(Option::take);
        self.held = Some(Held { ship, upright: self.stands(ship), at: home, home });
        self.selected = Some(ship);
    }

    /// Takes a ship into the hand and holds it over the board, as keys need it: where it lies, or at the first place
    /// where it may lie, or at A1.
    pub fn lift_over_board(&mut self, ship: usize) {
        self.lift(ship);
        let upright = self.stands(ship);
        let places = || Cell::all().filter_map(|first| Ship::new(first, upright, size(ship)));
        let free =
            places().find(|&place| self.judge(ship, place, Attempt::Lie).is_ok()).or_else(|| places().next());
        if let Some(held) = &mut self.held {
            held.at = held.at.or(free);
        }
    }

    /// Carries the held ship to its new first cell, or off the board.
    pub fn carry(&mut self, first: Option<Cell>) {
        if let Some(held) = &mut self.held {
            held.at = first.and_then(|first| fitted(first, held.upright, size(held.ship)));
        }
    }

    /// Moves the held ship one step; at the edge it stays.
    pub fn step(&mut self, step: Step) {
        let first = self.held.and_then(|held| held.at).map(|at| step.from(at.first()));
        if first.is_some() {
            self.carry(first);
        }
    }

    /// Sets the held ship where it is. Where it can't lie it stays in the hand.
    pub fn set(&mut self) {
        if let Some(Held { ship, at: Some(at), .. }) = self.held
            && self.judge(ship, at, Attempt::Lie).is_ok()
        {
            self.put(ship, at);
        }
    }

    /// The pointer let go of the held ship: it lies where it is, goes back to where it came from if it can't, or into
    /// the harbour if that was off the board.
    pub fn release(&mut self) {
        let Some(Held { ship, at, home, .. }) = self.held else { return };
        let refused = self.trouble();
        match at {
            Some(at) if refused.is_none() => self.put(ship, at),
            Some(_) => {
                self.put_back(ship, home);
                self.refused = refused;
            }
            None => self.put_back(ship, None),
        }
    }

    /// Puts the held ship back to where it came from; with nothing in the hand, lets go of the selection.
    pub fn escape(&mut self) {
        match self.held {
            Some(Held { ship, home, .. }) => self.put_back(ship, home),
            None => self.selected = None,
        }
        self.refused = None;
        self.pointed = None;
    }

    // ---- turning and the rest --------------------------------------------------------------------------------------

    /// Turns the ship that is held or selected.
    pub fn rotate(&mut self) {
        if let Some(held) = &mut self.held {
            held.upright = !held.upright;
            held.at = held.at.and_then(|at| fitted(at.first(), held.upright, size(held.ship)));
        } else if let Some(ship) = self.selected {
            self.turn(ship);
        }
    }

    /// Every ship lies as in this fleet.
    pub fn adopt(&mut self, fleet: &Fleet) {
        *self = Self {
            ships: fleet.ships().map(Some),
            upright: fleet.ships().map(Ship::upright),
            ..Self::default()
        };
    }

    /// Every ship goes back to the harbour.
    pub fn clear(&mut self) {
        *self = Self::default();
    }

    /// Turns a ship about its first cell, at an edge the other way round. Where another ship is in the way it stays.
    fn turn(&mut self, ship: usize) {
        let Some(lies) = self.lies(ship) else {
            if let Some(upright) = self.upright.get_mut(ship) {
                *upright = !*upright;
            }
            return;
        };
        if lies.size() == 1 {
            return;
        }
        let (pivot, upright) = (lies.first(), !lies.upright());
        let back = -(i64::from(lies.size()) - 1);
        let backwards = if upright { pivot.offset(0, back) } else { pivot.offset(back, 0) };
        let turned = Ship::new(pivot, upright, lies.size())
            .or_else(|| backwards.and_then(|first| Ship::new(first, upright, lies.size())));
        let Some(turned) = turned else { return };
        match self.judge(ship, turned, Attempt::Turn) {
            Ok(()) => self.put(ship, turned),
            Err(trouble) => self.refused = Some(trouble),
        }
    }

    /// Lays a ship there, if it may lie there.
    fn put(&mut self, ship: usize, at: Ship) {
        self.refused = self.judge(ship, at, Attempt::Lie).err();
        if self.refused.is_none() {
            self.held = None;
            self.pointed = None;
            self.selected = Some(ship);
            self.put_back(ship, Some(at));
        }
    }

    fn put_back(&mut self, ship: usize, home: Option<Ship>) {
        self.held = None;
        if let Some(slot) = self.ships.get_mut(ship) {
            *slot = home;
        }
        if let (Some(upright), Some(home)) = (self.upright.get_mut(ship), home) {
            *upright = home.upright();
        }
    }

    /// Whatever is held goes back; what was refused is forgotten.
    fn let_go(&mut self) {
        if let Some(Held { ship, home, .. }) = self.held {
            self.put_back(ship, home);
        }
        self.refused = None;
    }

    fn judge(&self, index: usize, ship: Ship, attempt: Attempt) -> Result<(), Trouble> {
        let others = self.lying().filter(|&(other, _)| other != index);
        let blocks: Vec<Block> = others
            .filter_map(|(other, lies)| ship.conflict(lies).map(|at| Block { ship: other, at }))
            .collect();
        if blocks.is_empty() { Ok(()) } else { Err(Trouble { ship: index, attempt, blocks }) }
    }
}

#[cfg(test)]
mod tests;
