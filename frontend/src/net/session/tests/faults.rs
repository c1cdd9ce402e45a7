//! Whole matches over a line with a fault: whichever message it strikes, the page ends up with what the server has.

use std::collections::VecDeque;
use std::fmt::Debug;
use std::num::NonZeroU64;

use shared::game::{Bot, Game};
use shared::protocol::session::Presence;
use shared::protocol::{ClientMessage, close};
use shared::seed::Rng;
use shared::{accordion, nuggets, onecard, sea_battle};

use super::*;

/// What befalls one message, in either direction.
#[derive(Debug, Clone, Copy)]
enum Fault {
    /// It never arrives, and those after it do. Of a snapshot nobody could tell, unless nothing is shown without it: it has no
    /// number to be missed by.
    Lost,
    /// Neither it nor anything after it arrives on this socket, and nobody is told.
    Dead,
    /// It arrives twice.
    Twice,
    /// It arrives late, and so does all that is said after it.
    Late,
    /// The line breaks, and what is under way is lost with it.
    Cut,
}

/// The longest a match may take, in things that happen.
const LONGEST: usize = 100_000;
/// After this long without a message the server says something, in milliseconds.
const QUIET: f64 = 20_000.0;
/// How long a message and those behind it are held up, in milliseconds. Longer than a page waits for an answer.
const DELAY: f64 = 15_000.0;
/// The player's clock, where the match has one, in milliseconds. Longer than a page takes to notice a dead line.
const CLOCK: f64 = 60_000.0;
/// How long somebody thinks, in milliseconds.
const MOMENT: f64 = 500.0;
/// When the server says good-bye after the end, in milliseconds.
const LINGER: f64 = 600_000.0;

/// A match on a server, the page of seat 0, and the line between them.
struct Match<G: Client + Bot> {
    game: G,
    /// Every numbered message so far.
    told: Vec<String>,
    /// How many there were when something happened that only a snapshot shows.
    untold: usize,
    /// The highest action dealt with.
    highest: u64,
    /// The socket that has joined.
    joined: Option<Generation>,
    rng: Rng,

    session: Session<G>,
    view: Option<Arc<G::View>>,
    busy: bool,
    link: Link,
    timers: Vec<(Timer, f64)>,
    /// The socket that the page opened last.
    newest: Generation,

    /// What the session is told next.
    inputs: VecDeque<Input<G::Action>>,
    /// What the server hears next.
    requests: VecDeque<(Generation, String)>,
    /// Messages that the line has carried.
    carried: usize,
    fault: Option<(usize, Fault)>,
    /// The socket on which nothing arrives any more.
    dead: Option<Generation>,
    /// What is held up, and until when.
    late: Vec<Parcel>,
    late_until: f64,
    now: f64,
    /// When the line last carried something.
    last_carried: f64,
    /// When the match last changed.
    last_change: f64,
}

/// A message on its way.
#[derive(Clone)]
enum Parcel {
    Request(Generation, String),
    Answer(Generation, String),
}

/// What happens when nothing else does.
enum Due {
    Timer(Timer),
    /// What was held up arrives.
    Delayed,
    /// The player's clock runs out.
    Clock,
    /// The server closes the socket, long after the end.
    Goodbye(Generation),
    /// The server says that the line is alive.
    Quiet,
}

