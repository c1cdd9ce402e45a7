//! What every store does. Each property below is tested for each implementation.

use std::collections::HashSet;
use std::sync::Arc;

use backend::ids::{Code, MatchId, UserId};
use backend::store::sqlite::SqliteStore;
use backend::store::{
    Append, Created, GameSums, Met, NewEntry, NewMatch, Occupant, SeatResult, SeatRow, Store, StoreError,
    StoredMatch, User,
};
use shared::api::Sums;
use shared::catalogue::GameId;
use shared::game::{Level, Seat, Verdict};
use tempfile::TempDir;

#[path = "support/memory_store.rs"]
mod memory_store;
#[path = "support/samples.rs"]
mod samples;

use memory_store::MemoryStore;
use samples::{ada, append, entry, make_match, match_id, new_match};

/// A store under test, and whatever has to outlive it.
struct Subject<S> {
    store: Arc<S>,
    _dir: Option<TempDir>,
}

async fn sqlite() -> Subject<SqliteStore> {
    let dir = tempfile::tempdir().unwrap();
    Subject { store: Arc::new(SqliteStore::open(dir.path()).await.unwrap()), _dir: Some(dir) }
}

async fn memory() -> Subject<MemoryStore> {
    Subject { store: Arc::default(), _dir: None }
}

macro_rules! conformance {
    ($implementation:ident: $($property:ident)*) => {
        mod $implementation {
            $(
                #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
                async fn $property() {
                    let subject = super::$implementation().await;
                    super::$property(subject.store.clone()).await;
                }
            )*
        }
    };
    ($first:ident, $($other:ident),+: $($property:ident)*) => {
        conformance!($first: $($property)*);
        conformance!($($other),+: $($property)*);
    };
}

conformance! {
    sqlite, memory:
    a_user_is_found_as_created
    a_user_can_be_renamed
    a_match_loads_as_it_was_made
    a_match_loads_as_it_was_played
    a_match_is_found_by_its_code
    a_code_is_given_once
    a_request_repeated_finds_the_same_match
    equal_requests_at_once_make_one_match
    a_match_needs_known_users
    a_refused_match_leaves_nothing
    an_entry_that_is_not_the_next_is_refused
    a_seat_is_taken_once
    a_match_ends_once
    numbers_of_any_size_are_kept
    of_equal_entries_at_once_one_is_written
    fifty_writers_all_succeed
    live_matches_are_those_that_have_not_ended
    results_are_summed_up_by_game_and_opponents
    a_streak_is_of_wins_and_of_one_game
    matches_without_opponents_are_neither_won_nor_lost
    a_refused_end_leaves_no_result
    the_probe_succeeds
}

fn is_conflict<T>(result: &Result<T, StoreError>) -> bool {
    matches!(result, Err(StoreError::Conflict(_)))
}

fn is_not_found<T>(result: &Result<T, StoreError>) -> bool {
    matches!(result, Err(StoreError::NotFound(_)))
}

async fn load(store: &dyn Store, number: u64) -> StoredMatch {
    store.load_match(&match_id(number)).await.unwrap().expect("the match is there")
}

fn bob() -> User {
    User { id: UserId("bob".to_owned()), name: "Bob Ünal 🎲".to_owned(), created_at: 7 }
}

fn seat(number: u8, occupant: Occupant, name: &str) -> SeatRow {
    SeatRow { seat: Seat(number), occupant, name: name.to_owned() }
}

async fn a_user_is_found_as_created(store: Arc<impl Store>) {
    assert_eq!(store.user(&bob().id).await, Ok(None));
    store.create_user(bob()).await.unwrap();
    store.create_user(ada()).await.unwrap();
    assert_eq!(store.user(&bob().id).await, Ok(Some(bob())));

    let again = store.create_user(User { name: "Mallory".to_owned(), ..bob() }).await;
    assert!(is_conflict(&again), "{again:?}");
    assert_eq!(store.user(&bob().id).await, Ok(Some(bob())));
}

