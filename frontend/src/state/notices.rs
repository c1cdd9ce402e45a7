//! Short messages that go away by themselves, one at a time.

use std::collections::VecDeque;
use std::time::Duration;

use leptos::prelude::*;

/// How long one is shown.
const SHOWN: Duration = Duration::from_secs(5);

/// More than these don't wait; the oldest goes.
const MOST: usize = 4;

/// What is to be said.
#[derive(Clone, Copy)]
pub struct Notices(RwSignal<VecDeque<(u64, String)>>, StoredValue<u64>);

/// Provides the notices.
pub fn provide() -> Notices {
    let notices = Notices(RwSignal::new(VecDeque::new()), StoredValue::new(0));
    provide_context(notices);
    notices
}

/// The notices of this page.
pub fn use_notices() -> Notices {
    use_context().unwrap_or_else(provide)
}

impl Notices {
    /// Says something.
    pub fn say(self, text: impl Into<String>) {
        let stamp = self.1.try_update_value(|stamp| {
            *stamp += 1;
            *stamp
        });
        let stamp = stamp.unwrap_or_default();
        self.0.update(|waiting| {
            waiting.push_back((stamp, text.into()));
            while waiting.len() > MOST {
                waiting.pop_front();
            }
        });
    }

    /// What is shown now.
    pub fn current(self) -> Signal<Option<(u64, String)>> {
        Signal::derive(move || self.0.with(|waiting| waiting.front().cloned()))
    }

    /// Takes a notice away, if it is still there.
    pub fn dismiss(self, stamp: u64) {
        self.0.update(|waiting| waiting.retain(|(other, _)| *other != stamp));
    }

    /// Takes each notice away after its time.
    pub fn run(self) {
        let current = self.current();
        Effect::new(move || {
            if let Some((stamp, _)) = current.get() {
                let timer = set_timeout_with_handle(move || self.dismiss(stamp), SHOWN);
                on_cleanup(move || {
                    if let Ok(timer) = timer {
                        timer.clear();
                    }
                });
            }
        });
    }
}
