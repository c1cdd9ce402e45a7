//! A page that says one thing.

use leptos::prelude::*;
use leptos_router::components::A;

use crate::ui::bar::Bar;

/// A title, what there is to say, and the way home.
#[component]
pub fn Message(
    /// The title.
    #[prop(into)]
    title: String,
    /// What there is to say and to do.
    #[prop(optional)]
    children: Option<Children>,
) -> impl IntoView {
    let busy = children.is_none();
    view! {
        <Bar/>
        <main class="page" aria-busy=busy.then_some("true")>
            <h1>{title}</h1>
            {children.map(|children| children())}
            {(!busy).then(|| view! { <p><A href="/" attr:class="btn">"To the games"</A></p> })}
        </main>
    }
}

/// A button that tries again.
#[component]
pub fn Retry(
    /// What to try.
    on_retry: impl Fn() + 'static,
) -> impl IntoView {
    view! {
        <p><button class="btn btn--main" type="button" on:click=move |_| on_retry()>"Try again"</button></p>
    }
}
