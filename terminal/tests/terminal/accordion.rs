//! The program `accordion` against servers of every kind, over real sockets.

use std::io::{ErrorKind, Read as _, Write as _};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::process::{Command, Output};
use std::thread::{self, JoinHandle};

use rstest::rstest;
use shared::accordion::CardCode;
use shared::accordion::deck::deck;
use shared::accordion::packet::{Decoder, Message};

/// A server for one connection, on a port of its own.
struct Server {
    port: u16,
    thread: JoinHandle<()>,
}

impl Server {
    fn start(serve: impl FnOnce(Peer) + Send + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        let thread = thread::spawn(move || {
            let (stream, _) = listener.accept().unwrap();
            serve(Peer { stream, decoder: Decoder::default() });
        });
        Self { port, thread }
    }

    /// Runs the program against it to its end.
    fn meets(self, options: &[&str]) -> Output {
        let output = accordion(self.port, options);
        self.thread.join().expect("the server is content");
        output
    }
}

fn accordion(port: u16, options: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_accordion"))
        .args(["-h", "127.0.0.1", "-p", &port.to_string()])
        .args(options)
        .output()
        .unwrap()
}

/// The server's end of a connection.
struct Peer {
    stream: TcpStream,
    decoder: Decoder,
}

impl Peer {
    /// The next message; `None` once the client has gone.
    fn next(&mut self) -> Option<Message> {
        loop {
            if let Some(message) = self.decoder.take().unwrap() {
                return Some(message);
            }
            let mut piece = [0; 1_024];
            match self.stream.read(&mut piece) {
                Ok(length @ 1..) => self.decoder.feed(&piece[..length]),
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Ok(0) | Err(_) => return None,
            }
        }
    }

    fn say(&mut self, message: &Message) {
        self.stream.write_all(&message.encode()).unwrap();
    }

    /// Sends a message a byte at a time, each in a packet of its own.
    fn say_slowly(&mut self, message: &Message) {
        self.stream.set_nodelay(true).unwrap();
        for byte in message.encode() {
            self.stream.write_all(&[byte]).unwrap();
        }
    }

    /// Hosts games until the client goes; each ends with this difference. How many there were.
    fn host(&mut self, difference: i8, say: fn(&mut Self, &Message)) -> u32 {
        let (mut games, mut dealt) = (0, 0);
        while let Some(message) = self.next() {
            match message {
                Message::Play { .. } => {
                    (games, dealt) = (games + 1, 0);
                    say(self, &Message::Play { gid: games });
                }
                Message::Deal { gid, .. } => {
                    let card = CardCode(deck(u64::from(games))[dealt]).into();
                    dealt += 1;
                    say(self, &Message::Deal { gid, card });
                }
                Message::Tableau { gid, .. } => say(self, &Message::Result { gid, difference }),
                Message::Error { text } => assert_eq!(text, "", "an empty error is a normal quit"),
                other => panic!("{other:?}"),
            }
        }
        games
    }
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

#[test]
fn it_plays_as_many_games_as_it_is_told_on_one_connection() {
    let server = Server::start(|mut peer| assert_eq!(peer.host(-1, Peer::say), 3));
    let output = server.meets(&["--games", "3", "--player", "steady"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let lines = text(&output.stdout);
    let ends: Vec<&str> = lines.lines().filter(|line| line.starts_with("won")).collect();
    assert_eq!(ends, ["won, D = -1"; 3]);
    assert!(lines.ends_with("won, D = -1\n"));
    assert_eq!(lines.lines().filter(|line| line.starts_with("game ")).count(), 3);
}

#[test]
fn all_52_cards_are_in_the_piles_that_are_printed() {
    let server = Server::start(|mut peer| assert_eq!(peer.host(0, Peer::say), 1));
    let output = server.meets(&["--player", "random"]);
    let lines = text(&output.stdout);
    let piles = lines.lines().filter_map(|line| line.strip_prefix("pile ")?.split_once(": "));
    let mut cards: Vec<&str> = piles.flat_map(|(_, cards)| cards.split(' ')).collect();
    cards.sort_unstable();
    cards.dedup();
    assert_eq!(cards.len(), 52);
}

#[test]
fn a_server_that_sends_byte_by_byte_is_understood() {
    let server = Server::start(|mut peer| assert_eq!(peer.host(0, Peer::say_slowly), 1));
    assert!(server.meets(&[]).status.success());
}

#[rstest]
#[case::no_game(Message::Play { gid: 0 }, "the server gives no game")]
#[case::error(Message::error("full of people"), "the server says: full of people")]
#[case::goodbye(Message::error(""), "the server has left")]
#[case::nonsense(Message::Deal { gid: 1, card: 1 }, "the server talks nonsense")]
fn what_is_no_game_is_told(#[case] answer: Message, #[case] told: &str) {
    let server = Server::start(move |mut peer| {
        peer.next();
        peer.say(&answer);
        // Whatever it was, the client goes.
        while peer.next().is_some() {}
    });
    let output = server.meets(&[]);
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stderr).contains(told), "{}", text(&output.stderr));
    assert!(output.stdout.is_empty());
}

#[test]
fn bytes_that_are_no_message_are_told_to_both() {
    let server = Server::start(|mut peer| {
        peer.next();
        peer.stream.write_all(b"HTTP/1.1 400 Bad Request\r\n").unwrap();
        let Some(Message::Error { text }) = peer.next() else { panic!("the server is told") };
        assert!(text.contains("unknown message tag 72"), "{text}");
    });
    let output = server.meets(&[]);
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stderr).contains("unknown message tag 72"));
}

#[test]
fn a_silent_server_is_not_waited_for_longer_than_said() {
    let server = Server::start(|mut peer| while peer.next().is_some() {});
    let output = server.meets(&["--timeout", "1"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stderr).contains("did not answer within 1 s"), "{}", text(&output.stderr));
}

#[test]
fn a_server_that_vanishes_is_told() {
    let server = Server::start(|mut peer| {
        peer.next();
        peer.say(&Message::Play { gid: 9 });
        peer.next();
        peer.stream.shutdown(Shutdown::Both).unwrap();
    });
    let output = server.meets(&[]);
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stderr).contains("the connection broke"), "{}", text(&output.stderr));
}

/// The server hangs up with a last word while the client is sending.
#[test]
fn a_last_word_is_heard() {
    let server = Server::start(|mut peer| {
        peer.next();
        peer.say(&Message::Play { gid: 9 });
        peer.next();
        peer.say(&Message::error("out of cards"));
        peer.stream.shutdown(Shutdown::Write).unwrap();
        while peer.next().is_some() {}
    });
    let output = server.meets(&[]);
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stderr).contains("the server says: out of cards"), "{}", text(&output.stderr));
}

#[test]
fn nobody_there_is_told() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    drop(listener);
    let output = accordion(port, &[]);
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stderr).contains("no connection to 127.0.0.1 port"), "{}", text(&output.stderr));
}

#[test]
fn wrong_options_end_with_2_and_help_with_0() {
    assert_eq!(accordion(1, &["--player", "godlike"]).status.code(), Some(2));
    let help = Command::new(env!("CARGO_BIN_EXE_accordion")).arg("--help").output().unwrap();
    assert!(help.status.success() && text(&help.stdout).contains("--timeout"));
}
