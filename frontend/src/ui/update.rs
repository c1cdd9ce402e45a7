//! The notice that there is a new version of the app.

use leptos::prelude::*;

use crate::state::update::{self, Update};

/// Offers the new version whenever nobody is disturbed by it.
#[component]
pub fn UpdateNotice(
    /// Whether there is one.
    update: Update,
) -> impl IntoView {
    let shown = Memo::new(move |_| update.to_be_said());
    view! {
        <div role="status">
            {move || shown.get().then(|| view! {
                <p class="toast toast--update">
                    <span>"A new version is there."</span>
                    <button class="btn" type="button" on:click=|_| update::renew()>"Reload"</button>
                    <button class="btn btn--plain" type="button" on:click=move |_| update.dismiss()>"Later"</button>
                </p>
            })}
        </div>
    }
}
