//! What can be chosen before a match is made.

use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::catalogue::{MapFacts, OptionFacts, OptionRange};
use crate::game::OptionsError;
use crate::nuggets::map::{Map, MapError};
use crate::nuggets::{bundled, maker};
use crate::seed::Seed;

/// What can be chosen before a match is made.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Options {
    /// Where it is played.
    pub map: MapChoice,
    /// Nuggets in all, 1 to 10,000.
    pub gold: u32,
    /// Fewest piles, 1 to 200.
    pub least_piles: u32,
    /// Most piles, 1 to 200. Clamped to the gold and to half of the room spots there are.
    pub most_piles: u32,
    /// Seconds until somebody must have come, 10 to 3,600; `None`: 120 for a public match, 1,800 for a private one.
    pub join_seconds: Option<u32>,
}

/// Where a match is played.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum MapChoice {
    /// On one of the maps that come with the program.
    Bundled {
        /// Its name.
        name: String,
    },
    /// On a map made of the match's seed.
    Generated {
        /// 10 to 200.
        rows: u16,
        /// 20 to 400.
        columns: u16,
    },
    /// On a map of one's own.
    Text {
        /// The lines of the map. In the public facts of a match it is left out.
        text: String,
    },
}

impl Default for Options {
    fn default() -> Self {
        Self {
            map: MapChoice::Bundled { name: bundled::FIRST.to_owned() },
            gold: 250,
            least_piles: 10,
            most_piles: 30,
            join_seconds: None,
        }
    }
}

impl Options {
    const GOLD: (u32, u32) = (1, 10_000);
    const PILES: (u32, u32) = (1, 200);
    const JOIN: (u32, u32) = (10, 3_600);
    /// Sizes of generated maps.
    pub const ROWS: (u16, u16) = (10, 200);
    /// Sizes of generated maps.
    pub const COLUMNS: (u16, u16) = (20, 400);

    /// What the home page shows, and the forms of the browser are made of.
    pub fn facts() -> Vec<OptionFacts> {
        let number = |(min, max), unit: &str| OptionRange::Integer { min, max, unit: unit.to_owned() };
        let default = Self::default();
        let option = |field: &str, label: &str, range, none: Option<&str>, default| OptionFacts {
            field: field.to_owned(),
            label: label.to_owned(),
            range,
            none: none.map(str::to_owned),
            default,
        };
        let bundled = bundled::ALL.iter().map(|map| MapFacts {
            name: map.name.to_owned(),
            title: map.title.to_owned(),
            about: map.about.to_owned(),
        });
        let maps = OptionRange::Map { bundled: bundled.collect(), rows: Self::ROWS, columns: Self::COLUMNS };
        vec![
            option("map", "Map", maps, None, json!(default.map)),
            option("gold", "Nuggets of gold", number(Self::GOLD, "nuggets"), None, json!(default.gold)),
            option(
                "least_piles",
                "Fewest piles",
                number(Self::PILES, "piles"),
                None,
                json!(default.least_piles),
            ),
            option("most_piles", "Most piles", number(Self::PILES, "piles"), None, json!(default.most_piles)),
            option(
                "join_seconds",
                "Time to wait for the first explorer",
                number(Self::JOIN, "seconds"),
                Some("2 minutes, or 30 by invitation"),
                json!(default.join_seconds),
            ),
        ]
    }

    /// The map of a match with these options and this seed.
    ///
    /// # Errors
    /// When it is no map, or no such map.
    pub(super) fn map(&self, seed: &Seed) -> Result<Map, OptionsError> {
        let fault = |reason: String| OptionsError { field: "map", reason };
        let read = |text: &str| Map::parse(text).map_err(|error: MapError| fault(error.to_string()));
        match &self.map {
            MapChoice::Bundled { name } => match bundled::find(name) {
                Some(map) => read(map.text),
                None => Err(fault(format!("there is no map {name:?}; there are {}", bundled::names()))),
            },
            MapChoice::Generated { rows, columns } => {
                let inside = |(min, max): (u16, u16), size: u16| size >= min && size <= max;
                if !inside(Self::ROWS, *rows) || !inside(Self::COLUMNS, *columns) {
                    let ((a, b), (c, d)) = (Self::ROWS, Self::COLUMNS);
                    return Err(fault(format!("a map is made of {a} to {b} rows and {c} to {d} columns")));
                }
                read(&maker::make(*rows, *columns, &mut seed.rng("nuggets map")))
            }
            MapChoice::Text { text } => read(text),
        }
    }

    /// Finds the first option that is out of its range; the map is looked at by [`Self::map`].
    pub(super) fn check(&self) -> Result<(), OptionsError> {
        within("gold", self.gold, Self::GOLD)?;
        within("least_piles", self.least_piles, Self::PILES)?;
        within("most_piles", self.most_piles, (self.least_piles, Self::PILES.1))?;
        self.join_seconds.map_or(Ok(()), |seconds| within("join_seconds", seconds, Self::JOIN))
    }

    /// The same without the text of a map, which those who play may not have seen.
    pub(super) fn without_text(&self) -> Self {
        let map = match &self.map {
            MapChoice::Text { .. } => MapChoice::Text { text: String::new() },
            map => map.clone(),
        };
        Self { map, ..self.clone() }
    }
}

fn within(field: &'static str, number: u32, (min, max): (u32, u32)) -> Result<(), OptionsError> {
    if number < min || number > max {
        return Err(OptionsError { field, reason: format!("is from {min} to {max}") });
    }
    Ok(())
}
