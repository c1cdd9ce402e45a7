//! Accordion on the wire.
//!
//! What a player does is echoed to him alone. What others may know of it, how many cards are dealt and who has finished,
//! has no message of its own and is told by snapshots.

use crate::accordion::event::to_move;
use crate::accordion::rules::other;
use crate::accordion::{Accordion, Action, Event, Phase, Row, Step, View};
use crate::catalogue::GameId;
use crate::game::{Audience, Entry, Seat};
use crate::protocol::accordion::{self, CardCode, Piles};
use crate::protocol::wire::{Request, Told, Wire, end, ended};
use crate::protocol::{ActionNumber, ClientMessage, ServerMessage, session, social};

impl Wire for Accordion {
    const GAME: GameId = GameId::Accordion;

    fn request(seat: Seat, message: &ClientMessage) -> Option<Request<Action>> {
        use accordion::ClientMessage as Said;
        let (n, action) = match message {
            ClientMessage::Accordion(said) => match *said {
                Said::Deal { n } => (n, Action::Deal),
                Said::Move { n, from, distance, whole } => (n, Action::Move { from, distance, whole }),
                Said::Undo { n } => (n, Action::Undo),
                Said::Tableau { n } => (n, Action::Tableau),
            },
            ClientMessage::Social(social::ClientMessage::Resign { n }) => {
                return Some(Request { n: Some(*n), entry: Entry::Left { seat } });
            }
            _ => return None,
        };
        Some(Request { n: Some(n), entry: Entry::Acted { seat, action } })
    }

    fn tell(event: &Event, audience: Audience, seq: u64) -> Told {
        let own = |seat: Seat| audience == Audience::Seat(seat);
        let message = match event {
            Event::Dealt { seat, card: Some(card) } if own(*seat) => {
                accordion::ServerMessage::Deal { seq, card: CardCode(*card) }
            }
            Event::Moved { seat, step } if own(*seat) => accordion::ServerMessage::Move {
                seq,
                from: step.from,
                distance: step.distance,
                whole: step.whole,
            },
            Event::Undone { seat, .. } if own(*seat) => accordion::ServerMessage::Undo { seq },
            Event::Shown { rows } => match (audience, Piles::try_from(rows[other_index(audience)])) {
                (Audience::Seat(seat), Ok(piles)) => {
                    accordion::ServerMessage::Result { seq, difference: difference(rows, seat), piles }
                }
                _ => return Told::Snapshot,
            },
            Event::Over { outcome } => return end(outcome, audience, seq),
            Event::Seated { .. }
            | Event::Began
            | Event::Dealt { .. }
            | Event::Moved { .. }
            | Event::Undone { .. }
            | Event::Finished { .. } => return Told::Snapshot,
        };
        Told::Message(message.into())
    }

    fn happened(view: &View, _pending: &[Action], message: &ServerMessage) -> Option<Vec<Event>> {
        if let ServerMessage::Session(session::ServerMessage::End { code, reason, .. }) = message {
            return Some(vec![Event::Over { outcome: ended(view.seat, *code, reason)? }]);
        }
        let ServerMessage::Accordion(message) = message else { return None };
        let (seat, course) = (view.seat?, view.course.as_ref()?);
        if view.phase != Phase::Playing {
            return None;
        }
        let event = match *message {
            accordion::ServerMessage::Deal { card: CardCode(card), .. } => {
                if course.row().contains(card) {
                    return None;
                }
                Event::Dealt { seat, card: Some(card) }
            }
            accordion::ServerMessage::Move { from, distance, whole, .. } => {
                let step = to_move(from.into(), distance.into(), whole).ok()?;
                course.row().check(step).ok()?;
                Event::Moved { seat, step }
            }
            accordion::ServerMessage::Undo { .. } => {
                let deal = course.undoable(view.practice)? == Step::Deal;
                Event::Undone { seat, deal }
            }
            accordion::ServerMessage::Result { piles, .. } => {
                let mut rows = [*course.row(); 2];
                rows[other(seat).index()] = piles.row();
                Event::Shown { rows: Box::new(rows) }
            }
        };
        Some(vec![event])
    }

    fn message(n: ActionNumber, action: &Action) -> ClientMessage {
        ClientMessage::Accordion(match *action {
            Action::Deal => accordion::ClientMessage::Deal { n },
            Action::Move { from, distance, whole } => {
                accordion::ClientMessage::Move { n, from, distance, whole }
            }
            Action::Undo => accordion::ClientMessage::Undo { n },
            Action::Tableau => accordion::ClientMessage::Tableau { n },
        })
    }
}

/// Which row is the other's, for whoever looks.
fn other_index(audience: Audience) -> usize {
    usize::from(audience != Audience::Seat(Seat(1)))
}

/// The piles of a seat less those of the other.
fn difference(rows: &[Row; 2], seat: Seat) -> i64 {
    // A row has 52 piles at most.
    let [first, second] = rows.map(|row| i64::try_from(row.len()).unwrap_or(i64::MAX));
    if seat.0 == 0 { first - second } else { second - first }
}
