use rstest::rstest;
use serde_json::json;

use super::*;
use crate::accordion::house::{House, Mind, piles_left};
use crate::accordion::row::Row;
use crate::cards::Card;
use crate::catalogue::OptionRange;
use crate::game::{Fold as _, Level};

const A: Seat = Seat(0);
const B: Seat = Seat(1);

fn acted(seat: Seat, action: Action) -> Entry<Action> {
    Entry::Acted { seat, action }
}

fn sat(seat: Seat) -> Entry<Action> {
    Entry::Sat { seat, name: format!("Player {seat}") }
}

fn moved(from: i64, distance: i64) -> Action {
    Action::Move { from, distance, whole: true }
}

/// A match that has begun.
fn begun(options: &Options) -> Accordion {
    let mut game = Accordion::new(options, &Seed::from_number(1)).unwrap();
    for entry in [sat(A), sat(B), Entry::Started] {
        game.step(&entry).unwrap();
    }
    game
}

fn dealt(options: &Options, cards: usize) -> Accordion {
    let mut game = begun(options);
    for _ in 0..cards {
        game.step(&acted(A, Action::Deal)).unwrap();
    }
    game
}

/// Lets a level of the house play a seat to its end; what happened last.
fn play_out(game: &mut Accordion, seat: Seat, house: House) -> Vec<Event> {
    let mut mind = Mind::new(house, Seed::from_number(1).rng("rules tests"));
    loop {
        let row = *game.player(seat).course.row();
        let action = mind.choose(&row, u32::MAX).unwrap();
        let events = game.step(&acted(seat, action)).unwrap();
        if action == Action::Tableau {
            return events;
        }
    }
}

/// What `entry` is refused with; that nothing has changed is checked too.
fn refused(game: &Accordion, entry: &Entry<Action>) -> &'static str {
    let mut after = game.clone();
    let refusal = after.step(entry).expect_err("it is refused");
    assert_eq!(&after, game);
    refusal.kind.code
}

/// The first deal in which *strong* is left with as many piles.
fn deal_with(piles: usize) -> u64 {
    (0..500).find(|&deal| piles_left(deal, House::Strong) == piles).unwrap()
}

/// Where a test begins.
#[derive(Debug, Clone, Copy)]
enum At {
    Empty,
    Begun,
    /// A has 3 cards, none of which match: ten, three and nine of three suits.
    Three,
    AllDealt,
    /// A has finished.
    Finished,
    Over,
}

fn at(moment: At) -> Accordion {
    let options = Options { deal: Some(apart()), ..Options::default() };
    match moment {
        At::Empty => Accordion::new(&options, &Seed::from_number(1)).unwrap(),
        At::Begun => begun(&options),
        At::Three => dealt(&options, 3),
        At::AllDealt => dealt(&options, PACK),
        At::Finished => {
            let mut game = dealt(&options, PACK);
            game.step(&acted(A, Action::Tableau)).unwrap();
            game
        }
        At::Over => {
            let mut game = begun(&options);
            game.step(&Entry::Left { seat: B }).unwrap();
            game
        }
    }
}

/// A deal of which the first three cards don't match.
fn apart() -> u64 {
    let apart = |deal: &u64| {
        let cards = deck(*deal);
        !cards[0].matches(cards[1]) && !cards[0].matches(cards[2]) && !cards[1].matches(cards[2])
    };
    (0..500).find(apart).unwrap()
}

