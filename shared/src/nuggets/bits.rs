//! A set of gridpoints, one bit each. Every row starts on a word of its own, so that sets which lie over each other
//! are joined a word at a time.

use serde::{Deserialize, Serialize};

use crate::nuggets::map::Point;

/// Gridpoints in one word.
pub(super) const WORD: usize = 64;

/// A set of gridpoints of a map of known size.
///
/// On paper it is a list of runs, `[row, column, length]`, with the number of columns before it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Runs", into = "Runs")]
pub struct Bits {
    rows: u16,
    columns: u16,
    words: Vec<u64>,
}

impl Bits {
    /// The empty set.
    pub fn none(rows: u16, columns: u16) -> Self {
        Self { rows, columns, words: vec![0; usize::from(rows) * stride(columns)] }
    }

    /// True if `point` is in the set. Points beyond the map never are.
    pub fn contains(&self, point: Point) -> bool {
        self.place(point).is_some_and(|(word, bit)| self.words[word] & bit != 0)
    }

    /// Adds a point; points beyond the map are passed over.
    pub fn insert(&mut self, point: Point) {
        if let Some((word, bit)) = self.place(point) {
            self.words[word] |= bit;
        }
    }

    /// Adds the first word and the words after it to a row, from `word` on; shows what was not there before.
    pub(super) fn add(&mut self, row: u16, word: u16, words: &[u64], mut new: impl FnMut(Point)) {
        let start = usize::from(row) * stride(self.columns) + usize::from(word);
        for ((mine, &theirs), at) in self.words[start..].iter_mut().zip(words).zip(usize::from(word)..) {
            let fresh = theirs & !*mine;
            *mine |= theirs;
            for column in ones(fresh) {
                new(point(row, at * WORD + column));
            }
        }
    }

    /// All points, row by row.
    pub fn iter(&self) -> impl Iterator<Item = Point> + '_ {
        let stride = stride(self.columns).max(1);
        self.words.chunks(stride).zip(0..).flat_map(|(words, row)| {
            words
                .iter()
                .enumerate()
                .flat_map(move |(at, &word)| ones(word).map(move |column| point(row, at * WORD + column)))
        })
    }

    /// The points that are not in `other`, a set of the same map.
    pub(super) fn without<'a>(&'a self, other: &'a Self) -> impl Iterator<Item = Point> + 'a {
        let stride = stride(self.columns).max(1);
        self.words.iter().zip(&other.words).enumerate().flat_map(move |(at, (&mine, &theirs))| {
            // A map has at most 500 rows.
            #[allow(clippy::cast_possible_truncation)]
            let row = (at / stride) as u16;
            ones(mine & !theirs).map(move |column| point(row, at % stride * WORD + column))
        })
    }

    /// How many points.
    pub fn len(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// True if there is none.
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|&word| word == 0)
    }

    /// The words of a row.
    pub(super) fn row(&self, row: u16) -> &[u64] {
        let stride = stride(self.columns);
        &self.words[usize::from(row) * stride..][..stride]
    }

    fn place(&self, Point { row, column }: Point) -> Option<(usize, u64)> {
        let word = usize::from(row) * stride(self.columns) + usize::from(column) / WORD;
        (row < self.rows && column < self.columns).then(|| (word, 1 << (usize::from(column) % WORD)))
    }
}

/// Words of one row.
pub(super) const fn stride(columns: u16) -> usize {
    (columns as usize).div_ceil(WORD)
}

fn point(row: u16, column: usize) -> Point {
    // A column of the map fits: it was made of one.
    Point { row, column: u16::try_from(column).unwrap_or(u16::MAX) }
}

/// The numbers of the bits that are set.
fn ones(mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let next = (word != 0).then(|| word.trailing_zeros() as usize);
        word &= word.wrapping_sub(1);
        next
    })
}

/// A set on paper: row, first column and length of each run.
#[derive(Serialize, Deserialize)]
#[allow(clippy::struct_field_names)] // the name is what it says on paper
struct Runs {
    rows: u16,
    columns: u16,
    runs: Vec<(u16, u16, u16)>,
}

impl From<Bits> for Runs {
    fn from(bits: Bits) -> Self {
        let mut runs: Vec<(u16, u16, u16)> = Vec::new();
        for Point { row, column } in bits.iter() {
            match runs.last_mut() {
                Some((of, from, length)) if *of == row && *from + *length == column => *length += 1,
                _ => runs.push((row, column, 1)),
            }
        }
        Self { rows: bits.rows, columns: bits.columns, runs }
    }
}

impl TryFrom<Runs> for Bits {
    type Error = &'static str;

    fn try_from(Runs { rows, columns, runs }: Runs) -> Result<Self, Self::Error> {
        let most = crate::nuggets::map::MOST_LINES;
        if rows > most || columns > most {
            return Err("a set of gridpoints is larger than any map");
        }
        let mut bits = Self::none(rows, columns);
        for (row, from, length) in runs {
            for column in from..from.saturating_add(length).min(columns) {
                bits.insert(Point { row, column });
            }
        }
        Ok(bits)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_survives_its_text() {
        let mut bits = Bits::none(3, 130);
        for (row, column) in [(0, 0), (0, 63), (0, 64), (0, 65), (2, 129)] {
            bits.insert(Point { row, column });
        }
        bits.insert(Point { row: 3, column: 0 });
        bits.insert(Point { row: 0, column: 130 });
        assert_eq!(bits.len(), 5);
        let text = serde_json::to_string(&bits).unwrap();
        assert_eq!(text, r#"{"rows":3,"columns":130,"runs":[[0,0,1],[0,63,3],[2,129,1]]}"#);
        assert_eq!(serde_json::from_str::<Bits>(&text).unwrap(), bits);
    }

    #[test]
    fn adding_shows_what_is_new() {
        let mut bits = Bits::none(2, 70);
        bits.insert(Point { row: 1, column: 65 });
        let mut new = Vec::new();
        bits.add(1, 1, &[0b111], |point| new.push(point.column));
        assert_eq!(new, [64, 66]);
    }
}
