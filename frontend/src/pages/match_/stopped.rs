//! A match that can't go on in this page.

use leptos::prelude::*;
use leptos_router::components::A;

use crate::browser;
use crate::pages::message::Retry;
use crate::state::match_::Stop;
use crate::state::update::renew;

/// Why the match can't go on here, and what one can do.
#[component]
pub fn Stopped(
    /// Why.
    stop: Stop,
    /// The same in a sentence, where the usual one doesn't fit.
    #[prop(optional)]
    words: Option<String>,
    /// The person wants it here.
    on_take_over: impl Fn() + 'static,
) -> impl IntoView {
    let (title, usual) = match stop {
        Stop::Ended => ("The match is over.", "The server has said good-bye."),
        Stop::Elsewhere => (
            "Opened elsewhere.",
            "You have opened this match in another tab or on another device; it goes on there.",
        ),
        Stop::NotYours => (
            "This seat isn’t yours any more.",
            "The server doesn’t know this browser as the player of the seat. If you played under another name or in another \
             browser, open the match there. Here you can look at the table again as somebody else.",
        ),
        Stop::TooMany => (
            "Too much at once.",
            "The server was asked too often and has hung up. Wait a moment, then reload.",
        ),
        Stop::Fault => (
            "Page and server don’t understand each other.",
            "Most likely one of them is newer. Your match is safe: reload the page to go on.",
        ),
    };
    let act = match stop {
        Stop::Elsewhere => view! {
            <p><button class="btn btn--main" type="button" on:click=move |_| on_take_over()>"Use it here"</button></p>
        }
        .into_any(),
        // The page may be an old one that is kept in the browser.
        Stop::Fault => view! { <Retry on_retry=renew/> }.into_any(),
        Stop::TooMany | Stop::NotYours => view! { <Retry on_retry=browser::reload/> }.into_any(),
        Stop::Ended => ().into_any(),
    };
    let words = words.unwrap_or_else(|| usual.to_owned());
    view! {
        <main class="page" data-stop=word(stop)>
            <h1>{title}</h1>
            <p class="page__lead">{words}</p>
            {act}
            <p><A href="/" attr:class="btn">"To the games"</A></p>
        </main>
    }
}

const fn word(stop: Stop) -> &'static str {
    match stop {
        Stop::Ended => "ended",
        Stop::Elsewhere => "elsewhere",
        Stop::NotYours => "not-yours",
        Stop::TooMany => "too-many",
        Stop::Fault => "fault",
    }
}
