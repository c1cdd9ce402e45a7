//! The seven laws of `shared::game`, and the law of the wire, over random play of every game.
//!
//! A game takes part with a file of its own beside this one: it implements [`support::Sample`] and ends with
//! `laws!(ItsType);`.
#![cfg(not(target_arch = "wasm32"))]

mod checks;
mod support;

/// All laws for one game, each a test of its own.
macro_rules! laws {
    ($game:ty) => {
        mod laws {
            use proptest::prelude::*;

            use super::*;
            use crate::checks;
            use crate::support::{CASES, plays};

            proptest! {
                #![proptest_config(ProptestConfig::with_cases(CASES))]

                #[test]
                fn no_drift(play in plays::<$game>()) {
                    checks::no_drift(&play);
                }

                #[test]
                fn no_leak(play in plays::<$game>()) {
                    checks::no_leak(&play);
                }

                #[test]
                fn refused_means_unchanged(play in plays::<$game>()) {
                    checks::refused_means_unchanged(&play);
                }

                #[test]
                fn legal_is_what_is_accepted(play in plays::<$game>()) {
                    checks::legal_is_what_is_accepted(&play);
                }

                #[test]
                fn conservation(play in plays::<$game>()) {
                    checks::conservation(&play);
                }

                #[test]
                fn replay(play in plays::<$game>()) {
                    checks::replay(&play);
                }

                #[test]
                fn it_ends(play in plays::<$game>()) {
                    checks::it_ends(&play);
                }

                #[test]
                fn the_wire_tells_what_the_view_shows(play in plays::<$game>()) {
                    checks::wire(&play);
                }
            }
        }
    };
}

mod accordion;
mod nuggets;
mod onecard;
mod sea_battle;
