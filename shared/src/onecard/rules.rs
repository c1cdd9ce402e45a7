//! The state of a match of OneCard: who may do what, and what happens then. [`round`] has the course of a round.

mod round;

use crate::cards::{self, Card, CardId, PACK};
use crate::catalogue::{GameFacts, GameId};
use crate::game::{
    Asked, Audience, Cause, Entry, Game, Level, OptionsError, Outcome, Patience, Refusal, RefusalKind, Seat,
    SeatRange, Waiting, refusals,
};
use crate::onecard::event::{Action, Event};
use crate::onecard::options::Options;
use crate::onecard::playing;
use crate::onecard::ring::{self, Direction};
use crate::onecard::table::Table;
use crate::onecard::view::{Phase, Player, Recent, RoundScore, View, legal, small};
use crate::seed::{Rng, Seed};

refusals! {
    /// All ways OneCard says no.
    NOT_PLAYING = "not-playing", "before everybody is there or after the match, or anything else out of phase";
    NOT_YOUR_TURN = "not-your-turn", "a card is played or drawn while somebody else is to act";
    NOT_IN_HAND = "not-in-hand", "a card is played that the player does not hold";
    NO_MATCH = "no-match", "a card is played that has neither the suit nor the rank of the last one";
    UNDER_ATTACK = "under-attack", "a card is played that does nothing about the attack";
}

/// One seat of the match.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
struct Place {
    name: Option<String>,
    hand: Vec<CardId>,
    total: i32,
    left: bool,
}

impl Place {
    fn faces(&self) -> impl Iterator<Item = Card> + '_ {
        self.hand.iter().map(|card| card.face())
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stage {
    Waiting,
    Playing,
    Over,
}

/// The state of a match.
#[derive(Debug, Clone, PartialEq)]
pub struct OneCard {
    options: Options,
    seed: Seed,
    /// What the first round is dealt from instead of a shuffle; see [`Self::with_pack`].
    stacked: Option<Vec<CardId>>,
    stage: Stage,
    places: Vec<Place>,
    table: Table,
    /// Counted from 1; 0 before the first.
    round: u8,
    /// What each seat drew for the lead.
    order: Vec<Card>,
    leader: Seat,
    turn: Seat,
    direction: Direction,
    attack: u32,
    /// Turns running without a card played or drawn.
    idle: usize,
    /// Turns so far: whenever it changes, the clock starts anew.
    turns: u32,
    /// Times that the discards became the stock in this round.
    restocks: u32,
    recent: Recent,
    scores: Vec<RoundScore>,
    /// Hands at the end of the last round that is over.
    shown: Vec<Vec<Card>>,
    outcome: Option<Outcome>,
}

impl OneCard {
    /// What the home page shows.
    pub fn facts() -> GameFacts {
        GameFacts {
            id: GameId::OneCard,
            name: GameId::OneCard.name().to_owned(),
            least_seats: Options::PLAYERS.0,
            most_seats: Options::PLAYERS.1,
            bots: Level::ALL.map(|level| level.word().to_owned()).to_vec(),
            options: Options::facts(),
        }
    }

    /// A match whose first round is dealt from `pack`, first card first, instead of from a shuffle: for tests, which
    /// need known hands. `pack` has every card of the packs once.
    ///
    /// # Errors
    /// As [`Game::new`].
    pub fn with_pack(options: &Options, seed: &Seed, pack: Vec<CardId>) -> Result<Self, OptionsError> {
        Ok(Self { stacked: Some(pack), ..Self::new(options, seed)? })
    }

    /// What was chosen.
    pub const fn options(&self) -> &Options {
        &self.options
    }

    /// What the round that is played was dealt from, first card first.
    pub fn pack(&self) -> Vec<CardId> {
        match &self.stacked {
            Some(pack) if self.round == 1 => pack.clone(),
            _ => cards::shuffled(self.options.packs, &mut self.chance("deal")),
        }
    }

    /// The cards of a seat, in display order.
    pub fn hand(&self, seat: Seat) -> Vec<Card> {
        let mut hand: Vec<Card> =
            self.places.get(seat.index()).map(|place| place.faces().collect()).unwrap_or_default();
        hand.sort_unstable();
        hand
    }

    /// Chance for one purpose in the round that is played.
    fn chance(&self, purpose: &str) -> Rng {
        self.seed.rng(&format!("onecard round {} {purpose}", self.round))
    }

