//! Long thoughts of bots, beside the room: on threads of their own, few at a time, given up when the room ends.

use std::collections::VecDeque;
use std::sync::Arc;

use shared::game::{Seat, Thought};
use tokio::sync::Semaphore;
use tokio::task::JoinSet;
use tokio_util::sync::{CancellationToken, DropGuard};

/// How much of a thought is done before it is asked whether anybody still wants it: some hundredths of a second.
const SLICE: u32 = 100_000;

/// Places for thinking, shared by all rooms: half of the machine stays free for play.
pub fn places() -> Arc<Semaphore> {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    Arc::new(Semaphore::new(cores.div_ceil(2)))
}

/// A thought that broke off with a panic.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Broken;

/// What the bots of a room think about, and what they have planned.
pub struct Thoughts<A> {
    places: Arc<Semaphore>,
    running: JoinSet<Option<(Seat, Vec<A>)>>,
    given_up: CancellationToken,
    _ends_with_the_room: DropGuard,
    /// By seat: what its bot does next, the next action first.
    plans: Vec<VecDeque<A>>,
}

impl<A: Clone + Send + 'static> Thoughts<A> {
    /// Nothing on anybody's mind.
    pub fn new(seats: usize, places: Arc<Semaphore>) -> Self {
        let given_up = CancellationToken::new();
        Self {
            places,
            running: JoinSet::new(),
            given_up: given_up.clone(),
            _ends_with_the_room: given_up.drop_guard(),
            plans: (0..seats).map(|_| VecDeque::new()).collect(),
        }
    }

    /// Starts to think for a seat as soon as there is a place.
    pub fn start(&mut self, seat: Seat, mut thought: Box<dyn Thought<A>>) {
        let (places, given_up) = (self.places.clone(), self.given_up.clone());
        self.running.spawn(async move {
            let place = given_up.run_until_cancelled(places.acquire_owned()).await?.ok()?;
            let think = tokio::task::spawn_blocking(move || {
                let _place = place;
                while !given_up.is_cancelled() {
                    if let Some(plan) = thought.step(SLICE) {
                        return Some((seat, plan));
                    }
                }
                None
            });
            // A panic over there goes on here, where it is noticed.
            match think.await {
                Ok(thought) => thought,
                Err(error) => error.try_into_panic().map_or(None, |panic| std::panic::resume_unwind(panic)),
            }
        });
    }

    /// Waits for the next thought that is done: for which seat. Its plan is kept. For ever if there is none.
    pub async fn done(&mut self) -> Result<Seat, Broken> {
        while let Some(thought) = self.running.join_next().await {
            match thought {
                Ok(Some((seat, plan))) => {
                    self.plans[seat.index()] = plan.into();
                    return Ok(seat);
                }
                Ok(None) => {}
                Err(_) => return Err(Broken),
            }
        }
        std::future::pending().await
    }

    /// What a seat has planned to do next.
    pub fn planned(&self, seat: Seat) -> Option<&A> {
        self.plans[seat.index()].front()
    }

    /// That was done.
    pub fn carried_out(&mut self, seat: Seat) {
        self.plans[seat.index()].pop_front();
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::time::Duration;

    use super::*;

    /// Thinks for ever, and says when it is forgotten.
    struct Endless(Arc<AtomicBool>);

    impl Thought<u8> for Endless {
        fn step(&mut self, _: u32) -> Option<Vec<u8>> {
            std::thread::yield_now();
            None
        }
    }

    impl Drop for Endless {
        fn drop(&mut self) {
            self.0.store(true, Ordering::Release);
        }
    }

    /// Is done after so many slices.
    struct Short(u32);

    impl Thought<u8> for Short {
        fn step(&mut self, _: u32) -> Option<Vec<u8>> {
            self.0 = self.0.checked_sub(1)?;
            (self.0 == 0).then(|| vec![7, 8])
        }
    }

    struct Breaks;

    impl Thought<u8> for Breaks {
        fn step(&mut self, _: u32) -> Option<Vec<u8>> {
            panic!("a fault of a bot")
        }
    }

    #[tokio::test]
    async fn a_plan_is_carried_out_in_order() {
        let mut thoughts = Thoughts::new(2, places());
        thoughts.start(Seat(1), Box::new(Short(3)));
        assert_eq!(thoughts.done().await, Ok(Seat(1)));
        assert_eq!((thoughts.planned(Seat(0)), thoughts.planned(Seat(1))), (None, Some(&7)));
        thoughts.carried_out(Seat(1));
        assert_eq!(thoughts.planned(Seat(1)), Some(&8));
        thoughts.carried_out(Seat(1));
        assert_eq!(thoughts.planned(Seat(1)), None);
    }

    #[tokio::test]
    async fn thoughts_wait_for_a_place_and_are_given_up_with_the_room() {
        let place = Arc::new(Semaphore::new(1));
        let forgotten = Arc::new(AtomicBool::new(false));
        let mut first = Thoughts::new(1, place.clone());
        first.start(Seat(0), Box::new(Endless(forgotten.clone())));
        while place.available_permits() > 0 {
            tokio::task::yield_now().await;
        }
        let mut second = Thoughts::new(1, place.clone());
        second.start(Seat(0), Box::new(Short(1)));
        let early = tokio::time::timeout(Duration::from_millis(20), second.done()).await;
        assert!(early.is_err(), "two thoughts in one place");

        drop(first);
        assert_eq!(second.done().await, Ok(Seat(0)));
        assert!(forgotten.load(Ordering::Acquire));
    }

    #[tokio::test]
    async fn a_panic_is_noticed() {
        let mut thoughts = Thoughts::new(1, places());
        thoughts.start(Seat(0), Box::new(Breaks));
        assert_eq!(thoughts.done().await, Err(Broken));
    }
}
