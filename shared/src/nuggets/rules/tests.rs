//! The rules, one by one. Tests that are named after a fault prevent one that other programs of this game have had.

use proptest::prelude::*;
use rstest::rstest;

use super::*;
use crate::game::{Cause, Fold as _};
use crate::nuggets::options::MapChoice;

const A: Seat = Seat(0);
const B: Seat = Seat(1);
const C: Seat = Seat(2);

/// A match on a map of one's own, with people and gold where the text says: letters and digits stand on room spots,
/// except that a lower-case letter is that player on a passage spot.
fn scene(lines: &[&str]) -> Nuggets {
    let ground = |c: char| {
        if c.is_ascii_lowercase() {
            '#'
        } else if c.is_ascii_alphanumeric() {
            '.'
        } else {
            c
        }
    };
    let text: String = lines.iter().map(|line| line.chars().map(ground).collect::<String>() + "\n").collect();
    let options = Options { map: MapChoice::Text { text }, ..Options::default() };
    let mut game = Nuggets::new(&options, &Seed::from_number(1)).unwrap();
    game.scene.gold.clear();
    let mut people = Vec::new();
    for (line, row) in lines.iter().zip(0..) {
        for (character, column) in line.chars().zip(0..) {
            let point = Point { row, column };
            match character {
                '1'..='9' => game.scene.gold.push((point, character.to_digit(10).unwrap())),
                'A'..='Z' | 'a'..='z' => people.push((character.to_ascii_uppercase(), point)),
                _ => {}
            }
        }
    }
    game.unclaimed = game.scene.gold.iter().map(|pile| pile.1).sum();
    game.options.gold = game.unclaimed;
    people.sort_unstable();
    for ((character, point), seat) in people.into_iter().zip(0..) {
        assert_eq!(character, letter(Seat(seat)), "letters go up from A");
        game.people.push(Person { name: format!("Player {character}").into(), purse: 0, keys: 0 });
        let nothing = Arc::new(Bits::none(game.map().rows(), game.map().columns()));
        game.scene.explorers.push(Explorer { at: None, known: nothing.clone(), trodden: nothing });
        game.scene.put(Seat(seat), point);
    }
    game.phase = Phase::Playing;
    game.audit().unwrap();
    game
}

fn press(game: &mut Nuggets, seat: Seat, keys: &str) -> Vec<Event> {
    let keys = keys.chars().map(|letter| Key::of(letter).unwrap());
    keys.flat_map(|action| game.step(&Entry::Acted { seat, action }).unwrap()).collect()
}

fn shown(game: &Nuggets, audience: Audience) -> Vec<String> {
    game.scene.screen(audience).into()
}

fn sees(game: &Nuggets, seat: Seat) -> Vec<String> {
    shown(game, Audience::Seat(seat))
}

fn watched(game: &Nuggets) -> Vec<String> {
    shown(game, Audience::Spectator)
}

fn purses(game: &Nuggets) -> Vec<u32> {
    game.people.iter().map(|person| person.purse).collect()
}

#[test]
fn gold_lies_on_room_spots_in_10_to_30_piles_of_1_or_more() {
    let mut sizes = std::collections::BTreeSet::new();
    for number in 0..400 {
        let game = Nuggets::new(&Options::default(), &Seed::from_number(number)).unwrap();
        assert_eq!(game.audit(), Ok(()));
        assert_eq!(game.unclaimed, 250);
        sizes.insert(game.scene.gold.len());
    }
    assert_eq!((sizes.first(), sizes.last()), (Some(&10), Some(&30)), "both ends are reached");
}

#[test]
fn the_seed_is_used() {
    let gold = |number| Nuggets::new(&Options::default(), &Seed::from_number(number)).unwrap().scene.gold;
    assert_eq!(gold(7), gold(7));
    assert_ne!(gold(7), gold(8));
}

