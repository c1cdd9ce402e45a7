//! The command line of `parlour accordion`.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::process::{Child, ChildStdout, Command, Stdio};

use shared::accordion::packet::Message;

fn program(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_parlour"));
    command.arg("accordion").args(args).env_remove("PARLOUR_LOG");
    command
}

/// A program that ends with the test.
struct Host {
    child: Child,
    output: BufReader<ChildStdout>,
    port: u16,
}

impl Host {
    fn start(args: &[&str]) -> Self {
        let mut child = program(args).stdout(Stdio::piped()).spawn().unwrap();
        let mut output = BufReader::new(child.stdout.take().unwrap());
        let mut line = String::new();
        output.read_line(&mut line).unwrap();
        let port = line.trim().strip_prefix("serverPort=").expect("the first line has the port");
        Self { port: port.parse().unwrap(), child, output }
    }
}

impl Drop for Host {
    fn drop(&mut self) {
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

fn fails(args: &[&str], code: i32, named: &str) {
    let output = program(args).output().unwrap();
    let errors = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(code), "{args:?}: {errors}");
    assert!(output.stdout.is_empty(), "{args:?}");
    assert!(errors.contains(named), "{args:?}: {errors}");
}

#[test]
fn a_wrong_command_line_is_code_2() {
    fails(&["-p", "70000"], 2, "--port");
    fails(&["-p", "nowhere"], 2, "--port");
    fails(&["--house", "brilliant"], 2, "casual");
    fails(&["--bind", "localhost"], 2, "--bind");
    fails(&["extra"], 2, "extra");
}

#[test]
fn a_port_in_use_is_code_1() {
    let other = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = other.local_addr().unwrap().port().to_string();
    fails(&["-p", &port], 1, &format!("127.0.0.1:{port}"));
}

#[test]
fn it_announces_its_port_serves_and_tells_everybody_when_it_is_stopped() {
    let mut host = Host::start(&["-p", "0", "--house", "casual"]);
    let mut stream = TcpStream::connect(("127.0.0.1", host.port)).unwrap();
    stream.write_all(&Message::Play { gid: 0 }.encode()).unwrap();
    let mut answer = [0; 5];
    stream.read_exact(&mut answer).unwrap();
    assert_eq!(answer[0], 1);
    assert_ne!(answer[1..], [0; 4]);

    let pid = host.child.id().to_string();
    assert!(Command::new("kill").args(["-TERM", &pid]).status().unwrap().success());
    let mut rest = Vec::new();
    stream.read_to_end(&mut rest).unwrap();
    assert_eq!(rest[0], 6);
    assert!(String::from_utf8_lossy(&rest).contains("going down"));
    drop(stream);
    assert_eq!(host.child.wait().unwrap().code(), Some(0));
    let mut more = String::new();
    host.output.read_to_string(&mut more).unwrap();
    assert_eq!(more, "", "standard output has the port and nothing else");
}
