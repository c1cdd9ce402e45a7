//! What is played: two fleets, and for each player an order of shots that the rules accept one after the other.

use shared::game::Seat;
use shared::sea_battle::{Cell, Cells, Fleet};
use shared::seed::{Rng, Seed};

/// One match, decided before it begins.
pub struct Script {
    /// By seat.
    pub fleets: [Fleet; 2],
    /// By seat: the cells of the other board it shoots at.
    pub shots: [Vec<Cell>; 2],
}

impl Script {
    /// The script of that number.
    pub fn new(number: u64) -> Self {
        let mut rng = Seed::from_number(number).rng("bench script");
        let fleets = [Fleet::random(&mut rng), Fleet::random(&mut rng)];
        let shots = [Seat(1), Seat(0)].map(|target| shots(&fleets[target.index()], &mut rng));
        Self { fleets, shots }
    }
}

/// Every cell that can be shot at, in a random order; rings are left out once their ship is sunk. One lone ship comes
/// last, so that the match is a long one.
fn shots(fleet: &Fleet, rng: &mut Rng) -> Vec<Cell> {
    let last = fleet.ships()[0].first();
    let mut cells: Vec<Cell> = Cell::all().filter(|&cell| cell != last).collect();
    rng.shuffle(&mut cells);
    cells.push(last);
    let mut known = Cells::NONE;
    cells.retain(|&cell| {
        if known.contains(cell) {
            return false;
        }
        known.insert(cell);
        if let Some(ship) = fleet.ship_at(cell)
            && ship.area().within(known)
        {
            known = known.union(ship.area().ring());
        }
        true
    });
    cells
}

#[cfg(test)]
mod tests {
    use shared::game::{Entry, Game as _};
    use shared::sea_battle::{Action, Options, SeaBattle};

    use super::*;

    /// No match is over before this many shots: the measurements count on it.
    const LEAST: usize = 110;

    #[test]
    fn the_rules_accept_every_shot_and_the_match_is_long() {
        for number in 0..200 {
            let script = Script::new(number);
            let mut game = SeaBattle::new(&Options::default(), &Seed::from_number(number)).unwrap();
            let mut step = |entry| game.step(&entry).unwrap();
            for seat in [Seat(0), Seat(1)] {
                step(Entry::Sat { seat, name: "Anna".to_owned() });
            }
            step(Entry::Started);
            for seat in [Seat(0), Seat(1)] {
                step(Entry::Acted { seat, action: Action::Place(script.fleets[seat.index()].into()) });
            }
            let mut left = script.shots.map(Vec::into_iter);
            let mut shots = 0;
            while let Some(asked) = game.waiting_for().seats.first().copied() {
                let cell = left[asked.seat.index()].next().expect("the match is over by then");
                let action = Action::Shoot { x: cell.x().into(), y: cell.y().into() };
                game.step(&Entry::Acted { seat: asked.seat, action }).unwrap();
                shots += 1;
            }
            assert!(game.outcome().is_some());
            assert!(shots >= LEAST, "match {number} has {shots} shots");
        }
    }
}
