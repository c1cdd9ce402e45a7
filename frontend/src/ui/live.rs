//! What a screen reader is told: one polite region for the whole page, one sentence for each change.

use leptos::prelude::*;

thread_local! {
    /// How many were said, and the last. Outside every component, so that callbacks can speak too.
    static SAID: ArcRwSignal<(u64, String)> = ArcRwSignal::new((0, String::new()));
}

/// Tells a screen reader, once it has finished its sentence. The same words twice are told twice.
pub fn announce(text: impl Into<String>) {
    let text = text.into();
    SAID.with(|said| {
        said.update(|(count, last)| {
            *count += 1;
            *last = text;
        });
    });
}

/// The region. Two paragraphs take turns, because a region whose words don't change says nothing.
#[component]
pub fn Live() -> impl IntoView {
    let said = SAID.with(ArcRwSignal::clone);
    let odd = said.clone();
    let in_turn = move |said: &ArcRwSignal<(u64, String)>, parity: u64| {
        said.with(|(count, text)| if count % 2 == parity { text.clone() } else { String::new() })
    };
    view! {
        <div class="u-hidden" id="announcer" role="status" aria-live="polite">
            <p>{move || in_turn(&said, 0)}</p>
            <p>{move || in_turn(&odd, 1)}</p>
        </div>
    }
}
