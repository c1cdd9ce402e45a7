//! Bytes of the page as they travel.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Result;

use crate::stats::number;
use crate::table::Row;

/// What counts: the program and its looks. The rest of the page is pictures and fonts, which have no brotli form.
const COUNTED: [&str; 3] = [".wasm.br", ".js.br", ".css.br"];
const AIM: u64 = 300_000;

/// Measures what `cargo xtask build` made.
///
/// # Errors
/// If the page can't be read.
pub fn measure() -> Result<Vec<Row>> {
    let dist = Path::new(env!("CARGO_MANIFEST_DIR")).with_file_name("dist");
    let bytes = if dist.is_dir() { counted(&dist)? } else { 0 };
    if bytes == 0 {
        let how = "build the page with `cargo xtask build` first";
        return Ok(vec![Row::plain("WebAssembly, JS and CSS, brotli", "none".to_owned(), how)]);
    }
    let figure = format!("{:.1} KB", number(bytes) / 1_000.0);
    let how = "sum of the ready-made .br files";
    Ok(vec![Row::aimed("WebAssembly, JS and CSS, brotli", figure, "≤ 300 KB", bytes <= AIM, how)])
}

/// The sum over a folder and those in it.
fn counted(folder: &Path) -> Result<u64> {
    let mut folders: Vec<PathBuf> = vec![folder.to_owned()];
    let mut bytes = 0;
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder)? {
            let entry = entry?;
            let name = entry.file_name().to_string_lossy().into_owned();
            if entry.file_type()?.is_dir() {
                folders.push(entry.path());
            } else if COUNTED.iter().any(|ending| name.ends_with(ending)) {
                bytes += entry.metadata()?.len();
            }
        }
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_compressed_program_and_its_looks_count() {
        let dist = tempfile::tempdir().unwrap();
        fs::create_dir(dist.path().join("snippets")).unwrap();
        for (name, bytes) in [
            ("a.wasm.br", 100),
            ("a.wasm", 400),
            ("b.css.br", 10),
            ("snippets/c.js.br", 1),
            ("d.svg.br", 5_000),
        ] {
            fs::write(dist.path().join(name), vec![0; bytes]).unwrap();
        }
        assert_eq!(counted(dist.path()).unwrap(), 111);
    }
}
