//! Where the cards of a hand lie. Nothing here knows a browser.
//!
//! Cards overlap, but of each one the corner with rank and suit stays free, wide enough for a finger. A hand that is too
//! large for one row lies in several, and only beyond the last of them the cards move closer together.

/// The height of a card in widths.
const TALL: f64 = 1.4;
/// How far apart cards lie if there is room, in widths.
const APART: f64 = 0.64;
/// How much of every card is free at least, in CSS pixels: what a finger needs.
const LEAST: f64 = 24.0;
/// The part of a card that holds rank and suit, from its left edge, in widths.
const CORNER: f64 = 0.25;
/// Rows at most.
const MOST_ROWS: usize = 4;
/// Cards are this much smaller where they lie in several rows.
const SMALLER: f64 = 0.86;
/// How far the next row lies below, in widths: rank, suit and sign of the row behind stay free.
const ROW: f64 = 0.78;
/// How far a card that can be played stands out, in widths.
pub const LIFT: f64 = 0.26;
/// Room above for cards that stand out and are pointed at, in widths.
const ABOVE: f64 = LIFT + 0.12;
/// How far two neighbours are turned against each other if there is room, in degrees.
const TURN: f64 = 2.2;

/// The place of one card: its upper left corner in CSS pixels before it is turned around its middle, in degrees.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Place {
    /// From the left.
    pub x: f64,
    /// From the top.
    pub y: f64,
    /// Clockwise.
    pub turn: f64,
}

/// A hand laid out.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Fan {
    /// From left to right, row by row, the row behind first.
    pub places: Vec<Place>,
    /// Width of a card.
    pub card: f64,
    /// Height of all of it.
    pub height: f64,
}

impl Fan {
    /// Lays `count` cards into `width` pixels; `card` is the width of a card that has room enough.
    pub fn lay(count: usize, width: f64, card: f64) -> Self {
        let fits = |rows: &usize| {
            let card = if *rows > 1 { card * SMALLER } else { card };
            Row::of(count.div_ceil(*rows), width, card, *rows > 1).step >= LEAST.max(card * CORNER)
        };
        let rows = (1..MOST_ROWS).find(fits).unwrap_or(MOST_ROWS);
        let several = rows > 1;
        let card = if several { card * SMALLER } else { card };
        let in_row = count.div_ceil(rows).max(1);
        let mut places = Vec::with_capacity(count);
        let mut height = card * (ABOVE + TALL);
        for row in 0..rows {
            let cards = in_row.min(count.saturating_sub(row * in_row));
            if cards == 0 {
                break;
            }
            let laid = Row::of(cards, width, card, several);
            let top = card * (ABOVE + ROW * real(row));
            places.extend((0..cards).map(|index| laid.place(index, top)));
            height = top + card * TALL + laid.sag + laid.overhang().1;
        }
        Self { places, card, height }
    }

    /// The place nearest to a point, for a card that is let go there.
    pub fn nearest(&self, x: f64, y: f64) -> Option<usize> {
        let off = |place: &Place| {
            let (dx, dy) = (place.x + self.card / 2.0 - x, place.y + self.card * TALL / 2.0 - y);
            dx.hypot(dy)
        };
        let places = self.places.iter().enumerate();
        places.min_by(|(_, one), (_, other)| off(one).total_cmp(&off(other))).map(|(index, _)| index)
    }
}

/// One row of a fan.
struct Row {
    cards: usize,
    /// Width of a card.
    card: f64,
    /// From card to card.
    step: f64,
    /// From card to card, in degrees.
    turn: f64,
    /// How far the outermost cards lie below the middle.
    sag: f64,
    /// Where the first card begins.
    left: f64,
}

impl Row {
    fn of(cards: usize, width: f64, card: f64, several: bool) -> Self {
        let gaps = real(cards.saturating_sub(1));
        let half = gaps / 2.0;
        let widest = if several { 3.0 } else { 7.7 };
        let turn = TURN.min(widest / half.max(1.0));
        let sag = (half * half * 0.0138 * card).min(0.17 * card);
        let row = Self { cards, card, step: 0.0, turn, sag, left: 0.0 };
        let room = width - card - 2.0 * row.overhang().0;
        let step = if gaps > 0.0 { (card * APART).min(room / gaps).max(0.0) } else { card };
        Self { step, left: (width - card - step * gaps) / 2.0, ..row }
    }

