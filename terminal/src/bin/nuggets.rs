//! The program `nuggets`: `nuggets HOST PORT [NAME]`.

use std::process::ExitCode;

fn main() -> ExitCode {
    terminal::nuggets::main()
}
