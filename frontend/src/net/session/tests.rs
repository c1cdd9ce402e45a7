//! A session with a scripted server, scripted sockets and a clock that is a number.

mod actions;
mod delivery;
mod faults;
mod reconnecting;

use std::cell::Cell;
use std::rc::Rc;
use std::sync::Arc;

use shared::game::{Audience, Entry, Game as _, Level, Seat};
use shared::protocol::sea_battle::ServerMessage as SeaBattleMessage;
use shared::protocol::session as wire;
use shared::protocol::wire::{Told, Wire as _};
use shared::protocol::{ServerMessage, ViewText};
use shared::sea_battle::{Action, Fleet, Phase, Plan, SeaBattle, View};
use shared::seed::Seed;

use super::*;

/// What a session did, without what it showed.
#[derive(Debug, Clone, PartialEq)]
enum Did {
    Connect(Generation),
    Send(String),
    Detach(Generation),
    Set(Timer, u32),
    Clear(Timer),
    Refresh,
}

/// A match on the server, as seat 0 is told of it.
struct Server {
    game: SeaBattle,
    seq: u64,
}

impl Server {
    /// Both seats are taken and fleets are asked for.
    fn placing() -> Self {
        let game = SeaBattle::new(&shared::sea_battle::Options::default(), &Seed::from_number(1)).unwrap();
        let mut server = Self { game, seq: 0 };
        for seat in [Seat(0), Seat(1)] {
            server.step(&Entry::Sat { seat, name: format!("Player {seat}") });
        }
        server.step(&Entry::Started);
        server
    }

    /// The shooting has begun and it is seat 0's turn.
    fn playing() -> Self {
        let mut server = Self::placing();
        server.step(&place(Seat(0), 1));
        server.step(&place(Seat(1), 2));
        while server.view().turn != Some(Seat(0)) {
            server.step(&Entry::TimedOut { seat: Seat(1) });
        }
        server
    }

    fn view(&self) -> View {
        self.game.view(Audience::Seat(Seat(0)))
    }

    /// Takes an entry; the texts seat 0 is sent, snapshots among them.
    fn step(&mut self, entry: &Entry<Action>) -> Vec<String> {
        let audience = Audience::Seat(Seat(0));
        let events = self.game.step(entry).unwrap();
        let mut texts = Vec::new();
        for event in events.iter().filter_map(|event| SeaBattle::reveal(event, audience)) {
            match SeaBattle::tell(&event, audience, self.seq + 1) {
                Told::Message(message) => {
                    self.seq += 1;
                    texts.push(message.encode());
                }
                Told::Snapshot => texts.push(self.snapshot(0)),
                Told::Implied => {}
            }
        }
        texts
    }

    /// Seat 0 shoots at a cell nobody has shot at.
    fn shot(&mut self) -> (Action, Vec<String>) {
        let action = self.next_shot();
        let texts = self.step(&Entry::Acted { seat: Seat(0), action: action.clone() });
        (action, texts)
    }

    fn next_shot(&self) -> Action {
        use shared::game::Bot as _;
        let mut rng = Seed::from_number(self.seq).rng("shot");
        SeaBattle::decide(&self.view(), Level::Easy, &mut rng).unwrap()
    }

    fn snapshot(&self, n: u64) -> String {
        let view = ViewText::of(&self.view()).unwrap();
        ServerMessage::from(wire::ServerMessage::Snapshot { seq: self.seq, n, view }).encode()
    }
}

fn plan(seed: u64) -> Plan {
    Fleet::random(&mut Seed::from_number(seed).rng("fleet")).into()
}

fn place(seat: Seat, seed: u64) -> Entry<Action> {
    Entry::Acted { seat, action: Action::Place(plan(seed)) }
}

fn ack(n: u64) -> String {
    ServerMessage::from(wire::ServerMessage::Ack { n }).encode()
}

fn refused(n: u64, code: &str) -> String {
    let (code, reason) = (code.to_owned(), "no".to_owned());
    ServerMessage::from(wire::ServerMessage::Refused { n, code, reason }).encode()
}

/// A session, its clock and what it has shown.
struct Page {
    session: Session<SeaBattle>,
    now: f64,
    random: Rc<Cell<f64>>,
    links: Vec<Link>,
    view: Option<Arc<View>>,
    seq: u64,
    /// Of each view: whether it came with events.
    told: Vec<bool>,
    busy: bool,
    refusals: Vec<String>,
    rest: Vec<&'static str>,
}

impl Page {
    fn new() -> Self {
        let random = Rc::new(Cell::new(0.5));
        let source = Rc::clone(&random);
        let tokens = Tokens { game: "game".to_owned(), user: "user".to_owned() };
        Self {
            session: Session::new(tokens, move || source.get()),
            now: 0.0,
            random,
            links: Vec::new(),
            view: None,
            seq: 0,
            told: Vec::new(),
            busy: false,
            refusals: Vec::new(),
            rest: Vec::new(),
        }
    }

    /// A page that is live and shows what the server has.
    fn live(server: &Server) -> Self {
        let mut page = Self::new();
        page.take(Input::Start);
        page.take(Input::Opened(1));
        page.hear(1, &[ack(0), server.snapshot(0)]);
        page
    }

    fn take(&mut self, input: Input<Action>) -> Vec<Did> {
        let mut did = Vec::new();
        for effect in self.session.handle(self.now, input) {
            match effect {
                Effect::Connect(generation) => did.push(Did::Connect(generation)),
                Effect::Send(text) => did.push(Did::Send(text)),
                Effect::Detach(generation) => did.push(Did::Detach(generation)),
                Effect::SetTimer(timer, delay) => did.push(Did::Set(timer, delay)),
                Effect::ClearTimer(timer) => did.push(Did::Clear(timer)),
                Effect::Refresh => did.push(Did::Refresh),
                Effect::Show(change) => self.show(change),
            }
        }
        did
    }

    fn show(&mut self, change: Change<SeaBattle>) {
        match change {
            Change::Link(link) => self.links.push(link),
            Change::View { view, seq, events } => {
                self.view = Some(view);
                self.seq = seq;
                self.told.push(events.is_some());
            }
            Change::Busy(busy) => self.busy = busy,
            Change::Refused { code, .. } => self.refusals.push(code),
            Change::Presence(..) => self.rest.push("presence"),
            Change::Clock(..) => self.rest.push("clock"),
            Change::Emote(..) => self.rest.push("emote"),
            Change::Rematch(..) => self.rest.push("rematch"),
        }
    }

    fn hear(&mut self, generation: Generation, texts: &[String]) -> Vec<Did> {
        texts.iter().flat_map(|text| self.take(Input::Message(generation, text.clone()))).collect()
    }

    fn link(&self) -> Option<Link> {
        self.links.last().copied()
    }
}

/// The texts among what was done.
fn sent(did: &[Did]) -> Vec<String> {
    did.iter().filter_map(|did| if let Did::Send(text) = did { Some(text.clone()) } else { None }).collect()
}

fn connects(did: &[Did]) -> Vec<Generation> {
    did.iter()
        .filter_map(|did| if let Did::Connect(generation) = did { Some(*generation) } else { None })
        .collect()
}

fn retry(did: &[Did]) -> Option<u32> {
    did.iter().find_map(|did| if let Did::Set(Timer::Retry, delay) = did { Some(*delay) } else { None })
}

fn shot_text(n: u64, action: &Action) -> String {
    let Action::Shoot { x, y } = action else { unreachable!("a shot") };
    format!("[10,{n},{x},{y}]")
}
