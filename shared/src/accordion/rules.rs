//! The state of a match of Accordion: who may do what, and what happens then.

use crate::accordion::course::{Course, Step};
use crate::accordion::deck::{Deck, deal_number, deck};
use crate::accordion::event::{Action, Event, to_move};
use crate::accordion::options::Options;
use crate::accordion::row::{MOST_MOVES, MoveError};
use crate::accordion::view::{Phase, Side, View};
use crate::cards::PACK;
use crate::catalogue::{GameFacts, GameId};
use crate::game::{
    Asked, Audience, Bot as _, Cause, Entry, Game, OptionsError, Outcome, Patience, Refusal, Seat, SeatRange,
    Waiting, refusals,
};
use crate::seed::Seed;

/// Both seats.
const SEATS: [Seat; 2] = [Seat(0), Seat(1)];

/// The other seat.
pub const fn other(seat: Seat) -> Seat {
    Seat(if seat.0 == 0 { 1 } else { 0 })
}

refusals! {
    /// All ways Accordion says no.
    NO_MATCH = "no-match", "a move between piles whose top cards have neither suit nor rank in common";
    NO_PILE = "no-pile", "a move from or to a pile that is not there, or by another distance than 1 or 2";
    DECK_EMPTY = "deck-empty", "a deal after the 52nd card";
    CARDS_LEFT = "cards-left", "the tableau before all cards are dealt";
    NOTHING_TO_UNDO = "nothing-to-undo", "nothing is left to take back, or a deal, which can be taken back in practice only";
    NOT_PLAYING = "not-playing", "anything before both are there, after one's tableau, or after the match";
}

/// One player: the row, and how far it is.
#[derive(Debug, Clone, PartialEq, Default)]
struct Player {
    name: Option<String>,
    course: Course,
    finished: bool,
    /// Actions so far.
    actions: u32,
}

/// The state of a match.
#[derive(Debug, Clone, PartialEq)]
pub struct Accordion {
    options: Options,
    deck: Deck,
    phase: Phase,
    players: [Player; 2],
    outcome: Option<Outcome>,
}

impl Accordion {
    /// What the home page shows.
    pub fn facts() -> GameFacts {
        GameFacts {
            id: GameId::Accordion,
            name: GameId::Accordion.name().to_owned(),
            least_seats: 2,
            most_seats: 2,
            bots: Self::LEVELS.iter().map(|level| level.word().to_owned()).collect(),
            options: Options::facts(),
        }
    }

    fn player(&self, seat: Seat) -> &Player {
        &self.players[usize::from(seat.0 != 0)]
    }

    fn player_mut(&mut self, seat: Seat) -> &mut Player {
        &mut self.players[usize::from(seat.0 != 0)]
    }

    fn sit(&mut self, seat: Seat, name: &str) -> Result<Vec<Event>, Refusal> {
        if self.phase != Phase::Waiting {
            return Err(Refusal::new(NOT_PLAYING, "The match has begun."));
        }
        if self.player(seat).name.is_some() {
            return Err(Refusal::new(NOT_PLAYING, "That seat is taken."));
        }
        self.player_mut(seat).name = Some(name.to_owned());
        Ok(vec![Event::Seated { seat, name: name.to_owned() }])
    }

    fn start(&mut self) -> Result<Vec<Event>, Refusal> {
        if self.phase != Phase::Waiting || self.players.iter().any(|player| player.name.is_none()) {
            return Err(Refusal::new(NOT_PLAYING, "Both seats must be taken, and the match not begun."));
        }
        self.phase = Phase::Playing;
        Ok(vec![Event::Began])
    }

    fn act(&mut self, seat: Seat, action: Action) -> Result<Vec<Event>, Refusal> {
        self.playing(seat)?;
        let (deck, practice) = (self.deck, self.options.practice);
        let player = self.player_mut(seat);
        let events = match action {
            Action::Deal => {
                let card = player.course.next_card(&deck);
                let Some(card) = card.filter(|&card| player.course.deal(card)) else {
                    return Err(Refusal::new(DECK_EMPTY, "All 52 cards are dealt."));
                };
                vec![Event::Dealt { seat, card: Some(card) }]
            }
            Action::Move { from, distance, whole } => {
                let step = to_move(from, distance, whole).map_err(refusal)?;
                player.course.make(step).map_err(refusal)?;
                vec![Event::Moved { seat, step }]
            }
            Action::Undo => match player.course.undo(practice) {
                Some(step) => vec![Event::Undone { seat, deal: step == Step::Deal }],
                None if player.course.steps().is_empty() => {
                    return Err(Refusal::new(NOTHING_TO_UNDO, "Nothing has been done yet."));
                }
                None => return Err(Refusal::new(NOTHING_TO_UNDO, "A card that was dealt stays dealt.")),
            },
            Action::Tableau => {
                let left = PACK - player.course.dealt();
                if left > 0 {
                    let reason = format!("Deal all cards first; {left} are left.");
                    return Err(Refusal::new(CARDS_LEFT, reason));
                }
                player.finished = true;
                player.actions += 1;
                return Ok(self.finish(seat));
            }
        };
        player.actions += 1;
        Ok(events)
    }

