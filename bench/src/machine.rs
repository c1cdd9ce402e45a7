//! What the servers run on, and the memory and time they take. Reads `/proc`, so it needs Linux.

use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::thread::available_parallelism;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, ensure};

use crate::{process, stats};

/// Open files that the largest measurement needs, in the generator and in the server each: 5,000 sockets and some.
const FILES: u64 = 6_000;

/// Writes that tell how fast the disk is.
const WRITES: usize = 100;

/// The machine, and how busy it is.
///
/// # Errors
/// If this is no Linux.
pub fn describe() -> Result<String> {
    let cpu = field("/proc/cpuinfo", "model name")?;
    let cores = available_parallelism()?;
    let memory = kilobytes("/proc/meminfo", "MemTotal")? / 1024;
    let kernel = read("/proc/sys/kernel/osrelease")?;
    let load = read("/proc/loadavg")?;
    let load = load.split(' ').next().unwrap_or("unknown");
    let data = process::data_root()?;
    let filesystem = filesystem(&read("/proc/mounts")?, &data).unwrap_or_else(|| "unknown".to_owned());
    let write = write_time(&data)?;
    Ok(format!(
        "{cpu}, {cores} cores, {memory} MiB memory, Linux {}, data on {filesystem}\n\
         before: load average {load}, {write:.2} ms to bring 4 KiB to disk (median of {WRITES}); \
         servers and load generator share the machine",
        kernel.trim()
    ))
}

/// Milliseconds that a small write takes until it is on disk, about the least that a commit can take.
fn write_time(folder: &Path) -> Result<f64> {
    let mut file = tempfile::tempfile_in(folder)?;
    let mut times = Vec::with_capacity(WRITES);
    for _ in 0..WRITES {
        let began = Instant::now();
        file.write_all(&[1; 4096])?;
        file.sync_data()?;
        times.push(began.elapsed().as_secs_f64() * 1_000.0);
    }
    Ok(stats::median(&times))
}

/// Raises the limit of open files; child processes inherit it.
///
/// # Errors
/// If this user may not have that many.
pub fn allow_many_sockets() -> Result<()> {
    let limit = rlimit::increase_nofile_limit(FILES).context("the limit of open files can't be raised")?;
    ensure!(
        limit >= FILES,
        "this user may open {limit} files, and the measurements need {FILES}; raise the hard limit (`ulimit -Hn`)"
    );
    Ok(())
}

/// Resident memory of a process, in bytes.
///
/// # Errors
/// If there is no such process.
pub fn resident(pid: u32) -> Result<u64> {
    Ok(kilobytes(&format!("/proc/{pid}/status"), "VmRSS")? * 1024)
}

/// How long this thread has had a core, to some milliseconds.
///
/// # Errors
/// If the system does not tell.
pub fn thread_time() -> Result<Duration> {
    let path = "/proc/thread-self/schedstat";
    let text = read(path)?;
    let nanos = text.split(' ').next().and_then(|nanos| nanos.parse().ok());
    Ok(Duration::from_nanos(nanos.with_context(|| format!("{path} has no time: {text}"))?))
}

fn read(path: &str) -> Result<String> {
    fs::read_to_string(path).with_context(|| format!("cannot read {path}; measuring needs Linux"))
}

/// What stands behind the first `name:` of a file.
fn field(path: &str, name: &str) -> Result<String> {
    let text = read(path)?;
    let value = text.lines().filter_map(|line| line.split_once(':')).find(|(key, _)| key.trim() == name);
    Ok(value.with_context(|| format!("{path} says nothing of {name}"))?.1.trim().to_owned())
}

fn kilobytes(path: &str, name: &str) -> Result<u64> {
    let value = field(path, name)?;
    let digits = value.strip_suffix("kB").unwrap_or(&value).trim();
    digits.parse().with_context(|| format!("{name} in {path} is no number: {value}"))
}

/// The type of the filesystem that holds `path`: that of the longest mount point above it, and of those the last.
fn filesystem(mounts: &str, path: &Path) -> Option<String> {
    mounts
        .lines()
        .filter_map(|line| {
            let mut words = line.split(' ').skip(1);
            Some((words.next()?, words.next()?))
        })
        .filter(|(point, _)| path.starts_with(point))
        .max_by_key(|(point, _)| point.len())
        .map(|(_, kind)| kind.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_belongs_to_the_longest_mount_point_above_it() {
        let mounts = "/dev/a / ext4 rw 0 0\ntmpfs /tmp tmpfs rw 0 0\n/dev/b /tmp/disk xfs rw 0 0\n";
        let of = |path: &str| filesystem(mounts, Path::new(path)).unwrap();
        assert_eq!(of("/home/anna"), "ext4");
        assert_eq!(of("/tmp/x"), "tmpfs");
        assert_eq!(of("/tmpx"), "ext4");
        assert_eq!(of("/tmp/disk/x"), "xfs");
    }

    #[test]
    fn a_thread_takes_time_by_its_own_work_alone() {
        let work = || {
            let (before, began) = (thread_time().unwrap(), Instant::now());
            while thread_time().unwrap() < before + Duration::from_millis(20) {
                assert!(began.elapsed() < Duration::from_secs(30), "work takes no time");
            }
        };
        let before = thread_time().unwrap();
        std::thread::spawn(work).join().unwrap();
        let waiting = thread_time().unwrap().saturating_sub(before);
        assert!(waiting < Duration::from_millis(10), "{waiting:?}");
    }

    #[test]
    fn this_process_takes_memory() {
        let bytes = resident(std::process::id()).unwrap();
        assert!((100_000..10_000_000_000).contains(&bytes), "{bytes}");
    }
}
