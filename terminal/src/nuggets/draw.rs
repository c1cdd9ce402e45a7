//! From a picture to cells and colours.
//!
//! Characters say everything; colour only helps the eye. Ground is dim, so that gold and players stand out.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};
use ratatui::widgets::{Paragraph, Widget, Wrap};

use super::session::Picture;

/// Colours of the other players. Yellow and green are those of gold and of the viewer; two players of one colour
/// differ in their letters.
const PLAYERS: [Color; 5] =
    [Color::LightCyan, Color::LightMagenta, Color::LightRed, Color::LightBlue, Color::Cyan];

/// A picture and how to draw it.
#[derive(Debug)]
pub struct Drawing<'a> {
    /// What.
    pub picture: Picture<'a>,
    /// Whether in colour.
    pub colour: bool,
}

impl Widget for Drawing<'_> {
    fn render(self, area: Rect, buffer: &mut Buffer) {
        match self.picture {
            Picture::Text(text) => {
                // The wrapping of wide characters can't be relied on in a window narrower than they are.
                let text = text.replace(|character: char| !character.is_ascii(), "?");
                Paragraph::new(text).wrap(Wrap { trim: true }).render(area, buffer);
            }
            Picture::Map { status, rows } => {
                let lines = std::iter::once(status.as_str()).chain(rows.iter().map(String::as_str));
                for (index, (y, line)) in area.rows().map(|row| row.y).zip(lines).enumerate() {
                    // Cut, not wrapped.
                    buffer.set_stringn(area.x, y, line, usize::from(area.width), Style::new());
                    if index > 0 {
                        let cells = (area.left()..area.right()).zip(line.chars());
                        cells.for_each(|(x, character)| {
                            buffer[(x, y)].set_style(style(character, self.colour));
                        });
                    }
                }
            }
        }
    }
}

fn style(character: char, colour: bool) -> Style {
    let (foreground, modifier) = match character {
        '@' => (Color::LightGreen, Modifier::BOLD),
        '*' => (Color::LightYellow, Modifier::BOLD),
        'A'..='Z' => (PLAYERS[(character as usize - 'A' as usize) % PLAYERS.len()], Modifier::BOLD),
        '.' | '#' => (Color::Reset, Modifier::DIM),
        _ => return Style::new(),
    };
    let style = Style::new().add_modifier(modifier);
    if colour { style.fg(foreground) } else { style }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn draw(picture: Picture<'_>, colour: bool, width: u16, height: u16) -> Buffer {
        let area = Rect::new(0, 0, width, height);
        let mut buffer = Buffer::empty(area);
        Drawing { picture, colour }.render(area, &mut buffer);
        buffer
    }

    fn lines(buffer: &Buffer) -> Vec<String> {
        buffer
            .area
            .rows()
            .map(|row| row.columns().map(|cell| buffer[(cell.x, cell.y)].symbol()).collect::<String>())
            .map(|line| line.trim_end().to_owned())
            .collect()
    }

    fn rows(rows: &[&str]) -> Vec<String> {
        rows.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn the_status_line_is_above_the_map() {
        let rows = rows(&["+---+", "|@*B|", "+---+"]);
        let buffer = draw(Picture::Map { status: "Player A".into(), rows: &rows }, true, 10, 5);
        assert_eq!(lines(&buffer), ["Player A", "+---+", "|@*B|", "+---+", ""]);
    }

    #[test]
    fn a_long_status_line_is_cut() {
        let rows = rows(&["..."]);
        let status = "Player A has 39 nuggets (211 nuggets unclaimed).".to_owned();
        let buffer = draw(Picture::Map { status, rows: &rows }, true, 16, 3);
        assert_eq!(lines(&buffer), ["Player A has 39", "...", ""]);
    }

    #[test]
    fn text_is_wrapped() {
        let buffer = draw(Picture::Text("The map needs a larger window.".into()), true, 12, 4);
        assert_eq!(lines(&buffer), ["The map", "needs a", "larger", "window."]);
    }

    #[test]
    fn players_and_gold_have_colours_that_ground_has_not() {
        let rows = rows(&[".@*BG#"]);
        let buffer = draw(Picture::Map { status: String::new(), rows: &rows }, true, 7, 2);
        let colours: Vec<_> = (0..6).map(|x| buffer[(x, 1)].fg).collect();
        let [ground, me, gold, player_b, player_g, passage] = colours.try_into().unwrap();
        assert_eq!((ground, passage), (Color::Reset, Color::Reset));
        assert_eq!((me, gold), (Color::LightGreen, Color::LightYellow));
        assert_eq!(
            player_b, player_g,
            "a letter always has the same colour, and there are fewer than letters"
        );
        assert!(PLAYERS.contains(&player_b));
    }

    #[test]
    fn no_colour_when_none_is_wanted() {
        let rows = rows(&[".@*B#+|-"]);
        let buffer = draw(Picture::Map { status: "Player A".into(), rows: &rows }, false, 9, 2);
        assert!(buffer.content.iter().all(|cell| cell.fg == Color::Reset && cell.bg == Color::Reset));
    }

    #[test]
    fn wide_characters_do_not_break_a_narrow_window() {
        draw(Picture::Text("aAA𐼀¡ \u{3fffe}®\u{3fffe}A0⿰A".into()), true, 2, 9);
    }

    proptest! {
        #[test]
        fn no_window_is_too_small_to_draw_in(
            width in 0_u16..20,
            height in 0_u16..20,
            status in ".{0,40}",
            rows in proptest::collection::vec("[ -~]{0,30}", 0..30),
        ) {
            draw(Picture::Map { status: status.clone(), rows: &rows }, true, width, height);
            draw(Picture::Text(status), true, width, height);
        }
    }
}
