//! Before a match one has no seat in: sit down, or watch.

use leptos::prelude::*;
use leptos_router::components::A;
use shared::api::{Joined, MatchFacts, ProblemKind, Status};

use crate::net::api;
use crate::pages::home::PlaceCard;
use crate::state::session::{as_user, use_session};
use crate::state::task::Tasks;
use crate::ui::bar::MatchBar;
use crate::ui::emblem::Emblem;
use crate::ui::icon::Icon;
use crate::ui::seats::Seats;
use crate::ui::title::set_title;

/// What one may do, and who is there.
#[component]
pub fn Entrance(
    /// The match.
    facts: MatchFacts,
    /// One has sat down, or watches.
    enter: Callback<(MatchFacts, Joined)>,
) -> impl IntoView {
    let game = facts.game;
    set_title(game.name());
    let session = use_session();
    let tasks = Tasks::here();
    let busy = RwSignal::new(false);
    let told = RwSignal::new(None::<String>);
    // The last seat may be taken while this page is open.
    let seat_free = RwSignal::new(facts.has_open_seat());
    let names = people(&facts);
    let code = facts.code.clone();
    let replay = format!("/m/{code}/replay");
    let over = facts.status == Status::Over;
    let heading = heading(&facts);
    // A private match is seen by nobody but its players, also afterwards.
    let open_to_all = facts.public;
    let seats = facts.seats.clone();
    let go = Callback::new(move |sit: bool| {
        busy.set(true);
        told.set(None);
        let facts = facts.clone();
        tasks.run(async move {
            let id = facts.match_id.clone();
            let joined = as_user(session, |token| {
                let id = id.clone();
                async move { if sit { api::join(&token, &id).await } else { api::watch(&token, &id).await } }
            });
            match joined.await {
                Ok(joined) => {
                    let facts = api::facts(&id).await.unwrap_or(facts);
                    enter.run((facts, joined));
                }
                Err(trouble) => {
                    busy.set(false);
                    if let Some(ProblemKind::MatchFull | ProblemKind::MatchClosed) = trouble.kind() {
                        seat_free.set(false);
                    }
                    told.set(Some(trouble.words()));
                }
            }
        });
    });
    let name = session.name();
    let take = move || {
        seat_free.get().then(|| {
            view! {
                <PlaceCard/>
                <button
                    class="btn btn--main btn--large"
                    type="button"
                    disabled=busy
                    on:click=move |_| go.run(true)
                >
                    {move || format!("Take the seat as {}", name.get())}
                </button>
            }
        })
    };
    let watch_class = move || if seat_free.get() { "btn" } else { "btn btn--main btn--large" };
    view! {
        <MatchBar game code=Signal::stored(Some(code))/>
        <main class="entrance" data-game=game.word()>
            <Emblem game class="entrance__art"/>
            <div class="entrance__body">
                <h1>{heading}</h1>
                <p class="page__lead">{names}</p>
                <p class="entrance__seats"><Seats seats/></p>
                <div class="entrance__acts">
                    {take}
                    {open_to_all.then(|| view! {
                        <button class=watch_class type="button" disabled=busy on:click=move |_| go.run(false)>
                            <Icon name="eye"/>
                            {if over { "See how it ended" } else { "Watch" }}
                        </button>
                    })}
                    {move || (!open_to_all && !seat_free.get()).then(|| view! {
                        <p>"This match is private: only those who play it see it."</p>
                        <A href="/" attr:class="btn">"To the games"</A>
                    })}
                    {(over && open_to_all).then(|| view! { <A href=replay.clone() attr:class="btn"><Icon name="replay"/>"Replay"</A> })}
                </div>
                <p class="sheet__told" role="alert">{told}</p>
            </div>
        </main>
    }
}

fn heading(facts: &MatchFacts) -> String {
    let game = facts.game.name();
    match facts.status {
        Status::Over => format!("This match of {game} is over."),
        _ if facts.has_open_seat() => format!("A seat is free at {game}."),
        Status::Waiting | Status::Playing => format!("Every seat at {game} is taken."),
    }
}

/// Who sits there, in a sentence.
fn people(facts: &MatchFacts) -> String {
    let names: Vec<&str> = facts.seats.iter().filter_map(|seat| seat.name.as_deref()).collect();
    match (names.as_slice(), facts.status) {
        ([], _) => "Nobody is there yet.".to_owned(),
        ([one], Status::Waiting) => format!("{one} is waiting for you."),
        ([one], Status::Playing) => format!("{one} is playing."),
        ([one], _) => format!("{one} played alone."),
        ([first @ .., last], Status::Over) => format!("{} and {last} played.", first.join(", ")),
        ([first @ .., last], _) => format!("{} and {last} are playing.", first.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pages::samples::facts;

    #[test]
    fn the_entrance_says_who_is_there() {
        let waiting = facts(&[Some("Anna"), None], Status::Waiting);
        assert_eq!(
            (heading(&waiting), people(&waiting)),
            ("A seat is free at Sea Battle.".into(), "Anna is waiting for you.".into())
        );
        let playing = facts(&[Some("Anna"), Some("Bela")], Status::Playing);
        assert_eq!(
            (heading(&playing), people(&playing)),
            ("Every seat at Sea Battle is taken.".into(), "Anna and Bela are playing.".into())
        );
        let over = facts(&[Some("Anna"), Some("Bela")], Status::Over);
        assert_eq!(
            (heading(&over), people(&over)),
            ("This match of Sea Battle is over.".into(), "Anna and Bela played.".into())
        );
    }
}
