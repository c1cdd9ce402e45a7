//! How a round and a match end, and who leads the next round.

use super::*;

fn round_of(events: &[Event]) -> (Option<Seat>, Vec<i32>, Vec<i32>) {
    let round = events.iter().find_map(|event| match event {
        Event::Round { winner, points, totals, .. } => Some((*winner, points.clone(), totals.clone())),
        _ => None,
    });
    round.expect("the round is over")
}

#[test]
fn an_empty_hand_ends_the_round_at_once() {
    let mut game = four(["KH 9H", "4C 4D", "5C 5D", "6C 6D"], "9H");
    game.plays(A, "KH");
    for seat in [B, C, D] {
        game.draws(seat);
    }
    let events = game.plays(A, "9H");
    assert_eq!(round_of(&events), (Some(A), vec![0, -3, -3, -3], vec![0, -3, -3, -3]));
    let Some(Outcome::Decided { winners, forfeit: false, reason }) = game.outcome() else { panic!() };
    assert_eq!((winners, reason.as_str()), (vec![A], "Player 0 wins without losing a point."));
}

#[test]
fn an_attack_by_the_last_card_hits_nobody() {
    for last in ["2H", "3H"] {
        let mut game = four([&format!("KH {last}"), "4C 4D", "5C 5D", "6C 6D"], "9H");
        game.plays(A, "KH");
        for seat in [B, C, D] {
            game.draws(seat);
        }
        let events = game.plays(A, last);
        assert_eq!(round_of(&events).1, [0, -3, -3, -3]);
    }
}

#[rstest::rstest]
#[case("QC")]
#[case("JC")]
fn the_last_card_may_be_one_that_redirects_an_attack(#[case] last: &str) {
    let mut game = four(["KH 2C 4D", &format!("KD 9C {last}"), "KH 5C 5D", "9H 6C 6D"], "9H");
    for (seat, text) in [(A, "KH"), (B, "KD"), (C, "KH"), (D, "9H")] {
        game.plays(seat, text);
    }
    game.draws(A);
    for (seat, text) in [(B, "9C"), (C, "5C"), (D, "6C"), (A, "2C")] {
        game.plays(seat, text);
    }
    assert_eq!((game.turn, game.attack), (B, 2));
    let events = game.plays(B, last);
    assert_eq!(round_of(&events), (Some(B), vec![-2, 0, -1, -1], vec![-2, 0, -1, -1]));
}

/// Hands of the second round come from another shuffle.
#[test]
fn the_winner_leads_the_next_round_without_a_draw_for_the_lead() {
    let mut game =
        Setup { hands: &["4C 4D", "KH 9H", "5C 5D"], rounds: 2, order: "5S 4S 5S", ..Setup::default() }
            .start();
    assert_eq!(game.turn, B);
    game.plays(B, "KH");
    game.draws(C);
    game.draws(A);
    let first_pack = game.pack();
    game.plays(B, "9H");
    assert_eq!((game.round, game.turn, game.leader), (2, B, B));
    assert!(game.order.is_empty());
    assert_eq!((game.attack, game.direction), (0, Direction::CounterClockwise));
    assert_eq!(game.table.discards().count(), 1);
    assert_ne!(game.pack(), first_pack);
    assert_eq!(game.outcome(), None);
}

#[test]
fn direction_and_attack_start_anew_with_a_round() {
    let mut game = Setup { hands: &["QH 2H", "4C 4D", "5C 5D"], rounds: 2, ..Setup::default() }.start();
    game.plays(A, "QH");
    assert_eq!(game.direction, Direction::Clockwise);
    game.draws(C);
    game.draws(B);
    game.plays(A, "2H");
    assert_eq!((game.round, game.direction, game.attack, game.turn), (2, Direction::CounterClockwise, 0, A));
}

/// All cards are in hands but the first and those for the lead: after they are drawn, nobody can do anything.
#[test]
fn a_full_circle_without_a_card_ends_the_round_as_blocked() {
    let mut game = OneCard::new(
        &Options { players: 3, cards: 33, rounds: 2, ..Options::default() },
        &Seed::from_number(5),
    )
    .unwrap();
    for seat in game.seats() {
        game.step(&Entry::Sat { seat, name: format!("Player {seat}") }).unwrap();
    }
    game.step(&Entry::Started).unwrap();
    let leader = game.leader;
    // 104 - 99 - 3 - 1 leaves one card in the stock, and three under the first card.
    let mut drawn = 0;
    let mut passes = 0;
    let events = loop {
        let seat = game.turn;
        let events = game.step(&Entry::Acted { seat, action: Action::Draw }).unwrap();
        assert_eq!(game.audit(), Ok(()));
        match &events[0] {
            Event::Drew { count: 0, reshuffled: false, .. } => passes += 1,
            Event::Drew { count, .. } => drawn += count,
            other => panic!("{other:?}"),
        }
        if game.round == 2 {
            break events;
        }
    };
    assert_eq!((drawn, passes), (4, 3));
    let (winner, points, _) = round_of(&events);
    assert_eq!((winner, points.iter().sum::<i32>()), (None, -103), "every hand is scored");
    assert_eq!(game.leader, leader, "whoever led a blocked round leads again");
}

#[test]
fn a_tie_is_shared() {
    let mut game = four(["4C 4D", "4C 4D", "5C 5D", "6C 6D"], "9H");
    for place in &mut game.places {
        place.total = -7;
    }
    game.places[1].total = -4;
    game.places[3].total = -4;
    game.decide();
    let Some(Outcome::Decided { winners, reason, .. }) = game.outcome() else { panic!() };
    assert_eq!(
        (winners, reason.as_str()),
        (vec![B, D], "Player 1 and Player 3 share the win with -4 points.")
    );
}

#[test]
fn totals_add_up_over_rounds_once() {
    let mut game = Setup { hands: &["KH 9H", "4C 4D", "5C 5D"], rounds: 3, ..Setup::default() }.start();
    game.plays(A, "KH");
    game.draws(B);
    game.draws(C);
    game.plays(A, "9H");
    assert_eq!(game.places.iter().map(|place| place.total).collect::<Vec<_>>(), [0, -3, -3]);
    let mut rng = Seed::from_number(3).rng("bots");
    while game.outcome().is_none() {
        let view = game.view(Audience::Seat(game.turn));
        let action = <OneCard as crate::game::Bot>::decide(&view, Level::Medium, &mut rng).unwrap();
        game.step(&Entry::Acted { seat: game.turn, action }).unwrap();
    }
    assert_eq!(game.scores.len(), 3);
    for (seat, place) in game.places.iter().enumerate() {
        assert_eq!(place.total, game.scores.iter().map(|score| score.points[seat]).sum::<i32>());
    }
}

#[test]
fn a_view_forgets_the_oldest_moves() {
    let mut game = four(["4C 4D", "4C 4D", "5C 5D", "6C 6D"], "9H");
    let mut view = game.view(Audience::Spectator);
    for turn in 0..20 {
        let seat = game.turn;
        for event in game.step(&Entry::Acted { seat, action: Action::Draw }).unwrap() {
            if let Some(event) = OneCard::reveal(&event, Audience::Spectator) {
                view.apply(&event);
            }
        }
        assert_eq!(view.recent.iter().len(), (turn + 1).min(12));
    }
}
