//! The options of a match, as fields built from what the server says there is.

use leptos::prelude::*;
use serde_json::{Map, Value};
use shared::catalogue::{OptionFacts, OptionRange};

use crate::pages::home::map_field::{self, MapField};

/// The unit of a number that names a seat.
const SEAT: &str = "seat";

/// What was typed, option by option; what was not touched is not in it.
pub type Chosen = RwSignal<Vec<(String, String)>>;

/// The options object, or what is wrong with a field.
///
/// # Errors
/// With the label and the range of the first wrong field.
pub fn object(options: &[OptionFacts], chosen: &[(String, String)]) -> Result<Value, String> {
    let mut object = Map::new();
    for option in options {
        if let Some((_, typed)) = chosen.iter().find(|(field, _)| *field == option.field) {
            object.insert(option.field.clone(), value(option, typed)?);
        }
    }
    Ok(Value::Object(object))
}

fn value(option: &OptionFacts, typed: &str) -> Result<Value, String> {
    let OptionRange::Integer { min, max, unit } = &option.range else { return map_field::value(typed) };
    let typed = typed.trim();
    if typed.is_empty() {
        return match option.none {
            Some(_) => Ok(Value::Null),
            None => Ok(option.default.clone()),
        };
    }
    match typed.parse::<u32>() {
        Ok(number) if (*min..=*max).contains(&number) => Ok(number.into()),
        _ => Err(format!("{}: a whole number of {unit} from {min} to {max}.", option.label)),
    }
}

/// A field for each option.
#[component]
pub fn OptionFields(
    /// What there is.
    options: Vec<OptionFacts>,
    /// What is typed.
    chosen: Chosen,
) -> impl IntoView {
    options.into_iter().map(|option| view! { <OptionField option chosen/> }).collect_view()
}

#[component]
fn OptionField(option: OptionFacts, chosen: Chosen) -> impl IntoView {
    let (min, max, unit) = match option.range.clone() {
        OptionRange::Integer { min, max, unit } => (min, max, unit),
        OptionRange::Map { bundled, rows, columns } => {
            return view! { <MapField field=option.field bundled rows columns chosen/> }.into_any();
        }
    };
    let id = format!("option-{}", option.field);
    let note_id = format!("{id}-note");
    let note = match &option.none {
        Some(none) => format!("{min} to {max} {unit}. Empty: {}.", lower_first(none)),
        None => format!("{min} to {max} {unit}."),
    };
    let start = option.default.as_u64().map(|number| number.to_string()).unwrap_or_default();
    let field = option.field.clone();
    let typed = Callback::new(move |text: String| choose(chosen, &field, text));
    if unit == SEAT {
        return view! { <SeatField option id most=max typed/> }.into_any();
    }
    view! {
        <div class="field">
            <label class="field__label" for=id.clone()>{option.label.clone()}</label>
            <input
                class="field__input"
                id=id
                type="number"
                inputmode="numeric"
                min=min.to_string()
                max=max.to_string()
                value=start
                aria-describedby=note_id.clone()
                on:input=move |event| typed.run(event_target_value(&event))
            />
            <p class="field__note" id=note_id>{note}</p>
        </div>
    }
    .into_any()
}

/// Remembers what was typed for an option.
pub fn choose(chosen: Chosen, field: &str, text: String) {
    chosen.update(|chosen| {
        chosen.retain(|(other, _)| other != field);
        chosen.push((field.to_owned(), text));
    });
}

/// A number that names a seat is chosen from words.
#[component]
fn SeatField(option: OptionFacts, id: String, most: u32, typed: Callback<String>) -> impl IntoView {
    let start = option.default.as_u64();
    let none = option.none.map(|none| view! { <option value="" selected=start.is_none()>{none}</option> });
    let seats = (0..=most).map(|seat| {
        view! { <option value=seat.to_string() selected=start == Some(u64::from(seat))>{seat_name(seat, most)}</option> }
    });
    view! {
        <div class="field">
            <label class="field__label" for=id.clone()>{option.label}</label>
            <select class="field__input" id=id on:change=move |event| typed.run(event_target_value(&event))>
                {none}
                {seats.collect_view()}
            </select>
        </div>
    }
}

/// Whoever opens a table sits in its first seat.
fn seat_name(seat: u32, most: u32) -> String {
    match (seat, most) {
        (0, _) => "You".to_owned(),
        (1, 1) => "The other player".to_owned(),
        _ => format!("Seat {}", seat + 1),
    }
}

/// Inside a sentence.
fn lower_first(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn option(none: Option<&str>) -> OptionFacts {
        OptionFacts {
            field: "shot_seconds".to_owned(),
            label: "Time for a shot".to_owned(),
            range: OptionRange::Integer { min: 5, max: 600, unit: "seconds".to_owned() },
            none: none.map(str::to_owned),
            default: json!(30),
        }
    }

    fn chosen(text: &str) -> Vec<(String, String)> {
        vec![("shot_seconds".to_owned(), text.to_owned())]
    }

    #[test]
    fn what_is_typed_becomes_an_object() {
        let options = [option(Some("No limit"))];
        assert_eq!(object(&options, &[]), Ok(json!({})), "untouched: the server's default");
        assert_eq!(object(&options, &chosen(" 45 ")), Ok(json!({"shot_seconds": 45})));
        assert_eq!(object(&options, &chosen("")), Ok(json!({"shot_seconds": null})));
        assert_eq!(object(&[option(None)], &chosen("")), Ok(json!({"shot_seconds": 30})));
    }

    #[test]
    fn what_is_out_of_range_is_named() {
        for wrong in ["4", "601", "-5", "3.5", "soon", "99999999999"] {
            let told = object(&[option(Some("No limit"))], &chosen(wrong)).unwrap_err();
            assert!(told.starts_with("Time for a shot") && told.contains("5 to 600"), "{told}");
        }
    }
}
