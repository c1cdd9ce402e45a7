//! Timers, without sockets: time jumps to whatever comes due next.

use std::time::Duration;

use backend::gateway::accordion_tcp::session::{Ended, NEXT_WITHIN, PLAY_WITHIN};
use shared::accordion::House;
use shared::accordion::packet::{Fault, Message};
use tokio::time::{Instant, sleep};

use crate::support::{piped, untouched};

const MOMENT: Duration = Duration::from_millis(1);

#[tokio::test(start_paused = true)]
async fn whoever_does_not_play_within_five_seconds_is_told_and_sent_away() {
    let began = Instant::now();
    let (mut client, session) = piped(House::Casual, 1024);
    assert!(client.error().await.contains("5 seconds"));
    assert_eq!(began.elapsed(), PLAY_WITHIN);
    drop(client);
    assert!(matches!(session.await.unwrap(), Ended::Fault(Fault::NoPlay(5))));
}

#[tokio::test(start_paused = true)]
async fn a_play_message_that_is_not_all_there_is_none() {
    let (mut client, _session) = piped(House::Casual, 1024);
    sleep(Duration::from_secs(4)).await;
    client.send(&[1, 0, 0]).await;
    assert!(client.error().await.contains("5 seconds"));
}

#[tokio::test(start_paused = true)]
async fn a_minute_without_a_message_ends_a_game_and_bytes_are_no_message() {
    let (mut client, _session) = piped(House::Casual, 1024);
    sleep(PLAY_WITHIN.checked_sub(MOMENT).unwrap()).await;
    let gid = client.play().await;
    sleep(NEXT_WITHIN.checked_sub(MOMENT).unwrap()).await;
    client.deal(gid).await;
    let last = Instant::now();
    sleep(Duration::from_secs(50)).await;
    client.send(&Message::Deal { gid, card: 0 }.encode()[..6]).await;
    assert!(client.error().await.contains("60 seconds"));
    assert_eq!(last.elapsed(), NEXT_WITHIN);
}

#[tokio::test(start_paused = true)]
async fn a_ping_gives_another_minute() {
    let (mut client, _session) = piped(House::Casual, 1024);
    let gid = client.play().await;
    for _ in 0..10 {
        sleep(Duration::from_secs(59)).await;
        client.say(Message::Ping { gid, data: [0; 4] }).await;
        assert!(matches!(client.next().await, Some(Message::Ping { .. })));
    }
    sleep(Duration::from_secs(59)).await;
    client.deal(gid).await;
}

#[tokio::test(start_paused = true)]
async fn after_a_result_there_is_a_minute_to_play_again() {
    let (mut client, _session) = piped(House::Casual, 1024);
    client.whole_game(House::Casual).await;
    sleep(Duration::from_secs(59)).await;
    client.whole_game(House::Casual).await;
    let last = Instant::now();
    assert!(client.error().await.contains("60 seconds"));
    assert_eq!(last.elapsed(), NEXT_WITHIN);
}

/// A client that never reads is not read from, and is gone after a minute.
#[tokio::test(start_paused = true)]
async fn a_client_that_does_not_read_is_given_up() {
    let (mut client, session) = piped(House::Casual, 64);
    let gid = client.play().await;
    let talks = tokio::spawn(async move {
        for _ in 0..50 {
            client.say(Message::Deal { gid, card: 0 }).await;
        }
        client
    });
    assert!(matches!(session.await.unwrap(), Ended::Broken(_)));
    assert!(talks.await.is_err(), "it could write all it wanted");
}

/// A slow reader is waited for.
#[tokio::test(start_paused = true)]
async fn a_client_that_reads_slowly_gets_everything() {
    let (mut client, _session) = piped(House::Casual, 16);
    let gid = client.play().await;
    let mut cards = Vec::new();
    for _ in 0..52 {
        client.say(Message::Deal { gid, card: 0 }).await;
        sleep(Duration::from_secs(30)).await;
        match client.next().await {
            Some(Message::Deal { card, .. }) => cards.push(Message::card_of(card).unwrap()),
            other => panic!("{other:?}"),
        }
    }
    client.say(Message::tableau(gid, &untouched(&cards.try_into().unwrap()))).await;
    assert!(matches!(client.next().await, Some(Message::Result { .. })));
}

/// Closing with bytes unread would reset the connection, and the text might never arrive.
#[tokio::test(start_paused = true)]
async fn what_comes_after_the_text_is_still_read_for_a_moment() {
    let (mut client, session) = piped(House::Casual, 64);
    client.send(&[9]).await;
    let told = Instant::now();
    assert!(client.error().await.contains("tag 9"));
    client.send(&[9; 1_000]).await;
    assert!(matches!(session.await.unwrap(), Ended::Fault(_)));
    assert_eq!(told.elapsed(), Duration::from_secs(1));
}

/// Whoever is told why it is over and does not listen, is not waited for.
#[tokio::test(start_paused = true)]
async fn a_goodbye_takes_no_longer_than_a_moment() {
    let (client, session) = piped(House::Casual, 4);
    let began = Instant::now();
    assert!(matches!(session.await.unwrap(), Ended::Fault(Fault::NoPlay(_))));
    assert!(began.elapsed() <= PLAY_WITHIN + Duration::from_secs(1));
    drop(client);
}
