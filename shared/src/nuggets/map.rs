//! The map: its characters, its text and every fault of it, steps on it.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// No map has more rows or more columns than this.
pub const MOST_LINES: u16 = 500;

/// A room spot.
pub const ROOM: u8 = b'.';
/// A passage spot.
pub const PASSAGE: u8 = b'#';
/// Solid rock, and whatever nobody has seen.
pub const ROCK: u8 = b' ';
/// All characters of a map.
const CHARACTERS: &[u8] = b" -|+.#";

/// A gridpoint, counted from 0 at the upper left.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Point {
    /// From the top.
    pub row: u16,
    /// From the left.
    pub column: u16,
}

/// One of the eight ways to go.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Direction {
    /// Key h.
    Left,
    /// Key l.
    Right,
    /// Key k.
    Up,
    /// Key j.
    Down,
    /// Key y.
    UpLeft,
    /// Key u.
    UpRight,
    /// Key b.
    DownLeft,
    /// Key n.
    DownRight,
}

impl Direction {
    /// All eight, the straight ones first.
    pub const ALL: [Self; 8] = [
        Self::Left,
        Self::Right,
        Self::Up,
        Self::Down,
        Self::UpLeft,
        Self::UpRight,
        Self::DownLeft,
        Self::DownRight,
    ];

    /// What a step adds to row and column.
    pub const fn delta(self) -> (i16, i16) {
        match self {
            Self::Left => (0, -1),
            Self::Right => (0, 1),
            Self::Up => (-1, 0),
            Self::Down => (1, 0),
            Self::UpLeft => (-1, -1),
            Self::UpRight => (-1, 1),
            Self::DownLeft => (1, -1),
            Self::DownRight => (1, 1),
        }
    }

    /// The letter of a single step.
    const fn letter(self) -> char {
        match self {
            Self::Left => 'h',
            Self::Right => 'l',
            Self::Up => 'k',
            Self::Down => 'j',
            Self::UpLeft => 'y',
            Self::UpRight => 'u',
            Self::DownLeft => 'b',
            Self::DownRight => 'n',
        }
    }
}

/// What a player does: one step, or the same step until it is impossible. On the wire and on paper it is a letter:
/// h l k j y u b n, in capitals for a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Key {
    /// Which way.
    pub direction: Direction,
    /// Again and again.
    pub run: bool,
}

/// A text that is none of the sixteen letters.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("a key is one of h l k j y u b n, in capitals to run")]
pub struct NoSuchKey;

impl Key {
    /// One step.
    pub const fn step(direction: Direction) -> Self {
        Self { direction, run: false }
    }

    /// As far as it goes.
    pub const fn run(direction: Direction) -> Self {
        Self { direction, run: true }
    }

    /// The letter.
    pub const fn letter(self) -> char {
        let letter = self.direction.letter();
        if self.run { letter.to_ascii_uppercase() } else { letter }
    }

    /// The key of a letter.
    pub fn of(letter: char) -> Option<Self> {
        let direction = Direction::ALL.into_iter().find(|way| way.letter() == letter.to_ascii_lowercase())?;
        Some(Self { direction, run: letter.is_ascii_uppercase() })
    }

    /// All sixteen.
    pub fn all() -> impl Iterator<Item = Self> {
        Direction::ALL.into_iter().flat_map(|way| [Self::step(way), Self::run(way)])
    }
}

impl FromStr for Key {
    type Err = NoSuchKey;

    fn from_str(text: &str) -> Result<Self, NoSuchKey> {
        let mut letters = text.chars();
        match (letters.next(), letters.next()) {
            (Some(letter), None) => Self::of(letter).ok_or(NoSuchKey),
            _ => Err(NoSuchKey),
        }
    }
}

impl TryFrom<String> for Key {
    type Error = NoSuchKey;

    fn try_from(text: String) -> Result<Self, NoSuchKey> {
        text.parse()
    }
}

impl From<Key> for String {
    fn from(key: Key) -> Self {
        key.letter().to_string()
    }
}

/// Why a text is no map. Lines and columns are counted from 1, as editors do.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, column {column}: {fault}")]
pub struct MapError {
    /// Which line.
    pub line: usize,
    /// Which character of it.
    pub column: usize,
    /// What is wrong there.
    pub fault: MapFault,
}

