//! Whether anything changed since the last build: a hash over what went in, and one over what came out.
//!
//! Content decides, not time: a fresh checkout, or a branch switched there and back, gives the files new times
//! only.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use sha2::{Digest, Sha256};

/// What the last build was made from and what it made.
#[derive(PartialEq, Eq, Debug)]
pub struct Stamp {
    pub inputs: String,
    /// `None` for a folder that cannot be read, which is equal to no folder.
    pub outputs: Option<String>,
}

impl Stamp {
    /// `None` when there was no build, or it did not come to its end.
    pub fn read(path: &Path) -> Option<Self> {
        let text = fs::read_to_string(path).ok()?;
        let (inputs, outputs) = text.trim_end().split_once('\n')?;
        Some(Self { inputs: inputs.to_owned(), outputs: Some(outputs.to_owned()) })
    }

    pub fn write(&self, path: &Path) -> Result<()> {
        let outputs = self.outputs.as_deref().context("the built page cannot be read")?;
        fs::write(path, format!("{}\n{outputs}\n", self.inputs))
            .with_context(|| format!("cannot write {}", path.display()))
    }
}

/// Hash over the files and folders `inputs` under `root`, and over `recipe`, which says how they are built.
pub fn of_inputs(root: &Path, inputs: &[&str], recipe: &str) -> Result<String> {
    let mut hasher = Sha256::new();
    hasher.update(recipe);
    for input in inputs {
        let path = root.join(input);
        add(&mut hasher, root, &path).with_context(|| format!("cannot read {}", path.display()))?;
    }
    Ok(hex::encode(hasher.finalize()))
}

/// Hash over a folder of built files; `None` if it is not there.
pub fn of_folder(folder: &Path) -> Option<String> {
    let mut hasher = Sha256::new();
    add(&mut hasher, folder, folder).ok()?;
    Some(hex::encode(hasher.finalize()))
}

fn add(hasher: &mut Sha256, root: &Path, path: &Path) -> io::Result<()> {
    for file in files(path)? {
        let content = fs::read(&file)?;
        let name = file.strip_prefix(root).unwrap_or(&file);
        // Lengths keep the end of one file apart from the beginning of the next.
        hasher.update(format!("{}\0{}\0", name.display(), content.len()));
        hasher.update(content);
    }
    Ok(())
}

/// All files under `path`, which may be a file itself, in a fixed order.
pub fn files(path: &Path) -> io::Result<Vec<PathBuf>> {
    if path.is_file() {
        return Ok(vec![path.to_path_buf()]);
    }
    let mut found = Vec::new();
    let mut folders = vec![path.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder)? {
            let entry = entry?;
            // Links are not followed: a loop of them would have no end.
            let kind = entry.file_type()?;
            if kind.is_dir() {
                folders.push(entry.path());
            } else if kind.is_file() {
                found.push(entry.path());
            }
        }
    }
    found.sort();
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn checkout() -> tempfile::TempDir {
        let root = tempfile::tempdir().unwrap();
        fs::create_dir_all(root.path().join("src/deep")).unwrap();
        fs::write(root.path().join("Cargo.lock"), "lock").unwrap();
        fs::write(root.path().join("src/a.rs"), "a").unwrap();
        fs::write(root.path().join("src/deep/b.rs"), "b").unwrap();
        fs::write(root.path().join("README.md"), "not an input").unwrap();
        root
    }

    fn hash(root: &tempfile::TempDir) -> String {
        of_inputs(root.path(), &["Cargo.lock", "src"], "release").unwrap()
    }

    #[test]
    fn only_a_change_of_an_input_changes_the_hash() {
        let root = checkout();
        let before = hash(&root);
        fs::write(root.path().join("README.md"), "changed").unwrap();
        fs::write(root.path().join("src/a.rs"), "a").unwrap();
        assert_eq!(hash(&root), before);
        fs::write(root.path().join("src/deep/b.rs"), "changed").unwrap();
        assert_ne!(hash(&root), before);
    }

    #[test]
    fn a_renamed_a_new_and_a_removed_file_change_the_hash() {
        let root = checkout();
        let before = hash(&root);
        fs::rename(root.path().join("src/a.rs"), root.path().join("src/c.rs")).unwrap();
        assert_ne!(hash(&root), before);
        fs::rename(root.path().join("src/c.rs"), root.path().join("src/a.rs")).unwrap();
        assert_eq!(hash(&root), before);
        fs::write(root.path().join("src/new.rs"), "").unwrap();
        assert_ne!(hash(&root), before);
        fs::remove_file(root.path().join("src/new.rs")).unwrap();
        fs::remove_file(root.path().join("src/a.rs")).unwrap();
        assert_ne!(hash(&root), before);
    }

    #[test]
    fn text_moved_from_one_file_to_the_next_changes_the_hash() {
        let root = checkout();
        let before = hash(&root);
        fs::write(root.path().join("src/a.rs"), "").unwrap();
        fs::write(root.path().join("src/deep/b.rs"), "ab").unwrap();
        assert_ne!(hash(&root), before);
    }

    #[test]
    fn another_recipe_changes_the_hash_and_a_missing_input_is_an_error() {
        let root = checkout();
        let release = hash(&root);
        assert_ne!(of_inputs(root.path(), &["Cargo.lock", "src"], "debug").unwrap(), release);
        let error = of_inputs(root.path(), &["Trunk.toml"], "release").unwrap_err();
        assert!(error.to_string().contains("Trunk.toml"), "{error}");
    }

    #[test]
    fn a_stamp_is_read_back_and_anything_else_is_no_stamp() {
        let root = checkout();
        let path = root.path().join("stamp");
        assert_eq!(Stamp::read(&path), None);
        let stamp = Stamp { inputs: hash(&root), outputs: of_folder(&root.path().join("src")) };
        stamp.write(&path).unwrap();
        assert_eq!(Stamp::read(&path), Some(stamp));
        fs::write(&path, "cut short").unwrap();
        assert_eq!(Stamp::read(&path), None);
    }

    #[test]
    fn a_page_that_was_removed_or_touched_is_not_what_the_stamp_says() {
        let root = checkout();
        let dist = root.path().join("src");
        let before = of_folder(&dist);
        fs::write(dist.join("a.rs"), "edited by hand").unwrap();
        assert_ne!(of_folder(&dist), before);
        assert_eq!(of_folder(&root.path().join("dist")), None);
    }
}
