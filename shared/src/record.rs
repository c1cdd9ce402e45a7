//! A match on paper: its set-up, its entries, and the fold that turns them into a state.

use serde::{Deserialize, Serialize};

use crate::catalogue::GameId;
use crate::game::{Entry, Game, OptionsError, Outcome, Refusal};
use crate::seed::Seed;

/// One entry and when it was written.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Line<A> {
    /// Milliseconds since the match was made.
    pub at: u64,
    /// What was written.
    pub entry: Entry<A>,
}

/// A finished match, whole: enough to judge it again. `O` and `A` are the options and actions of its game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Record<O, A> {
    /// Which match.
    pub match_id: String,
    /// Which game.
    pub game: GameId,
    /// What was chosen before it was made.
    pub options: O,
    /// All its chance. Secret until the end.
    pub seed: Seed,
    /// Everything that was accepted, in order.
    pub entries: Vec<Line<A>>,
    /// How it ended.
    pub outcome: Outcome,
}

/// The record of a match of game `G`.
pub type RecordOf<G> = Record<<G as Game>::Options, <G as Game>::Action>;

/// A record that the rules don't accept.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ReplayError {
    /// No match can be made of the set-up.
    #[error("the set-up is not valid: {0}")]
    Setup(#[from] OptionsError),
    /// An entry is refused by the rules.
    #[error("entry {index} is refused: {refusal}")]
    Entry {
        /// Counted from 0.
        index: usize,
        /// Why.
        refusal: Refusal,
    },
}

/// Folds entries into a state.
///
/// # Errors
/// When the set-up is not valid or the rules refuse an entry.
pub fn fold<'a, G: Game>(
    options: &G::Options,
    seed: &Seed,
    entries: impl IntoIterator<Item = &'a Entry<G::Action>>,
) -> Result<G, ReplayError>
where
    G::Action: 'a,
{
    let mut game = G::new(options, seed)?;
    for (index, entry) in entries.into_iter().enumerate() {
        game.step(entry).map_err(|refusal| ReplayError::Entry { index, refusal })?;
    }
    Ok(game)
}