#[rstest]
#[case::deal_before_anybody(At::Empty, acted(A, Action::Deal), "not-playing")]
#[case::start_before_anybody(At::Empty, Entry::Started, "not-playing")]
#[case::leave_before_anybody(At::Empty, Entry::Left { seat: A }, "not-playing")]
#[case::sit_after_the_start(At::Begun, sat(A), "not-playing")]
#[case::start_twice(At::Begun, Entry::Started, "not-playing")]
#[case::third_seat(At::Begun, acted(Seat(2), Action::Deal), "not-playing")]
#[case::undo_at_the_start(At::Begun, acted(A, Action::Undo), "nothing-to-undo")]
#[case::undo_of_a_deal(At::Three, acted(A, Action::Undo), "nothing-to-undo")]
#[case::undo_of_the_other_s(At::Three, acted(B, Action::Undo), "nothing-to-undo")]
#[case::no_match(At::Three, acted(A, moved(1, 1)), "no-match")]
#[case::no_match_by_two(At::Three, acted(A, moved(2, 2)), "no-match")]
#[case::beyond_the_row(At::Three, acted(A, moved(3, 1)), "no-pile")]
#[case::the_leftmost(At::Three, acted(A, moved(0, 1)), "no-pile")]
#[case::over_the_edge(At::Three, acted(A, moved(1, 2)), "no-pile")]
#[case::by_three(At::AllDealt, acted(A, moved(9, 3)), "no-pile")]
#[case::by_none(At::AllDealt, acted(A, moved(9, 0)), "no-pile")]
#[case::to_the_right(At::AllDealt, acted(A, moved(9, -1)), "no-pile")]
#[case::negative(At::AllDealt, acted(A, moved(-1, 1)), "no-pile")]
#[case::a_pile_that_wraps(At::AllDealt, acted(A, moved(257, 1)), "no-pile")]
#[case::a_distance_that_wraps(At::AllDealt, acted(A, moved(1, 257)), "no-pile")]
#[case::in_the_other_s_row(At::Three, acted(B, moved(1, 1)), "no-pile")]
#[case::cards_left(At::Three, acted(A, Action::Tableau), "cards-left")]
#[case::the_53rd_card(At::AllDealt, acted(A, Action::Deal), "deck-empty")]
#[case::after_one_s_tableau(At::Finished, acted(A, Action::Undo), "not-playing")]
#[case::tableau_twice(At::Finished, acted(A, Action::Tableau), "not-playing")]
#[case::idle_after_one_s_tableau(At::Finished, Entry::TimedOut { seat: A }, "not-playing")]
#[case::after_the_end(At::Over, acted(A, Action::Deal), "not-playing")]
#[case::leave_after_the_end(At::Over, Entry::Left { seat: A }, "not-playing")]
#[case::close_after_the_end(At::Over, Entry::Closed { cause: Cause::Aborted }, "not-playing")]
fn a_refusal(#[case] moment: At, #[case] entry: Entry<Action>, #[case] code: &str) {
    assert_eq!(refused(&at(moment), &entry), code);
}

#[test]
fn both_get_the_cards_of_the_same_deal() {
    let mut game = begun(&Options { deal: Some(77), ..Options::default() });
    for seat in [A, B, B, A] {
        game.step(&acted(seat, Action::Deal)).unwrap();
    }
    for seat in [A, B] {
        let piles = game.player(seat).course.row().tableau();
        assert_eq!(piles, deck(77)[..2].iter().map(|card| vec![*card]).collect::<Vec<_>>());
    }
}

#[test]
fn in_practice_a_deal_is_taken_back_and_the_card_comes_again() {
    let mut game = dealt(&Options { practice: true, ..Options::default() }, 2);
    let before = game.player(A).course.clone();
    game.step(&acted(A, Action::Deal)).unwrap();
    let after = game.player(A).course.clone();
    let undone = game.step(&acted(A, Action::Undo)).unwrap();
    assert_eq!(undone, [Event::Undone { seat: A, deal: true }]);
    assert_eq!(game.player(A).course, before);
    game.step(&acted(A, Action::Deal)).unwrap();
    assert_eq!(game.player(A).course, after);
}

/// Seat 0 plays as strong and seat 1 as the other level: who wins, and whether it is as a house or in a duel.
#[rstest]
#[case::one_pile_each_against_the_house(true, 1, House::Strong, vec![A])]
#[case::one_pile_each_in_a_duel(false, 1, House::Strong, vec![])]
#[case::as_many_piles_against_the_house(true, 4, House::Strong, vec![])]
#[case::as_many_piles_in_a_duel(false, 4, House::Strong, vec![])]
#[case::fewer_piles(true, 2, House::Random, vec![A])]
fn fewer_piles_win(#[case] house: bool, #[case] piles: usize, #[case] level: House, #[case] won: Vec<Seat>) {
    let mut game = begun(&Options { deal: Some(deal_with(piles)), house, ..Options::default() });
    assert_eq!(play_out(&mut game, A, House::Strong), [Event::Finished { seat: A }]);
    assert_eq!(game.outcome(), None);
    let events = play_out(&mut game, B, level);
    assert!(matches!(events[..], [Event::Shown { .. }, Event::Over { .. }]), "{events:?}");
    let Some(Outcome::Decided { winners, forfeit: false, reason }) = game.outcome() else {
        panic!("decided")
    };
    assert_eq!(winners, won);
    let count = if piles == 1 { "1 pile,".to_owned() } else { format!("{piles} piles,") };
    assert!(reason.starts_with(&format!("Player 0 is left with {count} Player 1 with ")), "{reason}");
}

