//! The connection as a dot that is also a word.

use leptos::prelude::*;

use crate::state::match_::{Link, Stop};

/// The word of a connection in attributes, for styles and tests.
pub const fn word(link: Link) -> &'static str {
    match link {
        Link::Connecting => "connecting",
        Link::Connected => "connected",
        Link::Lost { .. } => "lost",
        Link::Stopped(_) => "stopped",
    }
}

const fn text(link: Link) -> &'static str {
    match link {
        Link::Connecting => "Connecting",
        Link::Connected => "Connected",
        Link::Lost { .. } => "Lost, trying again",
        Link::Stopped(Stop::Ended) => "Closed",
        Link::Stopped(Stop::Elsewhere) => "Opened elsewhere",
        Link::Stopped(_) => "Stopped",
    }
}

/// The badge of the connection.
#[component]
pub fn LinkBadge(
    /// How the connection is.
    link: Signal<Link>,
) -> impl IntoView {
    // The style sheets know two states of the dot.
    let dot = move || match link.get() {
        Link::Connecting => "connecting",
        Link::Connected => "here",
        Link::Lost { .. } | Link::Stopped(_) => "lost",
    };
    view! {
        <span class="wire" data-state=dot data-link=move || word(link.get()) role="status">
            <span>{move || text(link.get())}</span>
        </span>
    }
}
