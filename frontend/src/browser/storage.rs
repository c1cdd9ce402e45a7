//! What this browser keeps: texts by key, for good or as long as the tab is open.
//!
//! A browser may forbid its storage, have none, or have no room left in it. What can't be kept there is remembered until
//! the page is left, so that all works but a reload.

use std::cell::RefCell;

use serde::Serialize;
use serde::de::DeserializeOwned;
use web_sys::Storage;

use crate::browser;

/// Texts that are remembered without storage; of more the oldest are forgotten.
const MOST: usize = 64;

/// Where something is kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Keep {
    /// Until it is removed; all tabs see it.
    ForGood,
    /// As long as this tab is open.
    InTab,
}

thread_local! {
    static MEMORY: RefCell<Memory> = const { RefCell::new(Memory(Vec::new())) };
}

/// The text that is kept under a key.
pub fn get(keep: Keep, key: &str) -> Option<String> {
    let remembered = MEMORY.with_borrow(|memory| memory.get(keep, key));
    remembered.or_else(|| storage(keep)?.get_item(key).ok().flatten())
}

/// Keeps a text under a key. False if there was no room: what was kept there before is still there after a reload.
pub fn set(keep: Keep, key: &str, text: &str) -> bool {
    let kept = storage(keep).is_some_and(|storage| storage.set_item(key, text).is_ok());
    MEMORY.with_borrow_mut(|memory| {
        memory.remove(keep, key);
        if !kept {
            memory.add(keep, key, text);
        }
    });
    kept
}

/// Remembers a text under a key until the page is left, and leaves in storage what is there.
pub fn remember(keep: Keep, key: &str, text: &str) {
    MEMORY.with_borrow_mut(|memory| {
        memory.remove(keep, key);
        memory.add(keep, key, text);
    });
}

/// Forgets what is only remembered under a key: another page has kept something newer there.
pub fn distrust(keep: Keep, key: &str) {
    MEMORY.with_borrow_mut(|memory| memory.remove(keep, key));
}

/// Removes what is kept under a key.
pub fn remove(keep: Keep, key: &str) {
    MEMORY.with_borrow_mut(|memory| memory.remove(keep, key));
    if let Some(storage) = storage(keep) {
        // Fails only where nothing could be kept either.
        let _ = storage.remove_item(key);
    }
}

/// The value that is kept under a key as JSON; `None` also if another version of the page left something else there.
pub fn get_json<T: DeserializeOwned>(keep: Keep, key: &str) -> Option<T> {
    serde_json::from_str(&get(keep, key)?).ok()
}

/// Keeps a value under a key as JSON.
pub fn set_json(keep: Keep, key: &str, value: &impl Serialize) {
    // Fails only for values that have no JSON; none of the page's is such.
    if let Ok(text) = serde_json::to_string(value) {
        set(keep, key, &text);
    }
}

fn storage(keep: Keep) -> Option<Storage> {
    let window = browser::window()?;
    let storage = match keep {
        Keep::ForGood => window.local_storage(),
        Keep::InTab => window.session_storage(),
    };
    storage.ok().flatten()
}

/// What storage did not take, the newest last.
struct Memory(Vec<(Keep, String, String)>);

impl Memory {
    fn get(&self, keep: Keep, key: &str) -> Option<String> {
        self.0.iter().find(|(place, name, _)| *place == keep && name == key).map(|(_, _, text)| text.clone())
    }

    fn add(&mut self, keep: Keep, key: &str, text: &str) {
        if self.0.len() >= MOST {
            self.0.remove(0);
        }
        self.0.push((keep, key.to_owned(), text.to_owned()));
    }

    fn remove(&mut self, keep: Keep, key: &str) {
        self.0.retain(|(place, name, _)| *place != keep || name != key);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tab_and_the_browser_remember_apart() {
        let mut memory = Memory(Vec::new());
        memory.add(Keep::ForGood, "name", "Anna");
        memory.add(Keep::InTab, "name", "Bela");
        memory.remove(Keep::ForGood, "name");
        assert_eq!(memory.get(Keep::ForGood, "name"), None);
        assert_eq!(memory.get(Keep::InTab, "name").as_deref(), Some("Bela"));
        assert_eq!(memory.get(Keep::InTab, "fleet"), None);
    }

    #[test]
    fn the_oldest_is_forgotten_first() {
        let mut memory = Memory(Vec::new());
        for number in 0..=MOST {
            memory.add(Keep::ForGood, &number.to_string(), "");
        }
        assert_eq!(memory.0.len(), MOST);
        assert_eq!(memory.get(Keep::ForGood, "0"), None);
        assert!(memory.get(Keep::ForGood, "1").is_some());
    }
}