    /// Whether a seat may do anything.
    fn playing(&self, seat: Seat) -> Result<(), Refusal> {
        match self.phase {
            Phase::Waiting => Err(Refusal::new(NOT_PLAYING, "The match has not begun.")),
            Phase::Over => Err(Refusal::new(NOT_PLAYING, "The match is over.")),
            Phase::Playing if self.player(seat).finished => {
                Err(Refusal::new(NOT_PLAYING, "You have finished."))
            }
            Phase::Playing => Ok(()),
        }
    }

    /// A seat has finished; if both have, the piles are counted.
    fn finish(&mut self, seat: Seat) -> Vec<Event> {
        if self.players.iter().any(|player| !player.finished) {
            return vec![Event::Finished { seat }];
        }
        let rows = [0, 1].map(|seat: usize| *self.players[seat].course.row());
        let [first, second] = [rows[0].len(), rows[1].len()];
        let winners = match first.cmp(&second) {
            std::cmp::Ordering::Less => vec![Seat(0)],
            std::cmp::Ordering::Greater => vec![Seat(1)],
            // One pile is all that can be done: enough against the house, which may do it always.
            std::cmp::Ordering::Equal if first == 1 && self.options.house => vec![Seat(0)],
            std::cmp::Ordering::Equal => Vec::new(),
        };
        let piles = |piles: usize| if piles == 1 { "1 pile".to_owned() } else { format!("{piles} piles") };
        let name = |seat| self.player(seat).name.as_deref().unwrap_or_default();
        let (one, two) = (name(Seat(0)), name(Seat(1)));
        let reason = format!("{one} is left with {}, {two} with {}.", piles(first), piles(second));
        vec![
            Event::Shown { rows: Box::new(rows) },
            self.end(Outcome::Decided { winners, forfeit: false, reason }),
        ]
    }

    /// A seat gives up, or was idle for too long.
    fn forfeit(&mut self, seat: Seat, reason: &'static str) -> Result<Vec<Event>, Refusal> {
        if self.player(seat).name.is_none() {
            return Err(Refusal::new(NOT_PLAYING, "Nobody sits there."));
        }
        match self.phase {
            Phase::Playing => Ok(vec![self.end(Outcome::Decided {
                winners: vec![other(seat)],
                forfeit: true,
                reason: reason.to_owned(),
            })]),
            Phase::Waiting => Ok(vec![self.end(Outcome::Closed { cause: Cause::Abandoned })]),
            Phase::Over => Err(Refusal::new(NOT_PLAYING, "The match is over.")),
        }
    }

    /// Ends the match. Rows are shown only if both have finished.
    fn end(&mut self, outcome: Outcome) -> Event {
        self.phase = Phase::Over;
        self.outcome = Some(outcome.clone());
        Event::Over { outcome }
    }
}

/// Why a move is refused.
fn refusal(error: MoveError) -> Refusal {
    match error {
        MoveError::NoPile => Refusal::new(NO_PILE, "There is no such pile, or none that far to its left."),
        MoveError::NoMatch => {
            Refusal::new(NO_MATCH, "The two top cards have neither suit nor rank in common.")
        }
    }
}

impl Game for Accordion {
    type Options = Options;
    type Action = Action;
    type Event = Event;
    type View = View;

    /// Two sit down and it starts; each deals all cards, makes every move there can be, and finishes.
    const LONGEST: usize = 3 + 2 * (PACK + MOST_MOVES + 1);

    const IDLE_SECONDS: Option<u32> = Some(30 * 60);

