//! Accordion: whole games a second over TCP, and how strong the levels of the house are.
//!
//! | module | what it holds |
//! |---|---|
//! | [`games`] | games a second, beside a bare server |
//! | [`client`] | a connection that plays game after game |
//! | [`echo`] | the bare server, and the connection to it |
//! | [`levels`] | the house alone: piles left, time for a deal |

mod client;
pub mod echo;
mod games;
mod levels;

use anyhow::Result;

use crate::table::Row;

/// Measures.
///
/// # Errors
/// If a server fails.
pub async fn measure() -> Result<Vec<Row>> {
    // The levels first, while nothing else runs: some of them are timed.
    let mut rows = tokio::task::spawn_blocking(levels::measure).await??;
    rows.extend(games::measure().await?);
    Ok(rows)
}
