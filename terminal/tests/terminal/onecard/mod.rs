//! The program `onecard`.

mod auto;
#[path = "../../../../shared/tests/onecard_log/judge/mod.rs"]
mod judge;
mod keyboard;
mod options;
mod piped;

use std::ffi::OsStr;
use std::fs;
use std::process::{Command, Output};

use tempfile::TempDir;

/// A folder of its own, in which the program leaves its log.
struct Folder(TempDir);

impl Folder {
    fn new() -> Self {
        Self(TempDir::new().unwrap())
    }

    /// The program, to be started in this folder.
    fn onecard(&self, arguments: &[impl AsRef<OsStr>]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_onecard"));
        command.current_dir(&self.0).args(arguments);
        command
    }

    /// Runs the program without any input.
    fn run(&self, arguments: &[impl AsRef<OsStr>]) -> Output {
        self.onecard(arguments).output().unwrap()
    }

    fn read(&self, file: &str) -> String {
        fs::read_to_string(self.0.path().join(file)).unwrap()
    }

    fn has(&self, file: &str) -> bool {
        self.0.path().join(file).exists()
    }

    fn write(&self, file: &str, text: &str) {
        fs::write(self.0.path().join(file), text).unwrap();
    }

    /// The log, which is in order as far as it goes.
    fn beginning(&self) -> String {
        let log = self.read("onecard.log");
        judge::judge_beginning(&log).unwrap_or_else(|fault| panic!("{fault}\n{log}"));
        log
    }

    /// The log of a whole game, which is in order.
    fn whole(&self) -> (String, judge::Verdict) {
        let log = self.read("onecard.log");
        let verdict = judge::judge(&log).unwrap_or_else(|fault| panic!("{fault}\n{log}"));
        (log, verdict)
    }
}

fn text(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).unwrap()
}
