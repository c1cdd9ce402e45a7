//! Packages of Debian and its kin.

use std::process::Command;

use anyhow::{Result, bail};

use crate::process;

/// Whether this machine has apt-get and lets this user install.
pub fn may_install() -> bool {
    process::on_path("apt-get").is_some()
        && process::probe(Command::new("id").arg("-u")).is_some_and(|id| id.trim() == "0")
}

/// Installs `packages`, or says how a person can.
pub fn install(packages: &[&str], purpose: &str) -> Result<()> {
    let list = packages.join(" ");
    if !may_install() {
        bail!("{purpose} needs these packages of Debian or Ubuntu: {list}. As root: apt-get install {list}");
    }
    println!("    {list}: installing by apt-get, about a minute; {purpose}");
    process::run(&mut apt_get(&["update", "-qq"]))?;
    let mut command = apt_get(&["install", "-y", "-qq", "--no-install-recommends"]);
    process::run(command.args(packages))
}

fn apt_get(arguments: &[&str]) -> Command {
    let mut command = Command::new("apt-get");
    command
        // Another installation on the machine is waited for.
        .args(["-o", "DPkg::Lock::Timeout=120"])
        .args(arguments)
        .env("DEBIAN_FRONTEND", "noninteractive")
        .stdin(std::process::Stdio::null());
    command
}
