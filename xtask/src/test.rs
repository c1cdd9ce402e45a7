//! Everything that must hold before a change is merged.
//!
//! The parts run in the order of their cost, and the first failure ends the run.

use std::fs;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, anyhow};
use clap::ValueEnum;

use crate::tools::{self, BrowserTools};
use crate::workspace::Workspace;
use crate::{Profile, process, serve, web};

/// A part of the tests that can be run alone.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Part {
    /// Format, clippy with warnings as errors, dependencies
    Lint,
    /// Rules, bots and protocol, natively
    Rules,
    /// The server over real sockets, the terminal clients, and these tasks themselves
    Server,
    /// The frontend natively, the rules in WebAssembly, the size of the page
    Web,
    /// Whole matches in a real browser
    E2e,
}

/// A step of a part: what it is, and how it is done.
struct Step {
    part: Part,
    name: &'static str,
    run: fn(&Workspace) -> Result<()>,
}

const STEPS: [Step; 13] = [
    Step { part: Part::Lint, name: "format", run: |ws| cargo(ws, &["fmt", "--all", "--check"]) },
    Step { part: Part::Lint, name: "clippy", run: clippy },
    Step { part: Part::Lint, name: "dependencies", run: deny },
    Step { part: Part::Rules, name: "rules, bots and protocol", run: |ws| cargo_test(ws, "shared") },
    Step { part: Part::Server, name: "tasks", run: |ws| cargo_test(ws, "xtask") },
    Step { part: Part::Server, name: "server", run: |ws| cargo_test(ws, "backend") },
    Step { part: Part::Server, name: "terminal clients", run: |ws| cargo_test(ws, "terminal") },
    Step { part: Part::Server, name: "load generator", run: |ws| cargo_test(ws, "bench") },
    Step { part: Part::Web, name: "frontend, natively", run: |ws| cargo_test(ws, "frontend") },
    Step { part: Part::Web, name: "page for release", run: page },
    Step { part: Part::Web, name: "replay in WebAssembly", run: replay_in_wasm },
    Step { part: Part::Web, name: "size of the page", run: web::size::check },
    Step { part: Part::E2e, name: "whole matches in a browser", run: end_to_end },
];

/// How a step ended.
enum Outcome {
    Passed(Duration),
    Failed(Duration),
    NotRun,
}

/// The task `test`.
pub fn run(workspace: &Workspace, only: Option<Part>) -> Result<()> {
    let steps: Vec<&Step> = STEPS.iter().filter(|step| only.is_none_or(|part| step.part == part)).collect();
    let started = Instant::now();
    let mut failure = None;
    let mut outcomes = Vec::with_capacity(steps.len());
    for (index, step) in steps.iter().enumerate() {
        if failure.is_some() {
            outcomes.push(Outcome::NotRun);
            continue;
        }
        println!(
            "\n=== {}/{} {} ({} since the start)",
            index + 1,
            steps.len(),
            step.name,
            clock(started.elapsed())
        );
        let step_started = Instant::now();
        let result = (step.run)(workspace);
        let took = step_started.elapsed();
        outcomes.push(match result {
            Ok(()) => Outcome::Passed(took),
            Err(error) => {
                eprintln!("error: {error:#}");
                failure = Some(step.name);
                Outcome::Failed(took)
            }
        });
    }
    println!("\n{}", summary(&steps, &outcomes));
    match failure {
        None => {
            println!("All passed in {}.", clock(started.elapsed()));
            Ok(())
        }
        Some(name) => Err(anyhow!("the step \"{name}\" failed")),
    }
}

fn summary(steps: &[&Step], outcomes: &[Outcome]) -> String {
    let lines = steps.iter().zip(outcomes).map(|(step, outcome)| {
        let (word, took) = match outcome {
            Outcome::Passed(took) => ("passed", clock(*took)),
            Outcome::Failed(took) => ("FAILED", clock(*took)),
            Outcome::NotRun => ("not run", String::new()),
        };
        format!("{word:<8} {took:>7}  {}\n", step.name)
    });
    lines.collect()
}

