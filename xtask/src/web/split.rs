//! Cuts the program, so that the home page loads without the games.
//!
//! Where it is cut says the frontend (`pages/kit.rs`). The cut has to be made before wasm-bindgen, which Trunk runs
//! itself; so Trunk's program, which is in one piece, is taken out of the built page again and the parts put in its
//! place: the main part with its script, one file for each game, one for whatever several games share and the main part
//! does without, and the script that fetches them.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, bail, ensure};
use sha2::{Digest, Sha256};

use super::stamp;
use crate::process;
use crate::tools::WebTools;
use crate::workspace::Workspace;

/// The feature of the frontend that marks the places.
pub const FEATURE: &str = "split";

/// What the program is called by its package.
const PROGRAM: &str = "frontend";
/// The script that fetches parts.
const LINK: &str = "split";
/// Hexadecimal digits of a hash in a name, as many as Trunk's have at most.
const DIGITS: usize = 16;

/// The parts, in a folder of their own until they are part of the page.
pub struct Parts {
    folder: PathBuf,
    /// The part that is loaded at once. Its script lies beside it.
    main: PathBuf,
    /// Those that are loaded on demand.
    others: Vec<PathBuf>,
}

impl Parts {
    /// All of WebAssembly, for the optimiser.
    pub fn wasm(&self) -> Vec<PathBuf> {
        std::iter::once(&self.main).chain(&self.others).cloned().collect()
    }
}

/// Cuts what Cargo has made into parts.
pub fn cut(workspace: &Workspace, tools: &WebTools) -> Result<Parts> {
    let whole = workspace.web_target().join("wasm32-unknown-unknown/wasm-release/frontend.wasm");
    let whole = fs::read(&whole).with_context(|| format!("cannot read {}", whole.display()))?;
    let folder = workspace.web_target().join("split");
    if folder.exists() {
        fs::remove_dir_all(&folder).with_context(|| format!("cannot empty {}", folder.display()))?;
    }
    let raw = folder.join(format!("{PROGRAM}.wasm"));
    let (script, link) = (format!("./{PROGRAM}.js"), format!("./{LINK}.js"));
    let mut options = wasm_split_cli_support::Options::new(&whole);
    options.output_dir = &folder;
    options.main_out_path = &raw;
    options.main_module = &script;
    options.link_name = &link;
    let cut = wasm_split_cli_support::transform(options)
        .map_err(|error| anyhow!("the program can't be cut: {error:#}"))?;
    ensure!(!cut.split_modules.is_empty(), "the program is marked nowhere as to be cut");
    let mut command = tools.command(workspace, "wasm-bindgen");
    command.args(["--target", "web", "--no-typescript", "--keep-lld-exports", "--out-name", PROGRAM]);
    process::run(command.arg("--out-dir").arg(&folder).arg(&raw))?;
    let main = folder.join(format!("{PROGRAM}_bg.wasm"));
    Ok(Parts { folder, main, others: cut.split_modules })
}

/// Puts the parts into the page, in the place of the program in one piece.
pub fn put(parts: &Parts, dist: &Path) -> Result<()> {
    let old = one_piece(dist)?;
    for ending in [".js", "_bg.wasm"] {
        let path = dist.join(format!("{old}{ending}"));
        fs::remove_file(&path).with_context(|| format!("cannot remove {}", path.display()))?;
    }
    let read = |path: &Path| fs::read(path).with_context(|| format!("cannot read {}", path.display()));
    let text = |name: &str| {
        let path = parts.folder.join(name);
        fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))
    };
    let write = |name: &str, content: &[u8]| {
        fs::write(dist.join(name), content).with_context(|| format!("cannot write {name}"))
    };
    let mut names = Vec::new();
    for path in &parts.others {
        let content = read(path)?;
        let stem = path.file_stem().and_then(|stem| stem.to_str()).context("a part has no name")?;
        let name = format!("{stem}-{}.wasm", hash(&[&content]));
        write(&name, &content)?;
        names.push((format!("{stem}.wasm"), name));
    }
    let main = read(&parts.main)?;
    let script = text(&format!("{PROGRAM}.js"))?;
    let mut link = text(&format!("{LINK}.js"))?;
    for (old, new) in &names {
        link = renamed(&link, "new URL(", old, new)?;
    }
    // Both scripts name each other, so one hash is made of both and of what they load.
    let version = hash(&[&main, script.as_bytes(), link.as_bytes()]);
    let new = format!("{PROGRAM}-{version}");
    let new_link = format!("{LINK}-{version}.js");
    // Only where the script is imported: the main part knows it by the name it had.
    let script = renamed(&script, "from ", &format!("{LINK}.js"), &new_link)?;
    let link = renamed(&link, "from ", &format!("{PROGRAM}.js"), &format!("{new}.js"))?;
    write(&format!("{new}_bg.wasm"), &main)?;
    write(&format!("{new}.js"), script.as_bytes())?;
    write(&new_link, link.as_bytes())?;
    let page = dist.join("index.html");
    let html = fs::read_to_string(&page).context("the page has no index.html")?;
    fs::write(&page, page_with(&html, &old, &new, &new_link)?).context("cannot write index.html")
}

/// What Trunk has called the program in one piece, without the endings.
fn one_piece(dist: &Path) -> Result<String> {
    let files = stamp::files(dist).with_context(|| format!("cannot list {}", dist.display()))?;
    let of_trunk: Vec<String> = files
        .iter()
        .filter_map(|path| path.file_name()?.to_str()?.strip_suffix("_bg.wasm"))
        .map(str::to_owned)
        .collect();
    let [name] = of_trunk.as_slice() else {
        bail!("the page was expected to have one program, and has {}", of_trunk.len());
    };
    Ok(name.clone())
}

