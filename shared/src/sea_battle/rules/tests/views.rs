//! What an audience sees, and its JSON.

use super::*;

#[test]
fn json_of_a_match_that_waits() {
    assert_eq!(
        serde_json::to_value(at(At::OneSat).view(Audience::Seat(A))).unwrap(),
        json!({
            "phase": "waiting",
            "seat": 0,
            "turn": null,
            "names": ["Player 0", ""],
            "boards": [
                {"ready": false, "fleet": null, "shots": [], "afloat": [1, 1, 1, 1, 2, 2, 2, 3, 3, 4]},
                {"ready": false, "fleet": null, "shots": [], "afloat": [1, 1, 1, 1, 2, 2, 2, 3, 3, 4]},
            ],
            "outcome": null,
        })
    );
}

#[test]
fn json_while_shooting_shows_ones_own_fleet_only() {
    let mut game = at(At::Playing);
    for entry in [shot(A, 6, 9), shot(A, 1, 3), shot(A, 9, 6), shot(B, 8, 1)] {
        game.step(&entry).unwrap();
    }
    let boards = |fleets: [serde_json::Value; 2]| {
        let [own, other] = fleets;
        json!([
            {"ready": true, "fleet": own, "shots": [[8, 1, 0]], "afloat": [1, 1, 1, 1, 2, 2, 2, 3, 3, 4]},
            {"ready": true, "fleet": other, "shots": [[6, 9, 2], [1, 3, 1], [9, 6, 0]],
             "afloat": [1, 1, 1, 2, 2, 2, 3, 3, 4]},
        ])
    };
    let view = |audience| serde_json::to_value(game.view(audience)).unwrap();
    assert_eq!(
        view(Audience::Seat(A)),
        json!({
            "phase": "playing", "seat": 0, "turn": 0, "names": ["Player 0", "Player 1"],
            "boards": boards([json!(neat()), json!(null)]), "outcome": null,
        })
    );
    assert_eq!(view(Audience::Seat(B))["boards"], boards([json!(null), json!(mirrored())]));
    assert_eq!(view(Audience::Spectator)["boards"], boards([json!(null), json!(null)]));
    assert_eq!(view(Audience::Spectator)["seat"], json!(null));
}

#[test]
fn json_of_the_end_shows_both_fleets_to_everybody() {
    let game = at(At::Over);
    for (audience, code) in [(Audience::Seat(A), 4), (Audience::Seat(B), 5), (Audience::Spectator, 6)] {
        let view = serde_json::to_value(game.view(audience)).unwrap();
        assert_eq!(view["phase"], "over");
        assert_eq!(view["turn"], json!(null));
        assert_eq!(view["boards"][0]["fleet"], json!(neat()));
        assert_eq!(view["boards"][1]["fleet"], json!(mirrored()));
        assert_eq!(view["outcome"], json!({"code": code, "reason": "The other side gave up."}));
    }
}

#[test]
fn the_ring_follows_from_the_shots() {
    let mut game = at(At::Playing);
    for x in 0..4 {
        game.step(&shot(A, x, 3)).unwrap();
    }
    let known = game.view(Audience::Spectator).board(B).knowledge();
    assert_eq!(known.wrecks.len(), 1);
    assert_eq!(known.ring.len(), 11);
    assert_eq!(known.closed().len(), 15);
    assert!(known.burning().is_empty());
}

#[test]
fn nobody_but_the_owner_is_told_a_fleet_before_the_end() {
    let fleet = neat().validate().unwrap();
    let hidden = [
        Event::Drafted { seat: A, fleet },
        Event::Placed { seat: A, fleet: Some(fleet) },
        Event::Began { seat: A, fleet: Some(fleet), turn: B },
    ];
    for event in &hidden {
        assert_eq!(SeaBattle::reveal(event, Audience::Seat(A)).as_ref(), Some(event));
        for audience in [Audience::Seat(B), Audience::Spectator] {
            assert!(
                !matches!(
                    SeaBattle::reveal(event, audience),
                    Some(
                        Event::Drafted { .. }
                            | Event::Placed { fleet: Some(_), .. }
                            | Event::Began { fleet: Some(_), .. }
                    )
                ),
                "{event:?}"
            );
        }
    }
}

#[test]
fn the_end_shows_a_fleet_to_those_who_have_not_seen_it() {
    let event = Event::Shown { seat: A, fleet: neat().validate().unwrap() };
    assert_eq!(SeaBattle::reveal(&event, Audience::Seat(A)), None);
    assert!(SeaBattle::reveal(&event, Audience::Seat(B)).is_some());
    assert!(SeaBattle::reveal(&event, Audience::Spectator).is_some());
}

#[test]
fn a_view_survives_its_json_and_goes_on() {
    let mut game = at(At::Playing);
    let text = serde_json::to_string(&game.view(Audience::Seat(B))).unwrap();
    let mut view: View = serde_json::from_str(&text).unwrap();
    for event in game.step(&shot(A, 6, 9)).unwrap() {
        view.apply(&event);
    }
    assert_eq!(view, game.view(Audience::Seat(B)));
}
