//! Every sentence of the game. Columns are letters and rows start at 1, for people only.

use shared::game::Seat;
use shared::sea_battle::{Board, Cell, Knowledge, Phase, SHIPS, Shot, ShotResult, View, other};

use crate::games::sea_battle::placement::{Attempt, Placement, Trouble, size};
use crate::games::sea_battle::stats::{Salvo, Tally};
use crate::ui::words::counted;

/// Whose a name is: "Anna’s".
pub fn whose(name: &str) -> String {
    format!("{name}’s")
}

/// A name, or what to say while a seat is empty.
pub fn name_of(view: &View, seat: Seat) -> String {
    match view.name(seat) {
        "" if view.seat.is_none() => "Nobody".to_owned(),
        "" => "Your opponent".to_owned(),
        name => name.to_owned(),
    }
}

/// The seat that is shown on the large board of this audience: the opponent's, and for spectators the second.
pub fn facing(view: &View) -> Seat {
    other(view.seat.unwrap_or(Seat(0)))
}

/// The heading of a board.
pub fn sea_of(view: &View, seat: Seat) -> String {
    if view.seat == Some(seat) {
        "Your sea".to_owned()
    } else {
        format!("{} sea", whose(&name_of(view, seat)))
    }
}

// ---- cells ---------------------------------------------------------------------------------------------------------

/// What is known of a cell without the fleet.
pub fn surveyed(known: &Knowledge, cell: Cell) -> &'static str {
    if known.sunk().contains(cell) {
        "sunk"
    } else if known.hit.contains(cell) {
        "hit"
    } else if known.missed.contains(cell) {
        "miss"
    } else if known.ring.contains(cell) {
        "water, around a wreck"
    } else {
        "unknown"
    }
}

/// A cell of a board, as a screen reader says it: "B7, unknown". `own`: the listener's board, whose fleet is no secret
/// to them; `names_ship` is what a ship on a seen fleet is called.
pub fn cell_label(board: &Board, known: &Knowledge, cell: Cell, names_ship: &str, own: bool) -> String {
    let ship = board.fleet.is_some_and(|fleet| fleet.ship_at(cell).is_some());
    let word = surveyed(known, cell);
    match (ship, word) {
        (true, "unknown") => format!("{cell}, {names_ship}"),
        (true, word) => format!("{cell}, {names_ship}, {word}"),
        (false, "unknown") if board.fleet.is_some() => format!("{cell}, water"),
        (false, "miss") if own => format!("{cell}, they missed"),
        (false, word) => format!("{cell}, {word}"),
    }
}

/// A cell while a fleet is placed.
pub fn placing_label(placement: &Placement, cell: Cell) -> String {
    if let Some((ship, ghost)) = placement.ghost()
        && placement.held().is_some()
        && ghost.area().contains(cell)
    {
        let fits = placement.bad_cells(ship, ghost).is_empty();
        return format!("{cell}, {} held{}", ship_of(ship), if fits { "" } else { ", can’t lie here" });
    }
    match placement.ship_at(cell) {
        Some(ship) => format!("{cell}, {}", ship_of(ship)),
        None => format!("{cell}, water"),
    }
}

// ---- shots ---------------------------------------------------------------------------------------------------------

/// What a shot did.
pub const fn result_word(result: ShotResult) -> &'static str {
    match result {
        ShotResult::Miss => "miss",
        ShotResult::Hit => "hit",
        ShotResult::Sunk => "sunk",
    }
}

/// Whose turn it is, as a heading.
pub fn turn_heading(view: &View) -> String {
    match view.turn {
        Some(seat) if view.seat == Some(seat) => "Your turn".to_owned(),
        Some(seat) => format!("{} turn", whose(&name_of(view, seat))),
        None => "The match is over".to_owned(),
    }
}

/// The last event in two parts, the first to be stressed: "B7: hit." and "Your turn."
///
/// `overrun` is the seat whose clock ran out after the last shot.
pub fn last_event(view: &View, last: Option<Salvo>, overrun: Option<Seat>) -> (String, String) {
    let next = match view.phase {
        Phase::Playing => format!("{}.", turn_heading(view)),
        _ => String::new(),
    };
    if let Some(seat) = overrun {
        let late = if view.seat == Some(seat) {
            "You ran out of time.".to_owned()
        } else {
            format!("{} ran out of time.", name_of(view, seat))
        };
        return (late, next);
    }
    match last {
        Some(Salvo { by, shot }) if view.seat == Some(by) => (shot_sentence(view, by, shot), next),
        Some(Salvo { by, shot }) => {
            (format!("{} at {}", name_of(view, by), shot_sentence(view, by, shot)), next)
        }
        None if view.my_turn() => (String::new(), "You shoot first.".to_owned()),
        None => match view.turn {
            Some(seat) => (String::new(), format!("{} shoots first.", name_of(view, seat))),
            None => (String::new(), next),
        },
    }
}

/// "B7: hit." or "B7: sunk, a ship of 3."
fn shot_sentence(view: &View, by: Seat, shot: Shot) -> String {
    let Shot { cell, result } = shot;
    if result == ShotResult::Sunk
        && let Some(wreck) =
            view.board(other(by)).knowledge().wrecks.into_iter().find(|wreck| wreck.contains(cell))
    {
        return format!("{cell}: sunk, a ship of {}.", wreck.len());
    }
    format!("{cell}: {}.", result_word(result))
}

