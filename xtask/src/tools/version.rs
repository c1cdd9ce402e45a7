//! Reading and comparing version numbers.

/// A version as numbers, so that 1.100 comes after 1.94.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Version(u32, u32, u32);

/// The first version number in what a program answers to `--version`; missing parts count as 0.
pub fn find(text: &str) -> Option<Version> {
    text.split_whitespace().find_map(|word| {
        let word = word.strip_prefix('v').unwrap_or(word);
        // What follows the numbers names a pre-release or a build, and does not matter here.
        let numbers = word.split(['-', '+']).next()?;
        let mut parts = numbers.split('.').map(|part| part.parse::<u32>().ok());
        let major = parts.next()??;
        let minor = parts.next().unwrap_or(Some(0))?;
        let patch = parts.next().unwrap_or(Some(0))?;
        Some(Version(major, minor, patch))
    })
}

/// Every version of `package` in a `Cargo.lock`.
pub fn locked<'a>(lock_file: &'a str, package: &str) -> Vec<&'a str> {
    let value = |line: &'a str, key: &str| line.strip_prefix(key)?.strip_prefix(" = \"")?.strip_suffix('"');
    let lines: Vec<&str> = lock_file.lines().collect();
    lines
        .windows(2)
        .filter(|pair| value(pair[0], "name") == Some(package))
        .filter_map(|pair| value(pair[1], "version"))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_found_in_answers_of_real_programs() {
        assert_eq!(find("trunk 0.21.14"), Some(Version(0, 21, 14)));
        assert_eq!(find("v20.20.2\n"), Some(Version(20, 20, 2)));
        assert_eq!(find("wasm-opt version 132 (version_132)"), Some(Version(132, 0, 0)));
        assert_eq!(
            find("rustc 1.96.0 (ac68faa20 2026-05-25) (built from a source tarball)"),
            Some(Version(1, 96, 0))
        );
        assert_eq!(find("rustc 1.97.0-nightly (abc 2026-05-25)"), Some(Version(1, 97, 0)));
        assert_eq!(find("command not found"), None);
    }

    #[test]
    fn versions_compare_by_number_not_by_text() {
        assert!(find("1.100.0") > find("1.94.0"));
        assert!(find("18.99.0") < find("20"));
        assert!(find("0.2.9") < find("0.2.130"));
    }

    #[test]
    fn all_locked_versions_of_exactly_that_package_are_found() {
        let lock_file = "[[package]]\nname = \"wasm-bindgen\"\nversion = \"0.2.130\"\n\n\
                         [[package]]\nname = \"wasm-bindgen-futures\"\nversion = \"0.4.80\"\n\n\
                         [[package]]\nname = \"wasm-bindgen\"\nversion = \"0.2.99\"\n";
        assert_eq!(locked(lock_file, "wasm-bindgen"), ["0.2.130", "0.2.99"]);
        assert!(locked(lock_file, "leptos").is_empty());
    }
}
