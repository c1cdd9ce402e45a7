//! What a visitor downloads, against ceilings: before the first screen, besides for the first match of a game, and in all.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};

use super::{compress, stamp};
use crate::workspace::Workspace;

/// Kinds of file that count: the program and its looks. Fonts and pictures come later and are compressed already.
const COUNTED: [&str; 3] = ["wasm", "js", "css"];

/// The games, as the parts of the program are called by the cut.
const GAMES: [&str; 4] = ["sea_battle", "nuggets", "onecard", "accordion"];

/// Fails when a brotli-compressed sum is over its ceiling in `frontend/size-ceiling.txt`.
pub fn check(workspace: &Workspace) -> Result<()> {
    let path = workspace.root.join("frontend/size-ceiling.txt");
    let text = fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
    let sizes = measure(&workspace.dist())?;
    print!("{}", table(&sizes));
    let first = sum(sizes.iter().filter(|size| size.first));
    let mut sums = vec![(first, "first".to_owned(), "what the first page loads".to_owned())];
    for game in GAMES {
        let word = game.replace('_', "-");
        let own = sizes.iter().filter(|size| size.is_of(game, &word));
        sums.push((sum(own), word.clone(), format!("what the first match of {word} loads besides")));
    }
    sums.push((sum(&sizes), "all".to_owned(), "the page".to_owned()));
    for (sum, word, name) in sums {
        let ceiling = ceiling(&text, &word)
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
    /// The parts of the program that need it, if it is a piece of the program that is loaded later.
    parts: Vec<String>,
}

impl Size {
    /// Whether it comes with a game, which the cut calls `game` and style sheets call `word`.
    fn is_of(&self, game: &str, word: &str) -> bool {
        self.parts.iter().any(|part| part == game)
            || (extension(Path::new(&self.name)) == Some("css") && self.name.starts_with(&format!("{word}-")))
    }
}

/// The parts that need a piece of the program, as the script that fetches it says: a part for itself is called after what
/// it is, and before each piece that several share stands a comment that names them.
fn parts(script: &str, piece: &str) -> Vec<String> {
    if let Some(part) = piece.strip_prefix("split_").and_then(|name| name.split('-').next()) {
        return vec![part.to_owned()];
    }
    let mut sharing = "";
    for line in script.lines() {
        if let Some(names) = line.strip_prefix("/*").and_then(|line| line.strip_suffix("*/")) {
            sharing = names;
        } else if line.contains(&format!("./{piece}\"")) {
            return sharing.split(',').map(|name| name.trim().to_owned()).collect();
        }
    }
    Vec::new()
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
    let script = files.iter().find(|path| {
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        name.starts_with("split-") && extension(path) == Some("js")
    });
    let script = match script {
        Some(path) => fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?,
        None => String::new(),
    };
    let mut sizes = files
        .into_iter()
        .filter(|path| extension(path).is_some_and(|ext| COUNTED.contains(&ext)))
        .map(|path| {
            let name = path.strip_prefix(dist).unwrap_or(&path).display().to_string();
            let first = page.contains(&format!("/{name}"));
            let parts = parts(&script, &name);
            Ok(Size { name, bytes: travelling(&path)?, first, parts })
        })
        .collect::<Result<Vec<_>>>()?;
    sizes.sort_by(|a, b| b.bytes.cmp(&a.bytes).then_with(|| a.name.cmp(&b.name)));
    Ok(sizes)
}

fn extension(path: &Path) -> Option<&str> {
    path.extension()?.to_str()
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
    for Size { name, bytes, first, .. } in sizes {
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
            ("dist/split_sea_battle-1.wasm", 500),
            ("dist/split_nuggets-1.wasm", 100),
            ("dist/split_onecard-1.wasm", 100),
            ("dist/split_accordion-1.wasm", 100),
            ("dist/chunk_6-1.wasm", 15),
            ("dist/sea-battle-1.css", 4),
            ("dist/fonts/text.woff2", 5000),
        ] {
            fs::write(at(name), vec![b'x'; bytes]).unwrap();
        }
        let script = "/* nuggets, sea_battle */\nfetch(new URL(\"./chunk_6-1.wasm\", import.meta.url))";
        fs::write(at("dist/split-1.js"), script).unwrap();
        fs::write(at("dist/split-1.js.br"), [b'x'; 181]).unwrap();
        let html = "<script src=\"/page.js\"></script><link href=\"/tiny.css\"><template><link href=\"/sea-battle-1.css\"></template>".to_owned();
        fs::write(at("dist/index.html"), html + "fetch('/page.wasm')").unwrap();
        let workspace = Workspace {
            root: root.path().to_path_buf(),
            target: root.path().join("target"),
            tool_cache: root.path().join("cache"),
        };
        (root, workspace)
    }

    #[test]
    fn a_page_at_its_ceilings_passes_and_one_byte_more_does_not() {
        // 300 + 50 + 3: compressed where there is a compressed file, no page shell, no font; and 1000 that come later.
        let ceilings =
            "# why\n\nfirst 353\nsea-battle 519\nnuggets 115\nonecard 100\naccordion 100\nall 1353\n";
        let (_root, workspace) = checkout(ceilings);
        check(&workspace).unwrap();
        for (word, sum) in
            [("first", 353), ("sea-battle", 519), ("nuggets", 115), ("accordion", 100), ("all", 1353)]
        {
            let lower = ceilings.replace(&format!("{word} {sum}"), &format!("{word} {}", sum - 1));
            let sum = format!("{sum} bytes");
            let (_root, workspace) = checkout(&lower);
            let error = check(&workspace).unwrap_err().to_string();
            assert!(error.contains(&sum) && error.contains("1 over"), "{error}");
        }
    }

    #[test]
    fn no_page_and_no_ceiling_are_errors() {
        let ceilings = "first 400\nsea-battle 900\nnuggets 900\nonecard 900\naccordion 900\nall 2000\n";
        let (_root, workspace) = checkout(ceilings);
        check(&workspace).unwrap();
        fs::remove_file(workspace.dist().join("split_onecard-1.wasm")).unwrap();
        let error = check(&workspace).unwrap_err().to_string();
        assert!(error.contains("onecard"), "a game that is in no part of its own: {error}");
        fs::remove_dir_all(workspace.dist()).unwrap();
        assert!(check(&workspace).is_err());
        fs::create_dir_all(workspace.dist()).unwrap();
        assert!(check(&workspace).is_err());
        let (_root, workspace) = checkout(ceilings);
        fs::write(workspace.dist().join("index.html"), "names nothing").unwrap();
        assert!(check(&workspace).is_err());
        for line in ceilings.lines() {
            for wrong in ["", "# about 300 KB", "first few"] {
                let (_root, workspace) = checkout(&ceilings.replace(line, wrong));
                assert!(check(&workspace).is_err(), "{line} {wrong}");
            }
        }
    }

    #[test]
    fn the_table_names_each_file_with_its_share() {
        let size = |name: &str, bytes, first| Size { name: name.into(), bytes, first, parts: Vec::new() };
        let text = table(&[size("page.wasm", 300, true), size("game.wasm", 100, false)]);
        assert!(text.contains("300 bytes   75 %  first  page.wasm"), "{text}");
        assert!(text.contains("100 bytes   25 %  later  game.wasm"), "{text}");
    }
}