/// Minutes and seconds.
fn clock(time: Duration) -> String {
    let seconds = time.as_secs();
    format!("{}:{:02}", seconds / 60, seconds % 60)
}

fn cargo(workspace: &Workspace, arguments: &[&str]) -> Result<()> {
    process::run(process::cargo().args(arguments).current_dir(&workspace.root))
}

fn cargo_test(workspace: &Workspace, package: &str) -> Result<()> {
    cargo(workspace, &["test", "--locked", "--package", package])
}

fn clippy(workspace: &Workspace) -> Result<()> {
    cargo(workspace, &["clippy", "--locked", "--workspace", "--all-targets", "--", "-D", "warnings"])
}

/// Advisories are left out: their database comes from a server that not every machine reaches, and a test must not
/// fail because the world has learnt something new.
fn deny(workspace: &Workspace) -> Result<()> {
    let program = tools::cargo_deny(workspace)?;
    println!("    licences, bans and sources; known advisories need a network: cargo deny check advisories");
    process::run(
        Command::new(program)
            .args(["--locked", "check", "bans", "licenses", "sources"])
            .current_dir(&workspace.root)
            .stdin(Stdio::null()),
    )
}

fn page(workspace: &Workspace) -> Result<()> {
    web::build(workspace, &tools::for_web(workspace)?, Profile::Release)
}

/// The same records give the same states in the browser's machine as in the server's.
fn replay_in_wasm(workspace: &Workspace) -> Result<()> {
    let tools = tools::for_web(workspace)?;
    tools.node.as_ref().context("the WebAssembly of the rules is tested in Node, which is not there")?;
    let mut command = tools.command(workspace, "cargo");
    command.args([
        "test",
        "--locked",
        "--package",
        "shared",
        "--target",
        "wasm32-unknown-unknown",
        "--test",
        "replay",
    ]);
    process::run(&mut command)
}

fn end_to_end(workspace: &Workspace) -> Result<()> {
    let browser = tools::for_browser_tests(workspace)?;
    let server = serve::build(workspace, Profile::Release)?;
    install_playwright(workspace, &browser)?;
    let in_e2e = |arguments: &[&str]| {
        let mut command = browser.node.npm(&workspace.root.join("e2e"));
        command.args(["exec", "--no", "--"]).args(arguments);
        command.env("PARLOUR_BIN", &server).env(tools::CHROMIUM, &browser.chromium);
        command
    };
    process::run(&mut in_e2e(&["tsc", "--noEmit"]))?;
    println!("Playing in the browser");
    process::run(&mut in_e2e(&["playwright", "test"]))
}

/// Installs the packages of `e2e/` unless the lock file is the one they were installed from.
pub fn install_playwright(workspace: &Workspace, browser: &BrowserTools) -> Result<()> {
    let folder = workspace.root.join("e2e");
    let lock_file = folder.join("package-lock.json");
    let wanted = fs::read(&lock_file).with_context(|| format!("cannot read {}", lock_file.display()))?;
    let note = folder.join("node_modules/.installed-from.json");
    if fs::read(&note).is_ok_and(|installed| installed == wanted) {
        return Ok(());
    }
    println!("    packages of e2e/: installing by npm, some seconds");
    process::run(
        browser
            .node
            .npm(&folder)
            .args(["ci", "--no-audit", "--no-fund"])
            .env("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1"),
    )?;
    fs::write(&note, wanted).with_context(|| format!("cannot write {}", note.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_part_has_a_step_and_the_steps_of_a_part_are_together() {
        let mut parts: Vec<Part> = STEPS.iter().map(|step| step.part).collect();
        parts.dedup();
        assert_eq!(parts, Part::value_variants());
    }

    #[test]
    fn the_summary_says_what_passed_what_failed_and_what_was_not_run() {
        let steps: Vec<&Step> = STEPS.iter().take(3).collect();
        let outcomes = [
            Outcome::Passed(Duration::from_secs(61)),
            Outcome::Failed(Duration::from_secs(5)),
            Outcome::NotRun,
        ];
        assert_eq!(
            summary(&steps, &outcomes),
            "passed      1:01  format\nFAILED      0:05  clippy\nnot run           dependencies\n"
        );
    }
}
