//! What can be chosen before a match is made.

use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::accordion::deck::LARGEST_DEAL;
use crate::catalogue::{OptionFacts, OptionRange};
use crate::game::OptionsError;

/// What can be chosen before a match is made.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Options {
    /// Which deal, from 0 to 2⁵³ − 1; `None`: one drawn from the match's seed.
    pub deal: Option<u64>,
    /// True if a deal can be taken back too.
    pub practice: bool,
    /// True if seat 1 is the house, which loses if both are left with one pile; false for a duel, which is then a draw.
    /// Follows from who sits there.
    pub house: bool,
    /// Seconds until an empty seat closes the match, 10 to 3,600; `None`: 120 for a public match, 1,800 for a private one.
    pub join_seconds: Option<u32>,
    /// Seconds a player may be away while he has not finished, 10 to 1,800; `None`: no limit. Then he has given up.
    pub grace_seconds: Option<u32>,
}

impl Default for Options {
    /// A phone in a pocket is away, and patience needs no hurry: ten minutes.
    fn default() -> Self {
        Self { deal: None, practice: false, house: false, join_seconds: None, grace_seconds: Some(600) }
    }
}

impl Options {
    const JOIN: (u32, u32) = (10, 3_600);
    const GRACE: (u32, u32) = (10, 1_800);

    /// What the home page shows, and the forms of the browser are made of. Neither practice nor the house is in it: they
    /// follow from how a match is made. A deal may be larger than what a form takes; such numbers come with links.
    pub fn facts() -> Vec<OptionFacts> {
        let seconds = |(min, max)| OptionRange::Integer { min, max, unit: "seconds".to_owned() };
        let default = Self::default();
        let option = |field: &str, label: &str, range, none: &str, default| OptionFacts {
            field: field.to_owned(),
            label: label.to_owned(),
            range,
            none: Some(none.to_owned()),
            default,
        };
        let deals = OptionRange::Integer { min: 0, max: u32::MAX, unit: String::new() };
        vec![
            option("deal", "Number of the deal", deals, "A new one", json!(default.deal)),
            option(
                "join_seconds",
                "Time to wait for an opponent",
                seconds(Self::JOIN),
                "2 minutes, or 30 by invitation",
                json!(default.join_seconds),
            ),
            option(
                "grace_seconds",
                "Time to come back",
                seconds(Self::GRACE),
                "No limit",
                json!(default.grace_seconds),
            ),
        ]
    }

    /// Finds the first option that is out of its range.
    pub(super) fn check(&self) -> Result<(), OptionsError> {
        if self.deal.is_some_and(|deal| deal > LARGEST_DEAL) {
            let reason = format!("is from 0 to {LARGEST_DEAL}, or null");
            return Err(OptionsError { field: "deal", reason });
        }
        within("join_seconds", self.join_seconds, Self::JOIN)?;
        within("grace_seconds", self.grace_seconds, Self::GRACE)
    }
}

fn within(field: &'static str, seconds: Option<u32>, (min, max): (u32, u32)) -> Result<(), OptionsError> {
    match seconds {
        Some(seconds) if seconds < min || seconds > max => {
            Err(OptionsError { field, reason: format!("is from {min} to {max} seconds, or null") })
        }
        _ => Ok(()),
    }
}
