//! Actions, from the press of a button to the word of the server.

use shared::protocol::social;

use super::*;

#[test]
fn an_action_is_sent_once_and_not_applied() {
    let server = Server::playing();
    let mut page = Page::live(&server);
    let shot = server.next_shot();
    assert_eq!(sent(&page.take(Input::Act(shot.clone()))), [shot_text(1, &shot)]);
    assert!(page.busy);
    assert_eq!(page.view.as_deref(), Some(&server.view()), "only the server changes the view");
    assert_eq!(page.take(Input::Act(shot)), [], "one at a time");
}

#[test]
fn an_action_is_under_way_until_what_it_did_has_arrived() {
    let mut server = Server::playing();
    let mut page = Page::live(&server);
    let (shot, texts) = server.shot();
    page.take(Input::Act(shot));
    assert_eq!(page.hear(1, &[ack(1)]), [], "the answer is still due");
    assert!(page.busy);
    page.hear(1, &texts);
    assert!(!page.busy);
    assert_eq!(page.view.as_deref(), Some(&server.view()));
}

#[test]
fn what_an_action_did_is_asked_for_if_it_does_not_arrive() {
    let mut server = Server::playing();
    let mut page = Page::live(&server);
    let (shot, texts) = server.shot();
    page.take(Input::Act(shot));
    page.hear(1, &[ack(1)]);
    page.now += f64::from(ANSWER_TIMEOUT);
    let did = page.take(Input::Timer(Timer::Answer));
    assert!(retry(&did).is_some(), "{did:?}");
    page.take(Input::Timer(Timer::Retry));
    page.take(Input::Opened(2));
    assert_eq!(sent(&page.hear(2, &[ack(1)])), [] as [&str; 0], "the action was dealt with");
    assert!(page.busy, "nobody is to act on what they have not seen");
    page.hear(2, &texts);
    assert!(!page.busy);
    assert_eq!(page.view.as_deref(), Some(&server.view()));
}

/// As a game might say it whose actions can have no effect that the player sees.
#[test]
fn an_action_that_did_nothing_is_over_once_all_that_was_missed_is_told() {
    let server = Server::playing();
    let mut page = Page::live(&server);
    page.take(Input::Act(server.next_shot()));
    page.take(Input::Closed(1, 1006));
    page.take(Input::Timer(Timer::Retry));
    page.take(Input::Opened(2));
    page.hear(2, &[ack(1)]);
    assert!(page.busy);
    let presence = wire::ServerMessage::Presence { seat: Seat(0), status: "here".to_owned() };
    page.hear(2, &[ServerMessage::from(presence).encode()]);
    assert!(!page.busy);
}

#[test]
fn a_refused_action_is_dealt_with() {
    let server = Server::playing();
    let mut page = Page::live(&server);
    let shot = server.next_shot();
    page.take(Input::Act(shot.clone()));
    page.hear(1, &[refused(1, "known-cell")]);
    assert!(!page.busy);
    assert_eq!(page.refusals, ["known-cell"]);
    assert_eq!(sent(&page.take(Input::Act(shot.clone()))), [shot_text(2, &shot)]);
}

#[test]
fn numbers_go_on_from_the_highest_the_server_knows() {
    let server = Server::playing();
    let mut page = Page::new();
    page.take(Input::Start);
    page.take(Input::Opened(1));
    page.hear(1, &[ack(41), server.snapshot(41)]);
    let shot = server.next_shot();
    assert_eq!(sent(&page.take(Input::Act(shot.clone()))), [shot_text(42, &shot)]);
}

