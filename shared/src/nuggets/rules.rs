//! The state of a match of Nuggets: who may do what, and what happens then.

use std::sync::Arc;

use crate::catalogue::{GameFacts, GameId};
use crate::game::{
    Asked, Audience, Bot as _, Entry, Game, OptionsError, Outcome, Patience, Refusal, Seat, SeatRange,
    Waiting, refusals,
};
use crate::nuggets::bits::Bits;
use crate::nuggets::event::{Event, Player};
use crate::nuggets::ground::Ground;
use crate::nuggets::map::{Direction, Key, Map, Point};
use crate::nuggets::options::Options;
use crate::nuggets::scene::{Explorer, Scene};
use crate::nuggets::view::{Phase, View};
use crate::seed::Seed;

/// Letters there are. They are never given twice, so this is the number of players a match ever has.
pub const MOST_PLAYERS: u8 = 26;

/// The letter of a seat: A to Z in the order of joining.
pub const fn letter(seat: Seat) -> char {
    (b'A' + seat.0 % MOST_PLAYERS) as char
}

refusals! {
    /// All ways Nuggets says no.
    BLOCKED = "blocked", "a key whose first step leads to no spot";
    NOT_PLAYING = "not-playing", "a key before the match begins, after it ends, or of somebody who has left; or anything else out of phase";
    NO_ROOM = "no-room", "somebody joins and no room spot is free, or all letters are given";
}

/// Who a player is and what it has; where it is, is in the scene.
#[derive(Debug, Clone, PartialEq)]
struct Person {
    name: Arc<str>,
    purse: u32,
    /// Keys so far.
    keys: u32,
}

/// The state of a match.
#[derive(Debug, Clone, PartialEq)]
pub struct Nuggets {
    options: Options,
    seed: Seed,
    phase: Phase,
    scene: Scene,
    /// By seat.
    people: Vec<Person>,
    unclaimed: u32,
    /// Who found gold last, and how much.
    last_find: Option<(Seat, u32)>,
    outcome: Option<Outcome>,
}

impl Nuggets {
    /// What the home page shows.
    pub fn facts() -> GameFacts {
        GameFacts {
            id: GameId::Nuggets,
            name: GameId::Nuggets.name().to_owned(),
            least_seats: 1,
            most_seats: MOST_PLAYERS,
            bots: Self::LEVELS.iter().map(|level| level.word().to_owned()).collect(),
            options: Options::facts(),
        }
    }

    /// The map it is played on. Never for a client: it would see through walls.
    pub fn map(&self) -> &Map {
        self.scene.ground.map()
    }

    /// Lays the gold out: a random number of piles on random room spots, each with one nugget at least.
    fn lay_gold(options: &Options, map: &Map, seed: &Seed) -> Vec<(Point, u32)> {
        let mut rng = seed.rng("nuggets gold");
        let mut spots: Vec<Point> = map.room_spots().collect();
        rng.shuffle(&mut spots);
        // Half of the spots stay free, so that people can come.
        let room = u32::try_from(spots.len() / 2).unwrap_or(u32::MAX).max(1);
        let most = options.most_piles.min(options.gold).min(room);
        let least = options.least_piles.min(most);
        let piles = least + rng.below(most - least + 1);
        spots.truncate(piles as usize);
        let mut gold: Vec<(Point, u32)> = spots.into_iter().map(|spot| (spot, 1)).collect();
        for _ in piles..options.gold {
            let pile = rng.below(piles);
            gold[pile as usize].1 += 1;
        }
        gold.sort_unstable();
        gold
    }

