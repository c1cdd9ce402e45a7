//! The row of piles: which moves there are, and what they do.
//!
//! This is what the server, the browser and the house share, so it is small and quick to copy. A pile is a chain: each
//! card knows the card under it. Cards are their place in display order, 0 to 51.
//!
//! Each move brings at least one card to the left and none to the right, so a row without further deals has at most
//! 0 + 1 + … + 51 = 1,326 moves in it ([`MOST_MOVES`]).

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::accordion::code::CardCode;
use crate::cards::{Card, CardId, PACK};

/// No row of one pack has more moves in it, deals in between or not.
pub const MOST_MOVES: usize = PACK * (PACK - 1) / 2;

/// No card: what lies under the bottom of a pile.
const NONE: u8 = u8::MAX;

/// For each card those it matches, as a set of bits.
const MATCHES: [u64; PACK] = {
    let mut table = [0; PACK];
    let mut one = 0;
    while one < PACK {
        let mut two = 0;
        while two < PACK {
            if one != two && (one / 13 == two / 13 || one % 13 == two % 13) {
                table[one] |= 1 << two;
            }
            two += 1;
        }
        one += 1;
    }
    table
};

/// Takes the top card or the whole of a pile to another, further left.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move {
    /// The pile that is moved, counted from the left, from 0.
    pub from: u8,
    /// How far it goes: 1 or 2 piles to the left.
    pub distance: u8,
    /// True for the whole pile, false for its top card. The same for a pile of one card.
    pub whole: bool,
}

/// Why a move can't be made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum MoveError {
    /// One of the two piles is not there, or the distance is neither 1 nor 2.
    #[error("there is no such pile, or none that far to its left")]
    NoPile,
    /// The two top cards have neither suit nor rank in common.
    #[error("the two top cards have neither suit nor rank in common")]
    NoMatch,
}

/// A move that was made, with what is needed to take it back. In JSON `[from, distance, whole, cards]`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "(u8, u8, bool, u8)", into = "(u8, u8, bool, u8)")]
pub struct Taken {
    /// The pile that was moved.
    pub from: u8,
    /// How far.
    pub distance: u8,
    /// True if its place was emptied and closed up, also by moving the only card there.
    pub whole: bool,
    /// How many cards were moved.
    pub cards: u8,
}

impl From<(u8, u8, bool, u8)> for Taken {
    fn from((from, distance, whole, cards): (u8, u8, bool, u8)) -> Self {
        Self { from, distance, whole, cards }
    }
}

impl From<Taken> for (u8, u8, bool, u8) {
    fn from(taken: Taken) -> Self {
        (taken.from, taken.distance, taken.whole, taken.cards)
    }
}

/// A row of piles. In JSON a list of piles from left to right, each the numbers of its cards from top to bottom.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Vec<Vec<CardCode>>", into = "Vec<Vec<CardCode>>")]
pub struct Row {
    piles: u8,
    /// The cards that are in it, as a set of bits.
    dealt: u64,
    tops: [u8; PACK],
    bottoms: [u8; PACK],
    below: [u8; PACK],
    /// Follows from `below`: see [`Self::fingerprint`].
    fingerprint: u64,
}

impl Default for Row {
    fn default() -> Self {
        Self {
            piles: 0,
            dealt: 0,
            tops: [NONE; PACK],
            bottoms: [NONE; PACK],
            below: [NONE; PACK],
            fingerprint: 0,
        }
    }
}

impl Row {
    /// How many piles there are.
    pub const fn len(&self) -> usize {
        self.piles as usize
    }

    /// True before the first card is dealt.
    pub const fn is_empty(&self) -> bool {
        self.piles == 0
    }

    /// How many cards are in it, which is how many were dealt.
    pub const fn cards(&self) -> usize {
        self.dealt.count_ones() as usize
    }

    /// True if the card was dealt.
    pub const fn contains(&self, card: Card) -> bool {
        self.dealt >> card.index() & 1 == 1
    }

