//! Where the next shot would go.

use shared::sea_battle::{BOARD, Cell};

/// A key that moves over a board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// Columns and rows to go.
    By(i64, i64),
    /// To the first column of the row.
    RowStart,
    /// To the last column of the row.
    RowEnd,
}

impl Step {
    /// The step of a key, by the name the browser gives it.
    pub fn of_key(key: &str) -> Option<Self> {
        Some(match key {
            "ArrowLeft" => Self::By(-1, 0),
            "ArrowRight" => Self::By(1, 0),
            "ArrowUp" => Self::By(0, -1),
            "ArrowDown" => Self::By(0, 1),
            "Home" => Self::RowStart,
            "End" => Self::RowEnd,
            _ => return None,
        })
    }

    /// The cell one step on; at the edge of the board it stays.
    pub fn from(self, cell: Cell) -> Cell {
        let moved = match self {
            Self::By(dx, dy) => cell.offset(dx, dy),
            Self::RowStart => cell.offset(-i64::from(cell.x()), 0),
            Self::RowEnd => cell.offset(i64::from(BOARD - 1 - cell.x()), 0),
        };
        moved.unwrap_or(cell)
    }
}

/// What pressed a cell of the other board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Press {
    /// Enter, space, or a program for people who don't see.
    Key,
    /// A mouse or a pen, which can point at a cell exactly.
    Fine,
    /// A finger, which covers more than a cell of a phone.
    Touch,
}

impl Press {
    /// Whether pressing fires. A finger only aims; the large button fires.
    pub const fn fires(self) -> bool {
        !matches!(self, Self::Touch)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cell(x: i64, y: i64) -> Cell {
        Cell::new(x, y).unwrap()
    }

    #[test]
    fn keys_move_the_aim_and_stop_at_the_edge() {
        let go = |key: &str, from: Cell| Step::of_key(key).unwrap().from(from);
        assert_eq!(go("ArrowRight", cell(3, 1)), cell(4, 1));
        assert_eq!(go("ArrowDown", cell(3, 1)), cell(3, 2));
        assert_eq!(go("ArrowLeft", cell(0, 4)), cell(0, 4));
        assert_eq!(go("ArrowUp", cell(4, 0)), cell(4, 0));
        assert_eq!(go("Home", cell(6, 7)), cell(0, 7));
        assert_eq!(go("End", cell(6, 7)), cell(9, 7));
        assert_eq!(Step::of_key("Tab"), None);
    }

    #[test]
    fn only_a_finger_has_to_use_the_button() {
        assert!(Press::Key.fires());
        assert!(Press::Fine.fires());
        assert!(!Press::Touch.fires());
    }
}
