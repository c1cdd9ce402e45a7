//! Sea Battle on the wire.

use crate::catalogue::GameId;
use crate::game::{Audience, Entry, Seat};
use crate::protocol::sea_battle::{self, Whose};
use crate::protocol::session::{self, state};
use crate::protocol::wire::{Request, Told, Wire, end, ended};
use crate::protocol::{ActionNumber, ClientMessage, ServerMessage, social};
use crate::sea_battle::{Action, Cell, Event, Phase, SeaBattle, ShotResult, View, other};

impl Wire for SeaBattle {
    const GAME: GameId = GameId::SeaBattle;

    fn request(seat: Seat, message: &ClientMessage) -> Option<Request<Action>> {
        let acted = |action| Entry::Acted { seat, action };
        match message {
            ClientMessage::SeaBattle(sea_battle::ClientMessage::PlaceShips { plan }) => {
                Some(Request { n: None, entry: acted(Action::Place(*plan)) })
            }
            ClientMessage::SeaBattle(sea_battle::ClientMessage::Shoot { n, x, y }) => {
                Some(Request { n: Some(*n), entry: acted(Action::Shoot { x: *x, y: *y }) })
            }
            ClientMessage::Social(social::ClientMessage::Resign { n }) => {
                Some(Request { n: Some(*n), entry: Entry::Left { seat } })
            }
            _ => None,
        }
    }

    fn tell(event: &Event, audience: Audience, seq: u64) -> Told {
        let own = audience.seat();
        let whose = |seat: Seat| own.map_or(Whose::Seat(seat), |own| Whose::Mine(own == seat));
        // Spectators get no STATE.
        let state = |mine: u8, theirs: u8, seat: Seat| match own {
            Some(own) => Told::Message(
                session::ServerMessage::State { seq, state: if own == seat { mine } else { theirs } }.into(),
            ),
            None => Told::Snapshot,
        };
        match event {
            Event::Seated { .. } => Told::Snapshot,
            Event::Placing => match own {
                Some(_) => Told::Message(session::ServerMessage::State { seq, state: state::PLACING }.into()),
                None => Told::Snapshot,
            },
            Event::Drafted { seat, fleet } | Event::Shown { seat, fleet } => Told::Message(
                sea_battle::ServerMessage::Fleet { seq, of: whose(*seat), plan: (*fleet).into() }.into(),
            ),
            Event::Placed { seat, .. } => state(state::WAIT_OPPONENT_READY, state::OPPONENT_READY, *seat),
            Event::Began { turn, .. } => state(state::YOUR_TURN, state::WAIT_OPPONENT_TURN, *turn),
            Event::Fired { seat, cell, result } => Told::Message(
                sea_battle::ServerMessage::Shot {
                    seq,
                    by: whose(*seat),
                    x: cell.x(),
                    y: cell.y(),
                    result: result.number(),
                }
                .into(),
            ),
            // SHOT tells a spectator whose turn follows.
            Event::Turn { overrun: false, .. } if own.is_none() => Told::Implied,
            Event::Turn { seat, .. } => state(state::YOUR_TURN, state::WAIT_OPPONENT_TURN, *seat),
            Event::Over { outcome } => end(outcome, audience, seq),
        }
    }

    fn happened(view: &View, pending: &[Action], message: &ServerMessage) -> Option<Vec<Event>> {
        let event = match message {
            ServerMessage::Session(session::ServerMessage::State { state, .. }) => {
                stated(view, pending, view.seat?, *state)?
            }
            ServerMessage::Session(session::ServerMessage::End { code, reason, .. }) => {
                Event::Over { outcome: ended(view.seat, *code, reason)? }
            }
            ServerMessage::SeaBattle(sea_battle::ServerMessage::Shot { by, x, y, result, .. }) => {
                if view.phase != Phase::Playing {
                    return None;
                }
                Event::Fired {
                    seat: by.seat(view.seat)?,
                    cell: Cell::new((*x).into(), (*y).into())?,
                    result: ShotResult::from_number(*result)?,
                }
            }
            ServerMessage::SeaBattle(sea_battle::ServerMessage::Fleet { of, plan, .. }) => {
                let (seat, fleet) = (of.seat(view.seat)?, plan.validate().ok()?);
                if view.phase == Phase::Placing {
                    Event::Drafted { seat, fleet }
                } else {
                    Event::Shown { seat, fleet }
                }
            }
            _ => return None,
        };
        Some(vec![event])
    }

    fn message(n: ActionNumber, action: &Action) -> ClientMessage {
        ClientMessage::SeaBattle(match action {
            Action::Place(plan) => sea_battle::ClientMessage::PlaceShips { plan: *plan },
            Action::Shoot { x, y } => sea_battle::ClientMessage::Shoot { n, x: *x, y: *y },
        })
    }
}

/// What a STATE says has happened, to the player in `own` seat.
fn stated(view: &View, pending: &[Action], own: Seat, state: u8) -> Option<Event> {
    // One's own fleet is not sent back: it is what this client asked for, or what FLEET said before.
    let own_fleet = || {
        // The first fleet that is accepted is final.
        let asked = pending.iter().find_map(|action| match action {
            Action::Place(plan) => plan.validate().ok(),
            Action::Shoot { .. } => None,
        });
        view.board(own).fleet.or(asked)
    };
    let turn = if state == state::YOUR_TURN { own } else { other(own) };
    Some(match (state, view.phase) {
        (state::PLACING, Phase::Waiting) => Event::Placing,
        (state::OPPONENT_READY, Phase::Placing) => Event::Placed { seat: other(own), fleet: None },
        (state::WAIT_OPPONENT_READY, Phase::Placing) => {
            Event::Placed { seat: own, fleet: Some(own_fleet()?) }
        }
        (state::YOUR_TURN | state::WAIT_OPPONENT_TURN, Phase::Placing) => {
            if view.board(own).ready {
                Event::Began { seat: other(own), fleet: None, turn }
            } else {
                Event::Began { seat: own, fleet: Some(own_fleet()?), turn }
            }
        }
        (state::YOUR_TURN | state::WAIT_OPPONENT_TURN, Phase::Playing) => {
            Event::Turn { seat: turn, overrun: false }
        }
        _ => return None,
    })
}
