//! The service worker: a list of all files of the build, and a version that is made of them.
//!
//! The version names the cache, so two builds share one exactly when all their files are the same.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use sha2::{Digest, Sha256};

use super::stamp;

/// Where the worker is written, from the root of the page. It is never kept itself.
const WORKER: &str = "sw.js";
/// What the source has in place of the version.
const VERSION: &str = "@VERSION@";
/// What the source has in place of the list.
const FILES: &str = "/* @FILES@ */[]";
/// Hexadecimal digits of the version.
const DIGITS: usize = 16;

/// Writes the worker into the built page in `dist`, before anything there is compressed. `source` is its text.
pub fn write(dist: &Path, source: &Path) -> Result<()> {
    let source = fs::read_to_string(source).with_context(|| format!("cannot read {}", source.display()))?;
    let worker = filled(dist, &source)?;
    fs::write(dist.join(WORKER), worker).context("cannot write the service worker")
}

fn filled(dist: &Path, source: &str) -> Result<String> {
    for mark in [VERSION, FILES] {
        ensure!(
            source.matches(mark).count() == 1,
            "the source of the service worker has no place for {mark}"
        );
    }
    let mut entries = Vec::new();
    for path in stamp::files(dist).with_context(|| format!("cannot list {}", dist.display()))? {
        let name = path.strip_prefix(dist).unwrap_or(&path).to_string_lossy().replace('\\', "/");
        if name == WORKER {
            continue;
        }
        let content = fs::read(&path).with_context(|| format!("cannot read {}", path.display()))?;
        entries.push((format!("/{name}"), hex::encode(Sha256::digest(content))));
    }
    let list = serde_json::to_string(&entries)?;
    // Another worker over the same files is another version too.
    let version = hex::encode(Sha256::digest(format!("{source}\n{list}")));
    Ok(source.replace(VERSION, &version[..DIGITS]).replace(FILES, &list))
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOURCE: &str = "const V = '@VERSION@'; const F = new Map(/* @FILES@ */[]);";

    fn dist() -> tempfile::TempDir {
        let dist = tempfile::tempdir().unwrap();
        fs::create_dir(dist.path().join("fonts")).unwrap();
        fs::write(dist.path().join("index.html"), "page").unwrap();
        fs::write(dist.path().join("fonts/text.woff2"), "font").unwrap();
        dist
    }

    #[test]
    fn all_files_are_listed_with_their_hashes_and_the_worker_is_not() {
        let dist = dist();
        fs::write(dist.path().join(WORKER), "of the build before").unwrap();
        let worker = filled(dist.path(), SOURCE).unwrap();
        // printf font | sha256sum
        let font = "795ea3efa43d0872b63bf0067be97553b46983e4f075097669391e9d15388ecc";
        assert!(worker.contains(&format!(r#"["/fonts/text.woff2","{font}"]"#)), "{worker}");
        assert!(worker.contains(r#"["/index.html",""#), "{worker}");
        assert!(!worker.contains("sw.js") && !worker.contains('@'), "{worker}");
    }

    #[test]
    fn the_version_follows_the_files_and_the_source() {
        let dist = dist();
        let before = filled(dist.path(), SOURCE).unwrap();
        assert_eq!(filled(dist.path(), SOURCE).unwrap(), before);
        let version = |worker: &str| worker.split('\'').nth(1).unwrap().to_owned();
        assert_eq!(version(&before).len(), DIGITS);
        fs::write(dist.path().join("index.html"), "another page").unwrap();
        assert_ne!(version(&filled(dist.path(), SOURCE).unwrap()), version(&before));
        let changed = format!("{SOURCE}// changed");
        fs::write(dist.path().join("index.html"), "page").unwrap();
        assert_ne!(version(&filled(dist.path(), &changed).unwrap()), version(&before));
    }

    #[test]
    fn a_source_without_the_two_places_is_an_error() {
        let error = filled(dist().path(), "const V = '@VERSION@';").unwrap_err();
        assert!(error.to_string().contains("FILES"), "{error}");
    }
}
