//! Theme, motion, the colours of the cards and whether maps are text: kept in local storage. The first three are shown as
//! attributes of the root element, which the style sheets read; `boot.js` sets the same attributes before the first paint.

use leptos::prelude::*;

use crate::browser;
use crate::browser::storage::{self, Keep};

const THEME: &str = "parlour.theme";
const MOTION: &str = "parlour.motion";
const MAP: &str = "parlour.map";
const DECK: &str = "parlour.deck";

/// Light or dark.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Theme {
    /// As the system has it.
    System,
    /// Paper and ink.
    Light,
    /// By lamplight.
    Dark,
}

impl Theme {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::System, Self::Light, Self::Dark];

    /// The word in storage and on the root element.
    pub const fn word(self) -> &'static str {
        match self {
            Self::System => "system",
            Self::Light => "light",
            Self::Dark => "dark",
        }
    }

    /// For people.
    pub const fn label(self) -> &'static str {
        match self {
            Self::System => "As the system",
            Self::Light => "Light",
            Self::Dark => "Dark",
        }
    }

    fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|theme| theme.word() == word)
    }
}

/// Theme, motion, maps and cards.
#[derive(Clone, Copy)]
pub struct Settings {
    theme: RwSignal<Theme>,
    still: RwSignal<bool>,
    text_map: RwSignal<bool>,
    four_colours: RwSignal<bool>,
}

/// Provides the settings and keeps the root element in step with them.
pub fn provide() -> Settings {
    let theme = stored(THEME).and_then(|word| Theme::from_word(&word)).unwrap_or(Theme::System);
    let still = stored(MOTION).is_some_and(|word| word == "off");
    // Where the system chooses the colours, a drawing made of colours is of no use.
    let text_map =
        stored(MAP).map_or_else(|| browser::matches("(forced-colors: active)"), |word| word == "text");
    let settings = Settings {
        theme: RwSignal::new(theme),
        still: RwSignal::new(still),
        text_map: RwSignal::new(text_map),
        four_colours: RwSignal::new(stored(DECK).is_some_and(|word| word == "four")),
    };
    Effect::new(move || {
        let theme = settings.theme.get();
        mark("data-theme", (theme != Theme::System).then(|| theme.word()));
    });
    Effect::new(move || mark("data-motion", settings.still.get().then_some("off")));
    Effect::new(move || mark("data-deck", settings.four_colours.get().then_some("four")));
    provide_context(settings);
    settings
}

/// The settings of this page.
pub fn use_settings() -> Settings {
    use_context().unwrap_or_else(provide)
}

impl Settings {
    /// Light or dark.
    pub fn theme(self) -> Signal<Theme> {
        self.theme.into()
    }

    /// True if things don't move, whatever the system says.
    pub fn still(self) -> Signal<bool> {
        self.still.into()
    }

    /// True if things don't move, because of this or because the system says so.
    pub fn rests(self) -> bool {
        self.still.get() || browser::matches("(prefers-reduced-motion: reduce)")
    }

    /// True if a map is shown as text.
    pub fn text_map(self) -> Signal<bool> {
        self.text_map.into()
    }

    /// True if each suit of the cards has a colour of its own.
    pub fn four_colours(self) -> Signal<bool> {
        self.four_colours.into()
    }

    /// Chooses a theme.
    pub fn set_theme(self, theme: Theme) {
        store(THEME, theme.word());
        self.theme.set(theme);
    }

    /// The other of light and dark, as seen from what is shown now.
    pub fn toggle_theme(self) {
        let dark = match self.theme.get_untracked() {
            Theme::System => browser::matches("(prefers-color-scheme: dark)"),
            Theme::Light => false,
            Theme::Dark => true,
        };
        self.set_theme(if dark { Theme::Light } else { Theme::Dark });
    }

    /// Chooses whether things move.
    pub fn set_still(self, still: bool) {
        store(MOTION, if still { "off" } else { "system" });
        self.still.set(still);
    }

    /// Chooses whether a map is shown as text.
    pub fn set_text_map(self, text: bool) {
        store(MAP, if text { "text" } else { "drawn" });
        self.text_map.set(text);
    }

    /// Chooses whether each suit of the cards has a colour of its own.
    pub fn set_four_colours(self, four: bool) {
        store(DECK, if four { "four" } else { "two" });
        self.four_colours.set(four);
    }
}

/// Plain words and not JSON: `boot.js` reads them too.
fn stored(key: &str) -> Option<String> {
    storage::get(Keep::ForGood, key)
}

fn store(key: &str, word: &str) {
    storage::set(Keep::ForGood, key, word);
}

fn mark(attribute: &str, word: Option<&str>) {
    let Some(root) = browser::document().and_then(|document| document.document_element()) else { return };
    let _ = match word {
        Some(word) => root.set_attribute(attribute, word),
        None => root.remove_attribute(attribute),
    };
}
