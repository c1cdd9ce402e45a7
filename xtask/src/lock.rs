//! Two runs at once wait for each other instead of overwriting each other's work.

use std::fs::{self, File, TryLockError};
use std::path::Path;

use anyhow::{Context, Result};

/// Held until dropped; the system also lets go of it when the process dies.
pub struct Lock {
    _file: File,
}

/// Takes the lock file at `path`, waiting for another holder; `what` names in a message what is being waited for.
pub fn take(path: &Path, what: &str) -> Result<Lock> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).with_context(|| format!("cannot create {}", folder.display()))?;
    }
    let file = File::create(path).with_context(|| format!("cannot open {}", path.display()))?;
    match file.try_lock() {
        Ok(()) => {}
        Err(TryLockError::WouldBlock) => {
            println!("    waiting for another run of cargo xtask that is {what}");
            file.lock().with_context(|| format!("cannot lock {}", path.display()))?;
        }
        Err(TryLockError::Error(error)) => {
            return Err(error).with_context(|| format!("cannot lock {}", path.display()));
        }
    }
    Ok(Lock { _file: file })
}
