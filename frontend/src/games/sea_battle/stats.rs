//! Figures about one side's shooting, counted from the shots that fell on the other board.

use shared::game::Seat;
use shared::sea_battle::rules::SEATS;
use shared::sea_battle::{Board, Shot, ShotResult, View, other};

/// How one side shot.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Tally {
    /// Shots fired.
    pub shots: usize,
    /// Shots that hit, the sinking ones included.
    pub hits: usize,
    /// The most hits in a row.
    pub longest_run: usize,
    /// Ships sunk.
    pub sunk: usize,
}

impl Tally {
    /// Counts the shots that fell on `board`.
    pub fn of(board: &Board) -> Self {
        let mut tally = Self { shots: board.shots.len(), ..Self::default() };
        let mut run = 0;
        for shot in &board.shots {
            if shot.result == ShotResult::Miss {
                run = 0;
                continue;
            }
            run += 1;
            tally.hits += 1;
            tally.longest_run = tally.longest_run.max(run);
            tally.sunk += usize::from(shot.result == ShotResult::Sunk);
        }
        tally
    }

    /// Hits in per cent of the shots, rounded; `None` before the first shot.
    pub fn accuracy(self) -> Option<usize> {
        (2 * 100 * self.hits + self.shots).checked_div(2 * self.shots)
    }
}

/// One shot and who fired it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Salvo {
    /// Who.
    pub by: Seat,
    /// Where, and what it did.
    pub shot: Shot,
}

/// The shots of both sides in the order they were fired.
///
/// A view has them board by board. A miss ends a salvo, so the two lists are salvos that take turns; they are dealt
/// out from the end, where it is known who is shooting. An overrun clock leaves no trace in a view, so around one the
/// order may differ from what was played; the replay has it exactly.
pub fn in_order(view: &View) -> Vec<Salvo> {
    let mut rest = SEATS.map(|seat| (seat, view.board(other(seat)).shots.as_slice()));
    let hit_last = |shots: &[Shot]| shots.last().is_some_and(|shot| shot.result != ShotResult::Miss);
    // Whoever is to shoot has fired last only if that shot hit. At the end it is whoever sank the last ship.
    let shooter =
        view.turn.or_else(|| SEATS.into_iter().find(|&seat| view.board(other(seat)).afloat.is_empty()));
    let last = match shooter {
        Some(seat) if hit_last(&view.board(other(seat)).shots) => seat,
        Some(seat) => other(seat),
        // Somebody gave up: whose salvo has not ended, or else who has ended more of them.
        None => SEATS
            .into_iter()
            .find(|&seat| hit_last(&view.board(other(seat)).shots))
            .unwrap_or_else(|| if salvos(view, Seat(1)) > salvos(view, Seat(0)) { Seat(1) } else { Seat(0) }),
    };
    if last == Seat(1) {
        rest.swap(0, 1);
    }
    let mut newest_first = Vec::new();
    while rest.iter().any(|(_, shots)| !shots.is_empty()) {
        let [(by, shots), _] = &mut rest;
        let mut ended = false;
        while let Some((&shot, before)) = shots.split_last() {
            // Going back, the miss that ended an earlier salvo of this side belongs before the other side's.
            if ended && shot.result == ShotResult::Miss {
                break;
            }
            ended = true;
            newest_first.push(Salvo { by: *by, shot });
            *shots = before;
        }
        rest.swap(0, 1);
    }
    newest_first.reverse();
    newest_first
}

/// How many salvos of a seat a miss has ended.
fn salvos(view: &View, seat: Seat) -> usize {
    view.board(other(seat)).shots.iter().filter(|shot| shot.result == ShotResult::Miss).count()
}

#[cfg(test)]
mod tests {
    use shared::sea_battle::{Cell, Phase, SIZES};

    use super::*;

    fn shots(text: &str) -> Vec<Shot> {
        let result = |mark| match mark {
            'h' => ShotResult::Hit,
            's' => ShotResult::Sunk,
            _ => ShotResult::Miss,
        };
        text.chars()
            .enumerate()
            .map(|(i, mark)| Shot { cell: Cell::from_index(i).unwrap(), result: result(mark) })
            .collect()
    }

    fn board(text: &str) -> Board {
        Board { ready: true, fleet: None, shots: shots(text), afloat: SIZES.to_vec() }
    }

    #[test]
    fn a_tally_counts_shots_hits_runs_and_ships() {
        let tally = Tally::of(&board("mhhsmmsm"));
        assert_eq!(tally, Tally { shots: 8, hits: 4, longest_run: 3, sunk: 2 });
        assert_eq!(tally.accuracy(), Some(50));
    }

    #[test]
    fn accuracy_is_rounded_and_needs_a_shot() {
        assert_eq!(Tally { shots: 57, hits: 20, ..Tally::default() }.accuracy(), Some(35));
        assert_eq!(Tally { shots: 51, hits: 15, ..Tally::default() }.accuracy(), Some(29));
        assert_eq!(Tally { shots: 3, hits: 2, ..Tally::default() }.accuracy(), Some(67));
        assert_eq!(Tally::default().accuracy(), None);
    }

    /// Lower case: fired by seat 0, upper case: by seat 1. `turn` is who is to shoot.
    fn order(by_first: &str, by_second: &str, turn: Option<Seat>) -> String {
        let view = View {
            phase: Phase::Playing,
            seat: None,
            turn,
            names: Default::default(),
            boards: [board(by_second), board(by_first)],
            outcome: None,
        };
        in_order(&view)
            .into_iter()
            .map(|Salvo { by, shot }| {
                let mark = if shot.result == ShotResult::Miss { 'm' } else { 'h' };
                if by == Seat(1) { mark.to_ascii_uppercase() } else { mark }
            })
            .collect()
    }

    #[test]
    fn salvos_take_turns() {
        assert_eq!(order("hhmm", "hmh", Some(Seat(1))), "hhmHMmH");
        // The last miss passed the turn, and nothing of the next salvo fell yet.
        assert_eq!(order("hhmm", "hmm", Some(Seat(0))), "hhmHMmM");
        assert_eq!(order("m", "", Some(Seat(1))), "m");
        assert_eq!(order("", "", Some(Seat(0))), "");
    }

    #[test]
    fn salvos_take_turns_also_when_somebody_gave_up() {
        assert_eq!(order("mm", "mh", None), "mMmH");
        assert_eq!(order("mmm", "mm", None), "mMmMm");
        assert_eq!(order("mm", "mmm", None), "MmMmM");
    }

    #[test]
    fn no_shot_is_lost_when_a_clock_ran_out() {
        assert_eq!(order("mmmm", "h", Some(Seat(1))).len(), 5);
        assert_eq!(order("h", "hhhm", None).len(), 5);
    }
}
