//! Logs of OneCard, judged again by a judge who does not know the code that plays.
#![cfg(not(target_arch = "wasm32"))]

mod by_hand;
mod games;
mod judge;
mod mutations;
mod play;
