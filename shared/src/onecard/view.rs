//! What an audience of a match of OneCard may see, and how an event changes it.

use serde::{Deserialize, Serialize};

use crate::cards::Card;
use crate::game::{Audience, Ending, Fold, Seat};
use crate::onecard::event::{Action, Event};
use crate::onecard::playing::{self, Objection};
use crate::onecard::ring::Direction;

/// Moves that are remembered for the eye, at most.
const RECENT: usize = 12;

/// How far the match is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Phase {
    /// For players.
    Waiting,
    /// Cards are played.
    Playing,
    /// It is over.
    Over,
}

/// One seat, as everybody sees it.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Player {
    /// The name to show; empty while the seat is.
    pub name: String,
    /// Cards held.
    pub count: u16,
    /// Points of the rounds that are over: 0 or less.
    pub total: i32,
    /// True if this player has given up: the seat is passed over.
    pub left: bool,
}

/// What a seat did.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Move {
    /// Who.
    pub seat: Seat,
    /// What.
    pub what: What,
}

/// What can be done in a turn, as everybody sees it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum What {
    /// Played this card.
    Played(Card),
    /// Drew so many; 0 if there was nothing to draw.
    Drew(u16),
}

/// The moves of a round that are remembered for the eye: the last few, oldest first.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Recent(Vec<Move>);

impl Recent {
    /// Adds one, and forgets the oldest where there are too many.
    pub(super) fn note(&mut self, seat: Seat, what: What) {
        if self.0.len() == RECENT {
            self.0.remove(0);
        }
        self.0.push(Move { seat, what });
    }

    /// Oldest first.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = Move> + ExactSizeIterator + '_ {
        self.0.iter().copied()
    }
}

/// The score of a round that is over.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RoundScore {
    /// Who had no card left; `None` if nobody could go on.
    pub winner: Option<Seat>,
    /// What each seat scored: 0 or less.
    pub points: Vec<i32>,
}

/// Everything one audience may know.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct View {
    /// How far the match is.
    pub phase: Phase,
    /// Whose view it is; `None`: a spectator's.
    pub seat: Option<Seat>,
    /// Rounds of the match.
    pub rounds: u8,
    /// Packs of cards in play.
    pub packs: u8,
    /// The round that is played, counted from 1; 0 before the first.
    pub round: u8,
    /// Every seat.
    pub players: Vec<Player>,
    /// The viewer's cards, in the order they came.
    pub hand: Vec<Card>,
    /// What lies face up, the card to match last.
    pub discards: Vec<Card>,
    /// Cards that can be drawn before the discards have to be shuffled.
    pub stock: u16,
    /// Cards of players who have left, face down under the discards.
    pub buried: u16,
    /// What each seat drew for the lead of the first round; empty in later rounds.
    pub order: Vec<Card>,
    /// Who leads the round.
    pub leader: Seat,
    /// Whose turn it is, while cards are played.
    pub turn: Option<Seat>,
    /// The way the turn goes.
    pub direction: Direction,
    /// Cards that whose turn it is has to draw if it does nothing about it; 0: no attack.
    pub attack: u16,
    /// The last moves of the round.
    pub recent: Recent,
    /// The rounds that are over.
    pub scores: Vec<RoundScore>,
    /// What each seat was left with in the last round that is over, in display order.
    pub shown: Vec<Vec<Card>>,
    /// How it ended, for the viewer.
    pub outcome: Option<Ending>,
}

impl View {
    /// The card to match.
    pub fn last(&self) -> Option<Card> {
        self.discards.last().copied()
    }

    /// True if the viewer is to act.
    pub fn my_turn(&self) -> bool {
        self.phase == Phase::Playing && self.seat.is_some() && self.turn == self.seat
    }

    /// Whether `card` may be played on what lies there, by anybody whose turn it is.
    ///
    /// # Errors
    /// When it may not, with the reason.
    pub fn check(&self, card: Card) -> Result<(), Objection> {
        self.last().map_or(Ok(()), |last| playing::check(last, self.attack.into(), card))
    }

    /// What the viewer may do now: nothing while it is somebody else's turn. Twins are listed once.
    pub fn legal(&self) -> Vec<Action> {
        if !self.my_turn() {
            return Vec::new();
        }
        legal(self.hand.iter().copied(), |card| self.check(card).is_ok())
    }

