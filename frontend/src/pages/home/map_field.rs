//! Where a match of Nuggets is played: one of our maps, one made of the seed, or one's own.

use leptos::prelude::*;
use serde_json::Value;
use shared::catalogue::MapFacts;
use shared::nuggets::{Map, MapChoice, bundled};

use crate::pages::home::options::{Chosen, choose};
use crate::ui::segments::segments;

/// Sizes that are offered for a map that is made: name, rows, columns.
const SIZES: [(&str, u16, u16); 3] = [("Small", 14, 48), ("Medium", 21, 79), ("Large", 60, 200)];

/// The option of a map that was chosen.
///
/// # Errors
/// With what is wrong with a map of one's own, and where.
pub fn value(chosen: &str) -> Result<Value, String> {
    let wrong = |error: &dyn std::fmt::Display| format!("Map: {error}.");
    let choice: MapChoice = serde_json::from_str(chosen).map_err(|error| wrong(&error))?;
    if let MapChoice::Text { text } = &choice {
        Map::parse(text).map_err(|error| wrong(&error))?;
    }
    serde_json::to_value(choice).map_err(|error| wrong(&error))
}

/// Which of the three.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Bundled,
    Generated,
    Text,
}

/// The field.
#[component]
pub fn MapField(
    /// Its name in the options.
    field: String,
    /// Our maps.
    bundled: Vec<MapFacts>,
    /// Fewest and most rows of a map that is made.
    rows: (u16, u16),
    /// Fewest and most columns of it.
    columns: (u16, u16),
    /// What is chosen.
    chosen: Chosen,
) -> impl IntoView {
    let kind = RwSignal::new(Kind::Bundled);
    let name = RwSignal::new(bundled::FIRST.to_owned());
    let size = RwSignal::new((SIZES[1].1, SIZES[1].2));
    let text = RwSignal::new(String::new());
    Effect::new(move || {
        let choice = match kind.get() {
            Kind::Bundled => MapChoice::Bundled { name: name.get() },
            Kind::Generated => MapChoice::Generated { rows: size.get().0, columns: size.get().1 },
            Kind::Text => MapChoice::Text { text: text.get() },
        };
        // A map is a structure of numbers and text, which JSON can hold.
        choose(chosen, &field, serde_json::to_string(&choice).unwrap_or_default());
    });
    let kinds = [(Kind::Bundled, "Drawn"), (Kind::Generated, "New each time"), (Kind::Text, "Your own")];
    let kinds = kinds.map(|(which, label)| (which, label.to_owned()));
    let body = move || match kind.get() {
        Kind::Bundled => view! { <Ours bundled=bundled.clone() name/> }.into_any(),
        Kind::Generated => view! { <Made rows columns size/> }.into_any(),
        Kind::Text => view! { <Own text/> }.into_any(),
    };
    view! {
        <fieldset class="mapfield">
            <legend class="field__label">"Map"</legend>
            <div class="seg">{segments("map-kind", kinds, kind, move |which| kind.set(which))}</div>
            {body}
        </fieldset>
    }
    .into_any()
}

/// Our maps, each with a small drawing.
#[component]
fn Ours(bundled: Vec<MapFacts>, name: RwSignal<String>) -> impl IntoView {
    let cards = bundled.into_iter().map(|map| {
        let drawing =
            bundled::find(&map.name).and_then(|map| Map::parse(map.text).ok()).map(|map| thumbnail(&map));
        let (word, this) = (map.name.clone(), map.name);
        view! {
            <label class="mapcard">
                <input
                    type="radio"
                    name="map"
                    value=word.clone()
                    prop:checked=move || name.with(|name| *name == this)
                    on:change=move |_| name.set(word.clone())
                />
                <span class="mapcard__art" aria-hidden="true" inner_html=drawing></span>
                <span class="mapcard__title">{map.title}</span>
                <span class="field__note">{map.about}</span>
            </label>
        }
    });
    view! { <div class="mapcards">{cards.collect_view()}</div> }
}

/// The size of a map that is made.
#[component]
fn Made(rows: (u16, u16), columns: (u16, u16), size: RwSignal<(u16, u16)>) -> impl IntoView {
    let presets = SIZES.map(|(name, rows, columns)| {
        view! {
            <button
                class="btn"
                type="button"
                aria-pressed=move || (size.get() == (rows, columns)).to_string()
                on:click=move |_| size.set((rows, columns))
            >
                {name}
            </button>
        }
    });
    let number = |label: &'static str,
                  (least, most): (u16, u16),
                  get: fn((u16, u16)) -> u16,
                  set: fn(&mut (u16, u16), u16)| {
        view! {
            <label class="field">
                <span class="field__label">{label}</span>
                <input
                    class="field__input"
                    type="number"
                    inputmode="numeric"
                    min=least.to_string()
                    max=most.to_string()
                    prop:value=move || get(size.get()).to_string()
                    on:change=move |event| {
                        let typed = event_target_value(&event).trim().parse().unwrap_or(least);
                        size.update(|size| set(size, typed.clamp(least, most)));
                    }
                />
            </label>
        }
    };
    view! {
        <div class="mapmade">
            <div class="btns">{presets.collect_view()}</div>
            {number("Rows", rows, |size| size.0, |size, rows| size.0 = rows)}
            {number("Columns", columns, |size| size.1, |size, columns| size.1 = columns)}
        </div>
    }
}

