use super::*;
use crate::onecard::ring::Direction;
use crate::onecard::view::{Phase, Player};

/// Rounds of which a share is taken; its standard error is about 1.2 in a hundred. The figures over 4,000 rounds are the
/// bench's.
const ROUNDS: u32 = 1_500;

fn share(one: Level, others: Level) -> f64 {
    f64::from(rounds_won(one, others, ROUNDS, &Seed::from_number(11))) / f64::from(ROUNDS)
}

#[test]
fn hard_beats_three_mediums() {
    let share = share(Level::Hard, Level::Medium);
    assert!(share > 0.33, "{share}");
}

#[test]
fn medium_beats_three_easies() {
    let share = share(Level::Medium, Level::Easy);
    assert!(share > 0.35, "{share}");
}

#[test]
fn equals_win_a_quarter() {
    let share = share(Level::Medium, Level::Medium);
    assert!((0.21..0.29).contains(&share), "{share}");
}

fn view(hand: &str, last: &str, counts: [u16; 4]) -> View {
    let game = OneCard::new(&Options::default(), &Seed::from_number(1)).unwrap();
    let player = |count| Player { count, ..Player::default() };
    View {
        phase: Phase::Playing,
        turn: Some(Seat(0)),
        hand: hand.split(' ').map(|card| card.parse().unwrap()).collect(),
        discards: vec![last.parse().unwrap()],
        players: counts.map(player).to_vec(),
        direction: Direction::CounterClockwise,
        ..game.view(Audience::Seat(Seat(0)))
    }
}

/// What a level does in most of a hundred turns.
fn mostly(view: &View, level: Level) -> Action {
    let mut rng = Seed::from_number(2).rng("bot tests");
    let done: Vec<Action> = (0..100).map(|_| OneCard::decide(view, level, &mut rng).unwrap()).collect();
    let most = done.iter().max_by_key(|one| done.iter().filter(|other| other == one).count());
    *most.unwrap()
}

fn play(card: &str) -> Action {
    Action::Play(card.parse().unwrap())
}

#[test]
fn easy_plays_the_first_card_that_fits() {
    let view = view("KC 9D 2H 9H", "9S", [4, 4, 4, 4]);
    assert_eq!(mostly(&view, Level::Easy), play("9H"));
}

#[test]
fn medium_keeps_its_special_cards() {
    let view = view("2S QS KC 8S", "9S", [4, 4, 4, 4]);
    assert_eq!(mostly(&view, Level::Medium), play("8S"));
}

#[test]
fn hard_attacks_whoever_is_about_to_win() {
    let hand = "2S QS KC 8S";
    assert_eq!(mostly(&view(hand, "9S", [4, 5, 5, 5]), Level::Hard), play("8S"));
    assert_eq!(mostly(&view(hand, "9S", [4, 1, 5, 5]), Level::Hard), play("2S"));
}

#[test]
fn hard_plays_the_suit_that_the_others_can_hardly_follow() {
    let mut view = view("8S 8H", "8D", [4, 5, 5, 5]);
    let hearts = ["4H", "5H", "6H", "9H"].map(|card| card.parse().unwrap());
    view.discards.splice(0..0, hearts);
    assert_eq!(mostly(&view, Level::Hard), play("8H"));
}

#[test]
fn without_a_card_that_fits_everybody_draws_and_without_a_turn_nobody_does_anything() {
    let mut view = view("KC 5D", "9S", [2, 4, 4, 4]);
    for level in Level::ALL {
        assert_eq!(mostly(&view, level), Action::Draw);
    }
    view.turn = Some(Seat(1));
    let mut rng = Seed::from_number(2).rng("bot tests");
    assert_eq!(OneCard::decide(&view, Level::Hard, &mut rng), None);
}

/// Nearly all cards are in hands: stock and discards are empty again and again.
#[test]
fn bots_end_a_round_even_if_nothing_is_left_to_draw() {
    for (players, cards) in [(3, 33), (10, 9), (4, 24)] {
        for level in Level::ALL {
            let options = Options { players, cards, rounds: 5, ..Options::default() };
            let mut game = OneCard::new(&options, &Seed::from_number(u64::from(cards))).unwrap();
            for seat in (0..players).map(Seat) {
                game.step(&Entry::Sat { seat, name: String::new() }).unwrap();
            }
            game.step(&Entry::Started).unwrap();
            let mut rng = Seed::from_number(2).rng("bot tests");
            let mut turns = 0;
            while let Some(asked) = game.waiting_for().seats.first().copied() {
                let view = game.view(Audience::Seat(asked.seat));
                let action = OneCard::decide(&view, level, &mut rng).unwrap();
                game.step(&Entry::Acted { seat: asked.seat, action }).unwrap();
                turns += 1;
            }
            assert!(turns < 5 * 3_000, "{players} {level:?}: {turns} turns");
        }
    }
}

/// Between rounds there is time for the score.
#[test]
fn whoever_leads_a_later_round_takes_more_time() {
    let mut rng = Seed::from_number(2).rng("bot tests");
    let mut view = view("KC 5D", "9S", [2, 4, 4, 4]);
    view.round = 1;
    let first = OneCard::pause(&view, &mut rng);
    view.round = 2;
    assert!(OneCard::pause(&view, &mut rng) > first + 2_000);
}
