//! The data directory and the database file in it.

use std::fs::{DirBuilder, File, Metadata, OpenOptions, TryLockError};
use std::io;
use std::os::unix::fs::{DirBuilderExt as _, MetadataExt as _, OpenOptionsExt as _};
use std::path::{Path, PathBuf};
use std::time::Duration;

use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection, SqliteJournalMode, SqliteSynchronous};
use sqlx::{ConnectOptions as _, Connection as _};

use super::writer::BATCH;
use crate::store::StoreError;

/// How long a transaction waits for a lock. Nobody else writes, but somebody may look at the file with other tools.
const LOCK_WAIT: Duration = Duration::from_secs(5);

/// The write-ahead log is cut back to this many bytes after it was moved into the database.
const LOG_BYTES: &str = "16777216";

/// After this many pages the write-ahead log is moved into the database: as many as the log keeps. A page that was
/// written often in between, as those of live matches are, is moved once.
const LOG_PAGES: &str = "4000";

/// How much of the database the connection that writes keeps in memory; negative means KiB. Every match has a page of
/// its own to which entries are added; with those of some thousand matches at hand none has to be read again. Memory is
/// taken only as pages are.
const WRITER_CACHE: &str = "-16384";

/// Why the store can't be opened.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// The directory or a file in it can't be made or opened.
    #[error("{path}: {error}")]
    File {
        /// Which.
        path: PathBuf,
        /// What the operating system says.
        error: io::Error,
    },
    /// Another server runs on the same data.
    #[error("{0} is in use by another process; stop it, or choose another data directory")]
    InUse(PathBuf),
    /// The file is no database, or damaged.
    #[error("the database can't be opened: {0}")]
    Database(#[from] sqlx::Error),
    /// The tables can't be brought up to date; most likely a newer version made them.
    #[error("the database can't be brought up to date: {0}")]
    Migration(#[from] sqlx::migrate::MigrateError),
}

/// A directory that this process alone uses, for as long as the value lives.
pub struct DataDir {
    path: PathBuf,
    _lock: File,
}

impl DataDir {
    /// Makes the directory, if need be only for this user, and locks it.
    pub fn open(path: &Path) -> Result<Self, OpenError> {
        DirBuilder::new()
            .recursive(true)
            .mode(0o700)
            .create(path)
            .map_err(|error| OpenError::File { path: path.to_owned(), error })?;
        let lock = private_file(&path.join("parlour.lock"))?;
        match lock.try_lock() {
            Ok(()) => Ok(Self { path: path.to_owned(), _lock: lock }),
            Err(TryLockError::WouldBlock) => Err(OpenError::InUse(path.to_owned())),
            Err(TryLockError::Error(error)) => Err(OpenError::File { path: path.to_owned(), error }),
        }
    }
}

/// Opens a file for writing; a new one can be read by this user only.
fn private_file(path: &Path) -> Result<File, OpenError> {
    OpenOptions::new()
        .create(true)
        .truncate(false)
        .write(true)
        .mode(0o600)
        .open(path)
        .map_err(|error| OpenError::File { path: path.to_owned(), error })
}

/// The database file, and which one it was when the store was opened.
pub struct DatabaseFile {
    path: PathBuf,
    identity: (u64, u64),
}

impl DatabaseFile {
    /// Finds the file, or makes an empty one, which SQLite takes for a new database. Making it here gives it, and
    /// the log beside it, permissions that keep others from reading seeds.
    pub fn open(dir: &DataDir) -> Result<Self, OpenError> {
        let path = dir.path.join("parlour.db");
        let metadata =
            private_file(&path)?.metadata().map_err(|error| OpenError::File { path: path.clone(), error })?;
        Ok(Self { path, identity: identity(&metadata) })
    }

    /// A connection that writes.
    pub async fn connect(&self) -> Result<SqliteConnection, sqlx::Error> {
        // As many rows as a statement answers with: SQLite need not wait until somebody takes one.
        let options = self
            .options()
            .row_buffer_size(BATCH)
            .pragma("cache_size", WRITER_CACHE)
            .pragma("wal_autocheckpoint", LOG_PAGES);
        SqliteConnection::connect_with(&options).await
    }

    /// How connections that only read are opened.
    pub fn reader_options(&self) -> SqliteConnectOptions {
        self.options().read_only(true)
    }

    fn options(&self) -> SqliteConnectOptions {
        SqliteConnectOptions::new()
            .filename(&self.path)
            .create_if_missing(false)
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(SqliteSynchronous::Full)
            .foreign_keys(true)
            .busy_timeout(LOCK_WAIT)
            .pragma("journal_size_limit", LOG_BYTES)
            // What a statement needs to undo itself goes to a temporary file otherwise, one for every transaction.
            .pragma("temp_store", "MEMORY")
            .disable_statement_logging()
    }

    /// An error if the file was deleted or replaced. SQLite would go on writing into a file that has no name any
    /// more, and everything "on disk" would be gone with the process.
    pub fn still_there(&self) -> Result<(), StoreError> {
        match self.path.metadata() {
            Ok(metadata) if identity(&metadata) == self.identity => Ok(()),
            Ok(_) => Err(StoreError::Unavailable("the database file was replaced".to_owned())),
            Err(error) => Err(StoreError::Unavailable(format!("the database file: {error}"))),
        }
    }
}

/// Device and number: what makes a file the same file.
fn identity(metadata: &Metadata) -> (u64, u64) {
    (metadata.dev(), metadata.ino())
}
