//! What needs a hand inside: a disk that is full for a while, and rows that should not be there.

use async_trait::async_trait;
use shared::api::Sums;
use shared::catalogue::GameId;
use shared::game::Level;
use shared::seed::Seed;
use sqlx::sqlite::SqliteConnection;

use super::SqliteStore;
use super::file::{DataDir, DatabaseFile};
use super::writer::{Failure, Write};
use crate::ids::{Code, MatchId, UserId};
use crate::store::{Append, GameSums, Met, NewEntry, NewMatch, Setup, Store as _, StoreError, User};

/// A statement on the connection of the writer.
struct Sql(&'static str);

#[async_trait]
impl Write for Sql {
    type Output = ();

    async fn apply(&self, conn: &mut SqliteConnection) -> Result<(), Failure> {
        sqlx::query(self.0).execute(conn).await?;
        Ok(())
    }
}

/// Lets the database grow no further than to its present size, until the writer takes a fresh connection.
const FILL_DISK: Sql = Sql("PRAGMA max_page_count = 1");

fn entry(index: u64) -> Append {
    Append {
        match_id: MatchId("m".to_owned()),
        index,
        entry: NewEntry { at: index, entry: "x".repeat(3000), action: None },
        seat: None,
        outcome: None,
        results: Vec::new(),
    }
}

async fn with_a_match(store: &SqliteStore) {
    let ada = User { id: UserId("ada".to_owned()), name: "Ada".to_owned(), created_at: 0 };
    store.create_user(ada).await.unwrap();
    make_match(store, "m").await;
}

async fn make_match(store: &SqliteStore, id: &str) {
    let setup = Setup {
        id: MatchId(id.to_owned()),
        code: Code(format!("CODE-{id}")),
        game: GameId::SeaBattle,
        options: "{}".to_owned(),
        seed: Seed::from_number(1),
        public: false,
        creator: UserId("ada".to_owned()),
        created_at: 0,
    };
    let new = NewMatch { setup, seats: Vec::new(), entries: Vec::new(), idempotency_key: None };
    store.create_match(new).await.unwrap();
}

#[tokio::test]
async fn a_full_disk_is_survived() {
    let dir = tempfile::tempdir().unwrap();
    let store = SqliteStore::open(dir.path()).await.unwrap();
    with_a_match(&store).await;

    store.writer.write(FILL_DISK).await.unwrap();
    let mut written = 0;
    let refused = loop {
        match store.append(entry(written)).await {
            Ok(()) => written += 1,
            Err(error) => break error,
        }
        assert!(written < 100, "the disk is never full");
    };
    assert!(matches!(refused, StoreError::Unavailable(_)), "{refused}");
    let stored = store.load_match(&MatchId("m".to_owned())).await.unwrap().unwrap();
    assert_eq!(u64::try_from(stored.entries.len()), Ok(written), "the refused entry left something behind");

    // The fresh connection knows no limit: somebody made room.
    store.append(entry(written)).await.unwrap();
    store.probe().await.unwrap();
    store.close().await;

    let store = SqliteStore::open(dir.path()).await.unwrap();
    let stored = store.load_match(&MatchId("m".to_owned())).await.unwrap().unwrap();
    assert_eq!(u64::try_from(stored.entries.len()), Ok(written + 1));
}

/// Entries share a statement, and yet each is judged by itself; those of one match in the order in which they came.
#[tokio::test]
async fn entries_of_one_batch_are_judged_one_by_one() {
    let dir = tempfile::tempdir().unwrap();
    let store = SqliteStore::open(dir.path()).await.unwrap();
    with_a_match(&store).await;
    for id in ["n", "over"] {
        make_match(&store, id).await;
    }
    let of = |id: &str, index| Append { match_id: MatchId(id.to_owned()), ..entry(index) };
    let done = |id: &str| Append { outcome: Some("{}".to_owned()), ..of(id, 0) };
    store.append(done("over")).await.unwrap();

    // Polled in order before the writer task gets its turn, so that all of it is one batch.
    let results = tokio::join!(
        biased;
        store.append(of("m", 0)),
        store.append(of("n", 1)),
        store.append(of("m", 1)),
        store.append(of("nobody's", 0)),
        store.append(of("n", 0)),
        store.append(of("over", 1)),
        store.append(of("m", 1)),
    );
    let conflict = |why: &str| Err(StoreError::Conflict(why.to_owned()));
    let expected = (
        Ok(()),
        conflict("entry 1 of match n is not the next"),
        Ok(()),
        Err(StoreError::NotFound("match nobody's".to_owned())),
        // Came after another entry of that match, which was refused.
        Ok(()),
        conflict("match over has ended"),
        conflict("entry 1 of match m is not the next"),
    );
    assert_eq!(results, expected);

    for (id, entries) in [("m", vec![0, 1]), ("n", vec![0]), ("over", vec![0])] {
        let stored = store.load_match(&MatchId(id.to_owned())).await.unwrap().unwrap();
        assert_eq!(stored.entries.iter().map(|entry| entry.at).collect::<Vec<_>>(), entries, "{id}");
    }
}

/// Those in one transaction fail together: nobody hears that something is on disk when it is not.
#[tokio::test]
async fn a_lost_transaction_loses_all_of_its_batch_and_nothing_else() {
    let dir = tempfile::tempdir().unwrap();
    let store = SqliteStore::open(dir.path()).await.unwrap();
    with_a_match(&store).await;
    store.append(entry(0)).await.unwrap();
    let ada = UserId("ada".to_owned());

    // Polled in order before the writer task gets its turn, so that all of it is one batch.
    let lost = tokio::join!(
        biased;
        store.writer.write(FILL_DISK),
        store.rename_user(&ada, "Lovelace"),
        store.append(Append {
            entry: NewEntry { at: 0, entry: "x".repeat(1_000_000), action: None },
            ..entry(1)
        }),
        store.probe(),
    );
    let unavailable = |result: &Result<(), StoreError>| matches!(result, Err(StoreError::Unavailable(_)));
    assert!([&lost.0, &lost.1, &lost.2, &lost.3].into_iter().all(unavailable), "{lost:?}");
    assert_eq!(store.user(&ada).await.unwrap().unwrap().name, "Ada");

    store.append(entry(1)).await.unwrap();
    let stored = store.load_match(&MatchId("m".to_owned())).await.unwrap().unwrap();
    assert_eq!(stored.entries.len(), 2);
}

/// One match that can't be understood must not keep the server from starting with all the others.
#[tokio::test]
async fn a_damaged_match_is_told_from_a_missing_one_and_keeps_to_itself() {
    for damage in [
        "UPDATE matches SET game = 'chess' WHERE id = 'm'",
        "UPDATE matches SET seed = 'abc' WHERE id = 'm'",
        "DELETE FROM entries WHERE match_id = 'm' AND idx = 1",
        "UPDATE entries SET seat = 256, n = 1 WHERE match_id = 'm' AND idx = 1",
        "INSERT INTO seats (match_id, seat, bot, name) VALUES ('m', 1, 'brilliant', 'Bot')",
    ] {
        let dir = tempfile::tempdir().unwrap();
        let store = SqliteStore::open(dir.path()).await.unwrap();
        with_a_match(&store).await;
        make_match(&store, "other").await;
        for index in 0..3 {
            store.append(entry(index)).await.unwrap();
        }
        store.writer.write(Sql(damage)).await.unwrap();

        let loaded = store.load_match(&MatchId("m".to_owned())).await;
        assert!(matches!(loaded, Err(StoreError::Corrupt(_))), "{damage}: {loaded:?}");
        let live = store.live_matches().await.unwrap();
        let ids: Vec<_> = live.iter().map(|live| live.setup.id.as_str()).collect();
        assert_eq!(ids, ["other"], "{damage}");
    }
}

/// Matches of Ada's that ended in every way before results were kept, and one that goes on.
const BEFORE_RESULTS: &str = r#"
    INSERT INTO users VALUES ('ada', 'Ada', 0), ('ben', 'Ben', 0);
    INSERT INTO matches
        SELECT column1, column1, column2, '{}', '00', 0, 'ada', 0, NULL, column3 FROM (VALUES
            ('won', 'sea-battle', '{"decided":{"winners":[0],"forfeit":false,"reason":"."}}'),
            ('lost', 'sea-battle', '{"decided":{"winners":[1],"forfeit":true,"reason":"."}}'),
            ('drawn', 'sea-battle', '{"decided":{"winners":[],"forfeit":false,"reason":"."}}'),
            ('shared', 'onecard', '{"decided":{"winners":[0,2],"forfeit":false,"reason":"."}}'),
            ('alone', 'nuggets', '{"decided":{"winners":[0],"forfeit":false,"reason":"."}}'),
            ('closed', 'sea-battle', '{"closed":{"cause":"abandoned"}}'),
            ('strange', 'sea-battle', 'not even JSON'),
            ('live', 'sea-battle', NULL));
    INSERT INTO seats SELECT id, 0, 'ada', NULL, 'Ada' FROM matches;
    INSERT INTO seats SELECT id, 1, 'ben', NULL, 'Ben' FROM matches
        WHERE id IN ('won', 'lost', 'closed', 'strange', 'live');
    INSERT INTO seats VALUES
        ('drawn', 1, NULL, 'hard', 'Hard bot'),
        ('shared', 1, NULL, 'easy', 'Easy bot 1'), ('shared', 2, NULL, 'medium', 'Medium bot 2');
    INSERT INTO entries SELECT id, 0, 0, '{}', NULL, NULL FROM matches;
    -- The match that was won is the last to end.
    INSERT INTO entries VALUES ('won', 1, 30, '{}', NULL, NULL), ('lost', 1, 20, '{}', NULL, NULL);
"#;

/// Nobody loses what was played before results were kept; only scores are not known.
#[tokio::test]
async fn matches_of_the_first_version_count() {
    let dir = tempfile::tempdir().unwrap();
    {
        let dir = DataDir::open(dir.path()).unwrap();
        let mut conn = DatabaseFile::open(&dir).unwrap().connect().await.unwrap();
        let mut migrator = sqlx::migrate!();
        migrator.migrations.to_mut().truncate(1);
        migrator.run(&mut conn).await.unwrap();
        sqlx::raw_sql(BEFORE_RESULTS).execute(&mut conn).await.unwrap();
    }
    let store = SqliteStore::open(dir.path()).await.unwrap();

    let one = Sums { finished: 1, ..Sums::default() };
    let game = |game, streak, met| GameSums { game, streak, best_streak: 1, met };
    let one_each = (Met::People, Sums { finished: 2, won: 1, lost: 1, ..one });
    let drawn = (Met::Bots(Level::Hard), Sums { drawn: 1, ..one });
    let of_ada = vec![
        game(GameId::SeaBattle, 1, vec![one_each, drawn]),
        GameSums { best_streak: 0, ..game(GameId::Nuggets, 0, vec![(Met::Nobody, one)]) },
        game(GameId::OneCard, 1, vec![(Met::Bots(Level::Medium), Sums { won: 1, ..one })]),
    ];
    assert_eq!(store.sums(&UserId("ada".to_owned())).await, Ok(of_ada));
    let of_ben = vec![game(GameId::SeaBattle, 0, vec![one_each])];
    assert_eq!(store.sums(&UserId("ben".to_owned())).await, Ok(of_ben));
}

#[tokio::test]
async fn a_result_that_says_nothing_is_told() {
    let dir = tempfile::tempdir().unwrap();
    let store = SqliteStore::open(dir.path()).await.unwrap();
    with_a_match(&store).await;
    let damage = "INSERT INTO results (match_id, seat, user_id, game, opponents, verdict)
        VALUES ('m', 0, 'ada', 'sea-battle', 'giants', 'won')";
    store.writer.write(Sql(damage)).await.unwrap();
    let sums = store.sums(&UserId("ada".to_owned())).await;
    assert!(matches!(&sums, Err(StoreError::Corrupt(what)) if what.contains("giants")), "{sums:?}");
}
