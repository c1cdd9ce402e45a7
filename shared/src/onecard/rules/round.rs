//! How a round goes: dealt, played card by card, and scored.

use crate::cards::{Card, CardId, Rank};
use crate::game::{Audience, Outcome, Refusal, RefusalKind, Seat};
use crate::onecard::event::Event;
use crate::onecard::playing::{self, Objection};
use crate::onecard::ring::Direction;
use crate::onecard::table::Table;
use crate::onecard::view::{Recent, RoundScore, What, small};

use super::{NO_MATCH, NOT_IN_HAND, NOT_PLAYING, NOT_YOUR_TURN, OneCard, Stage, UNDER_ATTACK, refuse};

impl OneCard {
    /// Deals a round. Without a leader everybody draws a card for the lead.
    pub(super) fn deal(&mut self, leader: Option<Seat>) -> Vec<Event> {
        self.round += 1;
        self.table = Table::new(self.pack());
        self.direction = Direction::CounterClockwise;
        (self.attack, self.idle, self.restocks) = (0, 0, 0);
        self.recent = Recent::default();
        for place in &mut self.places {
            place.hand.clear();
            let cards = if place.left { 0 } else { self.options.cards };
            place.hand.extend((0..cards).map_while(|_| self.table.take()));
        }
        self.order.clear();
        self.leader = leader.unwrap_or_else(|| self.draw_for_the_lead());
        if let Some(first) = self.table.take() {
            self.table.discard(first);
        }
        let mut events: Vec<Event> = self.seats().map(Audience::Seat).map(|to| self.dealt(to)).collect();
        events.push(self.dealt(Audience::Spectator));
        events.extend(self.turn_to(self.leader));
        events
    }

    /// Everybody draws one card: the lowest rank leads, of equal ranks the lower suit, of twins the lower seat.
    fn draw_for_the_lead(&mut self) -> Seat {
        for _ in 0..self.places.len() {
            if let Some(card) = self.table.take() {
                self.order.push(card.face());
                self.table.discard(card);
            }
        }
        let lowest = self.seats().zip(&self.order).min_by_key(|(_, card)| (card.rank, card.suit));
        lowest.map_or(Seat(0), |(seat, _)| seat)
    }

    fn dealt(&self, to: Audience) -> Event {
        let own = to.seat().map(|seat| &self.places[seat.index()]);
        Event::Dealt {
            to,
            round: self.round,
            hand: own.map(|place| place.faces().collect()).unwrap_or_default(),
            counts: self.places.iter().map(|place| small(place.hand.len())).collect(),
            order: self.order.clone(),
            leader: self.leader,
            first: self.last(),
        }
    }

    /// The card to match: there is one from the first deal on.
    pub(super) fn last(&self) -> Card {
        self.table.last().unwrap_or(CardId(0).face())
    }

    pub(super) fn turn_to(&mut self, seat: Seat) -> [Event; 2] {
        self.turn = seat;
        self.turns += 1;
        let turn = Event::Turn { seat, direction: self.direction, attack: small(self.attack as usize) };
        [turn, Event::Awaited { seat }]
    }

    /// Refuses whoever may do nothing now.
    pub(super) fn expect_turn(&self, seat: Seat) -> Result<(), Refusal> {
        match self.stage {
            Stage::Waiting => Err(refuse(NOT_PLAYING, "Wait until the cards are dealt.")),
            Stage::Over => Err(refuse(NOT_PLAYING, "The match is over.")),
            Stage::Playing if seat != self.turn => Err(refuse(NOT_YOUR_TURN, "It is somebody else's turn.")),
            Stage::Playing => Ok(()),
        }
    }

    pub(super) fn play(&mut self, seat: Seat, card: Card) -> Result<Vec<Event>, Refusal> {
        self.expect_turn(seat)?;
        let hand = &self.places[seat.index()].hand;
        let Some(held) = hand.iter().position(|held| held.face() == card) else {
            return Err(Refusal::new(NOT_IN_HAND, format!("You do not hold the {}.", card.spoken())));
        };
        playing::check(self.last(), self.attack, card)
            .map_err(|objection| Refusal::new(kind(objection), objection.to_string()))?;

        let hand = &mut self.places[seat.index()].hand;
        self.table.discard(hand.remove(held));
        let left = small(hand.len());
        self.idle = 0;
        self.recent.note(seat, What::Played(card));
        let mut events = vec![Event::Played { seat, card, left }];
        if left == 0 {
            events.extend(self.end_round(Some(seat)));
            return Ok(events);
        }
        if let Some(strength) = playing::strength(card) {
            self.attack += strength;
        }
        if playing::shields(card) {
            self.attack = 0;
        }
        if card.rank == Rank::Queen {
            self.direction = self.direction.reversed();
        }
        events.extend(self.turn_to(self.after(seat, self.reach(card))));
        Ok(events)
    }

