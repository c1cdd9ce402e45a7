//! What a visitor downloads, against two ceilings: before the first screen, and in all.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};

use super::{compress, stamp};
use crate::workspace::Workspace;

/// Kinds of file that count: the program and its looks. Fonts and pictures come later and are compressed already.
const COUNTED: [&str; 3] = ["wasm", "js", "css"];

/// Fails when a brotli-compressed sum is over its ceiling in `frontend/size-ceiling.txt`.
pub fn check(workspace: &Workspace) -> Result<()> {
    let path = workspace.root.join("frontend/size-ceiling.txt");
    let text = fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
    let sizes = measure(&workspace.dist())?;
    print!("{}", table(&sizes));
    for (sum, word, name) in [
        (sum(sizes.iter().filter(|size| size.first)), "first", "what the first page loads"),
        (sum(&sizes), "all", "the page"),
    ] {
        let ceiling = ceiling(&text, word)
            .with_context(|| format!("{} holds no number of bytes for {word:?}", path.display()))?;
        ensure!(sum > 0, "{name} is nothing, which can't be");
        println!(
            "    {sum:>8} bytes with brotli, {name}: {} % of the ceiling ({ceiling})",
            percent(sum, ceiling)
        );
        ensure!(
            sum <= ceiling,
            "{name} has grown to {sum} bytes with brotli, {} over the ceiling of {ceiling} in {}",
            sum - ceiling,
            path.display()
        );
    }
    Ok(())
}

/// A file of the page and its size in bytes as it travels.
struct Size {
    name: String,
    bytes: u64,
    /// Whether every visit begins with it: `index.html` names it outside of its templates.
    first: bool,
}

fn sum<'a>(sizes: impl IntoIterator<Item = &'a Size>) -> u64 {
    sizes.into_iter().map(|size| size.bytes).sum()
}

/// The page without its templates, from which browsers fetch nothing.
fn at_once(html: &str) -> String {
    html.split("<template").map(|text| text.rsplit("</template>").next().unwrap_or_default()).collect()
}

fn measure(dist: &Path) -> Result<Vec<Size>> {
    let page = dist.join("index.html");
    let page = fs::read_to_string(&page).with_context(|| format!("cannot read {}", page.display()))?;
    let page = at_once(&page);
    let files = stamp::files(dist).with_context(|| format!("cannot list {}", dist.display()))?;
    let mut sizes = files
        .into_iter()
        .filter(|path| {
            path.extension().and_then(|ext| ext.to_str()).is_some_and(|ext| COUNTED.contains(&ext))
        })
        .map(|path| {
            let name = path.strip_prefix(dist).unwrap_or(&path).display().to_string();
            let first = page.contains(&format!("/{name}"));
            Ok(Size { name, bytes: travelling(&path)?, first })
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

/// The number of bytes in the line that begins with `word`.
fn ceiling(text: &str, word: &str) -> Option<u64> {
    text.lines().find_map(|line| line.strip_prefix(word)?.trim().parse().ok())
}

fn table(sizes: &[Size]) -> String {
    let total = sum(sizes);
    let mut text = String::new();
    // Writing to a string cannot fail.
    for Size { name, bytes, first } in sizes {
        let when = if *first { "first" } else { "later" };
        let _ = writeln!(text, "    {bytes:>8} bytes  {:>3} %  {when}  {name}", percent(*bytes, total));
    }
    text
}

fn percent(part: u64, whole: u64) -> u64 {
    (part * 100).checked_div(whole).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn checkout(ceilings: &str) -> (tempfile::TempDir, Workspace) {
        let root = tempfile::tempdir().unwrap();
        let at = |name: &str| root.path().join(name);
        fs::create_dir_all(at("frontend")).unwrap();
        fs::create_dir_all(at("dist/fonts")).unwrap();
        fs::write(at("frontend/size-ceiling.txt"), ceilings).unwrap();
        for (name, bytes) in [
            ("dist/page.wasm", 900),
            ("dist/page.wasm.br", 300),
            ("dist/page.wasm.gz", 400),
            ("dist/page.js", 100),
            ("dist/page.js.br", 50),
            ("dist/tiny.css", 3),
            ("dist/game.wasm", 996),
            ("dist/game.css", 4),
            ("dist/fonts/text.woff2", 5000),
        ] {
            fs::write(at(name), vec![b'x'; bytes]).unwrap();
        }
        let html = "<script src=\"/page.js\"></script><link href=\"/tiny.css\"><template><link href=\"/game.css\"></template>".to_owned();
        fs::write(at("dist/index.html"), html + "fetch('/page.wasm')").unwrap();
        let workspace = Workspace {
            root: root.path().to_path_buf(),
            target: root.path().join("target"),
            tool_cache: root.path().join("cache"),
        };
        (root, workspace)
    }

    #[test]
    fn a_page_at_both_ceilings_passes_and_one_byte_more_does_not() {
        // 300 + 50 + 3: compressed where there is a compressed file, no page shell, no font; and 1000 that come later.
        let (_root, workspace) = checkout("# why\n\nfirst 353\nall 1353\n");
        check(&workspace).unwrap();
        for (ceilings, sum) in [("first 352\nall 1353", "353 bytes"), ("first 353\nall 1352", "1353 bytes")] {
            let (_root, workspace) = checkout(ceilings);
            let error = check(&workspace).unwrap_err().to_string();
            assert!(error.contains(sum) && error.contains("1 over"), "{error}");
        }
    }

    #[test]
    fn no_page_and_no_ceiling_are_errors() {
        let (_root, workspace) = checkout("first 400\nall 2000");
        fs::remove_dir_all(workspace.dist()).unwrap();
        assert!(check(&workspace).is_err());
        fs::create_dir_all(workspace.dist()).unwrap();
        assert!(check(&workspace).is_err());
        let (_root, workspace) = checkout("first 400\nall 2000");
        fs::write(workspace.dist().join("index.html"), "names nothing").unwrap();
        assert!(check(&workspace).is_err());
        for ceilings in ["# about 300 KB", "first 400", "all 2000", "first few\nall 2000"] {
            let (_root, workspace) = checkout(ceilings);
            assert!(check(&workspace).is_err(), "{ceilings}");
        }
    }

    #[test]
    fn the_table_names_each_file_with_its_share() {
        let size = |name: &str, bytes, first| Size { name: name.into(), bytes, first };
        let text = table(&[size("page.wasm", 300, true), size("game.wasm", 100, false)]);
        assert!(text.contains("300 bytes   75 %  first  page.wasm"), "{text}");
        assert!(text.contains("100 bytes   25 %  later  game.wasm"), "{text}");
    }
}
