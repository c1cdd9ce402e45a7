//! The servers that are measured, as child processes. They end when their handle is dropped.

use std::env;
use std::io::{BufRead as _, BufReader};
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use anyhow::{Context as _, Result, bail, ensure};
use hyper::StatusCode;
use shared::accordion::House;
use tempfile::TempDir;
use tokio::time::{Instant, sleep};

use crate::http::Caller;

/// How long a server may take until it is ready.
const START: Duration = Duration::from_mins(1);
/// How often it is asked whether it is.
const ASK_EVERY: Duration = Duration::from_millis(2);

/// A child process; killed when dropped.
struct Kept(Child);

impl Drop for Kept {
    fn drop(&mut self) {
        // It may have ended by itself already.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// The server of Parlour, built for release.
pub struct Server {
    process: Kept,
    /// Where it listens.
    pub addr: SocketAddr,
}

impl Server {
    /// Starts one over a data directory and waits until it is ready.
    ///
    /// # Errors
    /// If it doesn't get ready.
    pub async fn start(data: &Path) -> Result<Self> {
        let mut server = Self::spawn(data)?;
        server.ready().await?;
        Ok(server)
    }

    /// Starts one over a data directory.
    ///
    /// # Errors
    /// If it can't be started.
    pub fn spawn(data: &Path) -> Result<Self> {
        let program = neighbour("parlour")?;
        let addr = free_address()?;
        let child = Command::new(&program)
            // No setting of whoever measures changes what is measured.
            .env_clear()
            .args(["serve", "--log", "warn", "--bot-pause-ms", "0", "--addr"])
            .arg(addr.to_string())
            .arg("--data")
            .arg(data)
            .stdin(Stdio::null())
            .spawn()
            .with_context(|| format!("{} can't be started", program.display()))?;
        Ok(Self { process: Kept(child), addr })
    }

    /// Waits until it says that it is ready.
    ///
    /// # Errors
    /// If it ends before, or takes too long.
    pub async fn ready(&mut self) -> Result<()> {
        let deadline = Instant::now() + START;
        while !says_ready(self.addr).await {
            if let Some(status) = self.process.0.try_wait()? {
                bail!("the server ended before it was ready: {status}");
            }
            ensure!(Instant::now() < deadline, "the server was not ready within {} s", START.as_secs());
            sleep(ASK_EVERY).await;
        }
        Ok(())
    }

    /// Its process number.
    pub fn pid(&self) -> u32 {
        self.process.0.id()
    }

    /// Kills it without warning (SIGKILL).
    pub fn kill(self) {
        drop(self);
    }
}

/// Before it listens, nothing can be asked.
async fn says_ready(addr: SocketAddr) -> bool {
    let Ok(mut caller) = Caller::connect(addr, Ipv4Addr::LOCALHOST).await else { return false };
    matches!(caller.get("/readyz").await, Ok(StatusCode::OK))
}

/// The server of Accordion over TCP, built for release.
pub struct AccordionServer {
    _process: Kept,
    /// Where it listens.
    pub addr: SocketAddr,
}

impl AccordionServer {
    /// Starts one whose house plays at a level; it listens when this returns.
    ///
    /// # Errors
    /// If it can't be started.
    pub fn start(house: House) -> Result<Self> {
        let mut command = Command::new(neighbour("parlour")?);
        command.env_clear().args(["accordion", "-p", "0", "--house", house.word()]);
        let (process, line) = first_line(&mut command)?;
        let port = line.strip_prefix("serverPort=").and_then(|port| port.parse().ok());
        let port: u16 = port.with_context(|| format!("the server of Accordion names no port: {line:?}"))?;
        Ok(Self { _process: process, addr: (Ipv4Addr::LOCALHOST, port).into() })
    }
}

/// A bare server to compare with: this program once more.
pub struct EchoServer {
    _process: Kept,
    /// Where it listens.
    pub addr: SocketAddr,
}

impl EchoServer {
    /// Starts the one of [`crate::echo`]; it listens when this returns.
    ///
    /// # Errors
    /// If it can't be started.
    pub fn over_web_sockets() -> Result<Self> {
        Self::start("echo-server")
    }

    /// Starts the one of [`crate::accordion::echo`]; it listens when this returns.
    ///
    /// # Errors
    /// If it can't be started.
    pub fn over_tcp() -> Result<Self> {
        Self::start("tcp-echo-server")
    }

    fn start(task: &str) -> Result<Self> {
        let (process, line) = first_line(Command::new(env::current_exe()?).arg(task))?;
        let addr = line
            .parse()
            .with_context(|| format!("the echo server does not say where it listens: {line:?}"))?;
        Ok(Self { _process: process, addr })
    }
}

/// Starts a program that says in its first line where it listens.
fn first_line(command: &mut Command) -> Result<(Kept, String)> {
    let child = command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()
        .with_context(|| format!("{} can't be started", command.get_program().display()))?;
    let mut process = Kept(child);
    let stdout = process.0.stdout.take().context("a program was started without its output")?;
    let mut line = String::new();
    BufReader::new(stdout).read_line(&mut line)?;
    Ok((process, line.trim().to_owned()))
}

/// A new directory for the data of one server: beside this program, so on the disk that holds the build, where `/tmp`
/// may be memory.
///
/// # Errors
/// If it can't be made.
pub fn data_dir() -> Result<TempDir> {
    let root = data_root()?;
    TempDir::with_prefix_in("bench-data-", &root)
        .with_context(|| format!("cannot write to {}", root.display()))
}

/// Where the data directories are.
///
/// # Errors
/// If this program is nowhere.
pub fn data_root() -> Result<PathBuf> {
    let program = env::current_exe()?.canonicalize()?;
    Ok(program.parent().context("this program lies in no folder")?.to_path_buf())
}

/// Another program of the same build.
fn neighbour(name: &str) -> Result<PathBuf> {
    let program = data_root()?.join(name);
    ensure!(
        program.exists(),
        "{} is missing; build it with `cargo xtask build`, or measure with `cargo xtask bench`",
        program.display()
    );
    Ok(program)
}

/// An address of this machine that nothing listens on.
fn free_address() -> Result<SocketAddr> {
    Ok(TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?.local_addr()?)
}
