//! Games as they should be.

use shared::accordion::House;
use shared::accordion::packet::Message;
use tokio::io::AsyncWriteExt as _;
use tokio::task::JoinSet;

use crate::support::{Server, row, untouched};

#[tokio::test]
async fn the_result_compares_both_rows_of_the_same_deal() {
    for house in [House::Casual, House::Steady, House::Strong, House::Master] {
        let server = Server::with(house, 10).await;
        let (difference, deck) = server.client().await.whole_game(House::Casual).await;
        let [mine, theirs] = [House::Casual, house].map(|player| row(&deck, player).len());
        assert_eq!(
            i64::from(difference),
            i64::try_from(mine).unwrap() - i64::try_from(theirs).unwrap(),
            "{house:?}"
        );
    }
}

#[tokio::test]
async fn a_connection_plays_one_game_after_another_of_different_deals() {
    let server = Server::start().await;
    let mut client = server.client().await;
    let (_, first) = client.whole_game(House::Steady).await;
    let (_, second) = client.whole_game(House::Steady).await;
    assert_ne!(first, second);
}

#[tokio::test]
async fn games_at_the_same_time_have_different_numbers() {
    let server = Server::start().await;
    let (mut one, mut other) = (server.client().await, server.client().await);
    let (first, second) = (one.play().await, other.play().await);
    assert_ne!(first, second);
    one.say(Message::Deal { gid: second, card: 0 }).await;
    let text = one.error().await;
    assert!(text.contains(&first.to_string()) && text.contains(&second.to_string()), "{text}");
    other.deal(second).await;
}

#[tokio::test]
async fn a_ping_comes_back_and_deals_nothing() {
    let server = Server::start().await;
    let mut client = server.client().await;
    let gid = client.play().await;
    let data = [0, 255, 7, 1];
    client.say(Message::Ping { gid, data }).await;
    assert_eq!(client.next().await, Some(Message::Ping { gid, data }));
    client.deal_all(gid).await;
}

/// A whole game in one go: everything is answered in order.
#[tokio::test]
async fn messages_may_come_together_or_byte_by_byte() {
    let server = Server::start().await;
    for piece in [1, 2, 3, 5, 64, 10_000] {
        let mut client = server.client().await;
        let gid = client.play().await;
        let deals = Message::Deal { gid, card: 0 }.encode().repeat(52);
        for bytes in deals.chunks(piece) {
            client.send(bytes).await;
        }
        let mut cards = Vec::new();
        for _ in 0..52 {
            match client.next().await {
                Some(Message::Deal { card, .. }) => cards.push(Message::card_of(card).unwrap()),
                other => panic!("pieces of {piece}: {other:?}"),
            }
        }
        let deck = cards.try_into().unwrap();
        let end = [Message::tableau(gid, &untouched(&deck)).encode(), Message::Play { gid: 0 }.encode()];
        for bytes in end.concat().chunks(piece) {
            client.send(bytes).await;
        }
        let result = client.next().await;
        assert!(matches!(result, Some(Message::Result { difference, .. }) if difference > 0), "{result:?}");
        let next = client.next().await;
        assert!(matches!(next, Some(Message::Play { gid }) if gid != 0), "{next:?}");
    }
}

#[tokio::test]
async fn a_client_that_has_closed_its_side_still_gets_its_answers() {
    let server = Server::with(House::Master, 10).await;
    let (mut client, gid, deck) = server.dealt_out().await;
    client.say(Message::tableau(gid, &untouched(&deck))).await;
    client.stream.shutdown().await.unwrap();
    assert!(matches!(client.next().await, Some(Message::Result { .. })));
    assert_eq!(client.next().await, None);
}

#[tokio::test]
async fn many_play_at_once() {
    let server = Server::with(House::Steady, 100).await;
    let mut games = JoinSet::new();
    for _ in 0..40 {
        let mut client = server.client().await;
        games.spawn(async move { client.whole_game(House::Steady).await.0 });
    }
    assert!(games.join_all().await.into_iter().all(|difference| difference == 0), "steady against steady");
}

#[tokio::test]
async fn when_the_server_goes_down_everybody_is_told() {
    let server = Server::start().await;
    let (mut idle, mut playing) = (server.client().await, server.client().await);
    let gid = playing.play().await;
    playing.deal(gid).await;
    // The first is accepted once it was answered, too.
    idle.play().await;
    server.stop();
    for client in [&mut idle, &mut playing] {
        assert!(client.error().await.contains("going down"));
    }
    drop((idle, playing));
    server.stopped().await;
}
