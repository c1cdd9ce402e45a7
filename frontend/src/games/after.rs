//! What every game has after its end: what one can do next, and the seed that is no secret any more.

use std::sync::Arc;

use leptos::prelude::*;
use leptos_router::components::A;
use leptos_router::hooks::use_navigate;
use serde::Deserialize;
use shared::api::MatchFacts;
use shared::catalogue::GameId;
use shared::game::Seat;
use shared::protocol::wire::Wire;
use shared::seed::Seed;

use crate::net::api;
use crate::practice::wish;
use crate::state::match_::{Link, MatchState, RematchState};
use crate::state::session::use_session;
use crate::state::task::Tasks;
use crate::ui::icon::Icon;

/// A match after its end, whatever the game. A handle.
#[derive(Clone, Copy)]
pub struct Aftermath {
    /// The viewer's seat.
    pub seat: Option<Seat>,
    /// The text of the record, once it has been fetched.
    pub record: Signal<Option<Arc<str>>>,
    facts: Signal<Option<MatchFacts>>,
    rematch: Signal<RematchState>,
    /// True while one can ask for another match.
    possible: Signal<bool>,
    offer: Callback<()>,
    /// Asks for just this match once more, where that can be.
    same_again: Option<Callback<()>>,
    /// True of a match that no server knows.
    here: bool,
}

impl Aftermath {
    /// Fetches the record, and goes to the next match once all want one; who only watches stays. `played` is true
    /// unless the match never was.
    pub fn of<G: Wire>(state: MatchState<G>, seat: Option<Seat>, played: Signal<bool>) -> Self {
        let MatchState { facts, rematch, link, here, .. } = state;
        if seat.is_some() {
            follow_rematch(rematch);
        }
        // Not after a match that never was, and not once the server has closed the room.
        let possible =
            Memo::new(move |_| seat.is_some() && played.get() && !matches!(link.get(), Link::Stopped(_)));
        let offer = Callback::new(move |()| state.offer_rematch());
        let record = here.map_or_else(|| record(facts), |here| here.record);
        let same_again = here.and_then(|here| here.same_again);
        Self {
            seat,
            record,
            facts,
            rematch,
            possible: possible.into(),
            offer,
            same_again,
            here: here.is_some(),
        }
    }

    /// Where the replay is.
    fn replay(self) -> Option<String> {
        self.facts.with(|facts| {
            let facts = facts.as_ref()?;
            Some(if self.here {
                format!("{}/replay", wish::place(facts.game))
            } else {
                format!("/m/{}/replay", facts.code)
            })
        })
    }

    /// Who else wants another match, in a sentence.
    pub fn wish(self, name: impl Fn(Seat) -> String) -> Option<String> {
        let offered = self.rematch.with(|rematch| rematch.offered.clone());
        let others = offered.into_iter().filter(|&other| Some(other) != self.seat);
        let names: Vec<String> = others.map(name).collect();
        match names.len() {
            0 => None,
            1 => Some(format!("{} wants a rematch", names.concat())),
            _ => Some(format!("{} want a rematch", names.join(", "))),
        }
    }

    /// Whether the viewer wants another match.
    pub fn offered(self) -> bool {
        self.seat.is_some_and(|own| self.rematch.with(|rematch| rematch.offered.contains(&own)))
    }
}

fn follow_rematch(rematch: Signal<RematchState>) {
    let navigate = use_navigate();
    let next = Memo::new(move |_| rematch.with(|rematch| rematch.match_id.clone()));
    Effect::new(move || {
        if let Some(id) = next.get() {
            navigate(&format!("/m/{id}"), leptos_router::NavigateOptions::default());
        }
    });
}

fn record(facts: Signal<Option<MatchFacts>>) -> Signal<Option<Arc<str>>> {
    let record = RwSignal::new(None);
    let session = use_session();
    let tasks = Tasks::here();
    let match_id = Memo::new(move |_| facts.with(|facts| facts.as_ref().map(|facts| facts.match_id.clone())));
    Effect::new(move || {
        let Some(id) = match_id.get() else { return };
        let token = session.user_token();
        tasks.run(async move {
            // The result says enough without it.
            record.set(api::record(token.as_deref(), &id).await.ok().map(Arc::from));
        });
    });
    record.into()
}

/// What one can do next.
#[component]
pub fn Next(
    /// Which game.
    game: GameId,
    /// The match.
    after: Aftermath,
) -> impl IntoView {
    let offered = Memo::new(move |_| after.offered());
    let ask = move |_| {
        if !offered.get_untracked() {
            after.offer.run(());
        }
    };
    view! {
        <div class="result__acts">
            <Show when=move || after.possible.get()>
                <button
                    class="btn btn--main btn--large"
                    type="button"
                    aria-disabled=move || offered.get().then_some("true")
                    on:click=ask
                >
                    <Icon name="again"/>
                    {move || match offered.get() {
                        _ if after.here => "Play again",
                        true => "Rematch offered",
                        false => "Rematch",
                    }}
                </button>
            </Show>
            {after.same_again.map(|again| view! {
                <button class="btn" type="button" on:click=move |_| again.run(())>"This deal again"</button>
            })}
            <A href=format!("/?game={game}") attr:class="btn">
                "New match"
            </A>
            {move || after.replay().map(|replay| view! {
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
pub fn SeedLine(
    /// The match.
    after: Aftermath,
) -> impl IntoView {
    move || {
        let record = after.record.get()?;
        let Sealed { seed } = serde_json::from_str(&record).ok()?;
        let promised = after.facts.with(|facts| facts.as_ref().map(|facts| facts.seed_hash.clone()))?;
        let replay = after.replay()?;
        let fits = seed.public_hash() == promised;
        let seed = seed.to_string();
        Some(
            view! {
                <p class="result__seed">
                    <span>"Seed " <code title=seed.clone()>{start(&seed)}</code></span>
                    <span>
                        {if fits { "It fits the fingerprint shown at the start." } else { "It does not fit the fingerprint shown at the start!" }}
                    </span>
                    <A href=replay>"Judge this match again"</A>
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
