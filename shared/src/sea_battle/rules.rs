//! The state of a match of Sea Battle: who may do what, and what happens then.

use crate::catalogue::{GameFacts, GameId};
use crate::game::{
    Asked, Audience, Cause, Entry, Game, Level, OptionsError, Outcome, Patience, Refusal, Seat, SeatRange,
    Waiting, refusals,
};
use crate::sea_battle::cells::{BOARD, Cell, Cells};
use crate::sea_battle::event::{Action, Event, ShotResult};
use crate::sea_battle::fleet::{FLEET_CELLS, Fleet, Plan, describe};
use crate::sea_battle::options::Options;
use crate::sea_battle::view::{Board, Phase, Shot, View};
use crate::seed::Seed;

/// Both seats.
pub const SEATS: [Seat; 2] = [Seat(0), Seat(1)];

/// The opponent's seat.
pub const fn other(seat: Seat) -> Seat {
    Seat(if seat.0 == 0 { 1 } else { 0 })
}

refusals! {
    /// All ways Sea Battle says no.
    NOT_PLACING = "not-placing", "a fleet is placed before both players are there, or once the shooting has begun";
    ALREADY_PLACED = "already-placed", "another fleet is placed after the first";
    BAD_FLEET = "bad-fleet", "ships leave the board, overlap or touch; the reason names each ship and cell";
    NOT_PLAYING = "not-playing", "a shot before both fleets are placed or after the match, or anything else out of phase";
    NOT_YOUR_TURN = "not-your-turn", "a shot while the other player is to shoot";
    OFF_BOARD = "off-board", "a shot at a cell that is not on the board";
    KNOWN_CELL = "known-cell", "a shot at a cell that was shot at, or that lies around a sunk ship";
}

/// One side of the match: the fleet, and the shots that fell on it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
struct Side {
    name: Option<String>,
    fleet: Option<Fleet>,
    shots: Vec<Shot>,
    /// Cells that were shot at or lie around a sunk ship.
    known: Cells,
    hits: Cells,
    /// Overruns of this seat since its last shot.
    overruns: u8,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stage {
    Waiting,
    Placing,
    Playing { turn: Seat },
    Over,
}

/// The state of a match.
#[derive(Debug, Clone, PartialEq)]
pub struct SeaBattle {
    options: Options,
    seed: Seed,
    stage: Stage,
    sides: [Side; 2],
    /// Shots and overruns so far: whenever it changes, the clock of the shot starts anew.
    turns: u32,
    /// Who shot first.
    starter: Option<Seat>,
    outcome: Option<Outcome>,
}

impl SeaBattle {
    /// What the home page shows.
    pub fn facts() -> GameFacts {
        GameFacts {
            id: GameId::SeaBattle,
            name: GameId::SeaBattle.name().to_owned(),
            least_seats: 2,
            most_seats: 2,
            bots: Level::ALL.map(|level| level.word().to_owned()).to_vec(),
            options: Options::facts(),
        }
    }

    fn side(&self, seat: Seat) -> &Side {
        &self.sides[usize::from(seat.0 != 0)]
    }

    fn side_mut(&mut self, seat: Seat) -> &mut Side {
        &mut self.sides[usize::from(seat.0 != 0)]
    }

    fn sit(&mut self, seat: Seat, name: &str) -> Result<Vec<Event>, Refusal> {
        if self.stage != Stage::Waiting {
            return Err(Refusal::new(NOT_PLAYING, "The match has begun."));
        }
        if self.side(seat).name.is_some() {
            return Err(Refusal::new(NOT_PLAYING, "That seat is taken."));
        }
        self.side_mut(seat).name = Some(name.to_owned());
        Ok(vec![Event::Seated { seat, name: name.to_owned() }])
    }

    fn start(&mut self) -> Result<Vec<Event>, Refusal> {
        if self.stage != Stage::Waiting || self.sides.iter().any(|side| side.name.is_none()) {
            return Err(Refusal::new(NOT_PLAYING, "Both seats must be taken, and the match not begun."));
        }
        self.stage = Stage::Placing;
        Ok(vec![Event::Placing])
    }