    fn seats(&self) -> impl Iterator<Item = Seat> + use<> {
        (0..self.options.players).map(Seat)
    }

    fn in_play(&self) -> Vec<bool> {
        self.places.iter().map(|place| !place.left).collect()
    }

    fn after(&self, seat: Seat, steps: usize) -> Seat {
        ring::after(&self.in_play(), seat, self.direction, steps).unwrap_or(seat)
    }

    fn sit(&mut self, seat: Seat, name: &str) -> Result<Vec<Event>, Refusal> {
        if self.stage != Stage::Waiting {
            return Err(refuse(NOT_PLAYING, "The match has begun."));
        }
        let place = &mut self.places[seat.index()];
        if place.name.is_some() {
            return Err(refuse(NOT_PLAYING, "That seat is taken."));
        }
        place.name = Some(name.to_owned());
        Ok(vec![Event::Seated { seat, name: name.to_owned() }])
    }

    fn start(&mut self) -> Result<Vec<Event>, Refusal> {
        if self.stage != Stage::Waiting || self.places.iter().any(|place| place.name.is_none()) {
            return Err(refuse(NOT_PLAYING, "All seats must be taken, and the match not begun."));
        }
        self.stage = Stage::Playing;
        Ok(self.deal(None))
    }

    fn time_out(&mut self, seat: Seat) -> Result<Vec<Event>, Refusal> {
        self.expect_turn(seat)?;
        self.draw(seat)
    }

    /// Who gives up is passed over from now on; whoever comes next is found before the seat is empty.
    fn leave(&mut self, seat: Seat) -> Result<Vec<Event>, Refusal> {
        match self.stage {
            Stage::Waiting if seat == Seat(0) && self.places[0].name.is_some() => {
                return Ok(vec![self.end(Outcome::Closed { cause: Cause::Abandoned })]);
            }
            Stage::Waiting => return Err(refuse(NOT_PLAYING, "The match has not begun.")),
            Stage::Over => return Err(refuse(NOT_PLAYING, "The match is over.")),
            Stage::Playing if self.places[seat.index()].left => {
                return Err(refuse(NOT_PLAYING, "You have left this match."));
            }
            Stage::Playing => {}
        }
        let next = self.after(seat, 1);
        let place = &mut self.places[seat.index()];
        place.left = true;
        self.table.bury(&mut place.hand);
        let mut events = vec![Event::Left { seat }];
        let mut stayed = self.seats().filter(|seat| !self.places[seat.index()].left);
        if let (Some(last), None) = (stayed.next(), stayed.next()) {
            let reason = "Everybody else gave up.".to_owned();
            events.push(self.end(Outcome::Decided { winners: vec![last], forfeit: true, reason }));
        } else if self.turn == seat {
            // What was meant for who left is over.
            self.attack = 0;
            events.extend(self.turn_to(next));
        }
        Ok(events)
    }

    fn end(&mut self, outcome: Outcome) -> Event {
        self.stage = Stage::Over;
        self.outcome = Some(outcome.clone());
        Event::Over { outcome }
    }
}

fn refuse(kind: &'static RefusalKind, reason: &'static str) -> Refusal {
    Refusal::new(kind, reason)
}

impl Game for OneCard {
    type Options = Options;
    type Action = Action;
    type Event = Event;
    type View = View;

    /// Ten people who sit and a start, and a hundred rounds; bots were never seen to take 3,000 turns for one.
    const LONGEST: usize = 10 + 1 + 100 * 3_000;