async fn a_user_can_be_renamed(store: Arc<impl Store>) {
    store.create_user(ada()).await.unwrap();
    store.create_user(bob()).await.unwrap();
    store.create_match(new_match(1)).await.unwrap();
    store.rename_user(&ada().id, "Countess").await.unwrap();
    assert_eq!(store.user(&ada().id).await, Ok(Some(User { name: "Countess".to_owned(), ..ada() })));
    assert_eq!(store.user(&bob().id).await, Ok(Some(bob())));
    assert_eq!(load(&*store, 1).await.seats[0].name, "Ada", "a match keeps the name of its day");

    let nobody = store.rename_user(&UserId("nobody".to_owned()), "X").await;
    assert!(is_not_found(&nobody), "{nobody:?}");
}

async fn a_match_loads_as_it_was_made(store: Arc<impl Store>) {
    store.create_user(ada()).await.unwrap();
    store.create_user(bob()).await.unwrap();
    let new = NewMatch {
        seats: vec![
            seat(2, Occupant::Bot(Level::Hard), "Hard bot"),
            seat(0, Occupant::User(ada().id), "Ada"),
            seat(1, Occupant::User(bob().id), "Bob Ünal 🎲"),
        ],
        entries: vec![NewEntry { action: None, ..entry(0) }, entry(1)],
        ..new_match(1)
    };
    assert_eq!(store.create_match(new.clone()).await, Ok(Created::New));
    let NewMatch { setup, mut seats, entries, .. } = new;
    seats.sort_by_key(|row| row.seat);
    assert_eq!(load(&*store, 1).await, StoredMatch { setup, seats, entries, outcome: None });
    assert_eq!(store.load_match(&match_id(2)).await, Ok(None));
}

