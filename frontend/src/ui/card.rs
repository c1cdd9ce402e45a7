//! Playing cards. The drawings are in `art/cards.svg`, their colours in `styles/cards.css`.
//!
//! A drawing says nothing to a screen reader: what is around it has to name the card.

use leptos::prelude::*;
use shared::cards::Card;

use crate::ui::sprite::{self, Sprite};

/// A card; `None`: its back. With the class `card--compact` it has one large sign, for small sizes.
pub fn drawing(card: Option<Card>, class: &'static str) -> AnyView {
    sprite::need(Sprite::Cards);
    view! {
        <svg class=class viewBox="0 0 100 140" aria-hidden="true">
            <use_ href=symbol(card)></use_>
        </svg>
    }
    .into_any()
}

/// The symbol of a card in the sprite, such as `#card-10h`; `None`: of its back.
fn symbol(card: Option<Card>) -> String {
    let Some(card) = card else { return "#card-back".to_owned() };
    let mut text = card.to_string();
    let suit = text.pop().map_or('s', |letter| letter.to_ascii_lowercase());
    format!("#card-{text}{suit}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_card_and_its_back_is_in_the_sprite() {
        let sprite = include_str!("../../art/cards.svg");
        for card in Card::all().map(Some).chain([None]) {
            let id = symbol(card).replace('#', "");
            assert!(sprite.contains(&format!("<symbol id=\"{id}\"")), "{id}");
        }
    }
}
