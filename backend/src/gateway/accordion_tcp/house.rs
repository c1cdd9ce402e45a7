//! The house's play, beside the reactor: on threads of their own, few at a time, given up when nobody waits for it.

use shared::accordion::deck::Deck;
use shared::accordion::house::Mind;
use shared::accordion::{Action, House, Move, Row};
use shared::seed::{Rng, Seed};
use tokio::sync::oneshot;
use tokio_util::sync::{CancellationToken, DropGuard};

use super::Office;
use crate::ids::random_bytes;

/// How many rows it looks at before it is asked whether anybody still waits: some hundredths of a second.
const SLICE: u32 = 100_000;

/// A deal that the house is playing. Dropping it ends the play.
#[derive(Debug)]
pub(super) struct Playing {
    row: oneshot::Receiver<Row>,
    _given_up: DropGuard,
}

impl Playing {
    /// Lets the house play a deal as soon as there is a place.
    pub fn start(office: &Office, deck: Deck) -> Self {
        let (say, row) = oneshot::channel();
        let given_up = CancellationToken::new();
        let (places, house) = (office.0.thinkers.clone(), office.0.house);
        let guard = given_up.clone().drop_guard();
        tokio::spawn(async move {
            let Some(Ok(place)) = given_up.run_until_cancelled(places.acquire_owned()).await else { return };
            tokio::task::spawn_blocking(move || {
                let rng = Seed::from_bytes(random_bytes()).rng("accordion house");
                if let Some(row) = play(&deck, house, rng, &given_up) {
                    // Whoever asked may have gone.
                    let _ = say.send(row);
                }
                drop(place);
            });
        });
        Self { row, _given_up: guard }
    }

    /// The row it is left with; `None` if it broke off.
    pub async fn row(self) -> Option<Row> {
        self.row.await.ok()
    }
}

/// A whole deal; `None` if it was given up.
fn play(deck: &Deck, house: House, rng: Rng, given_up: &CancellationToken) -> Option<Row> {
    let mut mind = Mind::new(house, rng);
    let mut row = Row::default();
    while !given_up.is_cancelled() {
        match mind.choose(&row, SLICE) {
            None => {}
            Some(Action::Deal) => _ = row.deal(*deck.get(row.cards())?),
            Some(Action::Move { from, distance, whole }) => {
                let step = Move { from: from.try_into().ok()?, distance: distance.try_into().ok()?, whole };
                row.apply(step).ok()?;
            }
            Some(Action::Undo | Action::Tableau) => return Some(row),
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use shared::accordion::{deck::deck, house};

    use super::*;

    #[tokio::test]
    async fn the_house_plays_as_everywhere_else() {
        for level in [House::Casual, House::Steady, House::Strong, House::Master] {
            let office = Office::new(level, CancellationToken::new());
            let row = Playing::start(&office, deck(3)).row().await.unwrap();
            assert_eq!(row.len(), house::piles_left(3, level), "{level:?}");
        }
    }

    #[tokio::test]
    async fn whoever_goes_makes_room_for_others() {
        let office = Office::new(House::Master, CancellationToken::new());
        let all = u32::try_from(office.0.thinkers.available_permits()).unwrap();
        let busy = office.0.thinkers.clone().acquire_many_owned(all).await.unwrap();
        let waits = Playing::start(&office, deck(1));
        let playing = Playing::start(&office, deck(2));
        drop(waits);
        drop(busy);
        let row = tokio::time::timeout(Duration::from_mins(1), playing.row()).await;
        assert_eq!(row.unwrap().unwrap().cards(), 52);
    }
}
