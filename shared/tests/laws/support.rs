//! What the laws need to know of a game, and random play made of it.

use std::fmt;
use std::marker::PhantomData;

use proptest::prelude::*;
use shared::game::{Audience, Entry, Seat};
use shared::protocol::wire::Wire;
use shared::record::fold;
use shared::seed::{Rng, Seed};

/// Plays per law.
pub const CASES: u32 = 48;

/// A match that can be folded again: what a record is before the match is over.
#[derive(Debug, Clone)]
pub struct Paper<G: Wire> {
    pub options: G::Options,
    pub seed: Seed,
    pub entries: Vec<Entry<G::Action>>,
    /// A start that the seed does not lead to; only a varied match has one.
    pub start: Option<G>,
}

impl<G: Wire> Paper<G> {
    /// The state after all entries.
    pub fn fold(&self) -> G {
        let Some(start) = &self.start else {
            return fold(&self.options, &self.seed, &self.entries)
                .expect("only accepted entries are on paper");
        };
        let mut game = start.clone();
        for entry in &self.entries {
            game.step(entry).expect("the varied match accepts what the other did");
        }
        game
    }
}

/// What a game brings to the laws.
pub trait Sample: Wire {
    /// Entries that are tried in one play, at most.
    const TRIES: usize = Self::LONGEST * 3 / 2;

    /// Options of every kind, all valid.
    fn sample_options(rng: &mut Rng) -> Self::Options;

    /// Any entry: of every kind, allowed and not, sensible and absurd.
    fn sample_entry(&self, rng: &mut Rng) -> Entry<Self::Action>;

    /// Another match that differs from `paper` only in what `audience` may not know; `None` if none was found.
    /// It has as many entries.
    fn vary(paper: &Paper<Self>, audience: Audience, rng: &mut Rng) -> Option<Paper<Self>>;

    /// An entry that brings the match on: people sit down, it starts, bots play.
    fn useful_entry(&self, options: &Self::Options, rng: &mut Rng) -> Option<Entry<Self::Action>> {
        if !self.started() {
            let seats = (0..Self::seats(options).most).map(Seat);
            let sat = seats.map(|seat| Entry::Sat { seat, name: format!("Player {seat}") });
            return sat.chain([Entry::Started]).find(|entry| self.clone().step(entry).is_ok());
        }
        let waiting = self.waiting_for().seats;
        let seat = rng.pick(&waiting)?.seat;
        let level = *rng.pick(Self::LEVELS)?;
        let action = Self::decide(&self.view(Audience::Seat(seat)), level, rng)?;
        Some(Entry::Acted { seat, action })
    }
}

/// Everybody who can look on at a match with these options.
pub fn audiences<G: Wire>(options: &G::Options) -> Vec<Audience> {
    let seats = (0..G::seats(options).most).map(|seat| Audience::Seat(Seat(seat)));
    seats.chain([Audience::Spectator]).collect()
}

/// Random play of a game, not yet played: the number all its chance comes from, and how many entries are tried.
#[derive(Clone)]
pub struct Play<G> {
    number: u64,
    tries: usize,
    game: PhantomData<fn() -> G>,
}

/// Any play. Shrinks to fewer entries.
pub fn plays<G: Sample>() -> impl Strategy<Value = Play<G>> {
    (any::<u64>(), 0..G::TRIES).prop_map(|(number, tries)| Play { number, tries, game: PhantomData })
}

impl<G> fmt::Debug for Play<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} tries of number {}", self.tries, self.number)
    }
}

/// One entry that was tried on a match.
pub struct Try<'a, G: Wire> {
    pub options: &'a G::Options,
    pub before: &'a G,
    pub entry: &'a Entry<G::Action>,
    pub after: &'a G,
    pub result: &'a Result<Vec<G::Event>, shared::game::Refusal>,
}

impl<G: Sample> Play<G> {
    /// A generator for one purpose of the checks, beside the one that plays.
    pub fn rng(&self, purpose: &str) -> Rng {
        Seed::from_number(self.number).rng(purpose)
    }

    /// A match with nobody in it.
    pub fn fresh(&self) -> Paper<G> {
        let options = G::sample_options(&mut self.rng("options"));
        Paper { options, seed: Seed::from_number(self.number), entries: Vec::new(), start: None }
    }

    /// Plays, and shows every try to `look`. Returns what was accepted.
    pub fn run(&self, mut look: impl FnMut(Try<'_, G>)) -> Paper<G> {
        let mut paper = self.fresh();
        let mut rng = self.rng("play");
        let mut game: G = paper.fold();
        for _ in 0..self.tries {
            let useful = if rng.chance(1, 2) { game.useful_entry(&paper.options, &mut rng) } else { None };
            let entry = useful.unwrap_or_else(|| game.sample_entry(&mut rng));
            let before = game.clone();
            let result = game.step(&entry);
            look(Try {
                options: &paper.options,
                before: &before,
                entry: &entry,
                after: &game,
                result: &result,
            });
            if result.is_ok() {
                paper.entries.push(entry);
            }
        }
        paper
    }
}
