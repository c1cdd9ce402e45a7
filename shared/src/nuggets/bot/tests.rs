//! What bots do, and how well.

use super::*;
use crate::game::{Audience, Entry, Game, Seat};
use crate::nuggets::options::{MapChoice, Options};
use crate::seed::Seed;

/// Keys until a bot alone has found all the gold of a map made of this seed.
fn keys_alone(options: &Options, number: u64, level: Level) -> u32 {
    let seed = Seed::from_number(number);
    let mut rng = seed.rng("bot");
    let mut game = Nuggets::new(options, &seed).unwrap();
    game.step(&Entry::Sat { seat: Seat(0), name: "Bot".to_owned() }).unwrap();
    game.step(&Entry::Started).unwrap();
    let mut view = game.view(Audience::Seat(Seat(0)));
    for keys in 1..100_000 {
        let action = Nuggets::decide(&view, level, &mut rng).expect("there is gold left");
        for event in game.step(&Entry::Acted { seat: Seat(0), action }).unwrap() {
            if let Some(event) = Nuggets::reveal(&event, Audience::Seat(Seat(0))) {
                crate::game::Fold::apply(&mut view, &event);
            }
        }
        if game.outcome().is_some() {
            return keys;
        }
    }
    panic!("the bot never found it all");
}

/// On ten generated maps the hard bot needs fewer keys than the easy one, and 0.6 of them at most in the middle.
#[test]
fn hard_finds_it_all_in_fewer_keys_than_easy() {
    let options = Options { map: MapChoice::Generated { rows: 21, columns: 79 }, ..Options::default() };
    let mut shares: Vec<f64> = (1..=10)
        .map(|number| {
            let (easy, hard) =
                (keys_alone(&options, number, Level::Easy), keys_alone(&options, number, Level::Hard));
            assert!(hard < easy, "map {number}: hard {hard}, easy {easy}");
            f64::from(hard) / f64::from(easy)
        })
        .collect();
    shares.sort_by(f64::total_cmp);
    let median = f64::midpoint(shares[4], shares[5]);
    assert!(median <= 0.6, "median {median}, all {shares:?}");
}

/// Gold that fell out of sight is found again, on every map that comes with the program.
#[test]
fn bots_clear_every_bundled_map() {
    for map in crate::nuggets::bundled::ALL {
        let options = Options { map: MapChoice::Bundled { name: map.name.to_owned() }, ..Options::default() };
        let keys = keys_alone(&options, 1, Level::Hard);
        assert!(keys > 0, "{}", map.name);
    }
}

#[test]
fn nobody_decides_before_it_begins() {
    let mut game = Nuggets::new(&Options::default(), &Seed::from_number(1)).unwrap();
    game.step(&Entry::Sat { seat: Seat(0), name: "Bot".to_owned() }).unwrap();
    let mut rng = Seed::from_number(1).rng("bot");
    assert_eq!(Nuggets::decide(&game.view(Audience::Seat(Seat(0))), Level::Hard, &mut rng), None);
}

/// A part of the map that is cut off: the bot walks on, and is never at a loss.
#[test]
fn a_bot_that_can_reach_nothing_more_still_moves() {
    let options = Options {
        map: MapChoice::Text { text: "+--+----+\n|..|....|\n+--+----+".to_owned() },
        gold: 3,
        least_piles: 3,
        most_piles: 3,
        ..Options::default()
    };
    let seed = Seed::from_number(2);
    let mut game = Nuggets::new(&options, &seed).unwrap();
    game.step(&Entry::Sat { seat: Seat(0), name: "Bot".to_owned() }).unwrap();
    game.step(&Entry::Started).unwrap();
    let mut rng = seed.rng("bot");
    for _ in 0..60 {
        let action = Nuggets::decide(&game.view(Audience::Seat(Seat(0))), Level::Hard, &mut rng).unwrap();
        game.step(&Entry::Acted { seat: Seat(0), action }).unwrap();
    }
    assert_eq!(game.outcome(), None);
}
