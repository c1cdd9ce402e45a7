//! The program `accordion`: plays Accordion against a server by itself.

use std::process::ExitCode;

fn main() -> ExitCode {
    terminal::accordion::main()
}
