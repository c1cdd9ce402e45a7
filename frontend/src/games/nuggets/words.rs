//! Every sentence of Nuggets: what is new, how things stand, how it ended.

use std::fmt::Write as _;

use shared::game::Seat;
use shared::nuggets::{Point, View, letter};

/// Sentences told at once; more would not be listened to.
const MOST: usize = 3;
/// Heaps named one by one.
const MOST_HEAPS: usize = 2;

/// The line under the display, as in the terminal.
pub fn status(view: &View) -> String {
    let unclaimed = view.unclaimed;
    match view.seat {
        Some(seat) => {
            format!("Player {} has {} nuggets ({unclaimed} nuggets unclaimed).", letter(seat), view.purse)
        }
        None => format!("Spectator: {unclaimed} nuggets unclaimed."),
    }
}

/// The name of a player.
pub fn name_of(view: &View, seat: Seat) -> String {
    let player = view.players.iter().find(|player| player.seat == seat);
    player.map_or_else(|| format!("Player {}", letter(seat)), |player| player.name.clone())
}

/// "1 nugget", "2 nuggets".
pub fn nuggets(number: u32) -> String {
    if number == 1 { "1 nugget".to_owned() } else { format!("{number} nuggets") }
}

/// What has happened between two views, for eyes and ears; the most important first.
pub fn news(before: &View, now: &View) -> Vec<String> {
    let mut news = Vec::new();
    if now.seat.is_some() && now.purse > before.purse {
        news.push(format!("You found {}.", nuggets(now.purse - before.purse)));
    }
    for player in &now.players {
        let earlier = before.players.iter().find(|other| other.seat == player.seat);
        match earlier {
            None if !before.players.is_empty() && now.seat != Some(player.seat) => {
                news.push(format!("{} ({}) has come.", player.name, letter(player.seat)));
            }
            Some(earlier) if player.purse > earlier.purse && now.seat != Some(player.seat) => {
                news.push(format!("{} found {}.", player.name, nuggets(player.purse - earlier.purse)));
            }
            _ => {}
        }
    }
    news.truncate(MOST);
    news
}

/// Who and what has come into sight, and where it is from here: old as soon as one has moved.
pub fn sighted(before: &View, now: &View) -> Vec<String> {
    let Some(eye) = now.screen.viewer() else { return Vec::new() };
    let mut people = Vec::new();
    let mut heaps = Vec::new();
    for row in 0..now.screen.rows() {
        for (&shown, column) in now.screen.row(row).iter().zip(0..) {
            let at = Point { row, column };
            match shown {
                b'*' if before.screen.at(at) != b'*' => heaps.push(at),
                b'A'..=b'Z' if !before.screen.cells().contains(&shown) => {
                    people.push((Seat(shown - b'A'), at));
                }
                _ => {}
            }
        }
    }
    let mut news = Vec::new();
    heaps.sort_by_key(|&heap| steps(eye, heap));
    let more = heaps.len().saturating_sub(MOST_HEAPS);
    if !heaps.is_empty() {
        let named: Vec<String> =
            heaps.iter().take(MOST_HEAPS).map(|&heap| format!("gold {}", whither(eye, heap))).collect();
        let mut text = upper_first(&named.join("; "));
        if more > 0 {
            // Writing to a string can't fail.
            let _ = write!(text, "; {more} more in sight");
        }
        text.push('.');
        news.push(text);
    }
    for (seat, at) in people {
        news.push(format!("{} ({}) is {}.", name_of(now, seat), letter(seat), whither(eye, at)));
    }
    news.truncate(MOST);
    news
}

/// How many steps it is if nothing is in the way.
fn steps(from: Point, to: Point) -> u16 {
    from.row.abs_diff(to.row).max(from.column.abs_diff(to.column))
}

/// "3 left, 2 up".
fn whither(from: Point, to: Point) -> String {
    let part = |from: u16, to: u16, less: &str, more: &str| match to.cmp(&from) {
        std::cmp::Ordering::Less => Some(format!("{} {less}", from - to)),
        std::cmp::Ordering::Equal => None,
        std::cmp::Ordering::Greater => Some(format!("{} {more}", to - from)),
    };
    let parts = [part(from.column, to.column, "left", "right"), part(from.row, to.row, "up", "down")];
    parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
}

fn upper_first(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// A row of the final table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Standing {
    /// From 1; the same for the same purse.
    pub place: usize,
    /// Who.
    pub seat: Seat,
    /// The name to show.
    pub name: String,
    /// What was found.
    pub purse: u32,
}

/// Everybody by purse, the fullest first; of equals whoever came first.
pub fn standings(view: &View) -> Vec<Standing> {
    let mut all: Vec<Standing> = view
        .players
        .iter()
        .map(|player| Standing {
            place: 1,
            seat: player.seat,
            name: player.name.clone(),
            purse: player.purse,
        })
        .collect();
    all.sort_by_key(|row| (std::cmp::Reverse(row.purse), row.seat));
    let purses: Vec<u32> = all.iter().map(|row| row.purse).collect();
    for row in &mut all {
        row.place = 1 + purses.iter().filter(|&&purse| purse > row.purse).count();
    }
    all
}

/// The title of the result.
pub fn end_title(view: &View) -> String {
    let code = view.outcome.as_ref().map_or(6, |ending| ending.code);
    if code < 0 {
        return "The match was closed".to_owned();
    }
    let table = standings(view);
    let winners: Vec<&Standing> = table.iter().filter(|row| row.place == 1).collect();
    let Some(own) = view.seat.and_then(|seat| table.iter().find(|row| row.seat == seat)) else {
        return match winners.as_slice() {
            [one] => format!("{} wins", one.name),
            _ => "A shared win".to_owned(),
        };
    };
    match own.place {
        1 if table.len() == 1 => "All the gold is yours".to_owned(),
        1 if winners.len() == 1 => "You won".to_owned(),
        1 => "You share the win".to_owned(),
        2 => "You came second".to_owned(),
        3 => "You came third".to_owned(),
        place => format!("You came {place}th"),
    }
}

/// What there is to say about the end.
pub fn end_text(view: &View) -> String {
    let reason = view.outcome.as_ref().map(|ending| ending.reason.clone()).unwrap_or_default();
    if view.outcome.as_ref().is_some_and(|ending| ending.code < 0) {
        return reason;
    }
    let table = standings(view);
    let total = view.unclaimed + table.iter().map(|row| row.purse).sum::<u32>();
    let mut text = if view.unclaimed == 0 {
        format!("All {} are found.", nuggets(total))
    } else {
        format!("{reason} {} of {} were never found.", view.unclaimed, nuggets(total))
    };
    let own = view.seat.and_then(|seat| table.iter().find(|row| row.seat == seat));
    let rival = match own {
        Some(own) if own.place == 1 => table.iter().find(|row| row.seat != own.seat),
        Some(_) => table.first(),
        None => None,
    };
    if let (Some(own), Some(rival)) = (own, rival) {
        let gap = own.purse.abs_diff(rival.purse);
        let sentence = match own.purse.cmp(&rival.purse) {
            std::cmp::Ordering::Greater => format!(" You had {gap} more than {}.", rival.name),
            std::cmp::Ordering::Equal => format!(" {} had as many.", rival.name),
            std::cmp::Ordering::Less => format!(" {} had {gap} more than you.", rival.name),
        };
        text.push_str(&sentence);
    }
    text
}

#[cfg(test)]
mod tests;
