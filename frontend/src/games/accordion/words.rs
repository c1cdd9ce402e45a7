//! Every sentence of Accordion.

use shared::accordion::{Action, Course, Row, Step, View};
use shared::api::GameStatistics;
use shared::cards::{Card, PACK};
use shared::game::Seat;

use crate::games::accordion::moves::Change;
use crate::ui::words::{counted, tenths};

/// The cards of a pile, from top to bottom.
pub fn spoken(cards: &[Card]) -> String {
    cards.iter().map(|card| card.spoken()).collect::<Vec<_>>().join(", ")
}

/// How a row stands: "11 piles, 20 cards to deal".
pub fn standing(row: &Row) -> String {
    let left = match PACK - row.cards() {
        0 => "all cards dealt".to_owned(),
        left => format!("{} to deal", counted(left, "card")),
    };
    format!("{}, {left}", counted(row.len(), "pile"))
}

/// A pile for a screen reader, by its place from 0.
pub fn pile_label(place: usize, cards: &[Card], picked: bool, target: Option<usize>) -> String {
    let top = cards.first().map_or_else(String::new, |card| card.spoken());
    let mark = match (picked, target) {
        (true, _) => ", taken up".to_owned(),
        (_, Some(distance)) => format!(", can be moved onto, {distance} to the left"),
        _ => String::new(),
    };
    format!("Pile {}: {top}, {}{mark}", place + 1, counted(cards.len(), "card"))
}

/// What has happened, for a screen reader.
pub fn happened(change: Change, old: &Course, new: &Course) -> Option<String> {
    let (before, row) = (old.row(), new.row());
    let what = match change {
        Change::Rest => return None,
        Change::Dealt => row.pile(row.len().checked_sub(1)?).next()?.spoken(),
        Change::Moved(taken) => {
            let to = usize::from(taken.from.checked_sub(taken.distance)?);
            let (moved, onto) = (row.pile(to).next()?, before.pile(to).next()?);
            format!("{} onto {}, pile {}", moved.spoken(), onto.spoken(), to + 1)
        }
        Change::Undone(Step::Deal) => "The deal is taken back".to_owned(),
        Change::Undone(Step::Move(_)) => "The move is taken back".to_owned(),
    };
    Some(format!("{what}; {}.", standing(row)))
}

/// That the other has finished, the only thing of theirs that is worth a word at once.
pub fn other_finished(old: &View, new: &View) -> Option<String> {
    let other = shared::accordion::rules::other(new.seat?);
    let now = new.side(other).finished && !old.side(other).finished;
    now.then(|| format!("{}.", other_line(new, other)))
}

/// A hint in words.
pub fn hint(action: Action, row: &Row) -> String {
    match action {
        Action::Move { from, distance, whole } => {
            let place = |number: i64| usize::try_from(number).unwrap_or_default();
            let (from, to) = (place(from), place(from - distance));
            let top = |place| row.pile(place).next().map_or_else(String::new, Card::spoken);
            let deep = row.pile(from).nth(1).is_some();
            let what = match (deep, whole) {
                (false, _) => String::new(),
                (true, true) => "the whole pile of ".to_owned(),
                (true, false) => "only the ".to_owned(),
            };
            format!("Hint: move {what}{} onto {}, pile {}.", top(from), top(to), to + 1)
        }
        Action::Deal => "Hint: deal. More cards never close a move.".to_owned(),
        Action::Tableau | Action::Undo => "Hint: finish. No move is worth making.".to_owned(),
    }
}

/// What everybody may know of the other: "The house has dealt 12".
pub fn other_line(view: &View, seat: Seat) -> String {
    let side = view.side(seat);
    let name = view.name(seat);
    let name = if name.is_empty() { "Nobody" } else { name };
    if side.finished { format!("{name} has finished") } else { format!("{name} has dealt {}", side.dealt) }
}

