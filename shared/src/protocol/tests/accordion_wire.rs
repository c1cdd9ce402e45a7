//! What each event of Accordion is told as: to its player, to the other, to a spectator; and what a view follows.

use super::*;
use crate::accordion::house::{House, play};
use crate::accordion::{Accordion, Action, Event, Move, Options, Row, deck};

const A: Seat = Seat(0);
const B: Seat = Seat(1);

fn told(event: &Event, audience: Audience) -> String {
    match Accordion::reveal(event, audience) {
        None => "nothing".to_owned(),
        Some(event) => match Accordion::tell(&event, audience, 8) {
            Told::Message(message) => message.encode(),
            Told::Snapshot => "snapshot".to_owned(),
            Told::Implied => "implied".to_owned(),
        },
    }
}

#[rstest]
#[case::seated(Event::Seated { seat: A, name: "Ann".to_owned() }, ["snapshot", "snapshot", "snapshot"])]
#[case::began(Event::Began, ["snapshot", "snapshot", "snapshot"])]
#[case::dealt(
    Event::Dealt { seat: A, card: "JH".parse().ok() },
    ["[30,8,211]", "snapshot", "snapshot"]
)]
#[case::moved(
    Event::Moved { seat: B, step: Move { from: 5, distance: 2, whole: false } },
    ["nothing", "[31,8,5,2,false]", "nothing"]
)]
#[case::a_move_undone(Event::Undone { seat: A, deal: false }, ["[34,8]", "nothing", "nothing"])]
#[case::a_deal_undone(Event::Undone { seat: A, deal: true }, ["[34,8]", "snapshot", "snapshot"])]
#[case::finished(Event::Finished { seat: A }, ["snapshot", "snapshot", "snapshot"])]
fn by_message(#[case] event: Event, #[case] expected: [&str; 3]) {
    let audiences = [Audience::Seat(A), Audience::Seat(B), Audience::Spectator];
    assert_eq!(audiences.map(|audience| told(&event, audience)), expected);
}

#[test]
fn at_the_end_each_gets_the_other_s_piles_and_the_difference_from_its_own_side() {
    let row = |house| play(&deck::deck(3), house, Seed::from_number(3).rng("wire"));
    let rows = [row(House::Strong), row(House::Random)];
    let more = rows[1].len() - rows[0].len();
    let text = |row: &Row| serde_json::to_string(row).unwrap();
    let event = Event::Shown { rows: Box::new(rows) };
    assert_eq!(told(&event, Audience::Seat(A)), format!("[33,8,-{more},{}]", text(&rows[1])));
    assert_eq!(told(&event, Audience::Seat(B)), format!("[33,8,{more},{}]", text(&rows[0])));
    assert_eq!(told(&event, Audience::Spectator), "snapshot");
}

#[test]
fn requests_are_entries_of_the_seat_that_asks() {
    let request = |text: &str| {
        let message = ClientMessage::decode(text, GameId::Accordion).unwrap();
        Accordion::request(B, &message).map(|asked| (asked.n.map(u64::from), asked.entry))
    };
    let acted = |action| Some((Some(7), Entry::Acted { seat: B, action }));
    assert_eq!(request("[30,7]"), acted(Action::Deal));
    let odd = Action::Move { from: -3, distance: 9, whole: true };
    assert_eq!(request("[31,7,-3,9,true]"), acted(odd), "the rules judge it, not the codec");
    assert_eq!(request("[32,7]"), acted(Action::Tableau));
    assert_eq!(request("[34,7]"), acted(Action::Undo));
    assert_eq!(request("[50,7]"), Some((Some(7), Entry::Left { seat: B })));
    for asks_nothing in ["[4,1]", "[51,1]", "[52]"] {
        assert_eq!(request(asks_nothing), None);
    }
}

#[rstest]
#[case::no_number("[30]")]
#[case::a_card_too_many("[30,1,211]")]
#[case::n_of_0("[30,0]")]
#[case::whole_as_a_number("[31,1,3,1,1]")]
#[case::a_fraction("[31,1,3.0,1,true]")]
#[case::without_whole("[31,1,3,1]")]
#[case::from_null("[31,1,null,1,true]")]
#[case::result_of_a_client("[33,1,0,[]]")]
#[case::of_nuggets(r#"[20,1,"h"]"#)]
#[case::of_sea_battle("[10,1,3,1]")]
fn malformed(#[case] text: &str) {
    assert!(ClientMessage::decode(text, GameId::Accordion).is_err());
}

/// Messages that don't fit the view a client holds: it has to ask for a snapshot, never to guess.
#[rstest]
#[case::a_card_that_is_there("[30,1,CARD]")]
#[case::no_such_pile("[31,1,9,1,true]")]
#[case::a_distance_that_is_none("[31,1,1,0,true]")]
#[case::nothing_to_take_back("[34,1]")]
#[case::an_end_that_is_none(r#"[2,1,77,"?"]"#)]
#[case::a_state("[3,1,4]")]
fn a_view_follows_only_what_fits(#[case] text: &str) {
    let mut game = Accordion::new(&Options::default(), &Seed::from_number(1)).unwrap();
    let sat = [A, B].map(|seat| Entry::Sat { seat, name: "Ann".to_owned() });
    for entry in sat.into_iter().chain([Entry::Started, Entry::Acted { seat: A, action: Action::Deal }]) {
        game.step(&entry).unwrap();
    }
    let view = game.view(Audience::Seat(A));
    let first = view.course.as_ref().unwrap().row().pile(0).next().unwrap();
    let text = text.replace("CARD", &u16::from(accordion::CardCode(first)).to_string());
    let message = ServerMessage::decode(&text).unwrap();
    assert_eq!(Accordion::happened(&view, &[], &message), None);
    assert_eq!(Accordion::happened(&game.view(Audience::Spectator), &[], &message), None);
}

#[test]
fn a_result_has_all_cards() {
    let full: Vec<u16> = deck::deck(1).map(|card| accordion::CardCode(card).into()).to_vec();
    let message = |cards: &[u16]| ServerMessage::decode(&format!("[33,1,0,[{cards:?}]]"));
    assert!(message(&full).is_ok());
    assert!(message(&full[1..]).is_err());
    assert!(message(&[&full[1..], &full[1..2]].concat()).is_err());
}
