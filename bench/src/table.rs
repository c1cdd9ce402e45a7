//! How figures are printed.

use std::fmt::Write as _;

/// One figure.
pub struct Row {
    /// What was measured.
    pub what: String,
    /// What came out, with its unit.
    pub figure: String,
    /// What it should be; empty for a figure that only explains another.
    pub aim: String,
    /// How it was taken.
    pub how: String,
}

impl Row {
    /// A figure with an aim, and whether it is met.
    pub fn aimed(what: &str, figure: String, aim: &str, met: bool, how: impl Into<String>) -> Self {
        let verdict = if met { "met" } else { "missed" };
        Self { what: what.to_owned(), figure, aim: format!("{aim}: {verdict}"), how: how.into() }
    }

    /// A figure without one.
    pub fn plain(what: &str, figure: String, how: impl Into<String>) -> Self {
        Self { what: what.to_owned(), figure, aim: String::new(), how: how.into() }
    }
}

/// The rows below a heading, in columns.
pub fn print(rows: &[Row]) -> String {
    let heading = ["what", "figure", "aim", "how"].map(str::to_owned);
    let lines = rows.iter().map(|row| [&row.what, &row.figure, &row.aim, &row.how].map(String::clone));
    let lines: Vec<[String; 4]> = std::iter::once(heading).chain(lines).collect();
    let width = |column: usize| lines.iter().map(|line| line[column].chars().count()).max().unwrap_or(0);
    let [what, figure, aim] = [0, 1, 2].map(width);
    let mut text = String::new();
    for line in &lines {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "  {:what$}  {:>figure$}  {:aim$}  {}", line[0], line[1], line[2], line[3]);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_as_wide_as_their_widest_cell() {
        let rows = [
            Row::aimed("share", "0.31".to_owned(), "≥ 0.25", true, "A B"),
            Row::plain("actions a second", "12345".to_owned(), "B"),
        ];
        let expected = "  what              figure  aim          how\n  \
                          share               0.31  ≥ 0.25: met  A B\n  \
                          actions a second   12345               B\n";
        assert_eq!(print(&rows), expected);
    }
}
