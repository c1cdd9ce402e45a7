use std::collections::BTreeSet;

use proptest::prelude::*;
use rstest::rstest;

use super::*;
use crate::game::{Audience, Entry, Game as _, Seat};
use crate::sea_battle::fleet::Plan;
use crate::sea_battle::options::Options;
use crate::seed::{Rng, Seed};

fn rng(number: u64) -> Rng {
    Seed::from_number(number).rng("bot tests")
}

/// Mean and nine-tenths mark of the shots to sink 500 fleets. The standard error of the mean is about 0.3; the figures over
/// many more boards are the bench's.
fn figures(level: Level, fleet: impl Fn(&mut Rng) -> Fleet) -> (f64, usize) {
    const BOARDS: usize = 500;
    let mut rng = rng(2_000);
    let mut shots: Vec<usize> = (0..BOARDS)
        .map(|_| {
            let fleet = fleet(&mut rng);
            shots_to_sink(&fleet, level, &mut rng)
        })
        .collect();
    shots.sort_unstable();
    let sum: u32 = shots.iter().map(|&shots| u32::try_from(shots).unwrap()).sum();
    (f64::from(sum) / 500.0, shots[BOARDS * 9 / 10])
}

#[test]
fn easy_shoots_like_a_beginner() {
    let (mean, _) = figures(Level::Easy, Fleet::random);
    assert!((70.0..76.0).contains(&mean), "{mean}");
}

#[test]
fn medium_follows_what_it_finds() {
    let (mean, _) = figures(Level::Medium, Fleet::random);
    assert!((57.0..59.0).contains(&mean), "{mean}");
}

/// At most 55.0 over thousands of boards; here three standard errors are allowed. The nine-tenths mark needs
/// no such room: it is 63 or 64 for other boards too.
#[test]
fn hard_shoots_where_ships_likely_are() {
    let (mean, nine_tenths) = figures(Level::Hard, Fleet::random);
    assert!(mean < 55.9, "{mean}");
    assert!(nine_tenths <= 64, "{nine_tenths}");
}

#[test]
fn hard_sees_through_a_fleet_along_the_rim() {
    let (mean, _) = figures(Level::Hard, hugging_the_rim);
    assert!(mean < 60.0, "{mean}");
}

/// Plays a match between two bots; who won.
fn duel(levels: [Level; 2], number: u64) -> Seat {
    let seed = Seed::from_number(number);
    let options = Options { starter: Some(Seat(u8::from(number.is_multiple_of(2)))), ..Options::default() };
    let mut rng = seed.rng("duel");
    let mut game = SeaBattle::new(&options, &seed).unwrap();
    for seat in [Seat(0), Seat(1)] {
        game.step(&Entry::Sat { seat, name: "Bot".to_owned() }).unwrap();
    }
    game.step(&Entry::Started).unwrap();
    while let Some(asked) = game.waiting_for().seats.first() {
        let seat = asked.seat;
        let view = game.view(Audience::Seat(seat));
        let action = SeaBattle::decide(&view, levels[seat.index()], &mut rng).unwrap();
        game.step(&Entry::Acted { seat, action }).unwrap();
    }
    match game.outcome() {
        Some(crate::game::Outcome::Decided { winners, .. }) => winners[0],
        other => panic!("{other:?}"),
    }
}

/// 60 % and more over thousands of matches; here 150.
#[rstest]
#[case::hard_over_medium([Level::Hard, Level::Medium], 90)]
#[case::medium_over_easy([Level::Medium, Level::Easy], 120)]
fn the_stronger_bot_wins(#[case] levels: [Level; 2], #[case] least: usize) {
    let wins = (0..150).filter(|&number| duel(levels, number) == Seat(0)).count();
    assert!(wins >= least, "{wins} of 150");
}

#[test]
fn fleets_of_bots_are_legal_and_differ() {
    for level in Level::ALL {
        let mut rng = rng(7);
        let fleets: Vec<Fleet> = (0..300).map(|_| harbour::fleet(level, &mut rng)).collect();
        assert!(fleets.iter().all(|fleet| Plan::from(*fleet).validate().is_ok()));
        let kinds: BTreeSet<String> =
            fleets.iter().map(|fleet| serde_json::to_string(fleet).unwrap()).collect();
        assert_eq!(kinds.len(), 300, "{level:?}");
    }
}

/// Of six longer ships, those along the rim: chance puts about one and a half there.
fn along_the_rim(fleet: &Fleet) -> usize {
    fleet.ships().iter().filter(|ship| harbour::along_the_rim(**ship)).count()
}

