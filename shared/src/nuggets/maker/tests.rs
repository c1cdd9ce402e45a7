//! Made and bundled maps keep the rules of maps.

use std::collections::BTreeSet;

use proptest::prelude::*;

use super::*;
use crate::nuggets::bundled;
use crate::nuggets::map::{Direction, Map, PASSAGE, Point, ROOM};
use crate::seed::Seed;

fn made(rows: u16, columns: u16, number: u64) -> String {
    make(rows, columns, &mut Seed::from_number(number).rng("nuggets map"))
}

/// What is wrong with a map, if anything. On a map that ends in the middle of rooms, spots may lie at the rim.
fn fault(text: &str, rim: bool) -> Option<String> {
    let map = match Map::parse(text) {
        Ok(map) => map,
        Err(error) => return Some(error.to_string()),
    };
    if map.parts() != 1 {
        return Some(format!("{} parts", map.parts()));
    }
    let near = |point: Point, rows: i16, columns: i16| {
        let row = point.row.checked_add_signed(rows)?;
        let column = point.column.checked_add_signed(columns)?;
        let point = Point { row, column };
        map.index(point).map(|_| map.at(point))
    };
    for point in map.points() {
        let around = Direction::ALL.map(Direction::delta).map(|(rows, columns)| near(point, rows, columns));
        let [left, right, up, down, ..] = around.map(|cell| cell.unwrap_or(if rim { ROOM } else { b' ' }));
        let fault = match map.at(point) {
            ROOM if around.contains(&Some(b' ')) => "a room spot beside the rock",
            ROOM if !rim && around.iter().any(Option::is_none) => "a room spot at the rim",
            PASSAGE if [right, down, near(point, 1, 1).unwrap_or(b' ')] == [PASSAGE; 3] => {
                "a passage two wide"
            }
            b'-' if [left, right].iter().any(|cell| matches!(cell, b'|' | b' ')) => {
                "a horizontal wall without a corner"
            }
            b'|' if [up, down].iter().any(|cell| matches!(cell, b'-' | b' ')) => {
                "a vertical wall without a corner"
            }
            _ => continue,
        };
        return Some(format!("{fault} at {point:?} in\n{text}"));
    }
    None
}

/// Ways round: links between neighbouring spots beyond those that a tree would have, counted over doors and passages.
fn loops(text: &str) -> usize {
    // Rooms are one place each; what remains is a graph of passages and rooms.
    let map = Map::parse(text).unwrap();
    let mut place = vec![usize::MAX; map.area()];
    let mut places = 0;
    for start in map.room_spots() {
        let mut queue = vec![start];
        let mut fresh = false;
        while let Some(point) = queue.pop() {
            let index = map.index(point).unwrap();
            if map.at(point) == ROOM && place[index] == usize::MAX {
                place[index] = places;
                fresh = true;
                queue.extend(Direction::ALL.into_iter().filter_map(|way| map.step(point, way)));
            }
        }
        places += usize::from(fresh);
    }
    let mut edges = BTreeSet::new();
    for point in map.points().filter(|&point| map.at(point) == PASSAGE) {
        place[map.index(point).unwrap()] = places;
        places += 1;
    }
    for point in map.points().filter(|&point| map.is_spot(point)) {
        let here = place[map.index(point).unwrap()];
        for way in [Direction::Left, Direction::Right, Direction::Up, Direction::Down] {
            let there = map.step(point, way).map_or(here, |to| place[map.index(to).unwrap()]);
            if here != there {
                edges.insert((here.min(there), here.max(there)));
            }
        }
    }
    edges.len() + 1 - places
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn made_maps_keep_the_rules(rows in 10_u16..60, columns in 20_u16..120, number in any::<u64>()) {
        let text = made(rows, columns, number);
        let map = Map::parse(&text).unwrap();
        prop_assert_eq!((map.rows(), map.columns()), (rows, columns));
        prop_assert_eq!(fault(&text, false), None);
        prop_assert!(map.room_spots().count() >= 24, "{}", text);
    }

    #[test]
    fn made_maps_have_ways_round(rows in 10_u16..60, columns in 20_u16..120, number in any::<u64>()) {
        let text = made(rows, columns, number);
        prop_assert!(loops(&text) >= 1, "{}", text);
    }

    #[test]
    fn no_two_are_the_same(number in any::<u64>(), other in any::<u64>()) {
        prop_assume!(number != other);
        prop_assert_ne!(made(14, 48, number), made(14, 48, other));
    }
}

#[test]
fn the_smallest_and_the_largest_keep_the_rules() {
    for (rows, columns) in [(10, 20), (10, 400), (200, 20), (200, 400)] {
        for number in 0..3 {
            assert_eq!(fault(&made(rows, columns, number), false), None);
        }
    }
}

/// Stored records were made on these: the same draws give the same map for ever.
#[test]
fn a_made_map_never_changes() {
    assert_eq!(made(21, 79, 1), include_str!("../../../tests/fixtures/nuggets-generated-21x79.txt"));
}

#[test]
fn bundled_maps_keep_the_rules_and_have_room_for_all() {
    assert!(bundled::ALL.len() >= 8);
    for map in bundled::ALL {
        assert_eq!(fault(map.text, map.name == "rim"), None, "{}", map.name);
        assert!(Map::parse(map.text).unwrap().room_spots().count() >= 56, "{}", map.name);
    }
}
