//! OneCard on the wire.

use crate::cards::Card;
use crate::catalogue::GameId;
use crate::game::{Audience, Entry, Seat};
use crate::onecard::{Action, Event, OneCard, View};
use crate::protocol::onecard::{self, Face};
use crate::protocol::session::{self, state};
use crate::protocol::wire::{Request, Told, Wire, end, ended};
use crate::protocol::{ActionNumber, ClientMessage, ServerMessage, social};

impl Wire for OneCard {
    const GAME: GameId = GameId::OneCard;

    fn request(seat: Seat, message: &ClientMessage) -> Option<Request<Action>> {
        let acted = |action| Entry::Acted { seat, action };
        match message {
            ClientMessage::OneCard(onecard::ClientMessage::Play { n, card: Face(card) }) => {
                Some(Request { n: Some(*n), entry: acted(Action::Play(*card)) })
            }
            ClientMessage::OneCard(onecard::ClientMessage::Draw { n }) => {
                Some(Request { n: Some(*n), entry: acted(Action::Draw) })
            }
            ClientMessage::Social(social::ClientMessage::Resign { n }) => {
                Some(Request { n: Some(*n), entry: Entry::Left { seat } })
            }
            _ => None,
        }
    }

    fn tell(event: &Event, audience: Audience, seq: u64) -> Told {
        let message = match event {
            Event::Seated { .. } | Event::Left { .. } => return Told::Snapshot,
            Event::Dealt { to: _, round, hand, counts, order, leader, first } => {
                onecard::ServerMessage::Dealt {
                    seq,
                    round: *round,
                    cards: faces(hand),
                    counts: counts.clone(),
                    order: faces(order),
                    leader: *leader,
                    first: Face(*first),
                }
            }
            Event::Played { seat, card, left } => {
                onecard::ServerMessage::Played { seq, seat: *seat, card: Face(*card), left: *left }
            }
            Event::Drew { seat, count, cards, reshuffled } => onecard::ServerMessage::Drew {
                seq,
                seat: *seat,
                count: *count,
                cards: cards.as_deref().map(faces),
                reshuffled: *reshuffled,
            },
            Event::Turn { seat, direction, attack } => {
                onecard::ServerMessage::Turn { seq, seat: *seat, direction: *direction, attack: *attack }
            }
            Event::Awaited { seat } => {
                let own = audience.seat() == Some(*seat);
                let state = if own { state::YOUR_TURN } else { state::WAIT_OPPONENT_TURN };
                return Told::Message(session::ServerMessage::State { seq, state }.into());
            }
            Event::Round { round, winner, points, totals, hands } => onecard::ServerMessage::Round {
                seq,
                round: *round,
                winner: *winner,
                points: points.clone(),
                totals: totals.clone(),
                hands: hands.iter().map(|hand| faces(hand)).collect(),
            },
            Event::Over { outcome } => return end(outcome, audience, seq),
        };
        Told::Message(message.into())
    }

    fn happened(view: &View, _pending: &[Action], message: &ServerMessage) -> Option<Vec<Event>> {
        let to = view.seat.map_or(Audience::Spectator, Audience::Seat);
        let event = match message {
            ServerMessage::OneCard(message) => dealt_or_played(view, to, message)?,
            ServerMessage::Session(session::ServerMessage::State { state, .. }) => {
                let turn = view.turn?;
                let mine = *state == state::YOUR_TURN;
                if mine != (view.seat == Some(turn)) {
                    return None;
                }
                Event::Awaited { seat: turn }
            }
            ServerMessage::Session(session::ServerMessage::End { code, reason, .. }) => {
                Event::Over { outcome: ended(view.seat, *code, reason)? }
            }
            _ => return None,
        };
        Some(vec![event])
    }

    fn message(n: ActionNumber, action: &Action) -> ClientMessage {
        ClientMessage::OneCard(match action {
            Action::Play(card) => onecard::ClientMessage::Play { n, card: Face(*card) },
            Action::Draw => onecard::ClientMessage::Draw { n },
        })
    }
}

/// What a message of the game says has happened; `None` if it doesn't fit the table.
fn dealt_or_played(view: &View, to: Audience, message: &onecard::ServerMessage) -> Option<Event> {
    let seats = view.players.len();
    let sits = |seat: Seat| (seat.index() < seats).then_some(seat);
    Some(match message {
        onecard::ServerMessage::Dealt { seq: _, round, cards, counts, order, leader, first } => {
            let fits = counts.len() == seats && (order.is_empty() || order.len() == seats);
            if !fits {
                return None;
            }
            Event::Dealt {
                to,
                round: *round,
                hand: cards_of(cards),
                counts: counts.clone(),
                order: cards_of(order),
                leader: sits(*leader)?,
                first: first.0,
            }
        }
        onecard::ServerMessage::Played { seat, card, left, .. } => {
            Event::Played { seat: sits(*seat)?, card: card.0, left: *left }
        }
        onecard::ServerMessage::Drew { seat, count, cards, reshuffled, .. } => Event::Drew {
            seat: sits(*seat)?,
            count: *count,
            cards: cards.as_deref().map(cards_of),
            reshuffled: *reshuffled,
        },
        onecard::ServerMessage::Turn { seat, direction, attack, .. } => {
            Event::Turn { seat: sits(*seat)?, direction: *direction, attack: *attack }
        }
        onecard::ServerMessage::Round { seq: _, round, winner, points, totals, hands } => {
            if [points.len(), totals.len(), hands.len()] != [seats; 3] {
                return None;
            }
            Event::Round {
                round: *round,
                winner: *winner,
                points: points.clone(),
                totals: totals.clone(),
                hands: hands.iter().map(|hand| cards_of(hand)).collect(),
            }
        }
    })
}

fn faces(cards: &[Card]) -> Vec<Face> {
    cards.iter().copied().map(Face).collect()
}

fn cards_of(faces: &[Face]) -> Vec<Card> {
    faces.iter().map(|face| face.0).collect()
}
