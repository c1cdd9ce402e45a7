//! The program `onecard`: OneCard on one keyboard, or by bots alone.

use std::process::ExitCode;

fn main() -> ExitCode {
    terminal::onecard::main()
}