/// A script with another name for a file beside it, wherever `before` comes before the name.
fn renamed(script: &str, before: &str, old: &str, new: &str) -> Result<String> {
    let old = format!("{before}\"./{old}\"");
    ensure!(script.contains(&old), "a script of the page was expected to have {old}");
    Ok(script.replace(&old, &format!("{before}\"./{new}\"")))
}

/// The page with the main part in the place of the whole, and the script that fetches parts fetched in good time.
fn page_with(html: &str, old: &str, new: &str, link: &str) -> Result<String> {
    let preload = "<link rel=\"modulepreload\"";
    ensure!(html.contains(old), "the page doesn't load {old}");
    ensure!(html.contains(preload), "the page doesn't load its script ahead of time");
    let also = format!("{preload} href=\"/{link}\" crossorigin=\"anonymous\">{preload}");
    Ok(html.replace(old, new).replacen(preload, &also, 1))
}

fn hash(contents: &[&[u8]]) -> String {
    let mut hasher = Sha256::new();
    for content in contents {
        hasher.update((content.len() as u64).to_le_bytes());
        hasher.update(content);
    }
    hex::encode(hasher.finalize())[..DIGITS].to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    const HTML: &str = r#"<script type="module">import init from '/frontend-1f.js'; init('/frontend-1f_bg.wasm');</script>
<link rel="modulepreload" href="/frontend-1f.js"><link rel="preload" href="/frontend-1f_bg.wasm">"#;

    /// What Trunk has built, and the parts that are to take its place.
    fn page() -> (tempfile::TempDir, PathBuf, Parts) {
        let root = tempfile::tempdir().unwrap();
        let (dist, folder) = (root.path().join("dist"), root.path().join("split"));
        for (path, content) in [
            (dist.join("index.html"), HTML),
            (dist.join("frontend-1f.js"), "in one piece"),
            (dist.join("frontend-1f_bg.wasm"), "in one piece"),
            (folder.join("frontend.js"), r#"import * as a from "./split.js"; ({"./split.js": a})"#),
            (folder.join("frontend_bg.wasm"), "main part"),
            (folder.join("split.js"), r#"import { b } from "./frontend.js"; new URL("./chunk_7.wasm")"#),
            (folder.join("chunk_7.wasm"), "other part"),
        ] {
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, content).unwrap();
        }
        let (main, others) = (folder.join("frontend_bg.wasm"), vec![folder.join("chunk_7.wasm")]);
        (root, dist, Parts { folder, main, others })
    }

    fn names(dist: &Path) -> Vec<String> {
        let name = |path: PathBuf| path.file_name().unwrap().to_str().unwrap().to_owned();
        stamp::files(dist).unwrap().into_iter().map(name).collect()
    }

    #[test]
    fn the_parts_take_the_place_of_the_whole_and_name_each_other() {
        let (_root, dist, parts) = page();
        put(&parts, &dist).unwrap();
        let names = names(&dist);
        let file = |start: &str, end: &str| {
            let name = names.iter().find(|name| name.starts_with(start) && name.ends_with(end)).unwrap();
            (name.clone(), fs::read_to_string(dist.join(name)).unwrap())
        };
        assert_eq!(names.len(), 5, "{names:?}");
        let (chunk, _) = file("chunk_7-", ".wasm");
        let (link, link_text) = file("split-", ".js");
        let (script, script_text) = file("frontend-", ".js");
        let (main, main_bytes) = file("frontend-", "_bg.wasm");
        assert_eq!(main_bytes, "main part");
        assert!(
            link_text.contains(&format!("\"./{script}\"")) && link_text.contains(&format!("\"./{chunk}\""))
        );
        // The main part asks for what it imports by the name it was cut with.
        assert_eq!(script_text, format!("import * as a from \"./{link}\"; ({{\"./split.js\": a}})"));
        let html = fs::read_to_string(dist.join("index.html")).unwrap();
        assert!(!html.contains("frontend-1f"), "{html}");
        for name in [script, main, link] {
            assert!(html.contains(&format!("\"/{name}\"")), "{name}: {html}");
        }
    }

    #[test]
    fn every_name_changes_with_what_is_loaded_by_it() {
        let before = page();
        put(&before.2, &before.1).unwrap();
        let after = page();
        fs::write(after.2.folder.join("chunk_7.wasm"), "another part").unwrap();
        put(&after.2, &after.1).unwrap();
        let (before, after) = (names(&before.1), names(&after.1));
        let same: Vec<_> = before.iter().filter(|name| after.contains(name)).collect();
        assert_eq!(same, ["index.html"]);
    }

    #[test]
    fn a_page_of_another_shape_is_an_error() {
        let (_root, dist, parts) = page();
        fs::write(dist.join("index.html"), "another page").unwrap();
        assert!(put(&parts, &dist).is_err());
        let (_root, dist, parts) = page();
        fs::write(parts.folder.join("split.js"), r#"import { b } from "./frontend.js";"#).unwrap();
        assert!(put(&parts, &dist).unwrap_err().to_string().contains("chunk_7"));
        let (_root, dist, parts) = page();
        fs::write(dist.join("second_bg.wasm"), "").unwrap();
        assert!(put(&parts, &dist).is_err());
    }
}
