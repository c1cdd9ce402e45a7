//! Numbers of games: never 0, and of one game at a time.

use std::collections::HashSet;
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::Office;

/// The numbers of all games that go on: at most one a connection.
#[derive(Debug, Default)]
pub(super) struct Gids(Mutex<Given>);

#[derive(Debug, Default)]
struct Given {
    last: u32,
    live: HashSet<u32>,
}

impl Given {
    fn next(&mut self) -> u32 {
        loop {
            self.last = self.last.wrapping_add(1);
            // There are far fewer games than numbers, so this ends.
            if self.last != 0 && self.live.insert(self.last) {
                return self.last;
            }
        }
    }
}

impl Gids {
    fn given(&self) -> MutexGuard<'_, Given> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The number of a game; free again when the game is forgotten.
#[derive(Debug)]
pub(super) struct Gid {
    number: u32,
    office: Office,
}

impl Gid {
    /// A number that no other game has.
    pub fn new(office: &Office) -> Self {
        Self { number: office.0.gids.given().next(), office: office.clone() }
    }

    pub const fn number(&self) -> u32 {
        self.number
    }
}

impl Drop for Gid {
    fn drop(&mut self) {
        self.office.0.gids.given().live.remove(&self.number);
    }
}

#[cfg(test)]
mod tests {
    use shared::accordion::House;
    use tokio_util::sync::CancellationToken;

    use super::*;

    #[test]
    fn a_number_is_not_0_and_not_given_twice() {
        let office = Office::new(House::Casual, CancellationToken::new());
        let first = Gid::new(&office);
        assert_eq!(first.number(), 1);
        office.0.gids.given().last = u32::MAX - 1;
        let others = [Gid::new(&office), Gid::new(&office)];
        assert_eq!(others.each_ref().map(Gid::number), [u32::MAX, 2], "0 is none, and 1 is still played");
        drop(first);
        drop(others);
        assert!(office.0.gids.given().live.is_empty());
    }
}
