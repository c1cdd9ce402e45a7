//! A store that forgets. It answers at once, so a test that pauses `tokio::time` can use it: while a real store waits
//! for its disk, paused time would run on.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard};

use async_trait::async_trait;
use backend::ids::{Code, MatchId, UserId};
use backend::store::{
    Append, Created, GameSums, Met, NewMatch, Occupant, SeatResult, SeatRow, Store, StoreError, StoredMatch,
    User,
};
use shared::api::Sums;
use shared::catalogue::GameId;
use shared::game::Verdict;

/// Users and matches in memory.
#[derive(Debug, Default)]
pub struct MemoryStore(Mutex<Tables>);

#[derive(Debug, Default)]
struct Tables {
    users: HashMap<UserId, User>,
    matches: HashMap<MatchId, StoredMatch>,
    codes: HashMap<Code, MatchId>,
    requests: HashMap<(UserId, String), MatchId>,
    results: Vec<(GameId, SeatResult)>,
}

impl Tables {
    fn known(&self, id: &UserId) -> Result<(), StoreError> {
        if self.users.contains_key(id) { Ok(()) } else { Err(StoreError::NotFound(format!("user {id}"))) }
    }

    /// Checks whether these seats can be taken besides those that are.
    fn free(&self, taken: &[SeatRow], wanted: &[SeatRow]) -> Result<(), StoreError> {
        for (at, row) in wanted.iter().enumerate() {
            if let Occupant::User(id) = &row.occupant {
                self.known(id)?;
            }
            if taken.iter().chain(&wanted[..at]).any(|other| other.seat == row.seat) {
                return Err(StoreError::Conflict(format!("seat {}", row.seat)));
            }
        }
        Ok(())
    }
}

impl MemoryStore {
    fn tables(&self) -> MutexGuard<'_, Tables> {
        self.0.lock().expect("no test panics while it holds the tables")
    }
}

#[async_trait]
impl Store for MemoryStore {
    async fn create_user(&self, user: User) -> Result<(), StoreError> {
        let mut tables = self.tables();
        if tables.users.contains_key(&user.id) {
            return Err(StoreError::Conflict(format!("user {}", user.id)));
        }
        tables.users.insert(user.id.clone(), user);
        Ok(())
    }

    async fn user(&self, id: &UserId) -> Result<Option<User>, StoreError> {
        Ok(self.tables().users.get(id).cloned())
    }

    async fn rename_user(&self, id: &UserId, name: &str) -> Result<(), StoreError> {
        let mut tables = self.tables();
        let user = tables.users.get_mut(id).ok_or_else(|| StoreError::NotFound(format!("user {id}")))?;
        name.clone_into(&mut user.name);
        Ok(())
    }

    async fn create_match(&self, new: NewMatch) -> Result<Created, StoreError> {
        let mut tables = self.tables();
        let NewMatch { setup, mut seats, entries, idempotency_key } = new;
        let request = idempotency_key.map(|key| (setup.creator.clone(), key));
        if let Some(before) = request.as_ref().and_then(|request| tables.requests.get(request)) {
            return Ok(Created::Before(before.clone()));
        }
        tables.known(&setup.creator)?;
        if tables.matches.contains_key(&setup.id) || tables.codes.contains_key(&setup.code) {
            return Err(StoreError::Conflict(format!("match {} or code {}", setup.id, setup.code)));
        }
        tables.free(&[], &seats)?;
        seats.sort_by_key(|row| row.seat);
        tables.codes.insert(setup.code.clone(), setup.id.clone());
        if let Some(request) = request {
            tables.requests.insert(request, setup.id.clone());
        }
        tables.matches.insert(setup.id.clone(), StoredMatch { setup, seats, entries, outcome: None });
        Ok(Created::New)
    }

    async fn append(&self, append: Append) -> Result<(), StoreError> {
        let mut tables = self.tables();
        let Append { match_id, index, entry, seat, outcome, results } = append;
        let stored =
            tables.matches.get(&match_id).ok_or_else(|| StoreError::NotFound(format!("match {match_id}")))?;
        if stored.outcome.is_some() || usize::try_from(index) != Ok(stored.entries.len()) {
            return Err(StoreError::Conflict(format!("entry {index} of match {match_id}")));
        }
        tables.free(&stored.seats, seat.as_slice())?;
        let stored = tables.matches.get_mut(&match_id).expect("found before");
        stored.entries.push(entry);
        stored.seats.extend(seat);
        stored.seats.sort_by_key(|row| row.seat);
        stored.outcome = outcome;
        let game = stored.setup.game;
        tables.results.extend(results.into_iter().map(|result| (game, result)));
        Ok(())
    }

    async fn match_by_code(&self, code: &Code) -> Result<Option<MatchId>, StoreError> {
        Ok(self.tables().codes.get(code).cloned())
    }

    async fn load_match(&self, id: &MatchId) -> Result<Option<StoredMatch>, StoreError> {
        Ok(self.tables().matches.get(id).cloned())
    }

    async fn live_matches(&self) -> Result<Vec<StoredMatch>, StoreError> {
        Ok(self.tables().matches.values().filter(|stored| stored.outcome.is_none()).cloned().collect())
    }

    async fn sums(&self, user: &UserId) -> Result<Vec<GameSums>, StoreError> {
        let tables = self.tables();
        let of = |game| {
            let mine = tables.results.iter().filter(|(of, result)| *of == game && result.user == *user);
            sum_up(game, mine.map(|(_, result)| result))
        };
        Ok(GameId::ALL.into_iter().map(of).filter(|sums| !sums.met.is_empty()).collect())
    }

    async fn probe(&self) -> Result<(), StoreError> {
        Ok(())
    }
}

fn sum_up<'a>(game: GameId, results: impl Iterator<Item = &'a SeatResult>) -> GameSums {
    let mut sums = GameSums { game, streak: 0, best_streak: 0, met: Vec::new() };
    for result in results {
        let of = |verdict| u32::from(result.verdict == Some(verdict));
        let one = Sums {
            finished: 1,
            won: of(Verdict::Won),
            lost: of(Verdict::Lost),
            drawn: of(Verdict::Drawn),
            scored: u32::from(result.score.is_some()),
            score: result.score.unwrap_or(0),
            scores: result.score.map(|score| (score, score)),
        };
        match sums.met.iter_mut().find(|(met, _)| *met == result.opponents) {
            Some((_, sum)) => *sum = sum.and(one),
            None => sums.met.push((result.opponents, one)),
        }
        if result.opponents != Met::Nobody {
            sums.streak = if result.verdict == Some(Verdict::Won) { sums.streak + 1 } else { 0 };
            sums.best_streak = sums.best_streak.max(sums.streak);
        }
    }
    sums.met.sort_by_key(|(met, _)| *met);
    sums
}
