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
    let result = view.outcome.as_ref().map(|ending| format!("\n{}\n", style.paint.strong(&ending.reason)));
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
    [format!("{title}\n\n"), format!("{:10} {:>10} {:>8}\n", "", "this round", "total"), rows.collect()]
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

#[cfg(test)]
mod tests {
    use shared::game::{Audience, Fold as _, Game as _, Outcome};
    use shared::onecard::{Event, OneCard, Options};
    use shared::seed::Seed;

    use super::*;

    const STYLE: Style = Style { paint: Paint { colour: false }, columns: 80 };

    fn cards(text: &str) -> Vec<Card> {
        text.split_whitespace().map(|card| card.parse().unwrap()).collect()
    }

    /// The second of four players, who holds a few hearts and clubs; the fourth leads.
    fn dealt() -> View {
        let to = Audience::Seat(Seat(1));
        let game = OneCard::new(&Options { rounds: 3, ..Options::default() }, &Seed::from_number(1)).unwrap();
        let mut view = game.view(to);
        for seat in (0..4).map(Seat) {
            view.apply(&Event::Seated { seat, name: format!("Player {}", seat.index() + 1) });
        }
        let (hand, order) = (cards("QC 2H 10C KH 7S"), cards("4S 5S 6S 3S"));
        let first = "5H".parse().unwrap();
        view.apply(&Event::Dealt { to, round: 1, hand, counts: vec![5; 4], order, leader: Seat(3), first });
        view
    }

    fn plays(view: &mut View, seat: u8, card: &str, left: u16) {
        view.apply(&Event::Played { seat: Seat(seat), card: card.parse().unwrap(), left });
    }

    fn turn_to(view: &mut View, seat: u8, direction: Direction, attack: u16) {
        view.apply(&Event::Turn { seat: Seat(seat), direction, attack });
    }

    #[test]
    fn a_turn_tells_what_the_others_did_since_the_last_one() {
        let mut view = dealt();
        plays(&mut view, 1, "KH", 4);
        plays(&mut view, 2, "3H", 4);
        view.apply(&Event::Drew { seat: Seat(3), count: 3, cards: None, reshuffled: false });
        view.apply(&Event::Drew { seat: Seat(0), count: 0, cards: None, reshuffled: false });
        turn_to(&mut view, 1, Direction::CounterClockwise, 0);
        let page = turn(&view, STYLE);
        let news =
            "Player 3 plays ♥3.\nPlayer 4 draws 3 cards.\nPlayer 1 finds nothing to draw.\n\nLast card";
        assert!(page.contains(news), "{page}");
        assert!(!page.contains("Player 2 plays"), "{page}");
    }

    #[test]
    fn a_turn_shows_attack_direction_and_who_is_about_to_win() {
        let mut view = dealt();
        plays(&mut view, 3, "3H", 4);
        plays(&mut view, 2, "2H", 1);
        turn_to(&mut view, 1, Direction::Clockwise, 5);
        let page = turn(&view, STYLE);
        for line in [
            "OneCard, round 1 of 3",
            "Player 2, it is your turn.",
            "Last card   ♥2 (2 of Hearts)",
            "ATTACK      draw 5, or play a matching 2, 3 or 7, or a Queen or Jack of Hearts",
            "Direction   clockwise: 4 → 3 → 2 → 1 → 4",
            "Cards held  Player 1: 5  you: 5  Player 3: 1, the last card!  Player 4: 4",
            "Stock       79 cards",
        ] {
            assert!(page.lines().any(|shown| shown == line), "{line}\n{page}");
        }
        assert_eq!(question(&view), "Number of the card to play, or 0 to draw 5 cards: ");
    }

    #[test]
    fn the_hand_is_numbered_in_display_order_a_suit_a_line() {
        let mut view = dealt();
        turn_to(&mut view, 1, Direction::CounterClockwise, 0);
        let page = turn(&view, STYLE);
        assert!(page.ends_with("   1  ♠7\n  [2] ♥2   [3] ♥K\n   4  ♣10   5  ♣Q\n"), "{page}");
        assert_eq!(sorted(&view), cards("7S 2H KH 10C QC"));
        assert!(!page.contains("ATTACK"));
    }

    #[test]
    fn who_has_left_is_not_shown_at_the_table() {
        let mut view = dealt();
        view.apply(&Event::Left { seat: Seat(2) });
        turn_to(&mut view, 1, Direction::CounterClockwise, 0);
        let page = turn(&view, STYLE);
        assert!(page.contains("Direction   counter-clockwise: 1 → 2 → 4 → 1\n"), "{page}");
        assert!(page.contains("Cards held  Player 1: 5  you: 5  Player 4: 5\n"), "{page}");
    }

    #[test]
    fn whoever_takes_the_keyboard_sees_no_cards_before() {
        let game = OneCard::new(&Options::default(), &Seed::from_number(1)).unwrap();
        let mut public = game.view(Audience::Spectator);
        public.apply(&Event::Seated { seat: Seat(2), name: "Player 3".to_owned() });
        public.apply(&Event::Drew { seat: Seat(2), count: 2, cards: None, reshuffled: false });
        let page = hand_over(&public, Seat(2), STYLE);
        assert!(page.contains("Player 3 draws 2 cards.\n"), "{page}");
        assert!(page.ends_with("Player 3, press Enter to see your cards: "), "{page}");
        assert!(!page.contains(['♠', '♥', '♦', '♣']), "{page}");
    }

    #[test]
    fn the_score_lists_points_and_totals_and_the_end() {
        let mut view = dealt();
        let (points, totals) = (vec![-3, 0, -12, -5], vec![-103, -9, -12, -20]);
        view.apply(&Event::Round { round: 1, winner: Some(Seat(1)), points, totals, hands: Vec::new() });
        let table = "Round 1 of 3: Player 2 wins.\n\n           this round    total\n\
                     Player 1           -3     -103\nPlayer 2            0       -9\n\
                     Player 3          -12      -12\nPlayer 4           -5      -20\n";
        assert_eq!(score(&view, STYLE), table);
        let outcome =
            Outcome::Decided { winners: vec![Seat(1)], forfeit: false, reason: "That is all.".into() };
        view.apply(&Event::Over { outcome });
        assert_eq!(score(&view, STYLE), format!("{table}\nThat is all.\n"));
    }

    #[test]
    fn a_round_that_nobody_wins_is_told() {
        let mut view = dealt();
        let zero = vec![0; 4];
        view.apply(&Event::Round {
            round: 1,
            winner: None,
            points: zero.clone(),
            totals: zero,
            hands: Vec::new(),
        });
        assert!(score(&view, STYLE).starts_with("Round 1 of 3: nobody can go on.\n"));
        assert_eq!(drew(&[], STYLE.paint), "There is nothing to draw.\n");
        assert_eq!(drew(&cards("5H QS"), STYLE.paint), "You draw ♥5, ♠Q.\n");
    }
}
