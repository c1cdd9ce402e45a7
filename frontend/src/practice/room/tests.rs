//! Random play against the bots, for every game: it ends, the one view is what the rules say, and a match that is taken
//! up again goes on from where it was.

use std::cell::Cell;

use shared::accordion::Accordion;
use shared::catalogue::{GameFacts, games};
use shared::game::Verdict;
use shared::nuggets::Nuggets;
use shared::nuggets::map::{Direction, Key};
use shared::onecard::OneCard;
use shared::record::fold;
use shared::sea_battle::SeaBattle;
use shared::seed::{Rng, Seed};

use super::*;
use crate::practice::paper::{LONGEST, lay};
use crate::practice::wish::{from_query, most_practised};

/// Nothing takes longer than this between two steps of a bot, in milliseconds.
const LONGEST_PAUSE: f64 = 30_000.0;

fn facts<G: Practised>() -> GameFacts {
    games().into_iter().find(|game| game.id == G::GAME).unwrap()
}

fn paper<G: Practised>(query: &[(&str, &str)], seed: u64) -> Paper<G> {
    let asked =
        |name: &str| query.iter().find(|(other, _)| *other == name).map(|(_, value)| (*value).to_owned());
    let wish = from_query(&facts::<G>(), asked).unwrap();
    lay(&facts::<G>(), wish, "Anna".to_owned(), Seed::from_number(seed), 1_000).unwrap()
}

/// The person plays as a bot would, and sometimes does something that is refused.
fn human<G: Practised>(room: &mut Room<G>, now: f64, rng: &mut Rng) -> bool {
    if room.game().waiting_for().of(HUMAN).is_none() {
        return false;
    }
    let level = G::LEVELS[0];
    let Some(action) = G::decide(&room.view(), level, rng) else { return false };
    let before = room.seq();
    room.act(action.clone(), now).unwrap();
    assert!(room.seq() > before);
    // The same once more is refused or not; refused, it changes nothing.
    let (seq, state) = (room.seq(), room.game().clone());
    if !room.over() && G::legal(&state, HUMAN).is_some_and(|legal| !legal.contains(&action)) {
        room.act(action, now).unwrap_err();
        assert_eq!((room.seq(), room.game()), (seq, &state));
    }
    true
}

fn check<G: Practised>(room: &Room<G>) {
    assert_eq!(*room.view(), room.game().view(Audience::Seat(HUMAN)), "the view has drifted");
}

/// Plays to the end, or until `stop` entries are written.
fn play<G: Practised>(room: &mut Room<G>, now: &mut f64, rng: &mut Rng, stop: u64) {
    let mut idle = 0;
    while !room.over() && room.seq() < stop {
        let acted = human(room, *now, rng);
        let mut next = room.due().filter(|_| !room.over());
        if let Some(due) = next {
            assert!(due - *now < LONGEST_PAUSE);
            *now = now.max(due);
            let before = room.seq();
            room.come_due(&|| *now);
            if room.seq() == before {
                next = None;
            }
        }
        check(room);
        idle = if acted || next.is_some() { 0 } else { idle + 1 };
        assert!(idle < 10_000, "nobody does anything");
    }
}

fn whole_match<G: Practised>(query: &[(&str, &str)]) {
    for seed in 0..3 {
        let mut now = 500.0;
        let mut rng = Seed::from_number(seed).rng("human");
        let mut room = Room::<G>::open(paper(query, seed), now).unwrap();
        check(&room);
        play(&mut room, &mut now, &mut rng, 40);

        // A reload: the page's clock begins anew, the match does not.
        let text = serde_json::to_string(room.paper()).unwrap();
        let kept: Paper<G> = serde_json::from_str(&text).unwrap();
        assert_eq!(&kept, room.paper());
        let mut again = Room::open(kept, 3.0).unwrap();
        assert_eq!((again.game(), again.seq(), again.view()), (room.game(), room.seq(), room.view()));
        now = 3.0;
        play(&mut again, &mut now, &mut rng, u64::MAX);

        let record = again.record().unwrap();
        let entries: Vec<_> = record.entries.iter().map(|line| line.entry.clone()).collect();
        let folded: G = fold(&record.options, &record.seed, &entries).unwrap();
        assert_eq!(&folded, again.game());
        assert_eq!(folded.outcome(), Some(record.outcome));
        assert!(record.entries.is_sorted_by_key(|line| line.at));
        assert_eq!(again.due(), None, "a bot goes on after the end");
        assert_eq!(again.facts().status, Status::Over);
    }
}

#[test]
fn sea_battle_is_played_to_its_end() {
    whole_match::<SeaBattle>(&[]);
}

