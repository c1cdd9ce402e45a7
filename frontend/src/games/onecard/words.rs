//! Every sentence of the game.

use shared::cards::{Card, Rank};
use shared::game::Seat;
use shared::onecard::{Direction, Move, Objection, Phase, Player, RoundScore, View, What};

use crate::ui::words::counted;

/// The player in a seat, if it is one of the table.
pub fn player(view: &View, seat: Seat) -> Option<&Player> {
    view.players.get(seat.index())
}

/// A name, or what to say while a seat is empty.
pub fn name_of(view: &View, seat: Seat) -> String {
    match player(view, seat).map(|player| player.name.as_str()) {
        None | Some("") => format!("Player {}", usize::from(seat.0) + 1),
        Some(name) => name.to_owned(),
    }
}

/// "You", or the name.
pub fn who(view: &View, seat: Seat) -> String {
    if view.seat == Some(seat) { "You".to_owned() } else { name_of(view, seat) }
}

/// Names in a sentence: "Anna, Béla and Cora".
pub fn listed(names: &[String]) -> String {
    match names {
        [] => "Nobody".to_owned(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

// ---- cards ---------------------------------------------------------------------------------------------------------

/// What a card does beside lying there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Does {
    /// Adds so many cards to an attack.
    Attacks(u8),
    /// Cancels an attack.
    Shields,
    /// Turns the direction.
    Turns,
    /// Skips the next player.
    Skips,
}

impl Does {
    /// What `card` does; `None` for an ordinary one.
    pub const fn of(card: Card) -> Option<Self> {
        match card.rank {
            Rank::Two => Some(Self::Attacks(2)),
            Rank::Three => Some(Self::Attacks(3)),
            Rank::Seven => Some(Self::Shields),
            Rank::Queen => Some(Self::Turns),
            Rank::Jack => Some(Self::Skips),
            _ => None,
        }
    }

    /// For people.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Attacks(2) => "adds 2",
            Self::Attacks(_) => "adds 3",
            Self::Shields => "cancels an attack",
            Self::Turns => "turns the direction",
            Self::Skips => "skips the next player",
        }
    }
}

/// A card of the own hand, as a screen reader says it: "Queen of Hearts, turns the direction, playable".
pub fn card_label(card: Card, verdict: Option<Result<(), Objection>>) -> String {
    let mut label = card.spoken();
    if let Some(does) = Does::of(card) {
        label = format!("{label}, {}", does.words());
    }
    match verdict {
        None => label,
        Some(Ok(())) => format!("{label}, playable"),
        Some(Err(_)) => format!("{label}, not playable"),
    }
}

// ---- turns ---------------------------------------------------------------------------------------------------------

/// The heading of the page.
pub fn heading(view: &View) -> String {
    match (view.phase, view.turn) {
        (Phase::Playing, Some(_)) if view.my_turn() => "Your turn".to_owned(),
        (Phase::Playing, Some(seat)) => format!("{}’s turn", name_of(view, seat)),
        (Phase::Waiting, _) => "Waiting for the players".to_owned(),
        (Phase::Playing | Phase::Over, _) => end_title(view),
    }
}

/// The button that draws.
pub fn draw_label(view: &View) -> String {
    format!("Draw {}", view.attack.max(1))
}

/// What stands under the heading: a stressed part, and the rest.
pub fn situation(view: &View) -> (String, String) {
    let attack = view.attack;
    match view.phase {
        Phase::Waiting => (String::new(), "The seats are not taken yet.".to_owned()),
        Phase::Over => (String::new(), end_text(view)),
        Phase::Playing if view.my_turn() => {
            let answer = view.hand.iter().any(|&card| view.check(card).is_ok());
            match (attack, answer) {
                (0, true) => (last_move(view), "Play a lit card, or draw one.".to_owned()),
                (0, false) => (last_move(view), "No card of yours fits: draw one.".to_owned()),
                (_, true) => {
                    (format!("Attack of {attack}."), format!("Answer with a lit card, or draw {attack}."))
                }
                (_, false) => (format!("Attack of {attack}."), format!("You can only draw {attack}.")),
            }
        }
        Phase::Playing => {
            let attacked = match view.turn {
                Some(seat) if attack > 0 => format!("Attack of {attack} on {}.", name_of(view, seat)),
                _ => String::new(),
            };
            (attacked, last_move(view))
        }
    }
}