/// What came of all games of practice; `None` before the first.
pub fn practised(of: &GameStatistics) -> Option<String> {
    let (best, mean) = (of.total.best_score?, of.total.mean_score?);
    let count = |number: u32| usize::try_from(number).unwrap_or(usize::MAX);
    Some(format!(
        "{} of practice here: best {best}, average {}, {} in a row.",
        counted(count(of.total.finished), "game"),
        tenths(mean),
        counted(count(of.streak), "win"),
    ))
}

/// The title of the result.
pub fn end_title(view: &View) -> String {
    let Some(ending) = &view.outcome else { return String::new() };
    let piles = |seat| view.side(seat).row.map(|row| row.len());
    let (Some(one), Some(two)) = (piles(Seat(0)), piles(Seat(1))) else {
        return if ending.code == 0 {
            "The match was closed".to_owned()
        } else {
            "The match was given up".to_owned()
        };
    };
    let Some(own) = view.seat else { return format!("{one} to {two}") };
    let (mine, theirs) = if own == Seat(0) { (one, two) } else { (two, one) };
    let other = view.name(shared::accordion::rules::other(own));
    match mine.cmp(&theirs) {
        std::cmp::Ordering::Less => format!("You beat {other}, {mine} to {theirs}"),
        std::cmp::Ordering::Greater => format!("{other} wins, {theirs} to {mine}"),
        std::cmp::Ordering::Equal if mine == 1 && view.house => "A single pile: you win".to_owned(),
        std::cmp::Ordering::Equal => format!("A draw, {mine} each"),
    }
}

/// The difference in words.
pub fn difference(view: &View) -> Option<String> {
    let difference = view.difference()?;
    let piles = counted(difference.unsigned_abs().into(), "pile");
    Some(match difference {
        0 => "As many piles each (D = 0).".to_owned(),
        ..0 => format!("{piles} fewer (D = −{}).", difference.unsigned_abs()),
        _ => format!("{piles} more (D = +{difference})."),
    })
}

#[cfg(test)]
mod tests {
    use shared::api::{ScoreKind, Tally};
    use shared::catalogue::GameId;

    use super::*;
    use crate::games::accordion::moves::{between, step};

    #[test]
    fn a_move_is_told_with_where_it_went_and_what_is_left() {
        let mut old = Course::default();
        for text in ["AS", "QH", "7H"] {
            old.deal(text.parse().unwrap());
        }
        let mut new = old.clone();
        new.make(step(new.row(), 2, 1, true).unwrap()).unwrap();
        assert_eq!(
            happened(between(&old, &new), &old, &new).as_deref(),
            Some("7 of Hearts onto Queen of Hearts, pile 2; 2 piles, 49 cards to deal.")
        );
        assert_eq!(happened(between(&old, &old), &old, &old), None);
    }

    #[test]
    fn best_average_and_streak_are_told_after_the_first_game() {
        let game = GameId::Accordion;
        let total =
            Tally { finished: 2, won: 2, best_score: Some(4), mean_score: Some(5.5), ..Tally::default() };
        let mut of = GameStatistics {
            game,
            score: ScoreKind::of(game),
            streak: 1,
            best_streak: 1,
            total,
            by_opponents: Vec::new(),
        };
        assert_eq!(practised(&of).unwrap(), "2 games of practice here: best 4, average 5.5, 1 win in a row.");
        of.total = Tally::default();
        assert_eq!(practised(&of), None);
    }

    #[test]
    fn a_pile_says_its_place_top_and_depth() {
        let cards: Vec<Card> = ["7H", "QH"].iter().map(|text| text.parse().unwrap()).collect();
        assert_eq!(
            pile_label(3, &cards, false, Some(2)),
            "Pile 4: 7 of Hearts, 2 cards, can be moved onto, 2 to the left"
        );
    }

    #[test]
    fn a_hint_says_card_or_pile_only_where_they_differ() {
        let mut course = Course::default();
        for text in ["AS", "2S"] {
            course.deal(text.parse().unwrap());
        }
        let action = Action::Move { from: 1, distance: 1, whole: true };
        assert_eq!(hint(action, course.row()), "Hint: move 2 of Spades onto Ace of Spades, pile 1.");
    }
}
