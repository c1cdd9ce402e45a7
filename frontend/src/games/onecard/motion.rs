//! What moved between two views. Everything that is shown to move is worked out from this, after the fact: the view is
//! already the new one, and nothing waits for a card to arrive.

use shared::game::Seat;
use shared::onecard::{Move, Phase, View, What};

/// What moved.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Motion {
    /// Nothing that is shown to move.
    Rest,
    /// A round was dealt.
    Dealt,
    /// A card went from a hand to the discards.
    Played(Seat),
    /// Cards went from the stock to a hand.
    Drew(Seat),
}

/// What moved between `before` and `after`. More than one move, as after a lost connection, is not shown.
pub fn between(before: &View, after: &View) -> Motion {
    if after.phase == Phase::Waiting || before.seat != after.seat {
        return Motion::Rest;
    }
    if after.round == before.round + 1 && after.recent.iter().len() == 0 {
        return Motion::Dealt;
    }
    if after.round != before.round {
        return Motion::Rest;
    }
    let (earlier, later): (Vec<Move>, Vec<Move>) =
        (before.recent.iter().collect(), after.recent.iter().collect());
    let Some((last, rest)) = later.split_last() else { return Motion::Rest };
    // The list is bounded: a move more may push the first one out.
    let pushed_out = earlier.len() > 1 && earlier.len() == later.len() && earlier.get(1..) == Some(rest);
    let one_more = earlier == rest || (pushed_out && earlier != later);
    match last.what {
        _ if !one_more => Motion::Rest,
        What::Played(_) => Motion::Played(last.seat),
        What::Drew(0) => Motion::Rest,
        What::Drew(_) => Motion::Drew(last.seat),
    }
}

#[cfg(test)]
mod tests {
    use shared::game::{Audience, Bot as _, Entry, Game as _, Level};
    use shared::onecard::{OneCard, Options};
    use shared::seed::Seed;

    use super::*;

    #[test]
    fn every_move_of_a_match_is_seen_and_nothing_else() {
        let seed = Seed::from_number(5);
        let mut game = OneCard::new(&Options { players: 3, rounds: 2, ..Options::default() }, &seed).unwrap();
        let mut rng = seed.rng("bots");
        let view = |game: &OneCard| game.view(Audience::Seat(Seat(1)));
        for seat in 0..3 {
            game.step(&Entry::Sat { seat: Seat(seat), name: "X".to_owned() }).unwrap();
        }
        let before = view(&game);
        game.step(&Entry::Started).unwrap();
        assert_eq!(between(&before, &view(&game)), Motion::Dealt);
        let (mut played, mut drew) = (0, 0);
        while game.outcome().is_none() {
            let before = view(&game);
            let seat = game.waiting_for().seats[0].seat;
            let action = OneCard::decide(&game.view(Audience::Seat(seat)), Level::Easy, &mut rng).unwrap();
            game.step(&Entry::Acted { seat, action }).unwrap();
            let after = view(&game);
            match between(&before, &after) {
                Motion::Played(by) => {
                    assert_eq!(by, seat);
                    assert_ne!(before.discards, after.discards);
                    played += 1;
                }
                Motion::Drew(by) => {
                    assert_eq!(by, seat);
                    drew += 1;
                }
                Motion::Dealt => assert_eq!(after.round, 2),
                Motion::Rest => panic!("{action:?} moved nothing"),
            }
            assert_eq!(between(&after, &after), Motion::Rest);
        }
        assert!(played > 12 && drew > 0, "{played}, {drew}");
    }
}
