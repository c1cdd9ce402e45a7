//! A program that serves nothing but Accordion over TCP: `parlour accordion -p PORT`.
//!
//! Standard output has the port; everything else goes to standard error.

use std::io::{self, Write as _};
use std::net::SocketAddr;
use std::pin::pin;

use shared::accordion::House;
use tokio_util::sync::CancellationToken;

use super::{BindError, CONNECTIONS, Office, bind, server};

/// Why nothing is served.
#[derive(Debug, thiserror::Error)]
pub enum SoloError {
    /// The address can't be had.
    #[error(transparent)]
    Network(#[from] BindError),
    /// The port can't be told.
    #[error("the port can't be told: {0}")]
    Output(#[from] io::Error),
}

/// Serves at `addr` until `told_to_stop`, and then until everybody was told.
///
/// # Errors
/// When the address can't be had, or the port not be told.
pub async fn host(
    addr: SocketAddr,
    house: House,
    told_to_stop: impl Future<Output = ()>,
) -> Result<(), SoloError> {
    let listener = bind(addr).await?;
    let port = listener.local_addr()?.port();
    let going_down = CancellationToken::new();
    let office = Office::new(house, going_down.clone());
    say(&format!("serverPort={port}\n"))?;
    let mut serving = pin!(server::serve(listener, office, CONNECTIONS));
    tokio::select! {
        () = &mut serving => {}
        () = told_to_stop => {
            going_down.cancel();
            serving.await;
        }
    }
    Ok(())
}

/// Says something on standard output, at once also into a pipe.
fn say(text: &str) -> io::Result<()> {
    let mut output = io::stdout().lock();
    output.write_all(text.as_bytes())?;
    output.flush()
}
