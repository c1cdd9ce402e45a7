//! The figures.

use anyhow::Result;

use crate::workspace::Workspace;
use crate::{Profile, process, serve};

/// Builds the server that is measured, then runs the load generator with `args`.
pub fn run(workspace: &Workspace, args: &[String]) -> Result<()> {
    serve::build(workspace, Profile::Release)?;
    println!("Measuring");
    let mut command = process::cargo();
    command
        .args(["run", "--locked", "--release", "--package", "bench", "--"])
        .args(args)
        .current_dir(&workspace.root);
    process::run(&mut command)
}