    fn place(&mut self, seat: Seat, plan: &Plan) -> Result<Vec<Event>, Refusal> {
        match self.stage {
            Stage::Placing => {}
            Stage::Playing { .. } => return Err(Refusal::new(NOT_PLACING, "The shooting has begun.")),
            Stage::Waiting => return Err(Refusal::new(NOT_PLACING, "Wait until your opponent is there.")),
            Stage::Over => return Err(Refusal::new(NOT_PLACING, "The match is over.")),
        }
        if self.side(seat).fleet.is_some() {
            return Err(Refusal::new(ALREADY_PLACED, "Your fleet is placed; the first one is final."));
        }
        let fleet = plan.validate().map_err(|faults| Refusal::new(BAD_FLEET, describe(&faults)))?;
        Ok(vec![self.accept(seat, fleet)])
    }

    /// Takes a fleet that is legal and awaited.
    fn accept(&mut self, seat: Seat, fleet: Fleet) -> Event {
        self.side_mut(seat).fleet = Some(fleet);
        if self.side(other(seat)).fleet.is_none() {
            return Event::Placed { seat, fleet: Some(fleet) };
        }
        let turn = self.options.starter.unwrap_or_else(|| {
            let first = self.seed.rng("sea-battle starter").chance(1, 2);
            Seat(u8::from(!first))
        });
        self.stage = Stage::Playing { turn };
        self.starter = Some(turn);
        Event::Began { seat, fleet: Some(fleet), turn }
    }

    fn shoot(&mut self, seat: Seat, x: i64, y: i64) -> Result<Vec<Event>, Refusal> {
        let turn = match self.stage {
            Stage::Playing { turn } => turn,
            Stage::Over => return Err(Refusal::new(NOT_PLAYING, "The match is over.")),
            Stage::Waiting | Stage::Placing => {
                return Err(Refusal::new(NOT_PLAYING, "Both fleets must be placed first."));
            }
        };
        if turn != seat {
            return Err(Refusal::new(NOT_YOUR_TURN, "It is your opponent's turn."));
        }
        let cell = Cell::new(x, y).ok_or_else(|| {
            Refusal::new(OFF_BOARD, format!("Columns and rows go from 0 to {}.", BOARD - 1))
        })?;
        let target = self.side_mut(other(seat));
        let (Some(fleet), false) = (target.fleet, target.known.contains(cell)) else {
            return Err(Refusal::new(KNOWN_CELL, format!("{cell} is known already.")));
        };

        target.known.insert(cell);
        let result = match fleet.ship_at(cell) {
            None => ShotResult::Miss,
            Some(ship) => {
                target.hits.insert(cell);
                if ship.area().within(target.hits) {
                    target.known = target.known.union(ship.area().ring());
                    ShotResult::Sunk
                } else {
                    ShotResult::Hit
                }
            }
        };
        target.shots.push(Shot { cell, result });
        let all_sunk = target.hits.len() == FLEET_CELLS;
        self.side_mut(seat).overruns = 0;
        self.turns += 1;

        let mut events = vec![Event::Fired { seat, cell, result }];
        if all_sunk {
            events.extend(self.decide(seat, false, format!("The last ship went down at {cell}.")));
        } else {
            let turn = if result == ShotResult::Miss { other(seat) } else { seat };
            self.stage = Stage::Playing { turn };
            events.push(Event::Turn { seat: turn, overrun: false });
        }
        Ok(events)
    }

    fn time_out(&mut self, seat: Seat) -> Result<Vec<Event>, Refusal> {
        match self.stage {
            Stage::Placing if self.side(seat).fleet.is_none() => {
                let fleet = Fleet::random(&mut self.seed.rng(&format!("sea-battle fleet {seat}")));
                Ok(vec![Event::Drafted { seat, fleet }, self.accept(seat, fleet)])
            }
            Stage::Playing { turn } if turn == seat => {
                self.turns += 1;
                let side = self.side_mut(seat);
                side.overruns += 1;
                if side.overruns >= 2 {
                    return Ok(self.decide(other(seat), true, "Out of time twice in a row.".to_owned()));
                }
                self.stage = Stage::Playing { turn: other(seat) };
                Ok(vec![Event::Turn { seat: other(seat), overrun: true }])
            }
            _ => Err(Refusal::new(NOT_PLAYING, "No clock of this seat is running.")),
        }
    }