    /// The cards of a pile, from top to bottom; nothing beyond the last pile.
    pub fn pile(&self, pile: usize) -> impl Iterator<Item = Card> + use<'_> {
        let top = self.tops[..self.len()].get(pile).copied();
        let chain =
            std::iter::successors(top, |&card| Some(self.below[usize::from(card)]).filter(|&c| c != NONE));
        chain.map(face)
    }

    /// All piles from left to right.
    pub fn tableau(&self) -> Vec<Vec<Card>> {
        (0..self.len()).map(|pile| self.pile(pile).collect()).collect()
    }

    /// Puts a card at the right end, as a pile of its own. False, and nothing is changed, if it is there already.
    pub fn deal(&mut self, card: Card) -> bool {
        if self.contains(card) {
            return false;
        }
        self.put(card);
        true
    }

    #[allow(clippy::cast_possible_truncation)] // places in display order are below 52
    fn put(&mut self, card: Card) {
        let (at, card) = (self.len(), card.index());
        self.tops[at] = card as u8;
        self.bottoms[at] = card as u8;
        self.dealt |= 1 << card;
        self.piles += 1;
    }

    /// Takes the pile at the right end away, if it is a single card; which one.
    pub fn take_deal_back(&mut self) -> Option<Card> {
        let last = self.len().checked_sub(1).filter(|&last| self.is_single(last))?;
        let card = self.tops[last];
        self.tops[last] = NONE;
        self.bottoms[last] = NONE;
        self.dealt &= !(1 << card);
        self.piles -= 1;
        Some(face(card))
    }

    /// True for a pile of one card.
    pub fn is_single(&self, pile: usize) -> bool {
        self.tops[pile] == self.bottoms[pile]
    }

    /// True if the top cards of two piles match.
    fn matches(&self, one: usize, two: usize) -> bool {
        MATCHES[usize::from(self.tops[one])] >> self.tops[two] & 1 == 1
    }

    /// Whether a move can be made.
    ///
    /// # Errors
    /// When it can't; why.
    pub fn check(&self, Move { from, distance, .. }: Move) -> Result<(), MoveError> {
        let right = usize::from(from);
        if right >= self.len() || !matches!(distance, 1 | 2) || distance > from {
            return Err(MoveError::NoPile);
        }
        if self.matches(right, right - usize::from(distance)) { Ok(()) } else { Err(MoveError::NoMatch) }
    }

    /// Pairs of piles whose top cards match, one or two apart: the pile on the right, and how far it can go.
    fn pairs(&self) -> impl Iterator<Item = (u8, u8)> + use<'_> {
        let pairs = (1..self.piles).flat_map(|from| [(from, 1), (from, 2)]);
        pairs.filter(|&(from, distance)| {
            distance <= from && self.matches(usize::from(from), usize::from(from - distance))
        })
    }

    /// How many pairs of piles match: the open matches.
    pub fn open(&self) -> usize {
        self.pairs().count()
    }

    /// Every move that makes a difference: for a pile of one card only that of the whole pile.
    pub fn moves(&self) -> impl Iterator<Item = Move> + use<'_> {
        self.pairs().flat_map(|(from, distance)| {
            let whole = Some(Move { from, distance, whole: true });
            let top = Move { from, distance, whole: false };
            whole.into_iter().chain(Some(top).filter(|_| !self.is_single(usize::from(from))))
        })
    }

    /// Makes a move.
    ///
    /// # Errors
    /// When it can't be made; the row is then as it was.
    pub fn apply(&mut self, step: Move) -> Result<Taken, MoveError> {
        self.check(step)?;
        Ok(self.make(step))
    }

    /// Makes a move that [`Self::check`] allows.
    fn make(&mut self, Move { from, distance, whole }: Move) -> Taken {
        let (right, left) = (usize::from(from), usize::from(from - distance));
        let whole = whole || self.is_single(right);
        let (top, bottom) = (self.tops[right], self.bottoms[right]);
        let mut cards = 1;
        if whole {
            let mut card = top;
            while card != bottom {
                card = self.below[usize::from(card)];
                cards += 1;
            }
            self.lay(bottom, self.tops[left]);
            self.close(right);
        } else {
            self.tops[right] = self.below[usize::from(top)];
            self.lay(top, self.tops[left]);
        }
        self.tops[left] = top;
        Taken { from, distance, whole, cards }
    }

    /// Closes an emptied place up.
    fn close(&mut self, place: usize) {
        let len = self.len();
        for list in [&mut self.tops, &mut self.bottoms] {
            list.copy_within(place + 1..len, place);
            list[len - 1] = NONE;
        }
        self.piles -= 1;
    }

    /// Takes the latest move back. False, and nothing is changed, if it can't have been the latest.
    pub fn take_back(&mut self, taken: Taken) -> bool {
        let Taken { from, distance, whole, cards } = taken;
        let after = *self;
        if self.put_back(taken).is_some()
            && self.apply(Move { from, distance, whole }) == Ok(Taken { from, distance, whole, cards })
            && *self == after
        {
            self.put_back(taken);
            return true;
        }
        *self = after;
        false
    }

    /// Puts the topmost cards of a pile back where they came from.
    fn put_back(&mut self, Taken { from, distance, whole, cards }: Taken) -> Option<()> {
        let (right, left) = (usize::from(from), usize::from(from.checked_sub(distance)?));
        let len = self.len();
        if left >= len || right > len || (right == len && !whole) {
            return None;
        }
        let top = self.tops[left];
        let mut bottom = top;
        for _ in 1..cards {
            bottom = Some(self.below[usize::from(bottom)]).filter(|&card| card != NONE)?;
        }
        let uncovered = Some(self.below[usize::from(bottom)]).filter(|&card| card != NONE)?;
        self.tops[left] = uncovered;
        if whole {
            for list in [&mut self.tops, &mut self.bottoms] {
                list.copy_within(right..len, right + 1);
            }
            self.bottoms[right] = bottom;
            self.lay(bottom, NONE);
            self.piles += 1;
        } else {
            self.lay(top, self.tops[right]);
        }
        self.tops[right] = top;
        Some(())
    }

    /// A number that is the same for the same row and, but by rare chance, no other row of the same deal. Piles lie in
    /// the order in which their bottoms were dealt, so what lies under each card says all.
    pub(crate) const fn fingerprint(&self) -> u64 {
        self.fingerprint
    }

    /// Lays a card on another, or on nothing.
    fn lay(&mut self, card: u8, below: u8) {
        let before = std::mem::replace(&mut self.below[usize::from(card)], below);
        self.fingerprint ^= trace(card, before) ^ trace(card, below);
    }

    /// Checks that the chains hold together and every card that was dealt is in one of them.
    ///
    /// # Errors
    /// With a sentence that says what is wrong.
    pub fn audit(&self) -> Result<(), String> {
        let mut seen = 0_u64;
        for pile in 0..self.len() {
            let mut bottom = None;
            for card in self.pile(pile) {
                let bit = 1 << card.index();
                if seen & bit != 0 {
                    return Err(format!("{card} is there twice"));
                }
                seen |= bit;
                bottom = Some(card.index());
            }
            if bottom != Some(usize::from(self.bottoms[pile])) {
                return Err(format!("the bottom of pile {pile} is another"));
            }
        }
        if seen == self.dealt { Ok(()) } else { Err("cards are lost".to_owned()) }
    }
}

