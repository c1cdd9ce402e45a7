//! The name one plays under, on a place card.

use leptos::prelude::*;
use shared::api::NAME_LENGTH;
use wasm_bindgen::JsCast as _;
use web_sys::HtmlInputElement;

use crate::state::notices::use_notices;
use crate::state::session::use_session;
use crate::state::task::Tasks;

/// A field that takes a new name as soon as it is left.
#[component]
pub fn PlaceCard() -> impl IntoView {
    let session = use_session();
    let notices = use_notices();
    let tasks = Tasks::here();
    let rename = move |event: leptos::ev::Event| {
        let wanted = event_target_value(&event);
        let input = event.target().and_then(|target| target.dyn_into::<HtmlInputElement>().ok());
        tasks.run(async move {
            match session.rename(&wanted).await {
                Ok(true) => {}
                Ok(false) => {
                    notices.say(format!("A name has 1 to {NAME_LENGTH} letters. Yours stays as it was."));
                }
                Err(trouble) => notices.say(trouble.words()),
            }
            // Trimmed, or as it was.
            if let Some(input) = input {
                input.set_value(&session.name().get_untracked());
            }
        });
    };
    let name = session.name();
    view! {
        <label class="placecard">
            <span class="placecard__label">"You play as"</span>
            <input
                class="placecard__input"
                type="text"
                name="name"
                maxlength=NAME_LENGTH.to_string()
                autocomplete="nickname"
                spellcheck="false"
                prop:value=move || name.get()
                on:change=rename
            />
        </label>
    }
}