#[test]
fn nuggets_is_played_to_its_end() {
    whole_match::<Nuggets>(&[("map", "12x30"), ("gold", "30"), ("house", "2")]);
}

#[test]
fn onecard_is_played_to_its_end() {
    whole_match::<OneCard>(&[("rounds", "2")]);
}

#[test]
fn accordion_is_played_to_its_end() {
    whole_match::<Accordion>(&[]);
}

#[test]
fn the_deal_of_accordion_is_told_and_the_next_is_another() {
    let paper = paper::<Accordion>(&[], 5);
    assert!(paper.options.practice && paper.options.house);
    let deal = paper.options.deal.unwrap();
    assert_eq!(paper.wish.options.get("deal").and_then(serde_json::Value::as_u64), Some(deal));
    let room = Room::open(paper, 0.0).unwrap();
    let next = room.paper().again(&facts::<Accordion>(), room.next_options(), Seed::from_number(6), 0);
    assert!(next.options.deal.is_some_and(|other| other != deal));
    assert!(next.entries.is_empty());
}

#[test]
fn the_best_house_of_accordion_thinks_in_slices() {
    let mut room = Room::<Accordion>::open(paper(&[("level", "master")], 9), 0.0).unwrap();
    let mut slices = 0;
    let mut now = 0.0;
    while let Some(due) = room.due() {
        now = due.max(now);
        let before = room.seq();
        // A millisecond a look.
        let looks = Cell::new(0.0);
        room.come_due(&|| {
            looks.set(looks.get() + 1.0);
            now + looks.get()
        });
        assert!(looks.get() <= SLICE + 1.0, "a slice of {} ms", looks.get());
        slices += usize::from(room.seq() == before);
        assert!(slices < 100_000);
    }
    assert!(slices > 1, "it has thought all at once");
    // It has finished, and waits for the person.
    assert!(!room.over());
}

/// What the bot in seat 1 has done, up to the end of its own game.
fn house_plays(room: &mut Room<Accordion>, until: u64) -> Vec<shared::accordion::Action> {
    let mut now = 0.0;
    while let Some(due) = room.due().filter(|_| room.seq() < until) {
        now = due.max(now);
        room.come_due(&|| now);
    }
    let acted = |line: &Line<_>| match line.entry {
        Entry::Acted { seat: Seat(1), action } => Some(action),
        _ => None,
    };
    room.paper().entries.iter().filter_map(acted).collect()
}

#[test]
fn the_best_house_goes_on_with_its_plan_after_a_reload() {
    let paper = || paper::<Accordion>(&[("level", "master"), ("deal", "7")], 9);
    let whole = house_plays(&mut Room::open(paper(), 0.0).unwrap(), u64::MAX);
    // Three entries come before play; then it deals all cards, and plays what it has planned.
    for acted in [10, 52, 53, 60, 70] {
        let mut room = Room::open(paper(), 0.0).unwrap();
        house_plays(&mut room, acted + 3);
        let mut again = Room::open(room.paper().clone(), 0.0).unwrap();
        assert_eq!(house_plays(&mut again, u64::MAX), whole, "taken up after {acted} actions");
    }
}

/// A person who plays as the house does, against the largest house: the longest match there may be without somebody who
/// means to make it long.
fn whole_text<G: Practised>(query: &[(&str, &str)]) -> usize {
    let house = most_practised(&facts::<G>()).to_string();
    let query: Vec<_> = query.iter().copied().chain([("house", house.as_str())]).collect();
    let mut now = 0.0;
    let mut rng = Seed::from_number(1).rng("human");
    let mut room = Room::<G>::open(paper(&query, 1), now).unwrap();
    while !room.over() {
        if room.game().waiting_for().of(HUMAN).is_some()
            && let Some(action) = G::decide(&room.view(), G::LEVELS[0], &mut rng)
        {
            // A person is as quick as a bot.
            room.act(action, now).unwrap();
        }
        let until = now + 250.0;
        while let Some(due) = room.due().filter(|due| *due <= until) {
            now = now.max(due);
            room.come_due(&|| now);
        }
        now = until;
    }
    let aborted = shared::game::Outcome::Closed { cause: Cause::Aborted };
    assert_ne!(room.paper().outcome, Some(aborted), "closed before its end");
    let length = serde_json::to_string(room.paper()).unwrap().len();
    println!("{}: {} entries, {length} characters", G::GAME, room.seq());
    length
}