/// The card at a place in display order.
fn face(index: u8) -> Card {
    CardId(index.into()).face()
}

/// What a card on another adds to the fingerprint: their numbers, spread over all bits by the finaliser of SplitMix64.
fn trace(card: u8, below: u8) -> u64 {
    if below == NONE {
        return 0;
    }
    let mut bits =
        (u64::from(card) << 8 | u64::from(below)).wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    bits ^ (bits >> 31)
}

/// Its piles, each from top to bottom.
impl fmt::Debug for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let pile = |pile| self.pile(pile).map(|card| card.to_string()).collect::<Vec<_>>().join(" ");
        f.debug_list().entries((0..self.len()).map(pile)).finish()
    }
}

/// Piles that are no row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("no pile is empty, no card is there twice, and none is missing at the end")]
pub struct BadRow;

impl Row {
    /// The row with these piles, from left to right, each from top to bottom.
    ///
    /// # Errors
    /// When a pile is empty or a card is there twice.
    pub fn from_piles<P: AsRef<[Card]>>(piles: impl IntoIterator<Item = P>) -> Result<Self, BadRow> {
        let mut row = Self::default();
        for pile in piles {
            let (bottom, rest) = pile.as_ref().split_last().ok_or(BadRow)?;
            if !row.deal(*bottom) {
                return Err(BadRow);
            }
            let at = row.len() - 1;
            for card in rest.iter().rev() {
                if row.contains(*card) {
                    return Err(BadRow);
                }
                row.cover(at, *card);
            }
        }
        Ok(row)
    }

    /// Puts a card on a pile.
    #[allow(clippy::cast_possible_truncation)] // places in display order are below 52
    fn cover(&mut self, pile: usize, card: Card) {
        let card = card.index() as u8;
        self.lay(card, self.tops[pile]);
        self.tops[pile] = card;
        self.dealt |= 1 << card;
    }
}

impl TryFrom<Vec<Vec<CardCode>>> for Row {
    type Error = BadRow;

    fn try_from(piles: Vec<Vec<CardCode>>) -> Result<Self, BadRow> {
        Self::from_piles(piles.iter().map(|pile| pile.iter().map(|code| code.0).collect::<Vec<_>>()))
    }
}

impl From<Row> for Vec<Vec<CardCode>> {
    fn from(row: Row) -> Self {
        (0..row.len()).map(|pile| row.pile(pile).map(CardCode).collect()).collect()
    }
}

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests;
