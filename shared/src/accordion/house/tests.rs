use rstest::rstest;

use super::*;

fn rng(number: u64) -> Rng {
    Seed::from_number(number).rng("house tests")
}

#[test]
fn a_level_survives_its_word() {
    for house in House::ALL {
        assert_eq!(house.word().parse(), Ok(house));
    }
    assert_eq!("best".parse::<House>(), Err(NoSuchHouse));
    assert_eq!(Level::HOUSE.map(House::of), House::ALL[1..]);
    for level in Level::HOUSE {
        assert_eq!(House::of(level).word(), level.word());
    }
}

/// Means over few deals, with three standard errors and more allowed; the figures over many are the bench's. Random play
/// is a check of the rules: 12.5.
#[rstest]
#[case(House::Random, 11.9, 13.1)]
#[case(House::Casual, 10.9, 12.0)]
#[case(House::Steady, 5.6, 6.8)]
#[case(House::Strong, 4.0, 5.0)]
fn levels_are_as_strong_as_stated(#[case] house: House, #[case] least: f64, #[case] most: f64) {
    let deals = 500..900_u32;
    let count = f64::from(deals.end - deals.start);
    let sum: usize = deals.map(|deal| piles_left(deal.into(), house)).sum();
    let mean = f64::from(u32::try_from(sum).unwrap()) / count;
    assert!((least..=most).contains(&mean), "{mean}");
}

#[test]
fn every_level_deals_all_and_goes_on_to_the_end_of_its_moves() {
    for house in House::ALL {
        let row = play(&deck(5), house, rng(5));
        assert_eq!(row.cards(), PACK, "{house:?}");
        assert_eq!(row.audit(), Ok(()));
        // The casual player never moves a single top card from a pile.
        assert!(row.moves().all(|step| house == House::Casual && !step.whole), "{house:?}: {row:?}");
    }
}

#[test]
fn the_steady_player_keeps_its_open_matches_until_the_last_card() {
    for deal in 0..20 {
        let (deck, mut rng) = (deck(deal), rng(deal));
        let mut row = Row::default();
        loop {
            match next(&row, House::Steady, &mut rng) {
                Action::Deal => _ = row.deal(deck[row.cards()]),
                Action::Move { from, distance, whole } => {
                    let before = row.open();
                    row.apply(to_move(from, distance, whole).unwrap()).unwrap();
                    assert!(row.open() >= before || row.cards() == PACK);
                }
                Action::Undo | Action::Tableau => break,
            }
        }
    }
}

#[test]
fn a_hint_is_what_the_strong_player_does() {
    let mut row = Row::default();
    let deck = deck(9);
    while row.cards() < PACK {
        assert_eq!(hint(&row), Action::Deal);
        row.deal(deck[row.cards()]);
    }
    while let Action::Move { from, distance, whole } = hint(&row) {
        assert_eq!(hint(&row), next(&row, House::Strong, &mut rng(1)));
        row.apply(to_move(from, distance, whole).unwrap()).unwrap();
    }
    assert_eq!(hint(&row), Action::Tableau);
    assert_eq!(row, play(&deck, House::Strong, rng(1)));
}

#[test]
fn the_master_follows_its_plan_and_thinks_again_when_the_row_is_another() {
    let mut row = Row::default();
    let mut mind = Mind::new(House::Master, rng(1));
    for card in deck(2) {
        assert_eq!(mind.choose(&row, 1), Some(Action::Deal), "no thought is needed for a deal");
        row.deal(card);
    }
    assert_eq!(mind.choose(&row, 1), None, "one row is not enough to look at");
    let Some(Action::Move { from, distance, whole }) = mind.choose(&row, u32::MAX) else { panic!("a move") };
    let before = row;
    row.apply(to_move(from, distance, whole).unwrap()).unwrap();
    assert!(mind.choose(&row, 1).is_some(), "the plan goes on");
    assert_eq!(mind.choose(&before, 1), None, "its last move was taken back");
}
