//! What each event of Sea Battle is told as: to A, to B, to a spectator.

use super::*;

const A: Seat = Seat(0);
const B: Seat = Seat(1);

fn plan() -> Plan {
    let first = [(0, 0), (2, 0), (4, 0), (6, 0), (0, 2), (3, 2), (6, 2), (0, 4), (4, 4), (0, 6)];
    Plan(first.map(|(x, y)| ShipPlan { upright: false, x, y }))
}

fn fleet() -> Fleet {
    plan().validate().unwrap()
}

fn told(event: &Event, audience: Audience) -> String {
    match SeaBattle::reveal(event, audience) {
        None => "nothing".to_owned(),
        Some(event) => match SeaBattle::tell(&event, audience, 8) {
            Told::Message(message) => message.encode(),
            Told::Snapshot => "snapshot".to_owned(),
            Told::Implied => "implied".to_owned(),
        },
    }
}

#[rstest]
#[case::seated(Event::Seated { seat: A, name: "Ann".to_owned() }, ["snapshot", "snapshot", "snapshot"])]
#[case::placing(Event::Placing, ["[3,8,1]", "[3,8,1]", "snapshot"])]
#[case::placed(Event::Placed { seat: A, fleet: Some(fleet()) }, ["[3,8,3]", "[3,8,2]", "snapshot"])]
#[case::began(Event::Began { seat: A, fleet: Some(fleet()), turn: B }, ["[3,8,5]", "[3,8,4]", "snapshot"])]
#[case::miss(
    Event::Fired { seat: B, cell: Cell::new(3, 1).unwrap(), result: ShotResult::Miss },
    ["[11,8,false,3,1,0]", "[11,8,true,3,1,0]", "[11,8,1,3,1,0]"]
)]
#[case::sunk(
    Event::Fired { seat: A, cell: Cell::new(3, 1).unwrap(), result: ShotResult::Sunk },
    ["[11,8,true,3,1,2]", "[11,8,false,3,1,2]", "[11,8,0,3,1,2]"]
)]
#[case::turn(Event::Turn { seat: A, overrun: false }, ["[3,8,4]", "[3,8,5]", "implied"])]
#[case::overrun(Event::Turn { seat: A, overrun: true }, ["[3,8,4]", "[3,8,5]", "snapshot"])]
#[case::no_show(
    Event::Over { outcome: Outcome::Closed { cause: Cause::NoShow } },
    [
        r#"[2,8,-1,"Nobody joined in time."]"#,
        r#"[2,8,-1,"Nobody joined in time."]"#,
        r#"[2,8,-1,"Nobody joined in time."]"#
    ]
)]
#[case::decided(
    Event::Over { outcome: Outcome::Decided { winners: vec![B], forfeit: true, reason: "r".to_owned() } },
    [r#"[2,8,5,"r"]"#, r#"[2,8,4,"r"]"#, r#"[2,8,6,"r"]"#]
)]
fn by_message(#[case] event: Event, #[case] expected: [&str; 3]) {
    let audiences = [Audience::Seat(A), Audience::Seat(B), Audience::Spectator];
    assert_eq!(audiences.map(|audience| told(&event, audience)), expected);
}

#[test]
fn fleets_go_to_those_who_may_see_them() {
    let flat: String = plan().0.map(|ship| format!(",false,{},{}", ship.x, ship.y)).concat();
    let drafted = Event::Drafted { seat: A, fleet: fleet() };
    assert_eq!(told(&drafted, Audience::Seat(A)), format!("[12,8,true{flat}]"));
    assert_eq!(told(&drafted, Audience::Seat(B)), "nothing");
    assert_eq!(told(&drafted, Audience::Spectator), "nothing");

    let shown = Event::Shown { seat: A, fleet: fleet() };
    assert_eq!(told(&shown, Audience::Seat(A)), "nothing");
    assert_eq!(told(&shown, Audience::Seat(B)), format!("[12,8,false{flat}]"));
    assert_eq!(told(&shown, Audience::Spectator), format!("[12,8,0{flat}]"));
}