async fn a_match_loads_as_it_was_played(store: Arc<impl Store>) {
    make_match(&*store, 1).await;
    make_match(&*store, 2).await;
    let bot = seat(1, Occupant::Bot(Level::Easy), "Easy bot");
    store.append(Append { seat: Some(bot.clone()), ..append(1, 0) }).await.unwrap();
    // More than nine, so that an order by text would show.
    for index in 1..12 {
        store.append(append(1, index)).await.unwrap();
        store.append(append(2, index - 1)).await.unwrap();
    }
    let outcome = Some(r#"{"decided":{}}"#.to_owned());
    store.append(Append { outcome: outcome.clone(), ..append(1, 12) }).await.unwrap();

    let made = new_match(1);
    let seats = vec![made.seats[0].clone(), bot];
    let entries = (0..13).map(entry).collect();
    assert_eq!(load(&*store, 1).await, StoredMatch { setup: made.setup, seats, entries, outcome });
    assert_eq!(load(&*store, 2).await.entries, (0..11).map(entry).collect::<Vec<_>>());
}

async fn a_match_is_found_by_its_code(store: Arc<impl Store>) {
    make_match(&*store, 1).await;
    assert_eq!(store.match_by_code(&new_match(1).setup.code).await, Ok(Some(match_id(1))));
    assert_eq!(store.match_by_code(&Code("NOSUCH".to_owned())).await, Ok(None));
    store.append(Append { outcome: Some("{}".to_owned()), ..append(1, 0) }).await.unwrap();
    assert_eq!(store.match_by_code(&new_match(1).setup.code).await, Ok(Some(match_id(1))));
}

async fn a_code_is_given_once(store: Arc<impl Store>) {
    make_match(&*store, 1).await;
    let mut same_code = new_match(2);
    same_code.setup.code = new_match(1).setup.code;
    let refused = store.create_match(same_code).await;
    assert!(is_conflict(&refused), "{refused:?}");
    let mut same_id = new_match(2);
    same_id.setup.id = match_id(1);
    let refused = store.create_match(same_id).await;
    assert!(is_conflict(&refused), "{refused:?}");
    assert_eq!(store.live_matches().await.unwrap().len(), 1);
    assert_eq!(load(&*store, 1).await.setup, new_match(1).setup);
}

fn with_key(number: u64, key: &str) -> NewMatch {
    NewMatch { idempotency_key: Some(key.to_owned()), ..new_match(number) }
}

async fn a_request_repeated_finds_the_same_match(store: Arc<impl Store>) {
    store.create_user(ada()).await.unwrap();
    store.create_user(bob()).await.unwrap();
    assert_eq!(store.create_match(with_key(1, "k")).await, Ok(Created::New));
    assert_eq!(store.create_match(with_key(2, "k")).await, Ok(Created::Before(match_id(1))));
    assert_eq!(store.load_match(&match_id(2)).await, Ok(None));
    // Even if a draw of the repeated request is taken by now.
    assert_eq!(store.create_match(with_key(1, "k")).await, Ok(Created::Before(match_id(1))));

    assert_eq!(store.create_match(with_key(3, "l")).await, Ok(Created::New));
    let mut of_bob = with_key(4, "k");
    of_bob.setup.creator = bob().id;
    assert_eq!(store.create_match(of_bob).await, Ok(Created::New), "keys of others don't matter");
    assert_eq!(store.create_match(new_match(5)).await, Ok(Created::New));
    assert_eq!(store.create_match(new_match(6)).await, Ok(Created::New), "no key is no key");
}

async fn equal_requests_at_once_make_one_match(store: Arc<impl Store + 'static>) {
    store.create_user(ada()).await.unwrap();
    let requests: Vec<_> = (0..50)
        .map(|number| {
            let store = store.clone();
            tokio::spawn(async move { (number, store.create_match(with_key(number, "k")).await.unwrap()) })
        })
        .collect();
    let mut made = Vec::new();
    let mut found = HashSet::new();
    for request in requests {
        match request.await.unwrap() {
            (number, Created::New) => made.push(match_id(number)),
            (_, Created::Before(id)) => _ = found.insert(id),
        }
    }
    assert_eq!(made.len(), 1);
    assert_eq!(found, HashSet::from_iter(made));
    assert_eq!(store.live_matches().await.unwrap().len(), 1);
}

async fn a_match_needs_known_users(store: Arc<impl Store>) {
    let refused = store.create_match(new_match(1)).await;
    assert!(is_not_found(&refused), "{refused:?}");
    store.create_user(ada()).await.unwrap();
    store.create_match(new_match(1)).await.unwrap();
    let stranger = seat(1, Occupant::User(bob().id), "Bob");
    let refused = store.append(Append { seat: Some(stranger), ..append(1, 0) }).await;
    assert!(is_not_found(&refused), "{refused:?}");
    assert_eq!(load(&*store, 1).await.entries, []);
}

async fn a_refused_match_leaves_nothing(store: Arc<impl Store>) {
    store.create_user(ada()).await.unwrap();
    let twice = seat(0, Occupant::Bot(Level::Easy), "Easy bot");
    let mut new = NewMatch { entries: vec![entry(0)], ..with_key(1, "k") };
    new.seats.push(twice);
    let refused = store.create_match(new).await;
    assert!(is_conflict(&refused), "{refused:?}");
    assert_eq!(store.load_match(&match_id(1)).await, Ok(None));
    assert_eq!(store.match_by_code(&new_match(1).setup.code).await, Ok(None));
    assert_eq!(store.create_match(with_key(1, "k")).await, Ok(Created::New), "id, code and key are free");
    assert_eq!(load(&*store, 1).await.entries, []);
}

async fn an_entry_that_is_not_the_next_is_refused(store: Arc<impl Store>) {
    make_match(&*store, 1).await;
    for wrong in [1, 2, u64::MAX] {
        let refused = store.append(append(1, wrong)).await;
        assert!(is_conflict(&refused), "{wrong} before 0: {refused:?}");
    }
    store.append(append(1, 0)).await.unwrap();
    store.append(append(1, 1)).await.unwrap();
    let before = load(&*store, 1).await;
    for wrong in [0, 1, 3, 1000, u64::MAX] {
        let bot = seat(1, Occupant::Bot(Level::Easy), "Easy bot");
        let other = Append { seat: Some(bot), outcome: Some("{}".to_owned()), ..append(1, wrong) };
        for refused in [store.append(append(1, wrong)).await, store.append(other).await] {
            assert!(is_conflict(&refused), "{wrong} after 1: {refused:?}");
        }
    }
    assert_eq!(load(&*store, 1).await, before);
    let nowhere = store.append(append(2, 0)).await;
    assert!(is_not_found(&nowhere), "{nowhere:?}");
    store.append(append(1, 2)).await.unwrap();
}

async fn a_seat_is_taken_once(store: Arc<impl Store>) {
    make_match(&*store, 1).await;
    let taken = seat(0, Occupant::Bot(Level::Easy), "Easy bot");
    let refused = store.append(Append { seat: Some(taken), ..append(1, 0) }).await;
    assert!(is_conflict(&refused), "{refused:?}");
    let after = load(&*store, 1).await;
    assert_eq!(after.entries, [], "the entry went in without its seat");
    assert_eq!(after.seats, new_match(1).seats);
}

async fn a_match_ends_once(store: Arc<impl Store>) {
    make_match(&*store, 1).await;
    let end = |index, how: &str| Append { outcome: Some(how.to_owned()), ..append(1, index) };
    store.append(end(0, "first")).await.unwrap();
    for refused in [store.append(end(1, "second")).await, store.append(append(1, 1)).await] {
        assert!(is_conflict(&refused), "{refused:?}");
    }
    let after = load(&*store, 1).await;
    assert_eq!((after.outcome.as_deref(), after.entries.len()), (Some("first"), 1));
}

async fn numbers_of_any_size_are_kept(store: Arc<impl Store>) {
    make_match(&*store, 1).await;
    let huge = NewEntry {
        at: u64::MAX,
        entry: "ü'\"\\ \u{1f3b2}".to_owned(),
        action: Some((Seat(u8::MAX), u64::MAX)),
    };
    store.append(Append { entry: huge.clone(), ..append(1, 0) }).await.unwrap();
    assert_eq!(load(&*store, 1).await.entries, [huge]);
}

async fn of_equal_entries_at_once_one_is_written(store: Arc<impl Store + 'static>) {
    make_match(&*store, 1).await;
    let rivals: Vec<_> = (0..20)
        .map(|rival| {
            let store = store.clone();
            let entry = NewEntry { at: rival, ..entry(0) };
            tokio::spawn(async move { (rival, store.append(Append { entry, ..append(1, 0) }).await) })
        })
        .collect();
    let mut winners = Vec::new();
    for rival in rivals {
        match rival.await.unwrap() {
            (rival, Ok(())) => winners.push(rival),
            (_, refused) => assert!(is_conflict(&refused), "{refused:?}"),
        }
    }
    let written: Vec<u64> = load(&*store, 1).await.entries.iter().map(|entry| entry.at).collect();
    assert_eq!(winners.len(), 1);
    assert_eq!(winners, written);
}

async fn fifty_writers_all_succeed(store: Arc<impl Store + 'static>) {
    const WRITERS: u64 = 50;
    const ENTRIES: u64 = 40;
    store.create_user(ada()).await.unwrap();
    let writers: Vec<_> = (0..WRITERS)
        .map(|number| {
            let store = store.clone();
            tokio::spawn(async move {
                store.create_match(new_match(number)).await.unwrap();
                for index in 0..ENTRIES {
                    store.append(append(number, index)).await.unwrap();
                    // Reads go on between the writes.
                    let seen = load(&*store, number).await.entries.len();
                    assert_eq!(u64::try_from(seen), Ok(index + 1));
                }
            })
        })
        .collect();
    for writer in writers {
        writer.await.unwrap();
    }
    for number in 0..WRITERS {
        assert_eq!(load(&*store, number).await.entries, (0..ENTRIES).map(entry).collect::<Vec<_>>());
    }
}

async fn live_matches_are_those_that_have_not_ended(store: Arc<impl Store>) {
    for number in 0..6 {
        make_match(&*store, number).await;
        store.append(append(number, 0)).await.unwrap();
    }
    let bot = seat(1, Occupant::Bot(Level::Medium), "Medium bot");
    store.append(Append { seat: Some(bot), ..append(3, 1) }).await.unwrap();
    for ended in [1, 4] {
        store.append(Append { outcome: Some("{}".to_owned()), ..append(ended, 1) }).await.unwrap();
    }
    let mut live = store.live_matches().await.unwrap();
    live.sort_by(|a, b| a.setup.id.cmp(&b.setup.id));
    let mut expected = Vec::new();
    for number in [0, 2, 3, 5] {
        expected.push(load(&*store, number).await);
    }
    assert_eq!(live, expected);
    assert_eq!(live[2].entries.len(), 2);
    assert_eq!(live[2].seats.len(), 2);
}

fn result(user: &User, opponents: Met, verdict: Option<Verdict>, score: Option<i64>) -> SeatResult {
    SeatResult { seat: Seat(0), user: user.id.clone(), opponents, verdict, score }
}

/// A match of this number and game that ends at once.
async fn played(store: &dyn Store, number: u64, game: GameId, results: Vec<SeatResult>) {
    let mut new = new_match(number);
    new.setup.game = game;
    store.create_match(new).await.unwrap();
    store.append(Append { outcome: Some("{}".to_owned()), results, ..append(number, 0) }).await.unwrap();
}

async fn results_are_summed_up_by_game_and_opponents(store: Arc<impl Store>) {
    store.create_user(ada()).await.unwrap();
    store.create_user(bob()).await.unwrap();
    assert_eq!(store.sums(&ada().id).await, Ok(Vec::new()));
    let hard = Met::Bots(Level::Hard);
    let lost = |score| vec![result(&ada(), hard, Some(Verdict::Lost), score)];
    let between_them = vec![
        result(&ada(), Met::People, Some(Verdict::Drawn), Some(7)),
        SeatResult { seat: Seat(1), ..result(&bob(), Met::People, Some(Verdict::Drawn), None) },
    ];
    played(&*store, 1, GameId::OneCard, vec![result(&ada(), hard, Some(Verdict::Won), Some(-3))]).await;
    played(&*store, 2, GameId::SeaBattle, between_them).await;
    played(&*store, 3, GameId::OneCard, lost(None)).await;
    played(&*store, 4, GameId::OneCard, lost(Some(-12))).await;
    let easy = result(&ada(), Met::Bots(Level::Easy), Some(Verdict::Won), Some(0));
    played(&*store, 5, GameId::OneCard, vec![easy]).await;
    // One that was closed counts as nothing.
    played(&*store, 6, GameId::Nuggets, Vec::new()).await;

    let one = Sums { finished: 1, ..Sums::default() };
    let drawn = Sums { drawn: 1, ..one };
    let with_score = Sums { scored: 1, score: 7, scores: Some((7, 7)), ..drawn };
    let once_won = Sums { won: 1, scored: 1, score: 0, scores: Some((0, 0)), ..one };
    let thrice =
        Sums { finished: 3, won: 1, lost: 2, drawn: 0, scored: 2, score: -15, scores: Some((-12, -3)) };
    let sea_battle =
        |met| vec![GameSums { game: GameId::SeaBattle, streak: 0, best_streak: 0, met: vec![met] }];
    let mut of_ada = sea_battle((Met::People, with_score));
    of_ada.push(GameSums {
        game: GameId::OneCard,
        streak: 1,
        best_streak: 1,
        met: vec![(Met::Bots(Level::Easy), once_won), (hard, thrice)],
    });
    assert_eq!(store.sums(&ada().id).await, Ok(of_ada));
    assert_eq!(store.sums(&bob().id).await, Ok(sea_battle((Met::People, drawn))));
}

async fn a_streak_is_of_wins_and_of_one_game(store: Arc<impl Store>) {
    use Verdict::{Drawn, Lost, Won};
    store.create_user(ada()).await.unwrap();
    let course = [
        (Lost, (0, 0)),
        (Won, (1, 1)),
        (Won, (2, 2)),
        (Drawn, (0, 2)),
        (Won, (1, 2)),
        (Won, (2, 2)),
        (Won, (3, 3)),
        (Lost, (0, 3)),
        (Lost, (0, 3)),
        (Won, (1, 3)),
    ];
    for ((verdict, expected), number) in course.into_iter().zip(0..) {
        // Opponents of all kinds count alike; other games in between don't matter.
        let met = if number % 2 == 0 { Met::People } else { Met::Bots(Level::Easy) };
        played(&*store, 2 * number, GameId::SeaBattle, vec![result(&ada(), met, Some(verdict), None)]).await;
        let other = result(&ada(), met, Some(if verdict == Won { Lost } else { Won }), None);
        played(&*store, 2 * number + 1, GameId::OneCard, vec![other]).await;
        let sums = store.sums(&ada().id).await.unwrap();
        assert_eq!((sums[0].streak, sums[0].best_streak), expected, "after match {number}");
    }
}

async fn matches_without_opponents_are_neither_won_nor_lost(store: Arc<impl Store>) {
    store.create_user(ada()).await.unwrap();
    let alone = || vec![result(&ada(), Met::Nobody, None, Some(250))];
    let won = || vec![result(&ada(), Met::Bots(Level::Easy), Some(Verdict::Won), Some(50))];
    played(&*store, 1, GameId::Nuggets, alone()).await;
    let sums = store.sums(&ada().id).await.unwrap();
    let by_self = Sums { finished: 1, scored: 1, score: 250, scores: Some((250, 250)), ..Sums::default() };
    assert_eq!(sums[0].met, [(Met::Nobody, by_self)]);
    assert_eq!((sums[0].streak, sums[0].best_streak), (0, 0));

    for (number, results) in [(2, won()), (3, alone()), (4, won())] {
        played(&*store, number, GameId::Nuggets, results).await;
    }
    let sums = store.sums(&ada().id).await.unwrap();
    assert_eq!((sums[0].streak, sums[0].best_streak), (2, 2), "being alone ends no streak");
    assert_eq!(sums[0].met[0].0, Met::Bots(Level::Easy), "in their order");
}

async fn a_refused_end_leaves_no_result(store: Arc<impl Store>) {
    make_match(&*store, 1).await;
    let end = |index| Append {
        outcome: Some("{}".to_owned()),
        results: vec![result(&ada(), Met::People, Some(Verdict::Won), None)],
        ..append(1, index)
    };
    let refused = store.append(end(1)).await;
    assert!(is_conflict(&refused), "{refused:?}");
    assert_eq!(store.sums(&ada().id).await, Ok(Vec::new()));
    store.append(end(0)).await.unwrap();
    let again = store.append(end(1)).await;
    assert!(is_conflict(&again), "{again:?}");
    assert_eq!(store.sums(&ada().id).await.unwrap()[0].met[0].1.finished, 1);
}

async fn the_probe_succeeds(store: Arc<impl Store + 'static>) {
    store.probe().await.unwrap();
    let probes: Vec<_> = (0..20)
        .map(|_| {
            let store = store.clone();
            tokio::spawn(async move { store.probe().await })
        })
        .collect();
    for probe in probes {
        probe.await.unwrap().unwrap();
    }
    assert_eq!(store.load_match(&MatchId("probe".to_owned())).await, Ok(None));
}
