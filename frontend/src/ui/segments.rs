//! One of a few, as radio buttons side by side.

use leptos::prelude::*;

/// The buttons, to be put into an element of the class `seg` that says what is chosen. `name` groups them and is unique
/// on the page.
pub fn segments<T: Copy + PartialEq + Send + Sync + 'static>(
    name: &'static str,
    choices: impl IntoIterator<Item = (T, String)>,
    chosen: impl Into<Signal<T>>,
    choose: impl Fn(T) + Copy + Send + Sync + 'static,
) -> AnyView {
    let chosen = chosen.into();
    let one = |(value, label)| {
        let checked = Signal::derive(move || chosen.get() == value);
        segment(name, label, checked, Callback::new(move |()| choose(value)))
    };
    choices.into_iter().map(one).collect_view().into_any()
}

/// Made once, whatever is chosen.
fn segment(name: &'static str, label: String, checked: Signal<bool>, choose: Callback<()>) -> AnyView {
    view! {
        <label class="seg__item">
            <input type="radio" name=name prop:checked=checked on:change=move |_| choose.run(())/>
            <span>{label}</span>
        </label>
    }
    .into_any()
}
