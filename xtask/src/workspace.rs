//! Where things are.

use std::env;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

/// The repository and the folders around it that the tasks write to.
pub struct Workspace {
    /// The repository's root; holds the workspace's `Cargo.toml`.
    pub root: PathBuf,
    /// Cargo's target folder for native builds.
    pub target: PathBuf,
    /// Tools installed by [`crate::tools`], outside the repository so that a fresh clone finds them again.
    pub tool_cache: PathBuf,
}

impl Workspace {
    pub fn locate() -> Result<Self> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"))
            .parent()
            .context("the folder of xtask has no parent")?
            .to_path_buf();
        let target = match env::var_os("CARGO_TARGET_DIR") {
            Some(dir) => root.join(dir),
            None => root.join("target"),
        };
        Ok(Self { root, target, tool_cache: user_cache()?.join("parlour-tools") })
    }

    /// Where Trunk puts the page, and where the server embeds it from.
    pub fn dist(&self) -> PathBuf {
        self.root.join("dist")
    }

    /// Target folder of everything compiled for the browser. The compiler for it may be another one than the
    /// native builds have; apart, neither waits for the other's lock nor rebuilds what the other built.
    pub fn web_target(&self) -> PathBuf {
        self.target.join("web")
    }

    /// Notes of xtask to its next run.
    pub fn notes(&self) -> PathBuf {
        self.target.join("xtask")
    }
}

fn user_cache() -> Result<PathBuf> {
    // The XDG specification tells programs to ignore relative paths here.
    let set = env::var_os("XDG_CACHE_HOME").map(PathBuf::from).filter(|path| path.is_absolute());
    match set {
        Some(path) => Ok(path),
        None => {
            Ok(env::home_dir().context("this user has no home folder; set XDG_CACHE_HOME")?.join(".cache"))
        }
    }
}
