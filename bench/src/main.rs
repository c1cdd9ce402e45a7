//! The figures of Parlour, each printed beside its aim and how it was taken.
//!
//! The servers that are measured are real processes on this machine, with data directories of their own, and every
//! connection stays on the loopback interface. Every load is bounded in count and time.
//!
//! | module | what it measures |
//! |---|---|
//! | [`accordion`] | games of Accordion a second over TCP, and how strong its house is |
//! | [`bots`] | how strong the bots are |
//! | [`judge`] | matches between bots that the rules get through in a second |
//! | [`nuggets`] | keys a second, bytes a step, sight and bots of Nuggets |
//! | [`onecard`] | rounds a second and bots of OneCard |
//! | [`tables`] | time from a card of OneCard to everybody hearing of it |
//! | [`play`] | actions a second over real sockets, beside the bare server of [`echo`] |
//! | [`latency`] | time from a shot to the opponent hearing of it |
//! | [`sockets`] | memory of an idle socket |
//! | [`restart`] | time until everybody plays again after a crash |
//! | [`size`] | bytes of the page |
//!
//! How long a visit takes and how evenly a page draws, a browser tells: `cargo xtask bench visit` runs `e2e/bench/visit.ts`, and
//! `frames` the other file there.
//!
//! | module | what the others share |
//! |---|---|
//! | [`process`] | the servers as child processes |
//! | [`machine`] | what they run on, and the memory they take |
//! | [`http`], [`socket`] | connections from many addresses of the loopback network |
//! | [`matches`], [`duel`], [`script`] | making matches, playing them, and what is played |
//! | [`load`] | many exchanges at once, counted in a window of time |
//! | [`stats`], [`table`] | medians and percentiles, and how they are printed |

mod accordion;
mod bots;
mod duel;
mod echo;
mod http;
mod judge;
mod latency;
mod load;
mod machine;
mod matches;
mod nuggets;
mod onecard;
mod play;
mod process;
mod restart;
mod script;
mod size;
mod socket;
mod sockets;
mod stats;
mod table;
mod tables;

use anyhow::{Result, bail};
use clap::{Parser, Subcommand};
use tokio::runtime::Runtime;
use tokio::signal::unix::{SignalKind, signal};

use crate::table::Row;

/// Measures Parlour. Build it for release first: `cargo xtask bench` does.
#[derive(Parser)]
#[command(name = "parlour-bench", bin_name = "cargo xtask bench")]
struct Cli {
    /// What to do
    #[command(subcommand)]
    task: Option<Task>,
}

#[derive(Subcommand)]
enum Task {
    /// Measure everything below, one after the other (the default)
    All,
    #[command(flatten)]
    One(Figure),
    /// Time from an address to a page that can be played on, at the first and second visit, in a browser
    Visit,
    /// Frames a second of a page that shows a busy map of Nuggets, in a browser
    Frames,
    /// The bare server that `play` compares with; it starts this by itself
    #[command(hide = true)]
    EchoServer,
    /// The bare server that `accordion` compares with; it starts this by itself
    #[command(hide = true)]
    TcpEchoServer,
}

#[derive(Subcommand, Clone, Copy)]
enum Figure {
    /// Games a second and levels of the house of Accordion
    Accordion,
    /// How strong the bots are
    Bots,
    /// Matches between bots, judged by the rules
    Judge,
    /// Keys a second, bytes a step, sight and bots of Nuggets
    Nuggets,
    /// Rounds a second and bots of OneCard
    Onecard,
    /// Time from a card of OneCard to everybody hearing of it
    Tables,
    /// Actions a second over real sockets, beside a bare echo server
    Play,
    /// Time from a shot to the opponent hearing of it
    Latency,
    /// Memory of an idle socket
    Sockets,
    /// Time until everybody plays again after the server was killed
    Restart,
    /// Bytes of the page
    Size,
}

impl Figure {
    const EACH: [Self; 11] = [
        Self::Bots,
        Self::Judge,
        Self::Nuggets,
        Self::Onecard,
        Self::Accordion,
        Self::Size,
        Self::Play,
        Self::Latency,
        Self::Tables,
        Self::Sockets,
        Self::Restart,
    ];

    const fn title(self) -> &'static str {
        match self {
            Self::Accordion => "Accordion",
            Self::Bots => "Strength of the bots",
            Self::Judge => "Rules and bots",
            Self::Nuggets => "Nuggets",
            Self::Onecard => "OneCard",
            Self::Tables => "Tables of OneCard",
            Self::Play => "Play over sockets",
            Self::Latency => "Latency",
            Self::Sockets => "Idle sockets",
            Self::Restart => "Restart",
            Self::Size => "Size of the page",
        }
    }

    async fn measure(self) -> Result<Vec<Row>> {
        match self {
            // On threads of their own, so that a signal is heard meanwhile.
            Self::Bots => tokio::task::spawn_blocking(bots::measure).await?,
            Self::Judge => tokio::task::spawn_blocking(judge::measure).await?,
            Self::Nuggets => tokio::task::spawn_blocking(nuggets::measure).await?,
            Self::Onecard => tokio::task::spawn_blocking(onecard::measure).await?,
            Self::Accordion => accordion::measure().await,
            Self::Tables => tables::measure().await,
            Self::Play => play::measure().await,
            Self::Latency => latency::measure().await,
            Self::Sockets => sockets::measure().await,
            Self::Restart => restart::measure().await,
            Self::Size => size::measure(),
        }
    }
}

fn main() -> Result<()> {
    let task = Cli::parse().task.unwrap_or(Task::All);
    let runtime = Runtime::new()?;
    let result = runtime.block_on(async {
        // Dropping a measurement ends the servers it started.
        tokio::select! {
            result = run(&task) => result,
            stopped = told_to_stop() => stopped,
        }
    });
    runtime.shutdown_background();
    result
}

async fn run(task: &Task) -> Result<()> {
    let figures = match task {
        Task::All => Figure::EACH.as_slice(),
        Task::One(figure) => std::slice::from_ref(figure),
        Task::Visit | Task::Frames => bail!("a browser measures this: run it by `cargo xtask bench`"),
        Task::EchoServer => return echo::serve().await,
        Task::TcpEchoServer => return accordion::echo::serve().await,
    };
    machine::allow_many_sockets()?;
    println!("{}", machine::describe()?);
    for figure in figures {
        println!("\n{}", figure.title());
        print!("{}", table::print(&figure.measure().await?));
    }
    Ok(())
}

async fn told_to_stop() -> Result<()> {
    let mut terminated = signal(SignalKind::terminate())?;
    let mut interrupted = signal(SignalKind::interrupt())?;
    tokio::select! {
        _ = terminated.recv() => {}
        _ = interrupted.recv() => {}
    }
    bail!("stopped before everything was measured")
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;

    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        Cli::command().debug_assert();
    }

    #[test]
    fn everything_is_measured_unless_one_figure_is_named() {
        assert!(Cli::try_parse_from(["parlour-bench"]).unwrap().task.is_none());
        let one = Cli::try_parse_from(["parlour-bench", "latency"]).unwrap().task;
        assert!(matches!(one, Some(Task::One(Figure::Latency))));
    }
}
