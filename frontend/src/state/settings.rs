//! Theme, motion and whether maps are text: kept in local storage. Theme and motion are shown as attributes of the root
//! element, which the style sheets read; `boot.js` sets the same attributes before the first paint.

use leptos::prelude::*;

use crate::browser;

const THEME: &str = "parlour.theme";
const MOTION: &str = "parlour.motion";
const MAP: &str = "parlour.map";

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

/// Theme, motion and maps.
#[derive(Clone, Copy)]
pub struct Settings {
    theme: RwSignal<Theme>,
    still: RwSignal<bool>,
    text_map: RwSignal<bool>,
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
    };
    Effect::new(move || {
        let theme = settings.theme.get();
        mark("data-theme", (theme != Theme::System).then(|| theme.word()));
    });
    Effect::new(move || mark("data-motion", settings.still.get().then_some("off")));
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
}

/// Plain words and not JSON: `boot.js` reads them too.
fn storage() -> Option<web_sys::Storage> {
    browser::window()?.local_storage().ok().flatten()
}

fn stored(key: &str) -> Option<String> {
    storage()?.get_item(key).ok().flatten()
}

fn store(key: &str, word: &str) {
    if let Some(storage) = storage() {
        let _ = storage.set_item(key, word);
    }
}

fn mark(attribute: &str, word: Option<&str>) {
    let Some(root) = browser::document().and_then(|document| document.document_element()) else { return };
    let _ = match word {
        Some(word) => root.set_attribute(attribute, word),
        None => root.remove_attribute(attribute),
    };
}
