//! How the master looks for a way to a single pile: a beam search over the row with all cards dealt.
//!
//! It goes from each number of piles to the next smaller. Of all rows found with as many piles it keeps those with the
//! most open matches, as many as the beam is wide. Between two merges it tries up to [`TOPS`] moves of single top cards,
//! again keeping the best of each round: they cost no pile, and bring together what could not meet. If a narrow beam
//! does not reach a single pile, a wider one tries.
//!
//! The work is cut into small slices, so that a browser stays awake and a server can stop it: drop it.

use std::cmp::Reverse;
use std::collections::HashSet;

use crate::accordion::row::{Move, Row};

/// Widths of the beam, one after the other.
const WIDTHS: [usize; 2] = [12, 60];

/// Moves of single top cards between two merges, at most.
const TOPS: u8 = 8;

/// A row that was found.
#[derive(Debug, Clone, Copy)]
struct Found {
    row: Row,
    /// The link that led to it; `None` for the row at the start.
    link: Option<u32>,
}

/// How a row was found.
#[derive(Debug, Clone, Copy)]
struct Link {
    /// The link before.
    before: Option<u32>,
    step: Move,
}

/// A row that can be reached by a move, before it is known whether it is kept.
#[derive(Debug, Clone, Copy)]
struct Candidate {
    open: usize,
    /// Tells it apart, and decides between equals as chance would.
    fingerprint: u64,
    /// From which row of the pool.
    parent: usize,
    step: Move,
}

/// A search that can be taken step by step. It holds at most some ten thousand rows and links.
#[derive(Debug)]
pub struct Search {
    start: Row,
    /// The fewest piles that were reached, and how.
    best: (usize, Vec<Move>),
    /// Widths that were not tried yet, the next one last.
    widths: Vec<usize>,
    beam: Beam,
}

/// One beam on its way.
#[derive(Debug)]
struct Beam {
    width: usize,
    /// All rows with as many piles, those of the latest round of top cards at the end.
    pool: Vec<Found>,
    /// What kind of moves is tried now, from which row on.
    stage: Stage,
    next: usize,
    candidates: Vec<Candidate>,
    seen: HashSet<u64>,
    links: Vec<Link>,
}

#[derive(Debug, Clone, Copy)]
enum Stage {
    /// Single top cards, and how many rounds of them there were before.
    Tops(u8),
    /// Merges of whole piles.
    Merges,
}

impl Search {
    /// Begins to look for a way from this row, in which all cards are dealt.
    pub fn new(start: Row) -> Self {
        let mut widths = WIDTHS.to_vec();
        widths.reverse();
        let width = widths.pop().unwrap_or(1);
        Self { start, best: (start.len(), Vec::new()), widths, beam: Beam::new(start, width) }
    }

    /// The row it began with.
    pub const fn start(&self) -> &Row {
        &self.start
    }

    /// Goes on until it has looked at about `budget` rows more. Gives the moves to the fewest piles it could reach once
    /// it is through; `None` before.
    pub fn step(&mut self, budget: u32) -> Option<Vec<Move>> {
        let mut looked = 0;
        loop {
            if !self.beam.expand(&mut looked) {
                let Some(reached) = self.beam.turn() else {
                    if looked >= budget {
                        return None;
                    }
                    continue;
                };
                if reached.row.len() < self.best.0 {
                    self.best = (reached.row.len(), self.beam.way(reached.link));
                }
                match self.widths.pop() {
                    Some(width) if self.best.0 > 1 => self.beam = Beam::new(self.start, width),
                    _ => return Some(std::mem::take(&mut self.best.1)),
                }
            }
            if looked >= budget {
                return None;
            }
        }
    }
}

impl Beam {
    fn new(start: Row, width: usize) -> Self {
        Self {
            width,
            pool: vec![Found { row: start, link: None }],
            stage: Stage::Tops(0),
            next: 0,
            candidates: Vec::new(),
            seen: HashSet::from([start.fingerprint()]),
            links: Vec::new(),
        }
    }

    /// Tries the moves of the next row of the pool. False if there was none left at this stage.
    fn expand(&mut self, looked: &mut u32) -> bool {
        let Some(Found { row, .. }) = self.pool.get(self.next).copied() else { return false };
        let merges = matches!(self.stage, Stage::Merges);
        for step in row.moves().filter(|step| step.whole == merges) {
            *looked = looked.saturating_add(1);
            let mut after = row;
            // Moves that are listed can be made.
            if after.apply(step).is_err() {
                continue;
            }
            let fingerprint = after.fingerprint();
            if self.seen.insert(fingerprint) {
                self.candidates.push(Candidate { open: after.open(), fingerprint, parent: self.next, step });
            }
        }
        self.next += 1;
        true
    }

    /// Keeps the best of what was found and begins the next stage. Gives the row that was reached if this was the end.
    fn turn(&mut self) -> Option<Found> {
        let kept = self.keep();
        match self.stage {
            Stage::Tops(rounds) => {
                if kept.is_empty() || rounds + 1 == TOPS {
                    self.pool.extend(kept);
                    self.begin(Stage::Merges, 0);
                } else {
                    let from = self.pool.len();
                    self.pool.extend(kept);
                    self.stage = Stage::Tops(rounds + 1);
                    self.next = from;
                }
                None
            }
            Stage::Merges => {
                let Some(&first) = kept.first() else { return self.pool.first().copied() };
                self.pool = kept;
                self.begin(Stage::Tops(0), 0);
                self.seen.extend(self.pool.iter().map(|found| found.row.fingerprint()));
                Some(first).filter(|found| found.row.len() == 1)
            }
        }
    }

    fn begin(&mut self, stage: Stage, next: usize) {
        self.stage = stage;
        self.next = next;
        self.seen.clear();
    }

    /// Makes rows of the best candidates: those with the most open matches. Which of equal ones does not follow from where
    /// they come from, or the beam would soon be full of siblings.
    fn keep(&mut self) -> Vec<Found> {
        let order = |candidate: &Candidate| (Reverse(candidate.open), candidate.fingerprint);
        if self.candidates.len() > self.width {
            self.candidates.select_nth_unstable_by_key(self.width, order);
            self.candidates.truncate(self.width);
        }
        self.candidates.sort_unstable_by_key(order);
        let mut kept = Vec::with_capacity(self.candidates.len());
        for Candidate { parent, step, .. } in self.candidates.drain(..) {
            let Found { mut row, link: before } = self.pool[parent];
            if row.apply(step).is_ok() {
                let link = u32::try_from(self.links.len()).ok();
                self.links.push(Link { before, step });
                kept.push(Found { row, link });
            }
        }
        kept
    }

    /// The moves that led to a row.
    fn way(&self, mut link: Option<u32>) -> Vec<Move> {
        let mut way = Vec::new();
        while let Some(Link { before, step }) = link.and_then(|at| self.links.get(at as usize)) {
            way.push(*step);
            link = *before;
        }
        way.reverse();
        way
    }
}

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests;
