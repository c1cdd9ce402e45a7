//! The figures: most come from the load generator, those of a visit from a browser.

use std::path::Path;

use anyhow::Result;

use crate::workspace::Workspace;
use crate::{Profile, process, serve, test, tools};

/// Who measures what was asked for.
#[derive(Debug, PartialEq, Eq)]
struct Parts {
    generator: bool,
    browser: bool,
}

impl Parts {
    /// The arguments are the generator's, and its help names all figures; `visit` alone is the browser's.
    fn of(args: &[String]) -> Self {
        let args: Vec<&str> = args.iter().map(String::as_str).collect();
        match args[..] {
            [] | ["all"] => Self { generator: true, browser: true },
            ["visit"] => Self { generator: false, browser: true },
            _ => Self { generator: true, browser: false },
        }
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
    if parts.browser {
        println!("Measuring visits");
        visit(workspace, &server)?;
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

/// Visits the page as often as `e2e/bench/visit.ts` says.
fn visit(workspace: &Workspace, server: &Path) -> Result<()> {
    let e2e = workspace.root.join("e2e");
    let browser = tools::for_browser_tests(workspace)?;
    test::install_playwright(workspace, &browser)?;
    let mut command = browser.node.npm(&e2e);
    command
        .args(["exec", "--no", "--", "playwright", "test", "--config", "bench.config.ts"])
        .env("PARLOUR_BIN", server)
        .env(tools::CHROMIUM, &browser.chromium);
    process::run(&mut command)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_browser_measures_visits_and_the_generator_everything_else() {
        let parts = |line: &str| {
            let args: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
            let Parts { generator, browser } = Parts::of(&args);
            (generator, browser)
        };
        assert_eq!(parts(""), (true, true));
        assert_eq!(parts("all"), (true, true));
        assert_eq!(parts("visit"), (false, true));
        assert_eq!(parts("accordion"), (true, false));
        assert_eq!(parts("visit --help"), (true, false), "which explains it");
    }
}
