//! Whatever comes, the server goes on.

use std::collections::HashMap;

use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use shared::accordion::House;
use shared::accordion::packet::Message;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

use crate::support::{Client, Server, untouched};

/// Comes again until there is a place: the server may not have noticed yet that somebody has gone.
async fn get_in(server: &Server) -> (Client<TcpStream>, u32) {
    for _ in 0..10_000 {
        let mut client = server.client().await;
        client.say(Message::Play { gid: 0 }).await;
        match client.next().await {
            Some(Message::Play { gid }) => return (client, gid),
            Some(Message::Error { text }) => assert!(text.contains("full"), "{text}"),
            other => panic!("{other:?}"),
        }
    }
    panic!("no place is ever free again");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_thousand_play_at_once_and_the_next_is_told_that_it_is_full() {
    // Both ends are in this process.
    rlimit::increase_nofile_limit(4096).unwrap();
    let server = Server::start().await;
    let mut clients = Vec::new();
    for _ in 0..1_000 {
        clients.push(server.client().await);
    }
    let mut games = HashMap::new();
    for mut client in clients {
        games.insert(client.play().await, client);
    }
    assert_eq!(games.len(), 1_000, "two games have one number");
    let mut next = server.client().await;
    assert!(next.error().await.contains("full"));
    drop(next);

    // Who goes makes room, and the others play on.
    let leaves = *games.keys().next().unwrap();
    drop(games.remove(&leaves));
    let (comes, gid) = get_in(&server).await;
    games.insert(gid, comes);
    for (&gid, client) in &mut games {
        client.deal(gid).await;
    }
    server.stop();
    for client in games.values_mut() {
        assert!(client.error().await.contains("going down"));
    }
    drop(games);
    server.stopped().await;
}

/// In the middle of a message or of a game, with a reset, and while the house thinks.
#[tokio::test]
async fn clients_that_vanish_make_room() {
    let server = Server::with(House::Master, 2).await;
    for _ in 0..5 {
        let (mut partial, gid) = get_in(&server).await;
        partial.send(&Message::Deal { gid, card: 0 }.encode()[..3]).await;
        drop(partial);

        let (reset, _) = get_in(&server).await;
        reset.stream.set_zero_linger().unwrap();
        drop(reset);

        let (mut awaits, gid) = get_in(&server).await;
        let deck = awaits.deal_all(gid).await;
        awaits.say(Message::tableau(gid, &untouched(&deck))).await;
        drop(awaits);
    }
    let (mut one, _) = get_in(&server).await;
    let (mut other, gid) = get_in(&server).await;
    other.deal(gid).await;
    one.say(Message::error("")).await;
    assert_eq!(one.next().await, None);
}

/// A first byte that is a tag makes garbage that gets further.
fn garbage() -> impl Strategy<Value = Vec<u8>> {
    let message = (1_u8..=6, prop::collection::vec(any::<u8>(), 0..40))
        .prop_map(|(tag, rest)| [vec![tag], rest].concat());
    prop_oneof![
        prop::collection::vec(any::<u8>(), 0..600),
        prop::collection::vec(message, 0..12).prop_map(|messages| messages.concat()),
        // A game, and then anything.
        prop::collection::vec(any::<u8>(), 0..300).prop_map(|bytes| [
            Message::Play { gid: 0 }.encode(),
            bytes
        ]
        .concat()),
    ]
}

#[test]
fn garbage_stops_nobody() {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let server = runtime.block_on(Server::start());
    let config = Config { cases: 200, failure_persistence: None, ..Config::default() };
    TestRunner::new(config)
        .run(&garbage(), |bytes| {
            runtime.block_on(async {
                let mut client = server.client().await;
                // The server may have hung up already, and has said why.
                let _ = client.stream.write_all(&bytes).await;
                let _ = client.stream.shutdown().await;
                let mut answers = Vec::new();
                let _ = client.stream.read_to_end(&mut answers).await;
            });
            Ok(())
        })
        .unwrap();
    runtime.block_on(server.lives_on());
}
