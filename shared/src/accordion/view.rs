//! What one audience may see of a match, and how an event changes that.

use serde::{Deserialize, Serialize};

use crate::accordion::course::Course;
use crate::accordion::event::{Action, Event};
use crate::accordion::row::Row;
use crate::accordion::rules::other;
use crate::game::{Audience, Ending, Fold, Seat};

/// Where the match stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Phase {
    /// A seat is empty, or its player has not connected yet.
    Waiting,
    /// They play, each on a row of their own.
    Playing,
    /// It is over.
    Over,
}

impl Phase {
    /// The word on the wire.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Waiting => "waiting",
            Self::Playing => "playing",
            Self::Over => "over",
        }
    }
}

/// What everybody may know of one player.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Side {
    /// Cards dealt, 0 to 52.
    pub dealt: usize,
    /// True once the player has finished.
    pub finished: bool,
    /// The row, once both have finished.
    pub row: Option<Row>,
}

/// Everything one audience may know.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct View {
    /// Where the match stands.
    pub phase: Phase,
    /// The seat of the audience; spectators have none.
    pub seat: Option<Seat>,
    /// True if a deal can be taken back too.
    pub practice: bool,
    /// True if seat 1 is the house.
    pub house: bool,
    /// The names of both, empty while a seat is.
    pub names: [String; 2],
    /// One's own row and how it came about; spectators have none.
    pub course: Option<Course>,
    /// What everybody may know of each.
    pub sides: [Side; 2],
    /// How the match ended for this audience.
    pub outcome: Option<Ending>,
}

impl View {
    /// What everybody may know of a seat.
    pub fn side(&self, seat: Seat) -> &Side {
        &self.sides[usize::from(seat.0 != 0)]
    }

    /// The name of a seat.
    pub fn name(&self, seat: Seat) -> &str {
        &self.names[usize::from(seat.0 != 0)]
    }

    /// True while the audience may do something.
    pub fn my_turn(&self) -> bool {
        self.phase == Phase::Playing && self.seat.is_some_and(|seat| !self.side(seat).finished)
    }

    /// Everything the audience may do now.
    pub fn legal(&self) -> Vec<Action> {
        let course = self.course.as_ref().filter(|_| self.my_turn());
        course.map_or_else(Vec::new, |course| course.legal(self.practice))
    }

    /// How many piles the audience is left with more than the other, once both have finished; for spectators how many
    /// seat 0 is. Negative for the winner.
    pub fn difference(&self) -> Option<i8> {
        let own = self.seat.unwrap_or(Seat(0));
        let piles = |seat| self.side(seat).row.and_then(|row| i8::try_from(row.len()).ok());
        Some(piles(own)? - piles(other(own))?)
    }

    fn side_mut(&mut self, seat: Seat) -> &mut Side {
        &mut self.sides[usize::from(seat.0 != 0)]
    }

    /// One's own row, if it is `seat`'s.
    fn own(&mut self, seat: Seat) -> Option<&mut Course> {
        self.course.as_mut().filter(|_| self.seat == Some(seat))
    }

    fn audience(&self) -> Audience {
        self.seat.map_or(Audience::Spectator, Audience::Seat)
    }
}

impl Fold for View {
    type Event = Event;

    fn apply(&mut self, event: &Event) {
        match event {
            Event::Seated { seat, name } => {
                if let Some(place) = self.names.get_mut(seat.index()) {
                    place.clone_from(name);
                }
            }
            Event::Began => self.phase = Phase::Playing,
            Event::Dealt { seat, card } => {
                self.side_mut(*seat).dealt += 1;
                if let (Some(course), Some(card)) = (self.own(*seat), card) {
                    course.deal(*card);
                }
            }
            // What is told has been judged; a view that can't follow is replaced before it comes here.
            Event::Moved { seat, step } => {
                if let Some(course) = self.own(*seat) {
                    let _ = course.make(*step);
                }
            }
            Event::Undone { seat, deal } => {
                let side = self.side_mut(*seat);
                side.dealt = side.dealt.saturating_sub(usize::from(*deal));
                if let Some(course) = self.own(*seat) {
                    course.undo(*deal);
                }
            }
            Event::Finished { seat } => self.side_mut(*seat).finished = true,
            Event::Shown { rows } => {
                for (side, row) in self.sides.iter_mut().zip(rows.iter()) {
                    side.finished = true;
                    side.row = Some(*row);
                }
            }
            Event::Over { outcome } => {
                self.phase = Phase::Over;
                self.outcome = Some(outcome.ending(self.audience()));
            }
        }
    }
}