    /// How far an outermost card reaches beyond its place once it is turned: to the side, and down.
    fn overhang(&self) -> (f64, f64) {
        let turn = (self.turn * real(self.cards.saturating_sub(1)) / 2.0).to_radians();
        let aside = (turn.cos() + TALL * turn.sin() - 1.0) / 2.0;
        let down = (TALL * turn.cos() + turn.sin() - TALL) / 2.0;
        (aside.max(0.0) * self.card, down.max(0.0) * self.card)
    }

    fn place(&self, index: usize, top: f64) -> Place {
        let half = real(self.cards.saturating_sub(1)) / 2.0;
        let off = real(index) - half;
        let part = if half > 0.0 { off / half } else { 0.0 };
        Place {
            x: self.left + self.step * real(index),
            y: top + self.sag * part * part,
            turn: self.turn * off,
        }
    }
}

#[allow(clippy::cast_precision_loss)] // there are far fewer cards than 2^52
const fn real(count: usize) -> f64 {
    count as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Widths of a hand, and of its cards: phones of 320 and 360 pixels, desktops.
    const ROOMS: [(f64, f64); 4] = [(296.0, 72.0), (336.0, 72.0), (640.0, 104.0), (1_000.0, 104.0)];

    fn corners(place: Place, card: f64) -> [(f64, f64); 4] {
        let (sin, cos) = place.turn.to_radians().sin_cos();
        let (w, h) = (card / 2.0, card * TALL / 2.0);
        [(-w, -h), (w, -h), (-w, h), (w, h)]
            .map(|(x, y)| (place.x + w + x * cos - y * sin, place.y + h + x * sin + y * cos))
    }

    #[test]
    fn everything_lies_within_its_room() {
        for (width, card) in ROOMS {
            for count in 0..=100 {
                let fan = Fan::lay(count, width, card);
                assert_eq!(fan.places.len(), count);
                for place in &fan.places {
                    for (x, y) in corners(*place, fan.card) {
                        assert!((-0.5..=width + 0.5).contains(&x), "{count} in {width}: {x}");
                        assert!(
                            (0.0..=fan.height + 0.5).contains(&y),
                            "{count} in {width}: {y} of {}",
                            fan.height
                        );
                    }
                    assert!(place.y >= LIFT * fan.card, "there is room to stand out");
                }
            }
        }
    }

    #[test]
    fn twenty_five_cards_are_readable_on_every_screen() {
        for (width, card) in ROOMS {
            for count in 2..=25 {
                let fan = Fan::lay(count, width, card);
                for pair in fan.places.windows(2) {
                    let (one, next) = (pair[0], pair[1]);
                    if next.x > one.x {
                        assert!(next.x - one.x >= LEAST, "{count} in {width}: {}", next.x - one.x);
                        assert!(next.x - one.x >= CORNER * fan.card, "{count} in {width}");
                    } else {
                        // The next row begins; even a card of it that stands out leaves rank and suit free.
                        assert!(next.y - LIFT * fan.card - one.y >= 0.3 * fan.card, "{count} in {width}");
                    }
                }
            }
        }
    }

    #[test]
    fn few_cards_lie_in_one_row_and_many_in_at_most_four() {
        let rows = |fan: &Fan| 1 + fan.places.windows(2).filter(|pair| pair[1].x < pair[0].x).count();
        assert_eq!(rows(&Fan::lay(8, 336.0, 72.0)), 1);
        assert_eq!(rows(&Fan::lay(20, 1_000.0, 104.0)), 1);
        assert_eq!(rows(&Fan::lay(25, 336.0, 72.0)), 3);
        assert_eq!(rows(&Fan::lay(300, 336.0, 72.0)), 4);
    }

    #[test]
    fn a_card_let_go_lands_at_the_nearest_place() {
        let fan = Fan::lay(25, 336.0, 72.0);
        for (index, place) in fan.places.iter().enumerate() {
            assert_eq!(fan.nearest(place.x + fan.card / 2.0, place.y + fan.card * TALL / 2.0), Some(index));
        }
        assert_eq!(fan.nearest(-50.0, 0.0), Some(0));
        assert_eq!(Fan::lay(0, 336.0, 72.0).nearest(0.0, 0.0), None);
    }
}