    fn new(options: &Options, seed: &Seed) -> Result<Self, OptionsError> {
        options.check()?;
        Ok(Self {
            deck: deck(deal_number(options, seed)),
            options: options.clone(),
            phase: Phase::Waiting,
            players: Default::default(),
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
        if seat.is_some_and(|seat| seat.0 > 1) {
            return Err(Refusal::new(NOT_PLAYING, "There are two seats, 0 and 1."));
        }
        match entry {
            Entry::Sat { seat, name } => self.sit(*seat, name),
            Entry::Started => self.start(),
            Entry::Acted { seat, action } => self.act(*seat, *action),
            Entry::TimedOut { seat } => {
                self.playing(*seat)?;
                self.forfeit(*seat, "Nothing was done for too long.")
            }
            Entry::Left { seat } => self.forfeit(*seat, "The other side gave up."),
            Entry::Closed { .. } if self.phase == Phase::Over => {
                Err(Refusal::new(NOT_PLAYING, "The match is over."))
            }
            Entry::Closed { cause } => Ok(vec![self.end(Outcome::Closed { cause: *cause })]),
        }
    }

    fn reveal(event: &Event, audience: Audience) -> Option<Event> {
        let own = |seat: Seat| audience == Audience::Seat(seat);
        match event {
            Event::Dealt { seat, .. } if !own(*seat) => Some(Event::Dealt { seat: *seat, card: None }),
            Event::Moved { seat, .. } | Event::Undone { seat, deal: false } if !own(*seat) => None,
            event => Some(event.clone()),
        }
    }

    fn view(&self, audience: Audience) -> View {
        let all_finished = self.players.iter().all(|player| player.finished);
        let side = |seat: Seat| {
            let player = self.player(seat);
            Side {
                dealt: player.course.dealt(),
                finished: player.finished,
                row: Some(*player.course.row()).filter(|_| all_finished),
            }
        };
        let own = audience.seat().filter(|seat| seat.0 <= 1);
        View {
            phase: self.phase,
            seat: audience.seat(),
            practice: self.options.practice,
            house: self.options.house,
            names: SEATS.map(|seat| self.player(seat).name.clone().unwrap_or_default()),
            course: own.map(|seat| self.player(seat).course.clone()),
            sides: SEATS.map(side),
            outcome: self.outcome.as_ref().map(|outcome| outcome.ending(audience)),
        }
    }

    /// Everybody who has not finished. There is no clock; a room closes a match in which nobody does anything.
    fn waiting_for(&self) -> Waiting {
        let asked = SEATS.into_iter().filter(|&seat| self.playing(seat).is_ok());
        let asked = asked.map(|seat| Asked { seat, clock: None, turn: self.player(seat).actions });
        Waiting { seats: asked.collect() }
    }

    fn outcome(&self) -> Option<Outcome> {
        self.outcome.clone()
    }

    fn seats(_: &Options) -> SeatRange {
        SeatRange { least: 2, most: 2 }
    }

    fn started(&self) -> bool {
        self.phase != Phase::Waiting
    }

    fn patience(options: &Options) -> Patience {
        Patience { join_seconds: options.join_seconds, grace_seconds: options.grace_seconds }
    }

    /// With another deal: both know this one.
    fn rematch_options(&self) -> Options {
        Options { deal: None, ..self.options.clone() }
    }

    fn legal(&self, seat: Seat) -> Option<Vec<Action>> {
        if seat.0 > 1 || self.playing(seat).is_err() {
            return Some(Vec::new());
        }
        Some(self.player(seat).course.legal(self.options.practice))
    }

    /// The piles that were left.
    fn score(&self, seat: Seat) -> Option<i64> {
        let player = Some(self.player(seat)).filter(|player| player.finished)?;
        i64::try_from(player.course.row().len()).ok()
    }

    /// Every card of the deck that was dealt is in the row and no other, and the first lies at the bottom on the left.
    fn audit(&self) -> Result<(), String> {
        for (player, seat) in self.players.iter().zip(SEATS) {
            let row = player.course.row();
            row.audit().map_err(|fault| format!("seat {seat}: {fault}"))?;
            let (dealt, rest) = self.deck.split_at(row.cards());
            if !dealt.iter().all(|&card| row.contains(card)) || rest.iter().any(|&card| row.contains(card)) {
                return Err(format!("the row of seat {seat} has other cards than were dealt"));
            }
            if row.pile(0).last() != dealt.first().copied() {
                return Err(format!("the first card has moved in the row of seat {seat}"));
            }
        }
        Ok(())
    }
}

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests;
