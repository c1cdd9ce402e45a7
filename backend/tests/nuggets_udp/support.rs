//! The program, and clients that know the datagrams only.

use std::io::{BufRead as _, BufReader, Read as _};
use std::net::{SocketAddr, UdpSocket};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::Mutex;
use std::time::Duration;

use tempfile::TempDir;

/// Longer than any answer takes on a busy machine; a test that meets it fails.
const PATIENCE: Duration = Duration::from_secs(20);

/// A room of 4 × 18 spots with a passage to another of 4 × 4.
pub const MAP: &str = "\
+------------------+         +----+
|..................|         |....|
|..................###########....|
|..................|         |....|
|..................|         |....|
+------------------+         +----+
";

/// The program, with nothing of this test's environment that would set it up.
pub fn program(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_parlour"));
    for (name, _) in std::env::vars_os().filter(|(name, _)| name.to_string_lossy().starts_with("PARLOUR_")) {
        command.env_remove(name);
    }
    command.arg("nuggets").args(args).stdin(Stdio::null());
    command
}

/// A match that is hosted, killed if a test fails.
pub struct Host {
    child: Child,
    output: BufReader<ChildStdout>,
    address: SocketAddr,
    _directory: TempDir,
}

impl Host {
    pub fn start(map: &str, seed: u32) -> Self {
        let directory = TempDir::new().unwrap();
        let file = directory.path().join("map.txt");
        std::fs::write(&file, map).unwrap();
        let mut command = program(&[file.to_str().unwrap(), &seed.to_string()]);
        // What a program that is killed leaves behind goes with the test.
        command.env("TMPDIR", directory.path()).stdout(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let mut output = BufReader::new(child.stdout.take().unwrap());
        let mut line = String::new();
        output.read_line(&mut line).unwrap();
        let port: u16 =
            line.strip_prefix("serverPort=").expect("the port comes first").trim_end().parse().unwrap();
        Self { child, output, address: SocketAddr::from(([127, 0, 0, 1], port)), _directory: directory }
    }

    pub fn client(&self) -> Client {
        Client::of(self.address)
    }

    /// Somebody who plays; letter, grid, gold and display have come.
    pub fn player(&self, name: &str) -> Client {
        let mut client = self.client();
        client.say(&format!("PLAY {name}"));
        client.joined();
        client
    }

    /// Somebody who watches.
    pub fn spectator(&self) -> Client {
        let mut client = self.client();
        client.say("SPECTATE");
        client.watching();
        client
    }

    /// Waits for the end: the exit code and what was said after the port.
    pub fn ends(mut self) -> (Option<i32>, String) {
        let mut rest = String::new();
        self.output.read_to_string(&mut rest).unwrap();
        (self.child.wait().unwrap().code(), rest)
    }

    pub fn terminate(&self) {
        let pid = self.child.id().to_string();
        assert!(Command::new("kill").args(["-TERM", &pid]).status().unwrap().success());
    }
}

impl Drop for Host {
    fn drop(&mut self) {
        // Fails if the process is gone, as it should be.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The socket of every client so far, open until the last test ends.
///
/// The operating system gives out the port of a closed socket again. To a server, whoever gets it is somebody who has
/// left and may not join, and he hears what was on its way to another.
static OPENED: Mutex<Vec<UdpSocket>> = Mutex::new(Vec::new());

/// A client of the old kind.
pub struct Client {
    socket: UdpSocket,
    server: SocketAddr,
    /// The last display.
    pub display: Vec<String>,
}

impl Client {
    pub fn of(server: SocketAddr) -> Self {
        let socket = UdpSocket::bind("127.0.0.1:0").unwrap();
        socket.set_read_timeout(Some(PATIENCE)).unwrap();
        OPENED.lock().unwrap().push(socket.try_clone().unwrap());
        Self { socket, server, display: Vec::new() }
    }

    pub fn say(&self, text: &str) {
        self.send(text.as_bytes());
    }

    pub fn send(&self, bytes: &[u8]) {
        self.socket.send_to(bytes, self.server).unwrap();
    }

    /// The next datagram.
    pub fn hear(&mut self) -> String {
        let mut buffer = vec![0; 65_535];
        let (length, _) = self.socket.recv_from(&mut buffer).expect("a datagram");
        let text = String::from_utf8(buffer[..length].to_vec()).expect("text");
        if let Some(rows) = text.strip_prefix("DISPLAY\n") {
            assert!(rows.ends_with('\n'), "each row ends in a newline");
            self.display = rows.lines().map(str::to_owned).collect();
        }
        text
    }

    pub fn expect(&mut self, text: &str) {
        assert_eq!(self.hear(), text);
    }

    pub fn expect_display(&mut self) {
        let text = self.hear();
        assert!(text.starts_with("DISPLAY\n"), "{text:?} is no display");
    }

    pub fn expect_error(&mut self) -> String {
        let text = self.hear();
        assert!(text.starts_with("ERROR "), "{text:?} is no error");
        text
    }

    /// OK, GRID, GOLD and DISPLAY in this order; the letter.
    pub fn joined(&mut self) -> char {
        let letter = self.hear();
        let letter = letter.strip_prefix("OK ").unwrap_or_else(|| panic!("{letter:?} is no letter"));
        self.watching();
        letter.parse().unwrap()
    }

    /// GRID, GOLD and DISPLAY.
    pub fn watching(&mut self) {
        assert!(self.hear().starts_with("GRID "));
        assert!(self.hear().starts_with("GOLD 0 0 "));
        self.expect_display();
    }

    /// Nothing has come but what was asked for: the next thing is the answer to a key that is none.
    pub fn expect_silence(&mut self) {
        self.say("KEY %");
        let text = self.hear();
        assert!(text.starts_with("ERROR usage: unknown"), "{text:?} came unasked");
    }

    /// Asks again and again until there is an answer: in a flood the operating system drops datagrams of anybody.
    pub fn ask_in_a_flood(&mut self, text: &str, answer: &str) {
        self.socket.set_read_timeout(Some(Duration::from_millis(50))).unwrap();
        let mut buffer = vec![0; 65_535];
        for _ in 0..400 {
            self.say(text);
            while let Ok((length, _)) = self.socket.recv_from(&mut buffer) {
                if buffer[..length].starts_with(answer.as_bytes()) {
                    self.socket.set_read_timeout(Some(PATIENCE)).unwrap();
                    return;
                }
            }
        }
        panic!("{text} was never answered");
    }

    /// How many datagrams have come and were not heard yet.
    pub fn count_waiting(&self) -> usize {
        self.socket.set_nonblocking(true).unwrap();
        let mut buffer = vec![0; 65_535];
        std::iter::from_fn(|| self.socket.recv_from(&mut buffer).ok()).count()
    }

    /// Where a character is on the last display.
    pub fn find(&self, wanted: char) -> Option<(usize, usize)> {
        self.display.iter().zip(0..).find_map(|(row, at)| Some((at, row.find(wanted)?)))
    }

    /// Where every such character is.
    pub fn all(&self, wanted: char) -> Vec<(usize, usize)> {
        let places = |(row, at): (&String, usize)| {
            row.char_indices()
                .filter(|(_, c)| *c == wanted)
                .map(|(column, _)| (at, column))
                .collect::<Vec<_>>()
        };
        self.display.iter().zip(0..).flat_map(places).collect()
    }
}

/// The key of one step from here towards there.
pub fn towards(from: (usize, usize), to: (usize, usize)) -> char {
    use std::cmp::Ordering::{Equal, Greater, Less};
    match (to.0.cmp(&from.0), to.1.cmp(&from.1)) {
        (Equal, Less) => 'h',
        (Equal, Greater) => 'l',
        (Less, Equal) => 'k',
        (Greater, Equal) => 'j',
        (Less, Less) => 'y',
        (Less, Greater) => 'u',
        (Greater, Less) => 'b',
        (Greater, Greater) => 'n',
        (Equal, Equal) => panic!("there is no way to where one is"),
    }
}