#[test]
fn more_piles_lose() {
    let mut game = begun(&Options { deal: Some(deal_with(2)), ..Options::default() });
    play_out(&mut game, B, House::Strong);
    assert_eq!([A, B].map(|seat| game.score(seat)), [None, Some(2)]);
    play_out(&mut game, A, House::Random);
    let view = game.view(Audience::Seat(A));
    assert!(view.difference().is_some_and(|difference| difference > 0));
    assert_eq!(game.view(Audience::Seat(B)).difference(), view.difference().map(|difference| -difference));
    assert_eq!(view.outcome.unwrap().code, 2);
    assert_eq!(game.view(Audience::Seat(B)).outcome.unwrap().code, 1);
}

#[rstest]
#[case::given_up(Entry::Left { seat: A })]
#[case::idle_for_too_long(Entry::TimedOut { seat: A })]
fn whoever_gives_up_loses_and_no_row_is_shown(#[case] entry: Entry<Action>) {
    let mut game = dealt(&Options::default(), 5);
    let events = game.step(&entry).unwrap();
    assert!(matches!(events[..], [Event::Over { .. }]));
    for audience in [Audience::Seat(B), Audience::Spectator] {
        assert!(game.view(audience).sides.iter().all(|side| side.row.is_none()));
    }
    assert_eq!(game.view(Audience::Seat(A)).outcome.unwrap().code, 5);
    assert_eq!(game.view(Audience::Seat(B)).outcome.unwrap().code, 4);
}

#[test]
fn leaving_before_the_start_closes_the_match() {
    let mut game = Accordion::new(&Options::default(), &Seed::from_number(1)).unwrap();
    game.step(&sat(A)).unwrap();
    game.step(&Entry::Left { seat: A }).unwrap();
    assert_eq!(game.outcome(), Some(Outcome::Closed { cause: Cause::Abandoned }));
}

#[test]
fn of_the_other_only_the_cards_dealt_and_the_end_are_told() {
    let mut game = begun(&Options { deal: Some(3), ..Options::default() });
    let mut view = game.view(Audience::Seat(B));
    let mut watched = game.view(Audience::Spectator);
    let mut tell = |events: &[Event]| {
        for (audience, view) in [(Audience::Seat(B), &mut view), (Audience::Spectator, &mut watched)] {
            for event in events.iter().filter_map(|event| Accordion::reveal(event, audience)) {
                view.apply(&event);
            }
        }
        [&view, &watched].map(|view| serde_json::to_value(view).unwrap())
    };
    let mut moves = 0;
    while game.player(A).course.dealt() < PACK {
        let before = tell(&[]);
        let step = game.player(A).course.row().moves().next();
        let action = step.map_or(Action::Deal, Action::from);
        let events = game.step(&acted(A, action)).unwrap();
        let [mine, theirs] = tell(&events);
        assert_eq!(before == [mine.clone(), theirs], action != Action::Deal);
        moves += usize::from(action != Action::Deal);
        let side = json!({"dealt": game.player(A).course.dealt(), "finished": false, "row": null});
        assert_eq!(mine["sides"][0], side);
    }
    assert!(moves > 10);
    let [mine, _] = tell(&game.step(&acted(A, Action::Tableau)).unwrap());
    assert_eq!(mine["sides"][0], json!({"dealt": 52, "finished": true, "row": null}));
}

#[test]
fn the_match_waits_for_those_who_have_not_finished() {
    let seats = |game: &Accordion| {
        game.waiting_for().seats.iter().map(|asked| (asked.seat, asked.clock)).collect::<Vec<_>>()
    };
    assert_eq!(seats(&at(At::Empty)), []);
    assert_eq!(seats(&at(At::Begun)), [(A, None), (B, None)]);
    assert_eq!(seats(&at(At::Finished)), [(B, None)]);
    assert_eq!(seats(&at(At::Over)), []);

    // A bot's pause starts anew with each of its own actions, not with the other's.
    let turns =
        |game: &Accordion| game.waiting_for().seats.iter().map(|asked| asked.turn).collect::<Vec<_>>();
    assert_eq!(turns(&at(At::Three)), [3, 0]);
}

