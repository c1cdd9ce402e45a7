//! Above the row: how many piles there are, the instrument as a whole, and how far the other is.

use std::sync::Arc;

use leptos::prelude::*;
use shared::accordion::rules::other;
use shared::accordion::{Row, View};
use shared::cards::PACK;
use shared::game::Seat;

use crate::games::accordion::piles::folds;
use crate::games::accordion::words;
use crate::state::notices::use_notices;
use crate::ui::copy;
use crate::ui::icon::Icon;
use crate::ui::words::counted;

/// One wooden end of the instrument.
const PLATE: &str = r#"<path class="ac-wood" d="M34 6L20 1.5Q15 .5 10 3L6 6Q2 9 2 14V62Q2 67 6 70L10 73Q15 75.5 20 74.5L34 70z"/><circle class="ac-button" cx="24" cy="18" r="3"/><circle class="ac-button" cx="14" cy="25" r="3"/><circle class="ac-button" cx="24" cy="32" r="3"/><circle class="ac-button" cx="14" cy="39" r="3"/><path class="ac-strap" d="M9 53Q18 47 28 53M9 59Q18 53 28 59M10 65Q18 60 27 65"/>"#;

/// The instrument, as far as it is open.
pub fn concertina(row: Memo<Row>) -> AnyView {
    let plate = |class| {
        view! { <svg class=class viewBox="0 0 36 76" preserveAspectRatio="none" aria-hidden="true" inner_html=PLATE></svg> }
    };
    view! {
        <div
            class="ac-box"
            style:--piles=move || row.with(Row::len).to_string()
            role="img"
            aria-label=move || row.with(words::standing)
        >
            {plate("ac-box__plate")}
            {move || folds(row.with(Row::cards), "ac-box__folds")}
            {plate("ac-box__plate ac-box__plate--right")}
            <i class="ac-box__rest"></i>
        </div>
    }
    .into_any()
}

/// What is above the row.
#[component]
pub fn Top(
    /// What is known of the match.
    view: Signal<Arc<View>>,
    /// The row that is counted.
    row: Memo<Row>,
    /// The number of the deal, if it is no secret.
    deal: Signal<Option<u64>>,
    /// The fewest piles that were ever left of it here.
    best: RwSignal<Option<u32>>,
) -> impl IntoView {
    let seat = view.with_untracked(|view| view.seat);
    let line = move |seat| view.with(|view| words::other_line(view, seat));
    let Some(own) = seat else {
        // Who watches sees no row before the end, only how far both are.
        return view! {
            <section class="ac-top" aria-label="State of the match">
                <h1 class="ac-count"><span class="ac-count__label"><strong>"Two rows, one deal"</strong></span></h1>
                <p class="ac-facts">
                    <span>{move || line(Seat(0))}</span>
                    <span>{move || line(Seat(1))}</span>
                    {move || deal.get().map(share)}
                </p>
            </section>
        }
        .into_any();
    };
    let piles = move || if row.with(Row::len) == 1 { "pile" } else { "piles" };
    view! {
        <section class="ac-top" aria-label="State of the match">
            <h1 class="ac-count">
                <span class="ac-count__num">{move || row.with(Row::len)}</span>
                <span class="ac-count__label">
                    <strong>{piles}</strong>
                    {move || format!("{} dealt", counted(row.with(Row::cards), "card"))}
                </span>
            </h1>
            {concertina(row)}
            <p class="ac-facts">
                <span><strong>{move || PACK - row.with(Row::cards)}</strong>" left to deal"</span>
                <span>{move || line(other(own))}</span>
                {move || best.get().map(|best| view! { <span>"Best on this deal: "<strong>{best}</strong></span> })}
                {move || deal.get().map(share)}
            </p>
        </section>
    }
    .into_any()
}

/// The number of the deal, and its link: whoever opens it plays the same deal.
pub fn share(deal: u64) -> AnyView {
    let notices = use_notices();
    let click = move |_| {
        let link = copy::link(&format!("/practice/accordion?deal={deal}"));
        copy::copy(notices, link, "Whoever opens it plays the same deal.");
    };
    view! {
        <span>
            <button class="btn btn--plain ac-deal" type="button" aria-label=format!("Deal {deal}: copy its link") on:click=click>
                <Icon name="link"/>
                {format!("Deal {deal}")}
            </button>
        </span>
    }
    .into_any()
}
