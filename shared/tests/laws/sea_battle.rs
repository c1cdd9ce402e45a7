//! Sea Battle before the laws.

use shared::game::{Audience, Cause, Entry, Fold as _, Game as _, Seat};
use shared::sea_battle::fleet::{Cells, places};
use shared::sea_battle::{
    Action, Board, Event, Fleet, Options, Plan, SHIPS, SIZES, SeaBattle, Ship, ShipPlan, View, other,
};
use shared::seed::{Rng, Seed};

use crate::support::{Paper, Sample};

impl Sample for SeaBattle {
    fn sample_options(rng: &mut Rng) -> Options {
        let mut clock = |least, most| rng.chance(3, 4).then(|| least + rng.below(most - least + 1));
        Options {
            placement_seconds: clock(10, 900),
            shot_seconds: clock(5, 600),
            join_seconds: clock(10, 3_600),
            grace_seconds: clock(10, 600),
            starter: rng.pick(&[None, Some(Seat(0)), Some(Seat(1))]).copied().flatten(),
        }
    }

    fn sample_entry(&self, rng: &mut Rng) -> Entry<Action> {
        let seat = Seat(if rng.chance(1, 20) { any_byte(rng) } else { u8::from(rng.chance(1, 2)) });
        match rng.below(120) {
            0 => Entry::Left { seat },
            1 => Entry::Closed {
                cause: *rng.pick(&[Cause::NoShow, Cause::Aborted, Cause::Abandoned]).unwrap(),
            },
            2..8 => Entry::TimedOut { seat },
            8..14 => Entry::Sat { seat, name: "Somebody else".to_owned() },
            14..20 => Entry::Started,
            20..50 => Entry::Acted { seat, action: Action::Place(any_plan(rng)) },
            _ => Entry::Acted { seat, action: Action::Shoot { x: near_board(rng), y: near_board(rng) } },
        }
    }

    /// The fleets that `audience` does not see lie elsewhere, and the seed is another.
    fn vary(paper: &Paper<Self>, audience: Audience, rng: &mut Rng) -> Option<Paper<Self>> {
        let state = paper.fold();
        let full = full_view(paper);
        // After the end the fleets are no secret any more.
        if state.outcome().is_some() && full.boards.iter().all(|board| board.fleet.is_some()) {
            return None;
        }
        let own = audience.seat();
        let mut varied = paper.clone();
        for seat in [Seat(0), Seat(1)].into_iter().filter(|&seat| own != Some(seat)) {
            if full.board(seat).fleet.is_some() {
                let fleet = elsewhere(full.board(seat), rng)?;
                let placed = varied.entries.iter_mut().find(|entry| match entry {
                    Entry::Acted { seat: by, action: Action::Place(_) } | Entry::TimedOut { seat: by } => {
                        *by == seat
                    }
                    _ => false,
                })?;
                *placed = Entry::Acted { seat, action: Action::Place(fleet.into()) };
            }
        }
        // The seed is a secret too, except for what it has given this audience: its own drafted fleet, the starter.
        let starter = state.view(Audience::Spectator).turn.is_some();
        let drafted = varied.entries.iter().any(|entry| matches!(entry, Entry::TimedOut { .. }));
        if !starter && !drafted {
            varied.seed = Seed::from_number(rng.bits().into());
        } else if !drafted {
            let first = first_turn(paper)?;
            varied.seed = (0..64)
                .map(|_| Seed::from_number(rng.bits().into()))
                .find(|seed| first_turn(&Paper { seed: seed.clone(), ..paper.clone() }) == Some(first))?;
        }
        Some(varied)
    }
}

/// The view of somebody who sees both fleets.
fn full_view(paper: &Paper<SeaBattle>) -> View {
    let mut game = SeaBattle::new(&paper.options, &paper.seed).unwrap();
    let mut view = game.view(Audience::Spectator);
    for entry in &paper.entries {
        for event in game.step(entry).unwrap() {
            view.apply(&event);
        }
    }
    view
}

/// Who shot first.
fn first_turn(paper: &Paper<SeaBattle>) -> Option<Seat> {
    let mut game = SeaBattle::new(&paper.options, &paper.seed).ok()?;
    let events = paper.entries.iter().map_while(|entry| game.step(entry).ok()).flatten();
    events.into_iter().find_map(|event| match event {
        Event::Began { turn, .. } => Some(turn),
        _ => None,
    })
}