#[test]
fn a_whole_match_against_the_largest_house_fits_into_storage() {
    let most = LONGEST;
    for length in [
        whole_text::<SeaBattle>(&[]),
        whole_text::<OneCard>(&[("players", "10")]),
        whole_text::<Accordion>(&[]),
        whole_text::<Nuggets>(&[]),
        whole_text::<Nuggets>(&[("map", "40x120")]),
    ] {
        assert!(length <= most, "{length} characters");
    }
}

#[test]
fn as_many_entries_as_there_may_be_fit_into_storage() {
    let line =
        Line { at: 86_399_999, entry: Entry::Acted { seat: Seat(25), action: Key::step(Direction::ALL[0]) } };
    let longest = serde_json::to_string(&line).unwrap().len() + 1;
    assert!(longest * MOST <= LONGEST, "{longest} characters a line");
}

#[test]
fn what_came_of_a_match_is_told_once_it_is_over() {
    let mut room = Room::<SeaBattle>::open(paper(&[], 1), 0.0).unwrap();
    assert_eq!(room.finished(), None);
    room.leave(10.0).unwrap();
    let finished = room.finished().unwrap();
    assert_eq!((finished.verdict, finished.level, finished.score), (Verdict::Lost, Level::Medium, None));
    assert_eq!(finished.match_id, room.record().unwrap().match_id);
    let mut room = Room::<Nuggets>::open(paper(&[("map", "12x30")], 1), 0.0).unwrap();
    room.leave(10.0).unwrap();
    assert_eq!(room.finished(), None, "closed, since only bots would go on");
}

#[test]
fn it_would_be_a_pity_about_a_match_in_which_one_has_acted() {
    let mut room = Room::<Accordion>::open(paper(&[], 1), 0.0).unwrap();
    assert!(!room.paper().in_progress());
    room.act(shared::accordion::Action::Deal, 0.0).unwrap();
    assert!(room.paper().in_progress());
    room.leave(0.0).unwrap();
    assert!(!room.paper().in_progress());
}

#[test]
fn the_same_deal_can_be_asked_for_again() {
    let paper = paper::<Accordion>(&[], 5);
    let options = Accordion::same_again(&paper.options).unwrap();
    let again = paper.again(&facts::<Accordion>(), options, Seed::from_number(6), 0);
    assert_eq!((again.options.deal, &again.wish), (paper.options.deal, &paper.wish));
    assert_ne!(again.match_id(), paper.match_id());
    assert_eq!(OneCard::same_again(&shared::onecard::Options::default()), None);
}

#[test]
fn who_gives_up_ends_the_match() {
    let mut room = Room::<Nuggets>::open(paper(&[("map", "12x30")], 1), 0.0).unwrap();
    room.leave(10.0).unwrap();
    assert!(room.over());
    assert_eq!(room.due(), None);
    check(&room);
    let mut room = Room::<SeaBattle>::open(paper(&[], 1), 0.0).unwrap();
    room.leave(10.0).unwrap();
    assert!(room.over() && room.record().is_some());
}

#[test]
fn a_match_without_end_is_closed() {
    let mut room = Room::<Accordion>::open(paper(&[], 1), 0.0).unwrap();
    let mut deal = true;
    while !room.over() {
        let action = if deal { shared::accordion::Action::Deal } else { shared::accordion::Action::Undo };
        deal = !deal;
        room.act(action, 0.0).unwrap();
    }
    assert!(room.seq() <= MOST as u64 + 1);
    assert_eq!(room.record().unwrap().outcome, shared::game::Outcome::Closed { cause: Cause::Aborted });
}

#[test]
fn what_can_not_be_played_is_not_laid_out() {
    let game = facts::<OneCard>();
    let wish = |bots: &[&str], options| shared::api::NewMatch {
        game: game.id,
        options,
        bots: bots.iter().map(|level| (*level).to_owned()).collect(),
        public: false,
    };
    let lay = |wish| lay::<OneCard>(&game, wish, "Anna".to_owned(), Seed::from_number(1), 0);
    let none = serde_json::json!({});
    assert!(lay(wish(&["easy"], none.clone())).is_err(), "two at a table for more");
    assert!(lay(wish(&["strong", "strong", "strong"], none.clone())).is_err(), "players of another game");
    assert!(lay(wish(&["easy"; 2], serde_json::json!({"players": 3, "rounds": 0}))).is_err());
    assert!(lay(wish(&["easy"; 2], serde_json::json!({"players": 3}))).is_ok());
}

#[test]
fn a_paper_that_was_tampered_with_is_refused() {
    let mut paper = Room::<SeaBattle>::open(paper(&[], 1), 0.0).unwrap().paper().clone();
    paper.entries.push(Line { at: 0, entry: Entry::Started });
    assert!(Room::open(paper, 0.0).is_err());
}
