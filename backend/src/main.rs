//! The program: reads the command line, builds a runtime, serves until told to stop.

use std::net::SocketAddr;
use std::process::ExitCode;

use anyhow::Context as _;
use backend::cli::{AccordionArgs, Cli, Command, NuggetsArgs, Settings};
use backend::gateway::accordion_tcp;
use backend::gateway::nuggets_udp::solo::{Solo, SoloError};
use backend::http::server;
use backend::telemetry;
use clap::Parser as _;
use tokio::signal::unix::{SignalKind, signal};

fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return usage(&error),
    };
    let done = match cli.command {
        Command::Serve(args) => serve(args.into()),
        Command::Nuggets(args) => nuggets(&args),
        Command::Accordion(args) => accordion(&args),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("parlour: {error:#}");
            let code = error.downcast_ref::<SoloError>().map(SoloError::exit_code);
            code.map_or(ExitCode::FAILURE, ExitCode::from)
        }
    }
}

/// Help and version are no errors. The old program exits with 1 for a wrong command line, and so does its successor.
fn usage(error: &clap::Error) -> ExitCode {
    // Nobody reads what can't be printed.
    let _ = error.print();
    let nuggets = std::env::args_os().nth(1).is_some_and(|command| command == "nuggets");
    match error.exit_code() {
        0 => ExitCode::SUCCESS,
        _ if nuggets => ExitCode::FAILURE,
        code => u8::try_from(code).map_or(ExitCode::FAILURE, ExitCode::from),
    }
}

fn serve(settings: Settings) -> anyhow::Result<()> {
    telemetry::log_to_stderr(&settings.log).map_err(anyhow::Error::msg)?;
    open_many_files();
    runtime()?.block_on(async {
        let told_to_stop = told_to_stop().context("can't listen for signals")?;
        server::run(settings, told_to_stop).await?;
        Ok(())
    })
}

fn nuggets(args: &NuggetsArgs) -> anyhow::Result<()> {
    telemetry::log_to_stderr(&args.log).map_err(anyhow::Error::msg)?;
    let addr = SocketAddr::new(args.bind, args.port);
    let solo = Solo::check(&args.map, args.seed.as_deref(), addr)?;
    runtime()?.block_on(async {
        let told_to_stop = told_to_stop().context("can't listen for signals")?;
        solo.host(told_to_stop).await?;
        Ok(())
    })
}

fn accordion(args: &AccordionArgs) -> anyhow::Result<()> {
    telemetry::log_to_stderr(&args.log).map_err(anyhow::Error::msg)?;
    open_many_files();
    let addr = SocketAddr::new(args.bind, args.port);
    runtime()?.block_on(async {
        let told_to_stop = told_to_stop().context("can't listen for signals")?;
        accordion_tcp::solo::host(addr, args.house, told_to_stop).await?;
        Ok(())
    })
}

/// Each socket is an open file; most systems allow few unless asked.
fn open_many_files() {
    if let Err(error) = rlimit::increase_nofile_limit(u64::MAX) {
        tracing::warn!(%error, "the limit of open files stays as it is");
    }
}

fn runtime() -> anyhow::Result<tokio::runtime::Runtime> {
    tokio::runtime::Builder::new_multi_thread().enable_all().build().context("no runtime")
}

/// Ends with SIGTERM or Ctrl-C.
fn told_to_stop() -> std::io::Result<impl Future<Output = ()>> {
    let mut terminate = signal(SignalKind::terminate())?;
    let mut interrupt = signal(SignalKind::interrupt())?;
    Ok(async move {
        tokio::select! {
            _ = terminate.recv() => {}
            _ = interrupt.recv() => {}
        }
    })
}