    fn sit(&mut self, seat: Seat, name: &str) -> Result<Vec<Event>, Refusal> {
        if self.phase == Phase::Over {
            return Err(Refusal::new(NOT_PLAYING, "The match is over."));
        }
        if seat.index() != self.people.len() {
            return Err(Refusal::new(NOT_PLAYING, "Seats are taken in order."));
        }
        if seat.0 >= MOST_PLAYERS {
            return Err(Refusal::new(NO_ROOM, "All 26 letters are given; they are never given again."));
        }
        let free = |&point: &Point| self.scene.occupant(point).is_none() && self.scene.pile(point).is_none();
        let spots: Vec<Point> = self.map().room_spots().filter(free).collect();
        let mut rng = self.seed.rng(&format!("nuggets seat {seat}"));
        let Some(&spot) = rng.pick(&spots) else {
            return Err(Refusal::new(NO_ROOM, "There is no free room spot left on this map."));
        };
        let (rows, columns) = (self.map().rows(), self.map().columns());
        let before = self.scene.clone();
        let nothing = Arc::new(Bits::none(rows, columns));
        self.scene.explorers.push(Explorer { at: None, known: nothing.clone(), trodden: nothing });
        self.people.push(Person { name: name.into(), purse: 0, keys: 0 });
        self.scene.put(seat, spot);

        let mut events = vec![Event::Grid { to: seat, rows, columns }, self.gold_for(Audience::Seat(seat))];
        events.extend(self.screens(&before, &[spot]));
        events.push(self.players());
        Ok(events)
    }

    fn start(&mut self) -> Result<Vec<Event>, Refusal> {
        if self.phase != Phase::Waiting {
            return Err(Refusal::new(NOT_PLAYING, "The match has begun."));
        }
        if self.people.is_empty() {
            return Err(Refusal::new(NOT_PLAYING, "Nobody has come yet."));
        }
        self.phase = Phase::Playing;
        Ok(vec![Event::Began])
    }

    fn press(&mut self, seat: Seat, key: Key) -> Result<Vec<Event>, Refusal> {
        let start = self.place(seat)?;
        let mut touched = vec![start];
        let before = self.scene.clone();
        let (mut at, mut found) = (start, 0);
        while let Some(to) = self.scene.ground.map().step(at, key.direction) {
            if let Some(other) = self.scene.occupant(to) {
                self.scene.put(other, at);
            }
            self.scene.put(seat, to);
            touched.push(to);
            let pile = self.scene.take(to);
            found += pile;
            self.unclaimed -= pile;
            at = to;
            if !key.run || (pile > 0 && self.unclaimed == 0) {
                break;
            }
        }
        if at == start {
            return Err(Refusal::new(BLOCKED, "There is no way through there."));
        }
        let person = &mut self.people[seat.index()];
        person.purse += found;
        person.keys += 1;

        let mut events = Vec::new();
        if found > 0 {
            self.last_find = Some((seat, found));
            events.extend(self.audiences().map(|audience| self.gold_for(audience)));
        }
        events.extend(self.screens(&before, &touched));
        if found > 0 {
            events.push(self.players());
        }
        if found > 0 && self.unclaimed == 0 {
            let most = self.people.iter().map(|person| person.purse).max().unwrap_or(0);
            let winners = self.seats().filter(|seat| self.people[seat.index()].purse == most).collect();
            let reason = "All the gold is found.".to_owned();
            events.push(self.end(Outcome::Decided { winners, forfeit: false, reason }));
        }
        Ok(events)
    }

    fn leave(&mut self, seat: Seat) -> Result<Vec<Event>, Refusal> {
        if self.phase == Phase::Over {
            return Err(Refusal::new(NOT_PLAYING, "The match is over."));
        }
        let explorer = self.scene.explorers.get(seat.index());
        let Some(at) = explorer.and_then(|explorer| explorer.at) else {
            return Err(Refusal::new(NOT_PLAYING, "There is nobody to leave."));
        };
        let before = self.scene.clone();
        self.scene.explorers[seat.index()].at = None;
        let mut events: Vec<Event> = self.screens(&before, &[at]).collect();
        events.push(self.players());
        Ok(events)
    }

    fn end(&mut self, outcome: Outcome) -> Event {
        self.phase = Phase::Over;
        self.outcome = Some(outcome.clone());
        Event::Over { outcome }
    }