#[rstest]
#[case::one_spot(".", 250, 1)]
#[case::few_spots("......", 250, 3)]
#[case::few_nuggets("....................................", 2, 2)]
fn piles_are_clamped_to_what_there_is(#[case] text: &str, #[case] gold: u32, #[case] most: usize) {
    let options = Options { map: MapChoice::Text { text: text.to_owned() }, gold, ..Options::default() };
    let game = Nuggets::new(&options, &Seed::from_number(3)).unwrap();
    assert_eq!(game.scene.gold.len(), most);
    assert_eq!(game.audit(), Ok(()));
}

#[test]
fn people_start_on_empty_room_spots_and_the_next_finds_none() {
    let options =
        Options { map: MapChoice::Text { text: "...##".to_owned() }, gold: 1, ..Options::default() };
    let mut game = Nuggets::new(&options, &Seed::from_number(3)).unwrap();
    let mut sit =
        |seat| game.step(&Entry::Sat { seat, name: "Ann".to_owned() }).map_err(|refusal| refusal.kind);
    assert!(sit(A).is_ok());
    assert!(sit(B).is_ok());
    assert_eq!(sit(C), Err(NO_ROOM));
    assert_eq!(game.audit(), Ok(()));
}

#[test]
fn letters_are_never_given_again_and_the_27th_is_refused() {
    let mut game = Nuggets::new(&Options::default(), &Seed::from_number(3)).unwrap();
    for seat in (0..MOST_PLAYERS).map(Seat) {
        game.step(&Entry::Sat { seat, name: "Ann".to_owned() }).unwrap();
        if seat == A {
            game.step(&Entry::Started).unwrap();
        }
        game.step(&Entry::Left { seat }).unwrap();
    }
    let refused = game.step(&Entry::Sat { seat: Seat(26), name: "Zoe".to_owned() }).unwrap_err();
    assert_eq!(refused.kind, NO_ROOM);
    assert_eq!(game.list().len(), 26, "all stay in the final table");
    assert_eq!(watched(&game).concat().matches(|c: char| c.is_ascii_uppercase()).count(), 0);
    assert_eq!(game.unclaimed, 250);
}

#[rstest]
#[case::left("h", (1, 0))]
#[case::right("l", (1, 2))]
#[case::up("k", (0, 1))]
#[case::down("j", (2, 1))]
#[case::up_left("y", (0, 0))]
#[case::up_right("u", (0, 2))]
#[case::down_left("b", (2, 0))]
#[case::down_right("n", (2, 2))]
fn keys_move(#[case] key: &str, #[case] (row, column): (u16, u16)) {
    let mut game = scene(&["...", ".A.", "..."]);
    press(&mut game, A, key);
    assert_eq!(game.scene.explorers[0].at, Some(Point { row, column }));
}

#[test]
fn diagonals_slip_past_corners_into_passages() {
    let mut game = scene(&["+-+#", "|A|#", "+-#+"]);
    press(&mut game, A, "nu");
    assert_eq!(game.scene.explorers[0].at, Some(Point { row: 1, column: 3 }));
}

/// Every way off the rim of the map, on the spots at its corners.
#[test]
fn spots_on_the_rim_never_lead_beyond_it() {
    let mut game = scene(&["A.", ".."]);
    for corner in ["K", "H", "J", "L"] {
        for key in Key::all() {
            let _ = game.step(&Entry::Acted { seat: A, action: key });
            assert_eq!(game.audit(), Ok(()));
        }
        let _ = game.step(&Entry::Acted { seat: A, action: corner.parse().unwrap() });
    }
}

#[test]
fn a_step_into_the_rock_is_refused_and_says_nothing() {
    let mut game = scene(&["+--+", "|A.|", "+--+"]);
    let before = game.clone();
    for key in ["h", "H", "k", "J", "y", "N"] {
        let refused = game.step(&Entry::Acted { seat: A, action: key.parse().unwrap() }).unwrap_err();
        assert_eq!(refused.kind, BLOCKED);
    }
    assert_eq!(game, before);
}

#[test]
fn stepping_onto_a_player_swaps_the_two_and_never_stacks_them() {
    let mut game = scene(&["AB."]);
    press(&mut game, A, "l");
    assert_eq!(watched(&game), ["BA."]);
    assert_eq!(game.audit(), Ok(()));
}

