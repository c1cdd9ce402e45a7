//! A row and how it came about: every deal and move that stands, so that the latest can be taken back.

use serde::{Deserialize, Serialize};

use crate::accordion::deck::Deck;
use crate::accordion::event::Action;
use crate::accordion::row::{Move, MoveError, Row, Taken};
use crate::cards::{Card, PACK};

/// One step of a course. In JSON `null` for a deal, and a move as [`Taken`] says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Option<Taken>", into = "Option<Taken>")]
pub enum Step {
    /// The next card was dealt.
    Deal,
    /// A move was made.
    Move(Taken),
}

impl From<Option<Taken>> for Step {
    fn from(taken: Option<Taken>) -> Self {
        taken.map_or(Self::Deal, Self::Move)
    }
}

impl From<Step> for Option<Taken> {
    fn from(step: Step) -> Self {
        match step {
            Step::Deal => None,
            Step::Move(taken) => Some(taken),
        }
    }
}

/// A row of piles and the steps that led to it; those that were taken back are not among them.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(try_from = "Parts", into = "Parts")]
pub struct Course {
    row: Row,
    steps: Vec<Step>,
}

/// A course in JSON.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Parts {
    piles: Row,
    steps: Vec<Step>,
}

impl Course {
    /// The piles as they lie.
    pub const fn row(&self) -> &Row {
        &self.row
    }

    /// What led to them, from the first step on: at most 52 deals and [`MOST_MOVES`](crate::accordion::row::MOST_MOVES)
    /// moves.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// How many cards were dealt.
    pub const fn dealt(&self) -> usize {
        self.row.cards()
    }

    /// The next card of a deck; `None` once all are dealt.
    pub fn next_card(&self, deck: &Deck) -> Option<Card> {
        deck.get(self.dealt()).copied()
    }

    /// Deals a card. False, and nothing is changed, if it is there already.
    pub fn deal(&mut self, card: Card) -> bool {
        let new = self.row.deal(card);
        if new {
            self.steps.push(Step::Deal);
        }
        new
    }

    /// Makes a move.
    ///
    /// # Errors
    /// When it can't be made; nothing has changed then.
    pub fn make(&mut self, step: Move) -> Result<Taken, MoveError> {
        let taken = self.row.apply(step)?;
        self.steps.push(Step::Move(taken));
        Ok(taken)
    }

    /// What [`Self::undo`] would take back; a deal only in `practice`.
    pub fn undoable(&self, practice: bool) -> Option<Step> {
        self.steps.last().copied().filter(|step| practice || *step != Step::Deal)
    }

    /// Takes the latest step back; a deal only in `practice`. `None`, and nothing is changed, if there is none.
    pub fn undo(&mut self, practice: bool) -> Option<Step> {
        let step = self.undoable(practice)?;
        let done = match step {
            Step::Deal => self.row.take_deal_back().is_some(),
            Step::Move(taken) => self.row.take_back(taken),
        };
        done.then(|| self.steps.pop()).flatten()
    }

    /// Everything that can be done with it: the moves from left to right, for a pile of one card both as the pile and
    /// as its top card.
    pub fn legal(&self, practice: bool) -> Vec<Action> {
        let all_dealt = self.dealt() == PACK;
        let moves = self.row.moves().flat_map(|step| {
            let twin = Move { whole: false, ..step };
            let single = self.row.is_single(usize::from(step.from));
            [Some(step), Some(twin).filter(|_| single)].into_iter().flatten()
        });
        let deal = Some(Action::Deal).filter(|_| !all_dealt);
        let undo = self.undoable(practice).map(|_| Action::Undo);
        let finish = Some(Action::Tableau).filter(|_| all_dealt);
        deal.into_iter().chain(moves.map(Action::from)).chain(undo).chain(finish).collect()
    }
}

/// Steps that don't lead to the piles.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the steps do not lead to the piles")]
struct BadCourse;

impl TryFrom<Parts> for Course {
    type Error = BadCourse;

    /// Takes everything back, down to the empty row.
    fn try_from(Parts { piles, steps }: Parts) -> Result<Self, BadCourse> {
        let course = Self { row: piles, steps };
        let mut undone = course.clone();
        while undone.undo(true).is_some() {}
        if undone == Self::default() { Ok(course) } else { Err(BadCourse) }
    }
}

impl From<Course> for Parts {
    fn from(Course { row, steps }: Course) -> Self {
        Self { piles: row, steps }
    }
}

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests;
