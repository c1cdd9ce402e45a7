//! The room of a match of practice: judges what its person does, lets its bots play, and folds what happened into the
//! one view that is shown. It owns no timer and no clock: whoever does is told when something is due.
//!
//! It takes the same steps as a room of the server: an entry is judged by the rules, written down, and told as far as
//! the seat may know it. A bot sees its own view only, and draws its chance from the seed and the number of the entry. A
//! plan of several actions is not on paper: when a match is taken up again, the bot thinks once more from where it had,
//! comes to the same plan, and leaves out what it has done of it. So a match goes on as it would have.

use std::collections::VecDeque;
use std::sync::Arc;

use shared::api::{MatchFacts, SeatFacts, SeatKind, Status};
use shared::game::{Audience, Cause, Entry, Fold as _, Level, Refusal, Seat, Thought};
use shared::protocol::session::Presence;
use shared::record::{Line, RecordOf, ReplayError};
use shared::seed::Seed;

use crate::practice::Practised;
use crate::practice::paper::{Paper, match_id};
use crate::practice::statistics::Finished;

/// Where the person sits.
pub const HUMAN: Seat = Seat(0);

/// A match is closed after so many entries: what it takes of memory and storage has an end. Written down they are about
/// 60 characters each, so that all of them fit into [`LONGEST`](crate::practice::paper::LONGEST). With the largest house
/// the usual map of Nuggets takes 4,000 entries, and one of 60 × 200 some 23,000.
pub const MOST: usize = 50_000;

/// A long thought is done in slices of about this many milliseconds, so that every frame of the page has time for more.
const SLICE: f64 = 8.0;

/// So many rows are looked at between two looks at the clock: natively a third of a millisecond, in a browser on a slow
/// phone about three.
const ROWS: u32 = 1_000;

/// A slice ends after so many looks even if the clock stands still: some browsers let it go on in steps of 100 ms only.
const LOOKS: u32 = 8;

/// One player of the house.
struct Player<A> {
    seat: Seat,
    level: Level,
    /// Which question it is being asked.
    turn: Option<u32>,
    /// When it answers, in milliseconds of the page.
    due: Option<f64>,
    thought: Option<Box<dyn Thought<A>>>,
    /// How many actions of what it is thinking about are done already.
    done: usize,
    plan: VecDeque<A>,
}

impl<A> Player<A> {
    /// Before its action in entry `index` of a match that is taken up: had it thought before, this is one more action of
    /// that; if not, it may have begun to think now.
    fn remember<G: Practised<Action = A>>(&mut self, game: &G, seed: &Seed, index: usize) {
        if self.thought.is_none() {
            // The number may be another than when it thought, if the person has acted meanwhile: thoughts draw nothing.
            let mut rng = seed.rng(&format!("bot {} at {index}", self.seat));
            self.thought = G::think(&game.view(Audience::Seat(self.seat)), self.level, &mut rng);
            self.done = 0;
        }
        self.done += usize::from(self.thought.is_some());
    }
}

/// The room.
pub struct Room<G: Practised> {
    paper: Paper<G>,
    game: G,
    view: Arc<G::View>,
    players: Vec<Player<G::Action>>,
    /// When the match would have begun, had it never been left; in milliseconds of the page.
    began: f64,
}

impl<G: Practised> Room<G> {
    /// Begins a match, or goes on with one. `now` is in milliseconds of the page, here and everywhere.
    ///
    /// # Errors
    /// When the rules don't accept what is on paper.
    pub fn open(paper: Paper<G>, now: f64) -> Result<Self, ReplayError> {
        let mut game = G::new(&paper.options, &paper.seed)?;
        let players = (1..).map(Seat).zip(&paper.bots).map(|(seat, level)| Player {
            seat,
            level: *level,
            turn: None,
            due: None,
            thought: None,
            done: 0,
            plan: VecDeque::new(),
        });
        let mut players: Vec<Player<G::Action>> = players.collect();
        for (index, line) in paper.entries.iter().enumerate() {
            if let Entry::Acted { seat, .. } = &line.entry
                && G::PLANS
                && let Some(player) = players.iter_mut().find(|player| player.seat == *seat)
            {
                player.remember::<G>(&game, &paper.seed, index);
            }
            game.step(&line.entry).map_err(|refusal| ReplayError::Entry { index, refusal })?;
        }
        #[allow(clippy::cast_precision_loss)] // a match is shorter than 2^52 ms
        let gone = paper.entries.last().map_or(0.0, |line| line.at as f64);
        let mut room = Self {
            view: Arc::new(game.view(Audience::Seat(HUMAN))),
            players,
            began: now - gone,
            paper,
            game,
        };
        room.begin(now).map_err(|refusal| ReplayError::Entry { index: room.paper.entries.len(), refusal })?;
        room.ask(now);
        Ok(room)
    }

