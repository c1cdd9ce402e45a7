//! The embedded store: one SQLite file in the data directory.
//!
//! | module | what it holds |
//! |---|---|
//! | `file` | the data directory, its lock, and connections to the database file |
//! | `writer` | the one task that writes, many writes to a transaction |
//! | `writes` | what can be written, as statements |
//! | `entries` | the entries of many matches in one statement |
//! | `reads` | queries and what their rows mean |
//! | `sums` | the query behind statistics |
//!
//! All writes go through the one writer, so none ever waits for a lock that another holds, and writes that arrive
//! while the disk is busy share the next flush. Reads have connections of their own; in WAL mode neither side
//! blocks the other.

use std::path::Path;

use async_trait::async_trait;
use sqlx::sqlite::{SqlitePool, SqlitePoolOptions};

use super::{Append, Created, GameSums, NewMatch, Store, StoreError, StoredMatch, User};
use crate::ids::{Code, MatchId, UserId};

mod entries;
mod file;
mod reads;
mod sums;
mod writer;
mod writes;

pub use file::OpenError;
use file::{DataDir, DatabaseFile};
use writer::Writer;

/// Connections that read at the same time; more callers wait.
const READERS: u32 = 4;

/// Users and matches in `parlour.db`.
pub struct SqliteStore {
    writer: Writer,
    readers: SqlitePool,
}

impl SqliteStore {
    /// Opens the store in `data_dir`, making both if they are not there, and brings its tables up to date.
    ///
    /// # Errors
    /// If the directory can't be used, another process uses it, or the database can't be opened or migrated.
    pub async fn open(data_dir: &Path) -> Result<Self, OpenError> {
        let dir = DataDir::open(data_dir)?;
        let file = DatabaseFile::open(&dir)?;
        let mut conn = file.connect().await?;
        sqlx::migrate!().run(&mut conn).await?;
        let readers =
            SqlitePoolOptions::new().max_connections(READERS).connect_lazy_with(file.reader_options());
        Ok(Self { writer: Writer::start(dir, file, conn), readers })
    }

    /// Writes what was accepted, refuses all that comes later, moves everything into the one database file and
    /// gives the data directory free.
    pub async fn close(&self) {
        self.readers.close().await;
        self.writer.stop().await;
    }
}

#[async_trait]
impl Store for SqliteStore {
    async fn create_user(&self, user: User) -> Result<(), StoreError> {
        self.writer.write(writes::CreateUser(user)).await
    }

    async fn user(&self, id: &UserId) -> Result<Option<User>, StoreError> {
        reads::user(&self.readers, id).await
    }

    async fn rename_user(&self, id: &UserId, name: &str) -> Result<(), StoreError> {
        self.writer.write(writes::RenameUser { id: id.clone(), name: name.to_owned() }).await
    }

    async fn create_match(&self, new: NewMatch) -> Result<Created, StoreError> {
        self.writer.write(writes::CreateMatch(new)).await
    }

    async fn append(&self, append: Append) -> Result<(), StoreError> {
        self.writer.append(append).await
    }

    async fn match_by_code(&self, code: &Code) -> Result<Option<MatchId>, StoreError> {
        reads::match_by_code(&self.readers, code).await
    }

    async fn load_match(&self, id: &MatchId) -> Result<Option<StoredMatch>, StoreError> {
        reads::load_match(&self.readers, id).await
    }

    async fn live_matches(&self) -> Result<Vec<StoredMatch>, StoreError> {
        reads::live_matches(&self.readers).await
    }

    async fn sums(&self, user: &UserId) -> Result<Vec<GameSums>, StoreError> {
        sums::sums(&self.readers, user).await
    }

    async fn probe(&self) -> Result<(), StoreError> {
        let written = self.writer.write(writes::Probe).await?;
        let read = reads::probe(&self.readers).await?;
        // Another probe may have counted on in between.
        if read < written {
            return Err(StoreError::Unavailable(format!("wrote {written} and read back {read}")));
        }
        Ok(())
    }
}

/// What an error of the database means to a caller who asked for one thing.
impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> Self {
        match &error {
            sqlx::Error::ColumnDecode { .. } | sqlx::Error::Decode(_) => Self::Corrupt(error.to_string()),
            sqlx::Error::Database(inner) if inner.code().as_deref().is_some_and(says_corrupt) => {
                Self::Corrupt(error.to_string())
            }
            _ => Self::Unavailable(error.to_string()),
        }
    }
}

/// True of SQLITE_CORRUPT and SQLITE_NOTADB with all their extended codes.
fn says_corrupt(code: &str) -> bool {
    code.parse::<u32>().is_ok_and(|code| matches!(code & 0xff, 11 | 26))
}

#[cfg(test)]
mod tests;
