//! Players made of code. They get a view, never the state.
//!
//! Chance decides most of a round: whoever always plays the first card that fits loses little by it. What separates the
//! levels most is therefore what they overlook. *Easy* plays the first card that fits, and misses one chance in six.
//! *Medium* keeps its special cards for later, and misses one chance in eleven. *Hard* misses none: it counts the
//! suits, plays those that the others can hardly follow, keeps its special cards, and attacks whoever is about to win.

use crate::cards::{Card, Rank};
use crate::game::{Audience, Bot, Entry, Game as _, Level, Seat};
use crate::onecard::event::{Action, Event};
use crate::onecard::options::Options;
use crate::onecard::playing;
use crate::onecard::ring;
use crate::onecard::rules::OneCard;
use crate::onecard::view::View;
use crate::seed::{Rng, Seed};

/// In how many of a hundred turns a level doesn't see that it holds a card that fits, and draws.
const fn overlooks(level: Level) -> u32 {
    match level {
        Level::Easy => 17,
        Level::Medium => 9,
        // Hard; the other levels are those of other games.
        _ => 0,
    }
}

/// Cards with which a player is attacked rather than spared.
const ABOUT_TO_WIN: u16 = 2;

/// Milliseconds that people may look at the score of a round before a bot leads the next one.
const LOOK_AT_SCORES: u32 = 4_000;

impl Bot for OneCard {
    const LEVELS: &'static [Level] = &Level::ALL;
    const STAND_IN: Option<Level> = Some(Level::Medium);

    fn decide(view: &View, level: Level, rng: &mut Rng) -> Option<Action> {
        let legal = view.legal();
        let first = *legal.first()?;
        if first == Action::Draw || rng.chance(overlooks(level), 100) {
            return Some(Action::Draw);
        }
        let cards = legal.iter().filter_map(|action| match action {
            Action::Play(card) => Some(*card),
            Action::Draw => None,
        });
        // Of equals the first, so that what a bot does follows from what it sees.
        let best = match level {
            Level::Easy => return Some(first),
            Level::Medium => cards.min_by_key(|card| playing::is_special(*card)),
            _ => {
                let mind = Mind::of(view)?;
                cards.min_by_key(|card| mind.cost(*card))
            }
        };
        best.map(Action::Play)
    }

    fn pause(view: &View, rng: &mut Rng) -> u32 {
        let scores = if view.recent.iter().len() == 0 && view.round > 1 { LOOK_AT_SCORES } else { 0 };
        scores + 700 + rng.below(801)
    }
}

/// What the hard bot thinks about before it chooses.
struct Mind<'a> {
    view: &'a View,
    own: Seat,
    /// Cards of each suit that are neither in the own hand nor among the discards.
    unseen: [i32; 4],
}

impl<'a> Mind<'a> {
    fn of(view: &'a View) -> Option<Self> {
        let mut unseen = [i32::from(view.packs) * 13; 4];
        for card in view.hand.iter().chain(&view.discards) {
            unseen[card.suit as usize] -= 1;
        }
        Some(Self { view, own: view.seat?, unseen })
    }

    /// What a card costs: how easily the others follow its suit, and what is given up with it. The weights were
    /// measured; counting suits does most.
    fn cost(&self, card: Card) -> i32 {
        let next = self.next(card).map_or(u16::MAX, |seat| self.view.players[seat.index()].count);
        let given_up = match playing::strength(card) {
            Some(_) if next <= ABOUT_TO_WIN => -100,
            Some(_) => 40,
            None if playing::is_special(card) => 10,
            None => 0,
        };
        10 * self.unseen[card.suit as usize] + given_up
    }

    /// Whose turn follows if `card` is played.
    fn next(&self, card: Card) -> Option<Seat> {
        let taken: Vec<bool> = self.view.players.iter().map(|player| !player.left).collect();
        let (direction, steps) = match card.rank {
            Rank::Queen => (self.view.direction.reversed(), 1),
            Rank::Jack => (self.view.direction, 2),
            _ => (self.view.direction, 1),
        };
        ring::after(&taken, self.own, direction, steps)
    }
}

/// How many of so many rounds one bot wins against three of another level, each round at a table of its own with the bot
/// in the next seat: the measure of its strength. A quarter is what equals win.
///
/// # Panics
/// Never: the options are the default ones, and bots do what the rules allow.
pub fn rounds_won(one: Level, others: Level, rounds: u32, seed: &Seed) -> u32 {
    let mut rng = seed.rng("onecard duels");
    let mut won = 0;
    for round in 0..rounds {
        let own = Seat((round % 4).to_le_bytes()[0]);
        let level = |seat: Seat| if seat == own { one } else { others };
        let table = Seed::from_number(u64::from(rng.bits()) << 32 | u64::from(round));
        won += u32::from(winner_of_a_round(level, &table, &mut rng) == Some(own));
    }
    won
}

fn winner_of_a_round(level: impl Fn(Seat) -> Level, seed: &Seed, rng: &mut Rng) -> Option<Seat> {
    let options = Options::default();
    let mut game = OneCard::new(&options, seed).expect("the default options are valid");
    let sit = (0..options.players).map(|seat| Entry::Sat { seat: Seat(seat), name: String::new() });
    let mut entries: Vec<Entry<Action>> = sit.chain([Entry::Started]).collect();
    entries.reverse();
    loop {
        let entry = entries.pop().or_else(|| {
            let seat = game.waiting_for().seats.first()?.seat;
            let action = OneCard::decide(&game.view(Audience::Seat(seat)), level(seat), rng)?;
            Some(Entry::Acted { seat, action })
        })?;
        let events = game.step(&entry).expect("bots do what the rules allow");
        let winner = events.iter().find_map(|event| match event {
            Event::Round { winner, .. } => Some(*winner),
            _ => None,
        });
        if let Some(winner) = winner {
            return winner;
        }
    }
}

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests;
