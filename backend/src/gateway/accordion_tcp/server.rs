//! Accepts connections, as many as there are places.

use std::sync::Arc;
use std::time::Duration;

use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio::time::sleep;
use tokio_util::task::TaskTracker;

use super::Office;
use super::session::{self, Ended};
use crate::telemetry;

/// Connections that are turned away at the same time; more are closed without a word.
const TURNED_AWAY: usize = 64;
/// Pause after a connection could not be accepted, most likely for want of file descriptors.
const ACCEPT_AGAIN: Duration = Duration::from_millis(200);

/// Serves until the office goes down, then waits until everybody was told. `connections` is how many there may be at a
/// time; the next one gets an error.
pub async fn serve(listener: TcpListener, office: Office, connections: usize) {
    let places = Arc::new(Semaphore::new(connections));
    let doors = Arc::new(Semaphore::new(TURNED_AWAY));
    let open = TaskTracker::new();
    let going_down = office.0.going_down.clone();
    while let Some(accepted) = going_down.run_until_cancelled(listener.accept()).await {
        let (mut stream, peer) = match accepted {
            Ok(accepted) => accepted,
            Err(error) => {
                tracing::warn!(%error, "a connection could not be accepted");
                sleep(ACCEPT_AGAIN).await;
                continue;
            }
        };
        small_messages_leave_at_once(&stream);
        if let Ok(place) = places.clone().try_acquire_owned() {
            let office = office.clone();
            open.spawn(async move {
                let (reader, writer) = stream.split();
                let ended = session::serve(reader, writer, office).await;
                telemetry::accordion_ended(ended.word());
                match ended {
                    Ended::Complained(text) => tracing::warn!(%peer, text, "a client reports an error"),
                    Ended::HouseFailed => tracing::error!(%peer, "the house broke off its game"),
                    ended => tracing::debug!(%peer, ?ended, "a connection has ended"),
                }
                drop(place);
            });
        } else if let Ok(door) = doors.clone().try_acquire_owned() {
            telemetry::accordion_ended("full");
            open.spawn(async move {
                let (reader, writer) = stream.split();
                session::turn_away(reader, writer).await;
                drop(door);
            });
        }
    }
    drop(listener);
    open.close();
    open.wait().await;
}

fn small_messages_leave_at_once(stream: &TcpStream) {
    if let Err(error) = stream.set_nodelay(true) {
        tracing::debug!(%error, "TCP_NODELAY is not set");
    }
}