    fn leave(&mut self, seat: Seat) -> Result<Vec<Event>, Refusal> {
        if self.side(seat).name.is_none() {
            return Err(Refusal::new(NOT_PLAYING, "Nobody sits there."));
        }
        match self.stage {
            Stage::Placing | Stage::Playing { .. } => {
                Ok(self.decide(other(seat), true, "The other side gave up.".to_owned()))
            }
            Stage::Waiting => Ok(self.end(Outcome::Closed { cause: Cause::Abandoned })),
            Stage::Over => Err(Refusal::new(NOT_PLAYING, "The match is over.")),
        }
    }

    fn decide(&mut self, winner: Seat, forfeit: bool, reason: String) -> Vec<Event> {
        self.end(Outcome::Decided { winners: vec![winner], forfeit, reason })
    }

    /// Ends the match. Fleets are shown only if both were placed, so that nobody's half-made plan is given away.
    fn end(&mut self, outcome: Outcome) -> Vec<Event> {
        self.stage = Stage::Over;
        self.outcome = Some(outcome.clone());
        let mut events = Vec::new();
        if let [Side { fleet: Some(first), .. }, Side { fleet: Some(second), .. }] = self.sides {
            events.push(Event::Shown { seat: Seat(0), fleet: first });
            events.push(Event::Shown { seat: Seat(1), fleet: second });
        }
        events.push(Event::Over { outcome });
        events
    }
}

impl Game for SeaBattle {
    type Options = Options;
    type Action = Action;
    type Event = Event;
    type View = View;

    /// Two people who sit, a start, two fleets, and a shot at every cell of both boards.
    const LONGEST: usize = 2 + 1 + 2 + 2 * (BOARD as usize) * (BOARD as usize);

    fn new(options: &Options, seed: &Seed) -> Result<Self, OptionsError> {
        options.check()?;
        Ok(Self {
            options: options.clone(),
            seed: seed.clone(),
            stage: Stage::Waiting,
            sides: [Side::default(), Side::default()],
            turns: 0,
            starter: None,
            outcome: None,
        })
    }

    fn step(&mut self, entry: &Entry<Action>) -> Result<Vec<Event>, Refusal> {
        let seat = match entry {
            Entry::Sat { seat, .. }
            | Entry::Acted { seat, .. }
            | Entry::TimedOut { seat }
            | Entry::Left { seat } => Some(*seat),
            Entry::Started | Entry::Closed { .. } => None,
        };
        if seat.is_some_and(|seat| seat.0 > 1) {
            return Err(Refusal::new(NOT_PLAYING, "There are two seats, 0 and 1."));
        }
        match entry {
            Entry::Sat { seat, name } => self.sit(*seat, name),
            Entry::Started => self.start(),
            Entry::Acted { seat, action: Action::Place(plan) } => self.place(*seat, plan),
            Entry::Acted { seat, action: Action::Shoot { x, y } } => self.shoot(*seat, *x, *y),
            Entry::TimedOut { seat } => self.time_out(*seat),
            Entry::Left { seat } => self.leave(*seat),
            Entry::Closed { cause } => {
                if self.stage == Stage::Over {
                    return Err(Refusal::new(NOT_PLAYING, "The match is over."));
                }
                Ok(self.end(Outcome::Closed { cause: *cause }))
            }
        }
    }

    fn reveal(event: &Event, audience: Audience) -> Option<Event> {
        let own = |seat: Seat| audience == Audience::Seat(seat);
        match event {
            Event::Placed { seat, .. } if !own(*seat) => Some(Event::Placed { seat: *seat, fleet: None }),
            Event::Began { seat, turn, .. } if !own(*seat) => {
                Some(Event::Began { seat: *seat, fleet: None, turn: *turn })
            }
            Event::Drafted { seat, .. } if !own(*seat) => None,
            Event::Shown { seat, .. } if own(*seat) => None,
            event => Some(event.clone()),
        }
    }

