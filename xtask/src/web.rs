//! The page: build it, cut it, shrink it, compress it ahead of time, measure it.
//!
//! | module | what it does |
//! |---|---|
//! | [`stamp`] | whether anything changed since the last build |
//! | [`split`] | the games apart from the rest, to be loaded on demand |
//! | [`compress`] | `.br` and `.gz` beside every file that profits |
//! | [`worker`] | the service worker, which lists all files |
//! | [`size`] | what a visitor downloads, against a ceiling |

mod compress;
pub mod size;
mod split;
mod stamp;
mod worker;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use anyhow::{Context, Result};

use self::stamp::Stamp;
use crate::tools::WebTools;
use crate::workspace::Workspace;
use crate::{Profile, lock, process};

/// What the page is made of, relative to the root. The modules of this folder are part of the recipe.
const INPUTS: [&str; 10] = [
    ".cargo",
    "Cargo.lock",
    "Cargo.toml",
    "Trunk.toml",
    "frontend",
    "index.html",
    "maps",
    "shared",
    "xtask/src/web",
    "xtask/src/web.rs",
];

/// Builds the page into `dist/`, unless what is there was built from the same files by the same tools.
pub fn build(workspace: &Workspace, tools: &WebTools, profile: Profile) -> Result<()> {
    let _lock = lock::take(&workspace.notes().join("web.lock"), "building the page")?;
    let note = workspace.notes().join("web.stamp");
    let dist = workspace.dist();
    let recipe = format!("{profile:?}\n{}", tools.fingerprint());
    let inputs = stamp::of_inputs(&workspace.root, &INPUTS, &recipe)?;
    if Stamp::read(&note).is_some_and(|old| old.inputs == inputs && old.outputs == stamp::of_folder(&dist)) {
        println!("    the page is up to date");
        return Ok(());
    }
    let started = Instant::now();
    println!("    building the page with {}; a first build takes some minutes", tools.target.compiler());
    remove(&note)?;
    trunk(workspace, tools, profile)?;
    if profile == Profile::Release {
        let parts = split::cut(workspace, tools)?;
        shrink(tools, &parts.wasm())?;
        split::put(&parts, &dist)?;
    }
    check_that_it_compiles(tools, &wasm_files(&dist)?)?;
    worker::write(&dist, &workspace.root.join("frontend/sw/sw.js"))?;
    compress::folder(&dist, profile)?;
    Stamp { inputs, outputs: stamp::of_folder(&dist) }.write(&note)?;
    println!("    the page is built ({:.0} s)", started.elapsed().as_secs_f32());
    Ok(())
}

fn trunk(workspace: &Workspace, tools: &WebTools, profile: Profile) -> Result<()> {
    // Trunk works offline; this also fetches what the standard library's source depends on.
    process::run(tools.command(workspace, "cargo").args(["fetch", "--locked"]))?;
    let mut command = tools.command(workspace, "trunk");
    // A mistake in the frontend is the compiler's to explain; where in Trunk it came out helps nobody.
    command.arg("build").env("RUST_BACKTRACE", "0");
    if profile == Profile::Release {
        // In one piece is good enough for a look, and sooner built.
        command.args(["--release", "--features", split::FEATURE]);
    }
    // Trunk takes the variable for one of its switches and wants `true`, not the customary `1`.
    if std::env::var_os("NO_COLOR").is_some() {
        command.env("NO_COLOR", "true");
    }
    process::run(&mut command)
}

/// Optimises for size, in place. No feature flags: wasm-opt reads the module's own list.
fn shrink(tools: &WebTools, wasm: &[PathBuf]) -> Result<()> {
    let (Some(node), Some(wasm_opt)) = (&tools.node, &tools.wasm_opt) else { return Ok(()) };
    for path in wasm {
        let small = path.with_extension("small");
        process::run(Command::new(&node.node).arg(wasm_opt).arg("-Oz").arg(path).arg("-o").arg(&small))?;
        fs::rename(&small, path).with_context(|| format!("cannot replace {}", path.display()))?;
    }
    Ok(())
}

/// An optimiser at odds with the compiler writes modules that no browser takes; better to know now.
fn check_that_it_compiles(tools: &WebTools, wasm: &[PathBuf]) -> Result<()> {
    let Some(node) = &tools.node else { return Ok(()) };
    let script = "new WebAssembly.Module(require('fs').readFileSync(process.argv[1]))";
    for path in wasm {
        process::run(Command::new(&node.node).args(["-e", script]).arg(path))
            .context("the WebAssembly of the page is not valid")?;
    }
    Ok(())
}

fn wasm_files(dist: &Path) -> Result<Vec<PathBuf>> {
    let files = stamp::files(dist).with_context(|| format!("cannot list {}", dist.display()))?;
    Ok(files.into_iter().filter(|path| path.extension().is_some_and(|ext| ext == "wasm")).collect())
}

fn remove(path: &Path) -> Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            Err(error).with_context(|| format!("cannot remove {}", path.display()))
        }
        _ => Ok(()),
    }
}
