//! Starting other programs, and what to say when they fail.

use std::env;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};

/// How often a program that may hang is looked at.
const POLL: Duration = Duration::from_millis(100);

/// Runs `command` with its output shown, and fails if it does.
pub fn run(command: &mut Command) -> Result<()> {
    let status = command.status().with_context(|| format!("cannot start {}", describe(command)))?;
    check(command, status)
}

/// What `command` prints, or `None` when it is not there, fails, or is not allowed to run.
pub fn probe(command: &mut Command) -> Option<String> {
    let output = command.stdin(Stdio::null()).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Runs `command` for as long as `progress` keeps changing; `Ok(false)` if it failed or stood still for `patience`
/// and was stopped.
pub fn run_while_moving(
    command: &mut Command,
    patience: Duration,
    progress: impl Fn() -> u64,
) -> Result<bool> {
    let mut child = command
        .stdin(Stdio::null())
        .spawn()
        .with_context(|| format!("cannot start {}", describe(command)))?;
    let mut seen = progress();
    let mut moved = Instant::now();
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(status.success());
        }
        let now = progress();
        if now != seen {
            seen = now;
            moved = Instant::now();
        }
        if moved.elapsed() > patience {
            child.kill()?;
            child.wait()?;
            return Ok(false);
        }
        thread::sleep(POLL);
    }
}

/// The first program called `name` on the search path.
pub fn on_path(name: &str) -> Option<PathBuf> {
    env::split_paths(&env::var_os("PATH")?).map(|folder| folder.join(name)).find(|path| is_program(path))
}

/// Whether `path` is a file that may be run. A dangling link is not.
pub fn is_program(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    path.metadata().is_ok_and(|meta| meta.is_file() && meta.permissions().mode() & 0o111 != 0)
}

/// Cargo, as this process was started by it.
pub fn cargo() -> Command {
    let mut command = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.stdin(Stdio::null());
    command
}

fn check(command: &Command, status: ExitStatus) -> Result<()> {
    if status.success() {
        return Ok(());
    }
    bail!("{} failed ({status})", describe(command))
}

/// The command as one would type it.
pub fn describe(command: &Command) -> String {
    let program = Path::new(command.get_program());
    let mut text = program.file_name().unwrap_or(command.get_program()).to_string_lossy().into_owned();
    for arg in command.get_args() {
        text.push(' ');
        text.push_str(&arg.to_string_lossy());
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failing_program_is_named_with_its_arguments() {
        let error = run(Command::new("false").arg("--loud")).unwrap_err().to_string();
        assert!(error.starts_with("false --loud failed"), "{error}");
    }

    #[test]
    fn a_program_that_stands_still_is_stopped() {
        let stopped = run_while_moving(Command::new("sleep").arg("600"), Duration::ZERO, || 0).unwrap();
        assert!(!stopped);
    }

    #[test]
    fn a_program_that_is_not_there_has_nothing_to_say() {
        assert_eq!(probe(&mut Command::new("no-such-program-here")), None);
        assert_eq!(on_path("no-such-program-here"), None);
        assert!(on_path("sh").is_some());
    }
}