#[test]
fn the_swapped_one_collects_nothing() {
    let mut game = scene(&["A1B.2"]);
    // A takes the pile on the way, B is put where the pile lay.
    press(&mut game, A, "L");
    assert_eq!(purses(&game), [3, 0]);
    assert_eq!(watched(&game), [".B..A"]);
}

#[test]
fn a_swap_across_a_doorway_leaves_the_ground_as_it_was() {
    let mut game = scene(&["+--+   ", "|.Ab##.", "+--+   "]);
    press(&mut game, A, "l");
    press(&mut game, B, "h");
    press(&mut game, A, "L");
    assert_eq!(watched(&game), ["+--+   ", "|B.###A", "+--+   "]);
}

#[test]
fn the_swapped_one_sees_and_remembers_its_new_place() {
    let game = scene(&["+--+     +-+", "|.A|     |.|", "|..b######.|", "+--+     +-+"]);
    assert_eq!(sees(&game, B)[2], "|..@#       ", "in the doorway B sees the room");
    let mut game = scene(&["+--+     +-+", "|..|     |.|", "|..A#b###..|", "+--+     +-+"]);
    press(&mut game, A, "L");
    assert_eq!(game.scene.explorers[1].at, Some(Point { row: 2, column: 4 }));
    assert_eq!(sees(&game, B)[2].trim(), "|...@##");
}

#[test]
fn a_run_collects_every_pile_and_stops_at_the_wall() {
    let mut game = scene(&["+-------+", "|A.2.3..|", "|.......|", "|......1|", "+-------+"]);
    let events = press(&mut game, A, "L");
    assert_eq!(purses(&game), [5]);
    assert_eq!(game.scene.explorers[0].at, Some(Point { row: 1, column: 7 }));
    let gold: Vec<&Event> = events.iter().filter(|event| matches!(event, Event::Gold { .. })).collect();
    assert_eq!(
        gold,
        [
            &Event::Gold { to: Audience::Seat(A), found: 5, purse: 5, unclaimed: 1 },
            &Event::Gold { to: Audience::Spectator, found: 0, purse: 0, unclaimed: 1 },
        ],
        "one with the sum"
    );
    let screens = events.iter().filter(|event| matches!(event, Event::Screen { to: Audience::Seat(A), .. }));
    assert_eq!(screens.count(), 1, "one display after the run");
}

#[test]
fn a_run_through_players_shifts_each_of_them_one_back() {
    let mut game = scene(&["A.BC.D"]);
    press(&mut game, A, "L");
    assert_eq!(watched(&game), [".BC.DA"]);
}

#[test]
fn a_run_goes_on_past_doors_and_forks() {
    let mut game = scene(&["+-+ #  +-+", "|A######.|", "+-+ #  +-+"]);
    press(&mut game, A, "L");
    assert_eq!(watched(&game)[1], "|.######A|");
}

#[test]
fn a_run_remembers_all_that_it_passed() {
    let mut game = scene(&["+-----+", "|A....|", "+-+.+-+", "  |.|  ", "  +-+  "]);
    press(&mut game, A, "L");
    assert_eq!(sees(&game, A)[3], "  |.|  ");
}

#[test]
fn mixing_steps_and_runs_counts_every_nugget() {
    let mut game = scene(&["A1.2..3", ".4..5..", "6..7..8"]);
    for key in "lhLyjhHkbjlLuHJLjL".chars().filter_map(Key::of) {
        let _ = game.step(&Entry::Acted { seat: A, action: key });
        assert_eq!(game.audit(), Ok(()));
    }
    assert_eq!(purses(&game), [36], "all of it, and so it ends");
    assert!(game.outcome().is_some());
}

#[test]
fn the_last_nugget_ends_the_match_within_a_run() {
    let mut game = scene(&["AB3.."]);
    let events = press(&mut game, A, "L");
    assert_eq!(watched(&game), ["B.A.."], "the run stops where the last gold lay");
    let over =
        Outcome::Decided { winners: vec![A], forfeit: false, reason: "All the gold is found.".to_owned() };
    assert_eq!(events.last(), Some(&Event::Over { outcome: over }));
    let refused = game.step(&Entry::Acted { seat: B, action: "l".parse().unwrap() }).unwrap_err();
    assert_eq!(refused.kind, NOT_PLAYING);
}