impl<G: Client + Bot + Game> Match<G>
where
    G::View: Debug + PartialEq,
{
    fn new(options: &G::Options, fault: Option<(usize, Fault)>) -> Self {
        let seed = Seed::from_number(7);
        let tokens = Tokens { game: "game".to_owned(), user: "user".to_owned() };
        let mut this = Self {
            game: G::new(options, &seed).unwrap(),
            told: Vec::new(),
            untold: 0,
            highest: 0,
            joined: None,
            rng: seed.rng("play"),
            session: Session::new(tokens, || 0.5),
            view: None,
            busy: false,
            link: Link::Connecting,
            timers: Vec::new(),
            newest: 0,
            inputs: VecDeque::from([Input::Start]),
            requests: VecDeque::new(),
            carried: 0,
            fault,
            dead: None,
            late: Vec::new(),
            late_until: 0.0,
            now: 0.0,
            last_carried: 0.0,
            last_change: 0.0,
        };
        for seat in (0..G::seats(options).most).map(Seat) {
            this.step(&Entry::Sat { seat, name: format!("Player {seat}") }, None);
        }
        this.step(&Entry::Started, None);
        this
    }

    /// Plays to the end, and on until the page has stopped. Returns how many messages the line has carried.
    fn play(mut self) -> usize {
        for _ in 0..LONGEST {
            if self.link == Link::Stopped(Stop::Ended) {
                assert_eq!(
                    self.view.as_deref(),
                    Some(&self.game.view(Audience::Seat(Seat(0)))),
                    "{:?}",
                    self.fault
                );
                assert!(self.highest > 0, "the page has played");
                return self.carried;
            }
            self.go_on();
        }
        panic!("{:?}: the page hangs: {:?} at {} s", self.fault, self.link, self.now / 1e3);
    }

    /// The next thing that happens.
    fn go_on(&mut self) {
        if let Some(input) = self.inputs.pop_front() {
            self.page(input);
        } else if let Some((generation, text)) = self.requests.pop_front() {
            self.hear(generation, &text);
        } else {
            let due = self.due().into_iter().min_by(|a, b| a.0.total_cmp(&b.0));
            if due.as_ref().is_none_or(|(when, _)| *when > self.now) && self.plays() {
                return;
            }
            let Some((when, due)) = due else {
                panic!("{:?}: nothing will ever happen again: {:?}", self.fault, self.link);
            };
            self.now = self.now.max(when);
            self.happens(due);
        }
    }

    /// Somebody plays, if anybody can, and takes a moment for it; who comes first is chance.
    fn plays(&mut self) -> bool {
        let others_first = self.rng.chance(1, 2);
        let plays = (others_first && self.other_plays()) || self.page_plays() || self.other_plays();
        if plays {
            self.now += MOMENT;
        }
        plays
    }

    /// Whoever looks at the page does something, as long as it lets them.
    fn page_plays(&mut self) -> bool {
        let asked = self.game.waiting_for().of(Seat(0)).is_some();
        let view = self.view.as_deref().filter(|view| asked && !self.busy && !G::over(view));
        let action = view.and_then(|view| G::decide(view, G::LEVELS[0], &mut self.rng));
        action.map(|action| self.page(Input::Act(action))).is_some()
    }

    /// One of the others does something.
    fn other_plays(&mut self) -> bool {
        if self.game.outcome().is_some() {
            return false;
        }
        let asked = self.game.waiting_for().seats;
        let seats: Vec<Seat> = asked.iter().map(|asked| asked.seat).filter(|seat| *seat != Seat(0)).collect();
        let Some(&seat) = self.rng.pick(&seats) else { return false };
        let view = self.game.view(Audience::Seat(seat));
        let Some(action) = G::decide(&view, G::LEVELS[0], &mut self.rng) else { return false };
        self.step(&Entry::Acted { seat, action }, None);
        true
    }

    fn happens(&mut self, due: Due) {
        match due {
            Due::Timer(timer) => {
                let answered = self.fault.is_some() || timer != Timer::Answer;
                assert!(answered, "an action was accepted, and whoever asked for it is told nothing");
                self.timers.retain(|(which, _)| *which != timer);
                self.page(Input::Timer(timer));
            }
            Due::Delayed => {
                for parcel in std::mem::take(&mut self.late) {
                    self.deliver(parcel);
                }
            }
            Due::Clock => self.step(&Entry::TimedOut { seat: Seat(0) }, None),
            Due::Goodbye(generation) => {
                self.joined = None;
                self.inputs.push_back(Input::Closed(generation, close::NORMAL.code));
            }
            Due::Quiet => self.tell(ack(self.highest)),
        }
    }

    /// What will happen by itself, and when.
    fn due(&self) -> Vec<(f64, Due)> {
        let mut due: Vec<_> = self.timers.iter().map(|&(timer, when)| (when, Due::Timer(timer))).collect();
        if !self.late.is_empty() {
            due.push((self.late_until, Due::Delayed));
        }
        if self.game.waiting_for().of(Seat(0)).is_some_and(|asked| asked.clock.is_some()) {
            due.push((self.last_change + CLOCK, Due::Clock));
        }
        if let Some(generation) = self.joined {
            due.push((self.last_carried + QUIET, Due::Quiet));
            if self.game.outcome().is_some() {
                due.push((self.last_change + LINGER, Due::Goodbye(generation)));
            }
        }
        due
    }

    // ---- the server --------------------------------------------------------------------------------------------

    fn hear(&mut self, generation: Generation, text: &str) {
        let message = ClientMessage::decode(text, G::GAME).unwrap();
        match &message {
            ClientMessage::Session(wire::ClientMessage::Join { last_seq, .. }) => {
                self.joined = Some(generation);
                self.tell(ack(self.highest));
                let known = usize::try_from(last_seq.0.unwrap_or_default()).unwrap();
                if known <= self.untold || known > self.told.len() {
                    self.tell(self.snapshot());
                } else {
                    for at in known..self.told.len() {
                        self.tell(self.told[at].clone());
                    }
                }
                self.tell(here());
            }
            ClientMessage::Session(wire::ClientMessage::Ack { .. }) => {}
            // Of a socket that another one has replaced.
            _ if self.joined != Some(generation) => {}
            _ => {
                let request = G::request(Seat(0), &message).unwrap();
                let n = request.n.map(NonZeroU64::get);
                let repeats = match &request.entry {
                    Entry::Acted { action, .. } => n.is_none() && self.game.repeats(Seat(0), action),
                    _ => false,
                };
                if n.is_some_and(|n| n <= self.highest) {
                    self.tell(ack(self.highest));
                } else if !repeats {
                    self.step(&request.entry, n);
                }
            }
        }
    }

    fn snapshot(&self) -> String {
        let view = ViewText::of(&self.game.view(Audience::Seat(Seat(0)))).unwrap();
        let (seq, n) = (self.told.len() as u64, self.highest);
        ServerMessage::from(wire::ServerMessage::Snapshot { seq, n, view }).encode()
    }

    /// Takes an entry and tells seat 0 of it.
    fn step(&mut self, entry: &Entry<G::Action>, n: Option<u64>) {
        let audience = Audience::Seat(Seat(0));
        self.highest = self.highest.max(n.unwrap_or_default());
        let events = match self.game.step(entry) {
            Ok(events) => events,
            Err(refusal) => return self.tell(refused(n.unwrap_or_default(), refusal.kind.code)),
        };
        self.last_change = self.now;
        if let Some(n) = n {
            self.tell(ack(n));
        }
        let (mut messages, mut snapshot) = (Vec::new(), false);
        for event in events.iter().filter_map(|event| G::reveal(event, audience)) {
            match G::tell(&event, audience, self.told.len() as u64 + 1) {
                Told::Message(message) => {
                    self.told.push(message.encode());
                    messages.push(message.encode());
                }
                Told::Snapshot => snapshot = true,
                Told::Implied => {}
            }
        }
        if snapshot {
            self.untold = self.told.len();
            messages = vec![self.snapshot()];
        }
        for text in messages {
            self.tell(text);
        }
    }

    fn tell(&mut self, text: String) {
        if let Some(generation) = self.joined {
            self.carry(Parcel::Answer(generation, text));
        }
    }

    // ---- the line ----------------------------------------------------------------------------------------------

    fn carry(&mut self, parcel: Parcel) {
        self.last_carried = self.now;
        self.carried += 1;
        let fault = self.fault.and_then(|(at, fault)| (at == self.carried).then_some(fault));
        let (Parcel::Request(generation, text) | Parcel::Answer(generation, text)) = &parcel;
        match fault {
            _ if self.dead == Some(*generation) => {}
            Some(Fault::Lost) if self.view.is_none() || !text.starts_with("[6,") => {}
            Some(Fault::Dead) => self.dead = Some(*generation),
            Some(Fault::Twice) => {
                self.deliver(parcel.clone());
                self.deliver(parcel);
            }
            Some(Fault::Late) => {
                self.late.push(parcel);
                self.late_until = self.now + DELAY;
            }
            Some(Fault::Cut) => {
                self.requests.clear();
                self.inputs.retain(|input| !matches!(input, Input::Message(..)));
                self.inputs.push_back(Input::Closed(*generation, 1006));
                self.joined = None;
            }
            _ if self.late.is_empty() => self.deliver(parcel),
            _ => self.late.push(parcel),
        }
    }

    fn deliver(&mut self, parcel: Parcel) {
        match parcel {
            Parcel::Request(generation, text) => self.requests.push_back((generation, text)),
            Parcel::Answer(generation, text) => self.inputs.push_back(Input::Message(generation, text)),
        }
    }

    // ---- the page ----------------------------------------------------------------------------------------------

    fn page(&mut self, input: Input<G::Action>) {
        for effect in self.session.handle(self.now, input) {
            match effect {
                Effect::Connect(generation) => {
                    self.newest = generation;
                    self.inputs.push_back(Input::Opened(generation));
                }
                Effect::Send(text) => self.carry(Parcel::Request(self.newest, text)),
                Effect::SetTimer(timer, delay) => {
                    self.timers.retain(|(which, _)| *which != timer);
                    self.timers.push((timer, self.now + f64::from(delay)));
                }
                Effect::ClearTimer(timer) => self.timers.retain(|(which, _)| *which != timer),
                Effect::Refresh => panic!("{:?}: its tokens are good", self.fault),
                Effect::Show(Change::Link(link)) => self.link = link,
                Effect::Show(Change::View { view, .. }) => self.view = Some(view),
                Effect::Show(Change::Busy(busy)) => self.busy = busy,
                // A server may notice only when another socket comes.
                Effect::Detach(_) | Effect::Show(_) => {}
            }
        }
    }
}

