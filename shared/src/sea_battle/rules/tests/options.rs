//! What can be chosen, and what can't.

use super::*;

#[rstest]
#[case::placement_least(json!({"placement_seconds": 10}), None)]
#[case::placement_below(json!({"placement_seconds": 9}), Some("placement_seconds"))]
#[case::placement_most(json!({"placement_seconds": 900}), None)]
#[case::placement_above(json!({"placement_seconds": 901}), Some("placement_seconds"))]
#[case::placement_none(json!({"placement_seconds": null}), None)]
#[case::shot_least(json!({"shot_seconds": 5}), None)]
#[case::shot_below(json!({"shot_seconds": 4}), Some("shot_seconds"))]
#[case::shot_most(json!({"shot_seconds": 600}), None)]
#[case::shot_above(json!({"shot_seconds": 601}), Some("shot_seconds"))]
#[case::join_below(json!({"join_seconds": 9}), Some("join_seconds"))]
#[case::join_above(json!({"join_seconds": 3_601}), Some("join_seconds"))]
#[case::grace_below(json!({"grace_seconds": 9}), Some("grace_seconds"))]
#[case::grace_above(json!({"grace_seconds": 601}), Some("grace_seconds"))]
#[case::starter(json!({"starter": 1}), None)]
#[case::starter_above(json!({"starter": 2}), Some("starter"))]
#[case::nothing_said(json!({}), None)]
fn ranges(#[case] options: serde_json::Value, #[case] field: Option<&str>) {
    let options: Options = serde_json::from_value(options).unwrap();
    let made = SeaBattle::new(&options, &Seed::from_number(1));
    assert_eq!(made.err().map(|error| error.field), field);
}

#[rstest]
#[case(json!({"speed": 3}))]
#[case(json!({"shot_seconds": 30.0}))]
#[case(json!({"shot_seconds": -30}))]
#[case(json!({"shot_seconds": "30"}))]
fn unknown_fields_and_types_are_refused(#[case] options: serde_json::Value) {
    assert!(serde_json::from_value::<Options>(options).is_err());
}

/// The form that the browser builds must make options that the rules take.
#[test]
fn the_facts_describe_the_options() {
    let facts = SeaBattle::facts();
    let fields: serde_json::Map<_, _> =
        facts.options.iter().map(|option| (option.field.clone(), option.default.clone())).collect();
    let default = serde_json::to_value(Options::default()).unwrap();
    let mut asked = default.clone();
    // Who begins is not asked for: people draw lots, and a rematch sets it.
    asked.as_object_mut().unwrap().remove("starter");
    assert_eq!(serde_json::Value::Object(fields), asked);
    for option in &facts.options {
        let OptionRange::Integer { min, max, .. } = option.range else {
            panic!("{} is a number", option.field)
        };
        for (value, valid) in [(min, true), (max, true), (max + 1, false)] {
            let mut changed = default.clone();
            changed[&option.field] = json!(value);
            let changed: Options = serde_json::from_value(changed).unwrap();
            assert_eq!(SeaBattle::new(&changed, &Seed::from_number(1)).is_ok(), valid, "{}", option.field);
        }
    }
}
