//! Whatever a client does wrong is answered by a text that says what, and by nothing after it.

use shared::accordion::packet::Message;
use tokio::io::AsyncWriteExt as _;

use crate::support::{Server, untouched};

/// What is sent to a server by a client without a game, and what the text has to name.
#[tokio::test]
async fn before_a_game() {
    let server = Server::start().await;
    let tableau = Message::Tableau { gid: 1, piles: 1, cards: vec![0; 52] };
    let cases: [(Vec<u8>, &str); 9] = [
        (Message::Deal { gid: 1, card: 0 }.encode(), "deal before play"),
        (Message::Ping { gid: 1, data: [0; 4] }.encode(), "ping before play"),
        (tableau.encode(), "tableau before play"),
        (Message::Result { gid: 1, difference: 0 }.encode(), "result"),
        (vec![0], "tag 0"),
        (vec![7], "tag 7"),
        (vec![255, 255, 255], "tag 255"),
        // At once, without the cards.
        (vec![4, 0, 0, 0, 1, 0], "0 piles"),
        (vec![4, 0, 0, 0, 1, 53], "53 piles"),
    ];
    for (bytes, named) in cases {
        let mut client = server.client().await;
        client.send(&bytes).await;
        let text = client.error().await;
        assert!(text.contains(named), "{named}: {text}");
    }
    server.lives_on().await;
}

/// A message for the game of this number, and what the text has to name.
type Wrong = (fn(u32) -> Message, &'static str);

#[tokio::test]
async fn during_a_game() {
    let server = Server::start().await;
    let cases: [Wrong; 5] = [
        (|gid| Message::Play { gid }, "play during a game"),
        (|gid| Message::Deal { gid: gid + 1, card: 0 }, "not yours"),
        (|gid| Message::Ping { gid: 0, data: [gid.to_le_bytes()[0]; 4] }, "not yours"),
        (|gid| Message::Result { gid, difference: -51 }, "result"),
        (|gid| Message::Tableau { gid, piles: 1, cards: vec![1; 52] }, "after 3 cards"),
    ];
    for (message, named) in cases {
        let mut client = server.client().await;
        let gid = client.play().await;
        for _ in 0..3 {
            client.deal(gid).await;
        }
        client.say(message(gid)).await;
        let text = client.error().await;
        assert!(text.contains(named), "{named}: {text}");
    }
}

#[tokio::test]
async fn a_53rd_deal() {
    let server = Server::start().await;
    let (mut client, gid, _) = server.dealt_out().await;
    client.say(Message::Deal { gid, card: 0 }).await;
    let text = client.error().await;
    assert!(text.contains("52") && text.contains("tableau"), "{text}");
}

#[tokio::test]
async fn the_number_of_a_game_is_spent_with_its_result() {
    let server = Server::start().await;
    let (mut client, gid, deck) = server.dealt_out().await;
    client.say(Message::tableau(gid, &untouched(&deck))).await;
    assert!(matches!(client.next().await, Some(Message::Result { .. })));
    client.say(Message::Deal { gid, card: 0 }).await;
    assert!(client.error().await.contains("before play"));
}

/// Changes a tableau of single cards, and says what the text has to name.
type Change = (fn(&mut Vec<u16>), u8, &'static str);

#[tokio::test]
async fn a_tableau_that_is_none_of_this_deal() {
    let server = Server::start().await;
    let changes: [Change; 7] = [
        (|cards| cards[0] = 14, 52, "14 is no card"),
        (|cards| cards[0] = cards[2], 52, "twice"),
        (|cards| cards.swap(0, 2), 52, "dealt later"),
        (|cards| cards.swap(0, 1), 52, "pile 1 of the tableau is empty"),
        (|cards| cards.rotate_right(1), 52, "pile 52 of the tableau is empty"),
        // A card where a separator was.
        (|cards| cards[101] = 1, 52, "separators"),
        (
            // The first two cards as one pile, the earlier on top.
            |cards| {
                cards.remove(1);
            },
            51,
            "at the bottom",
        ),
    ];
    for (change, piles, named) in changes {
        let (mut client, gid, deck) = server.dealt_out().await;
        let Message::Tableau { mut cards, .. } = Message::tableau(gid, &untouched(&deck)) else {
            panic!("it is one")
        };
        change(&mut cards);
        cards.truncate(51 + usize::from(piles));
        client.say(Message::Tableau { gid, piles, cards }).await;
        let text = client.error().await;
        assert!(text.contains(named), "{named}: {text}");
    }
}

#[tokio::test]
async fn the_eleventh_ping_in_a_row() {
    let server = Server::start().await;
    let mut client = server.client().await;
    let gid = client.play().await;
    let ping = || Message::Ping { gid, data: *b"ping" };
    for _ in 0..2 {
        for _ in 0..10 {
            client.say(ping()).await;
            assert_eq!(client.next().await, Some(ping()));
        }
        client.deal(gid).await;
    }
    for _ in 0..10 {
        client.say(ping()).await;
        assert_eq!(client.next().await, Some(ping()));
    }
    client.say(ping()).await;
    assert!(client.error().await.contains("10 pings"));
}

#[tokio::test]
async fn a_stream_that_ends_in_the_middle_of_a_message() {
    let server = Server::start().await;
    let mut client = server.client().await;
    let gid = client.play().await;
    client.send(&Message::Deal { gid, card: 0 }.encode()[..6]).await;
    client.stream.shutdown().await.unwrap();
    assert!(client.error().await.contains("middle of a message"));
}

#[tokio::test]
async fn errors_of_clients_are_never_answered() {
    let server = Server::start().await;
    for text in ["", "I don't like this deal", "\u{1b}[31m"] {
        let mut client = server.client().await;
        let gid = client.play().await;
        client.deal(gid).await;
        client.say(Message::error(text)).await;
        assert_eq!(client.next().await, None, "{text:?}");
    }
    server.lives_on().await;
}

/// The text arrives even though the client goes on talking: closing with bytes unread would reset the connection.
#[tokio::test]
async fn the_text_arrives_while_the_client_still_talks() {
    let server = Server::start().await;
    let mut client = server.client().await;
    client.send(&vec![9; 100_000]).await;
    assert!(client.error().await.contains("tag 9"));
    server.lives_on().await;
}
