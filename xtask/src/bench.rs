//! The figures: most come from the load generator, those of visits and of frames from a browser.

use std::path::Path;

use anyhow::Result;

use crate::workspace::Workspace;
use crate::{Profile, process, serve, test, tools};

/// What a browser measures, each by a file in `e2e/bench`.
const IN_A_BROWSER: [&str; 2] = ["visit", "frames"];

/// Who measures what was asked for.
#[derive(Debug, PartialEq, Eq)]
struct Parts {
    generator: bool,
    /// Those of [`IN_A_BROWSER`] that are asked for.
    browser: Vec<&'static str>,
}

impl Parts {
    /// The arguments are the generator's, and its help names all figures; a few alone are the browser's.
    fn of(args: &[String]) -> Self {
        let args: Vec<&str> = args.iter().map(String::as_str).collect();
        let browser = match args[..] {
            [] | ["all"] => return Self { generator: true, browser: IN_A_BROWSER.to_vec() },
            [one] => IN_A_BROWSER.into_iter().filter(|figure| *figure == one).collect(),
            _ => Vec::new(),
        };
        Self { generator: browser.is_empty(), browser }
    }
}

/// Builds the server that is measured, then measures what `args` ask for.
pub fn run(workspace: &Workspace, args: &[String]) -> Result<()> {
    let server = serve::build(workspace, Profile::Release)?;
    let parts = Parts::of(args);
    if parts.generator {
        println!("Measuring");
        generator(workspace, args)?;
    }
    if !parts.browser.is_empty() {
        println!("Measuring in a browser");
        browser(workspace, &server, &parts.browser)?;
    }
    Ok(())
}

fn generator(workspace: &Workspace, args: &[String]) -> Result<()> {
    let mut command = process::cargo();
    command
        .args(["run", "--locked", "--release", "--package", "bench", "--"])
        .args(args)
        .current_dir(&workspace.root);
    process::run(&mut command)
}

/// Runs the files in `e2e/bench` that measure `figures`.
fn browser(workspace: &Workspace, server: &Path, figures: &[&str]) -> Result<()> {
    let e2e = workspace.root.join("e2e");
    let browser = tools::for_browser_tests(workspace)?;
    test::install_playwright(workspace, &browser)?;
    let mut command = browser.node.npm(&e2e);
    command
        .args(["exec", "--no", "--", "playwright", "test", "--config", "bench.config.ts"])
        .args(figures.iter().map(|figure| format!("bench/{figure}.ts")))
        .env("PARLOUR_BIN", server)
        .env(tools::CHROMIUM, &browser.chromium);
    process::run(&mut command)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_browser_measures_what_only_it_can_and_the_generator_everything_else() {
        let parts = |line: &str| {
            let args: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
            let Parts { generator, browser } = Parts::of(&args);
            (generator, browser)
        };
        assert_eq!(parts(""), (true, vec!["visit", "frames"]));
        assert_eq!(parts("all"), (true, vec!["visit", "frames"]));
        assert_eq!(parts("visit"), (false, vec!["visit"]));
        assert_eq!(parts("frames"), (false, vec!["frames"]));
        assert_eq!(parts("accordion"), (true, vec![]));
        assert_eq!(parts("visit --help"), (true, vec![]), "which explains it");
    }
}
