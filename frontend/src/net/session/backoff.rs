//! How long to wait before the next attempt.

/// The longest first wait, in milliseconds.
pub const BACKOFF_BASE: u32 = 1_000;
/// The longest wait, in milliseconds.
pub const BACKOFF_CAP: u32 = 30_000;

/// The wait before attempt number `attempt`, counted from 0, in milliseconds. `random` is from 0 to below 1.
///
/// The bound doubles up to the cap; the wait is anything below the bound. The jitter comes after the cap, else all
/// pages that a restart threw out would, once at the cap, come back at the same moment.
pub fn backoff(attempt: u32, random: f64) -> u32 {
    let bound = BACKOFF_BASE.checked_shl(attempt.min(16)).unwrap_or(BACKOFF_CAP).min(BACKOFF_CAP);
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // between 0 and the cap
    let delay = (f64::from(bound) * random.clamp(0.0, 1.0)) as u32;
    delay
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn a_wait_is_within_its_bound(attempt in 0..u32::MAX, random in 0.0..1.0) {
            let bound = (f64::from(BACKOFF_BASE) * 2f64.powi(attempt.min(40).try_into().unwrap())).min(BACKOFF_CAP.into());
            let delay = f64::from(backoff(attempt, random));
            prop_assert!(delay <= bound);
            prop_assert!((delay - bound * random).abs() <= 1.0, "jitter over the whole bound, after the cap");
        }
    }

    #[test]
    fn waits_at_the_cap_differ() {
        assert_eq!([backoff(20, 0.0), backoff(20, 0.5), backoff(20, 0.9)], [0, 15_000, 27_000]);
    }
}
