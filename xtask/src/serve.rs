//! Build everything and run the server.

use std::io::ErrorKind;
use std::net::{SocketAddr, TcpListener};
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context, Result, anyhow};
use clap::Args;

use crate::workspace::Workspace;
use crate::{Profile, ProfileArgs, process, tools, web};

/// What to serve, and where.
#[derive(Args)]
pub struct Options {
    /// Address and port to listen on
    #[arg(long, default_value = "127.0.0.1:8080", value_name = "IP:PORT", env = "PARLOUR_ADDR")]
    addr: SocketAddr,
    /// Folder of the matches; `data` in the repository unless given
    #[arg(long, value_name = "DIR", env = "PARLOUR_DATA")]
    data: Option<PathBuf>,
    #[command(flatten)]
    profile: ProfileArgs,
}

/// The task `serve`. Returns only when something is wrong: otherwise the server takes the place of this process, so
/// that signals reach it and its exit code is the task's.
pub fn run(workspace: &Workspace, options: &Options) -> Result<()> {
    // Before the build, which may take minutes; the server itself checks again.
    check_address(options.addr)?;
    let server = build(workspace, options.profile.profile())?;
    let data = options.data.clone().unwrap_or_else(|| workspace.root.join("data"));
    println!("Serving on http://{} (stop with Ctrl-C)", options.addr);
    let error = Command::new(&server)
        .arg("serve")
        .arg("--addr")
        .arg(options.addr.to_string())
        .arg("--data")
        .arg(&data)
        .exec();
    Err(error).with_context(|| format!("cannot start {}", server.display()))
}

/// Builds the page, and the server that carries it inside. Returns the server's path.
pub fn build(workspace: &Workspace, profile: Profile) -> Result<PathBuf> {
    println!("Looking for what the build needs");
    let tools = tools::for_web(workspace)?;
    println!("Building the page");
    web::build(workspace, &tools, profile)?;
    println!("Building the server");
    let mut command = process::cargo();
    command.args(["build", "--locked", "--package", "backend"]).current_dir(&workspace.root);
    if profile == Profile::Release {
        command.arg("--release");
    }
    process::run(&mut command)?;
    Ok(workspace.target.join(profile.folder()).join("parlour"))
}

/// Whether a server could listen on `addr` now.
fn check_address(addr: SocketAddr) -> Result<()> {
    let Err(error) = TcpListener::bind(addr) else { return Ok(()) };
    Err(match error.kind() {
        ErrorKind::AddrInUse => anyhow!(
            "port {} on {} is in use by another program. Stop that program, or choose another port: \
             cargo xtask serve --addr {}",
            addr.port(),
            addr.ip(),
            SocketAddr::new(addr.ip(), addr.port().checked_add(1).unwrap_or(8080)),
        ),
        ErrorKind::AddrNotAvailable => {
            anyhow!(
                "{} is not an address of this machine; 0.0.0.0 listens on all of its addresses",
                addr.ip()
            )
        }
        ErrorKind::PermissionDenied => {
            anyhow!("this user may not listen on port {}; choose one from 1024 up", addr.port())
        }
        _ => anyhow!("cannot listen on {addr}: {error}"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_port_in_use_is_named_with_a_way_out() {
        let taken = TcpListener::bind("127.0.0.1:0").unwrap();
        let addr = taken.local_addr().unwrap();
        let message = check_address(addr).unwrap_err().to_string();
        assert!(message.contains(&format!("port {} on 127.0.0.1 is in use", addr.port())), "{message}");
        assert!(message.contains("--addr 127.0.0.1:"), "{message}");
    }

    #[test]
    fn any_free_port_will_do() {
        check_address("127.0.0.1:0".parse().unwrap()).unwrap();
    }

    #[test]
    fn an_address_of_another_machine_is_told_apart() {
        // Reserved for documentation, so nobody's.
        let message = check_address("192.0.2.1:8080".parse().unwrap()).unwrap_err().to_string();
        assert!(message.contains("192.0.2.1 is not an address of this machine"), "{message}");
    }
}