/// What is wrong with a map.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum MapFault {
    /// No lines, or no characters in them.
    #[error("the map is empty")]
    Empty,
    /// More rows or columns than [`MOST_LINES`].
    #[error("a map has at most {MOST_LINES} rows and {MOST_LINES} columns")]
    TooLarge,
    /// Not as long as the first line.
    #[error("this line has {found} characters, the first has {wanted}")]
    Ragged {
        /// In this line.
        found: usize,
        /// In the first.
        wanted: usize,
    },
    /// A character that means nothing.
    #[error("{0:?} is no character of a map; they are . # - | + and the blank")]
    Character(char),
    /// Nobody could stand anywhere.
    #[error("the map has no room spot ('.') to stand on")]
    NoRoom,
}

/// A map that is whole: every line as long as the others, every character one of the six, one room spot at least.
#[derive(Clone, PartialEq, Eq)]
pub struct Map {
    rows: u16,
    columns: u16,
    cells: Vec<u8>,
}

impl fmt::Debug for Map {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Map({} rows, {} columns)", self.rows, self.columns)
    }
}

impl Map {
    /// Reads a map. Lines end in LF or CRLF; the last may end without.
    ///
    /// # Errors
    /// With the first fault, and where it is.
    pub fn parse(text: &str) -> Result<Self, MapError> {
        let fail = |line, column, fault| Err(MapError { line, column, fault });
        let most = usize::from(MOST_LINES);
        let mut cells = Vec::with_capacity(text.len());
        let (mut rows, mut columns) = (0, 0);
        for (line, number) in text.lines().zip(1..) {
            if number > most {
                return fail(number, 1, MapFault::TooLarge);
            }
            for (character, column) in line.chars().zip(1..) {
                match u8::try_from(character) {
                    _ if column > most => return fail(number, column, MapFault::TooLarge),
                    Ok(cell) if CHARACTERS.contains(&cell) => cells.push(cell),
                    _ => return fail(number, column, MapFault::Character(character)),
                }
            }
            let found = cells.len() - rows * columns;
            if number == 1 {
                columns = found;
            } else if found != columns {
                let fault = MapFault::Ragged { found, wanted: columns };
                return fail(number, found.min(columns) + 1, fault);
            }
            rows = number;
        }
        match (u16::try_from(rows), u16::try_from(columns)) {
            (Ok(rows @ 1..), Ok(columns @ 1..)) if cells.contains(&ROOM) => Ok(Self { rows, columns, cells }),
            (Ok(1..), Ok(1..)) => fail(1, 1, MapFault::NoRoom),
            _ => fail(1, 1, MapFault::Empty),
        }
    }

    /// From top to bottom.
    pub const fn rows(&self) -> u16 {
        self.rows
    }

    /// From left to right.
    pub const fn columns(&self) -> u16 {
        self.columns
    }

    /// How many gridpoints.
    pub fn area(&self) -> usize {
        self.cells.len()
    }

    /// The place of a point in a list of all gridpoints; `None` beyond the map.
    pub fn index(&self, Point { row, column }: Point) -> Option<usize> {
        let inside = row < self.rows && column < self.columns;
        inside.then(|| usize::from(row) * usize::from(self.columns) + usize::from(column))
    }

    /// The character at a point: one of the six, rock beyond the map.
    pub fn at(&self, point: Point) -> u8 {
        self.index(point).map_or(ROCK, |index| self.cells[index])
    }

    /// A line of it.
    pub fn row(&self, row: u16) -> &[u8] {
        let columns = usize::from(self.columns);
        &self.cells[usize::from(row) * columns..][..columns]
    }

    /// True if somebody can stand there.
    pub fn is_spot(&self, point: Point) -> bool {
        matches!(self.at(point), ROOM | PASSAGE)
    }

    /// Where a step leads; `None` if it is impossible. Only the target counts: diagonals slip past corners.
    pub fn step(&self, from: Point, direction: Direction) -> Option<Point> {
        from.towards(direction).filter(|&to| self.is_spot(to))
    }

    /// All gridpoints, row by row.
    pub fn points(&self) -> impl Iterator<Item = Point> + use<> {
        let columns = self.columns;
        (0..self.rows).flat_map(move |row| (0..columns).map(move |column| Point { row, column }))
    }

    /// All room spots, row by row.
    pub fn room_spots(&self) -> impl Iterator<Item = Point> + '_ {
        self.points().filter(|&point| self.at(point) == ROOM)
    }

    /// Into how many parts the spots fall, by the eight moves. More than one is worth a warning: nobody can get from
    /// one to another.
    pub fn parts(&self) -> usize {
        let mut seen = vec![false; self.area()];
        let mut parts = 0;
        let mut queue = Vec::new();
        for start in self.points().filter(|&point| self.is_spot(point)) {
            queue.push(start);
            let mut fresh = false;
            while let Some(point) = queue.pop() {
                let Some(index) = self.index(point).filter(|&index| !seen[index]) else { continue };
                seen[index] = true;
                fresh = true;
                queue.extend(Direction::ALL.into_iter().filter_map(|way| self.step(point, way)));
            }
            parts += usize::from(fresh);
        }
        parts
    }

    /// The map as text, each line with its end.
    pub fn text(&self) -> String {
        (0..self.rows).flat_map(|row| self.row(row).iter().copied().chain([b'\n'])).map(char::from).collect()
    }
}