/// Another fleet on which every shot of this board has the same result: sunk ships stay, the others move.
fn elsewhere(board: &Board, rng: &mut Rng) -> Option<Fleet> {
    let known = board.knowledge();
    let fleet = board.fleet?;
    let mut ships: [Option<Ship>; SHIPS] = [None; SHIPS];
    for (slot, ship) in ships.iter_mut().zip(fleet.ships()) {
        *slot = Some(*ship).filter(|ship| known.wrecks.contains(&ship.area()));
    }
    let wrecks = known.sunk();
    let taken = wrecks.union(wrecks.ring()).union(known.missed);
    let mut budget = 2_000;
    search(&mut ships, taken, known.hit, known.burning(), rng, &mut budget).then_some(())?;
    let plan = ships.map(|ship| {
        let ship = ship.expect("the search placed them all");
        ShipPlan { upright: ship.upright(), x: ship.first().x().into(), y: ship.first().y().into() }
    });
    Plan(plan).validate().ok()
}

/// Places what is missing, longest first: off the `taken` cells, never on hits alone, and in the end on all that burn.
fn search(
    ships: &mut [Option<Ship>; SHIPS],
    taken: Cells,
    hit: Cells,
    burning: Cells,
    rng: &mut Rng,
    budget: &mut u32,
) -> bool {
    let Some(next) = (0..SHIPS).rev().find(|&index| ships[index].is_none()) else {
        return burning.is_empty();
    };
    let mut candidates: Vec<Ship> =
        places(SIZES[next]).filter(|ship| !ship.area().meets(taken) && !ship.area().within(hit)).collect();
    rng.shuffle(&mut candidates);
    // What burns must be covered by somebody: such places first.
    candidates.sort_by_key(|ship| !ship.area().meets(burning));
    for ship in candidates {
        if *budget == 0 {
            return false;
        }
        *budget -= 1;
        // A hit beside the ship would be a ship that touches it.
        if ship.area().ring().meets(hit) {
            continue;
        }
        ships[next] = Some(ship);
        if search(ships, taken.union(ship.area().near()), hit, burning.without(ship.area()), rng, budget) {
            return true;
        }
        ships[next] = None;
    }
    false
}

fn any_byte(rng: &mut Rng) -> u8 {
    rng.bits().to_le_bytes()[0]
}

/// A coordinate on the board, just beside it, or absurd.
fn near_board(rng: &mut Rng) -> i64 {
    match rng.below(30) {
        0 => *rng.pick(&[i64::MIN, i64::MAX, i64::MAX - 1, -10, 1 << 32, 256]).unwrap(),
        1 => -1,
        2 => 10,
        at => i64::from(at) % 10,
    }
}

/// A legal fleet, one with a ship out of place, or ships at random.
fn any_plan(rng: &mut Rng) -> Plan {
    let ship = |rng: &mut Rng| ShipPlan { upright: rng.chance(1, 2), x: near_board(rng), y: near_board(rng) };
    let mut plan = Plan::from(Fleet::random(rng));
    match rng.below(4) {
        0 => plan.0[rng.index(SHIPS).unwrap()] = ship(rng),
        1 => plan.0 = [(); SHIPS].map(|()| ship(rng)),
        _ => {}
    }
    plan
}

#[test]
fn a_varied_match_is_another_match() {
    let mut rng = Seed::from_number(5).rng("vary");
    let options = Options { starter: Some(Seat(0)), ..Options::default() };
    let place = |seat, rng: &mut Rng| Entry::Acted { seat, action: Action::Place(Fleet::random(rng).into()) };
    let mut paper: Paper<SeaBattle> =
        Paper { options, seed: Seed::from_number(1), entries: Vec::new(), start: None };
    for seat in [Seat(0), Seat(1)] {
        paper.entries.push(Entry::Sat { seat, name: format!("Player {seat}") });
    }
    paper.entries.push(Entry::Started);
    for seat in [Seat(0), Seat(1)] {
        paper.entries.push(place(seat, &mut rng));
    }
    for _ in 0..60 {
        let game = paper.fold();
        let entry = game.useful_entry(&paper.options, &mut rng).unwrap();
        paper.entries.push(entry);
    }
    for seat in [Seat(0), Seat(1)] {
        let varied = SeaBattle::vary(&paper, Audience::Seat(seat), &mut rng).unwrap();
        let fleet = |paper: &Paper<SeaBattle>| full_view(paper).board(other(seat)).fleet;
        assert_ne!(fleet(&paper), fleet(&varied));
    }
}

laws!(SeaBattle);
