//! The one task that writes.
//!
//! It takes all writes that wait, up to [`BATCH`], runs them in one transaction and answers when that is committed
//! (group commit): one flush of the disk pays for all of them, and while it lasts the next batch gathers. Entries
//! share a statement too. A write that is refused, say because its number is taken, leaves nothing behind and does not harm the others. If the
//! transaction itself fails, nothing of the batch is kept and everybody in it hears [`StoreError::Unavailable`];
//! the next batch starts on a fresh connection, so that a full disk is survived without a restart.

use async_trait::async_trait;
use sqlx::Connection as _;
use sqlx::error::ErrorKind;
use sqlx::sqlite::SqliteConnection;
use tokio::sync::{mpsc, oneshot};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use super::entries::{NextEntry, add_entries};
use super::file::{DataDir, DatabaseFile};
use crate::store::{Append, StoreError};

/// Most writes that share a transaction.
pub const BATCH: usize = 256;

/// Most writes that wait for the next transaction; more callers wait for a place.
const QUEUE: usize = 1024;

/// Something that can be written.
#[async_trait]
pub trait Write: Send + Sync + 'static {
    /// What the caller gets when it is on disk.
    type Output: Send;

    /// Runs its statements, inside a transaction. A write of several statements wraps them in a savepoint, so that
    /// it leaves nothing behind if it is refused; a single statement does so by itself.
    async fn apply(&self, conn: &mut SqliteConnection) -> Result<Self::Output, Failure>;
}

/// Why a write did not work.
pub enum Failure {
    /// This one can't be done; the transaction goes on without it.
    Refused(StoreError),
    /// The transaction is lost.
    Broken(sqlx::Error),
}

impl From<sqlx::Error> for Failure {
    fn from(error: sqlx::Error) -> Self {
        match error.as_database_error().map(|inner| (inner.kind(), inner.message())) {
            Some((ErrorKind::UniqueViolation, what)) => Self::Refused(StoreError::Conflict(what.to_owned())),
            Some((ErrorKind::ForeignKeyViolation, what)) => {
                Self::Refused(StoreError::NotFound(what.to_owned()))
            }
            _ => Self::Broken(error),
        }
    }
}

/// Hands writes to the task.
pub struct Writer {
    queue: mpsc::Sender<Job>,
    stopping: CancellationToken,
    task: TaskTracker,
}

impl Writer {
    /// Starts the task. It owns the lock of the data directory, and keeps it until the last write is done.
    pub fn start(dir: DataDir, file: DatabaseFile, conn: SqliteConnection) -> Self {
        let (queue, jobs) = mpsc::channel(QUEUE);
        let stopping = CancellationToken::new();
        let task = TaskTracker::new();
        task.spawn(WriterTask { file, conn: Some(conn), _dir: dir }.run(jobs, stopping.clone()));
        task.close();
        Self { queue, stopping, task }
    }

    /// Writes, and returns when it is on disk. A caller who stops waiting does not take the write back.
    pub async fn write<W: Write>(&self, write: W) -> Result<W::Output, StoreError> {
        self.queue(write, |pending| Job::Other(Box::new(pending))).await
    }

    /// Writes the next entry of a match as [`write`](Self::write) does, together with those of other matches.
    pub async fn append(&self, append: Append) -> Result<(), StoreError> {
        if append.is_an_entry_alone() {
            self.queue(append, |pending| Job::Entry(Box::new(pending))).await
        } else {
            self.write(append).await
        }
    }

    async fn queue<W: Write>(
        &self,
        write: W,
        job: impl FnOnce(Pending<W>) -> Job,
    ) -> Result<W::Output, StoreError> {
        let stopped = || StoreError::Unavailable("the store is closed".to_owned());
        let (reply, answer) = oneshot::channel();
        self.queue.send(job(Pending { write, reply, result: None })).await.map_err(|_| stopped())?;
        answer.await.unwrap_or_else(|_| Err(stopped()))
    }

    /// Does what was accepted and ends.
    pub async fn stop(&self) {
        self.stopping.cancel();
        self.task.wait().await;
    }
}

/// What waits for the next transaction.
enum Job {
    /// An entry alone.
    Entry(Box<Pending<Append>>),
    /// Anything else.
    Other(Box<dyn Work>),
}