impl Point {
    /// The next gridpoint; `None` beyond the upper or left border. It may lie beyond the others.
    pub fn towards(self, direction: Direction) -> Option<Self> {
        let (rows, columns) = direction.delta();
        Some(Self {
            row: self.row.checked_add_signed(rows)?,
            column: self.column.checked_add_signed(columns)?,
        })
    }
}

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests {
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case::empty("", 1, 1, MapFault::Empty)]
    #[case::empty_line("\n", 1, 1, MapFault::Empty)]
    #[case::no_room("+-+\n|#|\n+-+", 1, 1, MapFault::NoRoom)]
    #[case::short_line("....\n...\n", 2, 4, MapFault::Ragged { found: 3, wanted: 4 })]
    #[case::long_line("..\n..#\n", 2, 3, MapFault::Ragged { found: 3, wanted: 2 })]
    #[case::empty_line_inside("..\n\n..", 2, 1, MapFault::Ragged { found: 0, wanted: 2 })]
    #[case::empty_line_at_the_end("..\n..\n\n", 3, 1, MapFault::Ragged { found: 0, wanted: 2 })]
    #[case::tab("..\n.\t", 2, 2, MapFault::Character('\t'))]
    #[case::letter("..\n.A", 2, 2, MapFault::Character('A'))]
    #[case::wide_letter("..\nö.", 2, 1, MapFault::Character('ö'))]
    #[case::lonely_return("..\r..", 1, 3, MapFault::Character('\r'))]
    fn faults_say_where_and_what(
        #[case] text: &str,
        #[case] line: usize,
        #[case] column: usize,
        #[case] fault: MapFault,
    ) {
        assert_eq!(Map::parse(text), Err(MapError { line, column, fault }));
    }

    #[test]
    fn a_map_has_at_most_500_rows_and_columns() {
        assert!(Map::parse(&"..\n".repeat(500)).is_ok());
        let rows = Map::parse(&"..\n".repeat(501)).unwrap_err();
        assert_eq!((rows.line, rows.fault), (501, MapFault::TooLarge));
        assert!(Map::parse(&".".repeat(500)).is_ok());
        let columns = Map::parse(&".".repeat(501)).unwrap_err();
        assert_eq!((columns.column, columns.fault), (501, MapFault::TooLarge));
    }

    #[rstest]
    #[case::lf("#.\n.#\n")]
    #[case::crlf("#.\r\n.#\r\n")]
    #[case::crlf_without_the_last("#.\r\n.#")]
    #[case::lf_without_the_last("#.\n.#")]
    fn line_ends_of_every_kind(#[case] text: &str) {
        assert_eq!(Map::parse(text).unwrap().text(), "#.\n.#\n");
    }

    #[test]
    fn parts_are_counted_by_the_eight_moves() {
        assert_eq!(Map::parse(".  \n # \n  .").unwrap().parts(), 1);
        assert_eq!(Map::parse(". .\n   \n# .").unwrap().parts(), 4);
    }

    #[test]
    fn sixteen_letters_and_no_other_are_keys() {
        let letters: String =
            (0..=255_u8).map(char::from).filter(|&letter| Key::of(letter).is_some()).collect();
        assert_eq!(letters, "BHJKLNUYbhjklnuy");
        for key in Key::all() {
            assert_eq!(key.letter().to_string().parse(), Ok(key));
        }
        assert_eq!("hh".parse::<Key>(), Err(NoSuchKey));
        assert_eq!("".parse::<Key>(), Err(NoSuchKey));
    }

    #[test]
    fn steps_stop_at_the_rim() {
        let map = Map::parse("..\n.#").unwrap();
        let corner = Point { row: 0, column: 0 };
        assert_eq!(map.step(corner, Direction::Left), None);
        assert_eq!(map.step(corner, Direction::UpRight), None);
        assert_eq!(map.step(corner, Direction::DownRight), Some(Point { row: 1, column: 1 }));
        assert_eq!(map.step(Point { row: 1, column: 1 }, Direction::Right), None);
    }
}
