//! What people read: pages made of a view, and of nothing else.

use shared::cards::Card;
use shared::game::Seat;
use shared::onecard::{Direction, Move, RoundScore, View, What};

use super::paint::{Paint, lines};

/// How pages are set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Style {
    /// Colours or none.
    pub paint: Paint,
    /// Width of a line.
    pub columns: usize,
}

/// How many columns a heading of a line takes, with the blanks behind it.
const HEADING: usize = 12;

/// The keyboard goes to `next`. `view` is the public one.
pub fn hand_over(view: &View, next: Seat, style: Style) -> String {
    let name = name(view, next);
    let last = view.recent.iter().next_back().map(|last| format!("{}\n", moved(view, last, style.paint)));
    [
        heading(view, style),
        last.unwrap_or_default(),
        format!("Pass the keyboard to {}. Nobody else should look.\n\n", style.paint.strong(&name)),
        format!("{name}, press Enter to see your cards: "),
    ]
    .concat()
}

/// A turn of whose view it is.
pub fn turn(view: &View, style: Style) -> String {
    let own = view.seat.unwrap_or(Seat(0));
    // What happened since the own last turn.
    let mut news: Vec<Move> = view.recent.iter().rev().take_while(|done| done.seat != own).collect();
    news.reverse();
    let news: String = news.into_iter().map(|done| moved(view, done, style.paint)).collect();
    [
        heading(view, style),
        format!("{}, it is your turn.\n\n", style.paint.strong(&name(view, own))),
        if news.is_empty() { news } else { news + "\n" },
        table(view, own, style),
        "\nYour cards; those in brackets can be played:\n".to_owned(),
        hand(view, style),
    ]
    .concat()
}

fn table(view: &View, own: Seat, style: Style) -> String {
    let paint = style.paint;
    let last = view.last().map(|last| line("Last card", format!("{} ({})", paint.card(last), last.spoken())));
    let attack = view.last().filter(|_| view.attack > 0).map(|last| {
        let defence = format!(
            "draw {}, or play a matching 2, 3 or 7, or a Queen or Jack of {}",
            view.attack,
            last.suit.name()
        );
        line("ATTACK", paint.strong(&defence))
    });
    let held = view.in_play().map(|seat| {
        let count = view.players.get(seat.index()).map_or(0, |player| player.count);
        let who = if seat == own { "you".to_owned() } else { name(view, seat) };
        if count == 1 {
            paint.strong(&format!("{who}: 1, the last card!"))
        } else {
            format!("{who}: {count}")
        }
    });
    [
        last.unwrap_or_default(),
        attack.unwrap_or_default(),
        line("Direction", direction(view)),
        lines(&format!("{:HEADING$}", "Cards held"), held, style.columns),
        line("Stock", counted(view.stock.into())),
    ]
    .concat()
}

fn line(heading: &str, text: impl std::fmt::Display) -> String {
    format!("{heading:HEADING$}{text}\n")
}

/// The way the turn goes, as the numbers of the players.
fn direction(view: &View) -> String {
    let mut seats: Vec<Seat> = view.in_play().collect();
    let way = match view.direction {
        Direction::CounterClockwise => "counter-clockwise",
        Direction::Clockwise => {
            seats.reverse();
            "clockwise"
        }
    };
    seats.extend(seats.first().copied());
    let numbers: Vec<String> = seats.iter().map(|seat| (seat.index() + 1).to_string()).collect();
    format!("{way}: {}", numbers.join(" → "))
}

/// The viewer's cards as they are numbered: in display order.
pub fn sorted(view: &View) -> Vec<Card> {
    let mut hand = view.hand.clone();
    hand.sort_unstable();
    hand
}

fn hand(view: &View, style: Style) -> String {
    let hand = sorted(view);
    let digits = hand.len().to_string().len();
    let piece = |(number, card): (usize, &Card)| {
        let (open, close) = if view.check(*card).is_ok() { ('[', ']') } else { (' ', ' ') };
        let pad = " ".repeat(2 - card.rank.short().len());
        format!("{open}{number:digits$}{close} {}{pad}", style.paint.card(*card))
    };
    let numbered: Vec<(usize, &Card)> = (1..).zip(&hand).collect();
    // A suit a line, so that they are found at a glance.
    let suits = numbered.chunk_by(|(_, one), (_, other)| one.suit == other.suit);
    suits.map(|suit| lines("  ", suit.iter().copied().map(piece), style.columns)).collect()
}

/// What to type.
pub fn question(view: &View) -> String {
    let count = view.attack.max(1);
    format!("Number of the card to play, or 0 to draw {}: ", counted(count.into()))
}

/// To who has drawn.
pub fn drew(cards: &[Card], paint: Paint) -> String {
    match cards {
        [] => "There is nothing to draw.\n".to_owned(),
        cards => format!("You draw {}.\n", paint.cards(cards)),
    }
}

/// What everybody may read about a move.
fn moved(view: &View, done: Move, paint: Paint) -> String {
    let who = name(view, done.seat);
    match done.what {
        What::Played(card) => format!("{who} plays {}.\n", paint.card(card)),
        What::Drew(0) => format!("{who} finds nothing to draw.\n"),
        What::Drew(count) => format!("{who} draws {}.\n", counted(count.into())),
    }
}

/// The score after the last round that is over, and the result if it was the last of the match.
pub fn score(view: &View, style: Style) -> String {
    let round = view.scores.last().map(|score| round(view, score, style.paint));
    let result = view.outcome.as_ref().map(|ending| format!("{}\n", style.paint.strong(&ending.reason)));
    round.into_iter().chain(result).collect()
}

fn round(view: &View, RoundScore { winner, points }: &RoundScore, paint: Paint) -> String {
    let how = match winner {
        Some(seat) => format!("{} wins.", name(view, *seat)),
        None => "nobody can go on.".to_owned(),
    };
    let title = paint.strong(&format!("Round {} of {}: {how}", view.scores.len(), view.rounds));
    let rows = view.players.iter().zip(points);
    let rows = rows.map(|(player, points)| format!("{:10} {points:10} {:8}\n", player.name, player.total));
    [
        format!("{title}\n\n"),
        format!("{:10} {:>10} {:>8}\n", "", "this round", "total"),
        rows.collect(),
        "\n".to_owned(),
    ]
    .concat()
}

fn heading(view: &View, style: Style) -> String {
    format!("{}\n\n", style.paint.strong(&format!("OneCard, round {} of {}", view.round, view.rounds)))
}

fn name(view: &View, seat: Seat) -> String {
    view.players.get(seat.index()).map(|player| player.name.clone()).unwrap_or_default()
}

fn counted(cards: usize) -> String {
    if cards == 1 { "1 card".to_owned() } else { format!("{cards} cards") }
}
