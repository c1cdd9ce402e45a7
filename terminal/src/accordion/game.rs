//! One game from play to result, against a server that may say anything.

use std::fmt;
use std::time::Duration;

use shared::accordion::event::Action;
use shared::accordion::house::Mind;
use shared::accordion::packet::Message;
use shared::accordion::{Move, Row};
use shared::cards::PACK;

/// Rows that a player may look at before it is asked again. Only the master takes more than one turn at it.
const BUDGET: u32 = 1_000_000;

/// Where messages go and come from.
pub trait Line {
    /// Sends a message.
    ///
    /// # Errors
    /// When the connection is gone.
    fn send(&mut self, message: &Message) -> Result<(), Failure>;

    /// Waits for the next message.
    ///
    /// # Errors
    /// When none comes in time, or what comes is none.
    fn receive(&mut self) -> Result<Message, Failure>;
}

/// Why a game was not played to its end.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Failure {
    /// There is no connection.
    #[error("no connection to {0}")]
    Unreachable(String),
    /// The server does not want to play.
    #[error("the server gives no game")]
    Rejected,
    /// No answer in time.
    #[error("the server did not answer within {} s", .0.as_secs())]
    Silent(Duration),
    /// The server reported an error.
    #[error("the server says: {0}")]
    Reported(String),
    /// The server reported an error without saying which, which is how one leaves.
    #[error("the server has left")]
    Left,
    /// The server said what can't be.
    #[error("the server talks nonsense: {0}")]
    Nonsense(String),
    /// The connection broke.
    #[error("the connection broke: {0}")]
    Broken(String),
}

/// How a game ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct End {
    /// The number of the game.
    pub gid: u32,
    /// What is left.
    pub row: Row,
    /// Piles left here less those left by the server.
    pub difference: i8,
}

impl End {
    /// `won`, `lost` or `draw`. One pile each is a win.
    pub fn verdict(&self) -> &'static str {
        match self.difference {
            ..0 => "won",
            0 if self.row.len() == 1 => "won",
            0 => "draw",
            1.. => "lost",
        }
    }
}

impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "game {}", self.gid)?;
        for (number, pile) in (1..).zip(self.row.tableau()) {
            let cards: Vec<String> = pile.iter().map(ToString::to_string).collect();
            writeln!(f, "pile {number}: {}", cards.join(" "))?;
        }
        writeln!(f, "{}, D = {}", self.verdict(), self.difference)
    }
}

/// Plays a game; `pace` is called before each deal.
///
/// # Errors
/// When it can't be played to its end.
pub fn play(line: &mut impl Line, mut mind: Mind, mut pace: impl FnMut()) -> Result<End, Failure> {
    line.send(&Message::Play { gid: 0 })?;
    let gid = match answer(line)? {
        Message::Play { gid: 0 } => return Err(Failure::Rejected),
        Message::Play { gid } => gid,
        other => return Err(unexpected("a play message", &other)),
    };
    let mut row = Row::default();
    loop {
        // It goes on thinking when it has not made up its mind.
        let Some(action) = mind.choose(&row, BUDGET) else { continue };
        match action {
            Action::Deal => {
                pace();
                line.send(&Message::Deal { gid, card: 0 })?;
                deal(&mut row, gid, &answer(line)?)?;
            }
            Action::Move { .. } => apply(&mut row, action)?,
            Action::Undo | Action::Tableau => break,
        }
    }
    if row.cards() < PACK {
        return Err(Failure::Nonsense(format!("{} cards are dealt and no more are wanted", row.cards())));
    }
    line.send(&Message::tableau(gid, &row))?;
    match answer(line)? {
        Message::Result { gid: of, difference } => {
            own(gid, of)?;
            let theirs = i64::try_from(row.len()).unwrap_or(i64::MAX) - i64::from(difference);
            if !(1..=52).contains(&theirs) {
                let text = format!("with D = {difference} it would have been left with {theirs} piles");
                return Err(Failure::Nonsense(text));
            }
            Ok(End { gid, row, difference })
        }
        other => Err(unexpected("a result", &other)),
    }
}

/// The next message that is no error.
fn answer(line: &mut impl Line) -> Result<Message, Failure> {
    match line.receive()? {
        Message::Error { text } if text.is_empty() => Err(Failure::Left),
        Message::Error { text } => Err(Failure::Reported(text)),
        message => Ok(message),
    }
}

fn deal(row: &mut Row, gid: u32, message: &Message) -> Result<(), Failure> {
    let Message::Deal { gid: of, card } = message else { return Err(unexpected("a card", message)) };
    own(gid, *of)?;
    let card = Message::card_of(*card).map_err(|bad| Failure::Nonsense(bad.to_string()))?;
    if row.deal(card) { Ok(()) } else { Err(Failure::Nonsense(format!("{} came twice", card.spoken()))) }
}

fn own(gid: u32, of: u32) -> Result<(), Failure> {
    let text = || format!("an answer for game {of}, and this is game {gid}");
    if gid == of { Ok(()) } else { Err(Failure::Nonsense(text())) }
}

/// What the player chose is a move of this row; if it were not, going on would be worse.
fn apply(row: &mut Row, action: Action) -> Result<(), Failure> {
    let step = row.moves().find(|&step: &Move| Action::from(step) == action);
    let made = step.is_some_and(|step| row.apply(step).is_ok());
    if made { Ok(()) } else { Err(Failure::Broken("the player made a move that there is not".to_owned())) }
}

fn unexpected(wanted: &str, message: &Message) -> Failure {
    let name = match message {
        Message::Play { .. } => "a play message",
        Message::Deal { .. } => "a deal message",
        Message::Ping { .. } => "a ping message",
        Message::Tableau { .. } => "a tableau",
        Message::Result { .. } => "a result",
        Message::Error { .. } => "an error",
    };
    Failure::Nonsense(format!("{name} where {wanted} is due"))
}

#[cfg(test)]
mod tests;
