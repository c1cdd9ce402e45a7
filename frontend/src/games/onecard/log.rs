//! The log of a finished match as a file to keep.

use leptos::prelude::*;
use wasm_bindgen::{JsCast as _, JsValue};
use web_sys::{Blob, HtmlAnchorElement, Url};

use crate::browser;
use crate::state::notices::use_notices;
use crate::ui::icon::Icon;

/// The button that downloads the log. `text` makes it, and gives nothing for a record the rules don't accept.
#[component]
pub fn LogButton(
    /// Makes the text.
    text: Callback<(), Option<String>>,
) -> impl IntoView {
    let notices = use_notices();
    let download = move |_| {
        if text.run(()).and_then(|text| save(&text)).is_none() {
            notices.say("The log can’t be written in this browser.".to_owned());
        }
    };
    view! {
        <button class="btn" type="button" on:click=download>
            <Icon name="text"/>
            "Download the log"
        </button>
    }
    .into_any()
}

/// Hands a text to the browser as a download.
fn save(text: &str) -> Option<()> {
    let parts = js_sys::Array::of1(&JsValue::from_str(text));
    let blob = Blob::new_with_str_sequence(&parts).ok()?;
    let address = Url::create_object_url_with_blob(&blob).ok()?;
    let link = browser::document()?.create_element("a").ok()?.dyn_into::<HtmlAnchorElement>().ok()?;
    link.set_href(&address);
    link.set_download("onecard.log");
    link.click();
    // The download has its own hold on the text by now.
    Url::revoke_object_url(&address).ok()
}
