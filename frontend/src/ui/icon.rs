//! Icons and the small marks of the games, from the sprite in the page shell.

use leptos::prelude::*;
use shared::catalogue::GameId;

/// An icon of `art/icons.svg`, by its name without the prefix `i-`. Says nothing to a screen reader.
#[component]
pub fn Icon(
    /// Which.
    name: &'static str,
) -> impl IntoView {
    view! { <svg class="icon" aria-hidden="true"><use_ href=format!("#i-{name}")></use_></svg> }
}

/// The small mark of a game.
#[component]
pub fn Mark(
    /// Which game.
    game: GameId,
) -> impl IntoView {
    view! { <svg class="mark" aria-hidden="true"><use_ href=format!("#g-{game}")></use_></svg> }
}