impl Job {
    /// Tells the caller, now that the transaction is committed or lost. One who stopped waiting misses it.
    fn settle(self, committed: Result<(), StoreError>) {
        match self {
            Self::Entry(pending) => pending.answer(committed),
            Self::Other(work) => work.settle(committed),
        }
    }
}

/// A write with its caller.
struct Pending<W: Write> {
    write: W,
    reply: oneshot::Sender<Result<W::Output, StoreError>>,
    result: Option<Result<W::Output, StoreError>>,
}

impl<W: Write> Pending<W> {
    fn answer(self, committed: Result<(), StoreError>) {
        let Self { reply, result, .. } = self;
        let not_run = || Err(StoreError::Unavailable("the write was not reached".to_owned()));
        let answer = committed.and_then(|()| result.unwrap_or_else(not_run));
        drop(reply.send(answer));
    }
}

/// A write of any kind with its caller.
#[async_trait]
trait Work: Send {
    /// Runs the write and keeps what came of it; an error if the transaction is lost.
    async fn run(&mut self, conn: &mut SqliteConnection) -> Result<(), sqlx::Error>;

    fn settle(self: Box<Self>, committed: Result<(), StoreError>);
}

#[async_trait]
impl<W: Write> Work for Pending<W> {
    async fn run(&mut self, conn: &mut SqliteConnection) -> Result<(), sqlx::Error> {
        self.result = match self.write.apply(conn).await {
            Ok(output) => Some(Ok(output)),
            Err(Failure::Refused(error)) => Some(Err(error)),
            Err(Failure::Broken(error)) => return Err(error),
        };
        Ok(())
    }

    fn settle(self: Box<Self>, committed: Result<(), StoreError>) {
        self.answer(committed);
    }
}

struct WriterTask {
    file: DatabaseFile,
    /// None after a failure: nothing is known about the state of that connection.
    conn: Option<SqliteConnection>,
    _dir: DataDir,
}

impl WriterTask {
    async fn run(mut self, mut jobs: mpsc::Receiver<Job>, stopping: CancellationToken) {
        let mut batch = Vec::with_capacity(BATCH);
        loop {
            tokio::select! {
                biased;
                () = stopping.cancelled(), if !jobs.is_closed() => jobs.close(),
                taken = jobs.recv_many(&mut batch, BATCH) => {
                    if taken == 0 {
                        break;
                    }
                    let committed = self.commit(&mut batch).await;
                    if let Err(error) = &committed {
                        tracing::error!(writes = batch.len(), %error, "a transaction failed");
                    }
                    for job in batch.drain(..) {
                        job.settle(committed.clone());
                    }
                }
            }
        }
        if let Some(conn) = self.conn.take()
            && let Err(error) = conn.close().await
        {
            tracing::warn!(%error, "the database was not closed cleanly; its log is read at the next start");
        }
    }

    async fn commit(&mut self, batch: &mut [Job]) -> Result<(), StoreError> {
        self.file.still_there()?;
        let mut conn = match self.conn.take() {
            Some(conn) => conn,
            None => self.file.connect().await?,
        };
        match transact(&mut conn, batch).await {
            Ok(()) => {
                self.conn = Some(conn);
                Ok(())
            }
            Err(error) => {
                // Closing undoes whatever is left of the transaction; its own error would add nothing.
                drop(conn.close_hard().await);
                Err(error.into())
            }
        }
    }
}

async fn transact(conn: &mut SqliteConnection, batch: &mut [Job]) -> Result<(), sqlx::Error> {
    // Immediate: a transaction that reads first and then wants to write can fail at once, whatever the lock wait.
    let mut transaction = conn.begin_with("BEGIN IMMEDIATE").await?;
    let mut entries = Vec::with_capacity(batch.len());
    for job in batch {
        match job {
            Job::Entry(pending) => entries.push(pending),
            Job::Other(work) => work.run(&mut transaction).await?,
        }
    }
    let next: Vec<NextEntry> = entries.iter().map(|pending| pending.write.next_entry()).collect();
    let results = add_entries(&mut transaction, &next).await?;
    for (pending, result) in entries.into_iter().zip(results) {
        pending.result = Some(result);
    }
    transaction.commit().await
}