#[test]
fn whoever_found_most_has_won_also_when_gone() {
    let mut game = scene(&["A5..", "B5..", "C1.."]);
    press(&mut game, A, "l");
    game.step(&Entry::Left { seat: A }).unwrap();
    press(&mut game, B, "l");
    press(&mut game, C, "l");
    let Some(Outcome::Decided { winners, .. }) = game.outcome() else { panic!("it is over") };
    assert_eq!(winners, [A, B]);
}

#[test]
fn who_leaves_vanishes_keeps_the_purse_and_moves_no_more() {
    let mut game = scene(&["+----+", "|A2B.|", "|..1.|", "+----+"]);
    press(&mut game, A, "l");
    let events = game.step(&Entry::Left { seat: A }).unwrap();
    assert_eq!(sees(&game, B), ["+----+", "|..@.|", "|..*.|", "+----+"]);
    assert_eq!((game.unclaimed, purses(&game)), (1, vec![2, 0]));
    assert!(matches!(events.last(), Some(Event::Players { players }) if players.len() == 2));
    let refused = game.step(&Entry::Acted { seat: A, action: "l".parse().unwrap() }).unwrap_err();
    assert_eq!(refused.kind, NOT_PLAYING);
    let again = game.step(&Entry::Left { seat: A }).unwrap_err();
    assert_eq!(again.kind, NOT_PLAYING);
    // What it remembers stays; whom it sees does not.
    assert_eq!(sees(&game, A), ["+----+", "|....|", "|....|", "+----+"]);
    let events = press(&mut game, B, "h");
    assert!(!events.iter().any(|event| {
        Nuggets::reveal(event, Audience::Seat(A)).is_some_and(|event| matches!(event, Event::Screen { .. }))
    }));
    press(&mut game, B, "h");
    assert_eq!(game.audit(), Ok(()), "the spot is free again");
}

#[test]
fn gold_and_people_show_only_in_sight() {
    let mut game = scene(&["+---+   +---+", "|A..#####..B|", "|...|   |..2|", "+---+   +---+"]);
    assert_eq!(sees(&game, A)[1], "|@..#        ");
    press(&mut game, A, "L");
    assert_eq!(sees(&game, A)[1..3], ["|...#####.B@|", "|...|   |..*|"]);
    press(&mut game, A, "H");
    assert!(!sees(&game, A).concat().contains(['B', '*']), "out of sight they are ground again");
}

/// Fault: sight that is tested on the map with letters on it lets people look along a passage over others' heads.
#[test]
fn people_in_a_passage_do_not_make_it_transparent() {
    let game = scene(&["A#bc#d#"]);
    assert_eq!(sees(&game, A), ["@#     "]);
    assert_eq!(sees(&game, B), [" #@C   "]);
}

#[test]
fn a_spectator_sees_all_and_is_not_seen() {
    let game = scene(&["+---+   +---+", "|A..#####.2B|", "+---+   +---+"]);
    assert_eq!(watched(&game)[1], "|A..#####.*B|");
}

#[test]
fn before_it_begins_and_after_it_ends_keys_do_nothing() {
    let mut game = Nuggets::new(&Options::default(), &Seed::from_number(1)).unwrap();
    assert_eq!(game.step(&Entry::Started).unwrap_err().kind, NOT_PLAYING, "nobody has come");
    game.step(&Entry::Sat { seat: A, name: "Ann".to_owned() }).unwrap();
    assert_eq!(game.legal(A), Some(Vec::new()));
    let pressed = Entry::Acted { seat: A, action: "l".parse().unwrap() };
    assert_eq!(game.step(&pressed).unwrap_err().kind, NOT_PLAYING);
    game.step(&Entry::Started).unwrap();
    game.step(&Entry::Closed { cause: Cause::Abandoned }).unwrap();
    assert_eq!(game.step(&pressed).unwrap_err().kind, NOT_PLAYING);
    assert_eq!(game.step(&Entry::Sat { seat: B, name: "Bob".to_owned() }).unwrap_err().kind, NOT_PLAYING);
}

