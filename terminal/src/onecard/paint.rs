//! Cards and emphasis as text, in colour or without, and pieces of text in lines.
//!
//! Nothing is said by colour alone.

use shared::cards::{Card, Suit};

const RED: &str = "\x1b[31m";
const BOLD: &str = "\x1b[1m";
const PLAIN: &str = "\x1b[0m";

/// Whether to paint.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Paint {
    /// In colour and bold, or plain.
    pub colour: bool,
}

impl Paint {
    /// Sign of the suit and rank, such as `♥10`.
    pub fn card(self, card: Card) -> String {
        let text = format!("{}{}", card.suit.symbol(), card.rank.short());
        match card.suit {
            Suit::Hearts | Suit::Diamonds => self.with(RED, &text),
            Suit::Spades | Suit::Clubs => text,
        }
    }

    /// Cards with commas between.
    pub fn cards(self, cards: &[Card]) -> String {
        cards.iter().map(|card| self.card(*card)).collect::<Vec<_>>().join(", ")
    }

    /// What nobody should miss.
    pub fn strong(self, text: &str) -> String {
        self.with(BOLD, text)
    }

    fn with(self, style: &str, text: &str) -> String {
        if self.colour { format!("{style}{text}{PLAIN}") } else { text.to_owned() }
    }
}

/// Columns that a text takes, its styles not counted. Every character of the pages is one column wide.
pub fn width(text: &str) -> usize {
    let mut styled = text.split('\x1b');
    let before = styled.next().unwrap_or_default().chars().count();
    let after = |part: &str| part.split_once('m').map_or(0, |(_, text)| text.chars().count());
    before + styled.map(after).sum::<usize>()
}

/// Pieces side by side, two blanks between, in lines of at most `columns` unless a single piece is wider. The first line
/// starts with `heading`, the others with as many blanks.
pub fn lines(heading: &str, pieces: impl IntoIterator<Item = String>, columns: usize) -> String {
    let indent = width(heading);
    let (mut text, mut used) = (heading.to_owned(), indent);
    for piece in pieces {
        let gap = if used == indent { 0 } else { 2 };
        if gap > 0 && used + gap + width(&piece) > columns {
            text.truncate(text.trim_end().len());
            text.push('\n');
            text.push_str(&" ".repeat(indent));
            text.push_str(&piece);
            used = indent + width(&piece);
        } else {
            text.push_str(&" ".repeat(gap));
            text.push_str(&piece);
            used += gap + width(&piece);
        }
    }
    text.truncate(text.trim_end().len());
    text.push('\n');
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn red_suits_are_red_if_colour_is_wanted() {
        let card = |text: &str, colour| Paint { colour }.card(text.parse().unwrap());
        assert_eq!(card("10H", true), "\x1b[31m♥10\x1b[0m");
        assert_eq!(card("QD", true), "\x1b[31m♦Q\x1b[0m");
        assert_eq!(card("AS", true), "♠A");
        assert_eq!(card("10H", false), "♥10");
    }

    #[test]
    fn styles_take_no_columns() {
        assert_eq!(width("a\x1b[31m♥10\x1b[0m b"), 6);
        assert_eq!(width(""), 0);
    }

    #[test]
    fn lines_are_broken_between_pieces() {
        let pieces = || ["one", "\x1b[1mtwo\x1b[0m", "three"].map(str::to_owned);
        assert_eq!(lines("> ", pieces(), 17), "> one  \x1b[1mtwo\x1b[0m  three\n");
        assert_eq!(lines("> ", pieces(), 16), "> one  \x1b[1mtwo\x1b[0m\n  three\n");
        assert_eq!(lines("> ", pieces(), 0), "> one\n  \x1b[1mtwo\x1b[0m\n  three\n");
        assert_eq!(lines("none:", [], 10), "none:\n");
    }
}
