//! What a visitor downloads before the first screen, against a ceiling.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};

use super::{compress, stamp};
use crate::workspace::Workspace;

/// Kinds of file that count: the program and its looks. Fonts and pictures come later and are compressed already.
const COUNTED: [&str; 3] = ["wasm", "js", "css"];

/// Fails when the brotli-compressed sum is over the ceiling in `frontend/size-ceiling.txt`.
pub fn check(workspace: &Workspace) -> Result<()> {
    let path = workspace.root.join("frontend/size-ceiling.txt");
    let text = fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
    let ceiling = ceiling(&text).with_context(|| format!("{} holds no number of bytes", path.display()))?;
    let sizes = measure(&workspace.dist())?;
    let total = total(&sizes);
    print!("{}", table(&sizes, ceiling));
    ensure!(total > 0, "there is no page in {}", workspace.dist().display());
    ensure!(
        total <= ceiling,
        "the page has grown to {total} bytes with brotli, {} over the ceiling of {ceiling} in {}",
        total - ceiling,
        path.display()
    );
    Ok(())
}

/// A file of the page and its size in bytes as it travels.
struct Size {
    name: String,
    bytes: u64,
}

fn total(sizes: &[Size]) -> u64 {
    sizes.iter().map(|size| size.bytes).sum()
}

fn measure(dist: &Path) -> Result<Vec<Size>> {
    let files = stamp::files(dist).with_context(|| format!("cannot list {}", dist.display()))?;
    let mut sizes = files
        .into_iter()
        .filter(|path| {
            path.extension().and_then(|ext| ext.to_str()).is_some_and(|ext| COUNTED.contains(&ext))
        })
        .map(|path| {
            let name = path.strip_prefix(dist).unwrap_or(&path).display().to_string();
            Ok(Size { name, bytes: travelling(&path)? })
        })
        .collect::<Result<Vec<_>>>()?;
    sizes.sort_by(|a, b| b.bytes.cmp(&a.bytes).then_with(|| a.name.cmp(&b.name)));
    Ok(sizes)
}

fn travelling(path: &PathBuf) -> Result<u64> {
    let packed = compress::with_added_extension(path, "br");
    let sent = if packed.exists() { &packed } else { path };
    Ok(sent.metadata().with_context(|| format!("cannot read {}", sent.display()))?.len())
}

/// The first line that is neither empty nor a comment, as a number of bytes.
fn ceiling(text: &str) -> Option<u64> {
    text.lines().map(str::trim).find(|line| !line.is_empty() && !line.starts_with('#'))?.parse().ok()
}

fn table(sizes: &[Size], ceiling: u64) -> String {
    let total = total(sizes);
    let mut text = String::new();
    // Writing to a string cannot fail.
    for Size { name, bytes } in sizes {
        let _ = writeln!(text, "    {bytes:>8} bytes  {:>3} %  {name}", percent(*bytes, total));
    }
    let _ = writeln!(
        text,
        "    {total:>8} bytes with brotli, {} % of the ceiling ({ceiling})",
        percent(total, ceiling)
    );
    text
}

fn percent(part: u64, whole: u64) -> u64 {
    (part * 100).checked_div(whole).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn checkout(ceiling: &str) -> (tempfile::TempDir, Workspace) {
        let root = tempfile::tempdir().unwrap();
        let at = |name: &str| root.path().join(name);
        fs::create_dir_all(at("frontend")).unwrap();
        fs::create_dir_all(at("dist/fonts")).unwrap();
        fs::write(at("frontend/size-ceiling.txt"), ceiling).unwrap();
        for (name, bytes) in [
            ("dist/page.wasm", 900),
            ("dist/page.wasm.br", 300),
            ("dist/page.wasm.gz", 400),
            ("dist/page.js", 100),
            ("dist/page.js.br", 50),
            ("dist/tiny.css", 3),
            ("dist/index.html", 5000),
            ("dist/fonts/text.woff2", 5000),
        ] {
            fs::write(at(name), vec![b'x'; bytes]).unwrap();
        }
        let workspace = Workspace {
            root: root.path().to_path_buf(),
            target: root.path().join("target"),
            tool_cache: root.path().join("cache"),
        };
        (root, workspace)
    }

    #[test]
    fn a_page_at_the_ceiling_passes_and_one_byte_more_does_not() {
        // 300 + 50 + 3: compressed where there is a compressed file, no page shell, no font.
        let (_root, workspace) = checkout("# why\n\n353\n");
        check(&workspace).unwrap();
        let (_root, workspace) = checkout("352");
        let error = check(&workspace).unwrap_err().to_string();
        assert!(error.contains("353 bytes") && error.contains("1 over"), "{error}");
    }

    #[test]
    fn no_page_and_no_ceiling_are_errors() {
        let (_root, workspace) = checkout("400");
        fs::remove_dir_all(workspace.dist()).unwrap();
        assert!(check(&workspace).is_err());
        fs::create_dir_all(workspace.dist()).unwrap();
        assert!(check(&workspace).is_err());
        let (_root, workspace) = checkout("# about 300 KB");
        assert!(check(&workspace).is_err());
    }

    #[test]
    fn the_table_names_each_file_with_its_share() {
        let sizes =
            [Size { name: "page.wasm".into(), bytes: 300 }, Size { name: "page.js".into(), bytes: 100 }];
        let text = table(&sizes, 1000);
        assert!(text.contains("300 bytes   75 %  page.wasm"), "{text}");
        assert!(text.contains("400 bytes with brotli, 40 % of the ceiling (1000)"), "{text}");
    }
}
