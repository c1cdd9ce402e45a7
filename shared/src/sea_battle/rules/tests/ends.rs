//! How a match ends, and who sees what then.

use super::*;

#[rstest]
#[case::while_placing(At::Placing, 0)]
#[case::with_one_fleet(At::HalfPlaced, 0)]
#[case::while_shooting(At::Playing, 2)]
fn giving_up_loses(#[case] moment: At, #[case] fleets: usize) {
    for loser in SEATS {
        let mut game = at(moment);
        let events = game.step(&Entry::Left { seat: loser }).unwrap();
        assert_eq!(shown(&events).len(), fleets, "fleets are shown only if both were placed");
        let outcome = game.outcome().unwrap();
        assert_eq!(outcome.ending(Audience::Seat(loser)).code, 5);
        assert_eq!(outcome.ending(Audience::Seat(other(loser))).code, 4);
    }
}

#[test]
fn giving_up_before_the_start_is_no_defeat() {
    let mut game = at(At::OneSat);
    game.step(&Entry::Left { seat: A }).unwrap();
    assert_eq!(game.outcome(), Some(Outcome::Closed { cause: Cause::Abandoned }));
}

#[rstest]
#[case(Cause::NoShow, -1)]
#[case(Cause::Aborted, -2)]
#[case(Cause::Abandoned, -3)]
fn closing_from_outside(#[case] cause: Cause, #[case] code: i64) {
    for moment in [At::Empty, At::OneSat, At::Placing, At::HalfPlaced, At::Playing] {
        let mut game = at(moment);
        let events = game.step(&Entry::Closed { cause }).unwrap();
        assert_eq!(shown(&events).len(), if moment == At::Playing { 2 } else { 0 });
        for audience in [Audience::Seat(A), Audience::Seat(B), Audience::Spectator] {
            assert_eq!(game.view(audience).outcome.unwrap().code, code);
            assert_eq!(game.view(audience).phase, Phase::Over);
        }
    }
}

#[test]
fn the_fleet_of_a_half_placed_match_stays_its_owners_secret() {
    let mut game = at(At::HalfPlaced);
    game.step(&Entry::Left { seat: B }).unwrap();
    assert!(game.view(Audience::Seat(A)).board(A).fleet.is_some());
    assert_eq!(game.view(Audience::Seat(B)).board(A).fleet, None);
    assert_eq!(game.view(Audience::Spectator).board(A).fleet, None);
}
