//! Settings of this browser.

use leptos::prelude::*;

use crate::ui::bar::Bar;
use crate::ui::settings::SettingsForm;
use crate::ui::title::arrive;

/// The settings as a page.
#[component]
pub fn SettingsPage() -> impl IntoView {
    arrive("Settings");
    view! {
        <Bar/>
        <main class="page">
            <h1>"Settings"</h1>
            <p class="page__lead">"They are kept in this browser and take effect at once."</p>
            <SettingsForm/>
        </main>
    }
    .into_any()
}
