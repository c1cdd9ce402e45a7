//! The picture of a game: one lamp, another scene under it.

use leptos::prelude::*;
use shared::catalogue::GameId;

use crate::ui::sprite::{self, Sprite};

/// The emblem of a game.
#[component]
pub fn Emblem(
    /// Which game.
    game: GameId,
    /// Classes beside its own.
    #[prop(default = "")]
    class: &'static str,
) -> impl IntoView {
    sprite::need(Sprite::Emblems);
    view! {
        <svg
            class=format!("em em--{game} {class}")
            viewBox="0 0 320 340"
            preserveAspectRatio="xMidYMid slice"
            aria-hidden="true"
        >
            <rect class="em-bg" width="320" height="340"></rect>
            <use_ class="em-halo" href="#em-halo"></use_>
            <use_ href=format!("#em-{game}")></use_>
        </svg>
    }
}