#[test]
fn who_is_walled_in_is_not_waited_for() {
    let game = scene(&["A +", " + ", "+ B"]);
    assert_eq!(game.waiting_for(), Waiting::default());
}

#[rstest]
#[case::no_gold(Options { gold: 0, ..Options::default() }, "gold")]
#[case::too_much(Options { gold: 10_001, ..Options::default() }, "gold")]
#[case::no_piles(Options { least_piles: 0, ..Options::default() }, "least_piles")]
#[case::most_below_least(Options { least_piles: 20, most_piles: 19, ..Options::default() }, "most_piles")]
#[case::no_such_map(Options { map: MapChoice::Bundled { name: "atlantis".to_owned() }, ..Options::default() }, "map")]
#[case::too_small(Options { map: MapChoice::Generated { rows: 9, columns: 20 }, ..Options::default() }, "map")]
#[case::too_wide(Options { map: MapChoice::Generated { rows: 10, columns: 401 }, ..Options::default() }, "map")]
#[case::ragged(Options { map: MapChoice::Text { text: "..\n.".to_owned() }, ..Options::default() }, "map")]
#[case::join(Options { join_seconds: Some(9), ..Options::default() }, "join_seconds")]
fn options_out_of_range_are_named(#[case] options: Options, #[case] field: &str) {
    assert_eq!(Nuggets::new(&options, &Seed::from_number(1)).unwrap_err().field, field);
}

#[test]
fn a_map_of_ones_own_is_not_in_the_public_facts() {
    let options = Options { map: MapChoice::Text { text: "...".to_owned() }, ..Options::default() };
    assert!(!serde_json::to_string(&Nuggets::public_options(&options)).unwrap().contains("..."));
}

/// The display is told as differences: folded from any point of the match they give the whole.
#[test]
fn differences_fold_to_the_whole_display() {
    let options = Options { map: MapChoice::Generated { rows: 14, columns: 60 }, ..Options::default() };
    let mut rng = Seed::from_number(9).rng("keys");
    let mut game = Nuggets::new(&options, &Seed::from_number(9)).unwrap();
    for seat in (0..6).map(Seat) {
        game.step(&Entry::Sat { seat, name: "Ann".to_owned() }).unwrap();
    }
    game.step(&Entry::Started).unwrap();
    let audiences: Vec<Audience> = game.audiences().collect();
    let mut views: Vec<View> = audiences.iter().map(|&audience| game.view(audience)).collect();
    for _ in 0..600 {
        let seat = Seat(u8::try_from(rng.below(6)).unwrap());
        let Some(&key) = rng.pick(&game.legal(seat).unwrap()) else { continue };
        for event in game.step(&Entry::Acted { seat, action: key }).unwrap() {
            for (view, &audience) in views.iter_mut().zip(&audiences) {
                if let Some(event) = Nuggets::reveal(&event, audience) {
                    view.apply(&event);
                }
            }
        }
    }
    for (view, &audience) in views.iter().zip(&audiences) {
        assert_eq!(view, &game.view(audience));
    }
}

proptest! {
    /// Memory never shrinks, whatever happens.
    #[test]
    fn memory_only_grows(number in any::<u64>()) {
        let mut rng = Seed::from_number(number).rng("keys");
        let mut game = scene(&["+---+   +---+", "|A..#####.2B|", "|...|   |..9|", "+---+   +-#-+", "    #######  "]);
        for _ in 0..40 {
            let seat = Seat(u8::from(rng.chance(1, 2)));
            let known: Vec<Arc<Bits>> = game.scene.explorers.iter().map(|explorer| explorer.known.clone()).collect();
            let Some(&key) = rng.pick(&game.legal(seat).unwrap()) else { break };
            press(&mut game, seat, &key.letter().to_string());
            for (before, explorer) in known.iter().zip(&game.scene.explorers) {
                prop_assert_eq!(before.without(&explorer.known).count(), 0);
            }
        }
    }
}