#[test]
fn requests_are_entries_of_the_seat_that_asks() {
    let request =
        |text: &str| SeaBattle::request(B, &read(text).unwrap()).map(|asked| (asked.n, asked.entry));
    let n = ActionNumber::new(7);
    assert_eq!(
        request("[10,7,3,1]"),
        Some((n, Entry::Acted { seat: B, action: Action::Shoot { x: 3, y: 1 } }))
    );
    assert_eq!(request("[50,7]"), Some((n, Entry::Left { seat: B })));
    let text = SeaBattle::message(n.unwrap(), &Action::Place(plan())).encode();
    assert_eq!(request(&text), Some((None, Entry::Acted { seat: B, action: Action::Place(plan()) })));
    for asks_nothing in ["[4,1]", "[51,1]", "[52]"] {
        assert_eq!(request(asks_nothing), None);
    }
}

/// Messages that don't fit the view a client holds: it has to ask for a snapshot, never to guess.
#[rstest]
#[case::a_shot_before_the_start("[11,8,true,3,1,0]")]
#[case::a_state_that_is_none("[3,8,9]")]
#[case::your_turn_before_placing("[3,8,4]")]
#[case::an_end_that_is_none(r#"[2,8,77,"?"]"#)]
#[case::a_third_seat("[11,8,2,3,1,0]")]
#[case::no_event("[4,3]")]
fn a_view_follows_only_what_fits(#[case] text: &str) {
    let game = SeaBattle::new(&crate::sea_battle::Options::default(), &Seed::from_number(1)).unwrap();
    let view = game.view(Audience::Seat(A));
    let message = ServerMessage::decode(text).unwrap();
    assert_eq!(SeaBattle::happened(&view, &[], &message), None);
}

#[rstest]
#[case::off_the_board("[11,8,true,10,1,0]")]
#[case::no_result("[11,8,true,3,1,3]")]
#[case::a_third_seat("[11,8,2,3,1,0]")]
fn a_shot_that_is_none_is_not_applied(#[case] text: &str) {
    let options = crate::sea_battle::Options::default();
    let mut game = SeaBattle::new(&options, &Seed::from_number(1)).unwrap();
    let sat = [A, B].map(|seat| Entry::Sat { seat, name: "Ann".to_owned() });
    let placed = [A, B].map(|seat| Entry::Acted { seat, action: Action::Place(plan()) });
    for entry in sat.into_iter().chain([Entry::Started]).chain(placed) {
        game.step(&entry).unwrap();
    }
    let view = game.view(Audience::Seat(A));
    assert!(SeaBattle::happened(&view, &[], &ServerMessage::decode("[11,8,true,9,1,0]").unwrap()).is_some());
    assert_eq!(SeaBattle::happened(&view, &[], &ServerMessage::decode(text).unwrap()), None);
}

/// Two fleets are under way: the server has taken the first that is legal, and so does the client.
#[test]
fn a_client_that_asked_twice_shows_the_fleet_that_was_taken() {
    let options = crate::sea_battle::Options::default();
    let mut game = SeaBattle::new(&options, &Seed::from_number(1)).unwrap();
    for entry in
        [A, B].map(|seat| Entry::Sat { seat, name: "Ann".to_owned() }).into_iter().chain([Entry::Started])
    {
        game.step(&entry).unwrap();
    }
    let bad = Plan([ShipPlan::default(); SHIPS]);
    let other = Plan(plan().0.map(|ship| ShipPlan { y: 9 - ship.y, ..ship }));
    let pending = [bad, plan(), other].map(Action::Place);
    let waits = ServerMessage::decode("[3,8,3]").unwrap();
    assert_eq!(
        SeaBattle::happened(&game.view(Audience::Seat(A)), &pending, &waits),
        Some(vec![Event::Placed { seat: A, fleet: Some(fleet()) }])
    );
    assert_eq!(SeaBattle::happened(&game.view(Audience::Seat(A)), &[], &waits), None);
}
