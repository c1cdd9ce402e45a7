//! Players made of code, and hints. The same for the house in a match, the server and the client of the TCP protocol, and
//! a browser without a server.
//!
//! Cards to the right never hinder a move on the left, so dealing everything first loses nothing, and then nothing is
//! hidden: the levels differ in effort only.
//!
//! | level | how it plays | piles left, on average |
//! |---|---|---|
//! | random | deals or makes any move, each as likely, until nothing is left to do | 12.6 |
//! | casual | as cards come: always merges, the leftmost pile it can, as far as it goes; never only the top card | 11.5 |
//! | steady | as cards come, top cards too: what leaves few piles and many open matches; before the last card nothing that leaves fewer open matches than there were | 6.3 |
//! | strong | deals everything first, then looks one move ahead for many open matches and few piles | 4.5 |
//! | master | deals everything first, then looks for a way to a single pile ([`search`]) | 1.01 |
//!
//! A [`Mind`] plays; it is asked for one action at a time with the row as it lies, and never sees a card that is not
//! dealt.

pub mod search;

use std::cmp::Reverse;
use std::str::FromStr;

use crate::accordion::deck::{Deck, deck};
use crate::accordion::event::{Action, to_move};
use crate::accordion::row::{Move, Row};
use crate::cards::PACK;
use crate::game::Level;
use crate::seed::{Rng, Seed};
use search::Search;

/// How well the house plays.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum House {
    /// Without a thought; for tests and for whoever wants to win.
    Random,
    /// Merges as cards come.
    Casual,
    /// Keeps its chances.
    #[default]
    Steady,
    /// Deals everything first and looks one move ahead.
    Strong,
    /// Deals everything first and looks for the end.
    Master,
}

impl House {
    /// All of them, weakest first.
    pub const ALL: [Self; 5] = [Self::Random, Self::Casual, Self::Steady, Self::Strong, Self::Master];

    /// The word in options and on the command line.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Random => "random",
            Self::Casual => "casual",
            Self::Steady => "steady",
            Self::Strong => "strong",
            Self::Master => "master",
        }
    }

    /// The house that plays at a level of bots; the levels of other games count as the nearest.
    pub const fn of(level: Level) -> Self {
        match level {
            Level::Easy | Level::Casual => Self::Casual,
            Level::Medium | Level::Steady => Self::Steady,
            Level::Hard | Level::Strong => Self::Strong,
            Level::Master => Self::Master,
        }
    }
}

/// A word that names no level of the house.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the house is random, casual, steady, strong or master")]
pub struct NoSuchHouse;

impl FromStr for House {
    type Err = NoSuchHouse;

    fn from_str(word: &str) -> Result<Self, NoSuchHouse> {
        Self::ALL.into_iter().find(|house| house.word() == word).ok_or(NoSuchHouse)
    }
}

/// What a level does with this row without looking further: a deal, a move, or the tableau if nothing is left to do. The
/// master is as good as strong here; a [`Mind`] gives it time.
pub fn next(row: &Row, house: House, rng: &mut Rng) -> Action {
    let left = row.cards() < PACK;
    let step = match house {
        House::Random => return any(row, left, rng),
        House::Casual => greedy(row),
        House::Steady => {
            let least = if left { row.open() } else { 0 };
            best(row, 1, least)
        }
        House::Strong | House::Master if left => None,
        House::Strong | House::Master => best(row, 2, 0),
    };
    match step {
        Some(step) => step.into(),
        None if left => Action::Deal,
        None => Action::Tableau,
    }
}

/// A deal or any move, each as likely.
fn any(row: &Row, left: bool, rng: &mut Rng) -> Action {
    let deal = Some(Action::Deal).filter(|_| left);
    let all: Vec<Action> = deal.into_iter().chain(row.moves().map(Action::from)).collect();
    rng.pick(&all).copied().unwrap_or(Action::Tableau)
}

/// The leftmost pile that can move, as far as it goes.
fn greedy(row: &Row) -> Option<Move> {
    row.moves().filter(|step| step.whole).min_by_key(|step| (step.from, Reverse(step.distance)))
}

/// The move after which `matches` times the open matches less the piles are most, of those that leave at least `least`
/// open matches; the first of equal ones.
fn best(row: &Row, matches: i32, least: usize) -> Option<Move> {
    let worth = |step: Move| {
        let mut after = *row;
        after.apply(step).ok()?;
        let open = after.open();
        // At most 102 open matches and 52 piles.
        let number = |count: usize| i32::try_from(count).unwrap_or(i32::MAX);
        (open >= least).then(|| (Reverse(matches * number(open) - number(after.len())), step))
    };
    row.moves().filter_map(worth).min_by_key(|(worth, _)| *worth).map(|(_, step)| step)
}

/// What *strong* would do: for whoever asks for a hint.
pub fn hint(row: &Row) -> Action {
    let left = row.cards() < PACK;
    match best(row, 2, 0).filter(|_| !left) {
        Some(step) => step.into(),
        None if left => Action::Deal,
        None => Action::Tableau,
    }
}

/// A player that remembers what it has planned.
#[derive(Debug)]
pub struct Mind {
    house: House,
    rng: Rng,
    thought: Thought,
}

/// What the master has in mind.
#[derive(Debug)]
enum Thought {
    Nothing,
    /// It is looking for a way from this row.
    Searching(Box<Search>),
    /// It knows what to do, the next move last, and which row that leads from.
    Plan {
        row: Row,
        rest: Vec<Move>,
    },
}

impl Mind {
    /// A player of this level; `rng` is for those who draw.
    pub const fn new(house: House, rng: Rng) -> Self {
        Self { house, rng, thought: Thought::Nothing }
    }

    /// What it does with this row: a deal, a move, or the tableau. `None`: it is still thinking; ask again with the same
    /// row. `budget` is how many rows it may look at before it answers, at least one: about 3 million a second
    /// natively. Only the master needs more than one call.
    pub fn choose(&mut self, row: &Row, budget: u32) -> Option<Action> {
        if self.house != House::Master || row.cards() < PACK {
            return Some(next(row, self.house, &mut self.rng));
        }
        match &self.thought {
            Thought::Plan { row: planned, .. } if planned == row => {}
            Thought::Searching(search) if search.start() == row => {}
            _ => self.thought = Thought::Searching(Box::new(Search::new(*row))),
        }
        if let Thought::Searching(search) = &mut self.thought {
            let mut rest = search.step(budget)?;
            rest.reverse();
            self.thought = Thought::Plan { row: *row, rest };
        }
        let Thought::Plan { row: planned, rest } = &mut self.thought else { return None };
        let step = rest.pop();
        Some(step.filter(|&step| planned.apply(step).is_ok()).map_or(Action::Tableau, Action::from))
    }
}

/// Lets a level play a whole deal: the row it is left with.
pub fn play(deck: &Deck, house: House, rng: Rng) -> Row {
    let mut mind = Mind::new(house, rng);
    let mut row = Row::default();
    loop {
        match mind.choose(&row, u32::MAX) {
            None => {}
            Some(Action::Deal) => {
                if let Some(&card) = deck.get(row.cards()) {
                    row.deal(card);
                }
            }
            Some(Action::Move { from, distance, whole }) => {
                let _ = to_move(from, distance, whole).and_then(|step| row.apply(step));
            }
            Some(Action::Undo | Action::Tableau) => return row,
        }
    }
}

/// How many piles a level is left with in a numbered deal: the measure of its play.
pub fn piles_left(deal: u64, house: House) -> usize {
    play(&deck(deal), house, Seed::from_number(deal).rng("accordion house")).len()
}

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests;
