//! The judge of a tableau message.
//!
//! The server never sees a move, so it checks what every row has in common that play can reach: it is made of the 52
//! cards, the bottoms of its piles lie in the order in which they were dealt, since no pile ever passes another's place
//! to the right, and nothing lies under the earliest card of a pile, since cards only come from the right.

use crate::accordion::code::{BadCode, CardCode};
use crate::accordion::deck::Deck;
use crate::accordion::row::Row;
use crate::cards::{Card, PACK};

/// Why a tableau is not one of this deal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum TableauError {
    /// Another number of numbers than the number of piles asks for.
    #[error("a tableau of {piles} piles has {} numbers, not {got}", PACK - 1 + usize::from(*piles))]
    Length {
        /// The piles that were announced.
        piles: u8,
        /// The numbers that came.
        got: usize,
    },
    /// Two separators in a row, or one at an end.
    #[error("pile {0} of the tableau is empty; one 0 stands between two piles and none at the ends")]
    EmptyPile(usize),
    /// As many separators as other piles need.
    #[error("{piles} piles are announced, and the separators make {found}")]
    Separators {
        /// The piles that were announced.
        piles: u8,
        /// The piles that there are.
        found: usize,
    },
    /// A number that is no card.
    #[error(transparent)]
    BadCard(#[from] BadCode),
    /// A card that is there twice, and so another that is not.
    #[error("card {twice} is in the tableau twice, and card {missing} is missing")]
    Repeated {
        /// The first in deal order that is there most often.
        twice: CardCode,
        /// The first in deal order that is not there.
        missing: CardCode,
    },
    /// Two piles in an order that can't be reached.
    #[error(
        "the pile with {right} at the bottom can't lie to the right of that with {left}, which was dealt later"
    )]
    Order {
        /// The bottom of a pile.
        left: CardCode,
        /// The bottom of the pile to its right.
        right: CardCode,
    },
    /// A card over one that came after it to the same place.
    #[error("card {bottom} can't lie at the bottom under {earlier}, which was dealt before it")]
    Bottom {
        /// The bottom of a pile.
        bottom: CardCode,
        /// A card of that pile.
        earlier: CardCode,
    },
}

/// Judges a tableau message for a deal: the row it describes.
///
/// # Errors
/// When no play of that deal can end in it, by the tests named above; the first that fails.
pub fn check_tableau(deck: &Deck, piles: u8, numbers: &[u16]) -> Result<Row, TableauError> {
    if numbers.len() != PACK - 1 + usize::from(piles) {
        return Err(TableauError::Length { piles, got: numbers.len() });
    }
    let parts: Vec<&[u16]> = numbers.split(|&number| number == 0).collect();
    if let Some(empty) = parts.iter().position(|pile| pile.is_empty()) {
        return Err(TableauError::EmptyPile(empty + 1));
    }
    if parts.len() != usize::from(piles) {
        return Err(TableauError::Separators { piles, found: parts.len() });
    }
    let read = |number: &u16| CardCode::try_from(*number).map(|CardCode(card)| card);
    let tableau: Vec<Vec<Card>> =
        parts.iter().map(|pile| pile.iter().map(read).collect()).collect::<Result<_, _>>()?;

    let row = Row::from_piles(&tableau).map_err(|_| repeated(deck, &tableau))?;
    reachable(deck, &tableau)?;
    Ok(row)
}

/// Names a card that is there twice and one that is missing.
fn repeated(deck: &Deck, tableau: &[Vec<Card>]) -> TableauError {
    let mut counts = deck.map(|card| (card, 0_u8));
    for card in tableau.iter().flatten() {
        counts.iter_mut().filter(|(known, _)| known == card).for_each(|(_, count)| *count += 1);
    }
    let first = |wanted: fn(u8) -> bool| {
        let found = counts.iter().find(|(_, count)| wanted(*count));
        CardCode(found.map_or(deck[0], |(card, _)| *card))
    };
    TableauError::Repeated { twice: first(|count| count > 1), missing: first(|count| count == 0) }
}

/// The tests that every row passes which play can reach.
fn reachable(deck: &Deck, tableau: &[Vec<Card>]) -> Result<(), TableauError> {
    let mut when = [0; PACK];
    for (at, card) in deck.iter().enumerate() {
        when[card.index()] = at;
    }
    let dealt = |card: &Card| when[card.index()];
    let mut left: Option<Card> = None;
    for pile in tableau {
        let (Some(&bottom), Some(&earliest)) = (pile.last(), pile.iter().min_by_key(|&card| dealt(card)))
        else {
            continue;
        };
        if earliest != bottom {
            return Err(TableauError::Bottom { bottom: CardCode(bottom), earlier: CardCode(earliest) });
        }
        if let Some(left) = left.filter(|left| dealt(left) > dealt(&bottom)) {
            return Err(TableauError::Order { left: CardCode(left), right: CardCode(bottom) });
        }
        left = Some(bottom);
    }
    Ok(())
}