    /// Seats that are still in play.
    pub fn in_play(&self) -> impl Iterator<Item = Seat> + '_ {
        (0..).zip(&self.players).filter(|(_, player)| !player.left).map(|(seat, _)| Seat(seat))
    }

    fn player(&mut self, seat: Seat) -> Option<&mut Player> {
        self.players.get_mut(seat.index())
    }

    fn audience(&self) -> Audience {
        self.seat.map_or(Audience::Spectator, Audience::Seat)
    }

    fn drew(&mut self, seat: Seat, count: u16, cards: &[Card], reshuffled: bool) {
        if let Some(player) = self.player(seat) {
            player.count = player.count.saturating_add(count);
        }
        if reshuffled {
            let below = self.discards.len().saturating_sub(1);
            self.stock =
                self.stock.saturating_add(small(below)).saturating_add(std::mem::take(&mut self.buried));
            self.discards.drain(..below);
        }
        self.stock = self.stock.saturating_sub(count);
        self.hand.extend(cards);
        self.recent.note(seat, What::Drew(count));
    }
}

/// Drawing, and every card of `hand` that may be played, once.
pub(super) fn legal(hand: impl Iterator<Item = Card>, may: impl Fn(Card) -> bool) -> Vec<Action> {
    let mut cards: Vec<Card> = hand.filter(|&card| may(card)).collect();
    cards.sort_unstable();
    cards.dedup();
    cards.into_iter().map(Action::Play).chain([Action::Draw]).collect()
}

/// A number of cards, of which there are never more than 20 packs.
pub(super) fn small(count: usize) -> u16 {
    u16::try_from(count).unwrap_or(u16::MAX)
}

impl Fold for View {
    type Event = Event;

    fn apply(&mut self, event: &Event) {
        match event {
            Event::Seated { seat, name } => {
                if let Some(player) = self.player(*seat) {
                    player.name.clone_from(name);
                }
            }
            Event::Dealt { to: _, round, hand, counts, order, leader, first } => {
                self.phase = Phase::Playing;
                self.round = *round;
                self.hand.clone_from(hand);
                for (player, count) in self.players.iter_mut().zip(counts) {
                    player.count = *count;
                }
                self.discards = order.iter().chain([first]).copied().collect();
                let dealt: usize = counts.iter().copied().map(usize::from).sum();
                self.stock =
                    small((usize::from(self.packs) * 52).saturating_sub(dealt + self.discards.len()));
                self.buried = 0;
                self.order.clone_from(order);
                self.leader = *leader;
                self.recent = Recent::default();
            }
            Event::Played { seat, card, left } => {
                if let Some(player) = self.player(*seat) {
                    player.count = *left;
                }
                if self.seat == Some(*seat)
                    && let Some(place) = self.hand.iter().position(|held| held == card)
                {
                    self.hand.remove(place);
                }
                self.discards.push(*card);
                self.recent.note(*seat, What::Played(*card));
            }
            Event::Drew { seat, count, cards, reshuffled } => {
                self.drew(*seat, *count, cards.as_deref().unwrap_or_default(), *reshuffled);
            }
            Event::Turn { seat, direction, attack } => {
                (self.turn, self.direction, self.attack) = (Some(*seat), *direction, *attack);
            }
            Event::Awaited { .. } => {}
            Event::Round { round: _, winner, points, totals, hands } => {
                for (player, total) in self.players.iter_mut().zip(totals) {
                    player.total = *total;
                }
                self.attack = 0;
                self.scores.push(RoundScore { winner: *winner, points: points.clone() });
                self.shown.clone_from(hands);
            }
            Event::Left { seat } => {
                if self.seat == Some(*seat) {
                    self.hand.clear();
                }
                if let Some(player) = self.player(*seat) {
                    player.left = true;
                    let cards = std::mem::take(&mut player.count);
                    self.buried = self.buried.saturating_add(cards);
                }
            }
            Event::Over { outcome } => {
                self.phase = Phase::Over;
                self.turn = None;
                self.outcome = Some(outcome.ending(self.audience()));
            }
        }
    }
}
