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
    let Ok(page) = fs::read_to_string(dist.join("index.html")) else {
        let how = "build the page with `cargo xtask build` first";
        return Ok(vec![Row::plain("WebAssembly, JS and CSS, brotli", "none".to_owned(), how)]);
    };
    let Bytes { first, all } = counted(&dist, &page)?;
    let figure = |bytes| format!("{:.1} KB", number(bytes) / 1_000.0);
    Ok(vec![
        Row::aimed(
            "WebAssembly, JS and CSS, brotli",
            figure(first),
            "≤ 300 KB",
            first <= AIM,
            "what every visit begins with: the ready-made .br files that index.html names outside of its templates",
        ),
        Row::plain("with every game and page", figure(all), "sum of all ready-made .br files"),
    ])
}

/// Bytes on the way.
#[derive(Debug, PartialEq, Eq)]
struct Bytes {
    /// Of what every visit begins with.
    first: u64,
    /// Of everything.
    all: u64,
}

/// The sums over a folder and those in it, whose `index.html` is `page`.
fn counted(dist: &Path, page: &str) -> Result<Bytes> {
    // From a template a browser fetches nothing.
    let at_once: String =
        page.split("<template").filter_map(|text| text.rsplit("</template>").next()).collect();
    let mut folders: Vec<PathBuf> = vec![dist.to_owned()];
    let mut bytes = Bytes { first: 0, all: 0 };
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder)? {
            let entry = entry?;
            let path = entry.path();
            let name = path.strip_prefix(dist)?.to_string_lossy().into_owned();
            if entry.file_type()?.is_dir() {
                folders.push(path);
            } else if COUNTED.iter().any(|ending| name.ends_with(ending)) {
                let size = entry.metadata()?.len();
                bytes.all += size;
                if at_once.contains(&format!("/{}", name.trim_end_matches(".br"))) {
                    bytes.first += size;
                }
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
        let page =
            r#"<link href="/b.css"><template><link href="/a.wasm"></template><script src="/snippets/c.js">"#;
        assert_eq!(counted(dist.path(), page).unwrap(), Bytes { first: 11, all: 111 });
    }
}
