//! From the text of a DISPLAY to the rows of the map.
//!
//! By the protocol each row has the width that GRID gave and ends in a newline. Servers are known that miss the last
//! newline, all of them, or send one too many; and a datagram may overtake the one with the GRID. What can be
//! understood is shown.

/// How much text a datagram of UDP over IPv4 can carry, in bytes.
const MAX_DATAGRAM: u32 = 65_507;

/// What a DISPLAY has before its rows, in bytes.
const HEADING: u32 = 8;

/// How large a map is, at least one by one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GridSize {
    /// Its rows.
    pub rows: u16,
    /// Its columns.
    pub columns: u16,
}

impl GridSize {
    /// A size, if it is one of a map that fits into a datagram.
    pub fn new(rows: u32, columns: u32) -> Option<Self> {
        let bytes = columns.checked_add(1)?.checked_mul(rows)?.checked_add(HEADING)?;
        if rows == 0 || columns == 0 || bytes > MAX_DATAGRAM {
            return None;
        }
        Some(Self { rows: u16::try_from(rows).ok()?, columns: u16::try_from(columns).ok()? })
    }

    /// The size that rows have which came without one.
    pub fn of(rows: &[String]) -> Option<Self> {
        let columns = rows.iter().map(String::len).max()?;
        Self::new(u32::try_from(rows.len()).ok()?, u32::try_from(columns).ok()?)
    }
}

/// The rows in `text`: as many and as long as `size` says at the most, all printable ASCII.
pub fn rows(text: &[u8], size: Option<GridSize>) -> Vec<String> {
    let text = text.strip_suffix(b"\n").unwrap_or(text);
    let mut lines: Vec<&[u8]> =
        text.split(|&byte| byte == b'\n').map(|line| line.strip_suffix(b"\r").unwrap_or(line)).collect();
    if let Some(GridSize { rows, columns }) = size {
        let (rows, columns) = (usize::from(rows), usize::from(columns));
        if lines.len() < rows {
            // Newlines are missing; an empty line stays one.
            lines = lines
                .into_iter()
                .flat_map(|line| line.chunks(columns).chain(line.is_empty().then_some(line)))
                .collect();
        }
        let mut extra = lines.len().saturating_sub(rows);
        lines.retain(|line| {
            let drop = extra > 0 && line.is_empty();
            extra -= usize::from(drop);
            !drop
        });
        lines.truncate(rows);
        for line in &mut lines {
            *line = &line[..line.len().min(columns)];
        }
    }
    lines.into_iter().map(|line| line.iter().map(|&byte| printable(byte)).collect()).collect()
}

const fn printable(byte: u8) -> char {
    match byte {
        b' '..=b'~' => byte as char,
        _ => '?',
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case::to_the_letter("+-+\n|.|\n+-+\n")]
    #[case::last_newline_missing("+-+\n|.|\n+-+")]
    #[case::newline_missing_within("+-+|.|\n+-+\n")]
    #[case::all_newlines_missing("+-+|.|+-+")]
    #[case::newline_too_many_at_the_end("+-+\n|.|\n+-+\n\n")]
    #[case::newline_too_many_at_the_start("\n+-+\n|.|\n+-+\n")]
    #[case::newline_too_many_within("+-+\n\n|.|\n+-+\n")]
    #[case::lines_of_another_system("+-+\r\n|.|\r\n+-+\r\n")]
    #[case::blanks_at_the_end("+-+ \n|.|  \n+-+\n")]
    #[case::a_row_too_many("+-+\n|.|\n+-+\n...\n")]
    fn what_servers_send_gives_the_same_rows(#[case] text: &str) {
        assert_eq!(rows(text.as_bytes(), GridSize::new(3, 3)), ["+-+", "|.|", "+-+"]);
    }

    #[test]
    fn blank_rows_stay_where_they_are() {
        assert_eq!(rows(b"   \n...\n   \n", GridSize::new(3, 3)), ["   ", "...", "   "]);
        // Also from a server that cuts blanks at the end of a row.
        assert_eq!(rows(b"\n...\n\n", GridSize::new(3, 3)), ["", "...", ""]);
    }

    #[test]
    fn without_a_grid_the_rows_tell_the_size() {
        let without = rows(b"+--+\n|..|\n", None);
        assert_eq!(without, ["+--+", "|..|"]);
        assert_eq!(GridSize::of(&without), GridSize::new(2, 4));
    }

    #[test]
    fn what_is_not_printable_becomes_a_question_mark() {
        assert_eq!(rows(b".\x1b\xff\t.\n", None), [".???."]);
    }

    #[test]
    fn a_size_fits_into_a_datagram() {
        assert!(GridSize::new(1, 65_498).is_some());
        assert!(GridSize::new(1, 65_499).is_none());
        assert!(GridSize::new(u32::MAX, u32::MAX).is_none());
        assert!(GridSize::new(0, 5).is_none());
        assert!(GridSize::new(5, 0).is_none());
    }

    proptest! {
        #[test]
        fn rows_never_exceed_the_grid(
            text in proptest::collection::vec(prop_oneof![Just(b'\n'), any::<u8>()], 0..200),
            height in 1_u32..12,
            width in 1_u32..12,
        ) {
            let rows = rows(&text, GridSize::new(height, width));
            prop_assert!(rows.len() <= height as usize);
            prop_assert!(rows.iter().all(|row| row.len() <= width as usize));
        }
    }
}
