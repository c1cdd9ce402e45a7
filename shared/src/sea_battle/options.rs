//! What can be chosen before a match is made.

use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::catalogue::{OptionFacts, OptionRange};
use crate::game::{OptionsError, Seat};

/// What can be chosen before a match is made.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Options {
    /// Seconds to place a fleet, 10 to 900; `None`: no clock. A random fleet is placed on overrun.
    pub placement_seconds: Option<u32>,
    /// Seconds for a shot, 5 to 600; `None`: no clock. The turn passes on overrun; the second in a row loses.
    pub shot_seconds: Option<u32>,
    /// Who shoots first; `None`: drawn. A rematch uses it to alternate.
    pub starter: Option<Seat>,
    /// Seconds until an empty seat closes the match, 10 to 3,600; `None`: 120 for a public match, 1,800 for a private one.
    pub join_seconds: Option<u32>,
    /// Seconds a player may be away while it is his turn, 10 to 600; `None`: no limit. Then he has given up.
    pub grace_seconds: Option<u32>,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            placement_seconds: Some(120),
            shot_seconds: Some(30),
            starter: None,
            join_seconds: None,
            grace_seconds: Some(60),
        }
    }
}

impl Options {
    const PLACEMENT: (u32, u32) = (10, 900);
    const SHOT: (u32, u32) = (5, 600);
    const JOIN: (u32, u32) = (10, 3_600);
    const GRACE: (u32, u32) = (10, 600);

    /// What the home page shows, and the forms of the browser are made of. Who shoots first is not in it: people draw
    /// lots, and a rematch sets it.
    pub fn facts() -> Vec<OptionFacts> {
        let seconds = |(min, max)| OptionRange::Integer { min, max, unit: "seconds".to_owned() };
        let default = Self::default();
        vec![
            OptionFacts {
                field: "placement_seconds".to_owned(),
                label: "Time to place the fleet".to_owned(),
                range: seconds(Self::PLACEMENT),
                none: Some("No limit".to_owned()),
                default: json!(default.placement_seconds),
            },
            OptionFacts {
                field: "shot_seconds".to_owned(),
                label: "Time for a shot".to_owned(),
                range: seconds(Self::SHOT),
                none: Some("No limit".to_owned()),
                default: json!(default.shot_seconds),
            },
            OptionFacts {
                field: "join_seconds".to_owned(),
                label: "Time to wait for an opponent".to_owned(),
                range: seconds(Self::JOIN),
                none: Some("2 minutes, or 30 by invitation".to_owned()),
                default: json!(default.join_seconds),
            },
            OptionFacts {
                field: "grace_seconds".to_owned(),
                label: "Time to come back".to_owned(),
                range: seconds(Self::GRACE),
                none: Some("No limit".to_owned()),
                default: json!(default.grace_seconds),
            },
        ]
    }

    /// Finds the first option that is out of its range.
    pub(super) fn check(&self) -> Result<(), OptionsError> {
        within("placement_seconds", self.placement_seconds, Self::PLACEMENT)?;
        within("shot_seconds", self.shot_seconds, Self::SHOT)?;
        within("join_seconds", self.join_seconds, Self::JOIN)?;
        within("grace_seconds", self.grace_seconds, Self::GRACE)?;
        if self.starter.is_some_and(|seat| seat.0 > 1) {
            return Err(OptionsError { field: "starter", reason: "is 0, 1 or null".to_owned() });
        }
        Ok(())
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