/// The last move of the round as a sentence; before the first, who leads and why.
pub fn last_move(view: &View) -> String {
    match view.recent.iter().next_back() {
        Some(last) => {
            let (who, what) = told(view, last);
            format!("{who} {what}.")
        }
        None => opening(view),
    }
}

/// Who leads the round, and why.
pub fn opening(view: &View) -> String {
    let leader = who(view, view.leader);
    let lead = if view.seat == Some(view.leader) { "lead" } else { "leads" };
    match view.order.get(view.leader.index()) {
        Some(card) => format!("{leader} {lead}, with the lowest draw, {}.", card.spoken()),
        None => format!("{leader} {lead}."),
    }
}

/// A move in two parts: who, and "played the Queen of Hearts, which turns the direction".
pub fn told(view: &View, one: Move) -> (String, String) {
    let what = match one.what {
        What::Played(card) => {
            let played = format!("played the {}", card.spoken());
            match Does::of(card) {
                Some(Does::Attacks(more)) => format!("{played}: attack +{more}"),
                Some(Does::Turns) => format!("{played}: direction turned"),
                Some(Does::Skips) => format!("{played}: next player skipped"),
                Some(Does::Shields) | None => played,
            }
        }
        What::Drew(0) => "found nothing to draw".to_owned(),
        What::Drew(count) => format!("drew {}", counted(count.into(), "card")),
    };
    (who(view, one.seat), what)
}

/// The last thing a seat did in the round, in a word or two for its plate; nothing if it did nothing yet.
pub fn did(one: What) -> String {
    match one {
        What::Played(card) => match Does::of(card) {
            Some(Does::Turns) => "reversed".to_owned(),
            Some(Does::Skips) => "skipped one".to_owned(),
            _ => format!("played {}", card.rank.short()),
        },
        What::Drew(0) => "passed".to_owned(),
        What::Drew(count) => format!("drew {count}"),
    }
}

/// The way the turn goes.
pub const fn way(direction: Direction) -> &'static str {
    match direction {
        Direction::CounterClockwise => "Counter-clockwise",
        Direction::Clockwise => "Clockwise",
    }
}

/// Turns until it is the viewer's, as a hint beside the hand. `None` on the own turn and for who is not in play.
pub fn wait_hint(view: &View) -> Option<String> {
    let (own, turn) = (view.seat?, view.turn?);
    let seats: Vec<Seat> = view.in_play().collect();
    let at = |seat| seats.iter().position(|other| *other == seat);
    let (own, turn) = (at(own)?, at(turn)?);
    let ahead = match view.direction {
        Direction::CounterClockwise => (own + seats.len() - turn) % seats.len(),
        Direction::Clockwise => (turn + seats.len() - own) % seats.len(),
    };
    match ahead {
        0 => None,
        1 => Some("You are next".to_owned()),
        ahead => Some(format!("{ahead} turns until yours")),
    }
}

// ---- what a screen reader is told -------------------------------------------------------------------------------------

/// A move of the game, as a sentence for the ear.
pub fn spoken_move(view: &View, one: Move) -> String {
    let (who, what) = told(view, one);
    let left = player(view, one.seat).map_or(0, |player| player.count);
    let warning = match (one.what, left) {
        (What::Played(_), 1) => " One card left!",
        _ => "",
    };
    format!("{who} {what}.{warning}")
}

/// Whose turn it is now, for the ear. Whoever waits hears only of attacks.
pub fn spoken_turn(view: &View) -> Option<String> {
    let turn = view.turn?;
    let attack = view.attack;
    match (view.seat == Some(turn), attack) {
        (true, 0) => Some("Your turn.".to_owned()),
        (true, _) => Some(format!("Your turn, attack of {attack}.")),
        (false, 0) => None,
        (false, _) => Some(format!("Attack of {attack} on {}.", name_of(view, turn))),
    }
}

// ---- scores --------------------------------------------------------------------------------------------------------

