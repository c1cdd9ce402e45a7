//! Sea Battle in the browser.