    /// Where a player is who may press keys now.
    fn place(&self, seat: Seat) -> Result<Point, Refusal> {
        let no = |why| Err(Refusal::new(NOT_PLAYING, why));
        match self.phase {
            Phase::Waiting => return no("The match has not begun."),
            Phase::Over => return no("The match is over."),
            Phase::Playing => {}
        }
        match self.scene.explorers.get(seat.index()) {
            Some(Explorer { at: Some(at), .. }) => Ok(*at),
            Some(_) => no("You have left this match."),
            None => no("Nobody sits there."),
        }
    }

    fn seats(&self) -> impl Iterator<Item = Seat> + use<> {
        // At most 26 people.
        #[allow(clippy::cast_possible_truncation)]
        let people = self.people.len() as u8;
        (0..people).map(Seat)
    }

    /// Everybody who has come, and those who watch.
    fn audiences(&self) -> impl Iterator<Item = Audience> + use<> {
        self.seats().map(Audience::Seat).chain([Audience::Spectator])
    }

    /// How the gold stands, for one audience.
    fn gold_for(&self, to: Audience) -> Event {
        Event::Gold { to, found: self.found_by(to), purse: self.purse_of(to), unclaimed: self.unclaimed }
    }

    fn found_by(&self, audience: Audience) -> u32 {
        self.last_find.filter(|find| audience == Audience::Seat(find.0)).map_or(0, |find| find.1)
    }

    fn purse_of(&self, audience: Audience) -> u32 {
        audience.seat().and_then(|seat| self.people.get(seat.index())).map_or(0, |person| person.purse)
    }

    /// What everybody sees otherwise than before.
    fn screens(&self, before: &Scene, touched: &[Point]) -> impl Iterator<Item = Event> {
        self.audiences().filter_map(move |to| {
            let patches = self.scene.changes(before, to, touched);
            (!patches.is_empty()).then_some(Event::Screen { to, patches })
        })
    }

    fn players(&self) -> Event {
        Event::Players { players: self.list() }
    }

    fn list(&self) -> Vec<Player> {
        let people = self.people.iter().zip(self.seats());
        people
            .map(|(person, seat)| Player { seat, name: person.name.to_string(), purse: person.purse })
            .collect()
    }

    fn can_step(&self, at: Point, direction: Direction) -> bool {
        self.map().step(at, direction).is_some()
    }
}

impl Game for Nuggets {
    type Options = Options;
    type Action = Key;
    type Event = Event;
    type View = View;

    /// A bot walks to something it has not seen, or to gold, and so stands on every spot once at most for each; no map
    /// has more than 500 × 500.
    const LONGEST: usize = 1_000_000;

    fn new(options: &Options, seed: &Seed) -> Result<Self, OptionsError> {
        options.check()?;
        let ground = Ground::of(options.map(seed)?);
        let gold = Self::lay_gold(options, ground.map(), seed);
        Ok(Self {
            options: options.clone(),
            seed: seed.clone(),
            phase: Phase::Waiting,
            scene: Scene { ground, gold, explorers: Vec::new() },
            people: Vec::new(),
            unclaimed: options.gold,
            last_find: None,
            outcome: None,
        })
    }

    fn step(&mut self, entry: &Entry<Key>) -> Result<Vec<Event>, Refusal> {
        match entry {
            Entry::Sat { seat, name } => self.sit(*seat, name),
            Entry::Started => self.start(),
            Entry::Acted { seat, action } => self.press(*seat, *action),
            Entry::TimedOut { .. } => Err(Refusal::new(NOT_PLAYING, "There are no clocks in this game.")),
            Entry::Left { seat } => self.leave(*seat),
            Entry::Closed { .. } if self.phase == Phase::Over => {
                Err(Refusal::new(NOT_PLAYING, "The match is over."))
            }
            Entry::Closed { cause } => Ok(vec![self.end(Outcome::Closed { cause: *cause })]),
        }
    }