/// The small print beside the heading of a board: how it was shot at.
pub fn shooting(view: &View, seat: Seat) -> String {
    let board = view.board(seat);
    if view.seat == Some(seat) {
        return match board.shots.last() {
            Some(shot) => format!("They shot last at {}", shot.cell),
            None => "No shot yet".to_owned(),
        };
    }
    let tally = Tally::of(board);
    match tally.accuracy() {
        Some(accuracy) => format!("{}, {accuracy}% hits", counted(tally.shots, "shot")),
        None => "No shot yet".to_owned(),
    }
}

/// "You: 8 of 10 ships afloat".
pub fn afloat(view: &View, seat: Seat) -> String {
    let who = if view.seat == Some(seat) { "You".to_owned() } else { name_of(view, seat) };
    format!("{who}: {} of {SHIPS} ships afloat", view.board(seat).afloat.len())
}

// ---- placing -------------------------------------------------------------------------------------------------------

/// What a player who places has to know.
pub fn placing_news(view: &View, own: Seat) -> String {
    let them = name_of(view, other(own));
    let stands = if view.board(other(own)).ready { "is ready" } else { "is placing too" };
    format!("{them} {stands}. No two ships may touch, not even at a corner.")
}

/// What a ship is called while it is placed.
pub fn ship_of(ship: usize) -> String {
    format!("ship of {}", size(ship))
}

/// What the button says that ends the placing.
pub fn ready_button(placement: &Placement) -> String {
    match SHIPS - placement.placed() {
        0 => "Ready".to_owned(),
        missing => format!("Ready when {missing} more {} placed", if missing == 1 { "is" } else { "are" }),
    }
}

/// What is wrong, in two parts: what can't be, and why.
pub fn trouble_sentences(trouble: &Trouble) -> (String, String) {
    let ship = ship_of(trouble.ship);
    let what = match trouble.attempt {
        Attempt::Lie => format!("The {ship} can’t lie there."),
        Attempt::Turn => format!("The {ship} can’t turn there."),
    };
    let why: Vec<String> = trouble
        .blocks
        .iter()
        .map(|block| format!("{} touches your {} (outlined).", block.at, ship_of(block.ship)))
        .collect();
    (what, why.join(" "))
}

/// What a held ship does, for those who don't see it: "Ship of 3, across, C7 to E7."
pub fn held_sentence(placement: &Placement) -> Option<String> {
    placement.held()?;
    let (ship, ghost) = placement.ghost()?;
    let first = ghost.first();
    let last = ghost.cells().last().unwrap_or(first);
    let lies = if ghost.size() == 1 {
        format!("Ship of 1, {first}.")
    } else {
        let way = if ghost.upright() { "upright" } else { "across" };
        format!("Ship of {}, {way}, {first} to {last}.", ghost.size())
    };
    let fits = placement.bad_cells(ship, ghost).is_empty();
    Some(if fits { lies } else { format!("{lies} It can’t lie there.") })
}

// ---- the people ------------------------------------------------------------------------------------------------------

/// Why the server said no, to a person. What it says to programs is made plain.
pub fn refusal(code: &str, reason: &str) -> String {
    let sentence = match code {
        "bad-fleet" => {
            "That fleet breaks the rules: ships must lie on the board and not touch. Move them, then press Ready."
        }
        "already-placed" => "Your fleet was placed already; the first one counts.",
        "off-board" => "That cell is not on the board.",
        "too-fast" => "One gesture at a time. Wait a moment.",
        "not-saved" => "The server could not save that. Nothing has changed; try again.",
        _ => return reason.to_owned(),
    };
    sentence.to_owned()
}

// ---- the end ---------------------------------------------------------------------------------------------------------

/// The title of the result.
pub fn end_title(code: i64) -> &'static str {
    match code {
        1 | 4 => "You won",
        2 | 5 => "You lost",
        3 => "A draw",
        -3..=-1 => "No result",
        _ => "The match is over",
    }
}

/// How it ended, in a sentence or two. `winner` matters to those who have no seat: their view does not say.
pub fn end_text(view: &View, winner: Option<Seat>) -> String {
    let Some(ending) = &view.outcome else { return String::new() };
    let late = ending.reason.starts_with("Out of time");
    let Some(own) = view.seat else {
        let Some(winner) = winner else { return ending.reason.clone() };
        let (winner, loser) = (name_of(view, winner), name_of(view, other(winner)));
        if view.boards.iter().any(|board| board.afloat.is_empty()) {
            return format!("{winner} won. {}", ending.reason);
        }
        return format!(
            "{winner} won. {loser} {}.",
            if late { "ran out of time twice in a row" } else { "gave up" }
        );
    };
    let (mine, theirs) = (view.board(own), view.board(other(own)));
    let opponent = name_of(view, other(own));
    match ending.code {
        1 => match theirs.shots.last() {
            Some(shot) => {
                let ship = format!("{} last ship went down at {}", whose(&opponent), shot.cell);
                format!("{ship}, with {} of yours afloat.", mine.afloat.len())
            }
            None => ending.reason.clone(),
        },
        2 => match mine.shots.last() {
            Some(shot) => {
                let ship = format!("Your last ship went down at {}", shot.cell);
                format!("{ship}, with {} of {} afloat.", theirs.afloat.len(), whose(&opponent))
            }
            None => ending.reason.clone(),
        },
        4 if late => {
            format!("{opponent} ran out of time twice in a row.")
        }
        4 => format!("{opponent} gave up."),
        5 if late => "You ran out of time twice in a row.".to_owned(),
        5 => "You gave up.".to_owned(),
        _ => ending.reason.clone(),
    }
}

#[cfg(test)]
mod tests;
