//! `.br` and `.gz` beside every file that profits, so that the server never compresses anything itself.

use std::ffi::OsString;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use super::stamp;
use crate::Profile;

/// Kinds of file that are not compressed already.
const COMPRESSIBLE: [&str; 9] = ["css", "html", "js", "json", "mjs", "svg", "txt", "wasm", "webmanifest"];

/// How hard to try.
#[derive(Clone, Copy)]
struct Effort {
    brotli: i32,
    gzip: flate2::Compression,
}

impl Effort {
    fn of(profile: Profile) -> Self {
        match profile {
            Profile::Release => Self { brotli: 11, gzip: flate2::Compression::best() },
            // A debug page is large and thrown away soon.
            Profile::Debug => Self { brotli: 2, gzip: flate2::Compression::fast() },
        }
    }
}

/// Compresses what is in `folder`.
pub fn folder(folder: &Path, profile: Profile) -> Result<()> {
    let effort = Effort::of(profile);
    for path in stamp::files(folder).with_context(|| format!("cannot list {}", folder.display()))? {
        if path.extension().and_then(|ext| ext.to_str()).is_some_and(|ext| COMPRESSIBLE.contains(&ext)) {
            file(&path, effort).with_context(|| format!("cannot compress {}", path.display()))?;
        }
    }
    Ok(())
}

fn file(path: &Path, effort: Effort) -> Result<()> {
    let content = fs::read(path)?;
    for (extension, compressed) in [("br", brotli(&content, effort)?), ("gz", gzip(&content, effort)?)] {
        // A tiny file may grow; then the plain one is the best there is.
        if compressed.len() < content.len() {
            fs::write(with_added_extension(path, extension), compressed)?;
        }
    }
    Ok(())
}

fn brotli(content: &[u8], effort: Effort) -> Result<Vec<u8>> {
    let params = brotli::enc::BrotliEncoderParams {
        quality: effort.brotli,
        // The largest window that every decoder has to take.
        lgwin: 24,
        size_hint: content.len(),
        ..Default::default()
    };
    let mut compressed = Vec::new();
    brotli::BrotliCompress(&mut &content[..], &mut compressed, &params)?;
    Ok(compressed)
}

fn gzip(content: &[u8], effort: Effort) -> Result<Vec<u8>> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), effort.gzip);
    encoder.write_all(content)?;
    Ok(encoder.finish()?)
}

/// `page.css` and `br` give `page.css.br`.
pub fn with_added_extension(path: &Path, extension: &str) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(".");
    name.push(extension);
    name.into()
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use super::*;

    #[test]
    fn what_profits_is_compressed_and_comes_back_the_same() {
        let dist = tempfile::tempdir().unwrap();
        let text = "sea battle ".repeat(500);
        fs::write(dist.path().join("page.js"), &text).unwrap();
        fs::write(dist.path().join("tiny.css"), "a{}").unwrap();
        fs::write(dist.path().join("font.woff2"), &text).unwrap();
        folder(dist.path(), Profile::Release).unwrap();

        let mut unpacked = Vec::new();
        let packed = fs::read(dist.path().join("page.js.br")).unwrap();
        brotli::BrotliDecompress(&mut &packed[..], &mut unpacked).unwrap();
        assert_eq!(unpacked, text.as_bytes());

        let packed = fs::read(dist.path().join("page.js.gz")).unwrap();
        let mut unpacked = String::new();
        flate2::read::GzDecoder::new(&packed[..]).read_to_string(&mut unpacked).unwrap();
        assert_eq!(unpacked, text);

        for absent in ["tiny.css.br", "tiny.css.gz", "font.woff2.br", "font.woff2.gz"] {
            assert!(!dist.path().join(absent).exists(), "{absent}");
        }
    }
}