    fn reveal(event: &Event, audience: Audience) -> Option<Event> {
        let to = match event {
            Event::Grid { to, .. } => Audience::Seat(*to),
            Event::Gold { to, .. } | Event::Screen { to, .. } => *to,
            Event::Players { .. } | Event::Began | Event::Over { .. } => audience,
        };
        (to == audience).then(|| event.clone())
    }

    fn view(&self, audience: Audience) -> View {
        let screen = self.scene.screen(audience);
        let explorer = audience.seat().and_then(|seat| self.scene.explorers.get(seat.index()));
        let nothing = || Bits::none(screen.rows(), screen.columns());
        let knows = explorer.is_some() || audience == Audience::Spectator;
        View {
            phase: self.phase,
            seat: audience.seat(),
            trodden: explorer.map_or_else(nothing, |explorer| Bits::clone(&explorer.trodden)),
            screen,
            found: self.found_by(audience),
            purse: self.purse_of(audience),
            unclaimed: if knows { self.unclaimed } else { 0 },
            players: self.list(),
            outcome: self.outcome.as_ref().map(|outcome| outcome.ending(audience)),
        }
    }

    /// Everybody may press keys at any time; nobody has to.
    fn waiting_for(&self) -> Waiting {
        if self.phase != Phase::Playing {
            return Waiting::default();
        }
        let free = |at: Point| Direction::ALL.into_iter().any(|way| self.can_step(at, way));
        let seats = self.scene.explorers.iter().zip(&self.people).zip(self.seats());
        let asked = seats.filter(|((explorer, _), _)| explorer.at.is_some_and(free));
        Waiting {
            seats: asked.map(|((_, person), seat)| Asked { seat, clock: None, turn: person.keys }).collect(),
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        self.outcome.clone()
    }

    fn seats(_: &Options) -> SeatRange {
        SeatRange { least: 1, most: MOST_PLAYERS }
    }

    fn started(&self) -> bool {
        self.phase != Phase::Waiting
    }

    fn patience(options: &Options) -> Patience {
        Patience { join_seconds: options.join_seconds, grace_seconds: None }
    }

    fn rematch_options(&self) -> Options {
        self.options.clone()
    }

    fn public_options(options: &Options) -> Options {
        options.without_text()
    }

    fn legal(&self, seat: Seat) -> Option<Vec<Key>> {
        let Ok(at) = self.place(seat) else { return Some(Vec::new()) };
        Some(Key::all().filter(|key| self.can_step(at, key.direction)).collect())
    }

    fn score(&self, seat: Seat) -> Option<i64> {
        self.people.get(seat.index()).map(|person| person.purse.into())
    }

    fn audit(&self) -> Result<(), String> {
        let lying: u32 = self.scene.gold.iter().map(|pile| pile.1).sum();
        let found: u32 = self.people.iter().map(|person| person.purse).sum();
        if lying != self.unclaimed || lying + found != self.options.gold {
            let gold = self.options.gold;
            return Err(format!(
                "{lying} lie there, {found} are found, {} are unclaimed of {gold}",
                self.unclaimed
            ));
        }
        if let Some(pile) = self.scene.gold.iter().find(|(at, nuggets)| {
            *nuggets == 0
                || self.map().at(*at) != crate::nuggets::map::ROOM
                || self.scene.occupant(*at).is_some()
        }) {
            return Err(format!("a pile of {} at {:?}", pile.1, pile.0));
        }
        let mut places: Vec<Point> = self.scene.explorers.iter().filter_map(|explorer| explorer.at).collect();
        if let Some(place) = places.iter().find(|&&place| !self.map().is_spot(place)) {
            return Err(format!("somebody stands in the rock at {place:?}"));
        }
        places.sort_unstable();
        match places.windows(2).find(|pair| pair[0] == pair[1]) {
            Some(pair) => Err(format!("two players at {:?}", pair[0])),
            None => Ok(()),
        }
    }
}

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests;
