//! The way into a match somebody has told the code of.

use leptos::html;
use leptos::prelude::*;
use leptos_router::hooks::use_navigate;

use crate::state::reach::use_reach;

/// Longer than any code.
const MOST: u8 = 12;

/// A field for the code and a button.
#[component]
pub fn CodeForm() -> impl IntoView {
    let input = NodeRef::<html::Input>::new();
    let navigate = use_navigate();
    let reach = use_reach();
    let go = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        let typed = input.get_untracked().map(|input| input.value()).unwrap_or_default();
        match address(&typed) {
            Some(address) => navigate(&address, leptos_router::NavigateOptions::default()),
            None => {
                if let Some(input) = input.get_untracked() {
                    let _ = input.focus();
                }
            }
        }
    };
    view! {
        <form class="codejoin" on:submit=go>
            <label class="field__label" for="code">"Invited? Enter the code"</label>
            <span class="codejoin__row">
                <input
                    class="field__input"
                    id="code"
                    type="text"
                    name="code"
                    placeholder="BEKOTA"
                    maxlength=MOST.to_string()
                    autocomplete="off"
                    autocapitalize="characters"
                    spellcheck="false"
                    node_ref=input
                />
                <button class="btn" type="submit" disabled=move || reach.trouble().is_some()>"Join"</button>
            </span>
            {move || reach.trouble().map(|trouble| view! { <p class="field__note">{trouble}</p> })}
        </form>
    }
}

/// Where a typed code leads.
fn address(typed: &str) -> Option<String> {
    let code: String = typed.chars().filter(char::is_ascii_alphanumeric).collect();
    (!code.is_empty()).then(|| format!("/m/{}", code.to_ascii_uppercase()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_may_be_typed_in_any_way() {
        assert_eq!(address(" beko-ta "), Some("/m/BEKOTA".to_owned()));
        assert_eq!(address("../x"), Some("/m/X".to_owned()));
        assert_eq!(address(" - "), None);
    }
}
