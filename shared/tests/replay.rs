//! Golden records: matches that were played once and must be judged the same for ever, natively and in `wasm32`.
//!
//! Each fixture has a record, the views at its end, and SHA-256 of all views on the way: after each entry, of seat 0,
//! seat 1 and a spectator, as JSON lines. A fixture is never changed; new rules get new ones.

use serde::Deserialize;
use serde_json::Value;
use sha2::{Digest as _, Sha256};
use shared::accordion::Accordion;
use shared::game::{Audience, Game, Seat};
use shared::nuggets::Nuggets;
use shared::onecard::OneCard;
use shared::record::RecordOf;
use shared::sea_battle::SeaBattle;
#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

#[derive(Deserialize)]
#[serde(bound = "")]
struct Golden<G: Game> {
    record: RecordOf<G>,
    views: [Value; 3],
    sha256: String,
}

/// Judges the record anew, and compares everything that anybody saw.
fn replays<G: Game>(fixture: &str) {
    let golden: Golden<G> = serde_json::from_str(fixture).expect("the fixture is a record of this game");
    let record = golden.record;
    let audiences = [Audience::Seat(Seat(0)), Audience::Seat(Seat(1)), Audience::Spectator];
    let mut game = G::new(&record.options, &record.seed).expect("the set-up is valid");
    let mut hash = Sha256::new();
    for (index, line) in record.entries.iter().enumerate() {
        if let Err(refusal) = game.step(&line.entry) {
            panic!("entry {index} is refused: {refusal}");
        }
        for audience in audiences {
            hash.update(serde_json::to_vec(&game.view(audience)).expect("a view is JSON"));
            hash.update(b"\n");
        }
    }
    assert_eq!(game.outcome(), Some(record.outcome));
    let views = audiences.map(|audience| serde_json::to_value(game.view(audience)).expect("a view is JSON"));
    assert_eq!(views, golden.views);
    assert_eq!(hex::encode(hash.finalize()), golden.sha256, "a view on the way is another");
}

#[test]
fn a_match_played_out() {
    replays::<SeaBattle>(include_str!("fixtures/sea-battle-played-out.json"));
}

/// A fleet drafted from the seed, the starter drawn from it, overruns, and the second in a row.
#[test]
fn a_match_lost_on_time() {
    replays::<SeaBattle>(include_str!("fixtures/sea-battle-lost-on-time.json"));
}

/// Three explorers on a map made of the seed; one leaves.
#[test]
fn a_match_on_a_map_of_its_own() {
    replays::<Nuggets>(include_str!("fixtures/nuggets-played-out.json"));
}

#[test]
fn a_match_on_a_bundled_map() {
    replays::<Nuggets>(include_str!("fixtures/nuggets-on-a-bundled-map.json"));
}

/// The deal is drawn from the seed; moves are taken back; both are played out.
#[test]
fn a_match_against_the_house() {
    replays::<Accordion>(include_str!("fixtures/accordion-against-the-house.json"));
}

/// A chosen deal, in practice: deals are taken back too, and one side gives up.
#[test]
fn a_duel_that_was_given_up() {
    replays::<Accordion>(include_str!("fixtures/accordion-given-up.json"));
}

/// Three rounds of four, of whom one leaves; the discards become the stock, clocks run out, seats draw for the lead.
#[test]
fn a_match_of_three_rounds() {
    replays::<OneCard>(include_str!("fixtures/onecard-played-out.json"));
}
