//! Waiting for the others: the invitation.

use leptos::prelude::*;
use shared::api::{MatchFacts, SeatKind};

use crate::state::notices::use_notices;
use crate::ui::copy::{copy_invite, invite_link};
use crate::ui::emblem::Emblem;
use crate::ui::icon::Icon;
use crate::ui::seats::Seats;

/// The room while seats are open.
#[component]
pub fn WaitingRoom(
    /// The match.
    facts: MatchFacts,
) -> impl IntoView {
    let notices = use_notices();
    let game = facts.game;
    let open = facts.seats.iter().filter(|seat| seat.kind == SeatKind::Open).count();
    let heading = match open {
        0 => "Everybody is on the way.",
        1 => "Waiting for the other player.",
        _ => "Waiting for the other players.",
    };
    let lead = if facts.public {
        "Your table is listed on the first page. You can also pass this link on."
    } else {
        "Pass this link on: whoever opens it can take the free seat."
    };
    let link = invite_link(&facts.code);
    let code = facts.code.clone();
    view! {
        <main class="entrance" data-game=game.word() data-phase="waiting">
            <Emblem game class="entrance__art"/>
            <div class="entrance__body">
                <h1>{heading}</h1>
                <p class="page__lead">{lead}</p>
                <p class="invite">
                    <span class="field__label">"Code"</span>
                    <strong class="invite__code">{facts.code.clone()}</strong>
                    <span class="invite__link">{link}</span>
                </p>
                <div class="entrance__acts">
                    <button
                        class="btn btn--main btn--large"
                        type="button"
                        on:click=move |_| copy_invite(notices, &code)
                    >
                        <Icon name="link"/>
                        "Copy the link"
                    </button>
                </div>
                <p class="entrance__seats"><Seats seats=facts.seats/></p>
            </div>
        </main>
    }
}
