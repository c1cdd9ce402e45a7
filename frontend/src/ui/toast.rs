//! The notice at the bottom of the page.

use leptos::prelude::*;

use crate::state::notices::Notices;

/// Shows the notices, one at a time.
#[component]
pub fn Toast(
    /// Which.
    notices: Notices,
) -> impl IntoView {
    notices.run();
    let current = notices.current();
    view! {
        <div role="status" aria-live="polite">
            {move || current.get().map(|(_, text)| view! { <p class="toast">{text}</p> })}
        </div>
    }
}
