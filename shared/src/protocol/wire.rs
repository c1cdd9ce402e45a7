//! How a game's actions and events become messages, and messages become actions and events: the one place where the
//! rules and the wire meet. The server uses one half of [`Wire`], the browser the other.

use crate::catalogue::GameId;
use crate::game::{Audience, Bot, Cause, Entry, Outcome, Seat, refusals};
use crate::protocol::sea_battle::{self, Whose};
use crate::protocol::session::{self, state};
use crate::protocol::{ActionNumber, ClientMessage, ServerMessage, social};
use crate::sea_battle::{Action, Cell, Event, Phase, SeaBattle, ShotResult, View, other};

/// What a client asks the match for.
#[derive(Debug, Clone, PartialEq)]
pub struct Request<A> {
    /// Its number; PLACE_SHIPS has none.
    pub n: Option<ActionNumber>,
    /// The entry it would be.
    pub entry: Entry<A>,
}

/// How one revealed event is told.
#[allow(clippy::large_enum_variant)] // it lives for a moment; a fleet is large, and rare
#[derive(Debug, Clone, PartialEq)]
pub enum Told {
    /// By a message with the sequence number that was handed in.
    Message(ServerMessage),
    /// It has no message of its own: clients that know snapshots get one, which takes no number.
    Snapshot,
    /// The messages around it tell it already.
    Implied,
}

/// A game with a wire.
pub trait Wire: Bot {
    /// Which game.
    const GAME: GameId;

    /// What `message` of the player in `seat` asks for; `None` if it asks the match for nothing.
    fn request(seat: Seat, message: &ClientMessage) -> Option<Request<Self::Action>>;

    /// How `event`, which was revealed to `audience`, is told it. `seq` is the next sequence number of that audience.
    fn tell(event: &Self::Event, audience: Audience, seq: u64) -> Told;

    /// What a server's message says has happened, to a client that holds `view` and has asked for the actions
    /// `pending` and not been answered yet, oldest first. `None`: the view can't follow it, and the client must ask for a snapshot.
    fn happened(
        view: &Self::View,
        pending: &[Self::Action],
        message: &ServerMessage,
    ) -> Option<Vec<Self::Event>>;

    /// The message that asks for `action`.
    fn message(n: ActionNumber, action: &Self::Action) -> ClientMessage;
}

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
            ClientMessage::Session(_) | ClientMessage::Social(_) => None,
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
            Event::Over { outcome } => {
                let ending = outcome.ending(audience);
                Told::Message(
                    session::ServerMessage::End { seq, code: ending.code, reason: ending.reason }.into(),
                )
            }
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
            ServerMessage::Session(_) | ServerMessage::Social(_) => return None,
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

/// The outcome behind the code of an END, as far as its receiver can know it.
fn ended(own: Option<Seat>, code: i64, reason: &str) -> Option<Outcome> {
    let decided =
        |winners: Vec<Seat>, forfeit: bool| Outcome::Decided { winners, forfeit, reason: reason.to_owned() };
    Some(match code {
        1 => decided(vec![own?], false),
        2 => decided(vec![other(own?)], false),
        3 | 6 => decided(Vec::new(), false),
        4 => decided(vec![own?], true),
        5 => decided(vec![other(own?)], true),
        -1 => Outcome::Closed { cause: Cause::NoShow },
        -2 => Outcome::Closed { cause: Cause::Aborted },
        -3 => Outcome::Closed { cause: Cause::Abandoned },
        _ => return None,
    })
}

refusals! {
    /// Refusals of every game, beside the game's own.
    SPECTATOR = "spectator", "a spectator sends anything but ACK";
    TOO_FAST = "too-fast", "gestures follow each other too quickly";
    NO_SUCH_EMOTE = "no-such-emote", "no gesture has that number";
    NOT_OVER = "not-over", "a rematch is asked for before the end";
    NOT_SAVED = "not-saved", "the server could not write the action down; nothing has changed, try again";
}
