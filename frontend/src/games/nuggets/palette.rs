//! The colours of the cave, from the style sheet.

use web_sys::Element;

use crate::browser;
use crate::games::nuggets::figures::COLOURS;

/// What the brushes are dipped into. Everything is a colour that a canvas takes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Palette {
    /// Where nothing is known.
    pub rock: String,
    /// Lines of what is remembered.
    pub chalk: String,
    /// The finer of them.
    pub chalk_faint: String,
    /// Floor that is remembered.
    pub ground: String,
    /// Floor in the light, from the torch outwards.
    pub lit: [String; 4],
    /// Walls in the light, from the torch outwards.
    pub wall: [String; 3],
    /// Gold, from bright to dark.
    pub gold: [String; 4],
    /// Tokens by colour.
    pub tokens: Vec<String>,
    /// The family of the letters.
    pub font: String,
}

impl Palette {
    /// As the style sheet has it for this element.
    pub fn of(element: &Element) -> Self {
        let styles = browser::window().and_then(|window| window.get_computed_style(element).ok().flatten());
        let read = |name: &str| {
            let value = styles.as_ref().and_then(|styles| styles.get_property_value(name).ok());
            value.unwrap_or_default().trim().to_owned()
        };
        Self {
            rock: read("--ng-rock"),
            chalk: read("--ng-chalk"),
            chalk_faint: read("--ng-chalk-faint"),
            ground: read("--ng-ground"),
            lit: ["--ng-lit-0", "--ng-lit-1", "--ng-lit-2", "--ng-lit-3"].map(read),
            wall: ["--ng-wall-0", "--ng-wall-1", "--ng-wall-2"].map(read),
            gold: ["--ng-gold-0", "--ng-gold-1", "--ng-gold-2", "--ng-gold-3"].map(read),
            tokens: (1..=COLOURS).map(|number| read(&format!("--ng-tok-{number}"))).collect(),
            font: read("--font"),
        }
    }
}
