//! What every game has after its end: what one can do next, and the seed that is no secret any more.

use leptos::prelude::*;
use leptos_router::components::A;
use leptos_router::hooks::use_navigate;
use serde::Deserialize;
use shared::catalogue::GameId;
use shared::game::Seat;
use shared::protocol::wire::Wire;
use shared::seed::Seed;

use crate::net::api;
use crate::state::match_::{Link, MatchState};
use crate::state::session::use_session;
use crate::state::task::Tasks;
use crate::ui::icon::Icon;

/// Once all want another match, goes there. Who only watches stays.
pub fn follow_rematch<G: Wire>(state: MatchState<G>) {
    let navigate = use_navigate();
    let next = Memo::new(move |_| state.rematch.with(|rematch| rematch.match_id.clone()));
    Effect::new(move || {
        if let Some(id) = next.get() {
            navigate(&format!("/m/{id}"), leptos_router::NavigateOptions::default());
        }
    });
}

/// What one can do next.
#[component]
pub fn Next<G: Wire>(
    /// The match.
    state: MatchState<G>,
    /// Which game.
    game: GameId,
    /// One's seat.
    seat: Option<Seat>,
    /// True unless the match never was.
    played: Signal<bool>,
) -> impl IntoView {
    let offered = Memo::new(move |_| {
        seat.is_some_and(|own| state.rematch.with(|rematch| rematch.offered.contains(&own)))
    });
    // Not after a match that never was, and not once the server has closed the room.
    let possible =
        Memo::new(move |_| seat.is_some() && played.get() && !matches!(state.link.get(), Link::Stopped(_)));
    let replay =
        move || state.facts.with(|facts| facts.as_ref().map(|facts| format!("/m/{}/replay", facts.code)));
    let ask = move |_| {
        if !offered.get_untracked() {
            state.offer_rematch();
        }
    };
    view! {
        <div class="result__acts">
            <Show when=move || possible.get()>
                <button
                    class="btn btn--main btn--large"
                    type="button"
                    aria-disabled=move || offered.get().then_some("true")
                    on:click=ask
                >
                    <Icon name="again"/>
                    {move || if offered.get() { "Rematch offered" } else { "Rematch" }}
                </button>
            </Show>
            <A href=format!("/?game={game}") attr:class="btn">
                "New match"
            </A>
            {move || replay().map(|replay| view! {
                <A href=replay attr:class="btn">
                    <Icon name="replay"/>
                    "Watch replay"
                </A>
            })}
            <A href="/" attr:class="btn btn--plain">
                "Back to the parlour"
            </A>
        </div>
    }
    .into_any()
}

/// Of a record, only what is told here.
#[derive(Deserialize)]
struct Sealed {
    seed: Seed,
}

/// The seed that was secret until now, and whether it is the one that was promised at the start.
#[component]
pub fn SeedLine<G: Wire>(
    /// The match.
    state: MatchState<G>,
) -> impl IntoView {
    let seed = RwSignal::new(None::<Seed>);
    let session = use_session();
    let tasks = Tasks::here();
    let match_id =
        Memo::new(move |_| state.facts.with(|facts| facts.as_ref().map(|facts| facts.match_id.clone())));
    Effect::new(move || {
        let Some(id) = match_id.get() else { return };
        let token = session.user_token();
        tasks.run(async move {
            if let Ok(text) = api::record(token.as_deref(), &id).await {
                seed.set(serde_json::from_str::<Sealed>(&text).ok().map(|sealed| sealed.seed));
            }
        });
    });
    move || {
        let seed = seed.get()?;
        let (code, promised) = state
            .facts
            .with(|facts| facts.as_ref().map(|facts| (facts.code.clone(), facts.seed_hash.clone())))?;
        let fits = seed.public_hash() == promised;
        let seed = seed.to_string();
        Some(
            view! {
                <p class="result__seed">
                    <span>"Seed " <code title=seed.clone()>{start(&seed)}</code></span>
                    <span>
                        {if fits { "It fits the fingerprint shown at the start." } else { "It does not fit the fingerprint shown at the start!" }}
                    </span>
                    <A href=format!("/m/{code}/replay")>"Judge this match again"</A>
                </p>
            }
            .into_any(),
        )
    }
}

/// The first sixteen digits in fours.
fn start(seed: &str) -> String {
    let fours: Vec<&str> = (0..4).filter_map(|i| seed.get(4 * i..4 * i + 4)).collect();
    fours.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_is_shown_by_its_first_digits() {
        assert_eq!(start(&Seed::from_bytes([0xab; 32]).to_string()), "abab abab abab abab");
    }
}
