//! A compiler and a standard library for the browser.
//!
//! 1. The toolchain at hand, with the target `wasm32-unknown-unknown` that rustup (or a distribution's package) adds
//!    to it.
//! 2. Where no rustup server can be reached: the packages `rustc-web`, `cargo-web` and `rust-web-src` of Debian, a
//!    compiler and the library's source that match each other. Cargo then builds the library too.
//!
//! The first way is tried first, with a limit to its patience. Once it failed and the second one worked, a note in
//! the cache of tools spares later runs the wait.

use std::env;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use anyhow::{Context, Result, ensure};

use super::{apt, version};
use crate::process;
use crate::workspace::Workspace;

const TARGET: &str = "wasm32-unknown-unknown";

/// How long rustup may stand still before it is taken to be without a server.
const PATIENCE: Duration = Duration::from_secs(20);

const PACKAGES: [&str; 3] = ["rustc-web", "cargo-web", "rust-web-src"];

/// Where Debian's packages put their programs.
const SYSTEM_BIN: &str = "/usr/bin";

/// Set by Cargo or rustup for the toolchain that runs these tasks; wrong for another one.
const FOREIGN: [&str; 5] = ["CARGO", "RUSTC", "RUSTDOC", "RUSTUP_TOOLCHAIN", "LD_LIBRARY_PATH"];

/// Which way it is.
pub enum WasmTarget {
    /// The toolchain at hand has the target.
    Toolchain { compiler: String },
    /// Debian's compiler, for the browser alone.
    Debian {
        compiler: String,
        /// Folder with links to Debian's compiler and Cargo, and to nothing else.
        folder: PathBuf,
        linker: PathBuf,
    },
}

impl WasmTarget {
    /// Makes `command`, and the programs it starts, compile for the browser.
    pub fn configure(&self, command: &mut Command, path: &mut Vec<PathBuf>) {
        let Self::Debian { folder, linker, .. } = self else { return };
        path.insert(0, folder.clone());
        for variable in FOREIGN {
            command.env_remove(variable);
        }
        command
            // Building the library is not yet stable in Cargo, and this compiler is a stable one.
            .env("RUSTC_BOOTSTRAP", "1")
            .env("CARGO_UNSTABLE_BUILD_STD", "std,panic_abort")
            .env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", linker);
    }

    /// The compiler's own words about its version.
    pub fn compiler(&self) -> &str {
        match self {
            Self::Toolchain { compiler } | Self::Debian { compiler, .. } => compiler,
        }
    }
}

pub fn find_or_install(workspace: &Workspace) -> Result<WasmTarget> {
    if let Some(found) = toolchain() {
        println!("    {TARGET}: the Rust toolchain has it");
        return Ok(found);
    }
    let note = workspace.tool_cache.join("wasm32-by-debian-packages");
    if note.exists()
        && let Ok(found) = debian(workspace)
    {
        println!(
            "    {TARGET}: by Debian's rustc-web, as rustup could not get it (to ask again, remove {})",
            note.display()
        );
        return Ok(found);
    }
    let why = match add_by_rustup()? {
        Ok(()) => {
            return toolchain().context("rustup added the target, but the compiler in use does not have it");
        }
        Err(why) => why,
    };
    println!("    {TARGET}: {why}; taking the second way, Debian's rustc-web and the library from source");
    if debian(workspace).is_err() {
        apt::install(&PACKAGES, "compiling for the browser").with_context(|| {
            format!("{why}; either make `rustup target add {TARGET}` work, or install a second compiler")
        })?;
    }
    let found = debian(workspace)?;
    fs::write(&note, format!("{why}\n")).with_context(|| format!("cannot write {}", note.display()))?;
    Ok(found)
}

