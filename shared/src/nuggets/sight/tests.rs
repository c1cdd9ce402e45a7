//! The case file, the rule as it is written as a second opinion, and what follows from it.

use std::collections::BTreeMap;

use proptest::prelude::*;
use serde::Deserialize;

use super::*;
use crate::nuggets::map::Direction;

#[derive(Deserialize)]
struct CaseFile {
    maps: BTreeMap<String, Vec<String>>,
    cases: Vec<Case>,
}

#[derive(Deserialize)]
struct Case {
    map: String,
    at: [u16; 2],
    display: Vec<String>,
}

/// What a player who has just appeared at `eye` is shown.
fn display(map: &Map, eye: Point) -> Vec<String> {
    let sight = Sight::from(map, eye);
    let character = |point: Point| match point {
        _ if point == eye => '@',
        _ if sight.contains(point) => char::from(map.at(point)),
        _ => ' ',
    };
    (0..map.rows())
        .map(|row| (0..map.columns()).map(|column| character(Point { row, column })).collect())
        .collect()
}

#[test]
fn every_case_of_the_file() {
    let file: CaseFile =
        serde_json::from_str(include_str!("../../../tests/fixtures/nuggets-sight-cases.json")).unwrap();
    assert!(file.cases.len() > 20);
    for Case { map, at: [row, column], display: expected } in file.cases {
        let text = file.maps[&map].join("\n");
        let shown = display(&Map::parse(&text).unwrap(), Point { row, column });
        assert_eq!(shown, expected, "{map} from {row}, {column}");
    }
}

/// The rule word by word, one target at a time.
fn sees(map: &Map, eye: Point, target: Point) -> bool {
    let cell = |row: i32, column: i32| {
        map.at(Point { row: u16::try_from(row).unwrap(), column: u16::try_from(column).unwrap() }) == ROOM
    };
    let [(er, ec), (tr, tc)] = [eye, target].map(|point| (i32::from(point.row), i32::from(point.column)));
    let between = |a: i32, b: i32| a.min(b) + 1..a.max(b);
    let crossing = |line: i32, from: (i32, i32), to: (i32, i32)| {
        let (over, under) = ((to.1 - from.1) * (line - from.0), to.0 - from.0);
        let (over, under) = if under < 0 { (-over, -under) } else { (over, under) };
        (from.1 + over.div_euclid(under), from.1 - (-over).div_euclid(under))
    };
    let rows = between(er, tr).all(|row| {
        let (low, high) = crossing(row, (er, ec), (tr, tc));
        cell(row, low) || cell(row, high)
    });
    let columns = between(ec, tc).all(|column| {
        let (low, high) = crossing(column, (ec, er), (tc, tr));
        cell(low, column) || cell(high, column)
    });
    rows && columns
}

/// Any map, from all rock to all room, up to so many rows and columns.
fn maps(most: u16) -> impl Strategy<Value = Map> {
    (1..most, 1..most, 1_u32..20).prop_flat_map(|(rows, columns, share)| {
        let cell = prop_oneof![share => Just('.'), 3 => Just('#'), 3 => Just('-'), 2 => Just(' ')];
        let cells = proptest::collection::vec(cell, usize::from(rows) * usize::from(columns));
        cells.prop_map(move |mut cells| {
            cells[0] = '.';
            let lines: Vec<String> = cells.chunks(columns.into()).map(|line| line.iter().collect()).collect();
            Map::parse(&lines.join("\n")).unwrap()
        })
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn the_sweep_sees_what_the_rule_says(map in maps(24), row in 0_u16..24, column in 0_u16..24) {
        let eye = Point { row: row % map.rows(), column: column % map.columns() };
        let sight = Sight::from(&map, eye);
        for target in map.points() {
            prop_assert_eq!(sight.contains(target), sees(&map, eye, target), "{} from {:?} to {:?}", map.text(), eye, target);
        }
    }

    #[test]
    fn seeing_goes_both_ways(map in maps(12)) {
        let spots: Vec<Point> = map.points().filter(|&point| map.is_spot(point)).collect();
        let sights: Vec<Sight> = spots.iter().map(|&eye| Sight::from(&map, eye)).collect();
        for (one, from) in spots.iter().zip(&sights) {
            for (other, back) in spots.iter().zip(&sights) {
                prop_assert_eq!(from.contains(*other), back.contains(*one), "{} {:?} {:?}", map.text(), one, other);
            }
        }
    }

    #[test]
    fn neighbours_are_always_seen(map in maps(24), row in 0_u16..24, column in 0_u16..24) {
        let eye = Point { row: row % map.rows(), column: column % map.columns() };
        let sight = Sight::from(&map, eye);
        let around = Direction::ALL.into_iter().filter_map(|way| eye.towards(way));
        for point in around.chain([eye]).filter(|&point| map.index(point).is_some()) {
            prop_assert!(sight.contains(point));
        }
    }

    #[test]
    fn what_is_added_is_what_is_contained(map in maps(24), row in 0_u16..24, column in 0_u16..24) {
        let eye = Point { row: row % map.rows(), column: column % map.columns() };
        let sight = Sight::from(&map, eye);
        let mut known = Bits::none(map.rows(), map.columns());
        let mut new = Vec::new();
        sight.add_to(&mut known, |point| new.push(point));
        let contained: Vec<Point> = map.points().filter(|&point| sight.contains(point)).collect();
        prop_assert_eq!(&new, &contained);
        prop_assert_eq!(known.iter().collect::<Vec<_>>(), contained);
        sight.add_to(&mut known, |point| panic!("{point:?} was known"));
    }
}

/// A map as large as any, all of it one room: everything is seen.
#[test]
fn the_largest_room_is_seen_whole() {
    let map = Map::parse(&format!("{}\n", ".".repeat(500)).repeat(500)).unwrap();
    for eye in [(0, 0), (250, 250), (499, 0), (13, 499)] {
        let sight = Sight::from(&map, Point { row: eye.0, column: eye.1 });
        assert!(map.points().all(|point| sight.contains(point)));
    }
}