/// Which round is played.
pub fn round(view: &View) -> String {
    match (view.round, view.rounds) {
        (0, rounds) => counted(rounds.into(), "round"),
        (round, rounds) => format!("Round {round} of {rounds}"),
    }
}

/// Who won a round.
pub fn round_title(view: &View, score: &RoundScore) -> String {
    match score.winner {
        Some(seat) if view.seat == Some(seat) => "You win the round".to_owned(),
        Some(seat) => format!("{} wins the round", name_of(view, seat)),
        None => "The round is blocked".to_owned(),
    }
}

/// Who has most points: several if they share it. Whoever has given up is out.
pub fn winners(view: &View) -> Vec<Seat> {
    let most = view.in_play().filter_map(|seat| player(view, seat)).map(|player| player.total).max();
    view.in_play().filter(|&seat| player(view, seat).map(|player| player.total) == most).collect()
}

/// Seats, highest total first; whoever gave up comes last.
pub fn standings(view: &View) -> Vec<Seat> {
    let mut seats: Vec<Seat> = (0..).zip(&view.players).map(|(seat, _)| Seat(seat)).collect();
    seats
        .sort_by_key(|&seat| player(view, seat).map(|player| (player.left, std::cmp::Reverse(player.total))));
    seats
}

/// The title of the result.
pub fn end_title(view: &View) -> String {
    let winners = winners(view);
    match view.outcome.as_ref().map(|ending| ending.code) {
        Some(code) if code < 0 => "No result".to_owned(),
        Some(1 | 4) if winners.len() < 2 => "You won".to_owned(),
        Some(1 | 4) => "You share the win".to_owned(),
        _ => {
            let verb = if winners.len() > 1 { "share the win" } else { "won" };
            let names: Vec<String> = winners.iter().map(|&seat| name_of(view, seat)).collect();
            format!("{} {verb}", listed(&names))
        }
    }
}

/// A sentence about the result.
pub fn end_text(view: &View) -> String {
    let Some(ending) = &view.outcome else { return String::new() };
    if ending.code < 0 || ending.code == 4 {
        return ending.reason.clone();
    }
    let played = counted(view.scores.len(), "round");
    if view.seat.and_then(|own| player(view, own)).is_some_and(|player| player.left) {
        return format!("You gave up. The others played {played}.");
    }
    let place = view.seat.and_then(|own| standings(view).iter().position(|seat| *seat == own));
    match (ending.code, place) {
        (2 | 5, Some(place)) => {
            let behind = behind(view);
            format!("{played}. You came {}, {} behind.", ordinal(place + 1), counted(behind, "point"))
        }
        (1, _) if view.scores.len() > 1 => {
            let own = view.scores.iter().filter(|score| score.winner == view.seat).count();
            format!("{played}. You took {own} of them.")
        }
        _ => format!("{played}."),
    }
}

/// How many points the viewer is behind the winners.
fn behind(view: &View) -> usize {
    let total = |seat| player(view, seat).map_or(0, |player| player.total);
    let best = winners(view).first().map_or(0, |&seat| total(seat));
    let own = view.seat.map_or(best, total);
    usize::try_from(best.saturating_sub(own)).unwrap_or_default()
}

fn ordinal(place: usize) -> String {
    match place {
        1 => "first".to_owned(),
        2 => "second".to_owned(),
        3 => "third".to_owned(),
        place => format!("{place}th"),
    }
}

