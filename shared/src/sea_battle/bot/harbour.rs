//! Where a bot's own fleet lies.
//!
//! A fleet along the rim is the hardest to find: half of the water around each ship lies off the board, so sinking one
//! tells less. A player who knows that looks there first, so the hard bot leaves open how far it goes.

use crate::game::Level;
use crate::sea_battle::cells::Cells;
use crate::sea_battle::fleet::{Fleet, Ship};
use crate::seed::Rng;

/// A fleet for a bot of this level.
pub fn fleet(level: Level, rng: &mut Rng) -> Fleet {
    match level {
        Level::Easy | Level::Medium => Fleet::random(rng),
        // Hard; the other levels are those of other games.
        _ => {
            // From somewhat more ships on the rim than chance puts there to nearly all.
            let liking = 2 + rng.below(30);
            Fleet::scattered(rng, |ship| if along_the_rim(ship) { liking } else { 1 })
        }
    }
}

/// A fleet whose longer ships all lie along the rim where there is room, with the ships of 1 anywhere: what people who
/// know the game often do, and what the hard bot is measured against.
pub fn hugging_the_rim(rng: &mut Rng) -> Fleet {
    const FAR_MORE: u32 = 1_000_000;
    Fleet::scattered(rng, |ship| if along_the_rim(ship) { FAR_MORE } else { 1 })
}

/// True for a ship of 2 or more that lies on the rim with all its cells.
pub fn along_the_rim(ship: Ship) -> bool {
    ship.size() > 1 && ship.area().within(Cells::RIM)
}
