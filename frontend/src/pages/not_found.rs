//! For an address that leads nowhere.

use leptos::prelude::*;
use leptos_router::components::A;

use crate::ui::bar::Bar;
use crate::ui::title::arrive;

/// The page of no address.
#[component]
pub fn NotFoundPage() -> impl IntoView {
    arrive("Nothing here");
    view! {
        <Bar/>
        <main class="page">
            <h1>"Nothing here."</h1>
            <p class="page__lead">
                "This address leads nowhere. Perhaps a letter is missing, or what was here is gone."
            </p>
            <p><A href="/" attr:class="btn btn--main">"To the games"</A></p>
        </main>
    }
    .into_any()
}
