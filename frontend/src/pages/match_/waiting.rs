//! Waiting for the others: the invitation, and who is there.

use leptos::prelude::*;
use shared::api::{MatchFacts, SeatKind};
use shared::catalogue::GameId;
use shared::game::Seat;

use crate::net::api;
use crate::state::notices::use_notices;
use crate::state::session::{as_user, use_session};
use crate::state::task::Tasks;
use crate::ui::copy::{copy_invite, invite_link};
use crate::ui::emblem::Emblem;
use crate::ui::icon::Icon;
use crate::ui::seats::Seats;

/// The seat of whoever opened the table.
const HOST: Seat = Seat(0);

/// The room while seats are open.
#[component]
pub fn WaitingRoom(
    /// The match.
    facts: MatchFacts,
    /// One's own seat.
    seat: Option<Seat>,
) -> impl IntoView {
    let notices = use_notices();
    let game = facts.game;
    let open = facts.seats.iter().filter(|seat| seat.kind == SeatKind::Open).count();
    let heading = match open {
        0 => "Everybody is on the way.",
        1 => "Waiting for the other player.",
        _ => "Waiting for the other players.",
    };
    let lead = match (facts.public, open) {
        (true, _) => "Your table is listed on the first page. You can also pass this link on.",
        (false, 2..) => "Pass this link on: whoever opens it can take a free seat.",
        (false, _) => "Pass this link on: whoever opens it can take the free seat.",
    };
    let link = invite_link(&facts.code);
    let code = facts.code.clone();
    let start = may_start(&facts, seat).then(|| {
        let id = facts.match_id.clone();
        view! { <StartNow id/> }
    });
    let people = people(&facts).map(|people| view! { <p class="entrance__people">{people}</p> });
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
                    {start}
                </div>
                <p class="entrance__seats"><Seats seats=facts.seats/></p>
                {people}
            </div>
        </main>
    }
    .into_any()
}

/// Starts at once: players of the house take the open seats.
#[component]
fn StartNow(id: String) -> impl IntoView {
    let notices = use_notices();
    let session = use_session();
    let tasks = Tasks::here();
    let busy = RwSignal::new(false);
    let start = move |_| {
        let id = id.clone();
        busy.set(true);
        tasks.run(async move {
            let started = as_user(session, |token| {
                let id = id.clone();
                async move { api::start(&token, &id).await }
            });
            // Once it has started, the connection says so.
            if let Err(trouble) = started.await {
                busy.set(false);
                notices.say(trouble.words());
            }
        });
    };
    view! {
        <button class="btn btn--large" type="button" disabled=busy on:click=start>
            <Icon name="bot"/>
            "Start now, bots take the empty seats"
        </button>
    }
}

/// Whoever has opened a table need not wait, where bots can take the other seats.
fn may_start(facts: &MatchFacts, seat: Option<Seat>) -> bool {
    facts.game == GameId::OneCard && seat == Some(HOST) && facts.has_open_seat()
}

/// Who sits at a table of more than two, in a sentence.
fn people(facts: &MatchFacts) -> Option<String> {
    let names: Vec<&str> = facts.seats.iter().filter_map(|seat| seat.name.as_deref()).collect();
    (facts.seats.len() > 2 && !names.is_empty()).then(|| format!("At the table: {}.", names.join(", ")))
}

#[cfg(test)]
mod tests {
    use shared::api::Status;

    use super::*;
    use crate::pages::samples;

    #[test]
    fn only_the_host_of_a_table_that_takes_bots_need_not_wait() {
        let facts = samples::facts(&[Some("Anna"), Some("Ben"), None, None], Status::Waiting);
        assert!(!may_start(&facts, Some(HOST)), "Sea Battle waits");
        let onecard = MatchFacts { game: GameId::OneCard, ..facts };
        assert!(may_start(&onecard, Some(HOST)));
        assert!(!may_start(&onecard, Some(Seat(1))));
        assert_eq!(people(&onecard).as_deref(), Some("At the table: Anna, Ben."));
        let full = samples::facts(&[Some("Anna"), Some("Ben")], Status::Waiting);
        assert!(!may_start(&MatchFacts { game: GameId::OneCard, ..full.clone() }, Some(HOST)));
        assert_eq!(people(&full), None);
    }
}