    /// Everybody sits down, and play begins.
    fn begin(&mut self, now: f64) -> Result<(), Refusal> {
        if self.game.started() {
            return Ok(());
        }
        let all = self.paper.bots.len();
        let house = (1..).map(Seat).zip(self.paper.bots.clone());
        let names = house.map(|(seat, level)| (seat, level.bot_name(all, seat.0)));
        let sitting: Vec<_> = std::iter::once((HUMAN, self.paper.name.clone())).chain(names).collect();
        for (seat, name) in sitting {
            self.accept(Entry::Sat { seat, name }, now)?;
        }
        self.accept(Entry::Started, now)?;
        Ok(())
    }

    /// The person acts. Returns what they may know of what happened.
    ///
    /// # Errors
    /// When the rules say no; nothing has changed.
    pub fn act(&mut self, action: G::Action, now: f64) -> Result<Vec<G::Event>, Refusal> {
        self.accept(Entry::Acted { seat: HUMAN, action }, now)
    }

    /// The person gives up; a match that only bots would go on with is closed.
    ///
    /// # Errors
    /// When the rules say no.
    pub fn leave(&mut self, now: f64) -> Result<Vec<G::Event>, Refusal> {
        let mut events = self.accept(Entry::Left { seat: HUMAN }, now)?;
        if !self.over() {
            events.extend(self.accept(Entry::Closed { cause: Cause::Abandoned }, now)?);
        }
        Ok(events)
    }

    /// When a bot wants to go on; `None` while none does.
    pub fn due(&self) -> Option<f64> {
        self.players.iter().filter_map(|player| player.due).min_by(f64::total_cmp)
    }

    /// Lets the bot that has waited longest go on, if it is time: it acts, or thinks for a moment. `clock` tells the
    /// milliseconds of the page. Returns what the person may know of what happened.
    pub fn come_due(&mut self, clock: &dyn Fn() -> f64) -> Vec<G::Event> {
        let now = clock();
        let due = self.due().filter(|due| *due <= now);
        let Some(index) = due.and_then(|due| self.players.iter().position(|player| player.due == Some(due)))
        else {
            return Vec::new();
        };
        let entry = match self.think(index, now, clock) {
            Thinks::On => return Vec::new(),
            Thinks::Of(entry) => entry,
            Thinks::OfNothing => Entry::Closed { cause: Cause::Aborted },
        };
        // The rules don't refuse the room's own entries; were it so, a match that is closed is better than one that hangs.
        self.accept(entry, now)
            .or_else(|_| self.accept(Entry::Closed { cause: Cause::Aborted }, now))
            .unwrap_or_default()
    }

    fn think(&mut self, index: usize, now: f64, clock: &dyn Fn() -> f64) -> Thinks<G::Action> {
        let number = self.paper.entries.len();
        let Some(player) = self.players.get_mut(index) else { return Thinks::OfNothing };
        let seat = player.seat;
        if let Some(thought) = &mut player.thought {
            player.due = Some(now);
            for _ in 0..LOOKS {
                if let Some(plan) = thought.step(ROWS) {
                    player.plan = plan.into_iter().skip(player.done).collect();
                    player.thought = None;
                    break;
                }
                if clock() - now >= SLICE {
                    break;
                }
            }
            return Thinks::On;
        }
        if let Some(action) = player.plan.pop_front() {
            return Thinks::Of(Entry::Acted { seat, action });
        }
        let view = self.game.view(Audience::Seat(seat));
        let mut rng = self.paper.seed.rng(&format!("bot {seat} at {number}"));
        if let Some(thought) = G::think(&view, player.level, &mut rng) {
            player.thought = Some(thought);
            player.done = 0;
            player.due = Some(now);
            return Thinks::On;
        }
        let action = G::decide(&view, player.level, &mut rng);
        action.map_or(Thinks::OfNothing, |action| Thinks::Of(Entry::Acted { seat, action }))
    }

    /// Judges, writes down, and folds into the view what the person may know.
    fn accept(&mut self, entry: Entry<G::Action>, now: f64) -> Result<Vec<G::Event>, Refusal> {
        let mut told = self.step(entry, now)?;
        if self.paper.entries.len() >= MOST && !self.over() {
            told.extend(self.step(Entry::Closed { cause: Cause::Aborted }, now)?);
        }
        self.ask(now);
        Ok(told)
    }

