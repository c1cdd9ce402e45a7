//! The program itself: how it starts, fails and stops.

use std::io::{BufRead as _, BufReader, Read as _};
use std::net::{SocketAddr, TcpListener};
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use futures_util::{SinkExt as _, StreamExt as _};
use tempfile::TempDir;
use tokio_tungstenite::tungstenite::Message;

/// The program, with nothing of this test's environment that would set it up.
fn program(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_parlour"));
    for (name, _) in std::env::vars_os().filter(|(name, _)| name.to_string_lossy().starts_with("PARLOUR_")) {
        command.env_remove(name);
    }
    command.args(args).stdin(Stdio::null());
    command
}

fn serve(addr: &str, data: &Path) -> Command {
    program(&["serve", "--addr", addr, "--data", data.to_str().unwrap()])
}

fn fails(mut command: Command, code: i32) -> String {
    let Output { status, stderr, .. } = command.output().unwrap();
    let text = String::from_utf8(stderr).unwrap();
    assert_eq!(status.code(), Some(code), "{text}");
    text
}

/// A process that is killed if a test fails.
struct Server(Child);

impl Drop for Server {
    fn drop(&mut self) {
        // Fails if the process is gone, as it should be.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

impl Server {
    /// Starts it and reads from its log where it listens, until its matches are restored.
    fn start(data: &Path) -> (Self, SocketAddr) {
        let mut server = Self(serve("127.0.0.1:0", data).stderr(Stdio::piped()).spawn().unwrap());
        let mut log = BufReader::new(server.0.stderr.take().unwrap());
        let mut addr = None;
        for line in log.by_ref().lines() {
            let line = line.unwrap();
            if let Some((_, rest)) = line.split_once("http://") {
                let text: String = rest.chars().take_while(|c| !c.is_whitespace()).collect();
                addr = Some(text.parse().unwrap_or_else(|error| panic!("{error}: {line}")));
            }
            if line.contains("matches are restored") {
                break;
            }
        }
        // Read on, so that the program never waits for its log.
        std::thread::spawn(move || std::io::copy(&mut log, &mut std::io::sink()));
        (server, addr.expect("the log says where"))
    }

    fn terminate(&self) {
        let pid = self.0.id().to_string();
        assert!(Command::new("kill").args(["-TERM", &pid]).status().unwrap().success());
    }
}

#[test]
fn help_and_version_are_told() {
    let output = program(&["--version"]).output().unwrap();
    assert_eq!(
        String::from_utf8(output.stdout).unwrap().trim(),
        concat!("parlour ", env!("CARGO_PKG_VERSION"))
    );
    let output = program(&["serve", "--help"]).output().unwrap();
    let help = String::from_utf8(output.stdout).unwrap();
    for name in [
        "ADDR",
        "DATA",
        "TOKEN_KEY",
        "ORIGIN",
        "TRUSTED_PROXY",
        "BOT_PAUSE_MS",
        "NUGGETS_UDP",
        "ACCORDION_TCP",
        "LOG",
    ] {
        assert!(help.contains(&format!("PARLOUR_{name}")), "{name} is missing in {help}");
    }
}

#[test]
fn a_wrong_command_line_is_code_2() {
    assert!(fails(program(&["serve", "--addr", "nowhere"]), 2).contains("--addr"));
    assert!(fails(program(&["dance"]), 2).contains("dance"));
    let mut by_environment = program(&["serve"]);
    by_environment.env("PARLOUR_ADDR", "nowhere");
    assert!(fails(by_environment, 2).contains("--addr"));
}

#[test]
fn a_port_in_use_is_named_with_what_to_do() {
    let data = TempDir::new().unwrap();
    let other = TcpListener::bind("127.0.0.1:0").unwrap();
    let addr = other.local_addr().unwrap().to_string();
    let text = fails(serve(&addr, data.path()), 1);
    assert_eq!(text.lines().count(), 1, "{text}");
    assert!(text.contains(&addr) && text.contains("--addr"), "{text}");
}

#[test]
fn a_data_directory_that_is_a_file_is_named() {
    let dir = TempDir::new().unwrap();
    let file = dir.path().join("data");
    std::fs::write(&file, "").unwrap();
    let text = fails(serve("127.0.0.1:0", &file), 1);
    assert_eq!(text.lines().count(), 1, "{text}");
    assert!(text.contains(file.to_str().unwrap()), "{text}");
}

#[test]
fn a_data_directory_in_use_is_named() {
    let data = TempDir::new().unwrap();
    let _first = Server::start(data.path());
    let text = fails(serve("127.0.0.1:0", data.path()), 1);
    assert!(text.contains(data.path().to_str().unwrap()) && text.contains("in use"), "{text}");
}

#[tokio::test]
async fn told_to_stop_it_says_goodbye_and_ends_in_time_with_code_0() {
    let data = TempDir::new().unwrap();
    let (mut server, addr) = Server::start(data.path());
    let (mut socket, _) = tokio_tungstenite::connect_async(format!("ws://{addr}/ws")).await.unwrap();
    let told = Instant::now();
    server.terminate();
    // A client that answers politely.
    let mut code = None;
    while let Some(Ok(message)) = socket.next().await {
        if let Message::Close(Some(frame)) = message {
            code = Some(u16::from(frame.code));
        }
    }
    assert_eq!(code, Some(1001));
    let status = tokio::task::spawn_blocking(move || server.0.wait().unwrap()).await.unwrap();
    assert_eq!(status.code(), Some(0));
    assert!(told.elapsed() < Duration::from_secs(10), "{:?}", told.elapsed());
}

#[tokio::test]
async fn a_client_that_does_not_leave_holds_nothing_up() {
    let data = TempDir::new().unwrap();
    let (mut server, addr) = Server::start(data.path());
    // Neither reads nor answers.
    let (mut socket, _) = tokio_tungstenite::connect_async(format!("ws://{addr}/ws")).await.unwrap();
    socket.flush().await.unwrap();
    let idle = tokio::net::TcpStream::connect(addr).await.unwrap();
    let told = Instant::now();
    server.terminate();
    let status = tokio::task::spawn_blocking(move || server.0.wait().unwrap()).await.unwrap();
    assert_eq!(status.code(), Some(0));
    assert!(told.elapsed() < Duration::from_secs(10), "{:?}", told.elapsed());
    drop((socket, idle));
}