    fn new(options: &Options, seed: &Seed) -> Result<Self, OptionsError> {
        options.check()?;
        Ok(Self {
            options: options.clone(),
            seed: seed.clone(),
            stacked: None,
            stage: Stage::Waiting,
            places: vec![Place::default(); options.players.into()],
            table: Table::default(),
            round: 0,
            order: Vec::new(),
            leader: Seat(0),
            turn: Seat(0),
            direction: Direction::CounterClockwise,
            attack: 0,
            idle: 0,
            turns: 0,
            restocks: 0,
            recent: Recent::default(),
            scores: Vec::new(),
            shown: Vec::new(),
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
        if seat.is_some_and(|seat| seat.0 >= self.options.players) {
            return Err(refuse(NOT_PLAYING, "There is no such seat."));
        }
        match entry {
            Entry::Sat { seat, name } => self.sit(*seat, name),
            Entry::Started => self.start(),
            Entry::Acted { seat, action: Action::Play(card) } => self.play(*seat, *card),
            Entry::Acted { seat, action: Action::Draw } => self.draw(*seat),
            Entry::TimedOut { seat } => self.time_out(*seat),
            Entry::Left { seat } => self.leave(*seat),
            Entry::Closed { .. } if self.stage == Stage::Over => {
                Err(refuse(NOT_PLAYING, "The match is over."))
            }
            Entry::Closed { cause } => Ok(vec![self.end(Outcome::Closed { cause: *cause })]),
        }
    }

    fn reveal(event: &Event, audience: Audience) -> Option<Event> {
        match event {
            Event::Dealt { to, .. } => (*to == audience).then(|| event.clone()),
            Event::Drew { seat, count, reshuffled, .. } if audience != Audience::Seat(*seat) => {
                Some(Event::Drew { seat: *seat, count: *count, cards: None, reshuffled: *reshuffled })
            }
            Event::Awaited { .. } => audience.seat().map(|_| event.clone()),
            event => Some(event.clone()),
        }
    }

    fn view(&self, audience: Audience) -> View {
        let own = audience.seat().and_then(|seat| self.places.get(seat.index()));
        let player = |place: &Place| Player {
            name: place.name.clone().unwrap_or_default(),
            count: small(place.hand.len()),
            total: place.total,
            left: place.left,
        };
        View {
            phase: match self.stage {
                Stage::Waiting => Phase::Waiting,
                Stage::Playing => Phase::Playing,
                Stage::Over => Phase::Over,
            },
            seat: audience.seat(),
            rounds: self.options.rounds,
            packs: self.options.packs,
            round: self.round,
            players: self.places.iter().map(player).collect(),
            hand: own.map(|place| place.faces().collect()).unwrap_or_default(),
            discards: self.table.discards().collect(),
            stock: small(self.table.stock()),
            buried: small(self.table.buried()),
            order: self.order.clone(),
            leader: self.leader,
            turn: (self.stage == Stage::Playing).then_some(self.turn),
            direction: self.direction,
            attack: small(self.attack as usize),
            recent: self.recent.clone(),
            scores: self.scores.clone(),
            shown: self.shown.clone(),
            outcome: self.outcome.as_ref().map(|outcome| outcome.ending(audience)),
        }
    }

    fn waiting_for(&self) -> Waiting {
        if self.stage != Stage::Playing {
            return Waiting::default();
        }
        let clock = self.options.turn_seconds.map(|seconds| seconds.saturating_mul(1_000));
        Waiting { seats: vec![Asked { seat: self.turn, clock, turn: self.turns }] }
    }

    fn outcome(&self) -> Option<Outcome> {
        self.outcome.clone()
    }

    fn seats(options: &Options) -> SeatRange {
        SeatRange { least: options.players, most: options.players }
    }

    fn started(&self) -> bool {
        self.stage != Stage::Waiting
    }

    fn patience(options: &Options) -> Patience {
        Patience { join_seconds: options.join_seconds, grace_seconds: options.grace_seconds }
    }

    /// Who leads is drawn anew.
    fn rematch_options(&self) -> Options {
        self.options.clone()
    }

    fn legal(&self, seat: Seat) -> Option<Vec<Action>> {
        let Ok(()) = self.expect_turn(seat) else { return Some(Vec::new()) };
        let (last, attack) = (self.last(), self.attack);
        let hand = self.places[seat.index()].faces();
        Some(legal(hand, |card| playing::check(last, attack, card).is_ok()))
    }

    /// The points of all rounds; none for a seat that was left, nor where rounds were not played.
    fn score(&self, seat: Seat) -> Option<i64> {
        let place = self.places.get(seat.index()).filter(|place| !place.left)?;
        let all_played = self.scores.len() == usize::from(self.options.rounds);
        all_played.then_some(place.total.into())
    }

    fn audit(&self) -> Result<(), String> {
        if self.round == 0 {
            return Ok(());
        }
        let hands = self.places.iter().flat_map(|place| place.hand.iter().copied());
        let mut cards: Vec<CardId> = hands.chain(self.table.all()).collect();
        cards.sort_unstable();
        let all = usize::from(self.options.packs) * PACK;
        if !cards.iter().map(|card| usize::from(card.0)).eq(0..all) {
            return Err(format!("{} of {all} cards are there, or some twice", cards.len()));
        }
        Ok(())
    }
}

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests;