/// A map of one's own, looked at while it is typed.
#[component]
fn Own(text: RwSignal<String>) -> impl IntoView {
    let verdict = Memo::new(move |_| text.with(|text| Verdict::of(text)));
    let state = move || match verdict.get() {
        Verdict::Nothing => "none",
        Verdict::Good(_) => "good",
        Verdict::Parts(_) => "warn",
        Verdict::Wrong { .. } => "bad",
    };
    view! {
        <label class="field">
            <span class="field__label">"The lines of the map"</span>
            <textarea
                class="field__input mapfield__text"
                rows="8"
                spellcheck="false"
                autocomplete="off"
                aria-describedby="map-verdict"
                aria-invalid=move || matches!(verdict.get(), Verdict::Wrong { .. }).to_string()
                prop:value=move || text.get_untracked()
                on:input=move |event| text.set(event_target_value(&event))
            ></textarea>
        </label>
        <p class="field__note">
            "Room spots are dots, passages number signs, walls minus, bar and plus, rock is blank; at most 500 by 500."
        </p>
        <div id="map-verdict" class="mapfield__verdict" data-state=state aria-live="polite">
            {move || verdict.get().words()}
        </div>
    }
}

/// What there is to say about a map of one's own.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Verdict {
    /// Nothing is typed yet.
    Nothing,
    /// Rows, columns and room spots.
    Good((u16, u16, usize)),
    /// It is in so many parts.
    Parts(usize),
    /// What is wrong, the line it is in, and a mark under the place.
    Wrong { what: String, line: String, mark: String },
}

/// Characters of a faulty line that are shown on both sides of the fault.
const AROUND: usize = 20;

impl Verdict {
    fn of(text: &str) -> Self {
        if text.trim().is_empty() {
            return Self::Nothing;
        }
        match Map::parse(text) {
            Ok(map) if map.parts() > 1 => Self::Parts(map.parts()),
            Ok(map) => Self::Good((map.rows(), map.columns(), map.room_spots().count())),
            Err(error) => {
                let line = text.lines().nth(error.line - 1).unwrap_or_default();
                let from = error.column.saturating_sub(AROUND + 1);
                Self::Wrong {
                    what: format!("{error}."),
                    line: line.chars().skip(from).take(2 * AROUND + 1).collect(),
                    mark: format!("{}^", " ".repeat(error.column - 1 - from)),
                }
            }
        }
    }

    fn words(self) -> AnyView {
        match self {
            Self::Nothing => "Paste a map, or draw one.".into_any(),
            Self::Good((rows, columns, spots)) => {
                format!("{rows} rows, {columns} columns, {spots} room spots.").into_any()
            }
            Self::Parts(parts) => format!(
                "The spots are in {parts} parts: nobody can get from one to another. It can be played all the same."
            )
            .into_any(),
            Self::Wrong { what, line, mark } => view! {
                {what}
                <pre class="mapfield__fault">{line}"\n"<strong>{mark}</strong></pre>
            }
            .into_any(),
        }
    }
}

/// A map as a small drawing: a stroke for each stretch of spots.
fn thumbnail(map: &Map) -> String {
    use std::fmt::Write as _;
    let (mut rooms, mut passages) = (String::new(), String::new());
    for row in 0..map.rows() {
        let cells = map.row(row);
        let mut start = 0;
        for stretch in cells.chunk_by(|one, next| one == next) {
            let path = match stretch.first() {
                Some(b'.') => Some(&mut rooms),
                Some(b'#') => Some(&mut passages),
                _ => None,
            };
            if let Some(path) = path {
                // Writing to a string can't fail.
                let _ = write!(path, "M{start} {row}.5h{}", stretch.len());
            }
            start += stretch.len();
        }
    }
    let (columns, rows) = (map.columns(), map.rows());
    format!(
        r#"<svg viewBox="0 0 {columns} {rows}" preserveAspectRatio="xMidYMid meet"><path class="mapcard__rooms" d="{rooms}"/><path class="mapcard__ways" d="{passages}"/></svg>"#
    )
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_is_chosen_becomes_the_option() {
        let bundled = r#"{"kind":"bundled","name":"manor"}"#;
        assert_eq!(value(bundled), Ok(json!({"kind": "bundled", "name": "manor"})));
        let own = json!({"kind": "text", "text": "..\n.."}).to_string();
        assert_eq!(value(&own), Ok(json!({"kind": "text", "text": "..\n.."})));
    }

    #[test]
    fn a_wrong_map_is_named_with_the_place() {
        let own = json!({"kind": "text", "text": "..\n.x"}).to_string();
        let told = value(&own).unwrap_err();
        assert!(told.contains("line 2, column 2") && told.contains("'x'"), "{told}");
    }

    #[test]
    fn a_map_is_looked_at_while_it_is_typed() {
        assert_eq!(Verdict::of(" \n"), Verdict::Nothing);
        assert_eq!(Verdict::of("..\n.#"), Verdict::Good((2, 2, 3)));
        assert_eq!(Verdict::of(". ."), Verdict::Parts(2));
        let line = format!("{}x{}", ".".repeat(50), ".".repeat(50));
        let Verdict::Wrong { line, mark, .. } = Verdict::of(&line) else {
            panic!("x is no character of a map")
        };
        assert_eq!(line.chars().nth(mark.len() - 1), Some('x'), "the mark is under it");
        assert!(line.len() <= 2 * AROUND + 1);
    }

    #[test]
    fn a_thumbnail_has_a_stroke_for_each_stretch() {
        let drawing = thumbnail(&Map::parse("..#.\n +# ").unwrap());
        assert!(drawing.contains(r#"d="M0 0.5h2M3 0.5h1""#), "{drawing}");
        assert!(drawing.contains(r#"d="M2 0.5h1M2 1.5h1""#), "{drawing}");
    }
}
