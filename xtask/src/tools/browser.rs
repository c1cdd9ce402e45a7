//! Chromium, for the browser tests.

use std::env;
use std::path::PathBuf;

use anyhow::{Context, Result, ensure};

use super::apt;
use crate::process;

/// Names a person's machine may have it under, best first.
const NAMES: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

const MAC: &str = "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome";

/// Names the browser to take, here and in the end-to-end tests.
pub const VARIABLE: &str = "CHROMIUM_PATH";

pub fn find_or_install() -> Result<PathBuf> {
    if let Some(path) = env::var_os(VARIABLE).map(PathBuf::from) {
        ensure!(process::is_program(&path), "{VARIABLE} names {}, which is no program", path.display());
        return Ok(path);
    }
    if let Some(path) = find() {
        println!("    chromium: found at {}", path.display());
        return Ok(path);
    }
    apt::install(&["chromium"], "the browser tests").with_context(|| {
        format!("no Chromium or Chrome was found; install one, or name it in the variable {VARIABLE}")
    })?;
    find().context("the package chromium was installed, but has no program of that name")
}

fn find() -> Option<PathBuf> {
    let mac = PathBuf::from(MAC);
    NAMES.into_iter().find_map(process::on_path).or_else(|| process::is_program(&mac).then_some(mac))
}
