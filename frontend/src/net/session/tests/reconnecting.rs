//! Losing the connection, and coming back.

use shared::protocol::{close, social};

use super::*;

#[test]
fn a_lost_connection_is_resumed_where_it_was() {
    let mut server = Server::playing();
    let mut page = Page::live(&server);
    let known = server.seq;
    let did = page.take(Input::Closed(1, 1006));
    assert_eq!((page.link(), retry(&did)), (Some(Link::Lost { attempt: 1 }), Some(500)));
    assert_eq!(connects(&page.take(Input::Timer(Timer::Retry))), [2]);
    assert_eq!(sent(&page.take(Input::Opened(2))), [format!(r#"[1,"game","user",{known}]"#)]);
    let (_, texts) = server.shot();
    page.hear(2, &[ack(0)]);
    page.hear(2, &texts);
    assert_eq!(page.link(), Some(Link::Connected));
    assert_eq!(page.view.as_deref(), Some(&server.view()));
    assert_eq!(page.told.iter().filter(|events| !**events).count(), 1, "no second snapshot");
}

#[test]
fn every_code_that_is_not_final_is_tried_again() {
    for code in [1000, 1001, 1005, 1006, 1011, 1012, 1013, 3000] {
        let mut page = Page::live(&Server::playing());
        let did = page.take(Input::Closed(1, code));
        assert!(retry(&did).is_some(), "{code}");
        assert_eq!(page.link(), Some(Link::Lost { attempt: 1 }), "{code}");
    }
}

#[test]
fn final_codes_stop_the_session() {
    let finals = [
        (1008, Stop::TooMany),
        (1009, Stop::Fault),
        (4000, Stop::Elsewhere),
        (4001, Stop::Fault),
        (4002, Stop::Fault),
    ];
    for (code, stop) in finals {
        let mut page = Page::live(&Server::playing());
        let did = page.take(Input::Closed(1, code));
        assert_eq!(page.link(), Some(Link::Stopped(stop)), "{code}");
        assert_eq!((retry(&did), connects(&did)), (None, Vec::new()), "{code}");
        for wake in [Input::Online, Input::Shown(f64::INFINITY), Input::Timer(Timer::Retry)] {
            assert_eq!(page.take(wake), [], "{code}: nothing wakes it");
        }
        assert_eq!(page.take(Input::Resign), [], "{code}");
    }
}

#[test]
fn a_good_bye_after_the_end_is_final() {
    let mut server = Server::playing();
    let mut page = Page::live(&server);
    page.hear(1, &server.step(&Entry::Left { seat: Seat(1) }));
    assert_eq!(page.view.as_deref().map(|view| view.phase), Some(Phase::Over));
    page.take(Input::Closed(1, 1000));
    assert_eq!(page.link(), Some(Link::Stopped(Stop::Ended)));
}

#[test]
fn taking_over_starts_from_a_snapshot() {
    let server = Server::playing();
    let mut page = Page::live(&server);
    page.take(Input::Act(server.next_shot()));
    page.take(Input::Closed(1, 4000));
    assert!(!page.busy, "the other page goes on from here");
    assert_eq!(connects(&page.take(Input::TakeOver)), [2]);
    assert_eq!(page.link(), Some(Link::Connecting));
    assert_eq!(sent(&page.take(Input::Opened(2))), [r#"[1,"game","user",0]"#]);
    assert_eq!(sent(&page.hear(2, &[ack(1), server.snapshot(1)])), Vec::<String>::new());
    assert_eq!(page.link(), Some(Link::Connected));
}

#[test]
fn only_a_stopped_session_can_be_taken_over() {
    let mut page = Page::live(&Server::playing());
    assert_eq!(page.take(Input::TakeOver), []);
}

#[test]
fn tokens_are_renewed_once() {
    for code in [4003, 4004] {
        let mut page = Page::new();
        page.take(Input::Start);
        page.take(Input::Opened(1));
        assert!(page.take(Input::Closed(1, code)).contains(&Did::Refresh));
        let fresh = Tokens { game: "fresh".to_owned(), user: "user".to_owned() };
        assert_eq!(connects(&page.take(Input::Refreshed(fresh))), [2]);
        assert_eq!(sent(&page.take(Input::Opened(2))), [r#"[1,"fresh","user",0]"#]);
        let did = page.take(Input::Closed(2, code));
        assert!(!did.contains(&Did::Refresh), "{code}");
        assert_eq!(page.link(), Some(Link::Stopped(Stop::NotYours)), "{code}");
    }
}

#[test]
fn tokens_that_were_accepted_may_be_renewed_again() {
    let server = Server::playing();
    let mut page = Page::live(&server);
    for generation in [1, 2] {
        assert!(page.take(Input::Closed(generation, 4003)).contains(&Did::Refresh));
        page.take(Input::Refreshed(Tokens { game: "fresh".to_owned(), user: "user".to_owned() }));
        page.take(Input::Opened(generation + 1));
        page.hear(generation + 1, &[ack(0)]);
    }
    assert_eq!(page.link(), Some(Link::Connected));
}

#[test]
fn without_fresh_tokens_the_session_stops_or_waits() {
    let lost = |later| {
        let mut page = Page::live(&Server::playing());
        page.take(Input::Closed(1, 4003));
        let did = page.take(Input::NotRefreshed(later));
        (page.link(), retry(&did).is_some())
    };
    assert_eq!(lost(false), (Some(Link::Stopped(Stop::NotYours)), false));
    assert_eq!(lost(true), (Some(Link::Lost { attempt: 1 }), true));
}

#[test]
fn waits_double_up_to_the_cap_and_keep_their_jitter() {
    let mut page = Page::live(&Server::playing());
    let mut delays = Vec::new();
    for generation in 1..=9 {
        page.random.set(if generation == 9 { 0.25 } else { 0.999_999 });
        delays.extend(retry(&page.take(Input::Closed(generation, 1006))));
        page.take(Input::Timer(Timer::Retry));
    }
    assert_eq!(delays, [999, 1_999, 3_999, 7_999, 15_999, 29_999, 29_999, 29_999, 7_500]);
    assert_eq!(page.link(), Some(Link::Lost { attempt: 9 }));
}

#[test]
fn only_a_connection_that_lasts_makes_the_waits_short_again() {
    let server = Server::playing();
    let mut page = Page::live(&server);
    let rejoin = |page: &mut Page, generation| {
        page.take(Input::Timer(Timer::Retry));
        page.take(Input::Opened(generation));
        page.hear(generation, &[ack(0)]);
    };
    page.take(Input::Closed(1, 1011));
    rejoin(&mut page, 2);
    // Accepted, and failed at once.
    assert_eq!(retry(&page.take(Input::Closed(2, 1011))), Some(1_000));
    rejoin(&mut page, 3);
    page.now += STEADY;
    assert_eq!(retry(&page.take(Input::Closed(3, 1011))), Some(500));
}

#[test]
fn an_attempt_that_takes_too_long_is_given_up() {
    // Never open; open, but never answered.
    for opened in [false, true] {
        let mut page = Page::new();
        page.take(Input::Start);
        if opened {
            page.take(Input::Opened(1));
        }
        let did = page.take(Input::Timer(Timer::Connect));
        assert!(did.contains(&Did::Detach(1)) && retry(&did).is_some(), "{did:?}");
    }
    let mut page = Page::live(&Server::playing());
    assert_eq!(page.take(Input::Timer(Timer::Connect)), [], "a live one is left alone");
}

#[test]
fn an_error_and_the_close_after_it_are_one_loss() {
    let mut page = Page::live(&Server::playing());
    assert!(retry(&page.take(Input::Failed(1))).is_some());
    assert_eq!(page.take(Input::Closed(1, 1006)), []);
}

#[test]
fn older_sockets_are_not_heard() {
    let mut server = Server::playing();
    let mut page = Page::live(&server);
    page.take(Input::Closed(1, 1006));
    page.take(Input::Timer(Timer::Retry));
    let (_, texts) = server.shot();
    assert_eq!(page.hear(1, &texts), []);
    for late in [Input::Opened(1), Input::Closed(1, 4000), Input::Failed(1)] {
        assert_eq!(page.take(late), []);
    }
    assert_eq!(page.link(), Some(Link::Lost { attempt: 1 }));
    assert_eq!(page.told, [false], "nothing of it was applied");
}

#[test]
fn what_waits_is_tried_at_once_when_the_page_wakes() {
    for wake in [Input::Online, Input::Shown(0.0)] {
        let mut page = Page::live(&Server::playing());
        page.take(Input::Closed(1, 1006));
        let did = page.take(wake);
        assert!(did.contains(&Did::Clear(Timer::Retry)));
        assert_eq!(connects(&did), [2]);
    }
}

#[test]
fn one_attempt_is_pending_at_most() {
    let mut page = Page::live(&Server::playing());
    page.take(Input::Closed(1, 1006));
    assert_eq!(connects(&page.take(Input::Online)), [2]);
    let more = [
        Input::Online,
        Input::Shown(f64::INFINITY),
        Input::Timer(Timer::Retry),
        Input::Start,
        Input::TakeOver,
    ];
    for input in more {
        assert_eq!(page.take(input), []);
    }
}

#[test]
fn a_socket_that_may_only_look_open_is_replaced_in_silence() {
    let server = Server::playing();
    let wakes = [
        (0.0, Input::Shown(HIDDEN_TOO_LONG + 1.0)),
        (f64::from(SILENT_TOO_LONG), Input::Shown(0.0)),
        (HEARD_JUST_NOW + 1.0, Input::Online),
    ];
    for (later, wake) in wakes {
        let mut page = Page::live(&server);
        page.now += later;
        let did = page.take(wake);
        assert!(!did.contains(&Did::Detach(1)), "the player is not to be seen to go and come back");
        assert_eq!(connects(&did), [2]);
        assert_eq!(page.hear(1, &[ack(9)]), [], "but nobody listens to it");
        assert_eq!(sent(&page.take(Input::Opened(2))), [format!(r#"[1,"game","user",{}]"#, server.seq)]);
        assert!(page.hear(2, &[ack(0)]).contains(&Did::Detach(1)));
        assert!(page.links.iter().all(|link| *link == Link::Connected), "the page shows nothing of it");
    }
    let mut page = Page::live(&server);
    assert_eq!(page.take(Input::Shown(HIDDEN_TOO_LONG - 1.0)), [], "seen again soon");
    assert_eq!(page.take(Input::Online), [], "heard of a moment ago");
}

/// It was frozen, and hears of that only when it is awake again.
#[test]
fn a_page_that_was_replaced_while_it_slept_stays_away() {
    let mut page = Page::live(&Server::playing());
    page.take(Input::Shown(f64::INFINITY));
    page.take(Input::Closed(1, close::REPLACED.code));
    assert_eq!(page.link(), Some(Link::Stopped(Stop::Elsewhere)));
    // Whoever has said JOIN has done the replacing.
    let mut page = Page::live(&Server::playing());
    page.take(Input::Shown(f64::INFINITY));
    page.take(Input::Opened(2));
    assert_eq!(page.take(Input::Closed(1, close::REPLACED.code)), []);
    assert_eq!(page.link(), Some(Link::Connected));
}

#[test]
fn where_the_match_goes_on_is_heard_from_a_socket_that_is_being_replaced() {
    let mut page = Page::live(&Server::playing());
    page.take(Input::Shown(f64::INFINITY));
    for match_id in [None, Some("next".to_owned())] {
        let wish = social::ServerMessage::Rematch { seat: Seat(1), match_id };
        page.hear(1, &[ServerMessage::from(wish).encode()]);
    }
    assert_eq!(page.rest, ["rematch"], "who wants it is told again after JOIN");
}

/// A page that has lost its socket and failed with the next six, so that it waits long for the eighth.
fn waiting_long() -> Page {
    let mut page = Page::live(&Server::playing());
    page.take(Input::Closed(1, 1006));
    for generation in 2..8 {
        page.take(Input::Timer(Timer::Retry));
        page.take(Input::Failed(generation));
    }
    page
}

#[test]
fn waits_are_short_after_a_steady_socket_was_replaced() {
    let mut page = waiting_long();
    page.take(Input::Timer(Timer::Retry));
    page.take(Input::Opened(8));
    page.hear(8, &[ack(0)]);
    page.now += f64::from(SILENT_TOO_LONG);
    page.take(Input::Timer(Timer::Silence));
    assert_eq!(retry(&page.take(Input::Failed(9))), Some(500));
}

#[test]
fn a_socket_is_left_that_was_to_be_replaced_by_one_that_is_lost() {
    let mut page = Page::live(&Server::playing());
    page.take(Input::Shown(f64::INFINITY));
    let did = page.take(Input::Failed(2));
    assert!(did.contains(&Did::Detach(1)) && did.contains(&Did::Detach(2)), "{did:?}");
    assert_eq!(page.link(), Some(Link::Lost { attempt: 1 }));
}

/// It was begun on the network there was before.
#[test]
fn an_attempt_that_hangs_is_begun_anew_when_the_page_wakes() {
    for wake in [Input::Online, Input::Shown(0.0)] {
        let mut page = Page::new();
        page.take(Input::Start);
        page.now += HEARD_JUST_NOW;
        assert_eq!(page.take(wake.clone()), [], "it may well be the network there is now");
        page.now += 1.0;
        let did = page.take(wake);
        assert!(did.contains(&Did::Detach(1)), "{did:?}");
        assert_eq!(connects(&did), [2]);
    }
}

#[test]
fn waits_are_short_again_once_the_page_wakes() {
    let mut page = waiting_long();
    page.take(Input::Online);
    assert_eq!(retry(&page.take(Input::Failed(8))), Some(500));
}

#[test]
fn a_line_that_brings_no_snapshot_is_given_up() {
    let server = Server::playing();
    let mut page = Page::new();
    page.take(Input::Start);
    page.take(Input::Opened(1));
    page.hear(1, &[ack(0)]);
    assert_eq!(page.links, [], "there is nothing to show");
    assert!(retry(&page.take(Input::Timer(Timer::Connect))).is_some());
    page.take(Input::Timer(Timer::Retry));
    page.take(Input::Opened(2));
    assert!(page.hear(2, &[ack(0), server.snapshot(0)]).contains(&Did::Clear(Timer::Connect)));
    assert_eq!(page.link(), Some(Link::Connected));
}

/// Nothing tells a page that its line is dead, as long as it says nothing either.
#[test]
fn a_line_that_falls_silent_is_told_from_a_quiet_one() {
    let server = Server::playing();
    let mut page = Page::new();
    page.take(Input::Start);
    page.take(Input::Opened(1));
    let did = page.hear(1, &[ack(0), server.snapshot(0)]);
    assert!(did.contains(&Did::Set(Timer::Silence, SILENT_TOO_LONG)));
    // The server says something every 20 s.
    for _ in 0..30 {
        page.now += 20_000.0;
        assert_eq!(page.hear(1, &[ack(0)]), [], "nothing is said or shown");
        page.now += 10_000.0;
        let did = page.take(Input::Timer(Timer::Silence));
        assert_eq!(did, [Did::Set(Timer::Silence, SILENT_TOO_LONG - 10_000)]);
        page.now -= 10_000.0;
    }
    assert_eq!(page.links, [Link::Connected]);
    // Then no more.
    page.now += f64::from(SILENT_TOO_LONG);
    assert_eq!(connects(&page.take(Input::Timer(Timer::Silence))), [2]);
    assert_eq!(page.link(), Some(Link::Lost { attempt: 0 }));
    page.now += f64::from(CONNECT_TIMEOUT);
    page.take(Input::Timer(Timer::Connect));
    assert_eq!(page.link(), Some(Link::Lost { attempt: 1 }));
    assert_eq!(page.take(Input::Timer(Timer::Silence)), [], "of a socket that is gone");
}

/// A restart throws everybody out in the same moment; they must not come back in step.
#[test]
fn a_thousand_pages_come_back_spread_out() {
    const PAGES: u64 = 1_000;
    const SECOND: f64 = 1_000.0;
    /// How long the server is away.
    const AWAY: f64 = 20.0 * SECOND;
    let server = Server::playing();
    let mut arrivals = [0_u64; 60];
    for number in 0..PAGES {
        let mut page = Page::live(&server);
        let mut rng = Seed::from_number(number).rng("jitter");
        let mut loss = Input::Closed(1, close::GOING_AWAY.code);
        while page.now < AWAY {
            page.random.set(f64::from(rng.below(1_000_000)) / 1e6);
            let did = page.take(loss);
            page.now += f64::from(retry(&did).unwrap());
            loss = Input::Failed(connects(&page.take(Input::Timer(Timer::Retry)))[0]);
        }
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // a time after the start
        let second = ((page.now - AWAY) / SECOND) as usize;
        arrivals[second] += 1;
    }
    let most = arrivals.iter().max().unwrap();
    assert!(*most <= PAGES / 10, "a tenth at most in any second: {arrivals:?}");
    let late: u64 = arrivals[31..].iter().sum();
    assert_eq!(late, 0, "everybody is back after the longest wait: {arrivals:?}");
}

#[test]
fn acknowledgements_die_with_their_socket() {
    let mut page = Page::live(&Server::playing());
    let did = page.take(Input::Closed(1, 1006));
    assert!(did.contains(&Did::Clear(Timer::Ack)));
    assert_eq!(page.take(Input::Timer(Timer::Ack)), []);
}
