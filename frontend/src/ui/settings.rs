//! The settings of this browser, to be put into a page or a dialog.

use leptos::prelude::*;

use crate::state::settings::{Theme, use_settings};
use crate::ui::segments::segments;

/// Theme, motion and cards.
#[component]
pub fn SettingsForm() -> impl IntoView {
    let settings = use_settings();
    let theme = settings.theme();
    let still = settings.still();
    let four = settings.four_colours();
    let themes = Theme::ALL.map(|choice| (choice, choice.label().to_owned()));
    view! {
        <div class="settings">
            <fieldset class="settings__part">
                <legend class="field__label">"Light"</legend>
                <div class="seg">{segments("theme", themes, theme, move |choice| settings.set_theme(choice))}</div>
            </fieldset>
            <div class="settings__part">
                <label class="switch">
                    <input
                        type="checkbox"
                        role="switch"
                        prop:checked=move || still.get()
                        on:change:target=move |event| settings.set_still(event.target().checked())
                    />
                    <span class="switch__track"></span>
                    "Keep everything still"
                </label>
                <p class="field__note">"If your system asks for less motion, Parlour is still already."</p>
            </div>
            <div class="settings__part">
                <label class="switch">
                    <input
                        type="checkbox"
                        role="switch"
                        prop:checked=move || four.get()
                        on:change:target=move |event| settings.set_four_colours(event.target().checked())
                    />
                    <span class="switch__track"></span>
                    "Cards in four colours"
                </label>
                <p class="field__note">"Diamonds are blue and Clubs green. The shapes tell the suits apart either way."</p>
            </div>
        </div>
    }
}
