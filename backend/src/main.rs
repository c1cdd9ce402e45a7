//! The program: reads the command line, builds a runtime, serves until told to stop.

use std::process::ExitCode;

use anyhow::Context as _;
use backend::cli::{Cli, Command, Settings};
use backend::http::server;
use backend::telemetry;
use clap::Parser as _;
use tokio::signal::unix::{SignalKind, signal};

fn main() -> ExitCode {
    let Command::Serve(args) = Cli::parse().command;
    match serve(args.into()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("parlour: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn serve(settings: Settings) -> anyhow::Result<()> {
    telemetry::log_to_stderr(&settings.log).map_err(anyhow::Error::msg)?;
    // Each socket is an open file; most systems allow few unless asked.
    if let Err(error) = rlimit::increase_nofile_limit(u64::MAX) {
        tracing::warn!(%error, "the limit of open files stays as it is");
    }
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().context("no runtime")?;
    runtime.block_on(async {
        let told_to_stop = told_to_stop().context("can't listen for signals")?;
        server::run(settings, told_to_stop).await?;
        Ok(())
    })
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