#[test]
fn an_action_the_server_has_not_seen_is_sent_again() {
    let server = Server::playing();
    let mut page = Page::live(&server);
    let shot = server.next_shot();
    page.take(Input::Act(shot.clone()));
    page.take(Input::Closed(1, 1006));
    page.take(Input::Timer(Timer::Retry));
    let join = format!(r#"[1,"game","user",{}]"#, server.seq);
    assert_eq!(
        sent(&page.take(Input::Opened(2))),
        [join],
        "nothing before the server has said what it knows"
    );
    assert!(page.busy);
    assert_eq!(sent(&page.hear(2, &[ack(0)])), [shot_text(1, &shot)]);
}

/// A line may be dead without being closed.
#[test]
fn a_socket_on_which_an_action_is_not_answered_is_given_up() {
    let mut server = Server::playing();
    let mut page = Page::live(&server);
    let (shot, texts) = server.shot();
    let did = page.take(Input::Act(shot.clone()));
    assert!(did.contains(&Did::Set(Timer::Answer, ANSWER_TIMEOUT)));
    // What others do is no answer.
    page.hear(
        1,
        &[ServerMessage::from(wire::ServerMessage::Clock { seat: Seat(0), milliseconds: 9 }).encode()],
    );
    let did = page.take(Input::Timer(Timer::Answer));
    assert!(did.contains(&Did::Detach(1)) && retry(&did).is_some(), "{did:?}");
    assert_eq!(page.link(), Some(Link::Lost { attempt: 1 }));
    page.take(Input::Timer(Timer::Retry));
    page.take(Input::Opened(2));
    let did = page.hear(2, &[ack(0)]);
    assert_eq!(sent(&did), [shot_text(1, &shot)], "once more on the new one");
    assert!(did.contains(&Did::Set(Timer::Answer, ANSWER_TIMEOUT)));
    let did = page.hear(2, &[vec![ack(1)], texts].concat());
    assert!(did.contains(&Did::Clear(Timer::Answer)));
    assert_eq!(page.take(Input::Timer(Timer::Answer)), [], "answered");
    assert_eq!(page.link(), Some(Link::Connected));
}

#[test]
fn an_action_the_server_has_seen_is_not_sent_again() {
    let mut server = Server::playing();
    let mut page = Page::live(&server);
    let (shot, texts) = server.shot();
    page.take(Input::Act(shot));
    page.take(Input::Closed(1, 1006));
    page.take(Input::Timer(Timer::Retry));
    page.take(Input::Opened(2));
    assert_eq!(sent(&page.hear(2, &[ack(1)])), Vec::<String>::new());
    page.hear(2, &texts);
    assert!(!page.busy);
    assert_eq!(page.view.as_deref(), Some(&server.view()));
}

#[test]
fn an_action_while_the_connection_is_lost_is_sent_afterwards() {
    let server = Server::playing();
    let mut page = Page::live(&server);
    page.take(Input::Closed(1, 1001));
    let shot = server.next_shot();
    assert_eq!(page.take(Input::Act(shot.clone())), []);
    assert!(page.busy);
    page.take(Input::Timer(Timer::Retry));
    page.take(Input::Opened(2));
    assert_eq!(sent(&page.hear(2, &[ack(0)])), [shot_text(1, &shot)]);
}

#[test]
fn a_fleet_is_under_way_until_the_own_board_is_ready() {
    let mut server = Server::placing();
    let mut page = Page::live(&server);
    let fleet = sent(&page.take(Input::Act(Action::Place(plan(7)))));
    assert!(fleet[0].starts_with("[5,"), "{fleet:?}");
    page.hear(1, &[ack(0)]);
    assert!(page.busy, "it has no number that could be acknowledged");
    // The other's fleet is not one's own.
    page.hear(1, &server.step(&place(Seat(1), 2)));
    assert!(page.busy);
    page.hear(1, &server.step(&place(Seat(0), 7)));
    assert!(!page.busy);
    assert_eq!(page.view.as_deref(), Some(&server.view()), "the view has the fleet that was asked for");
}

#[test]
fn a_refused_fleet_is_given_up_and_a_refused_gesture_is_none() {
    let server = Server::placing();
    let mut page = Page::live(&server);
    page.take(Input::Act(Action::Place(plan(7))));
    page.hear(1, &[refused(0, "too-fast")]);
    assert!(page.busy);
    page.hear(1, &[refused(0, "bad-fleet")]);
    assert!(!page.busy);
    assert_eq!(page.refusals, ["too-fast", "bad-fleet"]);
}

#[test]
fn a_fleet_is_sent_again_unless_a_snapshot_shows_it() {
    let mut server = Server::placing();
    let mut page = Page::live(&server);
    let fleet = sent(&page.take(Input::Act(Action::Place(plan(7)))));
    page.take(Input::Closed(1, 1006));
    page.take(Input::Timer(Timer::Retry));
    page.take(Input::Opened(2));
    assert_eq!(sent(&page.hear(2, &[ack(0)])), fleet);
    server.step(&place(Seat(0), 7));
    page.hear(2, &[server.snapshot(0)]);
    assert!(!page.busy);
}

#[test]
fn giving_up_does_not_wait_for_an_action() {
    let server = Server::playing();
    let mut page = Page::live(&server);
    page.take(Input::Act(server.next_shot()));
    assert_eq!(sent(&page.take(Input::Resign)), ["[50,2]"]);
    assert_eq!(page.take(Input::Resign), [], "once");
}

#[test]
fn gestures_are_only_worth_it_now() {
    let server = Server::playing();
    let mut page = Page::live(&server);
    assert_eq!(sent(&page.take(Input::Emote(3))), ["[51,3]"]);
    page.take(Input::Closed(1, 1006));
    assert_eq!(page.take(Input::Emote(3)), []);
    page.take(Input::Timer(Timer::Retry));
    page.take(Input::Opened(2));
    assert_eq!(sent(&page.hear(2, &[ack(0)])), Vec::<String>::new());
}

#[test]
fn a_rematch_is_asked_for_until_there_is_one() {
    let server = Server::playing();
    let mut page = Page::live(&server);
    page.take(Input::Closed(1, 1006));
    assert_eq!(sent(&page.take(Input::Rematch)), [] as [&str; 0]);
    page.take(Input::Timer(Timer::Retry));
    page.take(Input::Opened(2));
    assert_eq!(sent(&page.hear(2, &[ack(0)])), ["[52]"]);
    page.take(Input::Closed(2, 1006));
    page.take(Input::Timer(Timer::Retry));
    page.take(Input::Opened(3));
    assert_eq!(sent(&page.hear(3, &[ack(0)])), ["[52]"]);
    // A server that is started again forgets who wanted one.
    for match_id in [None, Some("next".to_owned())] {
        let wish = social::ServerMessage::Rematch { seat: Seat(0), match_id };
        page.hear(3, &[ServerMessage::from(wish).encode()]);
    }
    page.take(Input::Closed(3, 1006));
    page.take(Input::Timer(Timer::Retry));
    page.take(Input::Opened(4));
    assert_eq!(sent(&page.hear(4, &[ack(0)])), [] as [&str; 0]);

    let mut page = Page::live(&server);
    page.take(Input::Rematch);
    page.hear(1, &[refused(0, "not-over")]);
    page.take(Input::Closed(1, 1006));
    page.take(Input::Timer(Timer::Retry));
    page.take(Input::Opened(2));
    assert_eq!(sent(&page.hear(2, &[ack(0)])), [] as [&str; 0], "the match goes on");
}
