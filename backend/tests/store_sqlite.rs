//! What only a store on disk has to stand: crashes, a second process, files that vanish.

use std::env;
use std::fs;
use std::io::{BufRead as _, BufReader};
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;

use backend::store::sqlite::{OpenError, SqliteStore};
use backend::store::{Store as _, StoreError};
use tokio::task::JoinSet;

#[path = "support/samples.rs"]
mod samples;

use samples::{append, entry, make_match, match_id};

/// Says to [`appends_until_killed`] that it is the child, and where the data is.
const CHILD: &str = "PARLOUR_TEST_DATA_DIR";

async fn open(dir: &Path) -> SqliteStore {
    SqliteStore::open(dir).await.unwrap()
}

/// The names of the files in a directory.
fn files(dir: &Path) -> Vec<String> {
    let mut names: Vec<_> =
        fs::read_dir(dir).unwrap().map(|file| file.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[tokio::test]
async fn what_was_acknowledged_is_on_disk_at_that_moment() {
    let dir = tempfile::tempdir().unwrap();
    let store = open(dir.path()).await;
    make_match(&store, 1).await;
    for index in 0..10 {
        store.append(append(1, index)).await.unwrap();
    }
    // The disk as a crash would leave it now.
    let crashed = tempfile::tempdir().unwrap();
    for file in ["parlour.db", "parlour.db-wal"] {
        fs::copy(dir.path().join(file), crashed.path().join(file)).unwrap();
    }
    let expected = store.load_match(&match_id(1)).await.unwrap();
    let recovered = open(crashed.path()).await;
    assert_eq!(recovered.load_match(&match_id(1)).await.unwrap(), expected);
    assert_eq!(expected.unwrap().entries.len(), 10);
    recovered.append(append(1, 10)).await.unwrap();
}

#[tokio::test]
async fn closing_leaves_one_database_file_and_refuses_what_comes_later() {
    let dir = tempfile::tempdir().unwrap();
    let store = Arc::new(open(dir.path()).await);
    make_match(&*store, 1).await;
    // Accepted before the store closes: the queue is first in, first out.
    let accepted =
        tokio::join!(biased; store.append(append(1, 0)), store.append(append(1, 1)), store.close());
    assert_eq!((accepted.0, accepted.1), (Ok(()), Ok(())));
    assert_eq!(files(dir.path()), ["parlour.db", "parlour.lock"], "the log is merged");

    let late = [store.append(append(1, 2)).await, store.probe().await];
    assert!(late.iter().all(|late| matches!(late, Err(StoreError::Unavailable(_)))), "{late:?}");
    assert!(matches!(store.live_matches().await, Err(StoreError::Unavailable(_))));
    store.close().await;

    let store = open(dir.path()).await;
    assert_eq!(store.load_match(&match_id(1)).await.unwrap().unwrap().entries.len(), 2);
}

#[tokio::test]
async fn a_directory_has_one_user_at_a_time() {
    let dir = tempfile::tempdir().unwrap();
    let store = open(dir.path()).await;
    let second = SqliteStore::open(dir.path()).await;
    assert!(matches!(&second, Err(OpenError::InUse(path)) if path == dir.path()), "{:?}", second.err());
    store.probe().await.unwrap();
    store.close().await;
    open(dir.path()).await.probe().await.unwrap();
}

#[tokio::test]
async fn others_can_read_none_of_it() {
    let parent = tempfile::tempdir().unwrap();
    let dir = parent.path().join("a/b");
    let store = open(&dir).await;
    make_match(&store, 1).await;
    let mode = |path: &Path| path.metadata().unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(&dir), 0o700);
    for file in files(&dir) {
        assert_eq!(mode(&dir.join(&file)), 0o600, "{file}");
    }
}

#[tokio::test]
async fn a_database_that_vanishes_is_noticed_and_one_that_returns_is_used() {
    let dir = tempfile::tempdir().unwrap();
    let store = open(dir.path()).await;
    make_match(&store, 1).await;
    store.append(append(1, 0)).await.unwrap();

    let (here, away) = (dir.path().join("parlour.db"), dir.path().join("away"));
    fs::rename(&here, &away).unwrap();
    for refused in [store.append(append(1, 1)).await, store.probe().await] {
        assert!(matches!(refused, Err(StoreError::Unavailable(_))), "{refused:?}");
    }
    assert!(!here.exists(), "an empty database took the place of the real one");

    fs::write(&here, "").unwrap();
    let refused = store.append(append(1, 1)).await;
    assert!(matches!(refused, Err(StoreError::Unavailable(_))), "{refused:?}");

    fs::rename(&away, &here).unwrap();
    store.append(append(1, 1)).await.unwrap();
    store.probe().await.unwrap();
    assert_eq!(store.load_match(&match_id(1)).await.unwrap().unwrap().entries.len(), 2);
}

#[tokio::test]
async fn what_is_no_database_is_an_error_and_is_left_alone() {
    let dir = tempfile::tempdir().unwrap();
    let text = "This is a diary, not a database. ".repeat(100);
    fs::write(dir.path().join("parlour.db"), &text).unwrap();
    let opened = SqliteStore::open(dir.path()).await;
    assert!(matches!(&opened, Err(OpenError::Database(_))), "{:?}", opened.err());
    assert_eq!(fs::read_to_string(dir.path().join("parlour.db")).unwrap(), text);
}

/// A child process, ended with the test that started it.
struct Killed(Child);

impl Drop for Killed {
    fn drop(&mut self) {
        drop(self.0.kill());
        drop(self.0.wait());
    }
}

/// Kills a process that appends with several writers, in the middle, and looks for everything it was told is on disk.
#[tokio::test]
async fn nothing_acknowledged_is_lost_when_the_process_is_killed() {
    for acknowledged in [1, 50, 400] {
        let dir = tempfile::tempdir().unwrap();
        let child = Command::new(env::current_exe().unwrap())
            .args(["--exact", "appends_until_killed", "--nocapture"])
            .env(CHILD, dir.path())
            .stdout(Stdio::piped())
            .spawn();
        let mut child = Killed(child.unwrap());
        let mut lines = BufReader::new(child.0.stdout.take().unwrap()).lines().map(Result::unwrap);
        let mut seen: Vec<(u64, u64)> =
            lines.by_ref().filter_map(|line| written(&line)).take(acknowledged).collect();
        assert_eq!(seen.len(), acknowledged, "the child ended early");
        child.0.kill().unwrap();
        child.0.wait().unwrap();
        // What it still said before it died counts, too.
        seen.extend(lines.filter_map(|line| written(&line)));

        let store = open(dir.path()).await;
        for (number, index) in seen {
            let stored = store.load_match(&match_id(number)).await.unwrap().unwrap();
            let at = usize::try_from(index).unwrap();
            assert_eq!(stored.entries.get(at), Some(&entry(index)), "match {number}");
        }
        for live in store.live_matches().await.unwrap() {
            let numbers: Vec<u64> = live.entries.iter().map(|entry| entry.at).collect();
            assert_eq!(numbers, (0..u64::try_from(numbers.len()).unwrap()).collect::<Vec<_>>(), "a gap");
        }
    }
}

/// The match and the entry that a line of the child acknowledges; the last line may be cut.
fn written(line: &str) -> Option<(u64, u64)> {
    let (number, index) = line.strip_prefix("written ")?.strip_suffix(" .")?.split_once(' ')?;
    Some((number.parse().ok()?, index.parse().ok()?))
}

/// The child of the test above; by itself it does nothing.
#[test]
fn appends_until_killed() {
    let Some(dir) = env::var_os(CHILD) else { return };
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    runtime.block_on(async {
        let store = Arc::new(open(Path::new(&dir)).await);
        let mut writers = JoinSet::new();
        for number in 0..8 {
            make_match(&*store, number).await;
            let store = store.clone();
            writers.spawn(async move {
                // Bounded, in case nobody kills it.
                for index in 0..10_000 {
                    store.append(append(number, index)).await.unwrap();
                    println!("written {number} {index} .");
                }
            });
        }
        writers.join_all().await;
    });
}
