//! From a typed line to what somebody wants to do.

use shared::cards::Card;
use shared::onecard::Action;
use thiserror::Error;

/// A line that is no choice.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum BadAnswer {
    /// Nothing.
    #[error("Nothing was typed.")]
    Blank,
    /// Letters, signs, fractions.
    #[error("That is not a number.")]
    NotANumber,
    /// Less than 0.
    #[error("The number is below 0.")]
    Negative,
    /// A card that is not there.
    #[error("The number is too large: you hold {held} {}.", if *held == 1 { "card" } else { "cards" })]
    TooLarge {
        /// Cards in the hand.
        held: usize,
    },
}

/// Reads the number of a card in `hand`, counted from 1, or 0 to draw.
///
/// # Errors
/// When it is no such number, with the reason.
pub fn read(line: &str, hand: &[Card]) -> Result<Action, BadAnswer> {
    let line = line.trim();
    let digits = line.strip_prefix(['-', '+']).unwrap_or(line);
    if line.is_empty() {
        return Err(BadAnswer::Blank);
    }
    if digits.is_empty() || !digits.bytes().all(|digit| digit.is_ascii_digit()) {
        return Err(BadAnswer::NotANumber);
    }
    let zero = digits.bytes().all(|digit| digit == b'0');
    if zero {
        return Ok(Action::Draw);
    }
    if line.starts_with('-') {
        return Err(BadAnswer::Negative);
    }
    // Digits that no number type holds are too large as well.
    let place = digits.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
    let card = place.and_then(|place| hand.get(place));
    card.map(|card| Action::Play(*card)).ok_or(BadAnswer::TooLarge { held: hand.len() })
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case("1", Ok(Action::Play("2S".parse().unwrap())))]
    #[case(" 3\r\n", Ok(Action::Play("AC".parse().unwrap())))]
    #[case("+2", Ok(Action::Play("10H".parse().unwrap())))]
    #[case("002", Ok(Action::Play("10H".parse().unwrap())))]
    #[case("0", Ok(Action::Draw))]
    #[case("00", Ok(Action::Draw))]
    #[case("4", Err(BadAnswer::TooLarge { held: 3 }))]
    #[case("99999999999999999999999999", Err(BadAnswer::TooLarge { held: 3 }))]
    #[case("-1", Err(BadAnswer::Negative))]
    #[case("-99999999999999999999999999", Err(BadAnswer::Negative))]
    #[case("", Err(BadAnswer::Blank))]
    #[case(" \t\n", Err(BadAnswer::Blank))]
    #[case("abcdefghij", Err(BadAnswer::NotANumber))]
    #[case("-", Err(BadAnswer::NotANumber))]
    #[case("1.5", Err(BadAnswer::NotANumber))]
    #[case("1 2", Err(BadAnswer::NotANumber))]
    #[case("0x1", Err(BadAnswer::NotANumber))]
    #[case("٣", Err(BadAnswer::NotANumber))]
    #[case("\u{1b}[A", Err(BadAnswer::NotANumber))]
    fn lines_are_choices_or_told_why_not(#[case] line: &str, #[case] read_as: Result<Action, BadAnswer>) {
        let hand = ["2S", "10H", "AC"].map(|card| card.parse().unwrap());
        assert_eq!(read(line, &hand), read_as);
    }
}