    fn view(&self, audience: Audience) -> View {
        let over = self.stage == Stage::Over;
        let both_placed = self.sides.iter().all(|side| side.fleet.is_some());
        let board = |seat: Seat| {
            let side = self.side(seat);
            let may_see = audience == Audience::Seat(seat) || (over && both_placed);
            Board::new(side.fleet.is_some(), side.fleet.filter(|_| may_see), &side.shots)
        };
        View {
            phase: match self.stage {
                Stage::Waiting => Phase::Waiting,
                Stage::Placing => Phase::Placing,
                Stage::Playing { .. } => Phase::Playing,
                Stage::Over => Phase::Over,
            },
            seat: audience.seat(),
            turn: match self.stage {
                Stage::Playing { turn } => Some(turn),
                _ => None,
            },
            names: [0, 1].map(|seat: usize| self.sides[seat].name.clone().unwrap_or_default()),
            boards: SEATS.map(board),
            outcome: self.outcome.as_ref().map(|outcome| outcome.ending(audience)),
        }
    }

    fn waiting_for(&self) -> Waiting {
        let millis = |seconds: Option<u32>| seconds.map(|seconds| seconds.saturating_mul(1_000));
        let seats = match self.stage {
            Stage::Placing => SEATS
                .into_iter()
                .filter(|&seat| self.side(seat).fleet.is_none())
                .map(|seat| Asked { seat, clock: millis(self.options.placement_seconds), turn: 0 })
                .collect(),
            Stage::Playing { turn } => {
                vec![Asked { seat: turn, clock: millis(self.options.shot_seconds), turn: self.turns + 1 }]
            }
            Stage::Waiting | Stage::Over => Vec::new(),
        };
        Waiting { seats }
    }

    fn outcome(&self) -> Option<Outcome> {
        self.outcome.clone()
    }

    fn seats(_: &Options) -> SeatRange {
        SeatRange { least: 2, most: 2 }
    }

    fn started(&self) -> bool {
        self.stage != Stage::Waiting
    }

    fn patience(options: &Options) -> Patience {
        Patience { join_seconds: options.join_seconds, grace_seconds: options.grace_seconds }
    }

    fn rematch_options(&self) -> Options {
        Options { starter: self.starter.map(other).or(self.options.starter), ..self.options.clone() }
    }

    fn legal(&self, seat: Seat) -> Option<Vec<Action>> {
        match self.stage {
            _ if seat.0 > 1 => Some(Vec::new()),
            Stage::Placing if self.side(seat).fleet.is_none() => None,
            Stage::Playing { turn } if turn == seat => {
                let shots = Cells::ALL.without(self.side(other(seat)).known).iter();
                Some(shots.map(|cell| Action::Shoot { x: cell.x().into(), y: cell.y().into() }).collect())
            }
            _ => Some(Vec::new()),
        }
    }

    fn repeats(&self, seat: Seat, action: &Action) -> bool {
        match action {
            Action::Place(plan) => self.side(seat).fleet.is_some_and(|fleet| Plan::from(fleet) == *plan),
            Action::Shoot { .. } => false,
        }
    }

    /// The shots that it took to sink the whole fleet.
    fn score(&self, seat: Seat) -> Option<i64> {
        let target = self.side(other(seat));
        (target.hits.len() == FLEET_CELLS).then(|| i64::try_from(target.shots.len()).ok()).flatten()
    }

    /// The cells of a fleet are 20 from the first to the last shot, and what was hit is part of them.
    fn audit(&self) -> Result<(), String> {
        for seat in SEATS {
            let side = self.side(seat);
            let Some(fleet) = side.fleet else { continue };
            if fleet.area().len() != FLEET_CELLS {
                return Err(format!("the fleet of seat {seat} has {} cells", fleet.area().len()));
            }
            if !side.hits.within(fleet.area()) {
                return Err(format!("seat {seat} was hit where it has no ship"));
            }
            let hits = side.shots.iter().filter(|shot| shot.result != ShotResult::Miss).count();
            if hits != side.hits.len() {
                return Err(format!(
                    "seat {seat} has {hits} hits in its list and {} on its board",
                    side.hits.len()
                ));
            }
        }
        Ok(())
    }
}

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests;
