//! What is applied, what is passed over, and what asks for a snapshot.

use super::*;

#[test]
fn the_first_join_knows_nothing_and_gets_a_snapshot() {
    let server = Server::placing();
    let mut page = Page::new();
    assert_eq!(page.take(Input::Start), [Did::Connect(1), Did::Set(Timer::Connect, CONNECT_TIMEOUT)]);
    assert_eq!(page.take(Input::Opened(1)), [Did::Send(r#"[1,"game","user",0]"#.to_owned())]);
    assert_eq!(page.link(), None, "still connecting");
    page.hear(1, &[ack(0), server.snapshot(0)]);
    assert_eq!(page.link(), Some(Link::Connected));
    assert_eq!((page.view.as_deref(), page.seq), (Some(&server.view()), server.seq));
    assert_eq!(page.told, [false]);
}

#[test]
fn messages_in_order_keep_the_view_true() {
    let mut server = Server::playing();
    let mut page = Page::live(&server);
    for _ in 0..8 {
        let texts = if server.view().turn == Some(Seat(0)) {
            server.shot().1
        } else {
            server.step(&Entry::TimedOut { seat: Seat(1) })
        };
        page.hear(1, &texts);
        assert_eq!((page.view.as_deref(), page.seq), (Some(&server.view()), server.seq));
        if server.view().phase == Phase::Over {
            break;
        }
    }
    assert_eq!(page.session.resyncs(), 0);
    assert!(page.told.iter().skip(1).all(|events| *events));
}

#[test]
fn a_message_twice_is_applied_once() {
    let mut server = Server::playing();
    let mut page = Page::live(&server);
    let (_, texts) = server.shot();
    page.hear(1, &texts);
    let shown = page.told.len();
    assert_eq!(connects(&page.hear(1, &texts)), Vec::<Generation>::new());
    assert_eq!(page.told.len(), shown);
    assert_eq!(page.view.as_deref(), Some(&server.view()));
}

#[test]
fn a_gap_opens_a_new_socket_that_asks_for_a_snapshot() {
    let mut server = Server::playing();
    let mut page = Page::live(&server);
    let (_, texts) = server.shot();
    // The first of the two is lost.
    let did = page.hear(1, &texts[1..]);
    assert!(did.contains(&Did::Detach(1)));
    assert_eq!(connects(&did), [2]);
    assert_eq!(page.session.resyncs(), 1);
    assert_eq!(sent(&page.take(Input::Opened(2))), [r#"[1,"game","user",0]"#]);
    page.hear(2, &[ack(0), server.snapshot(0)]);
    assert_eq!((page.view.as_deref(), page.seq), (Some(&server.view()), server.seq));
    assert!(page.links.iter().all(|link| *link == Link::Connected), "the page shows nothing of it");
}

#[test]
fn a_message_the_view_cannot_follow_asks_for_a_snapshot() {
    let server = Server::placing();
    let mut page = Page::live(&server);
    let shot = SeaBattleMessage::Shot {
        seq: server.seq + 1,
        by: shared::protocol::sea_battle::Whose::Mine(true),
        x: 0,
        y: 0,
        result: 0,
    };
    assert_eq!(connects(&page.hear(1, &[ServerMessage::from(shot).encode()])), [2]);
    assert_eq!(page.seq, server.seq, "nothing was applied");
}

#[test]
fn resyncs_that_lead_nowhere_wait_for_each_other() {
    let server = Server::placing();
    let mut page = Page::live(&server);
    let gap = ServerMessage::from(wire::ServerMessage::State { seq: server.seq + 5, state: 4 }).encode();
    assert_eq!(connects(&page.hear(1, std::slice::from_ref(&gap))), [2]);
    page.take(Input::Opened(2));
    let did = page.hear(2, &[ack(0), server.snapshot(0), gap]);
    assert_eq!(connects(&did), Vec::<Generation>::new());
    assert!(retry(&did).is_some_and(|delay| delay >= 1_000), "{did:?}");
}

#[test]
fn a_snapshot_on_an_open_connection_replaces_the_view() {
    let mut server = Server::playing();
    let mut page = Page::live(&server);
    let before = page.view.clone();
    server.shot();
    server.seq += 10;
    page.hear(1, &[server.snapshot(0)]);
    assert_ne!(page.view, before);
    assert_eq!((page.view.as_deref(), page.seq), (Some(&server.view()), server.seq));
    // The next message counts from the new baseline.
    let texts = if server.view().turn == Some(Seat(0)) {
        server.shot().1
    } else {
        server.step(&Entry::TimedOut { seat: Seat(1) })
    };
    page.hear(1, &texts);
    assert_eq!((page.seq, page.session.resyncs()), (server.seq, 0));
}

#[test]
fn a_snapshot_with_the_same_number_is_taken() {
    let server = Server::playing();
    let mut page = Page::live(&server);
    page.hear(1, &[server.snapshot(0)]);
    assert_eq!(page.told, [false, false]);
}

#[test]
fn a_view_this_page_cannot_read_is_a_fault() {
    let mut page = Page::new();
    page.take(Input::Start);
    page.take(Input::Opened(1));
    page.hear(1, &[ack(0), r#"[6,3,0,{"phase":"sailing"}]"#.to_owned()]);
    assert_eq!(page.link(), Some(Link::Stopped(Stop::Fault)));
}

#[test]
fn what_cannot_be_read_and_has_no_number_does_no_harm() {
    let server = Server::playing();
    let mut page = Page::live(&server);
    for text in ["", "[]", "[99,1]", "{}", "[3,\"x\"]", "[8,0,\"asleep\"]"] {
        assert_eq!(page.hear(1, &[text.to_owned()]), [], "{text}");
    }
    assert_eq!((page.link(), page.session.resyncs()), (Some(Link::Connected), 0));
}

#[test]
fn applied_messages_are_acknowledged_together() {
    let mut server = Server::playing();
    let mut page = Page::live(&server);
    let (_, texts) = server.shot();
    // The snapshot has set the timer already.
    assert_eq!(page.hear(1, &texts), []);
    assert_eq!(page.take(Input::Timer(Timer::Ack)), [Did::Send(format!("[4,{}]", server.seq))]);
    assert_eq!(page.take(Input::Timer(Timer::Ack)), []);
}

#[test]
fn what_changes_no_state_is_only_shown() {
    let server = Server::playing();
    let mut page = Page::live(&server);
    let texts = ["[8,1,\"away\"]", "[9,0,30000]", "[51,1,2]", "[52,1,null]"].map(str::to_owned);
    assert_eq!(page.hear(1, &texts), []);
    assert_eq!(page.rest, ["presence", "clock", "emote", "rematch"]);
    assert_eq!(page.told, [false]);
}
