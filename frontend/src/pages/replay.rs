//! The replay of a match.

use leptos::prelude::*;

/// The replay of the match in the address.
#[component]
pub fn ReplayPage() -> impl IntoView {}
