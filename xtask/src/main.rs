//! Every task of a Parlour developer, behind one command: `cargo xtask <task>`.
//!
//! A checkout needs nothing but a Rust toolchain and a C compiler; what else a task needs, it finds or installs.
//!
//! | module | what it holds |
//! |---|---|
//! | [`workspace`] | where things are: the repository, the target folder, the cache of tools |
//! | [`process`] | starting other programs, and what to say when they fail |
//! | [`lock`] | two runs at once wait for each other |
//! | [`tools`] | finding and installing what the tasks need, by exact version |
//! | [`web`] | the page: build, shrink, pre-compress, measure |
//! | [`serve`] | build everything and run the server |
//! | [`test`] | everything that must hold before a change is merged |
//! | [`bench`] | the figures |
#[cfg(not(unix))]
compile_error!("these tasks run on Linux and macOS; on Windows, use the Windows Subsystem for Linux");

mod bench;
mod lock;
mod process;
mod serve;
mod test;
mod tools;
mod web;
mod workspace;

use std::process::ExitCode;

use anyhow::Result;
use clap::{Args, Parser, Subcommand};

use crate::workspace::Workspace;

/// Developer tasks of Parlour.
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask")]
struct Cli {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Find or install everything the other tasks need
    Setup,
    /// Build the page and the server that carries it
    Build {
        #[command(flatten)]
        profile: ProfileArgs,
    },
    /// Set up, build and run the server
    Serve(serve::Options),
    /// Run every check, or one part of them
    Test {
        /// Run this part alone
        #[arg(long, value_enum)]
        only: Option<test::Part>,
    },
    /// Measure: build for release and run the load generator, handing all arguments on to it
    #[command(disable_help_flag = true)]
    Bench {
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        args: Vec<String>,
    },
}

#[derive(Args, Clone, Copy)]
struct ProfileArgs {
    /// Optimised build (the default)
    #[arg(long, conflicts_with = "debug")]
    release: bool,
    /// Quick build, for working on Parlour itself
    #[arg(long)]
    debug: bool,
}

impl ProfileArgs {
    fn profile(self) -> Profile {
        if self.debug { Profile::Debug } else { Profile::Release }
    }
}

/// How the page and the server are compiled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Profile {
    Release,
    Debug,
}

impl Profile {
    /// The folder under `target/` that Cargo puts the server in.
    fn folder(self) -> &'static str {
        match self {
            Self::Release => "release",
            Self::Debug => "debug",
        }
    }
}

fn main() -> ExitCode {
    match run(Cli::parse().task) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(task: Task) -> Result<()> {
    let workspace = Workspace::locate()?;
    match task {
        Task::Setup => tools::set_up_everything(&workspace),
        Task::Build { profile } => serve::build(&workspace, profile.profile()).map(drop),
        Task::Serve(options) => serve::run(&workspace, &options),
        Task::Test { only } => test::run(&workspace, only),
        Task::Bench { args } => bench::run(&workspace, &args),
    }
}
