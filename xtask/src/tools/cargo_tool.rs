//! Tools that Cargo builds from the registry.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};

use super::version;
use crate::process;
use crate::workspace::Workspace;

/// A tool at one exact version.
pub struct CargoTool {
    /// Name of its folder in the cache, and in messages.
    name: &'static str,
    package: &'static str,
    pub version: &'static str,
    /// What is needed of it. The first one is asked for its version.
    programs: &'static [&'static str],
    /// Further arguments of `cargo install`.
    arguments: &'static [&'static str],
    purpose: &'static str,
    /// How long building it takes on two cores.
    duration: &'static str,
}

/// Without `--locked`: its lock file names a crate that not every mirror has.
pub const WASM_BINDGEN: CargoTool = CargoTool {
    name: "wasm-bindgen",
    package: "wasm-bindgen-cli",
    version: "0.2.130",
    programs: &["wasm-bindgen", "wasm-bindgen-test-runner"],
    arguments: &[],
    purpose: "joins the WebAssembly to the browser",
    duration: "3 minutes",
};

/// Unoptimised: it mostly waits for others, and builds in a third of the time. Version 0.22 needs a newer compiler.
pub const TRUNK: CargoTool = CargoTool {
    name: "trunk",
    package: "trunk",
    version: "0.21.14",
    programs: &["trunk"],
    arguments: &["--locked", "--debug", "--no-default-features", "--features", "rustls"],
    purpose: "puts the page together",
    duration: "3 minutes",
};

pub const CARGO_DENY: CargoTool = CargoTool {
    name: "cargo-deny",
    package: "cargo-deny",
    version: "0.20.2",
    programs: &["cargo-deny"],
    arguments: &["--locked", "--debug"],
    purpose: "checks licences and duplicates of the dependencies",
    duration: "3 minutes",
};

/// The folder with the programs of `tool`.
pub fn find_or_install(workspace: &Workspace, tool: &CargoTool) -> Result<PathBuf> {
    let CargoTool { name, version, purpose, duration, .. } = tool;
    let home = workspace.tool_cache.join(format!("{name}-{version}"));
    let cached = home.join("bin");
    if is_complete(tool, &cached) {
        println!("    {name} {version}: found in {}", cached.display());
        return Ok(cached);
    }
    if let Some(folder) =
        process::on_path(tool.programs[0]).and_then(|path| path.parent().map(Path::to_path_buf))
        && is_complete(tool, &folder)
    {
        println!("    {name} {version}: found in {}", folder.display());
        return Ok(folder);
    }
    println!("    {name} {version}: installing, about {duration}; {purpose}");
    install(workspace, tool, &home)?;
    ensure!(is_complete(tool, &cached), "{name} was installed to {}, but does not answer", cached.display());
    Ok(cached)
}

fn install(workspace: &Workspace, tool: &CargoTool, home: &Path) -> Result<()> {
    // Kept until the tool is there, so that an interrupted build goes on where it was.
    let scratch = workspace.tool_cache.join(format!("build-{}-{}", tool.name, tool.version));
    let mut command = process::cargo();
    command
        .args(["install", tool.package, "--version"])
        .arg(format!("={}", tool.version))
        .arg("--root")
        .arg(home)
        .arg("--force")
        .args(tool.arguments)
        .env("CARGO_TARGET_DIR", &scratch)
        // Away from the repository, whose Cargo settings are not meant for it.
        .current_dir(&workspace.tool_cache);
    process::run(&mut command)?;
    fs::remove_dir_all(&scratch).with_context(|| format!("cannot remove {}", scratch.display()))
}

fn is_complete(tool: &CargoTool, folder: &Path) -> bool {
    tool.programs.iter().all(|program| process::is_program(&folder.join(program)))
        && process::probe(Command::new(folder.join(tool.programs[0])).arg("--version"))
            .is_some_and(|answer| version::find(&answer) == version::find(tool.version))
}
