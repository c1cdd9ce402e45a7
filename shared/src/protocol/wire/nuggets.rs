//! Nuggets on the wire.

use crate::catalogue::GameId;
use crate::game::{Audience, Entry, Seat};
use crate::nuggets::{Event, Key, Nuggets, View};
use crate::protocol::wire::{Request, Told, Wire, end, ended};
use crate::protocol::{ActionNumber, ClientMessage, ServerMessage, nuggets, session, social};

impl Wire for Nuggets {
    const GAME: GameId = GameId::Nuggets;

    fn request(seat: Seat, message: &ClientMessage) -> Option<Request<Key>> {
        match message {
            ClientMessage::Nuggets(nuggets::ClientMessage::Press { n, key }) => {
                Some(Request { n: Some(*n), entry: Entry::Acted { seat, action: *key } })
            }
            ClientMessage::Social(social::ClientMessage::Resign { n }) => {
                Some(Request { n: Some(*n), entry: Entry::Left { seat } })
            }
            _ => None,
        }
    }

    fn tell(event: &Event, audience: Audience, seq: u64) -> Told {
        let message = match event {
            Event::Grid { rows, columns, .. } => {
                nuggets::ServerMessage::Grid { seq, rows: *rows, columns: *columns }
            }
            Event::Gold { found, purse, unclaimed, .. } => {
                nuggets::ServerMessage::Gold { seq, just_found: *found, purse: *purse, unclaimed: *unclaimed }
            }
            Event::Screen { patches, .. } => {
                nuggets::ServerMessage::Display { seq, patches: patches.clone() }
            }
            Event::Players { players } => nuggets::ServerMessage::Players { seq, players: players.clone() },
            Event::Began => return Told::Snapshot,
            Event::Over { outcome } => return end(outcome, audience, seq),
        };
        Told::Message(message.into())
    }

    fn happened(view: &View, _pending: &[Key], message: &ServerMessage) -> Option<Vec<Event>> {
        let to = view.audience();
        let event = match message {
            ServerMessage::Nuggets(message) => match message {
                nuggets::ServerMessage::Grid { rows, columns, .. } => {
                    Event::Grid { to: view.seat?, rows: *rows, columns: *columns }
                }
                nuggets::ServerMessage::Gold { just_found, purse, unclaimed, .. } => {
                    Event::Gold { to, found: *just_found, purse: *purse, unclaimed: *unclaimed }
                }
                nuggets::ServerMessage::Display { patches, .. } => {
                    if !patches.iter().all(|patch| view.screen.takes(patch)) {
                        return None;
                    }
                    Event::Screen { to, patches: patches.clone() }
                }
                nuggets::ServerMessage::Players { players, .. } => {
                    Event::Players { players: players.clone() }
                }
            },
            ServerMessage::Session(session::ServerMessage::End { code, reason, .. }) => {
                Event::Over { outcome: ended(view.seat, *code, reason)? }
            }
            _ => return None,
        };
        Some(vec![event])
    }

    fn message(n: ActionNumber, action: &Key) -> ClientMessage {
        ClientMessage::Nuggets(nuggets::ClientMessage::Press { n, key: *action })
    }
}