    fn step(&mut self, entry: Entry<G::Action>, now: f64) -> Result<Vec<G::Event>, Refusal> {
        let events = self.game.step(&entry)?;
        // Never before the entry before it, whatever the clock does.
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // below 2^52
        let at = (now - self.began).max(0.0) as u64;
        let at = self.paper.entries.last().map_or(at, |line| line.at.max(at));
        self.paper.entries.push(Line { at, entry });
        self.paper.outcome = self.game.outcome();
        let revealed = events.iter().filter_map(|event| G::reveal(event, Audience::Seat(HUMAN)));
        let told: Vec<_> = revealed.collect();
        let view = Arc::make_mut(&mut self.view);
        for event in &told {
            view.apply(event);
        }
        Ok(told)
    }

    /// Asks the bots for what the match waits for.
    fn ask(&mut self, now: f64) {
        let over = self.over();
        let waiting = self.game.waiting_for();
        let number = self.paper.entries.len();
        for player in &mut self.players {
            let asked = waiting.of(player.seat).filter(|_| !over);
            let turn = asked.map(|asked| asked.turn);
            if player.turn == turn {
                continue;
            }
            player.turn = turn;
            player.due = turn.map(|_| {
                let seat = player.seat;
                let mut rng = self.paper.seed.rng(&format!("pause {seat} at {number}"));
                now + f64::from(G::pause(&self.game.view(Audience::Seat(seat)), &mut rng))
            });
            if over {
                player.thought = None;
            }
        }
    }

    /// What the person sees.
    pub fn view(&self) -> Arc<G::View> {
        Arc::clone(&self.view)
    }

    /// How many entries there are.
    pub fn seq(&self) -> u64 {
        self.paper.entries.len() as u64
    }

    /// True once the match has an outcome.
    pub fn over(&self) -> bool {
        self.game.outcome().is_some()
    }

    /// All there is of the match.
    pub fn paper(&self) -> &Paper<G> {
        &self.paper
    }

    /// What another match like this one is set up with.
    pub fn next_options(&self) -> G::Options {
        self.game.rematch_options()
    }

    /// Where the players are, by seat.
    pub fn presence(&self) -> impl Iterator<Item = (Seat, Presence)> + use<G> {
        let house: Vec<_> = self.players.iter().map(|player| (player.seat, Presence::Bot)).collect();
        std::iter::once((HUMAN, Presence::Here)).chain(house)
    }

    /// What a server would tell anybody about the match.
    pub fn facts(&self) -> MatchFacts {
        let Paper { name, bots, seed, made_at, options, entries, outcome, .. } = &self.paper;
        let human = SeatFacts { seat: HUMAN, name: Some(name.clone()), kind: SeatKind::Human, level: None };
        let house = self.players.iter().map(|player| SeatFacts {
            seat: player.seat,
            name: Some(player.level.bot_name(bots.len(), player.seat.0)),
            kind: SeatKind::Bot,
            level: Some(player.level),
        });
        let ended_at = outcome.as_ref().and(entries.last()).map(|line| made_at + line.at);
        MatchFacts {
            match_id: match_id(G::GAME, seed),
            code: String::new(),
            game: G::GAME,
            options: serde_json::to_value(G::public_options(options)).unwrap_or_default(),
            public: false,
            seats: std::iter::once(human).chain(house).collect(),
            status: if outcome.is_some() { Status::Over } else { Status::Playing },
            created_at: *made_at,
            started_at: Some(*made_at),
            ended_at,
            seed_hash: seed.public_hash(),
            outcome: outcome.clone(),
        }
    }

    /// What it comes to in the statistics; `None` until the match is over, and where it was closed from outside its rules.
    pub fn finished(&self) -> Option<Finished> {
        let verdict = self.paper.outcome.as_ref()?.verdict(HUMAN)?;
        let level = self.paper.bots.iter().copied().max()?;
        let match_id = self.paper.match_id();
        Some(Finished { game: G::GAME, match_id, level, verdict, score: self.game.score(HUMAN) })
    }

    /// The record; `None` until the match is over.
    pub fn record(&self) -> Option<RecordOf<G>> {
        let Paper { seed, options, entries, outcome, .. } = &self.paper;
        Some(RecordOf::<G> {
            match_id: match_id(G::GAME, seed),
            game: G::GAME,
            options: options.clone(),
            seed: seed.clone(),
            entries: entries.clone(),
            outcome: outcome.clone()?,
        })
    }

    /// The whole state, to compare with.
    #[cfg(test)]
    pub(super) fn game(&self) -> &G {
        &self.game
    }
}

/// What a bot that is due comes up with.
enum Thinks<A> {
    /// It has to think for longer.
    On,
    /// This.
    Of(Entry<A>),
    /// Nothing, which it should not.
    OfNothing,
}

#[cfg(test)]
mod tests;