#[test]
fn legal_actions_are_those_of_the_view() {
    for moment in [At::Empty, At::Begun, At::Three, At::AllDealt, At::Finished, At::Over] {
        let game = at(moment);
        for seat in [A, B] {
            assert_eq!(game.legal(seat), Some(game.view(Audience::Seat(seat)).legal()), "{moment:?}");
        }
        assert_eq!(game.view(Audience::Spectator).legal(), []);
    }
}

#[test]
fn a_rematch_is_another_deal() {
    let options = Options { deal: Some(5), house: true, ..Options::default() };
    assert_eq!(begun(&options).rematch_options(), Options { deal: None, house: true, ..Options::default() });
}

#[rstest]
#[case(json!({}), None)]
#[case(json!({"deal": 9_007_199_254_740_991_u64}), None)]
#[case(json!({"deal": 9_007_199_254_740_992_u64}), Some("deal"))]
#[case(json!({"join_seconds": 9}), Some("join_seconds"))]
#[case(json!({"join_seconds": 3_601}), Some("join_seconds"))]
#[case(json!({"grace_seconds": 9}), Some("grace_seconds"))]
#[case(json!({"grace_seconds": 1_801}), Some("grace_seconds"))]
#[case(json!({"grace_seconds": null}), None)]
fn options_have_ranges(#[case] options: serde_json::Value, #[case] field: Option<&str>) {
    let options: Options = serde_json::from_value(options).unwrap();
    let made = Accordion::new(&options, &Seed::from_number(1));
    assert_eq!(made.err().map(|error| error.field), field);
}

#[test]
fn unknown_options_are_refused() {
    for bad in [json!({"deal": -1}), json!({"deal": 1.5}), json!({"level": "steady"})] {
        assert!(serde_json::from_value::<Options>(bad.clone()).is_err(), "{bad}");
    }
}

#[test]
fn facts_name_the_options_and_the_levels() {
    let facts = Accordion::facts();
    assert_eq!(facts.bots, ["casual", "steady", "strong", "master"]);
    let fields: Vec<&str> = facts.options.iter().map(|option| option.field.as_str()).collect();
    assert_eq!(fields, ["deal", "join_seconds", "grace_seconds"]);
    let default = serde_json::to_value(Options::default()).unwrap();
    for option in &facts.options {
        assert_eq!(option.default, default[&option.field]);
        assert!(matches!(option.range, OptionRange::Integer { .. }));
    }
}

#[test]
fn who_sits_there_decides_whether_it_is_the_house() {
    let seated = |bots| Accordion::seated(Options { house: bots == 0, ..Options::default() }, bots);
    assert_eq!([0, 1].map(|bots| seated(bots).house), [false, true]);
}

#[test]
fn the_master_thinks_once_all_cards_are_dealt_and_to_the_end() {
    let mut rng = Seed::from_number(1).rng("think");
    let mut think =
        |game: &Accordion, level| Accordion::think(&game.view(Audience::Seat(A)), level, &mut rng);
    let mut game = at(At::AllDealt);
    assert!(think(&at(At::Three), Level::Master).is_none());
    assert!(think(&game, Level::Strong).is_none());
    assert!(think(&at(At::Finished), Level::Master).is_none());
    let mut thought = think(&game, Level::Master).unwrap();
    assert!(thought.step(1).is_none());
    for action in thought.step(u32::MAX).unwrap() {
        game.step(&acted(A, action)).unwrap();
    }
    assert!(game.player(A).finished);
    assert!(game.player(A).course.row().len() < 5);
}

#[test]
fn the_house_hurries_for_whoever_has_finished() {
    let mut rng = Seed::from_number(1).rng("pause");
    let mut pause = |game: &Accordion| Accordion::pause(&game.view(Audience::Seat(B)), &mut rng);
    assert!((250..=750).contains(&pause(&at(At::AllDealt))));
    assert_eq!(pause(&at(At::Finished)), 0);
}

#[test]
fn an_audit_finds_a_card_that_is_not_of_the_deal() {
    let mut game = at(At::Three);
    assert_eq!(game.audit(), Ok(()));
    let missing = Card::all().find(|card| !game.player(A).course.row().contains(*card)).unwrap();
    let wrong = if game.deck[3] == missing { game.deck[4] } else { missing };
    game.player_mut(A).course.deal(wrong);
    assert!(game.audit().is_err());
    assert_eq!(Row::default().audit(), Ok(()));
}