    /// How many seats the turn goes on after `card`. A Jack passes one seat over, but never an attack back to whoever
    /// plays it, as it would with two players left.
    fn reach(&self, card: Card) -> usize {
        let two_left = self.places.iter().filter(|place| !place.left).count() == 2;
        if card.rank == Rank::Jack && !(self.attack > 0 && two_left) { 2 } else { 1 }
    }

    pub(super) fn draw(&mut self, seat: Seat) -> Result<Vec<Event>, Refusal> {
        self.expect_turn(seat)?;
        let purpose = format!("restock {}", self.restocks);
        let count = self.attack.max(1);
        let (seed, round) = (&self.seed, self.round);
        let drawn = self.table.draw(count, || seed.rng(&format!("onecard round {round} {purpose}")));
        self.restocks += u32::from(drawn.reshuffled);
        self.attack = 0;
        self.idle = if drawn.cards.is_empty() { self.idle + 1 } else { 0 };
        let count = small(drawn.cards.len());
        self.recent.note(seat, What::Drew(count));
        let cards = drawn.cards.iter().map(|card| card.face()).collect();
        self.places[seat.index()].hand.extend(drawn.cards);
        let mut events = vec![Event::Drew { seat, count, cards: Some(cards), reshuffled: drawn.reshuffled }];
        if self.idle >= self.places.iter().filter(|place| !place.left).count() {
            events.extend(self.end_round(None));
        } else {
            events.extend(self.turn_to(self.after(seat, 1)));
        }
        Ok(events)
    }

    /// Scores a round that somebody won, or in which nobody could go on; deals the next one or ends the match.
    pub(super) fn end_round(&mut self, winner: Option<Seat>) -> Vec<Event> {
        self.attack = 0;
        let points: Vec<i32> = self.places.iter().map(|place| -i32::from(small(place.hand.len()))).collect();
        for (place, points) in self.places.iter_mut().zip(&points) {
            place.total += points;
        }
        self.shown = self.seats().map(|seat| self.hand(seat)).collect();
        self.scores.push(RoundScore { winner, points: points.clone() });
        let totals = self.places.iter().map(|place| place.total).collect();
        let hands = self.shown.clone();
        let mut events = vec![Event::Round { round: self.round, winner, points, totals, hands }];
        if self.round < self.options.rounds {
            let leader = winner.unwrap_or(self.leader);
            // Whoever led a round that nobody won may have left meanwhile.
            let there = !self.places[leader.index()].left;
            let leader = if there { leader } else { self.after(leader, 1) };
            events.extend(self.deal(Some(leader)));
        } else {
            events.push(self.decide());
        }
        events
    }

    /// The highest total wins; ties share.
    pub(super) fn decide(&mut self) -> Event {
        let best = self.places.iter().filter(|place| !place.left).map(|place| place.total).max();
        let best = best.unwrap_or_default();
        let wins = |seat: &Seat| {
            let place = &self.places[seat.index()];
            !place.left && place.total == best
        };
        let winners: Vec<Seat> = self.seats().filter(wins).collect();
        let points = match best {
            0 => "without losing a point".to_owned(),
            -1 => "with -1 point".to_owned(),
            best => format!("with {best} points"),
        };
        let verb = if winners.len() == 1 { "wins" } else { "share the win" };
        let reason = format!("{} {verb} {points}.", self.names(&winners));
        self.end(Outcome::Decided { winners, forfeit: false, reason })
    }

    fn names(&self, seats: &[Seat]) -> String {
        let name = |seat: &Seat| self.places[seat.index()].name.clone().unwrap_or_default();
        let names: Vec<String> = seats.iter().map(name).collect();
        match names.split_last() {
            Some((last, [])) => last.clone(),
            Some((last, others)) => format!("{} and {last}", others.join(", ")),
            None => "Nobody".to_owned(),
        }
    }
}

const fn kind(objection: Objection) -> &'static RefusalKind {
    match objection {
        Objection::NoMatch { .. } => NO_MATCH,
        Objection::UnderAttack { .. } | Objection::OtherSuit { .. } => UNDER_ATTACK,
    }
}
