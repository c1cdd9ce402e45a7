//! Node, and the optimiser for WebAssembly that runs on it.

use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};

use super::{apt, version};
use crate::process;
use crate::workspace::Workspace;

/// The oldest Node that the tests and the optimiser run on.
const OLDEST: &str = "20.0.0";

/// Version of the npm package with wasm-opt. The one of Debian 12 is too old for what today's compiler writes.
pub const BINARYEN: &str = "132.0.0";

/// Pins the package by its hash; `npm ci` refuses anything else.
const PACKAGE: &str = include_str!("../../wasm-opt/package.json");
const PACKAGE_LOCK: &str = include_str!("../../wasm-opt/package-lock.json");

/// A Node that is new enough, with its package manager.
pub struct Node {
    pub node: PathBuf,
    npm: PathBuf,
}

impl Node {
    /// npm, working in `folder`.
    pub fn npm(&self, folder: &Path) -> Command {
        let mut command = Command::new(&self.npm);
        command.current_dir(folder).stdin(Stdio::null());
        command
    }
}

/// Why there is no Node to use.
#[derive(Debug)]
pub enum NoNode {
    Absent,
    Old { found: String },
}

impl fmt::Display for NoNode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Absent => write!(f, "node and npm are not on the search path"),
            Self::Old { found } => write!(f, "Node {} is too old, {OLDEST} or newer is needed", found.trim()),
        }
    }
}

pub fn find() -> Result<Node, NoNode> {
    let (Some(node), Some(npm)) = (process::on_path("node"), process::on_path("npm")) else {
        return Err(NoNode::Absent);
    };
    let answer = process::probe(Command::new(&node).arg("--version")).ok_or(NoNode::Absent)?;
    if version::find(&answer) < version::find(OLDEST) {
        return Err(NoNode::Old { found: answer });
    }
    println!("    node {}: found at {}", answer.trim(), node.display());
    Ok(Node { node, npm })
}

/// Node is needed: where it may be installed, it is.
pub fn find_or_install() -> Result<Node> {
    let problem = match find() {
        Ok(node) => return Ok(node),
        Err(problem) => problem,
    };
    if apt::may_install() {
        apt::install(&["nodejs", "npm"], "runs the browser tests")?;
        if let Ok(node) = find() {
            return Ok(node);
        }
    }
    bail!("{problem}; install Node {OLDEST} or newer with npm from your system's packages or from nodejs.org")
}

/// The script `wasm-opt`, to be run by Node. `None`, with a word about it, when it cannot be fetched.
pub fn wasm_opt(workspace: &Workspace, node: &Node) -> Result<Option<PathBuf>> {
    let home = workspace.tool_cache.join(format!("binaryen-{BINARYEN}"));
    let script = home.join("node_modules/binaryen/bin/wasm-opt");
    if script.is_file() {
        println!("    wasm-opt {BINARYEN}: found in {}", home.display());
        return Ok(Some(script));
    }
    println!("    wasm-opt {BINARYEN}: installing by npm, some seconds; makes the page smaller");
    // Built beside its place and moved there whole, so that what is there is complete.
    let partial = workspace.tool_cache.join(format!("binaryen-{BINARYEN}.partial"));
    for folder in [&partial, &home] {
        if folder.exists() {
            fs::remove_dir_all(folder).with_context(|| format!("cannot remove {}", folder.display()))?;
        }
    }
    fs::create_dir_all(&partial).with_context(|| format!("cannot create {}", partial.display()))?;
    fs::write(partial.join("package.json"), PACKAGE)?;
    fs::write(partial.join("package-lock.json"), PACKAGE_LOCK)?;
    if let Err(problem) = process::run(node.npm(&partial).args(["ci", "--no-audit", "--no-fund"])) {
        println!("    wasm-opt: left out, the page will be somewhat larger ({problem})");
        return Ok(None);
    }
    fs::rename(&partial, &home).with_context(|| format!("cannot move {}", partial.display()))?;
    Ok(Some(script))
}