fn toolchain() -> Option<WasmTarget> {
    let libraries =
        process::probe(Command::new("rustc").args(["--print", "target-libdir", "--target", TARGET]))?;
    let has_std = fs::read_dir(libraries.trim()).ok()?.flatten().any(|entry| {
        let name = entry.file_name();
        name.to_string_lossy().starts_with("libstd-")
    });
    let compiler = process::probe(Command::new("rustc").arg("--version"))?.trim().to_owned();
    has_std.then_some(WasmTarget::Toolchain { compiler })
}

/// The inner error says, in words for a person, why rustup did not do it.
fn add_by_rustup() -> Result<Result<(), String>> {
    if process::on_path("rustup").is_none() {
        return Ok(Err("there is no rustup to add the target to the toolchain".into()));
    }
    println!("    {TARGET}: asking rustup, about 20 MB; lets the toolchain compile for the browser");
    let downloads = env::var_os("RUSTUP_HOME")
        .map(PathBuf::from)
        .or_else(|| Some(env::home_dir()?.join(".rustup")))
        .unwrap_or_default()
        .join("downloads");
    let mut command = Command::new("rustup");
    command.args(["target", "add", TARGET]).env("RUST_BACKTRACE", "0");
    let added = process::run_while_moving(&mut command, PATIENCE, || folder_size(&downloads))?;
    if added {
        return Ok(Ok(()));
    }
    Ok(Err("rustup could not download the target".into()))
}

fn folder_size(folder: &Path) -> u64 {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    entries.filter_map(|entry| entry.metadata().ok()).map(|meta| meta.len()).sum()
}

fn debian(workspace: &Workspace) -> Result<WasmTarget> {
    let rustc = Path::new(SYSTEM_BIN).join("rustc");
    let ask = |argument: &[&str]| {
        let mut command = Command::new(&rustc);
        for variable in FOREIGN {
            command.env_remove(variable);
        }
        process::probe(command.args(argument)).map(|answer| answer.trim().to_owned())
    };
    let compiler = ask(&["--version"]).context("/usr/bin/rustc is not there")?;
    let oldest = env!("CARGO_PKG_RUST_VERSION");
    ensure!(
        version::find(&compiler) >= version::find(oldest),
        "Debian's compiler is {compiler}; {oldest} or newer is needed"
    );
    let sysroot = ask(&["--print", "sysroot"]).context("/usr/bin/rustc does not name its folder")?;
    let library = Path::new(&sysroot).join("lib/rustlib/src/rust/library/std");
    ensure!(library.is_dir(), "the library's source is not in {}", library.display());

    // A folder of its own rather than /usr/bin, which would also bring other programs to the front.
    let folder = workspace.tool_cache.join("debian-rust");
    fs::create_dir_all(&folder).with_context(|| format!("cannot create {}", folder.display()))?;
    for program in ["cargo", "rustc", "rustdoc"] {
        let real = Path::new(SYSTEM_BIN).join(program);
        ensure!(process::is_program(&real), "{} is not there", real.display());
        let link = folder.join(program);
        if !link.exists() {
            symlink(&real, &link).with_context(|| format!("cannot link {}", link.display()))?;
        }
    }
    Ok(WasmTarget::Debian { compiler, folder, linker: linker()? })
}

/// The linker of the toolchain at hand, else one of the system.
fn linker() -> Result<PathBuf> {
    let sysroot = process::probe(Command::new("rustc").args(["--print", "sysroot"])).unwrap_or_default();
    let about = process::probe(Command::new("rustc").arg("-vV")).unwrap_or_default();
    let host = about.lines().find_map(|line| line.strip_prefix("host: ")).unwrap_or_default();
    let of_toolchain = Path::new(sysroot.trim()).join("lib/rustlib").join(host).join("bin/rust-lld");
    if process::is_program(&of_toolchain) {
        return Ok(of_toolchain);
    }
    ["rust-lld", "wasm-ld"]
        .into_iter()
        .find_map(process::on_path)
        .context("no linker for the browser was found: neither rust-lld in the Rust toolchain nor wasm-ld (package lld)")
}