#[test]
fn the_hard_bot_likes_the_rim_and_nobody_can_rely_on_it() {
    let mut rng = rng(8);
    let counts: Vec<usize> =
        (0..1_000).map(|_| along_the_rim(&harbour::fleet(Level::Hard, &mut rng))).collect();
    let mean = counts.iter().sum::<usize>() / 10;
    assert!((350..520).contains(&mean), "{mean} hundredths");
    for few in 2..=6 {
        assert!(counts.iter().filter(|&&count| count == few).count() > 20, "{few} along the rim");
    }
}

#[test]
fn a_fleet_that_hugs_the_rim_does() {
    let mut rng = rng(9);
    for _ in 0..200 {
        assert_eq!(along_the_rim(&hugging_the_rim(&mut rng)), 6);
    }
}

#[test]
fn the_first_shot_of_the_hard_bot_can_not_be_foreseen() {
    let mut rng = rng(10);
    let first: BTreeSet<usize> =
        (0..100).filter_map(|_| aim(&Board::unknown(), Level::Hard, &mut rng)).map(Cell::index).collect();
    assert!(first.len() >= 4, "{first:?}");
}

#[test]
fn a_bot_does_nothing_when_nothing_is_asked() {
    let mut game =
        SeaBattle::new(&Options { starter: Some(Seat(0)), ..Options::default() }, &Seed::from_number(1))
            .unwrap();
    let mut rng = rng(11);
    let decide = |game: &SeaBattle, audience, rng: &mut Rng| {
        SeaBattle::decide(&game.view(audience), Level::Medium, rng)
    };
    for seat in [Seat(0), Seat(1)] {
        assert_eq!(decide(&game, Audience::Seat(seat), &mut rng), None);
        game.step(&Entry::Sat { seat, name: "Bot".to_owned() }).unwrap();
    }
    game.step(&Entry::Started).unwrap();
    for seat in [Seat(0), Seat(1)] {
        assert_eq!(decide(&game, Audience::Spectator, &mut rng), None);
        let action = decide(&game, Audience::Seat(seat), &mut rng).unwrap();
        game.step(&Entry::Acted { seat, action }).unwrap();
        if seat == Seat(0) {
            assert_eq!(decide(&game, Audience::Seat(seat), &mut rng), None, "its fleet is placed");
        }
    }
    assert!(matches!(decide(&game, Audience::Seat(Seat(0)), &mut rng), Some(Action::Shoot { .. })));
    assert_eq!(decide(&game, Audience::Seat(Seat(1)), &mut rng), None);
    assert_eq!(decide(&game, Audience::Spectator, &mut rng), None);
    game.step(&Entry::Left { seat: Seat(1) }).unwrap();
    assert_eq!(decide(&game, Audience::Seat(Seat(0)), &mut rng), None);
}

#[test]
fn a_bot_thinks_for_a_human_moment() {
    let view =
        SeaBattle::new(&Options::default(), &Seed::from_number(1)).unwrap().view(Audience::Seat(Seat(0)));
    let mut rng = rng(12);
    let pauses: Vec<u32> = (0..1_000).map(|_| SeaBattle::pause(&view, &mut rng)).collect();
    assert!(pauses.iter().all(|pause| (600..=1_600).contains(pause)));
    assert!(pauses.iter().any(|&pause| pause < 700) && pauses.iter().any(|&pause| pause > 1_500));
}

/// A board on which somebody else has shot at random: hits apart from each other, several ships found at once.
fn shot_at(fleet: &Fleet, shots: usize, rng: &mut Rng) -> Board {
    let mut board = Board::unknown();
    let mut hits = Cells::NONE;
    for _ in 0..shots {
        let closed = board.knowledge().closed();
        let open: Vec<Cell> = Cells::ALL.without(closed).iter().collect();
        let Some(&cell) = rng.pick(&open) else { break };
        let result = match fleet.ship_at(cell) {
            None => ShotResult::Miss,
            Some(ship) => {
                hits.insert(cell);
                if ship.area().within(hits) { ShotResult::Sunk } else { ShotResult::Hit }
            }
        };
        board.note(Shot { cell, result });
    }
    board
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn no_bot_shoots_where_it_knows_what_is(number in any::<u64>(), shots in 0..100_usize) {
        let mut rng = rng(number);
        let fleet = Fleet::random(&mut rng);
        let board = shot_at(&fleet, shots, &mut rng);
        let known = board.knowledge();
        let open = Cells::ALL.without(known.closed());
        for level in Level::ALL {
            let cell = aim(&board, level, &mut rng);
            prop_assert_eq!(cell.is_some(), !open.is_empty());
            if let Some(cell) = cell {
                prop_assert!(open.contains(cell));
                // Medium and hard never let go of a ship they have found, and know that ships are straight.
                if level != Level::Easy && !known.burning().is_empty() {
                    prop_assert!(known.burning().with_sides().contains(cell));
                    prop_assert!(!known.burning().corners().contains(cell));
                }
            }
        }
    }
}
