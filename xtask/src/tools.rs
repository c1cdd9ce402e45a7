//! Finding and installing what the tasks need, by exact version.
//!
//! Everything goes into a cache of the user, one folder per tool and version, so that a fresh clone finds it again
//! and a new version never disturbs an old one. Nothing is installed twice: each tool is looked for in the cache,
//! then on the search path, and only then fetched.
//!
//! | module | what it finds |
//! |---|---|
//! | [`cargo_tool`] | Trunk, wasm-bindgen and cargo-deny, built by Cargo |
//! | [`wasm_target`] | a compiler and a standard library for the browser, in one of two ways |
//! | [`node`] | Node, and the optimiser that runs on it |
//! | [`browser`] | Chromium |
//! | [`apt`] | packages of Debian and its kin |
//! | [`version`] | reading and comparing version numbers |

mod apt;
mod browser;
mod cargo_tool;
mod node;
mod version;
mod wasm_target;

use std::env;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use anyhow::{Context, Result, ensure};

pub use self::browser::VARIABLE as CHROMIUM;
pub use self::node::Node;
pub use self::wasm_target::WasmTarget;
use crate::lock::{self, Lock};
use crate::workspace::Workspace;

/// What compiling the page takes.
pub struct WebTools {
    pub target: WasmTarget,
    /// Node and the optimiser; without Node the page is built all the same, only larger.
    pub node: Option<Node>,
    pub wasm_opt: Option<PathBuf>,
    /// Folders that go before the search path of every program of the web build.
    folders: Vec<PathBuf>,
}

impl WebTools {
    /// A command that finds the tools, and the compiler for the browser, on its search path.
    pub fn command(&self, workspace: &Workspace, program: &str) -> Command {
        let mut command = Command::new(program);
        let mut path = self.folders.clone();
        self.target.configure(&mut command, &mut path);
        path.extend(env::split_paths(&env::var_os("PATH").unwrap_or_default()));
        // Cannot fail: the folders were part of a search path, or are made of names without a separator.
        if let Ok(path) = env::join_paths(path) {
            command.env("PATH", path);
        }
        command
            .env("CARGO_TARGET_DIR", workspace.web_target())
            .current_dir(&workspace.root)
            .stdin(Stdio::null());
        command
    }

    /// One line per thing that decides what the page's bytes look like.
    pub fn fingerprint(&self) -> String {
        format!(
            "{}\ntrunk {}\nwasm-bindgen {}\nwasm-opt {}",
            self.target.compiler(),
            cargo_tool::TRUNK.version,
            cargo_tool::WASM_BINDGEN.version,
            if self.wasm_opt.is_some() { node::BINARYEN } else { "none" },
        )
    }
}

/// What the browser tests take.
pub struct BrowserTools {
    pub node: Node,
    pub chromium: PathBuf,
}

/// The task `setup`.
pub fn set_up_everything(workspace: &Workspace) -> Result<()> {
    println!("For building and serving:");
    for_web(workspace)?;
    println!("For the tests alone:");
    cargo_deny(workspace)?;
    for_browser_tests(workspace)?;
    println!("All is in place. Next: cargo xtask serve");
    Ok(())
}

/// Finds or installs what compiling the page takes.
pub fn for_web(workspace: &Workspace) -> Result<WebTools> {
    let lock = cache_lock(workspace)?;
    check_wasm_bindgen(workspace)?;
    let target = wasm_target::find_or_install(workspace)?;
    let folders = vec![
        cargo_tool::find_or_install(workspace, &cargo_tool::WASM_BINDGEN)?,
        cargo_tool::find_or_install(workspace, &cargo_tool::TRUNK)?,
    ];
    let node = node::find();
    let wasm_opt = match &node {
        Ok(node) => node::wasm_opt(workspace, node)?,
        Err(problem) => {
            println!("    wasm-opt: left out, the page will be somewhat larger ({problem})");
            None
        }
    };
    drop(lock);
    Ok(WebTools { target, node: node.ok(), wasm_opt, folders })
}

/// Finds or installs cargo-deny.
pub fn cargo_deny(workspace: &Workspace) -> Result<PathBuf> {
    let _lock = cache_lock(workspace)?;
    Ok(cargo_tool::find_or_install(workspace, &cargo_tool::CARGO_DENY)?.join("cargo-deny"))
}

/// Finds or installs Node and Chromium.
pub fn for_browser_tests(workspace: &Workspace) -> Result<BrowserTools> {
    let _lock = cache_lock(workspace)?;
    Ok(BrowserTools { node: node::find_or_install()?, chromium: browser::find_or_install()? })
}

fn cache_lock(workspace: &Workspace) -> Result<Lock> {
    lock::take(&workspace.tool_cache.join("lock"), "installing tools")
}

/// The tool and the library must be equal to the last digit, or the page does not link.
fn check_wasm_bindgen(workspace: &Workspace) -> Result<()> {
    let path = workspace.root.join("Cargo.lock");
    let lock_file =
        std::fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
    let locked = version::locked(&lock_file, "wasm-bindgen");
    let tool = cargo_tool::WASM_BINDGEN.version;
    ensure!(
        locked == [tool],
        "Cargo.lock has wasm-bindgen {locked:?}, but the tool that goes with it is pinned to {tool}; \
         both must be the same (xtask/src/tools/cargo_tool.rs and the workspace's Cargo.toml)"
    );
    Ok(())
}