/// What is said last after JOIN.
fn here() -> String {
    let status = Presence::Here.word().to_owned();
    ServerMessage::from(wire::ServerMessage::Presence { seat: Seat(0), status }).encode()
}

/// Plays a match without a fault, then one with each fault at each message; `every` so many messages if there are many.
fn plays_through_every_fault<G: Client + Bot>(options: &G::Options, every: usize)
where
    G::View: Debug + PartialEq,
{
    let messages = Match::<G>::new(options, None).play();
    assert!(messages > 20, "a match of {messages} messages proves little");
    for at in (1..=messages).step_by(every) {
        for fault in [Fault::Lost, Fault::Dead, Fault::Twice, Fault::Late, Fault::Cut] {
            Match::<G>::new(options, Some((at, fault))).play();
        }
    }
}

#[test]
fn sea_battle_plays_through_every_fault() {
    plays_through_every_fault::<SeaBattle>(&sea_battle::Options::default(), 1);
}

#[test]
fn onecard_plays_through_every_fault() {
    plays_through_every_fault::<onecard::OneCard>(&onecard::Options::default(), 1);
}

#[test]
fn accordion_plays_through_every_fault() {
    plays_through_every_fault::<accordion::Accordion>(&accordion::Options::default(), 1);
}

#[test]
fn nuggets_plays_through_every_fault() {
    // Thousands of messages, in a match of 26: each of them would take minutes.
    plays_through_every_fault::<nuggets::Nuggets>(&nuggets::Options::default(), 11);
}