/// A refusal, for the person whose action it was.
pub fn refusal(code: &str, reason: &str) -> String {
    match code {
        "not-your-turn" => "That was too late: the turn has passed.".to_owned(),
        "not-in-hand" => "That card is not in your hand any more.".to_owned(),
        _ => reason.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use shared::game::{Audience, Ending, Entry, Game as _};
    use shared::onecard::{OneCard, Options};
    use shared::seed::Seed;

    use super::*;

    fn card(text: &str) -> Card {
        text.parse().unwrap()
    }

    /// A match of three that has just been dealt, as seat 1 sees it.
    fn view() -> View {
        let mut game =
            OneCard::new(&Options { players: 3, ..Options::default() }, &Seed::from_number(3)).unwrap();
        for (seat, name) in (0..).zip(["Anna", "Béla", "Cora"]) {
            game.step(&Entry::Sat { seat: Seat(seat), name: name.to_owned() }).unwrap();
        }
        game.step(&Entry::Started).unwrap();
        game.view(Audience::Seat(Seat(1)))
    }

    #[test]
    fn a_card_says_what_it_does_and_whether_it_can_be_played() {
        let objection = Objection::NoMatch { last: card("5C") };
        assert_eq!(card_label(card("QH"), Some(Ok(()))), "Queen of Hearts, turns the direction, playable");
        assert_eq!(card_label(card("2S"), Some(Err(objection))), "2 of Spades, adds 2, not playable");
        assert_eq!(card_label(card("KD"), None), "King of Diamonds");
    }

    #[test]
    fn the_situation_names_an_attack_first() {
        let mut view = view();
        view.turn = Some(Seat(1));
        view.attack = 5;
        view.discards = vec![card("3H")];
        view.hand = vec![card("3C"), card("KH")];
        assert_eq!(heading(&view), "Your turn");
        assert_eq!(situation(&view), ("Attack of 5.".into(), "Answer with a lit card, or draw 5.".into()));
        view.hand = vec![card("KH")];
        assert_eq!(situation(&view).1, "You can only draw 5.");
        assert_eq!(draw_label(&view), "Draw 5");
        view.turn = Some(Seat(2));
        assert_eq!(
            (heading(&view).as_str(), situation(&view).0.as_str()),
            ("Cora’s turn", "Attack of 5 on Cora.")
        );
        view.attack = 0;
        assert_eq!(draw_label(&view), "Draw 1");
    }

    #[test]
    fn a_round_opens_with_who_leads() {
        let mut view = view();
        view.leader = Seat(0);
        view.order = vec![card("2S"), card("3S"), card("4S")];
        assert_eq!(last_move(&view), "Anna leads, with the lowest draw, 2 of Spades.");
        view.order.clear();
        view.leader = Seat(1);
        assert_eq!(last_move(&view), "You lead.");
    }

    #[test]
    fn moves_say_what_they_do() {
        let view = view();
        let says = |seat, what| {
            let (who, what) = told(&view, Move { seat: Seat(seat), what });
            format!("{who} {what}")
        };
        assert_eq!(says(0, What::Played(card("3H"))), "Anna played the 3 of Hearts: attack +3");
        assert_eq!(says(1, What::Played(card("QH"))), "You played the Queen of Hearts: direction turned");
        assert_eq!(says(2, What::Drew(1)), "Cora drew 1 card");
        assert_eq!(says(2, What::Drew(0)), "Cora found nothing to draw");
    }

    #[test]
    fn the_turns_until_ones_own_follow_the_direction() {
        let mut view = view();
        let mut hint = |turn, direction| {
            (view.turn, view.direction) = (Some(Seat(turn)), direction);
            wait_hint(&view)
        };
        assert_eq!(hint(0, Direction::CounterClockwise).as_deref(), Some("You are next"));
        assert_eq!(hint(0, Direction::Clockwise).as_deref(), Some("2 turns until yours"));
        assert_eq!(hint(1, Direction::Clockwise), None);
        view.turn = Some(Seat(0));
        view.players[2].left = true;
        assert_eq!(wait_hint(&view).as_deref(), Some("You are next"), "who has left is passed over");
    }

    #[test]
    fn wins_can_be_shared() {
        let mut view = view();
        view.phase = Phase::Over;
        let mut end = |code, totals: [i32; 3]| {
            view.outcome = Some(Ending { code, reason: "Because.".into() });
            view.players.iter_mut().zip(totals).for_each(|(player, total)| player.total = total);
            (end_title(&view), end_text(&view))
        };
        assert_eq!(end(1, [-5, 0, -3]).0, "You won");
        assert_eq!(end(1, [0, 0, -3]).0, "You share the win");
        assert_eq!(end(2, [0, -4, 0]).0, "Anna and Cora share the win");
        assert_eq!(
            end(2, [-1, -4, -9]),
            ("Anna won".into(), "0 rounds. You came second, 3 points behind.".into())
        );
        assert_eq!(end(-3, [0, 0, 0]), ("No result".into(), "Because.".into()));
    }
}
