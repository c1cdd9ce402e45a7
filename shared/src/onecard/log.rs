//! A match as lines of text, for people and programs: one fact a line.
//!
//! The command line writes it while it plays, and the browser makes it of the record of a finished match; both with this.

use std::fmt::{Display, Write as _};

use crate::cards::{Card, CardId};
use crate::game::{Audience, Game as _, Outcome, Seat};
use crate::onecard::event::Event;
use crate::onecard::options::Options;
use crate::onecard::rules::OneCard;
use crate::record::{RecordOf, ReplayError};

/// Writes down what happens.
#[derive(Debug, Clone)]
pub struct Log {
    text: String,
    /// What each seat holds, in display order.
    hands: Vec<Vec<Card>>,
}

impl Log {
    /// Starts with what was chosen. `seed` is written as the program that plays names it.
    pub fn new(options: &Options, seed: impl Display) -> Self {
        let mut log = Self { text: String::new(), hands: vec![Vec::new(); options.players.into()] };
        log.line("---- Initial setup ----");
        log.line(format_args!("Number of rounds: {}", options.rounds));
        log.line(format_args!("Number of decks: {}", options.packs));
        log.line(format_args!("Number of players: {}", options.players));
        log.line(format_args!("Initial cards: {}", options.cards));
        log.line(format_args!("Seed: {seed}"));
        log
    }

    /// Everything written so far.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Writes down what one step of `game` has brought; `events` are the full ones, as [`Game::step`](crate::game::Game)
    /// returns them.
    pub fn note(&mut self, game: &OneCard, events: &[Event]) {
        for event in events {
            self.event(game, event);
        }
    }

    fn event(&mut self, game: &OneCard, event: &Event) {
        match event {
            Event::Dealt { to: Audience::Seat(seat), hand, .. } => {
                if *seat == Seat(0) {
                    let pack: Vec<Card> = game.pack().into_iter().map(CardId::face).collect();
                    self.list("Shuffle result", &pack);
                }
                self.list(&player(*seat), hand);
                self.hold(*seat, hand);
            }
            Event::Dealt { to: Audience::Spectator, order, leader, first, .. } => {
                if !order.is_empty() {
                    self.line("Determining the playing order:");
                }
                for (seat, card) in (0..).map(Seat).zip(order) {
                    self.list(&player(seat), &[*card]);
                }
                self.line(format_args!("The game starts with player {}", number(*leader)));
                self.line("---- Game start ----");
                self.list("First card", &[*first]);
            }
            Event::Played { seat, card, .. } => {
                self.list(&format!("{} plays", player(*seat)), &[*card]);
                if let Some(hand) = self.hands.get_mut(seat.index())
                    && let Some(place) = hand.iter().position(|held| held == card)
                {
                    hand.remove(place);
                }
                self.cards(*seat);
            }
            Event::Drew { seat, cards, reshuffled, .. } => {
                if *reshuffled {
                    self.line("Stock exhausted; the discard pile is shuffled into a new stock.");
                }
                let cards = cards.as_deref().unwrap_or_default();
                self.list(&format!("{} draws", player(*seat)), cards);
                self.hold(*seat, cards);
                self.cards(*seat);
            }
            Event::Round { round, winner, points, totals, .. } => {
                match winner {
                    Some(seat) => self.line(format_args!("{} wins!", player(*seat))),
                    None => self.line("The round is blocked."),
                }
                self.line("---- Stats ----");
                self.line(format_args!("Round {round} result:"));
                for ((seat, points), total) in (0..).map(Seat).zip(points).zip(totals) {
                    self.line(format_args!("{}: {points}, total: {total}", player(seat)));
                }
                self.line(format_args!("Round {round} ends."));
                self.hands.iter_mut().for_each(Vec::clear);
            }
            Event::Left { seat } => {
                self.line(format_args!("{} leaves.", player(*seat)));
                self.hands.get_mut(seat.index()).into_iter().for_each(Vec::clear);
            }
            Event::Over { outcome } => self.winners(outcome),
            Event::Seated { .. } | Event::Turn { .. } | Event::Awaited { .. } => {}
        }
    }

    fn hold(&mut self, seat: Seat, cards: &[Card]) {
        if let Some(hand) = self.hands.get_mut(seat.index()) {
            hand.extend(cards);
            hand.sort_unstable();
        }
    }

    fn cards(&mut self, seat: Seat) {
        let hand = self.hands.get(seat.index()).cloned().unwrap_or_default();
        self.list(&format!("{} cards", player(seat)), &hand);
    }

    fn winners(&mut self, outcome: &Outcome) {
        let Outcome::Decided { winners, .. } = outcome else { return };
        let numbers: Vec<String> = winners.iter().map(|seat| number(*seat).to_string()).collect();
        match &numbers[..] {
            [] => {}
            [one] => self.line(format_args!("Winner: player {one}")),
            several => self.line(format_args!("Winners: players {}", several.join(", "))),
        }
    }

    /// A heading and cards; of no cards nothing, not even a blank.
    fn list(&mut self, heading: &str, cards: &[Card]) {
        let cards: Vec<String> = cards.iter().map(|card| name(*card)).collect();
        let blank = if cards.is_empty() { "" } else { " " };
        self.line(format_args!("{heading}:{blank}{}", cards.join(", ")));
    }

    fn line(&mut self, line: impl Display) {
        // Writing to a string never fails.
        let _ = writeln!(self.text, "{line}");
    }
}

/// What people count from: 1.
fn number(seat: Seat) -> usize {
    seat.index() + 1
}

fn player(seat: Seat) -> String {
    format!("Player {}", number(seat))
}

/// A card as the log names it, such as `Hearts Queen`.
pub fn name(card: Card) -> String {
    format!("{} {}", card.suit.name(), card.rank.name())
}

/// The log of a finished match.
///
/// # Errors
/// When the rules don't accept the record.
pub fn of_record(record: &RecordOf<OneCard>) -> Result<String, ReplayError> {
    let mut game = OneCard::new(&record.options, &record.seed)?;
    let mut log = Log::new(&record.options, &record.seed);
    for (index, line) in record.entries.iter().enumerate() {
        let events = game.step(&line.entry).map_err(|refusal| ReplayError::Entry { index, refusal })?;
        log.note(&game, &events);
    }
    Ok(log.text)
}
